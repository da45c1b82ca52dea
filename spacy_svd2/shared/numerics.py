"""Small array helpers that several models use."""

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
