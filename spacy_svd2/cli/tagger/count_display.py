"""How far a count is: a bar on a terminal, JSON lines for programs, and nothing else."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from tqdm import tqdm

if TYPE_CHECKING:
    from ...tagger.counting.progress import CountProgress


class CountDisplay:
    """Shows how far a count is: bytes of all bytes, words a second once a part is finished, memory, time left.

    json_log (bool): Print lines of JSON to stderr, terminal or not, instead of a bar.
    tokens (int): Counted by this run so far.
    """

    def __init__(self, *, json_log: bool = False) -> None:
        self.json_log = json_log
        self.tokens = 0
        self._bar: tqdm[None] | None = None

    def __enter__(self) -> "CountDisplay":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def __call__(self, progress: "CountProgress") -> None:
        """Show how far the count is."""
        self.tokens = progress.tokens
        memory = resident_memory({os.getpid(), *progress.workers}) if progress.memory is None else progress.memory
        if self.json_log:
            print_line(progress, memory)
            return
        if self._bar is None:
            # shows itself on a terminal only
            self._bar = tqdm(
                total=progress.bytes_total, initial=progress.bytes_read, desc="Counting", unit="B", unit_scale=True,
                disable=None, leave=False,
            )  # fmt: skip
        shown = (
            {"words/s": f"{progress.tokens / progress.seconds:,.0f}"} if progress.tokens and progress.seconds else {}
        )
        shown["parts"] = f"{progress.parts}/{progress.parts_total}"
        if memory is not None:
            shown["memory"] = f"{memory / 1e6:,.0f} MB"
        self._bar.set_postfix(shown, refresh=False)
        self._bar.update(progress.bytes_read - self._bar.n)


def print_line(progress: "CountProgress", memory: int | None) -> None:
    """Print how far a count is to stderr, as a line of JSON; times in seconds, memory in bytes or null."""
    rate = progress.tokens / progress.seconds if progress.seconds else 0.0
    fraction = progress.parts / progress.parts_total if progress.parts_total else 1.0
    left = progress.seconds * (1 - fraction) / fraction if fraction else None
    line = {
        "event": "count",
        "bytes_read": progress.bytes_read,
        "bytes_total": progress.bytes_total,
        "parts": progress.parts,
        "parts_total": progress.parts_total,
        "words": progress.tokens,
        "words_per_second": round(rate),
        "memory": memory,
        "seconds": round(progress.seconds, 3),
        "seconds_left": None if left is None else round(left, 1),
    }
    sys.stderr.write(json.dumps(line) + "\n")
    sys.stderr.flush()


def resident_memory(processes: Iterable[int]) -> int | None:
    """The memory that processes hold at the moment.

    processes (Iterable): Their ids; those that have ended count nothing.
    RETURNS (int): Bytes, pages that they share counted for each; None where the system does not tell.
    """
    files = [Path(f"/proc/{process}/statm") for process in processes]
    if not Path("/proc/self/statm").exists():
        return None
    pages = sum(int(file.read_text().split()[1]) for file in files if file.exists())
    return pages * os.sysconf("SC_PAGE_SIZE")
