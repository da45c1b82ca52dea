"""Word pairs of a saved model: in its file until they are asked for."""

import copy
import os
import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest
from bigram_helpers import SENTENCES

from spacy_svd2.errors import UserError
from spacy_svd2.shared.artifacts import StoredArrays, artifact_to_bytes, write_artifact
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.model.storage import model_from_artifact, model_to_artifact
from spacy_svd2.tagger.settings import Settings


@pytest.fixture
def model() -> SVD2Model:
    return SVD2Model.train(count_bigrams(SENTENCES * 3), Settings(n_tags=3, w1=6, r1=2))


@pytest.fixture
def file(model: SVD2Model, tmp_path: Path) -> Path:
    path = tmp_path / "model.npz"
    write_artifact(path, model_to_artifact(model))
    return path


def test_loading_reads_no_word_pairs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[StoredArrays] = []
    read = StoredArrays.read
    monkeypatch.setattr(StoredArrays, "read", lambda self: (reads.append(self), read(self))[1])
    model = model_from_artifact(file)
    assert copy.deepcopy(model).tag_names
    assert not reads
    assert model.bigrams is not None
    assert len(reads) == 1


@pytest.mark.parametrize("fate", ["deleted", "replaced", "kept"])
def test_a_file_may_go_once_it_is_loaded(model: SVD2Model, file: Path, fate: str) -> None:
    again = model_from_artifact(file)
    if fate == "deleted":
        shutil.rmtree(file.parent)
    elif fate == "replaced":
        write_artifact(file, model_to_artifact(SVD2Model.train(count_bigrams([["x", "y"] * 9]), model.settings)))
    expected = artifact_to_bytes(model_to_artifact(model))
    for one in (again, copy.deepcopy(again), pickle.loads(pickle.dumps(again))):
        assert artifact_to_bytes(model_to_artifact(one)) == expected
    assert artifact_to_bytes(model_to_artifact(model_from_artifact(expected))) == expected


@pytest.mark.parametrize(
    "use", [lambda one: one.bigrams, model_to_artifact, pickle.dumps], ids=["read", "save", "copy"]
)
def test_a_file_that_is_overwritten_in_place_never_gives_a_mixture(model: SVD2Model, file: Path, use: object) -> None:
    loaded = model_from_artifact(file)
    settings = Settings(n_tags=3, w1=6, r1=2, attr="ORTH")  # another model of the same size, which fits in every part
    other = artifact_to_bytes(model_to_artifact(SVD2Model.train(count_bigrams(SENTENCES * 3), settings)))
    times = file.stat()
    with file.open("r+b") as stream:
        stream.write(other)
        stream.truncate()
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    with pytest.raises(UserError, match=r"A007.*model\.npz"):
        use(loaded)  # type: ignore[operator]


def test_damage_in_the_file_is_noticed_when_it_is_read(file: Path) -> None:
    model = model_from_artifact(file)
    data = bytearray(file.read_bytes())
    at = data.index(b"bigrams_next.npy") + 200
    data[at] ^= 1
    with file.open("r+b") as stream:
        stream.write(data)
    with pytest.raises(UserError, match=r"A00[25].*model\.npz"):
        model.bigrams  # noqa: B018
    with file.open("r+b") as stream:
        stream.truncate(100)
    with pytest.raises(UserError, match=r"A002.*model\.npz"):
        model_to_artifact(model)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("bigrams_counts", lambda array: array - array.max()),
        ("bigrams_next", lambda array: array + 6),
        ("bigrams_next", lambda array: array - 6),
        ("bigrams_offsets", lambda array: array[::-1].copy()),
        ("bigrams_offsets", lambda array: array + 1),
        ("bigrams_offsets", lambda array: np.r_[array[:2], 2**62 + 7, -(2**62) - 2, array[4:]]),
        ("edges", lambda array: array - 9),
    ],
)
@pytest.mark.parametrize("on_disk", [True, False])
def test_pairs_that_contradict_one_another(
    model: SVD2Model, tmp_path: Path, name: str, change: object, on_disk: bool
) -> None:
    artifact = model_to_artifact(model)
    artifact.arrays[name] = np.ascontiguousarray(change(artifact.arrays[name]))  # type: ignore[operator]
    write_artifact(tmp_path / "bad.npz", artifact)
    bad = model_from_artifact(tmp_path / "bad.npz" if on_disk else artifact_to_bytes(artifact))
    with pytest.raises(UserError, match=r"A005.*(bigrams_|edges)"):
        bad.bigrams  # noqa: B018


def test_a_description_that_does_not_fit(model: SVD2Model) -> None:
    artifact = model_to_artifact(model)
    for about in ({}, {"edges": [0, 99], "boundaries": "ignore"}, {"edges": [0, 0], "boundaries": "magic"}, [], 1):
        artifact.meta["bigrams"] = about
        with pytest.raises(UserError, match=r"A005.*description"):
            model_from_artifact(artifact_to_bytes(artifact))
