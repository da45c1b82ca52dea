"""Vectors that the pipeline has: word vectors, tensors, and registered functions, in training and in tagging."""

import pickle

import numpy as np
import pytest
import spacy
from sense_helpers import example
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vectors import Vectors
from spacy.vocab import Vocab

from spacy_svd2.errors import UserError
from spacy_svd2.senses.component import KPCAWSD
from spacy_svd2.senses.model.contexts import ContextWindow
from spacy_svd2.senses.model.storage import model_from_artifact
from spacy_svd2.senses.model.vector_storage import ARRAYS
from spacy_svd2.senses.pipeline_vectors import PipelineVectors, word_vectors
from spacy_svd2.shared.artifacts import Artifact

MONEY = "interest loan money debt credit rates"
RIVER = "river water boat reeds shore stream"
TRAIN = [
    ("the bank raised interest rates", "money"),
    ("he owes the bank money", "money"),
    ("the bank gave credit", "money"),
    ("the bank of the river", "shore"),
    ("reeds at the bank", "shore"),
    ("a boat at the bank of the water", "shore"),
]
UNSEEN = ["so loan debt bank", "so stream shore bank", "bank", "bank loan", "so far the bank stream is"]
"""What their words besides the target mean, only vectors tell."""


def topics(vocab: Vocab, *, seed: int = 0, width: int = 8) -> Vocab:
    """Give the words of each topic vectors that are alike."""
    chance = np.random.default_rng(seed)
    for words in (MONEY, RIVER):
        middle = chance.normal(size=width)
        for word in words.split():
            vocab.set_vector(word, (middle + 0.1 * chance.normal(size=width)).astype("f"))
    for word in ("the", "he", "at"):
        vocab.set_vector(word, chance.normal(size=width).astype("f"))
    return vocab


def blank(*, vectors: bool = True) -> Language:
    nlp = spacy.blank("en")
    if vectors:
        topics(nlp.vocab)
    return nlp


def train(nlp: Language, setting, **settings) -> KPCAWSD:
    wsd = nlp.add_pipe("kpca_wsd", config={} if callable(setting) else {"vectors": setting})
    wsd.vectors = setting if callable(setting) else wsd.vectors
    data = [example(nlp, text, ("bank", "bank", sense)) for text, sense in TRAIN]
    wsd.initialize(lambda: data, nlp=nlp, settings={"candidates": "fast", **settings})
    return wsd


def topic_of(doc: Doc, start: int, end: int) -> list[float]:
    around = {token.lower_ for token in doc} - {token.lower_ for token in doc[start:end]}
    return [float(len(around & set(MONEY.split()))), float(len(around & set(RIVER.split()))), 0.5]


@spacy.registry.misc("test_topic_of.v1")
def make_topic_of():
    return topic_of


@Language.component("test_set_tensor")
def set_tensor(doc: Doc) -> Doc:
    doc.tensor = np.array([[*topic_of(doc[max(0, n - 3) : n + 4].as_doc(), 0, 0), 1.0] for n in range(len(doc))])
    return doc


def scores(nlp: Language) -> list[tuple[str, float]]:
    return [(found["best"], found["best_score"]) for doc in nlp.pipe(UNSEEN) for found in doc._.senses]


@pytest.fixture(scope="module")
def nlp():
    found = blank()
    train(found, "auto")
    return found


@pytest.fixture(scope="module")
def plain():
    found = blank()
    train(found, None)
    return found


def test_vectors_tell_senses_by_words_that_training_did_not_have(nlp, plain):
    found, without = scores(nlp), scores(plain)
    assert [sense for sense, _ in found] == ["money", "shore", "money", "money", "shore"]
    assert min(score for _, score in found[:2]) > 0.55
    assert without[0][1] == pytest.approx(0.5, abs=0.02)  # the share of the sense: no known word is near


@pytest.mark.parametrize("text", ["bank", "zork bank frob", "; bank !"])
def test_no_vector_is_no_evidence(nlp, plain, text):
    (found,), (without,) = nlp(text)._.senses, plain(text)._.senses
    assert found["best_score"] == pytest.approx(0.5, abs=0.02)
    assert found["best_score"] <= without["best_score"] + 0.01


def test_a_document_has_the_same_scores_in_any_batch(nlp):
    alone = [found["best_score"] for text in UNSEEN for found in nlp(text)._.senses]
    assert alone == [score for _, score in scores(nlp)]
    long = nlp(" . ".join([UNSEEN[0], *["x"] * 200, UNSEEN[1]]))
    assert [one["best"] for one in long._.senses] == ["money", "shore"]


