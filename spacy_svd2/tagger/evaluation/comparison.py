"""The scores of several pipelines side by side."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...errors import Errors, UserError
from .metric_table import METRICS, Kind, Metric

Row = list[str]


def compare_scores(paths: Sequence[Path]) -> tuple[Row, list[Row]]:
    """Read files of scores and make a table of the main scores: a row for each file, named after it.

    paths (Sequence[Path]): JSON files as `python -m spacy svd2 evaluate --output` writes them.
    RETURNS (tuple[list[str], list[list[str]]]): The header and the rows; a score that a file lacks is "-". The
        accuracy of tags by name is included if any file has one.
    RAISES (UserError): D009 a file is missing or holds no scores.
    """
    scores = [_read(path) for path in paths]
    # for clusters, accuracy by name is always 0
    columns = [
        (heading, metric)
        for heading, metric in _columns()
        if metric.kind is not Kind.NAMES or any(one.get(metric.key) for one in scores)
    ]
    rows = [
        [path.stem, *(metric.form.format(one[metric.key]) if metric.key in one else "-" for _, metric in columns)]
        for path, one in zip(paths, scores, strict=True)
    ]
    return ["Pipeline", *(heading for heading, _ in columns)], rows


def _columns() -> list[tuple[str, Metric]]:
    """The metrics that are compared, with their headings."""
    placed = sorted((metric.column, metric.key, metric) for metric in METRICS if metric.column is not None)
    return [(heading, metric) for (_, heading), _, metric in placed]


def _read(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise UserError(Errors.D009.format(path=path, why="no such file"))
    try:
        scores = json.loads(path.read_text("utf8"))
    except (ValueError, RecursionError) as err:
        raise UserError(Errors.D009.format(path=path, why=err)) from err
    if not isinstance(scores, dict) or "many_to_one" not in scores:
        raise UserError(Errors.D009.format(path=path, why="there is no many_to_one in it"))
    if not all(type(scores.get(key, 0)) in (int, float) for key in (metric.key for _, metric in _columns())):
        raise UserError(Errors.D009.format(path=path, why="a score in it is not a number"))
    return scores
