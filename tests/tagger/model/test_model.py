from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from spacy_svd2.errors import UserError
from spacy_svd2.shared.artifacts import Artifact, artifact_to_bytes
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.model.storage import model_from_artifact, model_to_artifact
from spacy_svd2.tagger.settings import PAPER, Settings

SENTENCES = [["the", "cat", "sleeps"], ["a", "dog", "barks"], ["the", "dog", "sleeps"], ["a", "cat", "barks"]] * 3
SETTINGS = replace(PAPER, n_tags=3, w1=6, r1=2, k1=4, r2=2)


@pytest.fixture
def model() -> SVD2Model:
    return SVD2Model.train(count_bigrams(SENTENCES), SETTINGS)


def test_clusters_are_numbered_by_their_tokens() -> None:
    sentences = [*SENTENCES, *[["the", "cat", "sleeps", "the", "cat"]] * 5]
    model = SVD2Model.train(count_bigrams(sentences), SETTINGS)
    sizes = np.bincount(model.labels, weights=model.counts, minlength=model.n_clusters)
    assert (np.diff(sizes) <= 0).all()
    assert model.cluster_names == ["C0", "C1", "C2"]


def test_statistics(model: SVD2Model) -> None:
    assert model.statistics == {"n_sentences": 12, "n_tokens": 36, "n_types": 6, "n_hapaxes": 0}


def test_round_trip(model: SVD2Model) -> None:
    again = model_from_artifact(artifact_to_bytes(model_to_artifact(model)))
    assert again.types == model.types
    assert again.settings == model.settings
    assert again.statistics == model.statistics
    assert artifact_to_bytes(model_to_artifact(again)) == artifact_to_bytes(model_to_artifact(model))


@pytest.mark.parametrize("settings", [SETTINGS, Settings(n_tags=3, w1=6, r1=2)], ids=["paper", "default"])
def test_trained_twice_is_the_same_to_the_byte(settings: Settings) -> None:
    model, again = (SVD2Model.train(count_bigrams(SENTENCES), settings) for _ in range(2))
    assert artifact_to_bytes(model_to_artifact(again)) == artifact_to_bytes(model_to_artifact(model))


def damaged(model: SVD2Model, name: str, array: np.ndarray | None) -> bytes:
    artifact = model_to_artifact(model)
    if array is None:
        del artifact.arrays[name]
    else:
        artifact.arrays[name] = array
    return artifact_to_bytes(artifact)


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("counts", np.ones(5, dtype=np.int64)),
        ("counts", np.zeros(6, dtype=np.int64)),
        ("case", np.zeros((6, 2), dtype=np.int64)),
        ("case", -np.ones((6, 4), dtype=np.int64)),
        ("case", np.zeros((6, 5), dtype=np.int64)),
        ("pass2_labels", np.full(6, 3, dtype=np.int32)),
        ("pass2_labels", np.full(6, -1, dtype=np.int32)),
        ("pass2_labels", np.zeros(5, dtype=np.int32)),
        ("pass2_left", np.zeros((4, 1), dtype=np.float32)),
        ("pass2_centroids", None),
        ("suffix_scores", np.zeros((99, 3), dtype=np.float16)),
        ("shape_scores", np.zeros((2, 3), dtype=np.float32)),
        ("class_prior", np.zeros(2, dtype=np.float32)),
        ("descriptors", np.zeros((99, 3), dtype=np.float16)),
        ("context_labels", np.zeros(6, dtype=np.int32)),
        ("types_data", np.frombuffer(b"thethe" + b"x" * 17, dtype=np.uint8)),
    ],
)
def test_contradictory_arrays_are_refused(model: SVD2Model, name: str, array: np.ndarray | None) -> None:
    with pytest.raises(UserError, match="A005"):
        model_from_artifact(damaged(model, name, array))


def test_message_names_the_file(model: SVD2Model, tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(damaged(model, "counts", np.ones(5, dtype=np.int64)))
    with pytest.raises(UserError, match=r"model\.npz.*counts"):
        model_from_artifact(path)


def test_settings_that_this_version_does_not_know(model: SVD2Model) -> None:
    artifact = model_to_artifact(model)
    broken = Artifact(artifact.kind, {**artifact.meta, "settings": {"n_tags": 3, "magic": 1}}, artifact.arrays)
    with pytest.raises(UserError, match="magic"):
        model_from_artifact(artifact_to_bytes(broken), name="old.npz")
