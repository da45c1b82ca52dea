"""Descriptions of contexts by vectors: worked examples, and what they must not depend on."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.senses.model.context_vectors import VectorSource, describe_context, unit_vectors
from spacy_svd2.senses.model.contexts import ContextWindow
from spacy_svd2.senses.model.feature_space import add_described, combine
from spacy_svd2.senses.model.settings import VECTOR_SHARES, ModelSettings, default_candidates

VECTORS = np.array([[4, 0], [0, 2], [9, 9], [0, 0], [0, 3]])
WINDOW = ContextWindow(window=2)


def test_a_worked_example():
    found = describe_context(VECTORS, 2, 3, WINDOW, target=False)
    assert found.tolist() == pytest.approx([0.5**0.5, 1 + 0.5**0.5])
    with_target = describe_context(VECTORS, 2, 3, WINDOW, target=True)
    assert with_target.tolist() == pytest.approx([*found, 0.5**0.5, 0.5**0.5])
    assert describe_context(VECTORS, 0, 5, WINDOW, target=False).tolist() == [0, 0]
    assert describe_context(VECTORS, 3, 4, ContextWindow(window=1), target=False).tolist() == pytest.approx(
        [0.5**0.5, 1 + 0.5**0.5]
    )


@given(st.integers(0, 30), st.integers(1, 3), st.integers(1, 6), st.integers(0, 100))
def test_what_is_beyond_the_window_makes_no_difference(start, length, window, seed):
    vectors = np.random.default_rng(seed).normal(size=(34, 3))
    end, reach = start + length, ContextWindow(window=window)
    low = max(0, start - window)
    part = describe_context(vectors[low : end + window], start - low, end - low, reach, target=True)
    assert describe_context(vectors, start, end, reach, target=True).tolist() == part.tolist()


def test_vectors_that_are_not_finite_count_as_none():
    found = unit_vectors(np.array([[3, 4], [0, 0], [np.nan, 1], [np.inf, 1], [1e308, 1e308]]))
    assert found[0].tolist() == [0.6, 0.8]
    assert not found[1:4].any()
    assert np.isfinite(found).all()


def test_the_blocks_of_each_kind():
    assert VectorSource("vectors", 3).bounds == [(0, 3)]
    assert VectorSource("tensor", 3).bounds == [(0, 3), (3, 6)]
    assert (VectorSource("tensor", 3).size, VectorSource("function", 5).size) == (6, 5)


def test_kernels_are_added_up():
    features, latent, vectors = np.full((1, 1), 0.5), np.full((1, 1), 0.1), np.full((1, 1), 0.9)
    assert combine([features], latent, 0.25, vectors, 0.5)[0, 0] == pytest.approx(0.5 * 0.4 + 0.5 * 0.9)
    assert combine([features], latent, 0.25, vectors, 0.0)[0, 0] == pytest.approx(0.4)
    assert combine([features], None, 0.25, vectors, 0.2)[0, 0] == pytest.approx(0.58)


def test_a_described_context_is_known_in_the_share_of_vectors():
    dense = np.array([[7.0, 0.0, 1.0], [7.0, 0.0, 0.0]])
    assert add_described(np.array([0.5, 0.5]), dense, [(1, 3)], 0.4).tolist() == [0.7, 0.5]
    assert add_described(np.array([0.5, 0.5]), None, [(1, 3)], 0.4).tolist() == [0.5, 0.5]


def test_candidates_with_vectors_hold_all_that_there_are_without():
    with_vectors = default_candidates(5000, vectors=True)
    assert len(with_vectors) == len(VECTOR_SHARES) * len(default_candidates(5000))
    assert set(default_candidates(5000)) <= set(with_vectors)
    assert with_vectors[0].vectors > 0


def test_settings_without_vectors_are_saved_as_before():
    assert "vectors" not in ModelSettings().to_dict()
    found = ModelSettings(vectors=0.3)
    assert ModelSettings.from_dict(found.to_dict()) == found
