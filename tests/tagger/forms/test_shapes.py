import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.shared.word_keys import other_spellings
from spacy_svd2.tagger.forms.shapes import (
    N_SHAPES,
    comparable_shapes,
    comparable_shapes_of_texts,
    has_inner_capital,
    inner_capitals,
    shape_bits,
    shape_codes,
    shape_of_text,
    shape_scores,
)


@pytest.mark.parametrize(
    ("word", "case", "bits"),
    [
        ("house", [5, 0, 0], 0b000000),
        ("...", [5, 0, 0], 0b000001),
        ("3rd", [5, 0, 0], 0b000010),
        ("paris", [5, 4, 0], 0b001100),
        ("bill", [5, 2, 0], 0b001000),
        ("nato", [5, 5, 5], 0b011100),
        ("well-known", [5, 0, 0], 0b100000),
        ("-", [5, 0, 0], 0b000001),
        ("kitap", [0, 0, 0], 0b000000),
    ],
)
def test_shape_codes(word: str, case: list[int], bits: int) -> None:
    assert shape_codes([word], np.array([case])).tolist() == [bits]


@pytest.mark.parametrize(
    ("text", "found"), [("uYanga", True), ("UYanga", True), ("nGaeilge", True), ("Rome", False), ("NATO", False)]
)
def test_a_capital_inside(text: str, found: bool) -> None:
    assert has_inner_capital(text) == found


def test_other_spellings_of_a_word() -> None:
    found = other_spellings("n\u02bca\u2019")
    assert found[:2] == ["n'a'", "n\u2019a\u2019"]
    assert len(found) == len(set(found)) == 7
    assert "sy\u2019n" in other_spellings("sy'n")
    assert "sy'n" not in other_spellings("sy'n")
    assert other_spellings("'") == other_spellings("sign") == []


def test_types_that_mostly_have_a_capital_inside() -> None:
    case = np.array([[3, 0, 0, 2], [2, 0, 0, 1], [0, 0, 0, 0]])
    assert inner_capitals(case).tolist() == [1, 0, 0]
    assert inner_capitals(case[:, :3]).tolist() == [0, 0, 0]  # of an earlier version


def test_shape_scores_by_hand() -> None:
    counts = np.zeros((N_SHAPES, 2), dtype=np.float32)
    counts[0] = [3, 0]
    counts[2] = [0, 1]  # the one type with a digit is in the second class
    scores = shape_scores(counts, 1.0)
    share = 1 / 4
    digit = [math.log(share / 4 / share), math.log((1 + share) / 2 / share)]
    rest = [math.log((1 - share / 4) / (1 - share)), math.log((1 - (1 + share) / 2) / (1 - share))]
    np.testing.assert_allclose(scores[2] - scores[0], [d - r for d, r in zip(digit, rest, strict=True)], atol=1e-4)


def test_a_form_that_all_share_says_nothing() -> None:
    counts = np.zeros((N_SHAPES, 3), dtype=np.float32)
    counts[0] = [5, 1, 9]
    np.testing.assert_allclose(shape_scores(counts, 1.0)[0], 0, atol=1e-4)


@pytest.mark.parametrize(
    ("text", "bits"), [("house", 0b000000), ("Rome", 0b001100), ("A", 0b001100), ("NATO", 0b011100), ("3-D", 0b110010)]
)
def test_shape_of_text(text: str, bits: int) -> None:
    assert shape_of_text(text.lower(), text) == bits


@given(st.lists(st.text(min_size=1), max_size=5))
def test_a_text_has_the_shape_of_a_type_that_is_always_written_so(texts: list[str]) -> None:
    types = [text.lower() for text in texts]
    case = [(1, text[:1].isupper(), len(text) > 1 and text.isupper()) for text in texts]
    expected = comparable_shapes(types, np.array(case, dtype=np.int64).reshape(-1, 3))
    np.testing.assert_array_equal(comparable_shapes_of_texts(types, texts), expected)


def test_shape_bits() -> None:
    assert shape_bits(np.array([0, 0b100010])).tolist() == [[0] * 6, [0, 1, 0, 0, 0, 1]]
