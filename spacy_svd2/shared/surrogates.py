"""Lone surrogates: JSON escapes and arguments that are not UTF-8 bring them into strings, but no text holds them."""

import re
from collections.abc import Iterable

_SURROGATE = re.compile("[\ud800-\udfff]")


def lone_surrogate(strings: Iterable[str]) -> str | None:
    """Look for what spaCy, and UTF-8, can't hold.

    strings (Iterable): The strings.
    RETURNS (str): The first lone surrogate, for instance "ud800"; None if all are text.
    """
    found = next(filter(None, map(_SURROGATE.search, strings)), None)
    return None if found is None else f"u{ord(found.group()):04x}"


def printable(text: str) -> str:
    """Write the name of a file that is not UTF-8 as text, "caf\\udce9.txt"; any other text stays as it is."""
    return text.encode("utf8", "backslashreplace").decode("utf8")
