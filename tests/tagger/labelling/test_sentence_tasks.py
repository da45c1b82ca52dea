"""Sentences for a person to annotate: which, in which order, and how they are written."""

import json
from pathlib import Path

import numpy as np
from ud_validation import faults

from spacy_svd2.corpora.annotate import Source
from spacy_svd2.corpora.writers.sentences import Sentence, Word
from spacy_svd2.tagger.labelling.running_text import TaggedSentence, sample_sentences
from spacy_svd2.tagger.labelling.sentence_files import column_of, write_tasks_conllu, write_tasks_jsonl
from spacy_svd2.tagger.labelling.sentence_tasks import (
    BLIND_SHARE,
    LONGEST,
    correction_tasks,
    occurrence_tasks,
    random_tasks,
)

NAMES = ["NOUN", "VERB", "ADJ"]


def tagged(text: str, doubts: list[float], *, id: str = "s1", glued: bool = False) -> TaggedSentence:
    """A sentence whose words are nouns, and verbs instead with some probability."""
    words = [Word(word, "NOUN", "", None, " ") for word in text.split()]
    words[-1].space = "" if glued else " "
    table = np.array([[1 - doubt, doubt, 0] for doubt in doubts], dtype=np.float32)
    return TaggedSentence(id, Sentence(Source("text"), words, is_last=glued), table)


def many(n: int) -> list[TaggedSentence]:
    return [tagged(f"a{i} b{i}", [0.4, 0.1], id=f"s{i}") for i in range(n)]


def test_several_tokens_of_a_sentence_are_asked_together() -> None:
    sentences = [tagged("sure words", [0, 0], id="s1"), tagged("one two three", [0.4, 0, 0.3], id="s2")]
    found = occurrence_tasks(sentences, NAMES, 2, make_type=str)
    assert [(task.id, task.asked) for task in found] == [("s2", (0, 2))]
    assert found[0].choices[0] == ("NOUN", "VERB")
    assert occurrence_tasks([], NAMES, 2, make_type=str) == []


def test_long_sentences_are_nobodys_reading() -> None:
    long = tagged("word " * (LONGEST + 1), [0.4] * (LONGEST + 1))
    assert occurrence_tasks([long], NAMES, 5, make_type=str) == []
    assert correction_tasks([long, *many(3)], NAMES, 3)[-1].id != long.id


def test_a_few_tokens_are_asked_without_suggestions() -> None:
    found = occurrence_tasks(many(400), NAMES, 400, make_type=str)
    blind = sum(len(task.blind) for task in found)
    assert 0.4 * BLIND_SHARE < blind / 400 < 2 * BLIND_SHARE
    assert found == occurrence_tasks(many(400), NAMES, 400, make_type=str)


def test_random_tokens_have_no_suggestions_and_every_token_the_same_chance() -> None:
    found = random_tasks(many(50), NAMES, 60)
    assert sum(len(task.asked) for task in found) == 60
    assert all(task.blind == {*task.asked} for task in found)
    assert {word for task in found for word in task.asked} == {0, 1}
    assert len(random_tasks(many(2), NAMES, 60)) == 2


def test_corrections_begin_with_the_sentences_in_doubt() -> None:
    sentences = [tagged("a b c", [0.1, 0, 0], id="s1"), tagged("d e f", [0.45, 0.4, 0], id="s2"), *many(1)]
    found = correction_tasks(sentences, NAMES, 2)
    assert [task.id for task in found] == ["s2", "s0"]
    assert found[0].doubtful == {0, 1}
    assert [word.tag for word in found[0].sentence.words] == ["NOUN"] * 3


def test_a_sample_is_even_and_the_same_each_time() -> None:
    found = [one.id for one in sample_sentences(iter(many(300)), 100)]
    assert found == [one.id for one in sample_sentences(iter(many(300)), 100)]
    assert len({*found}) == 100
    assert found == sorted(found, key=lambda id: int(id[1:]))
    assert sum(int(id[1:]) >= 150 for id in found) > 30


def test_files(tmp_path: Path) -> None:
    correct = correction_tasks([tagged("ein Wort", [0.4, 0.1], glued=True)], NAMES, 1)
    write_tasks_conllu(tmp_path / "correct.conllu", correct, "xpos")
    text = (tmp_path / "correct.conllu").read_text()
    assert faults(text) == []
    assert "1\tein\t_\t_\tNOUN\t_\t_\t_\t_\tDoubtful=Yes|Likely=NOUN,VERB" in text
    assert "2\tWort\t_\t_\tNOUN\t_\t_\t_\t_\t_" in text
    write_tasks_jsonl(tmp_path / "correct.jsonl", correct)
    record = json.loads((tmp_path / "correct.jsonl").read_text())
    assert record["text"] == "ein Wort"
    assert record["tokens"][1] == {"text": "Wort", "start": 4, "end": 8, "id": 1, "ws": False}
    assert record["spans"][1] == {"start": 4, "end": 8, "token_start": 1, "token_end": 1, "label": "NOUN"}
    asked = random_tasks([tagged("ein Wort", [0.4, 0.1])], NAMES, 1)
    write_tasks_conllu(tmp_path / "ask.conllu", asked, "upos")
    assert "NOUN" not in (tmp_path / "ask.conllu").read_text()
    assert (column_of(NAMES), column_of(["NN"])) == ("upos", "xpos")
