"""How many tokens of new text are right, from the pipeline alone."""

from dataclasses import replace

import numpy as np
import pytest

from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.evaluation.expected import draw_text, expect
from spacy_svd2.tagger.evaluation.trust import NEW, ONE
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.settings import Settings

LABELS = {"the": ["DET"], "cat": ["NOUN"], "sees": ["VERB"], ".": ["PUNCT"], "dog": ["NOUN", "VERB"], "a": ["DET"]}


@pytest.fixture(scope="module")
def model() -> SVD2Model:
    generator = np.random.default_rng(0)
    nouns = ["cat", "dog", "bird", *(f"noun{i}" for i in range(20))]
    sentences = []
    for _ in range(150):
        one, other = generator.choice(nouns, 2)
        sentences.append(["the", str(one), "sees", "a", str(other), "."])
    return SVD2Model.train(count_bigrams([*sentences, ["the", "hapax", "sees", "."]]), Settings(n_tags=4))


@pytest.fixture(scope="module")
def named(model: SVD2Model) -> SVD2Model:
    return model.named(LABELS)


def test_the_text_that_is_drawn_is_like_the_corpus(model: SVD2Model) -> None:
    assert model.bigrams is not None
    counts = model.bigrams
    rows, starts = draw_text(counts, 40, 300)
    shares = np.bincount(rows, minlength=counts.n_types) / len(rows)
    assert np.abs(shares - counts.counts / counts.n_tokens).max() < 0.01
    follows = ~starts[1:]
    assert (counts.bigrams.toarray()[rows[:-1][follows], rows[1:][follows]] > 0).all()
    begins = np.flatnonzero(starts)
    begins = begins[begins % 300 > 0]  # without the beginnings of texts
    assert {counts.types[row] for row in rows[begins]} == {"the"}  # each sentence of the corpus begins with it
    assert starts.mean() == pytest.approx(counts.n_sentences / counts.n_tokens, rel=0.1)
    again, _ = draw_text(counts, 40, 300)
    assert (rows == again).all()


def test_the_estimate_is_the_same_for_a_model_that_has_been_saved(named: SVD2Model) -> None:
    found = expect(named)
    assert found is not None
    assert 0 <= found.low < found.accuracy < found.high <= 1
    assert found.n_labelled == len(LABELS)
    assert found.kinds[ONE].share > 0.5
    assert 0 < found.kinds[NEW].share < 0.01  # "hapax", once in 904 tokens
    assert named.naming is not None
    assert named.naming.checked is not None
    assert expect(replace(named, naming=replace(named.naming, checked=None))) == found


def test_labels_that_contradict_the_contexts_lower_it(model: SVD2Model, named: SVD2Model) -> None:
    good, bad = expect(named), expect(model.named({**LABELS, "cat": ["DET"], "the": ["NOUN"], "bird": ["VERB"]}))
    assert good is not None
    assert bad is not None
    assert bad.accuracy < good.accuracy


def test_without_names_or_counts_there_is_no_estimate(model: SVD2Model) -> None:
    assert expect(model) is None
    assert expect(model.named(LABELS, method="prototype")) is None
