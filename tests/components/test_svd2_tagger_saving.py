"""Saved, loaded, pickled, sourced.

Not here: wheels and fresh environments, versions of spaCy other than the installed one (the CI script has them).
"""

import inspect
import json
import pickle
import shutil

import pytest
import spacy
from confection import ConfigValidationError
from spacy.tokens import Doc
from spacy.vocab import Vocab

from spacy_svd2.errors import UserError
from spacy_svd2.shared.artifacts import write_artifact
from spacy_svd2.tagger.component import SVD2Tagger
from spacy_svd2.tagger.model.storage import model_to_artifact

TEXT = "the cat  sits in 2 zebras , you ca n't know"


def tags(doc):
    return [token.tag_ for token in doc]


@pytest.fixture
def saved(nlp, tmp_path):
    nlp.to_disk(tmp_path / "saved")
    return tmp_path / "saved"


def test_saved_and_loaded(nlp, saved):
    loaded = spacy.load(saved)
    assert tags(loaded(TEXT)) == tags(nlp(TEXT))
    assert loaded.pipe_labels == nlp.pipe_labels
    assert sorted(path.name for path in (saved / "svd2_tagger").iterdir()) == ["model.npz"]


@pytest.mark.parametrize(
    "change",
    [
        shutil.rmtree,
        lambda path: path.rename(path.parent / "moved"),
        lambda path: (path / "tagger.npz").write_bytes(b"damaged"),
    ],
)
def test_a_saved_pipeline_needs_no_artifact(tmp_path, artifact, change):
    folder = tmp_path / "artifacts"
    folder.mkdir()
    shutil.copy(artifact, folder / "tagger.npz")
    nlp = spacy.blank("en")
    nlp.add_pipe("svd2_tagger", config={"artifact": str(folder / "tagger.npz")})
    wanted = tags(nlp(TEXT))
    nlp.to_disk(tmp_path / "saved")
    change(folder)
    loaded = spacy.load(tmp_path / "saved")
    assert tags(loaded(TEXT)) == wanted
    loaded.to_disk(tmp_path / "again")
    assert tags(spacy.load(tmp_path / "again")(TEXT)) == wanted


def test_a_pipeline_saved_before_its_first_use(tmp_path, artifact, nlp):
    nlp.to_disk(tmp_path / "saved")
    assert (tmp_path / "saved" / "svd2_tagger" / "model.npz").read_bytes() == artifact.read_bytes()
    meta = json.loads((tmp_path / "saved" / "meta.json").read_text(encoding="utf8"))
    assert meta["labels"]["svd2_tagger"] == list(nlp.get_pipe("svd2_tagger").labels)
    assert meta["labels"]["svd2_tagger"]


def test_saving_over_a_saved_pipeline(nlp, saved):
    nlp.to_disk(saved)
    assert tags(spacy.load(saved)(TEXT)) == tags(nlp(TEXT))


def test_saved_vocabulary_holds_no_training_words(saved, model):
    strings = set(json.loads((saved / "vocab" / "strings.json").read_text(encoding="utf8")))
    words = {word for word in model.types if word.isalpha() and len(word) > 1}
    assert words & set(spacy.blank("en").vocab.strings) == words & strings
    assert {*model.cluster_names, "_SP"} <= strings


def test_config_and_meta(saved, model):
    config = json.loads(json.dumps(spacy.load(saved).config))
    assert config["components"]["svd2_tagger"]["overwrite"] is False
    assert config["components"]["svd2_tagger"]["scorer"] == {"@scorers": "spacy_svd2.tagger_scorer.v1"}
    meta = json.loads((saved / "meta.json").read_text(encoding="utf8"))
    assert meta["labels"]["svd2_tagger"] == model.cluster_names


def test_settings_survive_and_can_be_overridden(nlp, artifact, tmp_path):
    other = spacy.blank("xx")
    other.add_pipe("svd2_tagger", config={"artifact": str(artifact), "overwrite": True, "scorer": None})
    other.to_disk(tmp_path)
    tagger = spacy.load(tmp_path).get_pipe("svd2_tagger")
    assert (tagger.overwrite, tagger.scorer) == (True, None)
    changed = spacy.load(tmp_path, config={"components.svd2_tagger.overwrite": False})
    assert changed.get_pipe("svd2_tagger").overwrite is False


@pytest.mark.parametrize("config", [{"overwrite": "yes"}, {"artifact": 3}, {"artefact": "x"}])
def test_wrong_config(config):
    with pytest.raises(ConfigValidationError):
        spacy.blank("xx").add_pipe("svd2_tagger", config=config)


def test_excluded_and_disabled(nlp, saved):
    assert "svd2_tagger" not in spacy.load(saved, exclude=["svd2_tagger"]).component_names
    loaded = spacy.load(saved, disable=["svd2_tagger"])
    assert tags(loaded("the cat")) == ["", ""]
    loaded.enable_pipe("svd2_tagger")
    assert tags(loaded(TEXT)) == tags(nlp(TEXT))


def test_bytes_of_a_pipeline_in_a_fresh_vocabulary(nlp):
    fresh = spacy.blank("en")
    fresh.add_pipe("svd2_tagger")
    fresh.from_bytes(nlp.to_bytes())
    assert fresh.vocab is not nlp.vocab
    assert tags(fresh(TEXT)) == tags(nlp(TEXT))


def test_bytes_of_a_component_in_a_fresh_vocabulary(nlp):
    tagger = SVD2Tagger(spacy.blank("en").vocab).from_bytes(nlp.get_pipe("svd2_tagger").to_bytes())
    doc = Doc(tagger.vocab, words=[token.text for token in nlp(TEXT)])
    assert tags(tagger(doc)) == tags(nlp(TEXT))
    assert all(tag in tagger.vocab.strings for tag in (*tagger.labels, "_SP"))