def test_saved_copied_and_pickled(nlp, tmp_path):
    wanted = scores(nlp)
    nlp.to_disk(tmp_path)
    assert scores(spacy.load(tmp_path)) == wanted
    assert scores(pickle.loads(pickle.dumps(nlp))) == wanted
    again = blank()
    again.add_pipe("kpca_wsd").from_bytes(nlp.get_pipe("kpca_wsd").to_bytes())
    assert scores(again) == wanted
    sourced = blank()
    sourced.add_pipe("kpca_wsd", source=nlp)
    assert scores(sourced) == wanted
    assert [doc._.senses[0]["best"] for doc in nlp.pipe(UNSEEN[:2], n_process=2)] == ["money", "shore"]


def test_equal_training_gives_equal_bytes(nlp, plain):
    again = blank()
    train(again, "vectors")
    assert again.get_pipe("kpca_wsd").to_bytes() == nlp.get_pipe("kpca_wsd").to_bytes()
    for setting in ("auto", "none", None):  # no vectors: nothing in the artifact says that there could be
        without = blank(vectors=False)
        train(without, setting)
        assert without.get_pipe("kpca_wsd").to_bytes() == plain.get_pipe("kpca_wsd").to_bytes()


def test_cross_validation_can_leave_vectors_out():
    found = blank()
    data = [(f"{word} bank", sense) for words, sense in ((MONEY, "money"), (RIVER, "shore")) for word in words.split()]
    wsd = found.add_pipe("kpca_wsd", config={"vectors": "vectors"})
    wsd.initialize(lambda: [example(found, text, ("bank", "bank", sense)) for text, sense in data], nlp=found)
    assert wsd.get_model().words["bank"].settings.vectors > 0  # each word occurs once, so features tell nothing
    chance = np.random.default_rng(0)
    for word in [*MONEY.split(), *RIVER.split()]:
        found.vocab.set_vector(word, chance.normal(size=8).astype("f"))
    mixed = [(f"{word} x{number} bank", "a" if number % 2 else "b") for number in range(24) for word in ("the", "he")]
    mixed = [(f"{text} {'left' if sense == 'a' else 'right'}", sense) for text, sense in mixed]
    wsd.initialize(lambda: [example(found, text, ("bank", "bank", sense)) for text, sense in mixed], nlp=found)
    assert wsd.get_model().choices["bank"].correct == len(mixed)


@pytest.mark.parametrize("setting", [{"@misc": "test_topic_of.v1"}, "tensor"])
def test_functions_and_tensors(setting, tmp_path):
    nlp = blank(vectors=False)
    nlp.add_pipe("test_set_tensor")
    wsd = train(nlp, setting)
    assert wsd.get_model().vectors.kind == ("tensor" if setting == "tensor" else "function")
    assert wsd.get_model().vectors.width == (4 if setting == "tensor" else 3)
    assert [sense for sense, _ in scores(nlp)[:2]] == ["money", "shore"]
    nlp.to_disk(tmp_path)
    assert scores(spacy.load(tmp_path)) == scores(nlp)
    alone = [found["best_score"] for text in UNSEEN for found in nlp(text)._.senses]
    assert alone == [score for _, score in scores(nlp)]


def test_other_vectors_are_refused(nlp):
    wsd = nlp.get_pipe("kpca_wsd")
    for vocab, why in (
        (Vocab(), "K020"),
        (topics(Vocab(), seed=1), "K021.*'the' has another vector"),
        (topics(Vocab(), width=5), "K021.*5 dimensions instead of 8"),
    ):
        with pytest.raises(UserError, match=why):
            wsd(Doc(vocab, words=["the", "bank"]))
    with pytest.raises(UserError, match="K020"):
        train(blank(vectors=False), "vectors")


def test_a_pipeline_without_what_training_had_says_so():
    nlp = blank(vectors=False)
    with pytest.raises(UserError, match=r"K022.*doc\.tensor.*tok2vec"):
        train(nlp, "tensor")
    with pytest.raises(UserError, match="K022.*what the function"):
        train(blank(vectors=False), lambda doc, start, end: [float("nan")])
    with pytest.raises(UserError, match="K024.*4 and 5|K024.*5 and 4"):
        train(blank(vectors=False), lambda doc, start, end: np.ones(4 + (len(doc) > 4)))
    with pytest.raises(UserError, match="K025"):
        train(blank(vectors=False), topic_of, transform_unlabelled=True)
    trained = train(blank(vectors=False), topic_of)
    loaded = KPCAWSD(Vocab()).from_bytes(trained.to_bytes())
    with pytest.raises(UserError, match="K023"):
        loaded(Doc(Vocab(), words=["the", "bank"]))


