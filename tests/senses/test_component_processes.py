"""kpca_wsd in several processes, and what its entry points import."""

import json

import pytest
from sense_helpers import TEXT, pipeline

IMPORTS = """
import sys
import spacy
nlp = spacy.blank("xx")
heavy = lambda: sorted({"sklearn", "scipy", "matplotlib", "pandas", "dask"} & set(sys.modules))
assert not heavy(), heavy()
nlp.add_pipe("kpca_wsd")
spacy.registry.scorers.get("spacy_svd2.wsd_scorer.v1")
spacy.registry.readers.get("spacy_svd2.SenseCorpus.v1")
print(heavy())
"""

PROCESSES = """
import json, multiprocessing, sys
import spacy
from spacy.tokens import Doc, Token

TEXTS = [sys.argv[2], "", "no target", "the bank of the river"] * 6


def found(docs):
    return [
        (doc._.senses, [token._.sense for token in doc], [(s.text, s.label_, s.id_) for s in doc.spans["senses"]])
        for doc in docs
    ]


def main(saved):
    nlp = spacy.load(saved)
    wanted = found(nlp.pipe(TEXTS))
    result = {"targets": sum(len(item[0]) for item in wanted)}
    for method in ("fork", "spawn"):
        multiprocessing.set_start_method(method, force=True)
        result[method] = found(nlp.pipe(TEXTS, n_process=2, batch_size=5)) == wanted
        with multiprocessing.Pool(2) as pool:
            result[f"pool {method}"] = found(pool.map(nlp, TEXTS)) == wanted
    multiprocessing.set_start_method("fork", force=True)
    Doc.remove_extension("senses")
    Token.remove_extension("sense")
    docs = list(nlp.pipe(TEXTS, n_process=2))
    next(nlp.pipe(["x"]))  # registers them here, too
    result["removed"] = found(docs) == wanted
    untrained = spacy.blank("en")
    untrained.add_pipe("kpca_wsd", name="mine", config={"senses_attr": None})
    try:
        list(untrained.pipe(TEXTS, n_process=2))
    except ValueError as error:
        result["error"] = str(error)
    print(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1])
"""


def test_factories_import_nothing_heavy(run_python):
    assert run_python("-c", IMPORTS).strip() == "[]"


@pytest.fixture(scope="module")
def found(run_python, tmp_path_factory):
    folder = tmp_path_factory.mktemp("processes")
    pipeline().to_disk(folder / "saved")
    (folder / "script.py").write_text(PROCESSES, encoding="utf8")
    return json.loads(run_python(str(folder / "script.py"), str(folder / "saved"), TEXT))


@pytest.mark.parametrize("case", ["fork", "spawn", "pool fork", "pool spawn", "removed"])
def test_workers_give_the_same_senses(found, case):
    assert found["targets"] == 24
    assert found[case] is True


def test_an_error_in_a_worker_names_the_component(found):
    assert "K013" in found["error"]
    assert "'mine'" in found["error"]
