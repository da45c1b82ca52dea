"""Memory zones and growing memory."""

from pathlib import Path

import pytest
import spacy
from spacy.tokens import Doc

from spacy_svd2.tagger import tagging

N_DOCS, PER_ZONE = 20_000, 1_000


def tags(doc):
    return [token.tag_ for token in doc]


def stream(nlp, n_docs, first=0):
    """Tag documents that are full of words never seen before, in memory zones."""
    for start in range(first, first + n_docs, PER_ZONE):
        with nlp.memory_zone():
            for doc in nlp.pipe(f"the w{i} x{i}" for i in range(start, start + PER_ZONE)):
                assert doc[1].tag != 0


def test_tags_inside_a_zone_and_after_it(nlp, expect):
    nlp("the")
    with nlp.memory_zone():
        doc = nlp("the zebra  sits")
        assert tags(doc) == expect(doc)
    doc = nlp("a zebra \n naps")
    assert tags(doc) == expect(doc)


@pytest.mark.parametrize("text", ["the cat", "the C0 C1 C2 C3 C4 _SP  cat", "zebra"])
def test_an_artifact_first_used_inside_a_zone(nlp, expect, text):
    # The zone forgets a string that was a word first; the tags must outlive it nevertheless.
    with nlp.memory_zone():
        doc = nlp(text)
        assert tags(doc) == expect(doc)
    after = nlp("the cat  sits in 2 days , you know")
    assert tags(after) == expect(after)
    assert {*nlp.get_pipe("svd2_tagger").labels, "_SP"} <= set(nlp.vocab.strings)


def test_words_that_are_tags_stay_out_of_the_way(nlp, expect):
    nlp("the")
    for _ in range(2):
        with nlp.memory_zone():
            nlp("C0 C1 _SP")
        doc = nlp("C0 the  cat")
        assert tags(doc) == expect(doc)


@pytest.mark.parametrize("used_before", [True, False])
def test_an_exception_inside_a_zone(nlp, expect, used_before):
    if used_before:
        nlp("the cat")
    for _ in range(3):
        with pytest.raises(RuntimeError, match="mine"), nlp.memory_zone():
            nlp("the zebra C1 sits")
            raise RuntimeError("mine")
        doc = nlp("the zebra C1 sits  ")
        assert tags(doc) == expect(doc)
    assert tags(next(nlp.pipe(["the cat"]))) == tags(nlp("the cat"))


def test_a_foreign_vocabulary_in_its_zone(nlp, expect):
    tagger, vocab = nlp.get_pipe("svd2_tagger"), spacy.blank("xx").vocab
    with vocab.memory_zone():
        doc = tagger(Doc(vocab, words=["the", "C0", "cat"]))
        assert tags(doc) == expect(doc)
    doc = tagger(Doc(vocab, words=["the", "C0", "cat"]))
    assert tags(doc) == expect(doc)


def test_zones_leave_nothing_behind(nlp, monkeypatch):
    monkeypatch.setattr(tagging, "_MAX_ANSWERS", 500)
    tagger = nlp.get_pipe("svd2_tagger")
    stream(nlp, PER_ZONE)
    n_strings, n_words = len(nlp.vocab.strings), len(list(nlp.vocab))
    stream(nlp, N_DOCS, PER_ZONE)
    assert (len(nlp.vocab.strings), len(list(nlp.vocab))) == (n_strings, n_words)
    assert len(tagger._tagging._answers) <= 500
    assert nlp("the cat")[1].tag_ in tagger.labels


def test_the_component_adds_no_words_to_the_store(nlp):
    docs = [nlp.make_doc(f"w{i} the") for i in range(100)]
    nlp.get_pipe("svd2_tagger").get_model()
    before = len(nlp.vocab.strings)
    list(nlp.get_pipe("svd2_tagger").pipe(docs))
    assert len(nlp.vocab.strings) == before


GROWTH = """
import sys
import spacy

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 2**20

def stream(first, last):
    for start in range(first, last, 1000):
        with nlp.memory_zone():
            for doc in nlp.pipe(f"the w{i} x{i}" for i in range(start, start + 1000)):
                pass

nlp = spacy.blank("xx")
if len(sys.argv) > 1:
    nlp.add_pipe("svd2_tagger", config={"artifact": sys.argv[1]})
stream(0, 100_000)
before = resident()
stream(100_000, 1_000_000)
print(resident() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads the memory in use as Linux shows it")
def test_memory_grows_no_more_than_spacys_own(run_python, artifact):
    # spaCy's tables of strings grow a little even in memory zones: 20 MiB or so over these million documents.
    alone, tagged = (float(run_python("-c", GROWTH, *args)) for args in ((), (str(artifact),)))
    assert tagged < alone + 8  # MiB
