"""JSON of our own files, which may be hostile: read with bounded memory, and only what JSON can hold."""

import json
from math import isfinite
from typing import Any, NoReturn

from .surrogates import lone_surrogate

MOST_BYTES = 32 << 20
"""The largest file that is read. The glosses of a hundred thousand senses take far less."""
_MOST_VALUES = 2_000_000
"""The most values that are read: each takes about a hundred bytes in memory, even one as short as `[]`."""
_MARKS = (b",", b":", b"[", b"{")  # one of them stands before every value but the first


def parse_json(data: bytes) -> Any:
    """Read JSON whose size has been checked to be at most `MOST_BYTES`.

    data (bytes): UTF-8.
    RETURNS (Any): The value.
    RAISES (ValueError): It can't be used. The message continues a sentence about the file: "is not JSON".
    """
    if len(data) > MOST_BYTES or sum(map(data.count, _MARKS)) > _MOST_VALUES:
        raise ValueError("holds too much")
    try:
        text = data.decode("utf8")
        value = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError) as err:
        raise ValueError("is not JSON") from err
    if "\\u" in text and lone_surrogate([json.dumps(value, ensure_ascii=False)]):
        raise ValueError("holds what is not a character")
    return value


def _refuse(constant: str) -> NoReturn:
    """Refuse NaN and Infinity, which JSON does not have and which we never write."""
    raise ValueError(constant)


def _finite(digits: str) -> float:
    """Read a number; refuse one that is too large for a float, such as 1e999."""
    number = float(digits)
    return number if isfinite(number) else _refuse(digits)
