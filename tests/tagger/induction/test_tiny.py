"""Corpora so small that there is nothing to learn: they train all the same."""

import warnings

import pytest

from spacy_svd2.shared.artifacts import artifact_to_bytes
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.model.storage import model_from_artifact, model_to_artifact
from spacy_svd2.tagger.settings import PAPER, Settings


@pytest.mark.parametrize("settings", [Settings(), PAPER], ids=["default", "paper"])
@pytest.mark.parametrize("boundaries", ["ignore", "stop", "token"])
@pytest.mark.parametrize("sentences", [[["a"]], [["a"], ["b"]], [["a", "a"]], [["a", "b"]], [["a"], ["a"], ["a"]]])
def test_tiny_corpora_train(sentences: list[list[str]], boundaries, settings: Settings) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = SVD2Model.train(count_bigrams(sentences, boundaries=boundaries), settings)
    assert 1 <= model.n_clusters <= len(model.types)
    again = model_from_artifact(artifact_to_bytes(model_to_artifact(model)))
    assert again.labels.tolist() == model.labels.tolist()
    assert 0 <= again.unseen("zyx", "zyx") < again.n_clusters
