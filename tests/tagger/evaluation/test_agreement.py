import numpy as np
import pytest
from spacy.strings import StringStore

from spacy_svd2.tagger.evaluation.agreement import Mistake, TagScore, compare_with_gold
from spacy_svd2.tagger.evaluation.scorer import ScoredTokens

WORDS = ["the", "cat", "run", "the", "run", "run", "dog", "a"]
GOLD = ["DET", "NOUN", "VERB", "DET", "NOUN", "VERB", "NOUN", "DET"]


def tokens(predicted: list[str], strings: StringStore) -> ScoredTokens:
    rows = [[strings.add(text) if text else 0 for text in texts] for texts in (WORDS, predicted, GOLD)]
    return ScoredTokens(*np.array(rows, np.uint64))


def test_clusters_count_as_their_most_common_gold_tag() -> None:
    strings = StringStore()
    clusters = ["C0", "C1", "C2", "C0", "C2", "C2", "C1", "C1"]
    found = compare_with_gold(tokens(clusters, strings), strings, ["C0", "C1", "C2"])
    assert found.mapped == {"C0": "DET", "C1": "NOUN", "C2": "VERB"}
    assert found.tags == ["NOUN", "DET", "VERB"]  # as many in gold, but NOUN is said more often
    assert found.matrix == [[2, 0, 1], [1, 2, 0], [0, 0, 2]]
    assert found.accuracy == 6 / 8 == found.scores["many_to_one"]
    assert found.tag_scores[0] == TagScore("NOUN", 3, 3, 2 / 3, 2 / 3, pytest.approx(2 / 3))
    assert found.tag_scores[2].precision == 2 / 3
    assert found.mistakes == [Mistake("NOUN", "VERB", 1, ["run"]), Mistake("DET", "NOUN", 1, ["a"])]


def test_names_count_as_they_are() -> None:
    strings = StringStore()
    predicted = ["DET", "VERB", "VERB", "DET", "ODD", "VERB", "", "C9"]
    found = compare_with_gold(tokens(predicted, strings), strings, ["C9"])
    assert found.mapped == {"C9": "DET"}
    assert found.accuracy == 5 / 8
    assert set(found.tags) == {"DET", "NOUN", "VERB", "ODD", "(none)"}
    assert found.tags[:3] == ["DET", "NOUN", "VERB"]
    assert [score.tag for score in found.tag_scores] == ["DET", "NOUN", "VERB"]
    assert found.tag_scores[1] == TagScore("NOUN", 3, 0, 0.0, 0.0, 0.0)
    assert sum(mistake.n for mistake in found.mistakes) == 3


def test_a_gold_tag_that_is_called_like_a_cluster_stays() -> None:
    strings = StringStore()
    found = compare_with_gold(tokens(GOLD, strings), strings, ["DET"])
    assert (found.mapped, found.accuracy, found.mistakes) == ({}, 1.0, [])


def test_words_of_a_mistake_by_frequency() -> None:
    strings = StringStore()
    found = compare_with_gold(tokens(["NOUN"] * 8, strings), strings, [], n_mistakes=1, n_words=1)
    assert found.mistakes == [Mistake("DET", "NOUN", 3, ["the"])]
