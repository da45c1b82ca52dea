"""Keys of words: what people see as one word is one, in every language and encoding."""

import pickle
import unicodedata

import numpy as np
import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.strings import StringStore, get_string_id

from spacy_svd2.shared.lookup import KeyHashes, type_maker
from spacy_svd2.shared.pipelines import split_after_marks
from spacy_svd2.shared.word_keys import INVISIBLE, WordKey, all_written_by, canonical, is_visible, keys_of, word_key

LETTERS = "aiIıİjJĮįḥẖHTẗΣσςſKÅÅẞßêǄ\u0300\u0301\u0303\u0307\u0308\u0323\u0328\u0331\u0345\ufeff\u200b\u00ad\u200d -1"
texts = st.text(st.sampled_from(LETTERS), max_size=8) | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
LANGUAGES = ["", "xx", "tr", "lt"]


@pytest.mark.parametrize(
    ("lang", "key", "texts"),
    [
        ("", "café", "café cafe\u0301 Café CAFE\u0301 CAFÉ"),
        ("vi", "việt", "Việt Viê\u0323t Vie\u0323\u0302t VIE\u0302\u0323T"),  # marks in any order
        ("yo", "ọ\u0300rọ\u0300", "o\u0323\u0300ro\u0323\u0300 ọ\u0300Rọ\u0300 Ò\u0323rò\u0323"),  # on one letter, too
        ("", "ẖa", "H\u0331a H\u0331A ẖa"),  # only the small letter has a code of its own
        ("", "the", "\ufeffthe the\ufeff t\u200bhe t\u00adhe \u2060The \u200ethe\u200f"),
        ("", "οδος", "ΟΔΟΣ οδος"),
        ("", "işik", "IŞIK"),
        ("", "ì", "Ì ì I\u0300"),
        ("tr", "ışık", "IŞIK Işık ışık IS\u0327IK"),
        ("tr", "içinden", "İçinden I\u0307c\u0327inden İÇİNDEN i\u0307çinden"),
        ("tr-TR", "ılık", "ILIK"),
        ("az", "qızıl", "QIZIL Qızıl"),
        ("az_Latn", "ilin", "İLİN İlin"),
        ("crh", "qırım", "QIRIM Qırım"),
        ("tt", "ılıs", "ILIS"),
        ("lt", "i\u0307\u0300", "Ì ì I\u0300 i\u0307\u0300"),  # the dot stays below an accent
        ("lt", "į\u0307\u0301j\u0307\u0303", "Į\u0301J\u0303 į\u0301j\u0303 į\u0307\u0301j\u0307\u0303"),
        ("lt", "iš", "IŠ Iš iš"),
    ],
)
def test_one_key(lang: str, key: str, texts: str) -> None:
    found = {WordKey(lang=lang)(text) for text in texts.split()}
    assert found == {unicodedata.normalize("NFC", key)}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("می\u200cخواهم", "میخواهم"),  # a joiner that spells
        ("ක\u200dය", "කය"),
        ("❤", "❤\ufe0f"),
        ("Maße", "Masse"),
        ("ﬁn", "fin"),
        ("\ufeff", "\u200b"),  # there is nothing else to tell them by
    ],
)
def test_two_keys(first: str, second: str) -> None:
    assert WordKey()(first) != WordKey()(second)
    assert WordKey(str)(first) != WordKey(str)(second)


@pytest.mark.parametrize("lang", LANGUAGES)
@given(text=texts)
def test_a_key_does_not_depend_on_the_encoding_and_is_its_own(lang: str, text: str) -> None:
    for key in (word_key(lang, True), WordKey(str, lang=lang), word_key(lang, True).written):
        found = key(text)
        assert {key(unicodedata.normalize(form, text)) for form in ("NFC", "NFD")} == {found}
        assert key(found) == found
        assert bool(found) == bool(text)
    assert word_key(lang, False)(text) == text.lower()
    assert word_key(lang, False).written(text) == text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("normalize", [False, True])
