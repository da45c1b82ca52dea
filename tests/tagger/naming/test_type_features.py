import numpy as np
import pytest

from spacy_svd2.shared.numerics import one_hot
from spacy_svd2.tagger.counting.counts import BigramCounts
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.forms.suffix_means import SuffixMeans
from spacy_svd2.tagger.induction.clustering_levels import build_clusterings
from spacy_svd2.tagger.naming import type_features as module
from spacy_svd2.tagger.naming.type_features import TypeFeatures, type_features, with_tags

GROUPS = ("DESCRIPTORS", "PROFILES", "SMOOTHED", "CLUSTERS", "SUFFIXES", "PREFIXES", "SHAPES", "FREQUENCY")


def weigh(patch: pytest.MonkeyPatch, **weights: float) -> None:
    """Give groups of features a weight; all others are left out."""
    for name, weight in {**dict.fromkeys(GROUPS, 0.0), **weights}.items():
        patch.setattr(module, name, weight)


def test_one_hot_has_a_column_a_label():
    assert one_hot(np.array([2, 0])).toarray().tolist() == [[0, 0, 1], [1, 0, 0]]


def whole(features: TypeFeatures) -> np.ndarray:
    """All features of all types."""
    return np.hstack([features.dense, features.tags, features.indicators.toarray()])


def test_scores_are_those_of_the_rows(toy):
    features = type_features(toy, build_clusterings(toy, sizes=(2, 4)))
    table = whole(features)
    random = np.random.default_rng(0)
    coefficients, intercepts = random.normal(size=(3, table.shape[1])), random.normal(size=3)
    expected = table @ coefficients.T + intercepts
    np.testing.assert_allclose(features.scores(coefficients, intercepts), expected, rtol=1e-4, atol=1e-4)


def test_rows_leave_out_what_none_of_them_has(toy, monkeypatch):
    monkeypatch.setattr(module, "MIN_TYPES", 1)
    features = type_features(toy, build_clusterings(toy, sizes=(2, 4)))
    some = np.array([3, 0, 3])
    dense, indicators, columns = features.rows(some)
    expected = whole(features)[some]
    assert features.n_columns == expected.shape[1] > len(columns)
    np.testing.assert_array_equal(np.hstack([dense, indicators.toarray()]), expected[:, columns])
    assert not np.delete(expected, columns, axis=1).any()


def test_smoothed_features_are_those_of_the_other_words_of_like_suffix(toy, monkeypatch):
    weigh(monkeypatch, SMOOTHED=1.0)
    walks = toy.types.index("walks")

    def change(word: str) -> float:
        """How far the features of "walks" move when the descriptors of a word change sign."""
        clusterings = build_clusterings(toy, sizes=(2,))
        before = type_features(toy, clusterings).dense[walks]
        clusterings.descriptors[toy.types.index(word)] *= -1
        return float(np.linalg.norm(type_features(toy, clusterings).dense[walks] - before))

    assert change("barks") > 2 * change("walks")
    assert change("barks") > 2 * change("cat")


@pytest.mark.parametrize("group", GROUPS)
def test_a_weight_of_zero_removes_a_group(toy, monkeypatch, group):
    clusterings = build_clusterings(toy, sizes=(2, 4))
    monkeypatch.setattr(module, "MIN_TYPES", 2)
    weigh(monkeypatch, **{group: 1.0})
    features = type_features(toy, clusterings)
    assert bool(features.dense.any() or features.indicators.sum())
    weigh(monkeypatch)
    nothing = type_features(toy, clusterings)
    assert not nothing.dense.any()
    assert not nothing.indicators.sum()


def bare(counts: BigramCounts) -> TypeFeatures:
    n = counts.n_types
    like = SuffixMeans.build(counts.types, counts.counts, length=5, backing=20, max_tokens=10)
    return TypeFeatures(np.zeros((n, 1), np.float32), one_hot(np.arange(n)), np.zeros((n, 0), np.float32), like)


def test_guessed_tags_of_neighbours_and_like_forms(monkeypatch):
    counts = count_bigrams([["a", "b", "a"], ["c", "b"]]).by_frequency()
    a, b, c = (counts.types.index(word) for word in "abc")
    features = bare(counts)
    guess = np.zeros((3, 2), dtype=np.float32)
    guess[[a, c], 0] = guess[b, 1] = 1
    weigh(monkeypatch, NEIGHBOUR_TAGS=1.0, SUFFIX_TAGS=0.0)
    tags = with_tags(features, counts, guess).tags
    # the stream is "a b a c b": b is followed by "a" alone, of weight 1 / sqrt(2); "a" by b (the same) and c (1)
    one = 1 / np.sqrt(2)
    total = np.array([one + 1, 2 * one])  # after all types: a and c; b twice
    overall = total / total.sum()
    shares = (np.array([one, 0]) + 2 * overall) / (one + 2)
    np.testing.assert_allclose(tags[b, :2], np.sqrt(shares) - np.sqrt(overall), rtol=1e-5)
    shares = (np.array([1, one]) + 2 * overall) / (1 + one + 2)
    np.testing.assert_allclose(tags[a, :2], np.sqrt(shares) - np.sqrt(overall), rtol=1e-5)


def test_suffix_tags_are_those_of_other_words(monkeypatch):
    counts = count_bigrams([["xing", "ying", "cat", "dog"]]).by_frequency()
    features = bare(counts)
    guess = np.eye(2, dtype=np.float32)[[0, 0, 1, 1]]
    weigh(monkeypatch, NEIGHBOUR_TAGS=0.0, SUFFIX_TAGS=1.0)
    x, y, cat = (counts.types.index(word) for word in ("xing", "ying", "cat"))
    tags = with_tags(features, counts, guess).tags[:, 4:]
    assert tags[x, 0] > tags[cat, 0]
    guess[y] = [0, 1]
    moved = with_tags(features, counts, guess).tags[:, 4:]
    assert moved[x, 0] < tags[x, 0]


def test_scores_count_the_tags(toy):
    guess = np.eye(2, dtype=np.float32)[np.arange(toy.n_types) % 2]
    features = with_tags(type_features(toy, build_clusterings(toy, sizes=(2,))), toy, guess)
    table = whole(features)
    assert features.tags.shape == (toy.n_types, 6)
    coefficients, intercepts = np.random.default_rng(0).normal(size=(3, table.shape[1])), np.zeros(3)
    np.testing.assert_allclose(features.scores(coefficients, intercepts), table @ coefficients.T, rtol=1e-4, atol=1e-4)
