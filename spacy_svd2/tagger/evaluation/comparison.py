"""The scores of several pipelines side by side."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import wasabi

from ...errors import Errors, UserError

Row = list[str]

_COLUMNS = {
    "tag_acc": ("Accuracy", "{:.1%}"),
    "many_to_one": ("M-1", "{:.1%}"),
    "one_to_one": ("1-1", "{:.1%}"),
    "v_measure": ("V", "{:.1%}"),
    "vi": ("VI", "{:.2f}"),
    "n_clusters": ("Clusters", "{:,}"),
    "n_tokens": ("Tokens", "{:,}"),
}


def compare_scores(paths: Sequence[Path]) -> tuple[Row, list[Row]]:
    """Read files of scores and lay out the main ones: a row a file, named after it.

    paths (Sequence[Path]): JSON files as `python -m spacy svd2 evaluate --output` writes them.
    RETURNS (tuple[list[str], list[list[str]]]): The header and the rows; a score that a file lacks is "-". The
        accuracy of tags by name is there if any file has one.
    RAISES (UserError): D009 a file is missing or holds no scores.
    """
    scores = [_read(path) for path in paths]
    # clusters have no names that could be right
    columns = {key: column for key, column in _COLUMNS.items() if key != "tag_acc" or any(map(_has_names, scores))}
    rows = [
        [path.stem, *(form.format(one[key]) if key in one else "-" for key, (_, form) in columns.items())]
        for path, one in zip(paths, scores, strict=True)
    ]
    return ["Pipeline", *(name for name, _ in columns.values())], rows


def terminal_table(header: Row, rows: list[Row]) -> str:
    """Lay out a comparison for the terminal.

    header (list[str]), rows (list[list[str]]): See `compare_scores`.
    RETURNS (str): The table.
    """
    return wasabi.table(rows, header=header, divider=True, aligns=_aligns(header), max_col=60)


def markdown_table(header: Row, rows: list[Row]) -> str:
    """Lay out a comparison in Markdown.

    header (list[str]), rows (list[list[str]]): See `compare_scores`.
    RETURNS (str): The table, with a line end after each row.
    """
    return wasabi.MarkdownRenderer().table(rows, header, aligns=_aligns(header)) + "\n"


def _aligns(header: Row) -> list[Literal["l", "r", "c"]]:
    return ["l" if column == 0 else "r" for column in range(len(header))]


def _has_names(scores: dict[str, Any]) -> bool:
    return bool(scores.get("tag_acc"))


def _read(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise UserError(Errors.D009.format(path=path, why="no such file"))
    try:
        scores = json.loads(path.read_text("utf8"))
    except (ValueError, RecursionError) as err:
        raise UserError(Errors.D009.format(path=path, why=err)) from err
    if not isinstance(scores, dict) or "many_to_one" not in scores:
        raise UserError(Errors.D009.format(path=path, why="there is no many_to_one in it"))
    if not all(type(scores.get(key, 0)) in (int, float) for key in _COLUMNS):
        raise UserError(Errors.D009.format(path=path, why="a score in it is not a number"))
    return scores
