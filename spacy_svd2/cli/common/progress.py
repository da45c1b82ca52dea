"""What a person at a terminal sees while a command works, and what a training cost in the end."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from tqdm import tqdm

from ...corpora.corpus import Corpus
from . import output

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
