"""The stages of a training: announced as they begin, and what they cost in the end."""

import sys
from pathlib import Path
from typing import Any

from tqdm import tqdm

from . import output


def show_stage(name: str) -> None:
    """Tell a person at a terminal what is being done."""
    if sys.stderr.isatty():
        tqdm.write(f"  {name} ...", file=sys.stderr)


def print_costs(report: dict[str, Any]) -> None:
    """Print how long the stages took, and the memory.

    report (dict): With the "stages" and the "peak_memory" of a `training_report`.
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
