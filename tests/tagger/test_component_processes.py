"""The same bytes whatever the process that trains."""

import numpy as np

TRAIN = """
import hashlib, sys, warnings
import spacy
from spacy_svd2.shared.artifacts import artifact_to_bytes
from spacy_svd2.tagger.model.storage import model_to_artifact
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
