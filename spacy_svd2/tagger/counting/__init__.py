"""Counting corpora of any size: in parts, by several processes or machines, resumable, with exact sums."""

from typing import Any

from ...errors import Errors, UserError
from ...shared.ranges import Range, shown

PART_BYTES = 16 << 20
"""About three million words: seconds to minutes of work, and half a gigabyte of memory at the most."""
RANGES = {
    "n_process": Range(1, 1000),  # a machine has no more processors
    "max_types": Range(1, 1_000_000_000),  # types have numbers of 32 bits
    "part_bytes": Range(1, 1 << 40),  # a part is counted in memory
}


def check_count(name: str, value: Any, *, optional: bool = False) -> None:
    """Make sure that a setting of counting is in its range.

    name (str): One of `RANGES`.
    value (Any): Its value.
    optional (bool): Whether None will do.
    RAISES (UserError): It is none (N012).
    """
    if not (optional and value is None) and value not in RANGES[name]:
        raise UserError(Errors.N012.format(name=name, value=shown(value), wanted=RANGES[name]))
