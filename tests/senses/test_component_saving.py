"""kpca_wsd saved, loaded, pickled, sourced; memory zones."""

import inspect
import json
import pickle
import shutil

import pytest
import spacy
from sense_helpers import TEXT, pipeline, senses
from spacy.tokens import Doc
from spacy.vocab import Vocab

from spacy_svd2.errors import UserError
from spacy_svd2.senses.component import KPCAWSD
from spacy_svd2.shared.artifacts import Artifact, artifact_to_bytes

TARGETS = [{"key": "bank", "glosses": {"money": "a place for money"}, "forms": ["money house"]}]


@pytest.fixture(scope="module")
def nlp():
    return pipeline(settings={"targets": TARGETS})


@pytest.fixture
def saved(nlp, tmp_path):
    nlp.to_disk(tmp_path / "saved")
    return tmp_path / "saved"


def spans(doc):
    return [(span.text, span.label_, span.id_, span.kb_id_) for span in doc.spans["senses"]]


def test_saved_and_loaded(nlp, saved):
    loaded = spacy.load(saved)
    assert loaded(TEXT)._.senses == nlp(TEXT)._.senses
    assert spans(loaded(TEXT)) == spans(nlp(TEXT))
    assert ("bank", "money", "bank", "a place for money") in spans(loaded(TEXT))
    assert loaded.get_pipe("kpca_wsd").inventory == nlp.get_pipe("kpca_wsd").inventory
    assert sorted(path.name for path in (saved / "kpca_wsd").iterdir()) == ["model.npz"]
    meta = json.loads((saved / "meta.json").read_text(encoding="utf8"))
    assert meta["labels"]["kpca_wsd"] == sorted({"money", "shore", "shop", "museum", "skill", "works", "animal"})
    strings = set(json.loads((saved / "vocab" / "strings.json").read_text(encoding="utf8")))
    assert set(meta["labels"]["kpca_wsd"]) <= strings


def test_settings_survive_and_can_be_overridden(nlp, saved):
    assert spacy.load(saved).get_pipe("kpca_wsd").threshold == 0.0
    changed = spacy.load(saved, config={"components.kpca_wsd.threshold": 1, "components.kpca_wsd.sense_attr": None})
    assert [item["source"] for item in changed(TEXT)._.senses] == ["none"] * 3


def test_bytes(nlp):
    fresh = spacy.blank("en")
    fresh.add_pipe("kpca_wsd")
    fresh.from_bytes(nlp.to_bytes())
    assert fresh(TEXT)._.senses == nlp(TEXT)._.senses
    wsd = nlp.get_pipe("kpca_wsd")
    again = KPCAWSD(Vocab()).from_bytes(wsd.to_bytes())
    assert again.to_bytes() == wsd.to_bytes()
    assert {"money", "bank", "a place for money"} <= set(again.vocab.strings)


@pytest.mark.parametrize("method", ["to_disk", "from_disk", "to_bytes", "from_bytes"])
def test_methods_take_what_the_pipeline_passes(method):
    parameter = inspect.signature(getattr(KPCAWSD, method)).parameters["exclude"]
    assert (parameter.kind, parameter.default) == (parameter.KEYWORD_ONLY, ())


def test_exclude(nlp, tmp_path):
    wsd = nlp.get_pipe("kpca_wsd")
    assert len(wsd.to_bytes(exclude=["model"])) < 10
    wsd.to_disk(tmp_path / "without", exclude=["model"])
    assert list((tmp_path / "without").iterdir()) == []
    assert KPCAWSD(Vocab()).from_disk(tmp_path / "without", exclude=["model"]).labels == ()


@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_bytes(b"x")])
def test_damage_names_the_component_and_the_file(saved, damage):
    damage(saved / "kpca_wsd" / "model.npz")
    with pytest.raises(UserError, match=r"K015.*'kpca_wsd'.*model\.npz"):
        spacy.load(saved)


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


def test_pickle(nlp):
    copy = pickle.loads(pickle.dumps(nlp))
    assert copy(TEXT)._.senses == nlp(TEXT)._.senses
    untrained = spacy.blank("en")
    untrained.add_pipe("kpca_wsd")
    assert pickle.loads(pickle.dumps(untrained)).pipe_names == ["kpca_wsd"]


def test_sourced(nlp, tmp_path):
    other = spacy.blank("xx")
    other.add_pipe("kpca_wsd", source=nlp)
    doc = other(TEXT)
    assert spans(doc) == spans(nlp(TEXT))
    assert doc.vocab is not nlp.vocab
    other.to_disk(tmp_path)
    shutil.rmtree(tmp_path / "vocab" / "lookups.bin", ignore_errors=True)
    assert spans(spacy.load(tmp_path)(TEXT)) == spans(doc)


# Memory zones


@pytest.mark.parametrize("text", [TEXT, "money shore bank museum", "art_gallery bank a place for money"])
def test_memory_zones(saved, text):
    nlp = spacy.load(saved)
    nlp.vocab.strings  # noqa: B018
    for _ in range(2):
        with nlp.memory_zone():
            doc = nlp(text)
            inside = (senses(doc), spans(doc))
        doc = nlp(text)
        assert (senses(doc), spans(doc)) == inside
    with pytest.raises(RuntimeError, match="mine"), nlp.memory_zone():
        nlp(text)
        raise RuntimeError("mine")
    assert senses(nlp(text)) == inside[0]


def test_trained_and_first_used_in_a_zone():
    nlp = spacy.blank("en")
    source = pipeline().get_pipe("kpca_wsd")
    wsd = nlp.add_pipe("kpca_wsd")
    with nlp.memory_zone():
        nlp.make_doc("money shore")
        wsd.from_bytes(source.to_bytes())
        nlp(TEXT)
    assert spans(nlp(TEXT))[0][:3] == ("banks", "shore", "bank")


def test_zones_leave_nothing_behind(saved):
    nlp = spacy.load(saved)

    def stream(first):
        with nlp.memory_zone():
            for doc in nlp.pipe(f"the bank w{i} of x{i} river" for i in range(first, first + 300)):
                assert len(doc._.senses) == 1

    stream(0)
    before = len(nlp.vocab.strings)
    stream(300)
    assert len(nlp.vocab.strings) == before


def test_a_foreign_vocabulary_in_its_zone(nlp):
    wsd, vocab = nlp.get_pipe("kpca_wsd"), spacy.blank("xx").vocab
    with vocab.memory_zone():
        assert spans(wsd(Doc(vocab, words=["the", "bank", "money"])))
    assert spans(wsd(Doc(vocab, words=["the", "bank", "money"])))[0][2] == "bank"