def test_vectors_of_another_width_than_in_training_are_refused():
    trained = train(blank(vectors=False), topic_of).to_bytes()
    loaded = KPCAWSD(Vocab(), vectors=lambda doc, start, end: np.ones(5)).from_bytes(trained)
    with pytest.raises(UserError, match="K024.*3 in training and 5 now"):
        loaded(Doc(Vocab(), words=["the", "bank"]))


def test_a_model_trained_with_tensors_does_not_take_the_function_that_is_set():
    nlp = blank(vectors=False)
    nlp.add_pipe("test_set_tensor")
    train(nlp, "tensor")
    docs = [nlp.get_pipe("test_set_tensor")(nlp.make_doc(text)) for text in UNSEEN]
    other = KPCAWSD(nlp.vocab, vectors=topic_of).from_bytes(nlp.get_pipe("kpca_wsd").to_bytes())
    for doc in docs:
        other(doc)
    found = [(item["best"], item["best_score"]) for doc in docs for item in doc._.senses]
    assert found == scores(nlp)


@pytest.mark.parametrize("setting", ["glove", 3, True, ["vectors"]])
def test_an_unknown_setting(setting):
    with pytest.raises(UserError, match="P005.*vectors"):
        KPCAWSD(Vocab(), vectors=setting)


def test_words_are_looked_up_in_lower_case_too():
    vocab = Vocab()
    vocab.set_vector("river", np.array([1, 2], dtype="f"))
    vocab.set_vector("Bank", np.array([3, 4], dtype="f"))
    vocab.set_vector("!", np.array([5, 6], dtype="f"))
    found = word_vectors(vocab, ["River", "river", "Bank", "bank", "!", "x"])
    assert found.tolist() == [[1, 2], [1, 2], [3, 4], [0, 0], [0, 0], [0, 0]]


def test_vectors_of_parts_of_words():
    vocab = Vocab()
    data = np.random.default_rng(0).normal(size=(50, 4)).astype("f")
    vocab.vectors = Vectors(strings=vocab.strings, mode="floret", data=data, minn=2, maxn=3, hash_count=2)
    found = word_vectors(vocab, ["river", "anything", ";"])
    assert np.allclose(found[:2], [vocab.get_vector("river"), vocab.get_vector("anything")])
    assert not found[2].any()
    assert found[:2].any(axis=1).all()


def test_unlabelled_occurrences_are_described_by_words(nlp):
    found = blank()
    corpus = [example(found, text, ("bank", "bank", sense)) for text, sense in TRAIN]
    wsd = found.add_pipe("kpca_wsd", config={"vectors": "vectors"})
    raw = [example(found, text, ("bank", "bank", "")) for text in UNSEEN]
    settings = {"candidates": "fast", "transform_unlabelled": True}
    wsd.initialize(lambda: [*corpus, *raw], nlp=found, settings=settings)
    space = wsd.get_model().words["bank"].space
    assert space.vector_rows.shape == (len(TRAIN) + len(UNSEEN), 8)
    assert space.vector_rows.any(axis=1).sum() == len(TRAIN) + len(UNSEEN) - 1  # all but the target alone


CHANGES = [
    {"kind": "glove"},
    {"width": 9},
    {"width": True},
    {"probes": ["the"]},
    {"probes": None},
    {"more": 1},
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_damaged_record_of_vectors(nlp, change):
    artifact = nlp.get_pipe("kpca_wsd").to_artifact()
    meta = {**artifact.meta, "vectors": {**artifact.meta["vectors"], **change}}
    with pytest.raises(UserError, match="K007"):
        model_from_artifact(Artifact(artifact.kind, meta, artifact.arrays))


@pytest.mark.parametrize("name", ["vectors", *ARRAYS])
def test_a_missing_part_of_vectors(nlp, name):
    artifact = nlp.get_pipe("kpca_wsd").to_artifact()
    meta = {key: value for key, value in artifact.meta.items() if key != name}
    arrays = {key: value for key, value in artifact.arrays.items() if key != name}
    with pytest.raises(UserError, match="K007.*vectors"):
        model_from_artifact(Artifact(artifact.kind, meta, arrays))


def test_the_setting_and_the_vocabulary_choose():
    window, with_vectors = ContextWindow(), topics(Vocab())
    kinds = [
        (setting, None if found is None else found.kind)
        for setting in ("auto", "none", None, "vectors", "tensor", topic_of)
        for found in [PipelineVectors.chosen("wsd", setting, with_vectors, window)]
    ]
    assert kinds == [
        ("auto", "vectors"),
        ("none", None),
        (None, None),
        ("vectors", "vectors"),
        ("tensor", "tensor"),
        (topic_of, "function"),
    ]
    assert PipelineVectors.chosen("wsd", "auto", Vocab(), window) is None
