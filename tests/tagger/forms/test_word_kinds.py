import numpy as np
import pytest

from spacy_svd2.tagger.forms.shapes import KINDS, word_kinds


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("a word", ["cat", "'u", "19th", "can't", "ئۇيغۇر", "हिन्दी", "x@y", "a.b"]),
        ("a number", ["7", "2,000", "3.5%", "-1", "٣٤", "½", "12:30"]),
        ("punctuation", [".", "...", "«", "؟", "--", "@", "-"]),
        ("a symbol", ["+", "€", "=", "😀", "^_^"]),
        ("an address", ["https://a.org/b", "www.a.org", "me@a.org"]),
    ],
)
def test_characters_tell_the_kind(kind, words):
    assert {word: KINDS[i] for word, i in zip(words, word_kinds(words).tolist(), strict=True)} == dict.fromkeys(
        words, kind
    )


def test_no_types_no_kinds():
    assert word_kinds([]).dtype == np.int64
