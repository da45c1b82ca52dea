"""Small helpers on arrays: softmax, one-hot rows, unit rows, and checks of arrays that a file holds."""

from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy import sparse

Floats = TypeVar("Floats", bound=NDArray[np.floating[Any]])


def softmax(scores: Floats) -> Floats:
    """Turn log-probabilities up to a constant into probabilities, row by row.

    scores (NDArray): (n, k), finite.
    RETURNS (NDArray): (n, k), of the same precision; rows sum to one.
    """
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))  # less the largest, so that nothing overflows
    probabilities: Floats = powers / powers.sum(axis=1, keepdims=True)
    return probabilities


def one_hot(labels: NDArray[Any], k: int | None = None, dtype: Any = np.float32) -> "sparse.csr_array":
    """Make the indicator matrix of labels: a one in each row, in the column of its label.

    labels (NDArray): Whole numbers from 0 to k - 1, (n,).
    k (int): Number of columns; by default the largest label and one.
    dtype (Any): Of the ones.
    RETURNS (csr_array): (n, k).
    """
    from scipy import sparse  # here, because `softmax` alone is wanted where scipy must not be imported

    n = len(labels)
    width = int(labels.max(initial=0)) + 1 if k is None else k
    return sparse.csr_array((np.ones(n, dtype=dtype), labels, np.arange(n + 1)), shape=(n, width))


def unit_rows(rows: Floats) -> Floats:
    """Scale rows to length one; zero rows stay zero.

    rows (NDArray): (n, d).
    RETURNS (NDArray): (n, d), of the same precision.
    """
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Floats = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return scaled


Contradictions = list[tuple[str, str]]
"""The name of each array that is wrong, and what is wrong with it."""

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
