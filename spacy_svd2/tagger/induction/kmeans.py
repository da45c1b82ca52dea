"""Step 3, weighted k-means on the product of two unit spheres (Lamar et al. 2010, section 2)."""

import numpy as np
from numpy.typing import NDArray

from ...shared.numerics import unit_rows
from ..settings import Settings
from .descriptors import Descriptors

BLOCK_BYTES = 256 << 20
"""Memory that a table of similarities may take."""


def cluster_types(
    descriptors: Descriptors, counts: NDArray[np.int64], k: int, settings: Settings
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Run k-means on types of frequency `min_count` or more (at least k); the rest go to the nearest centroid.

    descriptors (Descriptors): Of all N types, sorted by frequency.
    counts (NDArray): int64 (N,).
    k (int): Number of clusters, at most N.
    settings (Settings): See `min_count` and `max_iter` there.
    RETURNS (tuple): int32 (N,) cluster of each type; float32 (k, d) centroids.
    """
    n = max(k, int(np.searchsorted(-counts, -settings.min_count, side="right")))
    points, split = descriptors.values, descriptors.left.shape[1]
    labels, centroids = cluster(points[:n], counts[:n], k, split=split, max_iter=settings.max_iter)
    return np.concatenate([labels, nearest(points[n:], centroids)]), centroids


def centroids_of(
    descriptors: Descriptors, counts: NDArray[np.int64], labels: NDArray[np.int32], k: int
) -> NDArray[np.float32]:
    """The centroids of any clustering, as k-means computes them.

    descriptors (Descriptors): Of N types.
    counts (NDArray): int64 (N,), their weights.
    labels (NDArray): int32 (N,), the cluster of each.
    k (int): Number of clusters.
    RETURNS (NDArray): float32 (k, d); zero for a cluster without members.
    """
    points, split = descriptors.values, descriptors.left.shape[1]
    sums = np.zeros((k, points.shape[1]), dtype=np.float64)
    _add(sums, points, counts, np.arange(len(points)), labels, 1)
    return np.hstack([unit_rows(sums[:, :split]), unit_rows(sums[:, split:])]).astype(np.float32)


def cluster(
    points: NDArray[np.float32], weights: NDArray[np.int64], k: int, *, split: int, max_iter: int
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Assign every point to the centroid with the greatest dot product, which is the sum of two cosines.

    The first centroids are the first k points, the most frequent types; with a random start, the paper reports four to
    eight points less accuracy. A centroid is the mean of its members weighted by frequency, so that rare types hardly
    move it, with each half rescaled to unit length. A centroid without members does not move. Ties go to the lowest
    number.

    points (NDArray): float32 (n, d), both halves of unit length or zero, sorted by frequency.
    weights (NDArray): (n,), the frequencies.
    k (int): Number of clusters, at most n.
    split (int): Where the right half begins.
    max_iter (int): Most rounds, if points still change clusters.
    RETURNS (tuple): int32 (n,) cluster of each point; float32 (k, d) centroids.
    """
    centroids = points[:k].copy()
    labels = np.full(len(points), -1, dtype=np.int32)
    sums = np.zeros(centroids.shape, dtype=np.float64)
    assign = _Assigner(points, k)
    moved = np.arange(k)
    for _ in range(max_iter):
        new = assign(centroids, moved)
        switched = np.flatnonzero(new != labels)
        if not len(switched):  # converged
            break
        old = labels[switched]
        _add(sums, points, weights, switched, new[switched], 1)
        _add(sums, points, weights, switched[old >= 0], old[old >= 0], -1)
        moved = np.setdiff1d(np.union1d(old, new[switched]), [-1])
        labels = new
        filled = moved[np.bincount(labels, minlength=k)[moved] > 0]
        for half in (slice(None, split), slice(split, None)):
            centroids[filled, half] = unit_rows(sums[filled, half])
    return labels, centroids


def nearest(points: NDArray[np.float32], centroids: NDArray[np.float32]) -> NDArray[np.int32]:
    """Find the nearest centroid of each point, in blocks of bounded memory.

    points (NDArray): float32 (n, d).
    centroids (NDArray): float32 (k, d).
    RETURNS (NDArray): int32 (n,), ties to the lowest number.
    """
    labels = np.empty(len(points), dtype=np.int32)
    step = max(1, BLOCK_BYTES // (4 * len(centroids)))
    for start in range(0, len(points), step):
        labels[start : start + step] = (points[start : start + step] @ centroids.T).argmax(axis=1)
    return labels


class _Assigner:
    """Finds nearest centroids; if memory allows, only similarities to centroids that moved are computed again."""

    def __init__(self, points: NDArray[np.float32], k: int) -> None:
        self.points = points
        fits = 4 * len(points) * k <= BLOCK_BYTES
        self.similarities = np.empty((len(points), k), dtype=np.float32) if fits else None

    def __call__(self, centroids: NDArray[np.float32], moved: NDArray[np.int64]) -> NDArray[np.int32]:
        if self.similarities is None:
            return nearest(self.points, centroids)
        self.similarities[:, moved] = self.points @ centroids[moved].T
        return self.similarities.argmax(axis=1).astype(np.int32)


def _add(
    sums: NDArray[np.float64],
    points: NDArray[np.float32],
    weights: NDArray[np.int64],
    rows: NDArray[np.int64],
    clusters: NDArray[np.int32],
    sign: int,
) -> None:
    """Add weighted points to (or subtract them from) the sums of their clusters, in float64 to avoid drift."""
    order = np.argsort(clusters, kind="stable")
    present, first = np.unique(clusters[order], return_index=True)
    step = max(1, BLOCK_BYTES // (8 * max(1, points.shape[1])))
    bounds = [*first.tolist(), len(order)]
    for number, start, end in zip(present, bounds[:-1], bounds[1:], strict=True):
        for block in range(start, end, step):
            members = rows[order[block : min(end, block + step)]]
            sums[number] += sign * (weights[members] @ points[members].astype(np.float64))
