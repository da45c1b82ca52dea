"""Merging clusters down: fewer clusters that tell as much as possible about their contexts."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...shared.numerics import one_hot

F64 = NDArray[np.float64]


def merge_down(contexts: sparse.csr_array, labels: NDArray[np.int32], k: int) -> NDArray[np.int32]:
    """Merge the two clusters that lose least mutual information with their contexts, until k are left.

    The criterion of Brown et al. (1992), on fixed context classes. Quadratic in the number of clusters.

    contexts (csr_array): (N, 2 K), left and right context counts of each type.
    labels (NDArray): int32 (N,).
    k (int): Clusters wanted; clusters without members vanish first.
    RETURNS (NDArray): int32 (N,), numbers from 0 without gaps.
    """
    used, numbers = np.unique(labels, return_inverse=True)
    n, half = len(used), contexts.shape[1] // 2
    member = one_hot(numbers, n, np.float64)
    rows = (member.T @ contexts).toarray().astype(np.float64)
    own = _information(rows, half)
    loss = np.full((n, n), np.inf)
    for i in range(n - 1):
        loss[i, i + 1 :] = own[i] + own[i + 1 :] - _information(rows[i] + rows[i + 1 :], half)
    root = np.arange(n)
    gone = np.zeros(n, dtype=bool)
    for _ in range(n - k):
        i, j = divmod(int(loss.argmin()), n)
        rows[i] += rows[j]
        gone[j] = True
        root[root == j] = i
        loss[j] = loss[:, j] = np.inf
        own[i] = _information(rows[i], half)
        fresh = np.where(gone, np.inf, own[i] + own - _information(rows[i] + rows, half))
        loss[i, i + 1 :], loss[:i, i] = fresh[i + 1 :], fresh[:i]
    return np.unique(root, return_inverse=True)[1][numbers].astype(np.int32)


def _information(rows: F64, half: int) -> F64:
    """Each row's part of the mutual information, in nats times tokens, up to terms that merging does not change."""
    left, right = rows[..., :half], rows[..., half:]
    return _x_log_x(left).sum(-1) - _x_log_x(left.sum(-1)) + _x_log_x(right).sum(-1) - _x_log_x(right.sum(-1))


def _x_log_x(x: F64) -> F64:
    return x * np.log(np.maximum(x, 1e-300))
