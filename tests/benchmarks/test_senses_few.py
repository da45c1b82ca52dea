"""Few examples of each sense: how they are drawn, and how calibration is measured."""

import pytest

from benchmarks.senses_few import calibration_error, draw_examples, measure
from spacy_svd2.senses.model.contexts import Context
from spacy_svd2.senses.model.sense_model import Occurrence


def occurrences(count: int) -> list[Occurrence]:
    contexts = {"money": "the bank lends money", "shore": "river and bank and reeds"}
    items = []
    for number in range(count):
        sense = ("money", "shore")[number % 2]
        words = [*contexts[sense].split(), f"w{number}"]
        items.append(Occurrence("bank", Context(words), words.index("bank"), words.index("bank") + 1, (sense,)))
    return items


def test_so_many_of_each_sense_are_drawn_and_the_rest_has_no_labels() -> None:
    known, rest = draw_examples(occurrences(20), 3)
    assert sorted(item.senses for item in known) == [("money",)] * 3 + [("shore",)] * 3
    assert len(rest) == 14
    assert not any(item.senses for item in rest)
    assert draw_examples(occurrences(20), 3, seed=1)[0] != known


def test_calibration_error_by_hand() -> None:
    # bin 9: mean score 0.95, accuracy 0.5; bin 2: mean score 0.25, accuracy 0
    assert calibration_error([0.95, 0.95, 0.25, 0.25], [True, False, False, False]) == pytest.approx(0.35)
    assert calibration_error([1.0, 1.0], [True, True]) == 0
    assert calibration_error([], []) == 0


def test_all_methods_are_measured() -> None:
    rows = list(measure((occurrences(40), occurrences(6)), 3, 2))
    assert [row["method"] for row in rows] == ["naive_bayes", "maximum_entropy", "svm", "default", "raw text"]
    assert all(row["accuracy"] > 0.9 for row in rows)
