"""A tiny corpus, a tagger trained on it, and counts of classes of words."""

from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, Token

from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.shared.artifacts import write_artifact
from spacy_svd2.shared.word_keys import WordKey
from spacy_svd2.tagger.component import SVD2Tagger
from spacy_svd2.tagger.counting.counts import BigramCounts
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.model.storage import model_to_artifact

NOUNS, VERBS, NAMES = ("cat", "dog", "cow", "hen"), ("sleeps", "barks", "eats", "walks"), ("ann", "bob", "eve", "joe")
SETTINGS = {"n_tags": 6, "scaling": "raw", "n_passes": 1, "w1": 15, "r1": 5, "min_count": 1, "refine": False}

_LINES = [
    f"{subject} {place} {number} {unit} ."
    for subject in ("the cat sits", "a dog naps", "The bird sits", "A fox naps", "my cow sits")
    for place in ("in", "on", "by")
    for number, unit in (("2", "days"), ("30", "weeks"), ("4", "hours"))
] + ["I do n't know", "you do not know", "I ca n't see", "you can see !", "we do not see ?"] * 3


@pytest.fixture(scope="session")
def lines() -> list[str]:
    return list(_LINES)


@pytest.fixture(scope="session")
def settings() -> dict[str, Any]:
    return dict(SETTINGS)


@pytest.fixture(scope="session")
def corpus_file(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "raw.txt"
    path.write_text("\n".join(lines), encoding="utf8")
    return path


@pytest.fixture(scope="session")
def train(corpus_file: Path) -> Callable[..., SVD2Model]:
    """Train a model on the tiny corpus, with other settings if wanted."""

    def train(**settings: Any) -> SVD2Model:
        nlp = spacy.blank("xx")
        tagger = SVD2Tagger(nlp.vocab)
        reader = make_corpus(str(corpus_file), tokenized=True)
        tagger.initialize(list, nlp=nlp, corpus=reader, settings={**SETTINGS, **settings})
        return tagger.get_model()

    return train


@pytest.fixture(scope="session")
def model(train: Callable[..., SVD2Model]) -> SVD2Model:
    return train()


@pytest.fixture(scope="session")
def artifact(tmp_path_factory: pytest.TempPathFactory, model: SVD2Model) -> Path:
    path = tmp_path_factory.mktemp("artifact") / "tagger.npz"
    write_artifact(path, model_to_artifact(model))
    return path


@pytest.fixture
def nlp(artifact: Path) -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("svd2_tagger", config={"artifact": str(artifact)})
    return nlp


@pytest.fixture(scope="session")
def expect(model: SVD2Model) -> Callable[[Doc], list[str]]:
    """The tags that a document without tags must get, token by token, from a dictionary of keys."""
    names, key = model.cluster_names, WordKey()
    known = {word: names[number] for word, number in zip(model.types, model.labels, strict=True)}

    def answer(token: Token) -> str:
        if token.is_space:
            return "_SP"
        before = token.doc[: token.i]
        spaces = [*takewhile(lambda one: one.is_space, reversed(list(before)))]
        initial = len(spaces) == token.i or any(one.is_sent_start for one in (token, *spaces))
        written = key.written(token.text)
        return names[model.unseen(key(token.text), written.lower() if initial else written)]

    def expect(doc: Doc) -> list[str]:
        return [known.get(key(token.text)) or answer(token) for token in doc]

    return expect


@pytest.fixture
def toy() -> BigramCounts:
    """Classes of words told by context: determiner, noun, verb, full stop; or name, verb, full stop."""
    sentences = [["the", noun, verb, "."] for noun in NOUNS for verb in VERBS]
    sentences += [[name, verb, "."] for name in NAMES for verb in VERBS]
    return count_bigrams(sentences * 5).by_frequency()
