"""Both components saved, loaded, pickled, sourced, excluded, and there twice.

Not here: wheels and fresh environments, versions of spaCy other than the installed one (the CI script has them).
"""

import inspect
import json
import pickle
import shutil

import pytest
import spacy
from component_helpers import COMPONENTS, PROBABILITY, TEXTS, UNREADABLE, both, empty, other, saved, written
from confection import ConfigValidationError
from sense_helpers import SETTINGS, examples
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import load_config_from_str
from spacy.vocab import Vocab

from spacy_svd2.errors import UserError

OTHER_SENSES = [
    ("a bank of money here", "bank", "bank", "finance"),
    ("the bank took money", "bank", "bank", "finance"),
    ("a bank of snow here", "bank", "bank", "heap"),
    ("the wind blew a bank of snow", "bank", "bank", "heap"),
]

each = pytest.mark.parametrize("name", COMPONENTS)


def model_file(folder, name):
    return folder / name / "model.npz"


def alone(nlp, name):
    """A component as it is when its artifact has been read into a vocabulary of its own."""
    part = nlp.get_pipe(name)
    return type(part)(Vocab()).from_bytes(part.to_bytes())


def test_saved_loaded_and_saved_again(folder, expected, tmp_path):
    loaded = spacy.load(folder)
    for _ in range(2):  # also over what has been saved there
        loaded.to_disk(tmp_path)
    assert [written(doc) for doc in loaded.pipe(TEXTS)] == expected
    assert [written(doc) for doc in spacy.load(tmp_path).pipe(TEXTS)] == expected
    for name in COMPONENTS:
        assert model_file(folder, name).read_bytes() == model_file(tmp_path, name).read_bytes()
        assert [path.name for path in (tmp_path / name).iterdir()] == ["model.npz"]


def test_labels_and_settings_stand_in_the_saved_files(nlp, folder):
    meta = json.loads((folder / "meta.json").read_text(encoding="utf8"))
    assert meta["labels"] == {name: list(nlp.get_pipe(name).labels) for name in COMPONENTS}
    components = load_config_from_str((folder / "config.cfg").read_text(encoding="utf8"))["components"]
    assert components["svd2_tagger"]["prob_attr"] == PROBABILITY
    assert components["svd2_tagger"]["scorer"] == {"@scorers": "spacy_svd2.tagger_scorer.v1"}
    assert components["kpca_wsd"]["scorer"] == {"@scorers": "spacy_svd2.wsd_scorer.v1"}


def test_the_saved_vocabulary_holds_labels_and_no_words_of_the_corpus(nlp, folder):
    strings = set(json.loads((folder / "vocab" / "strings.json").read_text(encoding="utf8")))
    loaded = spacy.load(folder).vocab.strings
    assert all(label in loaded for name in COMPONENTS for label in nlp.get_pipe(name).labels)
    assert {"_SP", "money", "shore"} <= strings
    assert not {"sits", "river", "gallery", "Reeds"} & (strings - set(spacy.blank("en").vocab.strings))


@pytest.mark.parametrize(
    ("name", "changed", "again"),
    [
        ("svd2_tagger", {"overwrite": True, "scorer": None, "unknown_tag": "?"}, {"overwrite": False}),
        ("kpca_wsd", {"threshold": 0.4, "scorer": None}, {"threshold": 1, "below_threshold": "most_frequent"}),
    ],
)
def test_settings_survive_and_can_be_overridden(name, changed, again, tmp_path):
    both(**{name: changed}).to_disk(tmp_path)
    part = spacy.load(tmp_path).get_pipe(name)
    assert {setting: getattr(part, setting) for setting in changed} == changed
    part = spacy.load(tmp_path, config={"components": {name: again}}).get_pipe(name)
    assert {setting: getattr(part, setting) for setting in again} == again


@each
@pytest.mark.parametrize("config", [{"artifact": 3}, {"artefact": "x"}, {"threshold": "high"}, {"overwrite": "yes"}])
def test_wrong_config(name, config):
    with pytest.raises(ConfigValidationError):
        spacy.blank("xx").add_pipe(name, config=config)


