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
    from ...tagger.counting.local import State


class CountProgress:
    """Shows the states of a count: bytes of all bytes, words a second once a part is finished, memory, time left.

    json_log (bool): Print each state to stderr as a line of JSON, terminal or not, instead of a bar.
    tokens (int): Counted by this run until the last state.
    """

    def __init__(self, *, json_log: bool = False) -> None:
        self.json_log = json_log
        self.tokens = 0
        self._bar: tqdm[None] | None = None

    def __enter__(self) -> "CountProgress":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def __call__(self, state: "State") -> None:
        """Show a state."""
        self.tokens = state.tokens
        memory = resident_memory({os.getpid(), *state.workers}) if state.memory is None else state.memory
        if self.json_log:
            print_line(state, memory)
            return
        if self._bar is None:
            # shows itself on a terminal only
            self._bar = tqdm(
                total=state.bytes_total, initial=state.bytes_read, desc="Counting", unit="B", unit_scale=True,
                disable=None, leave=False,
            )  # fmt: skip
        shown = {"words/s": f"{state.tokens / state.seconds:,.0f}"} if state.tokens and state.seconds else {}
        shown["parts"] = f"{state.parts}/{state.parts_total}"
        if memory is not None:
            shown["memory"] = f"{memory / 1e6:,.0f} MB"
        self._bar.set_postfix(shown, refresh=False)
        self._bar.update(state.bytes_read - self._bar.n)


def print_line(state: "State", memory: int | None) -> None:
    """Print a state to stderr as a line of JSON; times in seconds, memory in bytes or null."""
    rate = state.tokens / state.seconds if state.seconds else 0.0
    fraction = state.parts / state.parts_total if state.parts_total else 1.0
    left = state.seconds * (1 - fraction) / fraction if fraction else None
    line = {
        "event": "count",
        "bytes_read": state.bytes_read,
        "bytes_total": state.bytes_total,
        "parts": state.parts,
        "parts_total": state.parts_total,
        "words": state.tokens,
        "words_per_second": round(rate),
        "memory": memory,
        "seconds": round(state.seconds, 3),
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
