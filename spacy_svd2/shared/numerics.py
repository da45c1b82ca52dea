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
    if not all_below(labels, width):  # scipy would read and write beyond its arrays
        raise ValueError(f"labels must be whole numbers from 0 to {width - 1}")
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


MOST_TOKENS = 1 << 53
"""Tokens that counts may have: no corpus has as many, double precision holds them, and a few sums don't wrap."""


def are_offsets(offsets: NDArray[Any], size: int, n: int | None = None) -> bool:
    """Whether an array says where each stretch of a table begins and the last one ends.

    Neighbours are compared, not subtracted: the difference of two huge numbers wraps, and seems small.

    offsets (NDArray): The array, perhaps of a hostile file.
    size (int): Entries of the table.
    n (int): How many stretches there must be; any number by default.
    """
    fits = offsets.ndim == 1 and len(offsets) > 0 and (n is None or len(offsets) == n + 1)
    return fits and bool(offsets[0] == 0 and offsets[-1] == size and (offsets[1:] >= offsets[:-1]).all())


def all_below(numbers: NDArray[Any], n: int, *, least: int = 0) -> bool:
    """Whether all numbers of an array are from `least` to n - 1, as indices must be before scipy sees them."""
    return bool((numbers >= least).all() and (numbers < n).all())


def ascending_within(columns: NDArray[Any], rows: NDArray[Any]) -> bool:
    """Whether the columns of each row of a sparse table ascend, none there twice.

    columns (NDArray): Of all rows, end to end.
    rows (NDArray): Where each row begins and the last ends, checked with `are_offsets`.
    """
    ascends = columns[1:] > columns[:-1]
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
