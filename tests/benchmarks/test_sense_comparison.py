"""Divisions into folds, and methods on them."""

from collections import Counter

import pytest

from benchmarks.sense_comparison import METHODS, TITLES, compare_methods, make_folds
from spacy_svd2.senses.model.contexts import Context
from spacy_svd2.senses.model.sense_model import Occurrence


def occurrence(number: int, sense: str, word: str = "w") -> Occurrence:
    return Occurrence(word, Context([f"{sense}{number % 2}", word, f"n{number}"]), 1, 2, (sense,))


def test_folds_are_stratified_and_each_occurrence_is_tested_once() -> None:
    items = [occurrence(n, "a") for n in range(20)] + [occurrence(n, "b") for n in range(10)]
    splits = make_folds(items, 5)
    assert [Counter(item.senses[0] for item in test) for _, test in splits] == [{"a": 4, "b": 2}] * 5
    assert sorted(map(id, (item for _, test in splits for item in test))) == sorted(map(id, items))
    for train, test in splits:
        assert not set(map(id, train)) & set(map(id, test))
        assert len(train) + len(test) == len(items)
    assert [[id(item) for item in test] for _, test in make_folds(items, 5)] == [
        [id(item) for item in test] for _, test in splits
    ]


def test_words_with_few_occurrences_and_rare_senses() -> None:
    few = [occurrence(n, "a", "few") for n in range(3)]
    rare = [occurrence(n, str(n), "rare") for n in range(6)]
    splits = make_folds([*few, *rare], 5)
    assert all(item.word == "rare" for _, test in splits for item in test)
    assert sum(len(test) for _, test in splits) == 6


@pytest.mark.parametrize("method", METHODS)
def test_every_method_learns_what_is_obvious(method: str) -> None:
    items = [occurrence(n, "a") for n in range(12)] + [occurrence(n, "b") for n in range(8)]
    seen: list[str] = []
    (result,) = compare_methods(make_folds(items, 4), methods=[method], on_method=seen.append)
    assert seen == [result.method] == [method]
    assert result.n_instances == 20
    seeing_noise = {"pca_neighbours": 0.8, "kpca_neighbours": 0.8}
    least = {"most_frequent": 0.6, **seeing_noise}.get(method, 1.0)
    assert least <= result.accuracy <= (0.6 if method == "most_frequent" else 1.0)
    assert result.interval[0] <= result.accuracy <= result.interval[1]
    assert method in TITLES


def test_word_that_training_lacks_is_not_answered() -> None:
    train = [occurrence(n, "a") for n in range(4)] + [occurrence(n, "b") for n in range(4)]
    for method in METHODS:
        (result,) = compare_methods([(train, [occurrence(0, "a", "new")])], methods=[method])
        assert result.accuracy == 0
