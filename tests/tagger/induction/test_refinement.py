import warnings
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
import spacy
from spacy.language import Language

from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.tagger.component import SVD2Tagger
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.evaluation.evaluate import evaluate
from spacy_svd2.tagger.induction.refinement import number_of_contexts
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.settings import Refinement, Settings


@pytest.mark.parametrize(
    ("n_tokens", "n_types", "settings", "expected"),
    [
        (1_161_192, 49_815, Refinement(), 302),
        (94_084, 11_387, Refinement(), 100),
        (10**8, 10**6, Refinement(), 500),
        (500, 300, Refinement(), 30),
        (20, 6, Refinement(), 6),
        (1_161_192, 49_815, Refinement(n_contexts=50), 50),
        (100, 20, Refinement(n_contexts=50), 20),
    ],
)
def test_number_of_contexts(n_tokens: int, n_types: int, settings: Refinement, expected: int) -> None:
    counts = count_bigrams([["x"]])
    frequencies = counts.counts.repeat(n_types)
    frequencies[0] = n_tokens - n_types + 1
    assert number_of_contexts(replace(counts, types=["x"] * n_types, counts=frequencies), settings) == expected


def test_a_tiny_corpus_says_how_few_clusters_it_can_tell_apart() -> None:
    sentences = [[f"w{i % 13}", f"v{i % 7}"] for i in range(200)]
    with pytest.warns(UserWarning, match="S102"):
        model = SVD2Model.train(count_bigrams(sentences), Settings(n_tags=18))
    assert model.n_clusters < 18


# what the default recipe must reach at least: many-to-one, V-measure
FLOORS = [
    ("pos/brown.tsv.gz", 2, 45, 0.775, 0.755),
    ("pos/brown.tsv.gz", 3, 45, 0.87, 0.63),
    ("pos/brown.tsv.gz", 2, 500, 0.868, 0.675),
    ("pos/ptb_sample.tsv.gz", 2, 45, 0.725, 0.65),
    ("ud/cy_ccg", None, 17, 0.64, 0.53),
    ("ud/wo_wtb", None, 17, 0.70, 0.58),
    ("ud/mt_mudt", None, 17, 0.65, 0.55),
    ("ud/ug_udt", None, 17, 0.64, 0.38),
]


@lru_cache(maxsize=1)
def trained(paths: tuple[str, ...], k: int) -> Language:
    """The tagger of a corpus, whichever of its tags it is then compared with."""
    nlp = spacy.blank("xx")
    tagger = nlp.add_pipe("svd2_tagger")
    assert isinstance(tagger, SVD2Tagger)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=r"\[P110\]")  # the corpus is split as its annotators wished
        tagger.initialize(list, nlp=nlp, corpus=make_corpus(list(paths)), settings={"n_tags": k})
    return nlp


@pytest.mark.corpora
@pytest.mark.parametrize(("name", "column", "k", "many_to_one", "v_measure"), FLOORS)
def test_default_recipe(
    corpora: Path, name: str, column: int | None, k: int, many_to_one: float, v_measure: float
) -> None:
    paths = [str(path) for path in sorted((corpora / name).parent.glob((corpora / name).name + "*"))]
    nlp = trained(tuple(paths), k)
    scores = evaluate(nlp, make_corpus(paths, column=column).docs(nlp))
    assert scores["many_to_one"] >= many_to_one
    assert scores["v_measure"] >= v_measure
