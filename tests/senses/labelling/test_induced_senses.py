"""Senses without names, from raw text alone."""

import random

from spacy_svd2.senses.labelling.induce import InducedSenses, induce_senses
from spacy_svd2.senses.model.contexts import Context, ContextWindow
from spacy_svd2.senses.model.sense_model import Occurrence

WINDOW = ContextWindow(lang="en")
TOPICS = [["Loan", "interest", "account", "credit"], ["river", "reeds", "muddy", "stream"]]


def occurrences(n: int = 45) -> list[Occurrence]:
    chance = random.Random(0)
    found = []
    for number in range(n):
        topic = TOPICS[number % 3 == 0]
        words = [*chance.sample(topic, 2), "Bank", *chance.sample(topic, 3), "the", str(number)]
        found.append(Occurrence("bank", Context(words), 2, 3))
    return found


def test_senses_are_groups_with_the_largest_first() -> None:
    first, second = induce_senses(occurrences(), 2, WINDOW)
    assert (first.name, len(first.occurrences)) == ("bank#1", 30)
    assert (second.name, len(second.occurrences)) == ("bank#2", 15)
    assert set(first.words) == {"loan", "interest", "account", "credit"}
    assert set(second.words) == {"river", "reeds", "muddy", "stream"}
    assert {item.senses for item in second.occurrences} == {("bank#2",)}


def test_typical_words_take_the_place_of_glosses() -> None:
    data = InducedSenses(induce_senses(occurrences(), 2, WINDOW))
    (target,) = data.targets()
    assert target["key"] == "bank"
    assert sorted(target["glosses"]["bank#2"].split(", ")) == ["muddy", "reeds", "river", "stream"]
    assert len(list(data.occurrences(None))) == 45


def test_no_more_senses_than_contexts() -> None:
    same = [Occurrence("bank", Context(["the", "bank"]), 1, 2)] * 4
    assert [(one.name, one.words) for one in induce_senses(same, 3, WINDOW)] == [("bank#1", ())]
    assert induce_senses([], 3, WINDOW) == []
