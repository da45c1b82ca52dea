"""Names of extension attributes under which nobody could ask for what is written."""

import pytest
import spacy
from spacy.tokens import Doc, Token

from spacy_svd2.errors import UserError
from spacy_svd2.shared import extensions
from spacy_svd2.shared.extensions import check_extension_name, claim, claim_all

UNREADABLE = ["", " ", "a b", "1a", "a.b", "a-b", "class", "\ufb01", "get", "set", "has", "_get_key", "_obj", "_doc"]
SETTINGS = [("svd2_tagger", "prob_attr"), ("kpca_wsd", "senses_attr"), ("kpca_wsd", "sense_attr")]


@pytest.mark.parametrize(("component", "setting"), SETTINGS)
@pytest.mark.parametrize("attr", UNREADABLE)
def test_refused(component, setting, attr):
    with pytest.raises(UserError, match=f"P009.*'{component}'.*{attr!r}.*'{setting}'"):
        spacy.blank("xx").add_pipe(component, config={setting: attr})
    assert not Doc.has_extension(attr)
    assert not Token.has_extension(attr)


@pytest.mark.parametrize("first", ["svd2_tagger", "kpca_wsd"])
def test_two_components_do_not_share_one(first):
    configs = {"svd2_tagger": {"prob_attr": "shared"}, "kpca_wsd": {"sense_attr": "shared"}}
    (second,) = set(configs) - {first}
    nlp = spacy.blank("xx")
    try:
        nlp.add_pipe(first, config=configs[first])
        with pytest.raises(UserError, match="P006.*shared.*kpca_wsd|K016.*shared.*another component"):
            nlp.add_pipe(second, config=configs[second])
    finally:
        Token.remove_extension("shared")
    nlp.add_pipe(second, config=configs[second])  # whoever removed it may want it otherwise
    Token.remove_extension("shared")


@pytest.mark.parametrize("attr", ["svd2_prob", "_x", "été", "has_extension", "class_", None])
def test_allowed(attr):
    check_extension_name(attr, component="svd2_tagger", setting="prob_attr", kind="token")
    if attr is not None:
        Token.set_extension(attr, default=1, force=True)  # another test may have left it
        assert eval(f"token._.{attr}", {"token": spacy.blank("xx")("word")[0]}) == 1
        Token.remove_extension(attr)


def test_the_names_of_spacys_own():
    own = spacy.blank("xx")("word")[0]._
    for name in {*dir(type(own)), *vars(own)}:
        with pytest.raises(UserError, match="P009"):
            check_extension_name(name, component="svd2_tagger", setting="prob_attr", kind="token")


def test_who_was_first_is_noted_on_every_document_until_it_is_gone():
    docs, writer, other = [Doc(spacy.blank("xx").vocab, words=["a"]) for _ in range(3)], object(), object()
    place = "doc._.of_this_test"
    assert claim_all(docs[:1], place, other)
    assert not claim_all(docs, place, writer)
    assert [claim_all([doc], place, other) for doc in docs] == [True, False, False]
    assert not claim(docs[0], place, writer, lambda: False)
    assert claim(docs[0], place, writer, lambda: True)
    assert claim_all(docs, place, writer)
    del docs
    assert not extensions._WRITERS.pop(place)
