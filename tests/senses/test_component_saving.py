"""What kpca_wsd saves besides its model: forms, glosses and limits of its words."""

import pytest
import spacy
from sense_helpers import TEXT, pipeline
from spacy.vocab import Vocab

from spacy_svd2.errors import UserError
from spacy_svd2.senses.component import KPCAWSD
from spacy_svd2.shared.artifacts import Artifact, artifact_to_bytes

TARGETS = [{"key": "bank", "glosses": {"money": "a place for money"}, "forms": ["money house"]}]


@pytest.fixture(scope="module")
def nlp():
    return pipeline(settings={"targets": TARGETS})


def test_forms_and_glosses_are_saved(nlp, tmp_path):
    nlp.to_disk(tmp_path)
    loaded = spacy.load(tmp_path)
    assert loaded.get_pipe("kpca_wsd").inventory == nlp.get_pipe("kpca_wsd").inventory
    doc = loaded(TEXT)
    found = [(span.text, span.label_, span.id_, span.kb_id_) for span in doc.spans["senses"]]
    assert ("bank", "money", "bank", "a place for money") in found
    assert {"money", "bank", "a place for money"} <= set(loaded.vocab.strings)


ENTRY = {"forms": [[2, "bank"]], "lemmas": [], "tags": [], "pos": [], "glosses": {}, "n_examples": 2}
CHANGES = [
    *[
        {"forms": value}
        for value in ("x", {}, [3], [[]], [[2]], [["2", "bank"]], [[-1, "bank"]], [[1, 3]], [[1.5, "a"]])
    ],
    *[{name: value} for name in ("lemmas", "tags", "pos") for value in ("x", {}, [3], None)],
    *[{"glosses": value} for value in ("x", [], {"1": 3}, None)],
    *[{"n_examples": value} for value in ("2", -1, 1.5, True, None, 10**30)],
]


def test_an_inventory_as_written(nlp):
    artifact = nlp.get_pipe("kpca_wsd").to_artifact()
    meta = {**artifact.meta, "extra": {"inventory": {"words": {"bank": ENTRY}, "annotations": ["tags"]}}}
    wsd = KPCAWSD(Vocab())
    wsd._read(artifact_to_bytes(Artifact(artifact.kind, meta, artifact.arrays)))
    assert wsd.inventory.entries["bank"].forms == {("bank",): 2}
    assert wsd.inventory.annotations == ("tags",)


@pytest.mark.parametrize("extra", [3, None, "x", []])
def test_a_damaged_extra(nlp, extra):
    artifact = nlp.get_pipe("kpca_wsd").to_artifact()
    broken = artifact_to_bytes(Artifact(artifact.kind, {**artifact.meta, "extra": extra}, artifact.arrays))
    with pytest.raises(UserError, match=r"K015.*K011"):
        KPCAWSD(Vocab())._read(broken)


@pytest.mark.parametrize(
    "inventory",
    [
        3,
        {},
        {"words": [], "annotations": []},
        {"words": {"bank": {}}, "annotations": []},
        {"words": {"bank": {"forms": 3}}, "annotations": []},
        *[{"words": {}, "annotations": value} for value in ("x", "", {}, None, 1, ["colour"], [[]])],
        *[{"words": {"bank": {**ENTRY, **change}}, "annotations": []} for change in CHANGES],
    ],
)
def test_a_damaged_inventory(nlp, inventory):
    artifact = nlp.get_pipe("kpca_wsd").to_artifact()
    meta = {**artifact.meta, "extra": {"inventory": inventory}}
    broken = artifact_to_bytes(Artifact(artifact.kind, meta, artifact.arrays))
    with pytest.raises(UserError, match=r"K015.*K011"):
        KPCAWSD(Vocab())._read(broken)


def test_a_model_without_inventory(nlp):
    wsd = KPCAWSD(nlp.vocab)
    wsd.set_model(nlp.get_pipe("kpca_wsd").get_model())
    doc = wsd(nlp.make_doc("the bank or banks or an art gallery"))
    assert [item["text"] for item in doc._.senses] == ["bank", "art gallery"]
