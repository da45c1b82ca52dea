"""Weights of binary features: none, inverse document frequency, information gain, gain ratio."""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Weighting = Literal["none", "idf", "info_gain", "gain_ratio"]
WEIGHTINGS: tuple[Weighting, ...] = ("none", "idf", "info_gain", "gain_ratio")


def feature_weights(matrix: Any, labels: NDArray[Any], kind: Weighting, *, sqrt: bool = False) -> NDArray[np.float32]:
    """Weigh features by training data.

    matrix (csr_array): Binary training vectors, (n, f).
    labels (ndarray): Share of each sense in each training vector, (n, s); rows add up to 1.
    kind (str): "none" (1), "idf" (log of the inverse share of vectors that have the feature), "info_gain"
        (how much the feature tells of the sense, in nats), or "gain_ratio" (that over the feature's own entropy;
        Quinlan 1993).
    sqrt (bool): Take the square root.
    RETURNS (ndarray): (f,), float32; 0 for features that no vector has, unless the kind is "none".
    """
    if kind == "none":
        return np.ones(matrix.shape[1], dtype=np.float32)
    size = matrix.shape[0]
    counts = np.asarray(matrix.sum(axis=0), dtype=np.float64).ravel()
    if kind == "idf":
        weights = np.where(counts > 0, np.log((size + 1) / np.maximum(counts, 1)), 0)
    else:
        weights = _information_gain(matrix, labels, counts)
        if kind == "gain_ratio":
            own = _entropy(np.stack([counts, size - counts], axis=1))
            weights = np.divide(weights, own, out=np.zeros_like(weights), where=own > 1e-12)
    weights = np.maximum(weights, 0)
    return (np.sqrt(weights) if sqrt else weights).astype(np.float32)


def _information_gain(matrix: Any, labels: NDArray[Any], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    size = matrix.shape[0]
    labels = labels.astype(np.float64)
    with_feature = np.asarray(matrix.T @ labels)
    total = labels.sum(axis=0)
    share = counts / size
    inside, outside = _entropy(with_feature), _entropy(np.maximum(total - with_feature, 0))
    return _entropy(total[None])[0] - share * inside - (1 - share) * outside


def _entropy(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Entropy in nats of each row of counts; 0 for rows of zeros."""
    total = counts.sum(axis=1, keepdims=True)
    shares = np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)
    logs = np.log(shares, out=np.zeros_like(shares), where=shares > 0)
    return -(shares * logs).sum(axis=1)
