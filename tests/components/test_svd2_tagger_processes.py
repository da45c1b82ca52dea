"""Several processes, and what a process imports; the same bytes whatever the process.

Not here: threads of the linear algebra after a fork, because tagging uses no linear algebra; the cost of several
processes, which is spaCy's (a worker gets the artifact once, when it starts).
"""

import json

import numpy as np
import pytest

IMPORTS = """
import sys
import spacy
nlp = spacy.blank("xx")
heavy = lambda: sorted({"sklearn", "scipy", "matplotlib", "pandas", "dask"} & set(sys.modules))
assert not heavy(), heavy()
tagger = nlp.add_pipe("svd2_tagger")
assert type(tagger).__module__ == "spacy_svd2.tagger.component"
assert not heavy(), heavy()
spacy.registry.scorers.get("spacy_svd2.tagger_scorer.v1")
spacy.registry.readers.get("spacy_svd2.Corpus.v1")
print(heavy())
"""

# One script for all start methods, because each process takes seconds to import spaCy. It is run from a file, as
# users do: under "spawn" the workers import it again.
PROCESSES = """
import json, multiprocessing, sys
import spacy
from spacy.tokens import Doc

TEXTS = [f"the cat{i}  sits in {i} days" for i in range(30)] + ["", " ", "zebra"] + ["you ca n't know"] * 5


def tags(docs):
    return [[token.tag_ for token in doc] for doc in docs]


def main(saved, artifact):
    nlp = spacy.load(saved)
    wanted = tags(nlp.pipe(TEXTS))
    found = {}
    for method in ("fork", "spawn", "forkserver"):
        multiprocessing.set_start_method(method, force=True)
        found[method] = tags(nlp.pipe(TEXTS, n_process=2, batch_size=7)) == wanted
    multiprocessing.set_start_method("fork", force=True)

    lazy = spacy.blank("en")
    lazy.add_pipe("svd2_tagger", config={"artifact": artifact})
    found["artifact read in the worker"] = tags(lazy.pipe(TEXTS, n_process=2)) == wanted
    preset = [Doc(nlp.vocab, words=["the", "cat"], tags=["X", ""]) for _ in range(4)]
    found["preset"] = tags(nlp.pipe(preset, n_process=2, batch_size=2)) == [["X", tags([nlp("the cat")])[0][1]]] * 4
    with multiprocessing.Pool(2) as pool:
        found["pool"] = [tags([doc])[0] for doc in pool.map(nlp, TEXTS)] == wanted

    untrained = spacy.blank("en")
    untrained.add_pipe("svd2_tagger", name="mine")
    try:
        list(untrained.pipe(TEXTS, n_process=2))
    except ValueError as error:
        found["error"] = str(error)
    seen = []
    untrained.set_error_handler(lambda name, proc, docs, error: seen.append(str(error)))
    found["left"] = len(list(untrained.pipe(TEXTS[:4], n_process=2)))
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
"""

TRAIN = """
import hashlib, sys, warnings
import spacy
from spacy_svd2.shared.artifacts import artifact_to_bytes
warnings.simplefilter("ignore")
nlp = spacy.blank("xx")
tagger = nlp.add_pipe("svd2_tagger")
reader = spacy.registry.readers.get("spacy_svd2.Corpus.v1")(sys.argv[1], tokenized=True)
settings = {"n_tags": 12, "w1": 300, "r1": 40, "k1": 60, "r2": 30, "n_passes": 2}
tagger.initialize(lambda: [], nlp=nlp, corpus=reader, settings=settings)
words = tagger.get_model().types[:120]
tagger.set_model(tagger.get_model().named({word: [f"T{number % 7}"] for number, word in enumerate(words)}))
print(hashlib.sha256(artifact_to_bytes(tagger.to_artifact())).hexdigest())
"""


def test_factories_import_nothing_heavy(run_python):
    assert run_python("-c", IMPORTS).strip() == "[]"


@pytest.fixture(scope="module")
def found(run_python, artifact, tmp_path_factory):
    import spacy

    folder = tmp_path_factory.mktemp("processes")
    nlp = spacy.blank("en")
    nlp.add_pipe("svd2_tagger", config={"artifact": str(artifact)})
    nlp.to_disk(folder / "saved")
    (folder / "script.py").write_text(PROCESSES, encoding="utf8")
    return json.loads(run_python(str(folder / "script.py"), str(folder / "saved"), str(artifact)))


@pytest.mark.parametrize("case", ["fork", "spawn", "forkserver", "artifact read in the worker", "preset", "pool"])
def test_workers_give_the_same_tags(found, case):
    assert found[case] is True


def test_an_error_in_a_worker_names_the_component(found):
    assert "E871" in found["error"]
    assert "P001" in found["error"]
    assert "'mine'" in found["error"]
    assert "spacy svd2 train" in found["error"]


def test_documents_that_fail_in_a_worker_are_left_out(found):
    assert found["left"] == 0


def test_bytes_do_not_depend_on_the_process(run_python, tmp_path):
    words = np.array([f"w{i}" for i in range(3000)])
    drawn = words[np.minimum(np.random.default_rng(0).zipf(1.3, size=40_000) - 1, 2999)]
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("\n".join(" ".join(line) for line in drawn.reshape(-1, 20)), encoding="utf8")
    digests = {
        run_python("-c", TRAIN, str(corpus), PYTHONHASHSEED=seed, OPENBLAS_NUM_THREADS=threads, OMP_NUM_THREADS=threads)
        for seed, threads in (("1", "1"), ("2", "2"))
    }
    assert len(digests) == 1
