"""How far a count in parts has come."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class CountProgress:
    """How far a count has come.

    bytes_read, bytes_total (int): Of the files, compressed where they are; those of parts found finished included.
    tokens (int): Counted by this run, in finished parts.
    seconds (float): Since this run began.
    parts, parts_total (int): Finished, and all.
    workers (list): Ids of the processes, if they are on this machine.
    memory (int): Bytes that workers elsewhere hold; None if there are none.
    """

    bytes_read: int
    bytes_total: int
    tokens: int
    seconds: float
    parts: int
    parts_total: int
    workers: list[int]
    memory: int | None = None


OnProgress = Callable[[CountProgress], None]
