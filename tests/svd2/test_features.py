import numpy as np
import pytest

from spacy_svd2.svd2.features import FeatureSettings, affixes, one_hot, type_features
from spacy_svd2.svd2.ladder import build_ladder

OFF = dict.fromkeys(("descriptors", "profiles", "smoothed", "clusters", "suffixes", "prefixes", "shapes"), 0.0)


def test_affixes_pad_short_words():
    names, which = affixes(["walks", "eats", "s"], 2, "suffix")
    assert [names[i] for i in which] == ["ks", "ts", "\x02s"]
    names, which = affixes(["walks", "a"], 2, "prefix")
    assert [names[i] for i in which] == ["wa", "a\x02"]


def test_one_hot_has_a_column_a_label():
    assert one_hot(np.array([2, 0])).toarray().tolist() == [[0, 0, 1], [1, 0, 0]]


def test_scores_are_those_of_the_rows(toy):
    features = type_features(toy, build_ladder(toy, sizes=(2, 4)))
    table = features.rows(np.arange(toy.n_types))
    random = np.random.default_rng(0)
    coefficients, intercepts = random.normal(size=(3, table.shape[1])), random.normal(size=3)
    expected = table @ coefficients.T + intercepts
    np.testing.assert_allclose(features.scores(coefficients, intercepts), expected, rtol=1e-4, atol=1e-4)


def test_smoothed_features_are_those_of_the_other_words_of_like_suffix(toy):
    settings = FeatureSettings(**OFF | {"smoothed": 1.0}, frequency=0.0)
    walks = toy.types.index("walks")

    def change(word: str) -> float:
        """How far the features of "walks" move when the descriptors of a word change sign."""
        ladder = build_ladder(toy, sizes=(2,))
        before = type_features(toy, ladder, settings).dense[walks]
        ladder.descriptors[toy.types.index(word)] *= -1
        return float(np.linalg.norm(type_features(toy, ladder, settings).dense[walks] - before))

    assert change("barks") > 2 * change("walks")
    assert change("barks") > 2 * change("cat")


@pytest.mark.parametrize("group", [*OFF, "frequency"])
def test_a_weight_of_zero_removes_a_group(toy, group):
    ladder = build_ladder(toy, sizes=(2, 4))
    settings = FeatureSettings(**{**OFF, "frequency": 0.0, group: 1.0}, min_types=2)
    features = type_features(toy, ladder, settings)
    assert bool(features.dense.any() or features.indicators.sum())
    nothing = type_features(toy, ladder, FeatureSettings(**OFF, frequency=0.0))
    assert not nothing.dense.any()
    assert not nothing.indicators.sum()
