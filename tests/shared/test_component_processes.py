"""Both components in one pipeline and in workers of every start method; what their entry points import."""

import json
from pathlib import Path

import pytest
from component_helpers import COMPONENTS, TEXTS, UNTRAINED

IMPORTS = """
import sys
import spacy
nlp = spacy.blank("xx")
heavy = lambda: sorted({"sklearn", "scipy", "matplotlib", "pandas", "dask"} & set(sys.modules))
assert not heavy(), heavy()
for name in ("svd2_tagger", "kpca_wsd"):
    nlp.add_pipe(name)
for name in ("tagger", "wsd"):
    spacy.registry.scorers.get(f"spacy_svd2.{name}_scorer.v1")
for name in ("Corpus", "SenseCorpus"):
    spacy.registry.readers.get(f"spacy_svd2.{name}.v1")
print(heavy())
"""

# One script for all, as each process takes seconds to import spaCy. It is run from a file, as users do: under "spawn"
# the workers import it again. Linear algebra has two threads, and has been used before the first fork.
SCRIPT = """
import json, multiprocessing, pickle, sys
from contextlib import closing
import numpy as np
import spacy
from spacy.tokens import Doc, Token
sys.path.insert(0, sys.argv[1])
from component_helpers import COMPONENTS, PROBABILITY, empty, written

TEXTS = json.loads(sys.argv[3]) * 4


def main(saved):
    square = np.random.default_rng(0).random((600, 600))
    assert np.isfinite(square @ square).all()
    nlp = spacy.load(saved)
    wanted = [written(doc) for doc in nlp.pipe(TEXTS)]
    found = {}
    multiprocessing.set_forkserver_preload(["spacy_svd2.tagger.component", "spacy_svd2.senses.component"])
    for method in ("fork", "spawn", "forkserver"):
        multiprocessing.set_start_method(method, force=True)
        with closing(nlp.pipe(zip(TEXTS, range(len(TEXTS))), as_tuples=True, n_process=2, batch_size=5)) as pairs:
            docs, numbers = zip(*pairs)
        found[method] = [written(doc) for doc in docs] == wanted and list(numbers) == list(range(len(TEXTS)))
    with multiprocessing.get_context("forkserver").Pool(2) as pool:
        found["pool"] = [written(doc) for doc in pool.map(nlp, TEXTS)] == wanted
        remove_extensions()
        docs = pool.map(nlp, TEXTS[:8])
    pickle.loads(pickle.dumps(nlp))  # registers the attributes again
    found["registered by unpickling"] = [written(doc) for doc in docs] == wanted[:8]
    multiprocessing.set_start_method("fork", force=True)
    remove_extensions()
    docs = list(nlp.pipe(TEXTS, n_process=2))
    next(nlp.pipe(["x"]))  # registers them here, too
    found["registered by a worker"] = [written(doc) for doc in docs] == wanted
    lazy = empty(**{name: {"artifact": f"{saved}/{name}/model.npz"} for name in COMPONENTS})
    found["artifact read in the worker"] = [written(doc) for doc in lazy.pipe(TEXTS, n_process=2)] == wanted
    preset = list(nlp.pipe([Doc(nlp.vocab, words=["the", "cat"], tags=["X", ""]) for _ in range(4)], n_process=2))
    found["preset"] = [[token.tag_ for token in doc] for doc in preset] == [["X", "NOUN"]] * 4
    nlp.set_error_handler(lambda name, proc, docs, error: None)
    with closing(nlp.pipe(TEXTS, n_process=2, batch_size=3)) as docs:
        found["ends in the middle"] = written(next(docs)) == wanted[0]
    for name in COMPONENTS:
        untrained = spacy.blank("en")
        untrained.add_pipe(name, name="mine")
        try:
            list(untrained.pipe(TEXTS, n_process=2))
        except ValueError as error:
            found[f"error {name}"] = str(error)
        untrained.set_error_handler(lambda name, proc, docs, error: None)
        found[f"left {name}"] = len(list(untrained.pipe(TEXTS[:4], n_process=2)))
    print(json.dumps(found))


def remove_extensions():
    Doc.remove_extension("senses")
    Token.remove_extension("sense")
    Token.remove_extension(PROBABILITY)


if __name__ == "__main__":
    main(sys.argv[2])
"""


@pytest.fixture(scope="module")
def found(run_python, folder, tmp_path_factory):
    script = tmp_path_factory.mktemp("processes") / "script.py"
    script.write_text(SCRIPT, encoding="utf8")
    helpers = str(Path(__file__).parents[1] / "helpers")
    threads = {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"}
    return json.loads(run_python(str(script), helpers, str(folder), json.dumps(TEXTS), **threads))


def test_factories_import_nothing_heavy(run_python):
    assert run_python("-c", IMPORTS).strip() == "[]"


@pytest.mark.parametrize(
    "case",
    [
        *("fork", "spawn", "forkserver", "pool", "registered by unpickling", "registered by a worker"),
        *("artifact read in the worker", "preset", "ends in the middle"),
    ],
)
def test_workers_write_what_one_process_writes(found, case):
    assert found[case] is True


@pytest.mark.parametrize("name", COMPONENTS)
def test_an_error_in_a_worker_names_the_component(found, name):
    assert all(part in found[f"error {name}"] for part in ("E871", UNTRAINED[name], "'mine'"))


@pytest.mark.parametrize("name", COMPONENTS)
def test_documents_that_fail_in_a_worker_are_left_out(found, name):
    assert found[f"left {name}"] == 0
