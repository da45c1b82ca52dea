from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.shared.numerics import all_below, are_offsets, ascending_within, one_hot

huge = st.integers(-(2**63), 2**63 - 1) | st.sampled_from([0, 1, 3, 2**62 + 7, -(2**62) - 2, 2**63 - 1, -(2**63)])
small = st.integers(0, 4)


@given(st.lists(huge | small, max_size=6), small, st.none() | small)
def test_offsets_against_numbers_that_cannot_wrap(numbers: list[int], size: int, n: int | None) -> None:
    ends = [0, *numbers, size]
    expected = all(low <= high for low, high in pairwise(ends)) and n in (None, len(ends) - 1)
    assert are_offsets(np.array(ends, dtype=np.int64), size, n) == expected
    assert all_below(np.array(numbers, dtype=np.int64), size) == all(0 <= number < size for number in numbers)


def test_differences_that_wrap_seem_to_ascend() -> None:
    offsets = np.array([0, 2**62 + 7, -(2**62) - 2, 3], dtype=np.int64)
    assert not are_offsets(offsets, 3)
    assert not ascending_within(offsets[1:], np.array([0, 3]))


@pytest.mark.parametrize("offsets", [np.zeros((1, 1), np.int64), np.zeros(0, np.int64), np.array([1, 1])])
def test_no_offsets(offsets: np.ndarray) -> None:
    assert not are_offsets(offsets, 0)


@pytest.mark.parametrize("labels", [[0, 3], [-1, 2]])
def test_labels_beyond_the_matrix_never_reach_scipy(labels: list[int]) -> None:
    with pytest.raises(ValueError, match="from 0 to 2"):
        one_hot(np.array(labels), 3)