@each
@pytest.mark.parametrize(
    "change",
    [shutil.rmtree, lambda path: path.rename(path.parent / "moved"), lambda path: (path / "x").write_bytes(b"damaged")],
)
def test_a_saved_pipeline_needs_no_artifact(nlp, folder, name, change, tmp_path):
    (tmp_path / "artifacts").mkdir()
    artifact = shutil.copy(model_file(folder, name), tmp_path / "artifacts" / "x")
    lazy = empty(name, **{name: {"artifact": str(artifact)}})
    lazy.to_disk(tmp_path / "saved")  # before its first use
    assert model_file(tmp_path / "saved", name).read_bytes() == model_file(folder, name).read_bytes()
    assert lazy.pipe_labels[name] == list(nlp.get_pipe(name).labels)
    change(tmp_path / "artifacts")
    loaded = spacy.load(tmp_path / "saved")
    assert loaded.get_pipe(name).to_bytes() == nlp.get_pipe(name).to_bytes()
    loaded.to_disk(tmp_path / "again")
    assert spacy.load(tmp_path / "again").get_pipe(name).to_bytes() == nlp.get_pipe(name).to_bytes()


# Bytes and pickles


def test_bytes_into_a_fresh_vocabulary(expected):
    fresh = empty()
    before = set(fresh.vocab.strings)
    fresh.from_bytes(saved(), exclude=["vocab"])
    assert all(label in fresh.vocab.strings for name in COMPONENTS for label in fresh.get_pipe(name).labels)
    assert not {"sits", "river", "gallery"} & (set(fresh.vocab.strings) - before)
    assert [written(doc) for doc in fresh.pipe(TEXTS)] == expected


@each
def test_a_component_alone_resolves_its_labels_in_an_empty_vocabulary(nlp, name):
    part = alone(nlp, name)
    strings = part.vocab.strings
    assert all(strings[strings.as_int(label)] == label for label in nlp.get_pipe(name).labels)
    assert part.to_bytes() == nlp.get_pipe(name).to_bytes()


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("used", [True, False])
def test_pickled(expected, protocol, used):
    nlp = both()
    if used:
        list(nlp.pipe(TEXTS))
    copy = pickle.loads(pickle.dumps(nlp, protocol=protocol))
    assert [written(doc) for doc in copy.pipe(TEXTS)] == expected
    for name in COMPONENTS:
        part = pickle.loads(pickle.dumps(nlp.get_pipe(name), protocol=protocol))
        assert part.to_bytes() == nlp.get_pipe(name).to_bytes()


@each
def test_pickled_before_its_artifact_is_read(nlp, folder, name):
    lazy = empty(name, **{name: {"artifact": str(model_file(folder, name))}})
    copy = pickle.loads(pickle.dumps(lazy))
    assert copy.get_pipe(name).to_bytes() == nlp.get_pipe(name).to_bytes()


# Parts left out


@each
@pytest.mark.parametrize("method", ["to_disk", "from_disk", "to_bytes", "from_bytes"])
def test_methods_take_what_the_pipeline_passes(nlp, name, method):
    parameter = inspect.signature(getattr(nlp.get_pipe(name), method)).parameters["exclude"]
    assert (parameter.kind, parameter.default) == (parameter.KEYWORD_ONLY, ())


@each
def test_exclude_leaves_out_what_it_names(nlp, name, tmp_path):
    nlp.to_disk(tmp_path, exclude=[name])
    assert not (tmp_path / name).exists()
    assert model_file(tmp_path, other(name)).exists()
    assert spacy.load(tmp_path, exclude=[name]).pipe_names == [other(name)]
    with pytest.raises(UserError, match=rf"'{name}'.*model\.npz"):
        spacy.load(tmp_path)
    short = nlp.to_bytes(exclude=[name])
    assert len(short) < len(nlp.to_bytes()) - len(nlp.get_pipe(name).to_bytes()) + 100


