"""The sentencizer that `svd2 train --sentences` adds."""

import pytest
import spacy
from thinc.api import Config

from spacy_svd2.cli.common.config import add_sentencizer
from spacy_svd2.corpora.splits.tokenizer import add_common_rules


def ends(lang: str, text: str) -> list[str]:
    config = Config({"nlp": {"lang": lang, "pipeline": []}, "components": {}})
    add_sentencizer(config)
    nlp = spacy.blank(lang)
    nlp.add_pipe("sentencizer", config={"punct_chars": config["components"]["sentencizer"]["punct_chars"]})
    add_common_rules(nlp)
    return [sentence[-1].text for sentence in nlp(text).sents]


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("Ի՞նչ է սա։ Այո՛։ Տուն.", "։ ։ ."),
        ("ሰላም ነው። ማን፧ አለ።", "። ፧ ።"),
        ("བོད་ཡིག། བཀྲ་ཤིས།", "། །"),
        ("ទៅ។ ល៕", "។ ៕"),
        ("သွားသည်။ မွန်။", "။ ။"),
        ("वह गया। राम॥", "। ॥"),
        ("وہ گیا۔ ہل، یا؟", "۔ ؟"),
        ("我 走。你！ 他？", "。 ！ ？"),
        ("ߒߞߏ߸ ߒ߹ ߒߞߏ.", "߹ ."),
        ("ගියා෴ ගියා.", "෴ ."),
        ("Τι\u037e Ναι· όχι.", "\u037e ."),
        ("Qu'est-ce ; oui ? Non !", "? !"),
    ],
)
def test_sentences_end_at_the_signs_of_their_script(text: str, signs: str) -> None:
    assert ends("xx", text) == signs.split()


def test_a_semicolon_is_a_question_mark_in_greek_only() -> None:
    assert ends("el", "Τι; Ναι.") == [";", "."]
    assert ends("xx", "Τι; Ναι.") == ["."]
