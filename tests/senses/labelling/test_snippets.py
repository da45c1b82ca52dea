"""The occurrences of a word in raw text."""

from pathlib import Path

import pytest
import spacy

from spacy_svd2.errors import UserError
from spacy_svd2.senses.corpora.unlabelled_texts import UnlabelledTexts
from spacy_svd2.senses.labelling.reading import read_word
from spacy_svd2.senses.labelling.snippets import find_snippets
from spacy_svd2.senses.model.contexts import ContextWindow

WINDOW = ContextWindow(window=3, near=3, lang="en")


def found(texts: list[str], *forms: str, most: int = 100) -> list[tuple[str, str, str]]:
    snippets = find_snippets(texts, spacy.blank("en"), forms, "bank", WINDOW, most=most)
    return [(one.left, one.target, one.right) for one in snippets]


def test_the_text_stays_as_it_is() -> None:
    texts = ["The  Bank's loans.", "No such word.", "banks and BANK (a river bank)"]
    assert found(texts, "bank") == [
        ("The  ", "Bank", "'s loans."),
        ("banks and ", "BANK", " (a river"),  # three tokens on each side
        ("(a river ", "bank", ")"),
    ]
    assert [target for _, target, _ in found(texts, "bank", "banks")] == ["Bank", "banks", "BANK", "bank"]


def test_a_form_of_several_tokens() -> None:
    assert found(["He went to the river bank ."], "river bank") == [("went to the ", "river bank", " .")]


def test_the_occurrence_is_what_training_reads() -> None:
    snippet = find_snippets(["She owes the bank a lot of money."], spacy.blank("en"), ["bank"], "bank", WINDOW)[0]
    item = snippet.occurrence
    assert (item.word, item.start, item.end, item.senses) == ("bank", 3, 4, ())
    assert list(item.context.words) == ["She", "owes", "the", "bank", "a", "lot", "of"]


def test_what_is_written_twice_counts_once() -> None:
    assert len(found(["the bank .", "a bank .", "the bank ."], "bank")) == 2


def test_of_many_occurrences_a_sample_in_order_is_kept() -> None:
    texts = [f"bank number {number}" for number in range(200)]
    sample = [right for _, _, right in found(texts, "bank", most=20)]
    numbers = [int(right.split()[-1]) for right in sample]
    assert len(numbers) == 20
    assert numbers == sorted(numbers)
    assert max(numbers) > 100
    assert sample == [right for _, _, right in found(texts, "bank", most=20)]


def test_files_forms_and_labels(tmp_path: Path) -> None:
    (tmp_path / "raw.txt").write_text("The bank lends.\nTwo banks lend.\nA dog.\n")
    (tmp_path / "more.tsv").write_text("money\tHe robbed the\tbank\tof the town\n")
    (tmp_path / "forms.tsv").write_text("bank\tbanks\n")
    (tmp_path / "labels.tsv").write_text("money\tThe \tbank\t lends.\tbank\n\ta b c \tbank\t d e f\tbank\n")
    texts = UnlabelledTexts.open([tmp_path / "raw.txt", tmp_path / "more.tsv"])
    word = read_word("Bank", texts, spacy.blank("en"), forms=tmp_path / "forms.tsv", labels=tmp_path / "labels.tsv")
    assert word.word == "bank"
    assert [one.target for one in word.snippets] == ["bank", "banks", "bank"]
    assert [item.senses for item in word.labelled] == [("money",), ()]
    with pytest.raises(UserError, match=r"L107.*'shore' is not in the texts\. .*kpca find"):
        read_word("shore", texts, spacy.blank("en"))
