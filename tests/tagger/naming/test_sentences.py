"""Annotated sentences: tags in context, storage, and the fast way of tagging against the obvious one."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from spacy_svd2.errors import UserError
from spacy_svd2.shared.artifacts import artifact_to_bytes, write_artifact
from spacy_svd2.tagger.component import SVD2Tagger
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.labelling.annotated import annotated_tokens, read_sentences
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.model.storage import model_from_artifact, model_to_artifact
from spacy_svd2.tagger.naming.sentences import AnnotatedTokens, learn_tokens, merged_labels
from spacy_svd2.tagger.naming.token_features import NO_CLASS, WordFacts, only_of_sets, token_keys
from spacy_svd2.tagger.naming.token_model import TokenModel, fit_tokens
from spacy_svd2.tagger.naming.token_scorer import TokenScorer
from spacy_svd2.tagger.settings import Settings

NOUNS, VERBS, NAMES = ("cat", "dog", "cow", "duck"), ("sleeps", "barks", "eats", "duck"), ("ann", "bob", "eve", "joe")
TAGGED = [[("the", "DET"), (noun, "NOUN"), (verb, "VERB"), (".", "PUNCT")] for noun in NOUNS for verb in VERBS[:3]]
TAGGED += [[(name, "PROPN"), (verb, "VERB"), (".", "PUNCT")] for name in NAMES for verb in VERBS]
WORDS = [[word for word, _ in sentence] for sentence in TAGGED]


@pytest.fixture(scope="module")
def clusters(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("clusters") / "model.npz"
    settings = Settings(n_tags=4, w1=14, r1=5, min_count=1)
    write_artifact(path, model_to_artifact(SVD2Model.train(count_bigrams(WORDS * 3), settings)))
    return path


def conllu(sentences: list[list[tuple[str, str]]]) -> str:
    rows = ("\n".join(f"{i}\t{w}\t_\t{t or '_'}\t_\t_\t_\t_\t_\t_" for i, (w, t) in enumerate(s, 1)) for s in sentences)
    return "\n\n".join(rows) + "\n\n"


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("sentences") / "some.conllu"
    path.write_text(conllu(TAGGED), encoding="utf8")
    return path


def tagger_of(nlp: Language) -> SVD2Tagger:
    tagger = nlp.get_pipe("svd2_tagger")
    assert isinstance(tagger, SVD2Tagger)
    return tagger


@pytest.fixture(scope="module")
def nlp(clusters: Path, file: Path) -> Language:
    nlp = spacy.blank("xx")
    nlp.add_pipe("svd2_tagger", config={"artifact": str(clusters)})
    tagger_of(nlp).name_tags(sentences=read_sentences(nlp, [file]))
    return nlp


def tags(nlp: Language, text: str) -> list[str]:
    return [token.tag_ for token in nlp(text)]


def test_sentences_alone_name_the_tags_and_tell_the_tags_of_a_word_apart(nlp: Language) -> None:
    assert tags(nlp, "the duck sleeps .") == ["DET", "NOUN", "VERB", "PUNCT"]
    assert tags(nlp, "bob duck .") == ["PROPN", "VERB", "PUNCT"]
    assert [token.pos_ for token in nlp("the duck")] == ["DET", "NOUN"]


def test_a_batch_does_not_change_the_tags_of_a_document(nlp: Language) -> None:
    texts = ["the duck sleeps .", "", "bob duck . new Words", " \n", "the unseen  barks .", "duck"]
    together = list(nlp.pipe(texts, batch_size=10))
    alone = [nlp(text) for text in texts]
    assert [[t.tag_ for t in doc] for doc in together] == [[t.tag_ for t in doc] for doc in alone]
    tagger = tagger_of(nlp)
    docs = [nlp.make_doc(text) for text in texts]
    found = tagger.tag_probabilities(docs)
    assert np.array_equal(found, np.concatenate([tagger.tag_probabilities([doc]) for doc in docs]))


def test_the_posterior_is_that_of_the_tags(nlp: Language) -> None:
    tagger, docs = tagger_of(nlp), [nlp.make_doc("the duck  sleeps ."), nlp.make_doc("bob new .")]
    found = tagger.tag_probabilities(docs)
    spaces = np.array([token.is_space for doc in docs for token in doc])
    assert found.shape == (len(spaces), len(tagger.labels))
    assert np.allclose(found.sum(axis=1), ~spaces)
    numbers, sure = tagger.predict(docs)
    assert sure is not None
    assert np.allclose(found.max(axis=1)[~spaces], sure[~spaces])
    best = [tagger.labels[i] for i in found.argmax(axis=1)]
    assert all(nlp.vocab.strings[int(n)] == b for n, b, s in zip(numbers, best, spaces, strict=True) if not s)
    assert tagger.tag_probabilities([]).shape == (0, len(tagger.labels))


def test_clusters_have_no_posterior(clusters: Path) -> None:
    nlp = spacy.blank("xx")
    nlp.add_pipe("svd2_tagger", config={"artifact": str(clusters)})
    with pytest.raises(UserError, match="P012"):
        tagger_of(nlp).tag_probabilities([nlp.make_doc("cat")])


def test_the_model_survives_saving_byte_by_byte(nlp: Language) -> None:
    model = tagger_of(nlp).get_model()
    assert model.naming is not None
    assert model.naming.tokens is not None
    data = artifact_to_bytes(model_to_artifact(model))
    again = model_from_artifact(data)
    assert artifact_to_bytes(model_to_artifact(again)) == data
    other = spacy.blank("xx")
    tagger = other.add_pipe("svd2_tagger")
    tagger.set_model(again)
    assert tags(other, "the duck . bob duck .") == tags(nlp, "the duck . bob duck .")


@pytest.mark.parametrize(
    "change",
    [
        {"keys": np.array([5, 5], dtype=np.uint64), "weights": np.zeros((2, 5), dtype=np.float32)},
        {"weights": np.zeros((1, 5), dtype=np.float32)},
        {"scale": float("nan")},
        {"sharpness": "0.5"},
    ],
)
def test_contradictions_are_found_before_saving(nlp: Language, change) -> None:
    model = tagger_of(nlp).get_model()
    assert model.naming is not None
    assert model.naming.tokens is not None
    broken = replace(model, naming=replace(model.naming, tokens=replace(model.naming.tokens, **change)))
    with pytest.raises(UserError, match="A006"):
        model_to_artifact(broken)


def test_fast_scores_are_those_of_the_features(nlp: Language) -> None:
    random = np.random.default_rng(0)
    words = ["cat", "12", "ed", "running", "duck"]
    probabilities = random.dirichlet(np.ones(4), 5).astype(np.float32)
    classes = np.array([0, 1, 1, 0, 2], dtype=np.int32)
    rows = random.integers(-1, 5, 60)
    starts, capitals = random.random(60) < 0.2, random.random(60) < 0.3
    new = [f"new{i % 7}" for i in range(60)]
    by_form = random.dirichlet(np.ones(4), 60).astype(np.float32)
    types = [words[row] if row >= 0 else new[i] for i, row in enumerate(rows)]
    own = np.where((rows < 0)[:, None], by_form, probabilities[rows])
    facts = WordFacts.of(types, own, np.where(rows < 0, NO_CLASS, classes[rows]))
    keys = token_keys(types, facts, starts, capitals & ~starts)
    known = np.unique(keys)[1::2]
    model = TokenModel(known, random.normal(size=(len(known), 4)).astype(np.float32), 0.7, 1.0)
    type_scores = random.normal(size=(60, 4)).astype(np.float32)
    scorer = TokenScorer(words, probabilities, classes, model)
    unseen = [scorer.of_unseen(new[i], by_form[i : i + 1]) for i in np.flatnonzero(rows < 0)]
    found = scorer.scores(type_scores, rows, starts, capitals, unseen)
    shifted = type_scores - type_scores.max(axis=1, keepdims=True)
    assert np.allclose(found, model.scores(shifted, model.evidence(keys)), atol=1e-5)


def test_chosen_tokens_teach_about_words_of_their_set_only() -> None:
    tokens = AnnotatedTokens(
        np.array([0, 1, 0, 1, 2]),
        np.array([True, False, True, False, False]),
        ["a", "b", "a", "b", "c"],
        ["a", "B", "a", "b", "c"],
        ["X", "Y", "", "Y", ""],
    )
    assert tokens.are_chosen.tolist() == [False, False, True, True, True]
    probabilities = np.array([[1, 0], [0.5, 0.5], [0.1, 0.9]], dtype=np.float32)

    def keys_of(words: list[str], own: np.ndarray) -> set[int]:
        facts = WordFacts.of(words, own, np.full(len(words), NO_CLASS))
        flags = np.arange(len(words)) == 0
        return set(only_of_sets(token_keys(words, facts, flags, flags)).ravel().tolist()) - {0}

    both = keys_of(["d", "e"], probabilities[[1, 1]])
    # with other words of the set: the set, its capitals, tags on both sides, and the edges as words
    assert len(keys_of(["f", "g"], probabilities[[1, 1]]) & both) == 8
    # with the same words of another set: the words
    assert len(keys_of(["d", "e"], probabilities[[0, 0]]) & both) == 2


@pytest.fixture(scope="module")
def asked(clusters: Path, tmp_path_factory) -> Language:
    """Labelled words, and the tag of each "duck" in its sentence."""
    nlp = spacy.blank("xx")
    nlp.add_pipe("svd2_tagger", config={"artifact": str(clusters)})
    labels = tmp_path_factory.mktemp("labels") / "words.tsv"
    rows = [f"{word}\t{tag}\n" for word, tag in {word: tag for s in TAGGED for word, tag in s}.items()]
    labels.write_text("word\ttag\n" + "".join(rows), encoding="utf8")
    docs = [
        Doc(nlp.vocab, words=[w for w, _ in s], tags=[t if w == "duck" else "" for w, t in s])
        for s in TAGGED * 4
        if "duck" in dict(s)
    ]
    tagger_of(nlp).name_tags(labels, sentences=docs)
    return nlp


def test_chosen_tokens_leave_words_of_other_sets_alone(asked: Language) -> None:
    tagger = tagger_of(asked)
    model = tagger.get_model()
    assert model.naming is not None
    assert model.naming.tokens is not None
    assert len(model.naming.tokens.keys)  # they taught something
    alone = SVD2Tagger(asked.vocab)
    alone.set_model(replace(model, naming=replace(model.naming, tokens=None)))
    docs = [Doc(asked.vocab, words=words) for words in WORDS]
    found, types = tagger.tag_probabilities(docs), alone.tag_probabilities(docs)
    other = np.array([token.text != "duck" for doc in docs for token in doc])
    # the posterior of the types, but for one temperature
    factor = model.naming.tokens.scale * model.naming.tokens.sharpness / model.naming.tagger.sharpness
    expected = types**factor
    assert np.allclose(found[other], (expected / expected.sum(axis=1, keepdims=True))[other], atol=1e-5)
    assert not np.allclose(found[~other], (expected / expected.sum(axis=1, keepdims=True))[~other], atol=1e-4)


def test_chosen_tokens_have_the_features_of_new_text(asked: Language) -> None:
    """Also where a word has another set of tags without a fifth of the sentences."""
    tagger = tagger_of(asked)
    naming = tagger.get_model().naming
    assert naming is not None
    words = [word for word, _ in TAGGED[0]]
    rows = np.arange(4)
    tokens = AnnotatedTokens(
        np.tile(rows, 20), np.tile(rows == 0, 20), words * 20, words * 20, ["", "NOUN", "", "", "", "VERB", "", ""] * 10
    )
    own = np.eye(len(naming.tags), dtype=np.float16)[:4]
    final = replace(naming.tagger, probabilities=own, left=naming.tagger.left[:4], right=naming.tagger.right[:4])
    without = replace(final, probabilities=np.full_like(own, 1 / own.shape[1]))
    classes = np.zeros(4, dtype=np.int32)
    learned = learn_tokens(tokens, naming.tags, final, classes, lambda _: without)
    assert learned is not None
    assert len(learned.keys)
    facts = WordFacts.of(tokens.types, own[tokens.rows].astype(np.float32), classes[tokens.rows])
    assert np.isin(learned.keys, token_keys(tokens.types, facts, tokens.starts, tokens.capitals)).all()


def test_without_information_in_the_tokens_the_type_model_decides() -> None:
    random = np.random.default_rng(1)
    tags = random.integers(0, 3, 300)
    scores = (4 * np.eye(3)[tags]).astype(np.float32)
    keys = random.integers(1, 50, (300, 4)).astype(np.uint64)
    model = fit_tokens(keys, scores, tags, np.arange(300) % 5)
    assert (model.scores(scores, model.evidence(keys)).argmax(axis=1) == tags).all()


def test_labels_and_sentences_add_up(clusters: Path) -> None:
    tokens = AnnotatedTokens(
        np.array([0, 1, 0]), np.array([True, False, True]), ["a", "b", "a"], ["a", "b", "a"], ["X", "", "Y"]
    )
    assert merged_labels({"a": ["X"], "c": ["Z"]}, tokens) == {"a": ["X", "X", "X", "Y"], "c": ["Z"]}
    assert merged_labels({}, tokens, without=1) == {"a": ["X"]}
    in_order = ["Z", "Z", "Z", "Z", "X", "X", "Y"]  # as much as about two tokens
    assert merged_labels({"a": in_order}, tokens) == {"a": [*in_order, *["X", "Y"] * 3]}


def test_tokens_without_a_tag_are_not_learned_from(clusters: Path, tmp_path: Path) -> None:
    nlp = spacy.blank("xx")
    nlp.add_pipe("svd2_tagger", config={"artifact": str(clusters)})
    path = tmp_path / "partly.conllu"
    path.write_text(conllu([[(w, t if w != "." else "") for w, t in s] for s in TAGGED]), encoding="utf8")
    tagger_of(nlp).name_tags(sentences=read_sentences(nlp, [path]))
    assert "PUNCT" not in tagger_of(nlp).labels
    assert tags(nlp, "bob duck") == ["PROPN", "VERB"]


def test_few_sentences_are_labels_only(clusters: Path, file: Path) -> None:
    nlp = spacy.blank("xx")
    nlp.add_pipe("svd2_tagger", config={"artifact": str(clusters)})
    tagger_of(nlp).name_tags(sentences=read_sentences(nlp, [file])[:4])
    naming = tagger_of(nlp).get_model().naming
    assert naming is not None
    assert naming.tokens is None
    assert tags(nlp, "the cat") == ["DET", "NOUN"]


def test_files_without_tags_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.conllu"
    path.write_text(conllu([[("a", ""), ("b", "")]]), encoding="utf8")
    with pytest.raises(UserError, match="L022"):
        read_sentences(spacy.blank("xx"), [path])


def test_another_column_holds_the_tags(tmp_path: Path) -> None:
    path = tmp_path / "xpos.conllu"
    path.write_text("1\tcat\t_\tNOUN\tNN\t_\t_\t_\t_\t_\n\n", encoding="utf8")
    (doc,) = read_sentences(spacy.blank("xx"), [path], tag_column="xpos")
    assert doc[0].tag_ == "NN"


def test_an_invalid_tag_is_refused(clusters: Path) -> None:
    nlp = spacy.blank("xx")
    nlp.add_pipe("svd2_tagger", config={"artifact": str(clusters)})
    doc = Doc(nlp.vocab, words=["unheard"], tags=["a|b"])
    with pytest.raises(UserError, match="S008"):
        tagger_of(nlp).name_tags(sentences=[doc])


def test_capitals_at_the_start_of_a_sentence_mean_nothing(nlp: Language) -> None:
    doc = Doc(nlp.vocab, words=["The", "Duck", "\n", "."], tags=["DET", "NOUN", "", "PUNCT"])
    tokens = annotated_tokens([doc], ["the", "duck"], tagger_of(nlp).make_type)
    assert tokens.texts == ["the", "Duck", "."]
    assert tokens.capitals.tolist() == [False, True, False]
    assert tokens.rows.tolist() == [0, 1, -1]


def test_initialize_reads_files_or_the_examples(clusters: Path, file: Path, nlp: Language) -> None:
    words = "the duck sleeps . bob duck ."
    for sentences in (str(file), True):
        other = spacy.blank("xx")
        tagger = other.add_pipe("svd2_tagger")
        docs = read_sentences(other, [file])
        examples = [Example(Doc(other.vocab, words=[token.text for token in doc]), doc) for doc in docs]
        tagger.initialize(lambda examples=examples: examples, nlp=other, artifact=str(clusters), sentences=sentences)
        assert tags(other, words) == tags(nlp, words)
