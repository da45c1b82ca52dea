import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.metrics import mutual_info_score

from spacy_svd2.tagger.induction.merging import merge_down


def information(table: np.ndarray, labels: np.ndarray) -> float:
    """Mutual information of class and neighbour, times tokens, summed over both sides, by scikit-learn."""
    half = table.shape[1] // 2
    total = 0.0
    for side in (table[:, :half], table[:, half:]):
        rows, columns = np.nonzero(side)
        repeated = [np.repeat(values, side[rows, columns]) for values in (labels[rows], columns)]
        total += mutual_info_score(*repeated) * side.sum()
    return total


@given(st.integers(0, 500), st.integers(2, 6))
def test_first_merge_loses_least(seed: int, n: int) -> None:
    table = np.random.default_rng(seed).integers(1, 9, (n, 6))
    merged = merge_down(sparse.csr_array(table), np.arange(n, dtype=np.int32), n - 1)
    best = -np.inf
    for i in range(n):
        for j in range(i + 1, n):
            candidate = np.arange(n)
            candidate[j] = i
            best = max(best, information(table, candidate))
    assert information(table, merged) == pytest.approx(best, abs=1e-6)


def test_like_goes_with_like() -> None:
    table = np.array([[9, 0, 9, 0], [0, 9, 0, 9], [8, 1, 8, 0], [1, 8, 0, 8]])
    assert merge_down(sparse.csr_array(table), np.arange(4, dtype=np.int32), 2).tolist() == [0, 1, 0, 1]


def test_few_enough_already_only_closes_gaps() -> None:
    labels = np.array([5, 2, 5], dtype=np.int32)
    assert merge_down(sparse.csr_array(np.ones((3, 2))), labels, 3).tolist() == [1, 0, 1]


@given(st.integers(0, 100), st.integers(1, 8))
def test_number_of_clusters(seed: int, k: int) -> None:
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 8, 30).astype(np.int32)
    merged = merge_down(sparse.csr_array(rng.poisson(1, (30, 6))), labels, k)
    assert sorted(set(merged.tolist())) == list(range(min(k, len(set(labels.tolist())))))
