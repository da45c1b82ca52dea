"""What a person at a terminal sees while a command works, and what a training cost in the end."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from tqdm import tqdm

from ...corpora.corpus import Corpus
from . import output

if TYPE_CHECKING:
    from ...tagger.counting.progress import CountProgress

T = TypeVar("T")
_AFTER_SECONDS = 0.5


def show_stage(name: str) -> None:
    """Tell a person at a terminal what is being done."""
    if sys.stderr.isatty():
        tqdm.write(f"  {name} ...", file=sys.stderr)


def reading_bar(corpus: Corpus, what: str) -> "tqdm[Any]":
    """A bar that is told the bytes of a corpus as they are read: at a terminal only, and not if they soon are.

    corpus (Corpus): The corpus.
    what (str): What is done with it.
    """
    return tqdm(
        total=corpus.n_bytes, desc=what, unit="B", unit_scale=True, disable=None, leave=False, delay=_AFTER_SECONDS
    )


def counted(items: Iterable[T], what: str, unit: str) -> Iterable[T]:
    """Count items as they pass, as `reading_bar` counts bytes.

    items (Iterable): The items, of which nobody knows how many there are.
    what (str), unit (str): What is done, and with what.
    """
    return tqdm(items, desc=what, unit=f" {unit}", disable=None, leave=False, delay=_AFTER_SECONDS)


def print_costs(report: dict[str, Any]) -> None:
    """Print how long the stages took, and the memory.

    report (dict): With the "stages" and the "peak_memory" of a `summarize_training`.
    """
    output.heading("Time")
    rows: list[tuple[str, ...]] = [
        (stage["name"], f"{stage['seconds']:.2f}", f"{stage['cpu_seconds']:.2f}") for stage in report["stages"]
    ]
    rows.append(
        ("all", *(f"{sum(stage[key] for stage in report['stages']):.2f}" for key in ("seconds", "cpu_seconds")))
    )
    output.table(rows, ("Stage", "Seconds", "CPU seconds"), ("l", "r", "r"))
    if report["peak_memory"] is not None:
        output.say(f"\nPeak memory: {report['peak_memory'] / 1e6:,.0f} MB")


def print_saved(out: Path) -> None:
    """Print where the pipeline is."""
    output.say("")
    output.good(f"Saved the pipeline to {out}")


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
