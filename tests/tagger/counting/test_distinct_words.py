"""Words of large blocks of text, against `str.split`."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.tagger.counting import distinct_words as words
from spacy_svd2.tagger.counting.distinct_words import distinct_words
from spacy_svd2.tagger.counting.scan import count_bigrams, count_texts

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


@pytest.mark.parametrize("word", ["x" * 100_000, "\u3042" * 2000])
def test_a_block_with_a_word_of_kilobytes_is_left_to_split(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    text = f"a rose {word} is\na {word} rose\n{word}y"
    monkeypatch.setattr(words, "_hashes", lambda *args: pytest.fail("a round for each eight bytes of the word"))
    assert distinct_words(text) is None
    monkeypatch.undo()
    counts, wanted = count_texts([text]), count_bigrams(line.split() for line in text.split("\n"))
    assert counts.types == wanted.types == ["a", "rose", word, "is", f"{word}y"]
    assert counts.counts.tolist() == wanted.counts.tolist() == [2, 2, 2, 1, 1]
    assert counts.bigrams.toarray().tolist() == wanted.bigrams.toarray().tolist()


def test_long_words_are_told_apart_to_the_end() -> None:
    found = distinct_words(f"{'x' * 4096} {'x' * 4095}y {'x' * 4096}")
    assert found is not None
    assert found[1].tolist() == [0, 1, 0]


def test_many_words_keep_apart() -> None:
    numbers = [f"{number:x}" for number in range(100_000)]
    found = distinct_words(" ".join(numbers + numbers[::-1]))
    assert found is not None
    assert found[0] == numbers
