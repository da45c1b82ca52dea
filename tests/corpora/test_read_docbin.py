import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from spacy_svd2.corpora.corpus import make_corpus


@pytest.fixture
def path(write) -> str:
    vocab = spacy.blank("xx").vocab
    words = ["Einer", "geht", " ", "Keiner", "bleibt"]
    pos = ["PRON", "VERB", "SPACE", "PRON", "VERB"]
    docs = [
        Doc(vocab, words=words, tags=list("abscd"), pos=pos, sent_starts=[True, False, False, True, False]),
        Doc(vocab),
        Doc(vocab, words=["ohne", "Grenzen"], spaces=[True, False], ents=["O", "B-LOC"]),
        Doc(vocab, words=["sie", "sah", "er", "ging"], heads=[1, 1, 3, 3], deps=["s", "ROOT", "s", "ROOT"]),
        Doc(vocab, words=["\n"]),
    ]
    return write("a.spacy", DocBin(docs=docs).to_bytes())


def test_sentences_follow_the_docs_own(path: str, nlp: Language) -> None:
    before = set(nlp.vocab.strings)
    sentences = [["Einer", "geht"], ["Keiner", "bleibt"], ["ohne", "Grenzen"], ["sie", "sah"], ["er", "ging"]]
    assert list(make_corpus(path).sentences(nlp)) == sentences
    assert set(nlp.vocab.strings) == before


@pytest.mark.parametrize(("column", "tag"), [(None, "b"), ("tag", "b"), ("pos", "VERB")])
def test_docs_keep_their_annotation(column: str | None, tag: str, path: str, nlp: Language) -> None:
    docs = list(make_corpus(path, column=column).docs(nlp))
    assert [len(doc) for doc in docs] == [5, 2, 4, 1]
    assert (docs[0][1].tag_, docs[0][1].pos_) == (tag, "VERB")
    assert [ent.label_ for ent in docs[1].ents] == ["LOC"]
    assert docs[1].text == "ohne Grenzen"
    assert all(doc.vocab is nlp.vocab for doc in docs)
