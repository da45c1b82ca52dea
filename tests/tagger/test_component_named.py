"""The tagger where words have been labelled: names, neighbours, unseen words, confidence, parts of speech."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc, Token
from spacy.training import Example
from spacy.vocab import Vocab

from spacy_svd2.errors import UserError
from spacy_svd2.shared.artifacts import write_artifact
from spacy_svd2.tagger.component import SVD2Tagger
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.model.storage import model_to_artifact
from spacy_svd2.tagger.naming.tag_model import TagModel
from spacy_svd2.tagger.settings import Settings

NOUNS, VERBS, NAMES = ("cat", "dog", "cow", "hen"), ("sleeps", "barks", "eats", "walks"), ("ann", "bob", "eve", "joe")
SENTENCES = [["the", noun, verb, "."] for noun in NOUNS for verb in VERBS]
SENTENCES += [[name, verb, "."] for name in NAMES for verb in VERBS]
ROWS = [
    "word tag pos",
    "the DT DET",
    "cat NN NOUN",
    "dog NN ",
    "sleeps VB VERB",
    ". . PUNCT",
    "ann NNP PROPN",
    "bob NNP ",
]
WORDS = "\n".join(ROWS).replace(" ", "\t") + "\n"


@pytest.fixture(scope="module")
def clusters(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("clusters") / "model.npz"
    settings = Settings(n_tags=4, w1=14, r1=5, min_count=1)
    write_artifact(path, model_to_artifact(SVD2Model.train(count_bigrams(SENTENCES * 5), settings)))
    return path


@pytest.fixture(scope="module")
def words(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("words") / "words.tsv"
    path.write_text(WORDS, encoding="utf8")
    return path


@pytest.fixture(scope="module")
def artifact(clusters, words, tmp_path_factory) -> Path:
    nlp = spacy.blank("xx")
    tagger = nlp.add_pipe("svd2_tagger", config={"artifact": str(clusters)})
    tagger.name_tags(words)
    path = tmp_path_factory.mktemp("named") / "model.npz"
    write_artifact(path, model_to_artifact(tagger.get_model()))
    return path


def test_a_word_is_known_whatever_the_sign_for_its_apostrophe(monkeypatch):
    counts = count_bigrams([*SENTENCES, *([name, "d's", "."] for name in NAMES)] * 5)
    model = SVD2Model.train(counts, Settings(n_tags=4, w1=14, r1=5, min_count=1))
    named = model.named({"d's": ["ODD"], "the": ["DT"], "cat": ["NN"], ".": ["."]})
    nlp = spacy.blank("xx")
    tagger = nlp.add_pipe("svd2_tagger")
    doc = Doc(nlp.vocab, ["ann", "d\u2019s", "."])
    by_form, asked = TagModel.by_form, []
    monkeypatch.setattr(
        TagModel, "by_form", lambda self, types, texts: asked.extend(types) or by_form(self, types, texts)
    )
    tagger.set_model(named)
    assert tagger(doc.copy())[1].tag_ == "ODD"
    assert asked == []
    tagger.set_model(replace(named, naming=replace(named.naming, one_apostrophe=False)))  # of an earlier version
    tagger(doc.copy())
    assert asked == ["d\u2019s"]


@pytest.fixture
def make(artifact):
    def make(**config):
        nlp = spacy.blank("xx")
        nlp.add_pipe("svd2_tagger", config={"artifact": str(artifact), **config})
        return nlp

    return make


def tags(doc):
    return [token.tag_ for token in doc]


def test_names_and_parts_of_speech(make):
    doc = make()("The hen  eats .")
    assert tags(doc) == ["DT", "NN", "_SP", "VB", "."]
    assert [token.pos_ for token in doc] == ["DET", "NOUN", "SPACE", "VERB", "PUNCT"]
    assert make().get_pipe("svd2_tagger").labels == ("DT", "NN", "VB", ".", "NNP")


def test_without_parts_of_speech_none_are_written(clusters, tmp_path):
    path = tmp_path / "words.tsv"
    path.write_text("word\ttag\nthe\tdeterminer\ncat\tnoun\n", encoding="utf8")
    nlp = spacy.blank("xx")
    nlp.add_pipe("svd2_tagger", config={"artifact": str(clusters)}).name_tags(path)
    doc = nlp("the cat")
    assert tags(doc) == ["determiner", "noun"]
    assert not doc.has_annotation("POS")


def test_an_unseen_word_is_tagged_by_its_neighbours(make):
    assert tags(make()("the zyx sleeps ."))[1] == "NN"
    assert tags(make(unseen="context")("the zyx sleeps ."))[1] == "NN"


def test_white_space_does_not_stand_between_neighbours(make):
    nlp = make()
    close = tags(nlp("the zyx sleeps ."))
    assert [tag for tag in tags(nlp("the \n zyx  sleeps .")) if tag != "_SP"] == close


@pytest.mark.parametrize("spaces", [[], ["\n"], [" ", "\n"]])
def test_a_capital_says_nothing_after_white_space_at_the_start(make, monkeypatch, spaces):
    def by_form(model, types, texts):
        return np.eye(model.edges.shape[1], dtype=np.float32)[[int(text.islower()) for text in texts]]

    monkeypatch.setattr(TagModel, "by_form", by_form)
    nlp = make(unseen="form")
    doc = nlp(Doc(nlp.vocab, words=[*spaces, "Zyxdew", "sleeps", "Zyxdew", "."]))
    names = nlp.get_pipe("svd2_tagger").labels
    assert [doc[-4].tag_, doc[-2].tag_] == [names[1], names[0]]


def test_sentence_ends_stand_between_neighbours(make):
    nlp = make()
    words = ["ann", "sleeps", ".", "zyx", "sleeps", "."]
    apart = [nlp(Doc(nlp.vocab, words=words[:3])), nlp(Doc(nlp.vocab, words=words[3:]))]
    together = nlp(Doc(nlp.vocab, words=words, sent_starts=[True, False, False, True, False, False]))
    assert tags(together) == tags(apart[0]) + tags(apart[1])


@pytest.mark.parametrize("unseen", ["both", "form", "context"])
def test_tags_do_not_depend_on_the_batch(make, unseen):
    nlp = make(unseen=unseen)
    texts = ["the zyx sleeps .", "", "ann", "  ", "Zyx eats the 99 cows !", "bob barks ."] * 3
    expected = [tags(nlp(text)) for text in texts]
    for size in (1, 2, 5, 100):
        assert [tags(doc) for doc in nlp.pipe(texts, batch_size=size)] == expected


def test_preset_tags_and_parts_of_speech_stay(make):
    nlp = make()
    doc = Doc(nlp.vocab, words=["the", "cat", "sleeps"], tags=["", "OWN", ""], pos=["", "", "AUX"])
    assert tags(nlp(doc)) == ["DT", "OWN", "VB"]
    assert [token.pos_ for token in doc] == ["DET", "NOUN", "AUX"]
    other = make(overwrite=True)
    with pytest.raises(UserError, match=r"P011.*'svd2_tagger'.*token\.tag_"):
        other(doc)
    replaced = other(doc.copy())
    assert tags(replaced) == ["DT", "NN", "VB"]
    assert [token.pos_ for token in replaced] == ["DET", "NOUN", "VERB"]


def test_two_taggers_do_not_share_an_attribute_for_probabilities(make):
    nlp = make(prob_attr="sure_of_tag")
    nlp.add_pipe("svd2_tagger", name="second", source=make(prob_attr="sure_of_tag"))
    with pytest.raises(UserError, match=r"P011.*'second'.*token\._\.sure_of_tag"):
        nlp("the cat")
    with pytest.raises(ValueError, match="P011"):
        list(nlp.pipe(["the cat"], n_process=2))
    nlp.get_pipe("second").prob_attr = None
    assert tags(nlp("the cat")) == ["DT", "NN"]


def test_confidence_and_threshold(make):
    nlp = make(prob_attr="sure_of_tag")
    doc = nlp("the cat zyx")
    sure = [token._.sure_of_tag for token in doc]
    assert all(0 < p <= 1 for p in sure)
    assert sure[0] > sure[2]
    careful = make(threshold=(sure[0] + sure[2]) / 2, unknown_tag="??")("the cat zyx")
    assert [careful[0].tag_, careful[2].tag_] == ["DT", "??"]
    assert careful[2].pos_ == ""
    assert make(threshold=1.0)("zyx")[0].pos_ == "X"
    Token.remove_extension("sure_of_tag")
    assert nlp("the")[0]._.sure_of_tag is not None


def test_an_extension_that_computes_is_not_touched(make):
    Token.set_extension("computed_here", getter=lambda token: 1)
    with pytest.raises(UserError, match="P006.*computes"):
        make(prob_attr="computed_here")
    Token.remove_extension("computed_here")


@pytest.mark.parametrize("threshold", [1.5, -0.1, float("nan"), 10**400], ids=["high", "low", "nan", "huge"])
def test_a_threshold_is_a_probability(threshold):
    with pytest.raises(UserError, match="P005"):
        SVD2Tagger(Vocab(), threshold=threshold)


@pytest.mark.parametrize("tag", ["", " ", " X", "_SP", "a\tb", "a\n", "A|B", "\x00", "X" * 101])
def test_an_unknown_tag_that_can_be_no_tag(tag):
    with pytest.raises(UserError, match="P010.*'svd2_tagger'.*'unknown_tag'"):
        spacy.blank("xx").add_pipe("svd2_tagger", config={"unknown_tag": tag})


def test_initialize_with_labels(clusters, words, tmp_path):
    nlp = spacy.blank("xx")
    tagger = nlp.add_pipe("svd2_tagger")
    tagger.initialize(list, nlp=nlp, artifact=str(clusters), labels=str(words))
    assert tags(nlp("the cow")) == ["DT", "NN"]
    with pytest.warns(UserWarning, match="P101"):
        tagger.initialize(list, nlp=nlp, artifact=str(clusters), labels=str(tmp_path / "gone.tsv"))
    assert tags(nlp("the cow")) == ["DT", "NN"]


def test_spacy_evaluates_parts_of_speech_beside_tags(make):
    nlp = make()
    gold = Doc(nlp.vocab, words=["the", "cat", "sleeps"], tags=["DT", "NN", "NN"], pos=["DET", "NOUN", "NOUN"])
    scores = nlp.evaluate([Example(nlp.make_doc(gold.text), gold)])
    assert (scores["tag_acc"], scores["pos_acc"]) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    gold = Doc(nlp.vocab, words=["the", "cat"], tags=["DT", "NN"])
    assert nlp.evaluate([Example(nlp.make_doc(gold.text), gold)])["pos_acc"] is None


def test_a_table_without_labels_is_named(clusters, tmp_path):
    tagger = spacy.blank("xx").add_pipe("svd2_tagger", config={"artifact": str(clusters)})
    (tmp_path / "words.tsv").write_text("word\ttag\nthe\t\n", "utf8")
    with pytest.raises(UserError, match=rf"L020.*{tmp_path / 'words.tsv'}"):
        tagger.name_tags(tmp_path / "words.tsv")
