"""The comparison of the paper's kernel, step by step, with other methods on the same features."""

from dataclasses import replace

import pytest

from benchmarks.paper_senses import RIVALS, compare, compare_unlabelled, config_settings, kernel_steps
from spacy_svd2.senses.model.contexts import Context
from spacy_svd2.senses.model.sense_model import Occurrence

TAGS = {"the": "DT", "bank": "NN", "lends": "VB", "money": "NN", "floods": "VB", "river": "NN"}


def occurrences(first: int, last: int) -> list[Occurrence]:
    items = []
    for number in range(first, last):
        sense, verb, noun = [("m", "lends", "money"), ("s", "floods", "river")][number % 2]
        words = [f"w{number}", "the", "bank", verb, "the", noun]
        context = Context(words, tags=[TAGS.get(word, "X") for word in words])
        items.append(Occurrence("bank", context, 2, 3, (sense,)))
    return items


def test_config_uses_the_papers_features_and_no_others() -> None:
    settings = config_settings()
    assert settings.annotations == ("tags",)
    assert settings.domain is None
    assert settings.features.groups == ("words", "positions", "bigrams", "trigrams", "nearest_tags")
    (last,) = settings.candidates
    assert (last.kernel.name, last.kernel.degree, last.kernel.cosine) == ("polynomial", 2, True)
    assert (last.step, last.domain, last.evidence) == ("vote", 0.0, False)


def test_each_step_changes_one_thing() -> None:
    (last,) = config_settings().candidates
    steps = kernel_steps(last)
    names = list(steps)
    assert steps[names[1]].kernel.degree == 2
    assert (steps[names[1]].step, steps[names[1]].neighbours, steps[names[1]].metric) == ("neighbours", 1, "euclidean")
    assert replace(steps[names[1]], metric="cosine") == steps[names[2]]
    assert replace(steps[names[2]], neighbours=5) == steps[names[3]]
    assert steps[names[6]] == last


def test_all_rows_are_measured() -> None:
    settings = config_settings()
    (last,) = settings.candidates
    train, test = occurrences(0, 20), occurrences(20, 26)
    rows = list(compare([(train, test)], settings.features, last))
    assert [row.name for row in rows] == [*RIVALS.values(), *kernel_steps(last)]
    by_name = {row.name: row.accuracy for row in rows}
    assert by_name["Most frequent sense"] == 0.5
    assert all(by_name[name] == 1 for name in [*RIVALS.values(), *kernel_steps(last)][1:])
    unlabelled = [replace(item, senses=()) for item in test]
    rows = list(compare_unlabelled([(train, unlabelled, test)], settings.features, last))
    assert [row.accuracy for row in rows] == [pytest.approx(1.0)] * 3
