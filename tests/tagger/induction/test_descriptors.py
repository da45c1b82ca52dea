import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

from spacy_svd2.shared.numerics import unit_rows
from spacy_svd2.tagger.induction.descriptors import describe, scale

COUNTS = sparse.csr_array(np.array([[4, 0, 1], [0, 9, 0], [0, 0, 0]]))


@pytest.mark.parametrize(
    ("scaling", "expected"),
    [
        ("raw", [[4, 0, 1], [0, 9, 0], [0, 0, 0]]),
        ("log", [[np.log(5), 0, np.log(2)], [0, np.log(10), 0], [0, 0, 0]]),
        ("sqrt", [[2, 0, 1], [0, 3, 0], [0, 0, 0]]),
        ("ppmi", [[np.log(4 * 14 / (5 * 4)), 0, np.log(14 / (5 * 1))], [0, np.log(9 * 14 / (9 * 9)), 0], [0, 0, 0]]),
        ("cca", [[4 / np.sqrt(5 * 4), 0, 1 / np.sqrt(5 * 1)], [0, 1, 0], [0, 0, 0]]),
        ("sqrt-cca", [[2 / np.sqrt(3 * 2), 0, 1 / np.sqrt(3 * 1)], [0, 1, 0], [0, 0, 0]]),
    ],
)
def test_scaling_by_hand(scaling: str, expected: list[list[float]]) -> None:
    np.testing.assert_allclose(scale(COUNTS, scaling).toarray(), expected, rtol=1e-12)


def test_scaling_leaves_its_input_alone() -> None:
    scale(COUNTS, "sqrt-cca")
    assert COUNTS.toarray().tolist() == [[4, 0, 1], [0, 9, 0], [0, 0, 0]]


counts = arrays(np.int64, st.tuples(st.integers(1, 12), st.integers(1, 6)), elements=st.integers(0, 5))


@given(counts, st.sampled_from(["raw", "log", "sqrt", "ppmi", "cca", "sqrt-cca"]), st.integers(1, 8))
def test_cosines_are_those_of_the_truncated_svd(table: np.ndarray, scaling: str, rank: int) -> None:
    matrix = sparse.csr_array(table)
    found = describe(matrix, matrix, scaling=scaling, rank=rank)
    u, s, _ = np.linalg.svd(scale(matrix, scaling).toarray(), full_matrices=False)
    kept = s[: rank + 1]
    if rank < len(s) and kept[-1] > 1e-6 * kept[0] and kept[-2] - kept[-1] < 1e-3 * kept[0]:
        return  # singular values that are equal at the cut have no unique truncation
    nonzero = s[:rank] > 1e-6 * max(s[0], 1e-9)
    expected = unit_rows((u[:, :rank] * s[:rank])[:, nonzero])
    for half in np.hsplit(found.values, 2):
        assert half.shape[1] <= min(rank, table.shape[1])
        lengths = np.linalg.norm(half, axis=1)
        solid = np.linalg.norm(expected, axis=1) * np.linalg.norm((u[:, :rank] * s[:rank]), axis=1) > 1e-3
        np.testing.assert_allclose(
            (half @ half.T)[np.ix_(solid, solid)], (expected @ expected.T)[np.ix_(solid, solid)], atol=2e-3
        )
        assert ((np.abs(lengths - 1) < 1e-5) | (lengths < 1e-5)).all()


@given(counts)
def test_the_largest_entry_of_each_singular_vector_is_positive(table: np.ndarray) -> None:
    vectors = describe(sparse.csr_array(table), sparse.csr_array(table), scaling="raw", rank=3).left
    size = np.abs(vectors)
    assert ((vectors > 0) & (size > size.max(axis=0) - 1e-6)).any(axis=0).all()


def test_singular_vectors_project_counts_to_the_same_descriptors() -> None:
    left = sparse.csr_array(np.array([[3, 1], [1, 2], [0, 5]]))
    right = sparse.csr_array(np.array([[1, 0], [2, 2], [4, 1]]))
    found = describe(left, right, scaling="raw", rank=2)
    again = np.hstack([unit_rows(left @ found.left), unit_rows(right @ found.right)])
    np.testing.assert_allclose(found.values, again, atol=1e-6)


def test_a_type_without_contexts_stays_zero() -> None:
    found = describe(COUNTS, COUNTS, scaling="raw", rank=2)
    assert not found.values[2].any()
