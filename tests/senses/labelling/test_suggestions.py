"""Groups of occurrences without labels, and which of them are asked for."""

import random
from pathlib import Path

import numpy as np
import pytest
import spacy

from spacy_svd2.senses.corpora.table import read_sense_tsv
from spacy_svd2.senses.labelling.groups import component_points, find_groups
from spacy_svd2.senses.labelling.snippets import Snippet, find_snippets
from spacy_svd2.senses.labelling.suggest import COLUMNS, suggest_occurrences, write_suggestions
from spacy_svd2.senses.model.contexts import ContextWindow
from spacy_svd2.senses.model.sense_model import Occurrence

WINDOW = ContextWindow(lang="en")
TOPICS = {
    "money": ["loan", "interest", "account", "credit", "lends", "deposit"],
    "shore": ["river", "reeds", "muddy", "stream", "fishing", "water"],
    "row": ["switches", "lights", "panel", "lamps", "lever", "buttons"],
}


def texts(n: int) -> list[str]:
    chance = random.Random(0)
    lines = []
    for number in range(n):
        topic = TOPICS[list(TOPICS)[number % 3]]
        lines.append(" ".join([*chance.sample(topic, 3), "bank", *chance.sample(topic, 3), str(number)]))
    return lines


@pytest.fixture(scope="module")
def snippets() -> list[Snippet]:
    return find_snippets(texts(60), spacy.blank("en"), ["bank"], "bank", WINDOW)


def topic_of(snippet: Snippet) -> str:
    words = set(snippet.occurrence.context.words)
    return next(name for name, topic in TOPICS.items() if words & set(topic))


def labelled(snippets: list[Snippet], *numbers: int) -> list[Occurrence]:
    return [
        Occurrence("bank", one.occurrence.context, one.occurrence.start, one.occurrence.end, (topic_of(one),))
        for one in [snippets[number] for number in numbers]
    ]


def test_groups_are_the_topics(snippets: list[Snippet]) -> None:
    points = component_points([one.occurrence for one in snippets], WINDOW)
    assert points.shape[0] == 60
    assert np.allclose(np.linalg.norm(points, axis=1), 1)
    groups = find_groups(points, 3)
    assert sorted(number for group in groups for number in group.members) == list(range(60))
    for group in groups:
        assert len({topic_of(snippets[number]) for number in group.members}) == 1
    assert [[*group.members] for group in find_groups(points, 3)] == [[*group.members] for group in groups]


def test_the_middle_of_a_group_comes_first() -> None:
    points = np.array([[1.0, 0.0], [0.8, 0.6], [0.96, 0.28], [-1.0, 0.0]])
    groups = find_groups(points, 2)
    assert [group.members.tolist()[0] for group in groups] == [2, 3]
    assert groups[0].medoid == 2


def test_there_are_no_more_groups_than_different_points() -> None:
    assert find_groups(np.zeros((0, 0)), 3) == []
    assert len(find_groups(np.ones((5, 2)), 3)) == 1
    assert component_points([], WINDOW).shape == (0, 0)


def test_without_labels_each_topic_is_asked_for_first(snippets: list[Snippet]) -> None:
    found = suggest_occurrences(snippets, 3, WINDOW)
    assert {topic_of(one.snippet) for one in found} == set(TOPICS)
    assert found[0].why == "typical of 20 occurrences"
    assert found == suggest_occurrences(snippets, 3, WINDOW)


def test_labels_of_one_sense_leave_the_other_groups_to_ask_for(snippets: list[Snippet]) -> None:
    known = labelled(snippets, *range(0, 60, 3))
    found = suggest_occurrences(snippets, 2, WINDOW, labelled=known)
    assert len(found) == 2
    assert "money" not in {topic_of(one.snippet) for one in found}


def test_labels_of_two_senses_leave_the_doubtful_ones_to_ask_for(snippets: list[Snippet]) -> None:
    known = labelled(snippets, 0, 3, 6, 9, 1, 4, 7, 10)
    found = suggest_occurrences(snippets, 4, WINDOW, labelled=known)
    topics = [topic_of(one.snippet) for one in found]  # of groups of the more doubtful half of all
    assert topics[0] == "row"
    assert topics.count("row") >= 2
    assert all(" or " in one.why for one in found)
    assert found == suggest_occurrences(snippets, 4, WINDOW, labelled=known)


def test_nothing_is_asked_for_twice(snippets: list[Snippet]) -> None:
    first = suggest_occurrences(snippets, 30, WINDOW)
    known = [one.snippet.occurrence for one in first]  # left open
    second = suggest_occurrences(snippets, 30, WINDOW, labelled=known)
    assert not {one.snippet.place for one in first} & {one.snippet.place for one in second}
    senses = labelled(snippets, *range(60))
    assert suggest_occurrences(snippets, 30, WINDOW, labelled=senses) == []


def test_the_table_is_one_that_training_reads(snippets: list[Snippet], tmp_path: Path) -> None:
    found = suggest_occurrences(snippets, 5, WINDOW)
    write_suggestions(tmp_path / "ask.tsv", found)
    lines = (tmp_path / "ask.tsv").read_text("utf8").splitlines()
    assert lines[0].split("\t") == list(COLUMNS)
    read = list(read_sense_tsv(tmp_path / "ask.tsv"))
    assert [(one.word, one.text, one.senses) for one in read] == [
        ("bank", one.snippet.left + one.snippet.target + one.snippet.right, ()) for one in found
    ]
