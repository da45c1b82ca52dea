from pathlib import Path

import pytest

from spacy_svd2.errors import UserError
from spacy_svd2.senses.corpora.senseval import read_sensemap, read_senseval
from spacy_svd2.senses.evaluation.scoring import bootstrap_interval, most_frequent_senses, score_senses

WORDS = ["art", "art", "art", "bar", "bar"]
GOLD = [("a1",), ("a2", "a1"), ("U",), ("b1",), ()]
ANSWERS = ["a1", "a1", "a2", None, "b1"]


def test_scores_by_hand() -> None:
    found = score_senses(WORDS, GOLD, ANSWERS, most_frequent={"art": "a2", "bar": "b1"})
    total = found.total
    assert (total.n_instances, total.n_answered, total.n_correct) == (4, 3, 2)
    assert (total.accuracy, total.recall, total.coverage) == (0.5, 0.5, 0.75)
    assert total.precision == pytest.approx(2 / 3)
    assert total.f1 == pytest.approx(2 * (2 / 3) * 0.5 / (2 / 3 + 0.5))
    assert total.mfs_accuracy == 0.5
    assert found.per_word["art"].accuracy == pytest.approx(2 / 3)
    assert found.per_word["bar"].precision == 0
    assert set(found.to_dict()) >= {
        "accuracy",
        "precision",
        "recall",
        "coverage",
        "mfs_accuracy",
        "n_instances",
        "per_word",
    }


def test_first_answers_and_ignored_senses() -> None:
    assert score_senses(WORDS, GOLD, ANSWERS, first_only=True).total.n_correct == 1
    assert score_senses(WORDS, GOLD, ANSWERS, ignored=("U",)).total.n_instances == 3
    assert score_senses(WORDS, GOLD, ANSWERS).total.mfs_accuracy is None


def test_coarse_scoring_maps_both_sides() -> None:
    mapping = {"a1": "A", "a2": "A"}
    assert score_senses(["art"] * 2, [("a1",), ("a3",)], ["a2", "a1"], sense_map=mapping).total.n_correct == 1


def test_nothing_to_score() -> None:
    assert score_senses([], [], []).total.accuracy == 0
    assert bootstrap_interval([]) == (0, 0)
    with pytest.raises(UserError, match="K009"):
        score_senses(["a"], [], [])


def test_most_frequent_senses() -> None:
    words, gold = ["x"] * 5 + ["y"], [("b",), ("a", "b"), ("a", "U"), ("U",), ("U",), ("P",)]
    assert most_frequent_senses(words, gold) == {"x": "U", "y": "P"}
    assert most_frequent_senses(words, gold, ignored=("U", "P")) == {"x": "a"}
    assert most_frequent_senses(words, gold, first_only=True, ignored=("U",)) == {"x": "a", "y": "P"}


def test_interval_holds_the_accuracy_and_narrows() -> None:
    few, many = bootstrap_interval([True, False] * 20), bootstrap_interval([True, False] * 2000)
    assert few[0] < many[0] < 0.5 < many[1] < few[1]
    assert many == bootstrap_interval([True, False] * 2000)
    assert many[1] - many[0] == pytest.approx(2 * 1.96 * (0.25 / 4000) ** 0.5, rel=0.1)


@pytest.mark.corpora
def test_senseval2_baselines(corpora: Path) -> None:
    folder = corpora / "wsd/senseval2-english"
    train = list(read_senseval(folder / "train.xml.gz", key=folder / "train.key"))
    test = list(read_senseval(folder / "test.xml.gz", key=folder / "test.key"))
    words, gold = [item.word for item in test], [item.senses for item in test]

    def baseline(**options: object) -> float:
        known = [item.word for item in train], [item.senses for item in train]
        frequent = most_frequent_senses(*known, **options)
        return round(100 * score_senses(words, gold, [frequent[word] for word in words]).total.accuracy, 1)

    assert baseline() == 48.3
    assert baseline(first_only=True, ignored=("U", "P")) == 47.6
    coarse = read_sensemap(folder / "sensemap")
    assert score_senses(words, gold, [item[0] for item in gold], sense_map=coarse).total.accuracy == 1
