"""Both components in memory zones, and memory that does not grow."""

import sys
from pathlib import Path

import pytest
import spacy
from component_helpers import COMPONENTS, TEXTS, both, written
from spacy.tokens import Doc

DATA = Path(__file__).parent.parent / "data"
LABELS = "money shore NOUN DET _SP  bank art_gallery qqx"


@pytest.mark.parametrize("text", [TEXTS[2], TEXTS[4], LABELS])
@pytest.mark.parametrize("lazy", [True, False])
def test_a_first_use_inside_a_zone_outlives_it(nlp, folder, text, lazy):
    """The zone forgets a string that was a word first; labels must outlive it nevertheless."""
    if lazy:
        fresh = spacy.blank("en")
        fresh.add_pipe("svd2_tagger", config={"artifact": str(folder / "svd2_tagger/model.npz")})
        fresh.add_pipe("kpca_wsd", config={"artifact": str(folder / "kpca_wsd/model.npz")})
    else:
        fresh = both()
    wanted = [written(nlp(one)) for one in (text, *TEXTS)]
    if lazy:
        for one in wanted:
            one["probabilities"] = [None] * len(one["words"])
    for _ in range(2):
        with fresh.memory_zone():
            fresh.make_doc(LABELS)
            assert clean(written(fresh(text)), lazy) == wanted[0]
        assert [clean(written(fresh(one)), lazy) for one in (text, *TEXTS)] == wanted
    strings = fresh.vocab.strings
    assert all(strings[strings[label]] == label for name in COMPONENTS for label in fresh.get_pipe(name).labels)


def clean(found, lazy):
    return {**found, "probabilities": [None] * len(found["words"])} if lazy else found


@pytest.mark.parametrize("used_before", [True, False])
def test_an_exception_in_a_memory_zone_breaks_nothing(expected, used_before):
    nlp = both()
    if used_before:
        list(nlp.pipe(TEXTS))
    for _ in range(3):
        with pytest.raises(KeyError, match="mine"), nlp.memory_zone():
            list(nlp.pipe([*TEXTS, LABELS]))
            raise KeyError("mine")
        assert [written(doc) for doc in nlp.pipe(TEXTS)] == expected


def test_a_foreign_vocabulary_in_its_zone(nlp):
    words = ["the", "NOUN", "cat", "bank", "money"]
    wanted = written(nlp(Doc(nlp.vocab, words=words)))
    vocab = spacy.blank("en").vocab
    with vocab.memory_zone():
        assert written(nlp(Doc(vocab, words=words))) == wanted
    assert written(nlp(Doc(vocab, words=words))) == wanted


def test_zones_leave_nothing_behind():
    nlp = both()

    def stream(first, last):
        for start in range(first, last, 300):
            with nlp.memory_zone():
                docs = list(nlp.pipe(f"the bank w{i} of x{i} river" for i in range(start, start + 300)))
                assert all(doc[2].tag and len(doc._.senses) == 1 for doc in docs)

    stream(0, 300)
    before = len(nlp.vocab.strings), len(list(nlp.vocab))
    stream(300, 3000)
    assert (len(nlp.vocab.strings), len(list(nlp.vocab))) == before


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="peaks are measured otherwise elsewhere")
def test_a_million_documents_without_a_token_take_no_memory() -> None:
    import resource

    nlp = spacy.blank("en")
    pipes = [nlp.add_pipe(name, config={"artifact": str(DATA / f"{name}_0.1.0.npz")}) for name in COMPONENTS]

    def run(number: int) -> int:
        docs = (Doc(nlp.vocab) for _ in range(number))
        return sum(len(doc) == 0 for doc in pipes[1].pipe(pipes[0].pipe(docs)))

    run(20_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert run(1_000_000) == 1_000_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 10_000  # KiB
