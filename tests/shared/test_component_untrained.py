"""Both components before they are trained: saved and loaded as every one of spaCy's, and refused at use."""

import pickle
from pathlib import Path

import numpy as np
import pytest
import spacy
from component_helpers import TEXTS, UNTRAINED, both, empty, other
from spacy.language import Language
from spacy.ty import ListenedToComponent, TrainableComponent
from spacy.vocab import Vocab

from spacy_svd2.errors import UserError
from spacy_svd2.senses.component import KPCAWSD
from spacy_svd2.tagger.component import SVD2Tagger

each = pytest.mark.parametrize(("name", "code"), UNTRAINED.items())


@pytest.fixture
def trained(name: str) -> Language:
    nlp = both()
    nlp.remove_pipe(other(name))
    return nlp


@each
@pytest.mark.parametrize(
    "use",
    [
        lambda nlp: nlp("the cat"),
        lambda nlp: list(nlp.pipe(["the cat"])),
        lambda nlp: nlp.get_pipe("mine").to_artifact(),
        lambda nlp: nlp.get_pipe("mine").get_model(),
    ],
)
def test_a_use_names_the_component_and_what_to_do(name, code, use) -> None:
    nlp = spacy.blank("en")
    part = nlp.add_pipe(name, name="mine")
    assert (part.labels, part.label_data) == ((), [])
    with pytest.raises(UserError, match=rf"{code}.*'mine'.*(python -m spacy svd2 train|initialize)"):
        use(nlp)


BOTH = {"threshold": [-0.1, 1.1, float("nan"), float("inf"), "0.5", True, None], "artifact": [3], "scorer": ["tag_acc"]}
OWN = {
    "svd2_tagger": {
        "overwrite": ["yes", 1],
        "unseen": ["forms", None, []],
        "unknown_tag": [3, None, ""],
        "prob_attr": [3],
    },
    "kpca_wsd": {
        "below_threshold": ["guess", None, []],
        "senses_attr": [3, "for"],
        "sense_attr": [3],
        "spans_key": [3, " "],
        "targets_key": [["a"], ""],
    },
}
WRONG = [
    (name, setting, value) for name, own in OWN.items() for setting, values in (BOTH | own).items() for value in values
]


@pytest.mark.parametrize(("name", "setting", "value"), WRONG)
def test_a_wrong_setting_is_named_with_its_component(name, setting, value) -> None:
    make = {"svd2_tagger": SVD2Tagger, "kpca_wsd": KPCAWSD}[name]
    with pytest.raises(UserError, match=rf"P0(05|09|10).*'mine'.*'{setting}'.*(must be|Choose)"):
        make(Vocab(), "mine", **{setting: value})


@each
def test_a_threshold_may_be_any_number_from_0_to_1(name, code) -> None:
    for value in (0, 1, 0.5, np.float32(0.5)):
        part = {"svd2_tagger": SVD2Tagger, "kpca_wsd": KPCAWSD}[name](Vocab(), threshold=value)
        assert (type(part.threshold), part.threshold) == (float, value)
    assert spacy.blank("xx").add_pipe(name, config={"threshold": 1}).threshold == 1.0


@each
def test_all_documents_go_to_the_handler(name, code) -> None:
    nlp, seen = empty(name), []
    nlp.set_error_handler(lambda *failure: seen.extend(failure[2]))
    assert list(nlp.pipe(TEXTS, batch_size=3)) == []
    assert [doc.text for doc in seen] == TEXTS


@each
@pytest.mark.parametrize("config", [{}, {"artifact": "not/there.npz"}])
def test_spacy_can_ask_for_a_model_and_no_file_is_read(name, code, config) -> None:
    """`Language.add_pipe` does so; Python 3.11 gives it the attributes in the order of their hashes."""
    part = spacy.blank("xx").add_pipe(name, config=config)
    assert not isinstance(part, ListenedToComponent | TrainableComponent)
    assert not hasattr(part, "model")


@each
@pytest.mark.parametrize("way", ["disk", "bytes", "pickle"])
def test_saved_and_loaded_and_refused_at_use(name, code, way: str, tmp_path: Path) -> None:
    nlp = empty(name)
    if way == "disk":
        nlp.to_disk(tmp_path / "saved")
        loaded = spacy.load(tmp_path / "saved")
    elif way == "pickle":
        loaded = pickle.loads(pickle.dumps(nlp))
    else:
        loaded = spacy.blank("en").from_config(nlp.config).from_bytes(nlp.to_bytes())
    assert loaded.pipe_labels[name] == []
    assert loaded.to_bytes() == nlp.to_bytes()
    with pytest.raises(UserError, match=rf"{code}.*'{name}'"):
        loaded("the cat")


@each
def test_trained_and_untrained_replace_each_other(name, code, trained: Language, tmp_path: Path) -> None:
    for _ in range(2):
        trained.to_disk(tmp_path)
        assert spacy.load(tmp_path)("the bank").text
        empty(name).to_disk(tmp_path)
        with pytest.raises(UserError, match=code):
            spacy.load(tmp_path)("the bank")


@each
def test_loading_one_that_was_not_trained_forgets_the_model(name, code, trained: Language) -> None:
    assert trained.pipe_labels[name]
    trained.from_bytes(empty(name).to_bytes())
    assert trained.pipe_labels[name] == []


@each
def test_a_model_that_is_lost_is_not_taken_for_none(name, code, tmp_path: Path) -> None:
    empty(name).to_disk(tmp_path)
    (tmp_path / name / "model.npz").unlink()
    with pytest.raises(UserError, match="A001"):
        spacy.load(tmp_path)


@each
def test_it_is_no_artifact_to_use(name, code, tmp_path: Path) -> None:
    empty(name).to_disk(tmp_path)
    nlp = empty(name, **{name: {"artifact": str(tmp_path / name / "model.npz")}})
    with pytest.raises(UserError, match="A003.*untrained"):
        nlp("the cat")


@each
def test_an_artifact_given_at_loading_counts(name, code, nlp: Language, folder: Path, tmp_path: Path) -> None:
    empty(name).to_disk(tmp_path)
    loaded = spacy.load(tmp_path, config={f"components.{name}.artifact": str(folder / name / "model.npz")})
    assert loaded.get_pipe(name).to_bytes() == nlp.get_pipe(name).to_bytes()  # type: ignore[attr-defined]