@given(words=st.lists(texts, max_size=12))
def test_keys_of_many_words(lang: str, normalize: bool, words: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("spacy_svd2.shared.word_keys._BLOCK", 3)
        key = word_key(lang, normalize)
        assert [*keys_of(key, words)] == [*map(key, words)]
        assert all_written_by(key, words) == [*map(key.written, words)]
    assert [*keys_of(len, words)] == [*map(len, words)]  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", ["", "lt"])
@given(text=texts)
def test_the_lower_case_of_spacy_is_the_key_where_it_is_one(lang: str, text: str) -> None:
    """By this the tagger looks up most tokens without making keys."""
    key, lower = word_key(lang, True), text.lower()
    assert not key.is_turkic
    if key(lower) == lower:
        assert key(text) == lower


def test_what_is_not_normalized_is_as_spacy_has_it() -> None:
    vocab = spacy.blank("tr").vocab
    for attr, wanted in (("LOWER", "işik"), ("ORTH", "IŞIK"), ("NORM", "işik")):
        assert type_maker(vocab, attr, normalize=False, lang="tr")("IŞIK") == wanted
    assert [type_maker(vocab, attr, normalize=True, lang="tr")("IŞIK") for attr in ("LOWER", "ORTH", "NORM")] == [
        "ışık",
        "IŞIK",
        "ışık",
    ]


def test_invisible_words() -> None:
    assert is_visible("the\ufeff")
    assert not any(map(is_visible, ("\ufeff", "\u200b\u00ad", "", " \ufeff ")))
    assert canonical(" \ufeff") == " \ufeff"
    assert INVISIBLE.isascii() is False  # the characters themselves: the pages use it too


def test_key_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    strings = StringStore(["Cafe\u0301", "the"])
    hashes = np.array([get_string_id(text) for text in ("Cafe\u0301", "the", "Cafe\u0301")], dtype=np.uint64)
    wanted = [get_string_id(text) for text in ("café", "the", "café")]
    asked: list[str] = []
    known = KeyHashes(lambda text: asked.append(text) or word_key("", True)(text))
    assert known(hashes, strings).tolist() == known(hashes, strings).tolist() == wanted
    assert sorted(asked) == ["Cafe\u0301", "the"]
    assert "café" not in strings
    assert KeyHashes(word_key("", True), learn=True)(hashes, strings).tolist() == wanted
    assert "café" in strings
    monkeypatch.setattr("spacy_svd2.shared.lookup._MAX_KEYS", 0)
    assert known(hashes, strings).tolist() == known(hashes, strings).tolist() == wanted


def test_keys_travel_to_other_processes() -> None:
    for key in (word_key("tr", True), word_key("lt", True), WordKey(str)):
        assert pickle.loads(pickle.dumps(key))("Ĩ") == key("Ĩ")


@pytest.mark.parametrize("lang", ["fr", "tr"])
def test_exceptions_of_a_language_hold_in_any_encoding(lang: str) -> None:
    nlp = spacy.blank(lang)
    exceptions = [text for text in nlp.tokenizer.rules if not text.isascii()][:20]  # type: ignore[union-attr]
    before = [[token.text for token in nlp(f"x {text} y")] for text in exceptions]
    split_after_marks(nlp)
    again = spacy.blank(lang)
    again.tokenizer.from_bytes(nlp.tokenizer.to_bytes())  # type: ignore[union-attr]
    for text, expected in zip(exceptions, before, strict=True):
        for one in (nlp, again):
            assert [token.text for token in one(f"x {text} y")] == expected
            found = [token.text for token in one(f"x {unicodedata.normalize('NFD', text)} y")]
            assert [unicodedata.normalize("NFC", word) for word in found] == [
                unicodedata.normalize("NFC", word) for word in expected
            ]


@pytest.mark.parametrize("lang", ["xx", "yo", "tr", "en"])
def test_text_that_is_not_composed_is_split_like_text_that_is(lang: str) -> None:
    nlp, plain = spacy.blank(lang), spacy.blank(lang)
    split_after_marks(nlp)
    split_after_marks(nlp)
    text = "Ra café. Là-haut, été/né (é) «ọ̀rọ̀» Việt-Nam. É. Zola, 20 € é.À ní? ọ̀. VIỆT. BẸ̀. Ends."
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    found = [token.text for token in nlp(decomposed)]
    assert "".join(found) == decomposed.replace(" ", "")
    assert [unicodedata.normalize("NFC", word) for word in found] == [token.text for token in nlp(composed)]
    again = spacy.blank(lang)
    again.tokenizer.from_bytes(nlp.tokenizer.to_bytes())  # type: ignore[union-attr]
    assert [token.text for token in again(decomposed)] == found
    ordinary = "It's Là-haut, in the U.S. (1.5 €): www.example.com/a_b, É. Zola... «été»!"
    assert [token.text for token in nlp(ordinary)] == [token.text for token in plain(ordinary)]
