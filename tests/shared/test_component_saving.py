"""What users complain about of components that are saved, pickled, sourced, or there twice."""

import inspect
import json
import pickle

import pytest
import spacy
from sense_helpers import SETTINGS, examples
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import load_config_from_str
from spacy.vocab import Vocab
from user_helpers import COMPONENTS, TEXTS, both, saved, written

from spacy_svd2.errors import UserError

OTHER_SENSES = [
    ("a bank of money here", "bank", "bank", "finance"),
    ("the bank took money", "bank", "bank", "finance"),
    ("a bank of snow here", "bank", "bank", "heap"),
    ("the wind blew a bank of snow", "bank", "bank", "heap"),
]


@pytest.fixture(scope="module")
def nlp():
    return both()


@pytest.fixture(scope="module")
def expected(nlp):
    return [written(doc) for doc in nlp.pipe(TEXTS)]


def test_saved_loaded_and_saved_again(nlp, expected, tmp_path):
    nlp.to_disk(tmp_path / "new")
    loaded = spacy.load(tmp_path / "new")
    assert [written(doc) for doc in loaded.pipe(TEXTS)] == expected
    loaded.to_disk(tmp_path / "two")
    for name in COMPONENTS:
        first, second = (tmp_path / way / name / "model.npz" for way in ("new", "two"))
        assert first.read_bytes() == second.read_bytes()


def test_bytes_into_a_fresh_vocabulary(expected):
    fresh = spacy.blank("en")
    for name in COMPONENTS:
        fresh.add_pipe(name, config={"prob_attr": "users_prob"} if name == "svd2_tagger" else {})
    before = set(fresh.vocab.strings)
    fresh.from_bytes(saved(), exclude=["vocab"])
    labels = {label for name in COMPONENTS for label in fresh.get_pipe(name).labels}
    assert all(label in fresh.vocab.strings for label in labels)
    assert not {"sits", "river", "gallery"} & (set(fresh.vocab.strings) - before)
    assert [written(doc) for doc in fresh.pipe(TEXTS)] == expected


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


@pytest.mark.parametrize("lang", ["en", "xx", "tr"])
def test_sourced_into_another_vocabulary(nlp, lang, tmp_path):
    other = spacy.blank(lang)
    for name in COMPONENTS:
        other.add_pipe(name, source=nlp)
    docs = [Doc(other.vocab, words=[token.text for token in nlp.make_doc(text)]) for text in TEXTS if text]
    wanted = [nlp(Doc(nlp.vocab, words=[token.text for token in doc])) for doc in docs]
    for doc, one in zip(other.pipe(docs), wanted, strict=True):
        assert (written(doc), doc.vocab) == (written(one), other.vocab)
    other.to_disk(tmp_path)
    words = [token.text for token in docs[0]]
    loaded = spacy.load(tmp_path)
    assert written(loaded(Doc(loaded.vocab, words=words))) == written(docs[0])


def test_two_of_each_with_artifacts_of_their_own(nlp, tmp_path):
    second = both(kpca_wsd={"senses_attr": "senses2", "sense_attr": "sense2", "spans_key": "senses2"})
    second.get_pipe("kpca_wsd").initialize(lambda: other_senses(second), nlp=second, settings=SETTINGS)
    tagger = second.get_pipe("svd2_tagger")
    words = [["a", "b"], ["b", "a"], ["a", "c"], ["c", "a"]] * 3
    data = [Example.from_dict(Doc(second.vocab, words=sentence), {}) for sentence in words]
    tagger.initialize(lambda: data, nlp=second, settings={"n_tags": 2, "w1": 3, "r1": 2, "min_count": 1})
    pair = both()
    pair.add_pipe("kpca_wsd", source=second, name="senses2")
    wanted = [item["sense"] for item in second("a bank of snow")._.senses2]
    doc = pair("a bank of snow")
    assert [item["sense"] for item in doc._.senses2] == wanted == ["heap"]
    assert doc._.senses[0]["sense"] in ("money", "shore")
    pair.add_pipe("svd2_tagger", source=second, name="clusters")
    assert pair("a b")[0].tag_ in pair.get_pipe("svd2_tagger").labels  # the first to write a tag wins
    pair.to_disk(tmp_path)
    loaded = spacy.load(tmp_path)
    assert written(loaded("a bank of snow")) == written(doc)
    assert [item["sense"] for item in loaded("a bank of snow")._.senses2] == wanted
    assert loaded("a b", disable=["svd2_tagger"])[0].tag_ in ("C0", "C1")
    assert set(loaded.get_pipe("clusters").labels) == {"C0", "C1"}


def other_senses(nlp):
    found = examples(nlp, OTHER_SENSES)
    for one in found:
        one.reference.spans["senses2"] = list(one.reference.spans["senses"])
    return found


@pytest.mark.parametrize("name", COMPONENTS)
def test_exclude_leaves_out_what_it_names(nlp, name, tmp_path):
    other = next(one for one in COMPONENTS if one != name)
    nlp.to_disk(tmp_path, exclude=[name])
    assert not (tmp_path / name).exists()
    assert (tmp_path / other / "model.npz").exists()
    loaded = spacy.load(tmp_path, exclude=[name])
    assert loaded.pipe_names == [other]
    with pytest.raises(UserError, match=rf"'{name}'.*model\.npz"):
        spacy.load(tmp_path)
    short = nlp.to_bytes(exclude=[name])
    assert len(short) < len(nlp.to_bytes()) - len(nlp.get_pipe(name).to_bytes()) + 100
    for method in ("to_disk", "from_disk", "to_bytes", "from_bytes"):
        assert "exclude" in inspect.signature(getattr(nlp.get_pipe(name), method)).parameters


def test_components_taken_out_and_put_back(nlp, expected):
    copy = both()
    with copy.select_pipes(disable=list(COMPONENTS)):
        assert copy("the bank")[0].tag_ == ""
    assert [written(doc) for doc in copy.pipe(TEXTS)] == expected
    copy.rename_pipe("kpca_wsd", "wsd")
    copy.remove_pipe("svd2_tagger")
    assert copy("the bank")[0].tag_ == ""
    assert copy(TEXTS[2])._.senses == nlp(TEXTS[2])._.senses


def test_labels_and_settings_stand_in_the_saved_files(nlp, tmp_path):
    nlp.to_disk(tmp_path)
    meta = json.loads((tmp_path / "meta.json").read_text(encoding="utf8"))
    assert meta["labels"] == {name: list(nlp.get_pipe(name).labels) for name in COMPONENTS}
    config = load_config_from_str((tmp_path / "config.cfg").read_text(encoding="utf8"))
    assert config["components"]["svd2_tagger"]["prob_attr"] == "users_prob"
    changed = spacy.load(tmp_path, config={"components": {"svd2_tagger": {"threshold": 1.0, "unknown_tag": "?"}}})
    assert {token.tag_ for token in changed("zyx zyy")} == {"?"}


def test_a_component_alone_resolves_its_labels_in_an_empty_vocabulary(nlp):
    for name in COMPONENTS:
        part = nlp.get_pipe(name)
        alone = type(part)(Vocab()).from_bytes(part.to_bytes())
        strings = alone.vocab.strings
        assert all(strings[strings.as_int(label)] == label for label in part.labels)
