"""Inflected targets: what is said of them in training, and the table of forms that joins them."""

import warnings
from pathlib import Path

import pytest
import spacy
from sense_helpers import LABELLED, SETTINGS, examples
from spacy.language import Language

from spacy_svd2.errors import UserError
from spacy_svd2.senses.model.contexts import Context
from spacy_svd2.senses.model.sense_model import Occurrence
from spacy_svd2.senses.word_forms import likely_forms, read_forms

TABLE = (
    "bank\tbanks\tN;PL\nbank\tbank\tN;SG\nbank\tBanked\nsee\tsaw\nsaw\tsaw\nlie\tlay\nlay\tlays\nput\tset\nlay\tset\n"
)
APART = [(text, target, target, sense) for text, target, _, sense in LABELLED[:7]]


def table(folder: Path, text: str) -> Path:
    path = folder / "forms.tsv"
    path.write_text(text, encoding="utf8")
    return path


def train(**options: object) -> Language:
    nlp = spacy.blank("en")
    wsd = nlp.add_pipe("kpca_wsd")
    wsd.initialize(lambda: examples(nlp, APART), nlp=nlp, settings=SETTINGS, **options)  # type: ignore[attr-defined]
    return nlp


def occurrence(word: str, sense: str, text: str = "") -> Occurrence:
    return Occurrence(word, Context([text or word]), 0, 1, (sense,))


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (["bank money", "banks money"], True),
        (["bank money", "banks shore"], False),  # no sense in common
        (["bank 1", "banks 1"], True),
        (["goose bird", "geese bird"], True),
        (["goose 1", "geese 1"], False),  # a number says nothing
        (["bank money", "coin money"], False),
        (["bank.n money bank", "banks.n money banks"], False),  # keys that somebody chose
    ],
)
def test_words_that_may_be_forms_of_one(rows: list[str], found: bool) -> None:
    pairs = likely_forms([occurrence(*row.split()) for row in rows])
    assert pairs == ([tuple(sorted(row.split()[0] for row in rows))] if found else [])


def test_training_says_so_and_a_table_is_the_cure(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match=r"K101.*: bank and banks\..*fifth column.*--forms"):
        apart = train()
    assert {*apart.get_pipe("kpca_wsd").get_model().words} == {"bank", "banks"}  # type: ignore[attr-defined]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nlp = train(forms=table(tmp_path, TABLE))
    wsd = nlp.get_pipe("kpca_wsd")
    assert wsd.inventory.entries.keys() == {"bank"}  # type: ignore[attr-defined]
    assert [item["key"] for item in nlp("a bank , two banks , he banked and set")._.senses] == ["bank"] * 3
    assert wsd.inventory.entries["bank"].n_examples == 7  # type: ignore[attr-defined]


def test_a_form_that_does_not_tell_its_word_is_left_out(tmp_path: Path) -> None:
    assert read_forms(table(tmp_path, TABLE)) == {"banks": "bank", "banked": "bank", "lays": "lay"}


@pytest.mark.parametrize("line", ["bank", "bank\t", "\tbanks"])
def test_a_line_without_a_form_is_named(line: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"C106.*forms\.tsv', line 2: it needs a word and a form"):
        train(forms=table(tmp_path, f"bank\tbanks\n{line}\n"))


def test_a_table_that_is_gone_leaves_a_trained_model(tmp_path: Path) -> None:
    nlp = train(forms=table(tmp_path, TABLE))
    with pytest.warns(UserWarning, match=r"P101.*forms\.tsv"):
        nlp.get_pipe("kpca_wsd").initialize(list, nlp=nlp, forms=tmp_path / "gone" / "forms.tsv")  # type: ignore[attr-defined]
