import numpy as np
import pytest

from spacy_svd2.shared.numerics import softmax
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.induction.clustering_levels import build_clusterings
from spacy_svd2.tagger.naming import propagation
from spacy_svd2.tagger.naming.propagation import left_out, propagate, prototype
from spacy_svd2.tagger.naming.type_features import type_features

NOUNS, VERBS, NAMES = ("cat", "dog", "cow", "hen"), ("sleeps", "barks", "eats", "walks"), ("ann", "bob", "eve", "joe")
TAGS = ["DET", "NOUN", "VERB", "PROPN", "PUNCT"]


@pytest.fixture
def spread(toy):
    features = type_features(toy, build_clusterings(toy, sizes=(2, 4)))

    def call(labels: dict[str, str], tags: list[str] = TAGS):
        rows = np.array([toy.types.index(word) for word in labels])
        targets = np.eye(len(tags), dtype=np.float32)[[tags.index(tag) for tag in labels.values()]]
        probabilities = propagate(features, toy, rows, targets)
        return {word: probabilities[i] for i, word in enumerate(toy.types)}

    return call


LABELS = {"the": "DET", "cat": "NOUN", "eats": "VERB", "ann": "PROPN", ".": "PUNCT"}


def test_labels_spread_to_words_of_like_contexts(spread):
    found = spread(LABELS)
    best = {word: TAGS[int(row.argmax())] for word, row in found.items()}
    assert {best[word] for word in NOUNS} == {"NOUN"}
    assert {best[word] for word in VERBS} == {"VERB"}
    assert {best[word] for word in NAMES} == {"PROPN"}


def test_probabilities_sum_to_one_and_labelled_words_keep_their_tag(spread):
    found = spread(LABELS)
    np.testing.assert_allclose(np.array(list(found.values())).sum(axis=1), 1, rtol=1e-5)
    for word, tag in LABELS.items():
        assert found[word].tolist() == np.eye(len(TAGS))[TAGS.index(tag)].tolist()


def test_no_tag_is_impossible_for_an_unlabelled_word(spread):
    assert (spread(LABELS)["dog"] > 0).all()


def test_two_tags_and_one(spread):
    tags = ["A", "B"]
    found = spread({"cat": "A", "eats": "B"}, tags=tags)
    assert found["dog"].argmax() == 0
    assert found["barks"].argmax() == 1
    assert all(row.argmax() == 0 for row in spread({"cat": "A"}, tags=tags).values())


def test_the_other_order_of_two_tags_gives_the_mirror_image(spread):
    one, other = spread({"cat": "A", "eats": "B"}, tags=["A", "B"]), spread({"cat": "B", "eats": "A"}, tags=["A", "B"])
    np.testing.assert_allclose(one["dog"], other["dog"][::-1], atol=1e-3)


def test_an_ambiguous_word_keeps_its_shares(toy):
    features = type_features(toy, build_clusterings(toy, sizes=(2, 4)))
    rows = np.array([toy.types.index(word) for word in ("cat", "eats", "dog")])
    targets = np.array([[1, 0], [0, 1], [0.5, 0.5]], dtype=np.float32)
    probabilities = propagate(features, toy, rows, targets)
    assert probabilities[rows[2]].tolist() == [0.5, 0.5]
    assert probabilities[toy.types.index("barks")].argmax() == 1


def test_self_training_needs_confidence(spread, monkeypatch):
    trained = spread(LABELS)["dog"]
    with monkeypatch.context() as patch:
        patch.setattr(propagation, "CONFIDENCE", 1.1)
        unsure = spread(LABELS)["dog"]
    monkeypatch.setattr(propagation, "ROUNDS", 0)
    never = spread(LABELS)["dog"]
    np.testing.assert_array_equal(unsure, never)
    assert trained[1] > never[1]


def test_a_tag_that_is_found_too_often_is_less_likely(toy):
    features = type_features(toy, build_clusterings(toy, sizes=(2, 4)))
    rows = np.array([toy.types.index(word) for word in ("cat", "eats", "dog", "barks")])
    targets = np.eye(2, dtype=np.float32)[[0, 1, 0, 1]]
    right, wrong = targets, np.full((4, 2), (0.9, 0.1), dtype=np.float32)
    fair, corrected = (propagate(features, toy, rows, targets, others) for others in (right, wrong))
    unlabelled = np.setdiff1d(np.arange(toy.n_types), rows)
    assert (corrected[unlabelled, 0] < fair[unlabelled, 0]).all()
    np.testing.assert_array_equal(
        propagate(features, toy, rows, targets, left_out(features, rows, targets)),
        propagate(features, toy, rows, targets),
    )


def test_the_rate_of_a_tag_weighs_rare_words_more(toy):
    rows = np.array([0, toy.n_types - 1])
    targets, others = np.eye(2, dtype=np.float32), np.array([[0, 1], [0, 1]], dtype=np.float32)
    n = toy.counts[rows]
    weights = 2 * n**-0.5 / (n**-0.5).sum()
    expected = (weights @ targets + 2) / (weights @ others + 2)
    np.testing.assert_allclose(propagation._rates(toy, rows, targets, others), expected, rtol=1e-6)


def test_propagation_is_deterministic(spread):
    assert spread(LABELS)["dog"].tobytes() == spread(LABELS)["dog"].tobytes()


def test_a_cluster_takes_the_tag_of_its_most_frequent_labelled_type():
    labels = np.array([0, 0, 0, 1, 2], dtype=np.int32)
    counts = np.array([9, 5, 4, 3, 2])
    targets = np.array([[0, 1], [1, 0], [1, 0]], dtype=np.float32)
    found = prototype(labels, counts, np.array([2, 1, 3]), targets)
    # type 1 (5 tokens) names cluster 0, type 2 keeps its own; cluster 2 has no label: 8 of 12 labelled tokens are tag 0
    np.testing.assert_allclose(found, [[1, 0], [1, 0], [0, 1], [1, 0], [8 / 12, 4 / 12]], rtol=1e-6)


@pytest.mark.parametrize("shift", [0, 1000, -1000])
def test_softmax_does_not_overflow(shift):
    np.testing.assert_allclose(softmax(np.array([[0, np.log(3)]], dtype=np.float64) + shift), [[0.25, 0.75]])


def test_numbers_take_the_tags_of_labelled_numbers(toy, monkeypatch):
    counts = count_bigrams(
        [[*sentence, number] for sentence in (["the", "cat", "eats"], ["ann", "barks"]) for number in "1234"]
    )
    counts = counts.by_frequency()
    features = type_features(counts, build_clusterings(counts, sizes=(2,)))
    labels = {"the": 0, "cat": 1, "1": 2, "2": 1}
    rows = np.array([counts.types.index(word) for word in labels])
    targets = np.eye(3, dtype=np.float32)[list(labels.values())]
    monkeypatch.setattr(propagation, "ROUNDS", 0)
    found = propagate(features, counts, rows, targets)
    monkeypatch.setattr(propagation, "KIND_STRENGTH", np.inf)
    left_alone = propagate(features, counts, rows, targets)
    three = counts.types.index("3")
    # two labelled numbers and the classifier as a third
    np.testing.assert_allclose(found[three], (left_alone[three] + [0, 1, 1]) / 3, rtol=1e-5)
    np.testing.assert_array_equal(found[rows], targets)
    others = [counts.types.index(word) for word in ("eats", "ann", "barks")]
    np.testing.assert_array_equal(found[others], left_alone[others])
