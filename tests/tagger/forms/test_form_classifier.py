import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.tagger.forms import form_classifier
from spacy_svd2.tagger.forms.form_classifier import FormClassifier, KnownWords, form_features
from spacy_svd2.tagger.forms.shapes import SHAPES

TYPES = ["walking", "talking", "eating", "unhappy", "unkind", "unfair", "london", "paris", "12", "1999", ".", "!"]
TAGS = ["VERB", "ADJ", "PROPN", "NUM", "PUNCT"]
GOLD = np.array([0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4])
CASE = np.array([(5, 5 * (tag == 2), 0) for tag in GOLD])
ONES = np.ones(len(TYPES), dtype=np.int64)
PROBABILITIES = np.eye(len(TAGS), dtype=np.float32)[GOLD]
BY_HAND = FormClassifier(["<u", ">ng"], np.array([[1, 0], [0, 2], *[[0, 0]] * 2, [0.5, 0], *[[0, 0]] * 3, [0, 1]], "e"))


@pytest.fixture(scope="module")
def form() -> FormClassifier:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(form_classifier, "STRENGTH", 10.0)  # twelve types are few
        return FormClassifier.fit(TYPES, ONES, CASE, PROBABILITIES)


def test_affixes_and_ngrams_of_a_word() -> None:
    assert form_features("aba") == [
        "<a", "<ab", "<aba", ">a", ">ba", ">aba", "=\x02ab", "=aba", "=ba\x03", "=\x02aba", "=aba\x03"
    ]  # fmt: skip
    assert form_features("") == []
    assert form_features("aaaaaa").count("=aaa") == 1
    assert max(map(len, form_features("abcdefgh"))) == 7


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("running", "VERB"),
        ("unripe", "ADJ"),  # which no suffix tells
        ("Rome", "PROPN"),
        ("7", "NUM"),
        ("?!", "PUNCT"),
        ("🙂", "PUNCT"),
    ],
)
def test_affixes_and_shapes_tell(form: FormClassifier, text: str, tag: str) -> None:
    assert TAGS[int(form([text.lower()], [text]).argmax())] == tag


def test_a_capital_inside_tells() -> None:
    types, tags = ["uyanga", "ibaroka", "umthi", "izinja"], np.array([0, 0, 1, 1])
    case = np.array([(5, 0, 0, 5 * (tag == 0)) for tag in tags])
    form = FormClassifier.fit(types, np.ones(4, dtype=np.int64), case, np.eye(2, dtype=np.float32)[tags])
    names = form(["xuze", "xuze", "xuze"], ["xuze", "xuZe", "XUZE"])[:, 0]
    assert names[1] > max(names[0], names[2])


@pytest.mark.parametrize(
    ("text", "difference"), [("xyz", -1), ("unfit", 0), ("running", -3), ("Xyz", -0.5), ("Using", -1.5)]
)
def test_the_weights_of_a_word_are_added_up(text: str, difference: float) -> None:
    first, second = BY_HAND([text.lower()], [text])[0]
    assert first + second == pytest.approx(1)
    assert np.log(first / second) == pytest.approx(difference, abs=1e-5)


def test_a_word_has_the_same_probabilities_alone_and_among_others(form: FormClassifier) -> None:
    words = ["running", "unripe", "rome", "7"]
    np.testing.assert_array_equal(form(words, words), np.vstack([form([word], [word]) for word in words]))


def test_rare_types_count_more() -> None:
    half = np.eye(2, dtype=np.float32)
    for counts, best in (([100, 1], 1), ([1, 100], 0)):
        form = FormClassifier.fit(["xa", "ya"], np.array(counts), np.zeros((2, 3), dtype=np.int64), half)
        assert form(["za"], ["za"]).argmax() == best


def test_a_type_is_learned_from_in_the_shares_of_its_tags() -> None:
    shares = np.array([[0.7, 0.3], [0.7, 0.3], [0.7, 0.3]], dtype=np.float32)
    form = FormClassifier.fit(["ab", "cd", "ef"], ONES[:3], np.zeros((3, 3), dtype=np.int64), shares)
    np.testing.assert_allclose(form(["ab", "gh"], ["ab", "gh"]), shares[:2], atol=0.01)


@pytest.mark.parametrize("n", [1, 2, 12])
def test_few_types_and_few_tags(n: int) -> None:
    form = FormClassifier.fit(TYPES[:n], ONES[:n], CASE[:n], PROBABILITIES[:n])
    assert form.weights.shape == (len(form.keys) + len(SHAPES) + 1, len(TAGS))
    assert form(["walking"], ["walking"]).argmax() == 0


def test_of_a_large_vocabulary_some_types_are_learned_from(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = FormClassifier.fit(TYPES[::2], ONES[::2], CASE[::2], PROBABILITIES[::2])
    monkeypatch.setattr(form_classifier, "MAX_TYPES", 6)
    form = FormClassifier.fit(TYPES, ONES, CASE, PROBABILITIES)  # every second
    assert form.keys == expected.keys
    np.testing.assert_array_equal(form.weights, expected.weights)


@given(st.lists(st.text(min_size=1), max_size=8))
def test_any_text_gets_probabilities(texts: list[str]) -> None:
    found = BY_HAND([text.lower() for text in texts], texts)
    assert found.shape == (len(texts), 2)
    assert np.isfinite(found).all()
    np.testing.assert_allclose(found.sum(axis=1), 1, rtol=1e-5)


def test_of_a_word_of_megabytes_only_the_ends_are_looked_at():
    found = form_features("pre" + "abcdefghij" * 1_000_000 + "ing")
    assert len(found) < 250
    assert {"<pre", ">ing", "=\x02pre", "=ing\x03"} <= set(found)


def test_words_that_the_corpus_does_not_have_teach_their_forms() -> None:
    types = [f"{stem}{end}" for stem in ("bako", "timi", "suna") for end in ("ta", "ri")]
    counts, case = np.ones(6, dtype=np.int64), np.zeros((6, 4), dtype=np.int64)
    probabilities = np.array([[1, 0, 0], [0, 1, 0]] * 3, dtype=np.float32)
    more = [f"{stem}ko" for stem in ("rolu", "pani", "wesi", "mora")]
    known = KnownWords(more, np.array([[0, 0, 1]] * 4, dtype=np.float32))
    alone = FormClassifier.fit(types, counts, case, probabilities)
    taught = FormClassifier.fit(types, counts, case, probabilities, known)
    assert alone(["leviko"], ["leviko"]).argmax() != 2
    assert taught(["leviko"], ["leviko"]).argmax() == 2
    assert taught(["levita", "leviri"], ["levita", "leviri"]).argmax(axis=1).tolist() == [0, 1]


def test_names_of_a_dictionary_do_not_teach_that_names_have_no_capitals() -> None:
    types = ["bako", "suna", "ndola", "rongo"]
    counts = np.ones(4, dtype=np.int64)
    case = np.array([[1, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0]], dtype=np.int64)
    probabilities = np.array([[1, 0], [1, 0], [0, 1], [0, 1]], dtype=np.float32)
    alone = FormClassifier.fit(types, counts, case, probabilities)
    names = KnownWords(["kaka", "lala"], np.array([[0, 1], [0, 1]], dtype=np.float32))
    assert FormClassifier.fit(types, counts, case, probabilities, names).keys == alone.keys
    either = KnownWords(["kaka", "lala"], np.array([[0.5, 0.5], [0.5, 0.5]], dtype=np.float32))
    assert FormClassifier.fit(types, counts, case, probabilities, either).keys != alone.keys
