"""Words of large blocks of text, against `str.split`."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.svd2 import words
from spacy_svd2.svd2.words import distinct_words

SPACES = "".join(filter(str.isspace, map(chr, range(sys.maxunicode + 1))))
letters = st.sampled_from("ab\0é\u2019\u3042\U0001f600\u200b") | st.sampled_from(SPACES + 2 * " \n")
long_words = st.text("ab", min_size=7, max_size=30)


def by_line(text: str) -> list[list[str]]:
    return [line for line in map(str.split, text.split("\n")) if line]


@given(st.lists(letters | long_words | st.just(" "), max_size=60).map("".join))
def test_words_are_those_of_split(text: str) -> None:
    found = distinct_words(text)
    assert found is not None
    names, which, lengths = found
    lines = by_line(text)
    tokens = [word for line in lines for word in line]
    assert [names[i] for i in which.tolist()] == tokens
    assert names == list(dict.fromkeys(tokens))
    assert lengths.tolist() == [len(line) for line in lines]


def test_by_hand() -> None:
    found = distinct_words("a rose is a\n\n  rose\tis \na")
    assert found is not None
    assert found[0] == ["a", "rose", "is"]
    assert found[1].tolist() == [0, 1, 2, 0, 1, 2, 0]
    assert found[2].tolist() == [4, 2, 1]


def test_any_space_parts_words() -> None:
    found = distinct_words(SPACES.join("abc"))
    assert found is not None
    assert found[0] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("a", "b"), ("a", "a\0"), ("abcdefgh1", "abcdefgh2"), ("abcdefgh12345678x", "abcdefgh12345678y"), ("ab", "a")],
)
def test_words_of_one_hash_are_not_taken_for_one_word(monkeypatch: pytest.MonkeyPatch, one: str, other: str) -> None:
    monkeypatch.setattr(words, "_hashes", lambda padded, starts, *rest: np.zeros(len(starts), dtype=np.uint64))
    assert distinct_words(f"{one} {other}") is None
    alike = distinct_words(f"{one} {one}\n{one}")
    assert alike is not None
    assert alike[0] == [one]


def test_many_words_keep_apart() -> None:
    numbers = [f"{number:x}" for number in range(100_000)]
    found = distinct_words(" ".join(numbers + numbers[::-1]))
    assert found is not None
    assert found[0] == numbers
