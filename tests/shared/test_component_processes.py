"""Workers of every start method with both components in one pipeline; linear algebra's threads after a fork."""

import json
from pathlib import Path

import pytest
from user_helpers import TEXTS, both

# Run from a file, as users do, with two threads for the linear algebra, which has been used before the first fork.
SCRIPT = """
import json, multiprocessing, pickle, sys
from contextlib import closing
import numpy as np
import spacy
from spacy.tokens import Doc, Token
sys.path.insert(0, sys.argv[1])
from user_helpers import PROBABILITY, written

TEXTS = json.loads(sys.argv[3]) * 4


def main():
    square = np.random.default_rng(0).random((600, 600))
    assert np.isfinite(square @ square).all()
    nlp = spacy.load(sys.argv[2])
    wanted = [written(doc) for doc in nlp.pipe(TEXTS)]
    found = {}
    for method in ("fork", "spawn", "forkserver"):
        multiprocessing.set_start_method(method, force=True)
        with closing(nlp.pipe(zip(TEXTS, range(len(TEXTS))), as_tuples=True, n_process=2, batch_size=5)) as pairs:
            docs, numbers = zip(*pairs)
        found[method] = [written(doc) for doc in docs] == wanted and list(numbers) == list(range(len(TEXTS)))
    with multiprocessing.get_context("forkserver").Pool(2) as pool:
        found["pool"] = [written(doc) for doc in pool.map(nlp, TEXTS)] == wanted
        Doc.remove_extension("senses")
        Token.remove_extension("sense")
        Token.remove_extension(PROBABILITY)
        docs = pool.map(nlp, TEXTS[:8])
    pickle.loads(pickle.dumps(nlp))  # registers the attributes again
    found["registered by unpickling"] = [written(doc) for doc in docs] == wanted[:8]
    multiprocessing.set_start_method("fork", force=True)
    seen = []
    nlp.set_error_handler(lambda name, proc, docs, error: seen.append(name))
    with closing(nlp.pipe(TEXTS, n_process=2, batch_size=3)) as docs:
        found["ends in the middle"] = written(next(docs)) == wanted[0]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
"""


@pytest.fixture(scope="module")
def found(run_python, tmp_path_factory):
    folder = tmp_path_factory.mktemp("users")
    both().to_disk(folder / "saved")
    (folder / "script.py").write_text(SCRIPT, encoding="utf8")
    arguments = (str(Path(__file__).parents[1] / "helpers"), str(folder / "saved"), json.dumps(TEXTS))
    threads = {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"}
    return json.loads(run_python(str(folder / "script.py"), *arguments, **threads))


@pytest.mark.parametrize(
    "case", ["fork", "spawn", "forkserver", "pool", "registered by unpickling", "ends in the middle"]
)
def test_workers_write_what_one_process_writes(found, case):
    assert found[case] is True
