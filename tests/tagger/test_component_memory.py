"""What tagging adds to the vocabulary and to the memory in use."""

from pathlib import Path

import pytest

N_DOCS, PER_ZONE = 20_000, 1_000


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
