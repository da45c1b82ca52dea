"""The benchmark of word vectors, on a made-up sample."""

import numpy as np
from sense_helpers import made_up

from benchmarks.senses_vectors import development, make_vectors, measure, raw_contexts
from spacy_svd2.senses.model.contexts import ContextWindow
from spacy_svd2.senses.pipeline_vectors import PipelineVectors


def test_vectors_are_made_and_measured():
    items = made_up(0, 60)
    nlp = make_vectors(raw_contexts(items), "en", width=5)
    again = make_vectors(raw_contexts(items), "en", width=5)
    assert np.array_equal(nlp.vocab.vectors.data, again.vocab.vectors.data)
    assert np.linalg.norm(nlp.vocab.get_vector("river")) > 0.99
    vectors = PipelineVectors("kpca_wsd", "vectors", nlp.vocab, ContextWindow())
    rows = list(measure(development(items), vectors, 2, 1))
    assert [row["method"] for row in rows] == ["default", "vectors"]
    assert all(row["interval"][0] <= row["accuracy"] <= row["interval"][1] for row in rows)


def test_the_division_for_development_is_complete():
    items = made_up(1, 20)
    known, asked = development(items)
    assert (len(known), len(asked)) == (15, 5)
    assert {id(item) for item in known} | {id(item) for item in asked} == {id(item) for item in items}
