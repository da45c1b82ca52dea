"""spaCy looks at components from outside; that must neither fail nor read files."""

import spacy
from spacy.ty import ListenedToComponent


def test_spacy_can_ask_whether_an_untrained_tagger_has_a_model():
    # Language.add_pipe does so; in Python 3.11 it gets the attributes in the order of their hashes
    tagger = spacy.blank("xx").add_pipe("svd2_tagger")
    assert not hasattr(tagger, "model")
    assert not isinstance(tagger, ListenedToComponent)


def test_asking_reads_no_artifact():
    tagger = spacy.blank("xx").add_pipe("svd2_tagger", config={"artifact": "not/there"})
    assert not hasattr(tagger, "model")