@each
def test_a_model_left_out_leaves_the_old_one(nlp, name, tmp_path):
    part = nlp.get_pipe(name)
    assert len(part.to_bytes(exclude=["model"])) < 10 < len(part.to_bytes(exclude=["vocab"]))
    part.to_disk(tmp_path / "without", exclude=["model"])
    assert list((tmp_path / "without").iterdir()) == []
    part.to_disk(tmp_path / "with", exclude=["vocab"])
    kept, new = alone(nlp, name), type(part)(Vocab())
    for one, labels in ((kept, part.labels), (new, ())):
        one.from_bytes(part.to_bytes(), exclude=["model"])
        one.from_disk(tmp_path / "with", exclude=["model"])
        assert one.from_disk(tmp_path / "without", exclude=["model"]).labels == labels


@each
def test_a_component_is_saved_into_a_new_folder(nlp, name, tmp_path):
    part = nlp.get_pipe(name)
    part.to_disk(tmp_path / "new")
    assert type(part)(Vocab()).from_disk(str(tmp_path / "new")).to_bytes() == part.to_bytes()


def test_components_taken_out_and_put_back(folder, expected):
    loaded = spacy.load(folder, disable=list(COMPONENTS))
    assert loaded("the bank")[0].tag_ == ""
    for name in COMPONENTS:
        loaded.enable_pipe(name)
    with loaded.select_pipes(disable=list(COMPONENTS)):
        assert loaded("the bank")[0].tag_ == ""
    assert [written(doc) for doc in loaded.pipe(TEXTS)] == expected
    loaded.rename_pipe("kpca_wsd", "wsd")
    loaded.remove_pipe("svd2_tagger")
    assert loaded("the bank")[0].tag_ == ""
    assert loaded(TEXTS[2])._.senses == expected[2]["senses"]


# Damage


@each
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
def test_a_missing_or_damaged_file_is_named(folder, name, damage, code, tmp_path):
    shutil.copytree(folder, tmp_path / "saved")
    damage(model_file(tmp_path / "saved", name))
    with pytest.raises(UserError, match=rf"{UNREADABLE[name]}.*'{name}'.*{code}.*{name}/model\.npz"):
        spacy.load(tmp_path / "saved")


@each
def test_the_artifact_of_the_other_component_is_refused(folder, name):
    lazy = empty(name, **{name: {"artifact": str(model_file(folder, other(name)))}})
    for use in (lambda: lazy("cat"), lambda: lazy.get_pipe(name).from_disk(folder / other(name))):
        with pytest.raises(UserError, match=rf"{UNREADABLE[name]}.*A003.*{other(name)}"):
            use()


