"""Small artifacts that hold every array and every branch of the format, trained here: what is then damaged."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, product
from typing import Any

import numpy as np
import spacy
from spacy.tokens import Doc
from spacy.vectors import Vectors
from spacy.vocab import Vocab

from spacy_svd2.senses.model.contexts import ContextWindow
from spacy_svd2.senses.pipeline_vectors import PipelineVectors
from spacy_svd2.shared.artifacts import artifact_to_bytes

WIDTH = 3
"""Dimensions of all vectors."""

WORDS = {
    "DET": ["the", "a", "my"],
    "NOUN": ["cat", "dog", "cow", "fox", "Joe", "ice-cream"],
    "VERB": ["sleeps", "barks", "sings"],
    "ADV": ["here", "there", "again", "2"],
    "PUNCT": ["."],
}
TEXT = "The cat sleeps here . My ox \n sings 3 again ! Reeds hide both banks of the river ; she owes the bank money"
SENSE_TEXT = f"{TEXT} the art gallery is on the river bank"
_ENDINGS = {
    "money": ["raised its interest rates", "lends a lot of money", "has an account for money", "pays high interest"],
    "shore": ["of the river is green", "of the lake with reeds", "is near the boat and river", "has reeds by the lake"],
}


def tagger_seeds() -> dict[str, bytes]:
    """Artifacts of `svd2_tagger` by name: refined or not, one pass or two, with and without names."""
    from spacy_svd2.tagger.counting.scan import count_bigrams
    from spacy_svd2.tagger.model.model import SVD2Model
    from spacy_svd2.tagger.model.storage import model_to_artifact
    from spacy_svd2.tagger.settings import Settings

    def train(**options: Any) -> SVD2Model:
        settings = Settings.from_dict({"n_tags": 5, "min_count": 1, "w1": 8, "r1": 3, **options})
        lower = str if settings.attr == "ORTH" else str.lower
        sentences = map(list, product(*WORDS.values()))
        return SVD2Model.train(count_bigrams(sentences, normalize=lower, boundaries=settings.boundaries), settings)

    models = {
        "refined": train(),
        "two passes": train(n_passes=2, refine=False, scaling="raw", k1=6, r2=3),
        "cased": train(attr="ORTH", boundaries="stop", refine=False, other=True),
    }
    labels = {word: (tag,) for tag, words in WORDS.items() for word in map(str.lower, words[:2])}
    models["named"] = models["refined"].named({**labels, "fox": ("NOUN", "VERB")}, pos={"DET": "DET"})
    models["with sentences"] = models["refined"].named(labels, sentences=_annotated(models["refined"].types))
    return {name: artifact_to_bytes(model_to_artifact(model)) for name, model in models.items()}


def _annotated(types: list[str]) -> Any:
    """Sentences of which most tokens are annotated, and one with a word that the corpus does not have."""
    from spacy_svd2.tagger.naming.sentences import AnnotatedTokens

    sentences = [[*zip(words, WORDS, strict=True)] for words in product(*WORDS.values())][::11]
    tokens = [token for sentence in sentences for token in [*sentence, ("Ox", "NOUN"), ("the", "")]]
    words = [word for word, _ in tokens]
    rows = np.array([types.index(word.lower()) if word.lower() in types else -1 for word in words])
    starts = np.arange(len(words)) % (len(WORDS) + 2) == 0
    return AnnotatedTokens(rows, starts, [*map(str.lower, words)], words, [tag for _, tag in tokens])


def sense_seeds() -> dict[str, bytes]:
    """Artifacts of `kpca_wsd` by name: each kernel, each last step, all ways to describe contexts."""
    from spacy_svd2.senses.model.inventory import Inventory
    from spacy_svd2.senses.model.kernel_pca import Kernel
    from spacy_svd2.senses.model.sense_model import train_senses
    from spacy_svd2.senses.model.settings import ModelSettings, default_candidates, paper_settings
    from spacy_svd2.senses.model.storage import model_to_artifact

    settings = {
        "linear": ModelSettings(Kernel(cosine=False)),
        "cosine": ModelSettings(Kernel()),
        "polynomial": ModelSettings(Kernel(degree=3, offset=1.0)),
        "gaussian": ModelSettings(Kernel("gaussian", gamma=0.5)),
        **{step: ModelSettings(step=step) for step in ("neighbours", "vote", "svm", "logistic")},
        "paper": paper_settings(),
        "landmarks": ModelSettings(Kernel("gaussian"), ("gain_ratio", "idf"), sqrt=True, max_exact=4, landmarks=4),
    }
    known = list(occurrences(labelled=True))
    inventory = Inventory.learn(known)
    inventory.add([{"key": "river", "forms": ["river bank"], "glosses": {"1": "water"}, "pos": ["NOUN"]}])
    meta = {"inventory": inventory.to_meta()}

    def seed(**options: Any) -> bytes:
        return artifact_to_bytes(model_to_artifact(train_senses(known, **{"latent_width": 4, **options}), meta))

    found = {name: seed(candidates=[one]) for name, one in settings.items()}
    found["no descriptors"] = seed(latent_width=0, candidates=default_candidates()[:3])
    unlabelled = list(occurrences(labelled=False))
    found["composite"] = seed(unlabelled=unlabelled, composite=0.1, candidates=[settings["cosine"]])
    for setting in ("vectors", "tensor", vector_of):
        vectors = PipelineVectors.chosen("kpca_wsd", setting, vocab(), ContextWindow())
        assert vectors is not None
        described = [_described(vectors, item) for item in known]
        model = train_senses(
            described,
            latent_width=4 * (setting == "tensor"),
            candidates=[ModelSettings(vectors=0.3)],
            vectors=vectors.source(described),
        )
        found[vectors.kind] = artifact_to_bytes(model_to_artifact(model, meta))
    return found


def vocab() -> Vocab:
    """A vocabulary with word vectors."""
    words = sorted({word for text in chain([SENSE_TEXT], *_ENDINGS.values()) for word in text.split()})
    data = np.random.default_rng(0).normal(size=(len(words), WIDTH)).astype(np.float32)
    found = spacy.blank("en").vocab
    found.vectors = Vectors(strings=found.strings, data=data, keys=words)
    return found


def with_tensor(doc: Doc) -> Doc:
    """A document with a vector for each token, as a tok2vec sets them."""
    doc.tensor = np.array([[len(token.text), token.i, 1] for token in doc], dtype=np.float32)
    return doc


def vector_of(doc: Doc, start: int, end: int) -> Any:
    """A vector of a target, as a function of the user's gives it."""
    return np.array([start, end, len(doc)])


def _described(vectors: PipelineVectors, item: Any) -> Any:
    if not vectors.needs_docs:
        return vectors.describe_words([item])[0]
    doc = with_tensor(Doc(vectors.vocab, words=list(item.context.words)))
    return replace(item, vectors=vectors.describe_doc(doc, range(len(doc)), item.start, item.end))


def occurrences(*, labelled: bool) -> Iterable[Any]:
    from spacy_svd2.senses.model.contexts import Context
    from spacy_svd2.senses.model.sense_model import Occurrence

    def occurrence(word: str, text: str, end: int, *senses: str) -> Occurrence:
        return Occurrence(word, Context(text.split()), 1, end, senses if labelled else ())

    for sense, endings in _ENDINGS.items():
        for number, ending in enumerate(endings):
            yield occurrence("bank.n", f"the bank {ending} .", 2, sense)
            if number < 2:
                yield occurrence("art_gallery", f"an art gallery {ending}", 3, sense, *["both"] * number)
    yield occurrence("owe.v", "she owes it", 2, "owe")
