"""Checks of arrays that were read from a file."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

LARGEST_SCORE = 1e6
"""Of the logarithms that are added up to choose a tag; far beyond what any corpus gives, and no sum overflows."""


def ascending_within(columns: NDArray[Any], rows: NDArray[Any]) -> bool:
    """Whether the columns of each row of a sparse table ascend, none there twice.

    columns (NDArray): Of all rows, end to end.
    rows (NDArray): Where each row begins and the last ends.
    """
    ascends = np.diff(columns) > 0
    starts = rows[1:-1][(rows[1:-1] > 0) & (rows[1:-1] < len(columns))]
    ascends[starts - 1] = True
    return bool(ascends.all())


def probable(table: NDArray[Any]) -> bool:
    """Whether a table's rows are probabilities, as half precision keeps them."""
    sums = table.sum(axis=-1, dtype=np.float64)
    return bool((table >= 0).all() and (np.abs(sums - 1) < 0.05).all())


def moderate(table: NDArray[Any]) -> bool:
    """Whether all of a table's scores can be added up."""
    return float(np.abs(table).max(initial=0)) <= LARGEST_SCORE
