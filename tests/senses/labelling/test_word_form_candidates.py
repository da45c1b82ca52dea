"""Forms of a word are guessed from changes that many words of the same text show."""

import pytest

from spacy_svd2.senses.labelling.forms import count_words, find_candidates
from spacy_svd2.shared.word_keys import word_key

NOUNS = ["house", "table", "garden", "window", "river", "letter"]
VOWELS = ["tabu", "saba", "tanda", "jiji", "kombe"]


def likely(word: str, *words: str) -> list[str]:
    return [one.form for one in find_candidates(word, dict.fromkeys(words, 1)) if one.is_likely]


def test_a_change_that_other_words_show_makes_a_form() -> None:
    words = [*NOUNS, *(f"{noun}s" for noun in NOUNS), "bank", "banks", "bankrupt", "blanks"]
    assert likely("bank", *words) == ["bank", "banks"]
    found = {one.form: one for one in find_candidates("bank", dict.fromkeys(words, 1))}
    assert (found["banks"].change, found["banks"].n_alike) == ("-, -s", 6)
    assert found["banks"].why == "-, -s, as in 6 other words"
    assert found["bank"].why == "the word itself"
    assert not found["bankrupt"].is_likely  # no other word has this ending


def test_words_change_in_front_too() -> None:
    words = [f"{front}{vowel}" for vowel in VOWELS for front in ("ki", "vi")]
    assert likely("kitabu", *words) == ["kitabu", "vitabu"]
    found = find_candidates("kitabu", dict.fromkeys(words, 1))
    assert found[1].change == "k-, v-"


def test_words_that_only_look_alike_come_last_and_are_not_likely() -> None:
    found = find_candidates("goose", {"goose": 4, "geese": 9, "moose": 2, "house": 5})
    assert [(one.form, one.is_likely, one.why) for one in found] == [
        ("goose", True, "the word itself"),
        ("geese", False, "looks alike"),
    ]


def test_the_word_need_not_occur_and_the_list_has_an_end() -> None:
    assert [(one.form, one.count) for one in find_candidates("bank", {})] == [("bank", 0)]
    words = [f"{noun}{end}" for noun in [*NOUNS, "bank"] for end in ("", "s", "ed", "ing")]
    assert [len(find_candidates("bank", dict.fromkeys(words, 1), n=n)) for n in (1, 2, 9)] == [2, 3, 4]


@pytest.mark.parametrize(("lang", "counts"), [("en", {"bank": 2, "i": 1}), ("tr", {"bank": 2, "ı": 1})])
def test_words_are_counted_by_their_keys(lang: str, counts: dict[str, int]) -> None:
    sentences = [["Bank", ",", "7"], ["BANK", "I"]]
    assert count_words(sentences, word_key(lang, True)) == counts
