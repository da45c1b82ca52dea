import pytest

from spacy_svd2.errors import UserError
from spacy_svd2.senses.evaluation.scoring import bootstrap_interval, score_senses

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


def test_without_a_baseline_there_is_no_score_of_one() -> None:
    assert score_senses(WORDS, GOLD, ANSWERS).total.mfs_accuracy is None


def test_coarse_scoring_maps_both_sides() -> None:
    mapping = {"a1": "A", "a2": "A"}
    assert score_senses(["art"] * 2, [("a1",), ("a3",)], ["a2", "a1"], sense_map=mapping).total.n_correct == 1


def test_nothing_to_score() -> None:
    assert score_senses([], [], []).total.accuracy == 0
    assert bootstrap_interval([]) == (0, 0)
    with pytest.raises(UserError, match="K009"):
        score_senses(["a"], [], [])


def test_interval_holds_the_accuracy_and_narrows() -> None:
    few, many = bootstrap_interval([True, False] * 20), bootstrap_interval([True, False] * 2000)
    assert few[0] < many[0] < 0.5 < many[1] < few[1]
    assert many == bootstrap_interval([True, False] * 2000)
    assert many[1] - many[0] == pytest.approx(2 * 1.96 * (0.25 / 4000) ** 0.5, rel=0.1)
