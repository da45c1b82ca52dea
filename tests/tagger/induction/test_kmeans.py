import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.shared.numerics import unit_rows
from spacy_svd2.tagger.induction import kmeans
from spacy_svd2.tagger.induction.kmeans import cluster, nearest


def points(seed: int, n: int, d: int) -> np.ndarray:
    """Random points on the product of two spheres, some halves zero."""
    rng = np.random.default_rng(seed)
    halves = [unit_rows(rng.normal(size=(n, d)).astype(np.float32)) * (rng.random((n, 1)) > 0.1) for _ in range(2)]
    return np.hstack(halves).astype(np.float32)


def reference(x: np.ndarray, weights: np.ndarray, k: int, split: int, max_iter: int) -> tuple[np.ndarray, np.ndarray]:
    """The paper's k-means, written plainly in float64."""
    x = x.astype(np.float64)
    centroids = x[:k].copy()
    labels = None
    for _ in range(max_iter):
        new = (x @ centroids.T).argmax(axis=1)
        if labels is not None and (new == labels).all():
            break
        labels = new
        for c in range(k):
            if (labels == c).any():
                mean = (weights[labels == c, None] * x[labels == c]).sum(axis=0)
                for half in (slice(None, split), slice(split, None)):
                    length = np.linalg.norm(mean[half])
                    centroids[c, half] = mean[half] / length if length > 0 else 0
    return labels, centroids


@given(st.integers(0, 10_000), st.integers(2, 60), st.integers(1, 4), st.integers(1, 8), st.integers(1, 30))
def test_against_a_plain_version(seed: int, n: int, d: int, k: int, max_iter: int) -> None:
    x = points(seed, n, d)
    weights = np.sort(np.random.default_rng(seed).integers(1, 1000, n))[::-1].copy()
    k = min(k, n)
    labels, centroids = cluster(x, weights, k, split=d, max_iter=max_iter)
    expected, expected_centroids = reference(x, weights, k, d, max_iter)
    similarity = x.astype(np.float64) @ expected_centroids.T
    best = np.sort(similarity, axis=1)
    if k > 1 and ((best[:, -1] - best[:, -2]) < 1e-5).any():
        return  # a tie that float32 may break the other way
    np.testing.assert_array_equal(labels, expected)
    np.testing.assert_allclose(centroids, expected_centroids, atol=1e-4)


def test_obvious_groups() -> None:
    x = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [0.8, 0.6, 0.8, 0.6], [0, 1, 0.6, 0.8]], dtype=np.float32)
    labels, centroids = cluster(x, np.array([9, 8, 2, 1]), 2, split=2, max_iter=10)
    assert labels.tolist() == [0, 1, 0, 1]
    mean = (9 * x[0] + 2 * x[2])[:2]
    np.testing.assert_allclose(centroids[0, :2], mean / np.linalg.norm(mean), atol=1e-6)


def test_ties_go_to_the_lowest_number() -> None:
    x = np.array([[1, 0, 1, 0], [1, 0, 1, 0], [0, 0, 0, 0]], dtype=np.float32)
    assert cluster(x, np.array([3, 2, 1]), 2, split=2, max_iter=10)[0].tolist() == [0, 0, 0]


def test_an_emptied_cluster_keeps_its_centroid() -> None:
    x = np.array([[1, 0, 1, 0], [1, 0, 1, 0], [0, 1, 0, 1]], dtype=np.float32)
    _, centroids = cluster(x, np.array([3, 2, 1]), 2, split=2, max_iter=10)
    np.testing.assert_array_equal(centroids[1], x[1])


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    x = points(1, 200, 5)
    weights = np.arange(200, 0, -1)
    whole = cluster(x, weights, 20, split=5, max_iter=50)
    monkeypatch.setattr(kmeans, "BLOCK_BYTES", 1000)
    blocks = cluster(x, weights, 20, split=5, max_iter=50)
    np.testing.assert_array_equal(whole[0], blocks[0])
    np.testing.assert_allclose(whole[1], blocks[1], atol=1e-6)


def test_nearest_of_nothing() -> None:
    assert nearest(np.zeros((0, 2), dtype=np.float32), np.ones((3, 2), dtype=np.float32)).shape == (0,)
