"""Both components as every one of spaCy's: saved and loaded before they are trained, and refused at use."""

from pathlib import Path

import pytest
import spacy
from sense_helpers import pipeline
from spacy.language import Language
from spacy.training import Example

from spacy_svd2.errors import UserError

FACTORIES = [("svd2_tagger", "P001"), ("kpca_wsd", "K013")]


def untrained(factory: str) -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe(factory)
    return nlp


@pytest.fixture(scope="module")
def tagged() -> Language:
    nlp = untrained("svd2_tagger")
    examples = [Example.from_dict(nlp.make_doc(text), {}) for text in ["the cat sleeps", "a dog barks"] * 9]
    nlp.get_pipe("svd2_tagger").initialize(lambda: examples, nlp=nlp, settings={"n_tags": 2, "w1": 4, "r1": 2})  # type: ignore[attr-defined]
    return nlp


@pytest.fixture
def trained(factory: str, tagged: Language) -> Language:
    return tagged if factory == "svd2_tagger" else pipeline()


@pytest.mark.parametrize(("factory", "code"), FACTORIES)
@pytest.mark.parametrize("way", ["disk", "bytes"])
def test_saved_and_loaded_and_refused_at_use(factory: str, code: str, way: str, tmp_path: Path) -> None:
    nlp = untrained(factory)
    if way == "disk":
        nlp.to_disk(tmp_path / "saved")
        loaded = spacy.load(tmp_path / "saved")
    else:
        loaded = spacy.blank("en").from_config(nlp.config).from_bytes(nlp.to_bytes())
    assert loaded.pipe_labels[factory] == []
    assert loaded.to_bytes() == nlp.to_bytes()
    with pytest.raises(UserError, match=rf"{code}.*'{factory}'"):
        loaded("the cat")


@pytest.mark.parametrize(("factory", "code"), FACTORIES)
def test_each_replaces_the_other(factory: str, code: str, trained: Language, tmp_path: Path) -> None:
    trained.to_disk(tmp_path)
    assert spacy.load(tmp_path)("the bank").text
    untrained(factory).to_disk(tmp_path)
    with pytest.raises(UserError, match=code):
        spacy.load(tmp_path)("the bank")
    trained.to_disk(tmp_path)
    assert spacy.load(tmp_path)("the bank").text


@pytest.mark.parametrize(("factory", "code"), FACTORIES)
def test_loading_one_that_was_not_trained_forgets_the_model(factory: str, code: str, trained: Language) -> None:
    other = untrained(factory).from_bytes(trained.to_bytes())
    assert other.pipe_labels[factory]
    other.from_bytes(untrained(factory).to_bytes())
    assert other.pipe_labels[factory] == []


@pytest.mark.parametrize(("factory", "code"), FACTORIES)
def test_a_model_that_is_lost_is_not_taken_for_none(factory: str, code: str, tmp_path: Path) -> None:
    untrained(factory).to_disk(tmp_path)
    (tmp_path / factory / "model.npz").unlink()
    with pytest.raises(UserError, match="A001"):
        spacy.load(tmp_path)


@pytest.mark.parametrize(("factory", "code"), FACTORIES)
def test_it_is_no_artifact_to_use(factory: str, code: str, tmp_path: Path) -> None:
    untrained(factory).to_disk(tmp_path)
    nlp = spacy.blank("en")
    nlp.add_pipe(factory, config={"artifact": str(tmp_path / factory / "model.npz")})
    with pytest.raises(UserError, match="A003.*untrained"):
        nlp("the cat")


@pytest.mark.parametrize(("factory", "code"), FACTORIES)
def test_an_artifact_given_at_loading_counts(factory: str, code: str, trained: Language, tmp_path: Path) -> None:
    trained.to_disk(tmp_path / "trained")
    untrained(factory).to_disk(tmp_path / "untrained")
    artifact = str(tmp_path / "trained" / factory / "model.npz")
    loaded = spacy.load(tmp_path / "untrained", config={f"components.{factory}.artifact": artifact})
    assert loaded.get_pipe(factory).to_bytes() == trained.get_pipe(factory).to_bytes()  # type: ignore[attr-defined]
