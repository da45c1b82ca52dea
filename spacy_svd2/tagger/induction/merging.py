"""Beyond the paper: merge clusters so that they keep as much information about their contexts as possible."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...shared.numerics import one_hot

F64 = NDArray[np.float64]
_TINY = 1e-300  # the logarithm of zero is not finite; zero times this one is zero, as it must be


def merge_down(contexts: sparse.csr_array, labels: NDArray[np.int32], k: int) -> NDArray[np.int32]:
    """Merge the two clusters that lose least mutual information with their contexts, until k are left.

    This is the greedy merging of Brown et al. (1992, section 3), with fixed context classes instead of the clusters
    themselves as contexts: I = sum over clusters z, sides and context classes c of P(z, c) log P(z, c) / (P(z) P(c)).
    A merge changes the rows of only two clusters, so the losses of all pairs are kept in a table, and only one row and
    column are recomputed. The time and memory are quadratic in the number of clusters.

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
    """Each row's part of the mutual information, up to terms that merging does not change, in nats times tokens.

    Of a cluster z with counts n(z, c): sum over c of n(z, c) log n(z, c), less n(z) log n(z), on both sides.
    """
    left, right = rows[..., :half], rows[..., half:]
    return _x_log_x(left).sum(-1) - _x_log_x(left.sum(-1)) + _x_log_x(right).sum(-1) - _x_log_x(right.sum(-1))


def _x_log_x(x: F64) -> F64:
    return x * np.log(np.maximum(x, _TINY))
