import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.tagger.forms.old_form_model import FormTags

TYPES = ["walking", "talking", "eating", "cat", "dog", "london", "paris", "12", "1999", ".", "!"]
TAGS = ["VERB", "NOUN", "PROPN", "NUM", "PUNCT"]
GOLD = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
CASE = np.array([(5, 5 * (tag == 2), 0) for tag in GOLD])


@pytest.fixture(scope="module")
def form() -> FormTags:
    probabilities = np.eye(len(TAGS), dtype=np.float32)[GOLD]
    return FormTags.fit(TYPES, np.ones(len(TYPES), dtype=np.int64), CASE, probabilities, strength=1.0)


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("running", "VERB"),
        ("Rome", "PROPN"),
        ("7", "NUM"),
        ("3.14", "NUM"),
        ("?!", "PUNCT"),
        ("🙂", "PUNCT"),
    ],
)
def test_form_tells(form, text, tag):
    assert TAGS[int(form([text.lower()], [text]).argmax())] == tag


def test_by_hand():
    # all four are of one shape; "ba" stands alone below its suffixes and has no node of its own
    probabilities = np.array([[1, 0], [1, 0], [0, 1], [0, 1]], dtype=np.float32)
    case = np.zeros((4, 3), dtype=np.int64)
    form = FormTags.fit(["xa", "ya", "xb", "yb"], np.ones(4, dtype=np.int64), case, probabilities, length=2, strength=2)
    # root (0.5, 0.5); suffix a: (2 + 2 * 0.5) / (2 + 2) = 0.75
    np.testing.assert_allclose(form(["za"], ["za"]), [[0.75, 0.25]], atol=1e-3)
    np.testing.assert_allclose(form(["zz"], ["zz"]), [[0.5, 0.5]], atol=1e-3)


def test_rare_types_count_more():
    probabilities = np.array([[1, 0], [0, 1]], dtype=np.float32)
    case = np.zeros((2, 3), dtype=np.int64)
    form = FormTags.fit(["xa", "ya"], np.array([100, 1]), case, probabilities)
    assert form(["za"], ["za"]).argmax() == 1


def test_a_shape_that_the_corpus_does_not_have_gets_the_overall_shares(form):
    np.testing.assert_allclose(form(["a-b"], ["a-b"])[0], np.bincount(GOLD) / len(GOLD), atol=1e-3)


def test_no_words_no_rows(form):
    assert form([], []).shape == (0, len(TAGS))


@given(st.lists(st.text(min_size=1), max_size=8))
def test_any_text_gets_probabilities(texts):
    probabilities = np.eye(len(TAGS), dtype=np.float32)[GOLD]
    form = FormTags.fit(TYPES, np.ones(len(TYPES), dtype=np.int64), CASE, probabilities)
    found = form([text.lower() for text in texts], texts)
    assert np.isfinite(found).all()
    np.testing.assert_allclose(found.sum(axis=1), 1, rtol=1e-5)
