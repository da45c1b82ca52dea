"""What a trained component says of itself, for people: its model card is made from this, whatever the component."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Row = tuple[str, ...]

N_ROWS = 100
"""Rows of a table that are shown at most; the rest is counted."""


@dataclass(frozen=True)
class DescriptionTable:
    """A table of a description.

    title (str): What it shows.
    header (tuple): The names of the columns.
    rows (list): The cells by row.
    n_more (int): Rows that were left out.
    """

    title: str
    header: Row
    rows: Sequence[Row]
    n_more: int = 0

    @classmethod
    def cut(cls, title: str, header: Row, rows: Sequence[Row]) -> "DescriptionTable":
        """A table of the first rows."""
        return cls(title, header, rows[:N_ROWS], max(0, len(rows) - N_ROWS))


@dataclass(frozen=True)
class Description:
    """A description of a trained component.

    summary (str): What it does and what it was made from, in plain sentences.
    usage (str): A line of Python that shows its result, given a document called `doc`.
    tables (list): The corpus, the settings, the labels.
    scores (list): Title, value and what is better ("more", "less" or "") of each score that was saved.
    gold (str): What the scores were measured on; empty if there are none, or it is not known.
    limits (list): What to know before relying on it.
    """

    summary: str
    usage: str
    tables: Sequence[DescriptionTable]
    scores: Sequence[Row] = ()
    gold: str = ""
    limits: Sequence[str] = field(default_factory=list)


def number(performance: Mapping[str, Any], *keys: str) -> float | int | None:
    """Read a score that a pipeline carries.

    performance (Mapping): `nlp.meta["performance"]`; anybody may have written it.
    *keys (str): Its names; the first that is there counts.
    RETURNS (float): The score; None if there is none.
    """
    found = [performance[key] for key in keys if type(performance.get(key)) in (int, float)]
    return found[0] if found else None


def gold_of(performance: Mapping[str, Any], task: str, unit: str) -> str:
    """Say what scores were measured on.

    performance (Mapping): See `number`.
    task (str): Whose scores: "tags" or "senses".
    unit (str): What was counted: "n_tokens" or "n_instances".
    RETURNS (str): For instance "test.conllu (1,200 tokens)"; empty if that is not known.
    """
    gold = performance.get("gold")
    entry = gold.get(task) if isinstance(gold, dict) else None
    if not isinstance(entry, dict) or not isinstance(entry.get("files"), list):
        return ""
    notes = [f"{entry[unit]:,} {unit[2:]}"] if type(entry.get(unit)) is int else []
    notes += [f"{key}: {value}" for key, value in entry.items() if key not in ("files", unit)]
    files = ", ".join(map(str, entry["files"]))
    return f"{files} ({'; '.join(notes)})" if notes else files
