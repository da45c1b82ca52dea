"""What is right in all languages without any answer: text of many scripts, its tokens with spaces between."""

import pytest
import spacy
from spacy.language import Language

from spacy_svd2.corpora.splits.tokenizer import add_common_rules


@pytest.fixture(scope="module")
def nlp() -> Language:
    nlp = spacy.blank("xx")
    add_common_rules(nlp)
    return nlp


def assert_cut(nlp: Language, tokens: str, text: str) -> None:
    assert " ".join(token.text for token in nlp.tokenizer(text)) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Ի՞նչ է սա։ Այո՛, գնաց՝ տուն։", "Ի՞նչ է սա ։ Այո՛ , գնաց ՝ տուն ։"),
        ("አንድ፣ሁለት፤ «ማን?»፦ አለ፧ ነው።", "አንድ ፣ ሁለት ፤ « ማን ? » ፦ አለ ፧ ነው ።"),
        ("བོད་ཡིག། བཀྲ་ཤིས།། ༄༅།།བོད", "བོད་ཡིག ། བཀྲ་ཤིས ། ། ༄ ༅ ། ། བོད"),
        ("សួស្តី។ ទៅ៕", "សួស្តី ។ ទៅ ៕"),
        ("ကောင်း၊မွန်။", "ကောင်း ၊ မွန် ။"),
        ("वह (गया)। श्लोकः॥ डॉ॰ राम", "वह ( गया ) । श्लोकः ॥ डॉ॰ राम"),
        ("كتاب، «قلم»؛ ماذا؟ گیا۔ کتاب‌ها", "كتاب ، « قلم » ؛ ماذا ؟ گیا ۔ کتاب‌ها"),
        ("你、我，「他」！ 《书》（一）。 行……吗", "你 、 我 ， 「 他 」 ！ 《 书 》 （ 一 ） 。 行 …… 吗"),
        ('בית־ספר. ג׳ירפה צה״ל, "שלום"?', 'בית־ספר . ג׳ירפה צה״ל , " שלום " ?'),
        ("„კარგი“, თქვა.", "„ კარგი “ , თქვა ."),
        ("ߒߞߏ߸ ߒ߹", "ߒߞߏ ߸ ߒ ߹"),
        ("«Όχι»· τι; ναι·", "« Όχι » · τι ; ναι ·"),
        ("¡¿Qué?! (¿Sí?) ¡No!", "¡ ¿ Qué ? ! ( ¿ Sí ? ) ¡ No !"),
        ("‹x› ‚c‘ “a”“b”", "‹ x › ‚ c ‘ “ a ” “ b ”"),
    ],
)
def test_punctuation_is_cut_off(text: str, tokens: str, nlp: Language) -> None:
    assert_cut(nlp, tokens, text)


@pytest.mark.parametrize(
    "word",
    ["Եկավ", "თქვა", "ᏣᎳᎩ", "ބަސް", "ລາວ", "𐓏𐓘𐓻𐓘𐓻", "rọ̀", "ሰላም", "၁၂", "word", "5", "NASA"],
)
def test_a_full_stop_and_a_comma_are_cut_off_in_any_script(word: str, nlp: Language) -> None:
    assert_cut(nlp, f"{word} . ( {word} . ) {word} ,", f"{word}. ({word}.) {word},")


@pytest.mark.parametrize("text", ["გ. ლეონიძე", "U.S.A.", "e.g.", "ა.შ.", "ዓ.ም.", "क.ख.", "कि.मी."])
def test_initials_and_abbreviations_of_single_letters_are_whole(text: str, nlp: Language) -> None:
    assert_cut(nlp, text, text)


def test_a_comma_between_letters_is_cut_off_in_any_script(nlp: Language) -> None:
    assert_cut(nlp, "კი , არა yes , no כן , לא", "კი,არა yes,no כן,לא")


@pytest.mark.parametrize(
    "number",
    [
        "१०:३०",
        "১,০০০.৫০",
        "၁.၅",
        "۱۴۰۰/۰۱/۰۱",
        "٣٫١٤",
        "١٬٠٠٠",
        "１，０００",
        "１２：３０",
        "2020-01-31",
        "1/2",
        "1'000",
    ],
)
def test_numbers_of_all_scripts_are_whole(number: str, nlp: Language) -> None:
    assert_cut(nlp, f"« {number} » ! {number} ။", f"«{number}»! {number}။")


def test_signs_of_currency_are_cut_off(nlp: Language) -> None:
    assert_cut(nlp, "₦ 500 ৳ ৫০ ֏ 1000 50 ֏ . 5 € .", "₦500 ৳৫০ ֏1000 50֏. 5€.")


@pytest.mark.parametrize("word", ["http://пример.рф/путь", "ftp://a.bc/d", "https://a.bc/x?y=1#q", "a.b@c.de"])
def test_addresses_are_whole_before_punctuation_of_any_script(word: str, nlp: Language) -> None:
    assert_cut(nlp, f"{word} 。 « {word} » ،", f"{word}。 «{word}»،")