def test_bytes_are_stable(nlp):
    tagger = nlp.get_pipe("svd2_tagger")
    again = SVD2Tagger(Vocab()).from_bytes(tagger.to_bytes())
    assert again.to_bytes() == tagger.to_bytes()


@pytest.mark.parametrize("method", ["to_disk", "from_disk", "to_bytes", "from_bytes"])
def test_methods_take_what_the_pipeline_passes(method):
    parameter = inspect.signature(getattr(SVD2Tagger, method)).parameters["exclude"]
    assert parameter.kind is parameter.KEYWORD_ONLY
    assert parameter.default == ()


def test_exclude(nlp, tmp_path, train):
    tagger = nlp.get_pipe("svd2_tagger")
    assert len(tagger.to_bytes(exclude=["model"])) < 10 < len(tagger.to_bytes(exclude=["vocab"]))
    tagger.to_disk(tmp_path / "without", exclude=["model"])
    assert list((tmp_path / "without").iterdir()) == []
    tagger.to_disk(tmp_path / "with", exclude=["vocab"])
    for load in (
        lambda other: other.from_bytes(tagger.to_bytes(), exclude=["model"]),
        lambda other: other.from_disk(tmp_path / "with", exclude=["model"]),
        lambda other: other.from_disk(tmp_path / "without", exclude=["model"]),
    ):
        other = SVD2Tagger(Vocab())
        other.set_model(train(n_tags=2))
        assert load(other) is other
        assert len(other.labels) == 2


def test_component_saved_into_a_new_directory(nlp, tmp_path):
    tagger = nlp.get_pipe("svd2_tagger")
    tagger.to_disk(tmp_path / "new")
    assert SVD2Tagger(Vocab()).from_disk(str(tmp_path / "new")).to_bytes() == tagger.to_bytes()


# Damage


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda path: path.unlink(), "A001"),
        (lambda path: shutil.rmtree(path.parent), "A001"),
        (lambda path: path.write_bytes(b""), "A002"),
        (lambda path: path.write_bytes(path.read_bytes()[:-100]), "A002"),
        (lambda path: path.write_bytes(path.read_bytes()[:200] + b"\0\1\2\3" + path.read_bytes()[204:]), "A00[25]"),
        (lambda path: path.write_text("not an artifact"), "A002"),
    ],
)
def test_missing_or_damaged_file(saved, damage, code):
    damage(saved / "svd2_tagger" / "model.npz")
    with pytest.raises(UserError, match=rf"P003.*'svd2_tagger'.*{code}.*svd2_tagger/model\.npz"):
        spacy.load(saved)


def test_damaged_bytes(nlp):
    data = bytearray(nlp.get_pipe("svd2_tagger").to_bytes())
    data[len(data) // 2] ^= 0xFF
    with pytest.raises(UserError, match=r"P003.*'svd2_tagger'"):
        SVD2Tagger(Vocab()).from_bytes(bytes(data))


def test_a_failed_load_leaves_the_old_model(nlp, tmp_path):
    tagger = nlp.get_pipe("svd2_tagger")
    wanted = tags(nlp(TEXT))
    with pytest.raises(UserError):
        tagger.from_disk(tmp_path)
    assert tags(nlp(TEXT)) == wanted


def test_artifact_of_another_kind(saved, model):
    artifact = model_to_artifact(model)
    artifact.kind = "kpca_wsd"
    write_artifact(saved / "svd2_tagger" / "model.npz", artifact)
    with pytest.raises(UserError, match=r"P003.*A003.*kpca_wsd"):
        spacy.load(saved)


# Several pipelines, several instances


def test_sourced(nlp, tmp_path):
    other = spacy.blank("en")
    other.add_pipe("svd2_tagger", source=nlp, name="sourced")
    doc = other(TEXT)
    assert doc.vocab is other.vocab
    assert tags(doc) == tags(nlp(TEXT))
    other.to_disk(tmp_path)
    assert tags(spacy.load(tmp_path)(TEXT)) == tags(nlp(TEXT))


def test_sourced_through_a_config(saved, nlp):
    config = {
        "nlp": {"lang": "en", "pipeline": ["tags"]},
        "components": {"tags": {"source": str(saved), "component": "svd2_tagger"}},
    }
    assert tags(spacy.blank("en").from_config(config)(TEXT)) == tags(nlp(TEXT))


def test_two_instances(artifact, model, train, tmp_path):
    other = tmp_path / "other.npz"
    write_artifact(other, model_to_artifact(train(n_tags=2, attr="ORTH")))
    nlp = spacy.blank("en")
    nlp.add_pipe("svd2_tagger", name="first", config={"artifact": str(artifact)})
    first = tags(nlp(TEXT))
    nlp.add_pipe("svd2_tagger", name="second", config={"artifact": str(other), "overwrite": True})
    second = tags(nlp(TEXT))
    nlp.to_disk(tmp_path / "saved")
    other.unlink()
    loaded = spacy.load(tmp_path / "saved")
    assert tags(loaded(TEXT)) == second != first
    assert tags(loaded(TEXT, disable=["second"])) == first
    assert [len(loaded.pipe_labels[name]) for name in ("first", "second")] == [len(model.cluster_names), 2]


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(nlp, protocol):
    for use in (lambda: None, lambda: nlp(TEXT)):  # before its artifact is read, and after
        use()
        copy = pickle.loads(pickle.dumps(nlp, protocol=protocol))
        assert tags(copy(TEXT)) == tags(nlp(TEXT))
    tagger = pickle.loads(pickle.dumps(nlp.get_pipe("svd2_tagger"), protocol=protocol))
    assert tags(tagger(Doc(nlp.vocab, words=["the", "cat"]))) == tags(nlp("the cat"))
