"""Headwords as dictionaries print them, and the words of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.tagger.dictionaries.entry import DictionaryOptions, Entry
from spacy_svd2.tagger.dictionaries.headwords import AFFIX, EMPTY, WORDS, split_headword
from spacy_svd2.tagger.dictionaries.lexicon import collect


@pytest.mark.parametrize(
    ("headword", "words"),
    [
        ("bank", ["bank"]), ("bank₂", ["bank"]), ("bank²", ["bank"]), ("bank (2)", ["bank"]), ("*bank", ["bank"]),
        ("†bank", ["bank"]), ("grey, gray", ["grey", "gray"]), ("colo(u)r", ["colour", "color"]),
        ("(se) laver", ["laver"]), ("laver (se)", ["laver"]), ("petit, -e", ["petit"]), ("a ~ an", ["a", "an"]),
        ("and/or", ["and/or"]), ("mother-in-law", ["mother-in-law"]), ("'aza", ["'aza"]), (" bank ", ["bank"]),
        ("-", ["-"]), ("F2", ["F2"]),
    ],
)  # fmt: skip
def test_words_of_a_headword(headword: str, words: list[str]) -> None:
    assert split_headword(headword) == (words, "")


@pytest.mark.parametrize(
    ("headword", "why"),
    [("", EMPTY), ("*", EMPTY), ("-ka", AFFIX), ("ka-", AFFIX), ("-um-", AFFIX), ("=ka", AFFIX), ("<um>", AFFIX),
     ("kick the bucket", WORDS), ("‑ka", AFFIX)],
)  # fmt: skip
def test_headwords_that_are_no_word(headword: str, why: str) -> None:
    assert split_headword(headword) == ([], why)


@given(st.text(max_size=30))
def test_words_are_words(headword: str) -> None:
    words, why = split_headword(headword)
    assert bool(words) != bool(why)
    assert all(word and not any(map(str.isspace, word)) for word in words)


def _words(tmp_path, *headwords: str) -> set[str]:
    entries = [Entry(word, ("n",), (), 1) for word in headwords]
    return set(collect(tmp_path, "x", entries, DictionaryOptions()).words)


def test_numbers_of_homonyms_are_removed_and_tones_stay(tmp_path) -> None:
    assert _words(tmp_path, "bank1", "bank2", *"abcdefghijk") == {"bank", *"abcdefghijk"}
    assert _words(tmp_path, "ka1", "ka2", "ti3") == {"ka1", "ka2", "ti3"}