@each
def test_a_failed_load_leaves_the_old_model(nlp, name, tmp_path):
    part = alone(nlp, name)
    data = bytearray(part.to_bytes())
    data[len(data) // 2] ^= 0xFF
    for load in (lambda: part.from_disk(tmp_path), lambda: part.from_bytes(bytes(data))):
        with pytest.raises(UserError, match=rf"{UNREADABLE[name]}.*'{name}'"):
            load()
    assert part.to_bytes() == nlp.get_pipe(name).to_bytes()


# An artifact in the config


@each
def test_an_artifact_in_the_config_is_read_at_first_use(nlp, folder, name):
    for artifact in (model_file(folder, name), str(model_file(folder, name))):
        part = type(nlp.get_pipe(name))(Vocab(), artifact=artifact)
        assert part._model is None
        assert part.to_bytes() == nlp.get_pipe(name).to_bytes()


@each
@pytest.mark.parametrize("use", [lambda nlp: nlp("cat"), lambda nlp: nlp.initialize(), lambda nlp: nlp.to_bytes()])
@pytest.mark.parametrize("file", ["nowhere.npz", "folder", "damaged.npz"])
def test_an_artifact_that_can_not_be_read_is_named(name, use, file, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "damaged.npz").write_bytes(b"damaged")
    nlp = spacy.blank("en")
    nlp.add_pipe(name, name="mine", config={"artifact": str(tmp_path / file)})
    with pytest.raises(UserError, match=rf"{UNREADABLE[name]}.*'mine'.*A00[12].*{file}"):
        use(nlp)


@each
def test_initialize_reads_an_artifact(nlp, folder, name, tmp_path):
    fresh = empty(name)
    fresh.config["initialize"]["components"][name] = {"artifact": str(model_file(folder, name))}
    fresh.initialize()
    assert fresh.get_pipe(name).to_bytes() == nlp.get_pipe(name).to_bytes()
    fresh.initialize()
    assert fresh.get_pipe(name).to_bytes() == nlp.get_pipe(name).to_bytes()
    strings = fresh.vocab.strings
    assert all(label in strings for label in fresh.get_pipe(name).labels)
    again = empty(name)
    again.config["initialize"]["components"][name] = {"artifact": str(tmp_path / "gone.npz")}
    with pytest.raises(UserError, match=rf"{UNREADABLE[name]}.*'{name}'.*gone\.npz"):
        again.initialize()


# Several pipelines, several instances


@pytest.mark.parametrize("lang", ["en", "xx", "tr"])
def test_sourced_into_another_vocabulary(nlp, lang, tmp_path):
    fresh = spacy.blank(lang)
    for name in COMPONENTS:
        fresh.add_pipe(name, source=nlp)
    docs = [Doc(fresh.vocab, words=[token.text for token in nlp.make_doc(text)]) for text in TEXTS if text]
    wanted = [nlp(Doc(nlp.vocab, words=[token.text for token in doc])) for doc in docs]
    for doc, one in zip(fresh.pipe(docs), wanted, strict=True):
        assert (written(doc), doc.vocab) == (written(one), fresh.vocab)
    fresh.to_disk(tmp_path)
    words = [token.text for token in docs[0]]
    loaded = spacy.load(tmp_path)
    assert written(loaded(Doc(loaded.vocab, words=words))) == written(docs[0])


def test_sourced_through_a_config(folder, expected):
    components = {name: {"source": str(folder), "component": name} for name in COMPONENTS}
    config = {"nlp": {"lang": "en", "pipeline": list(COMPONENTS)}, "components": components}
    assert [written(doc) for doc in spacy.blank("en").from_config(config).pipe(TEXTS)] == expected


def test_two_of_each_with_artifacts_of_their_own(tmp_path):
    second = both(kpca_wsd={"senses_attr": "senses2", "sense_attr": "sense2", "spans_key": "senses2"})
    second.get_pipe("kpca_wsd").initialize(lambda: other_senses(second), nlp=second, settings=SETTINGS)
    second.remove_pipe("svd2_tagger")
    tagger = second.add_pipe("svd2_tagger")
    words = [["a", "b"], ["b", "a"], ["a", "c"], ["c", "a"]] * 3
    data = [Example.from_dict(Doc(second.vocab, words=sentence), {}) for sentence in words]
    tagger.initialize(lambda: data, nlp=second, settings={"n_tags": 2, "w1": 3, "r1": 2, "min_count": 1})
    pair = both()
    pair.add_pipe("kpca_wsd", source=second, name="senses2")
    wanted = [item["sense"] for item in second("a bank of snow")._.senses2]
    doc = pair("a bank of snow")
    assert [item["sense"] for item in doc._.senses2] == wanted == ["heap"]
    assert doc[1]._.sense2 == "heap"
    assert doc._.senses[0]["sense"] in ("money", "shore")
    pair.add_pipe("svd2_tagger", source=second, name="clusters")
    assert pair("a b")[0].tag_ in pair.get_pipe("svd2_tagger").labels  # the first to write a tag wins
    pair.to_disk(tmp_path)
    loaded = spacy.load(tmp_path)
    assert written(loaded("a bank of snow")) == written(doc)
    assert [item["sense"] for item in loaded("a bank of snow")._.senses2] == wanted
    assert loaded("a b", disable=["svd2_tagger"])[0].tag_ in ("C0", "C1")
    assert loaded.pipe_labels["clusters"] == ["C0", "C1"]
    loaded.get_pipe("clusters").overwrite = True
    with pytest.raises(UserError, match="P011.*'clusters'"):
        loaded("a b")


def other_senses(nlp):
    found = examples(nlp, OTHER_SENSES)
    for one in found:
        one.reference.spans["senses2"] = list(one.reference.spans["senses"])
    return found
