"""Artifacts of version 0.1.0 load for ever, and give the answers they gave then."""

from pathlib import Path

import pytest
import spacy

from spacy_svd2.errors import UserError

DATA = Path(__file__).parent.parent / "data"


@pytest.fixture
def nlp() -> spacy.Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("svd2_tagger", config={"artifact": str(DATA / "svd2_tagger_0.1.0.npz")})
    nlp.add_pipe("kpca_wsd", config={"artifact": str(DATA / "kpca_wsd_0.1.0.npz")})
    return nlp


def test_tags(nlp: spacy.Language) -> None:
    doc = nlp("the hen eats . Joe walks")
    assert [token.tag_ for token in doc] == ["DET", "NOUN", "VERB", "PUNCT", "PROPN", "VERB"]
    assert [token.pos_ for token in doc] == [token.tag_ for token in doc]


def test_senses(nlp: spacy.Language) -> None:
    doc = nlp("Reeds grow on the bank of the river , she owes the bank money")
    assert [span.label_ for span in doc.spans["senses"]] == ["shore", "money"]


@pytest.mark.parametrize(("factory", "code"), [("svd2_tagger", "P001"), ("kpca_wsd", "K013")])
def test_saved_before_training(factory: str, code: str) -> None:
    nlp = spacy.blank("en")
    component = nlp.add_pipe(factory)
    component._restore(DATA / "untrained_0.1.0.npz")  # type: ignore[attr-defined]
    with pytest.raises(UserError, match=code):
        nlp("x")
