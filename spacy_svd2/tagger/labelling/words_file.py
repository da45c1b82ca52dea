"""The files for annotators: a table for spreadsheets, tasks for Prodigy."""

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...corpora.concordance import Line
from ...shared.artifacts import write_text
from ...shared.delimited import join_row
from .suggest import Suggestion
from .tagsets import Tag

COLUMNS = ("word", "tag", "frequency", "share", "coverage", "companions", "concordance")

ORDER, BY_FREQUENCY = "order", "frequency"
"""The column that says in which order the tags of a word stand, and its content where the most common one is first."""
NOTE, SKIPPED, DEPENDS = "note", "skipped", "depends"
"""The column for notes on words, and what it says of those that were skipped, and of those whose tag depends on the
sentence, so that it should be asked for token by token."""


def write_words(
    path: Path,
    suggestions: Sequence[Suggestion],
    *,
    tags: Mapping[str, Sequence[str]] | None = None,
    skipped: Collection[str] = (),
    depends: Collection[str] = (),
    ordered: Collection[str] = (),
) -> None:
    """Write words to label as a table, atomically: UTF-8, tab-separated, a header line, the second column to fill in.

    path (Path): The file.
    suggestions (Sequence): The words.
    tags (Mapping): Tags that words have already.
    skipped (Collection): Words that were skipped: the table gets a column `note` that says so.
    depends (Collection): Words whose tag depends on the sentence; the column `note` says so, too.
    ordered (Collection): Words whose most common tag is first: the table gets a column `order` that says so.
    """
    rows = [COLUMNS, *(_cells(one, (tags or {}).get(one.word, ())) for one in suggestions)]
    notes = {**dict.fromkeys(skipped, SKIPPED), **dict.fromkeys(depends, DEPENDS)}
    for name, contents in ((NOTE, notes), (ORDER, dict.fromkeys(ordered, BY_FREQUENCY))):
        if contents:
            cells = [name, *(contents.get(one.word, "") for one in suggestions)]
            rows = [[*row[:2], cell, *row[2:]] for row, cell in zip(rows, cells, strict=True)]
    _write_lines(path, [join_row(row) for row in rows])


def write_tasks(path: Path, suggestions: Sequence[Suggestion], tagset: Sequence[Tag]) -> None:
    """Write words to label as JSONL for Prodigy's interface `choice`, atomically.

    path (Path): The file.
    suggestions (Sequence): The words.
    tagset (Sequence): The options.
    """
    options = [{"id": tag.name, "text": f"{tag.name}: {tag.gloss}" if tag.gloss else tag.name} for tag in tagset]
    tasks = [{"text": one.word, "options": options, "meta": _meta(one)} for one in suggestions]
    _write_lines(path, [json.dumps(task, ensure_ascii=False) for task in tasks])


def show_line(line: Line) -> str:
    """Write a line of context as one string, the word in guillemets."""
    left, word, right = line
    return f"{left} «{word}» {right}".strip()


def _cells(one: Suggestion, tags: Sequence[str]) -> list[str]:
    numbers = [str(one.frequency), f"{one.share_of_tokens:.6f}", f"{one.cumulative_coverage:.6f}"]
    lines = " | ".join(map(show_line, one.concordance))
    return [one.word, "|".join(tags), *numbers, " ".join(one.companions), lines]


def _meta(one: Suggestion) -> dict[str, Any]:
    meta: dict[str, Any] = {"frequency": one.frequency, "coverage": f"{one.cumulative_coverage:.1%}"}
    meta["companions"] = " ".join(one.companions)
    return {**meta, **{f"line {number}": show_line(line) for number, line in enumerate(one.concordance, 1)}}


def _write_lines(path: Path, lines: list[str]) -> None:
    write_text(path, "".join(f"{line}\n" for line in lines))
