"""A pipeline with both components, texts to run it on, and all that it writes."""

from functools import cache
from typing import Any

import spacy
from sense_helpers import LABELLED, pipeline
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

LINES = [
    f"{subject} {place} {number} {unit} ."
    for subject in ("the cat sits", "a dog naps", "The bird sits", "my cow sits")
    for place in ("in", "on", "by")
    for number, unit in (("2", "days"), ("30", "weeks"))
]
SETTINGS = {"n_tags": 6, "n_passes": 1, "w1": 15, "r1": 5, "min_count": 1, "refine": False}
COMPONENTS = ("svd2_tagger", "kpca_wsd")
UNTRAINED = {"svd2_tagger": "P001", "kpca_wsd": "K013"}
UNREADABLE = {"svd2_tagger": "P003", "kpca_wsd": "K015"}
PROBABILITY = "users_prob"
NAMES = {"the": ["DET"], "cat": ["NOUN"], "sits": ["VERB"], "in": ["ADP"], ".": ["PUNCT"], "bank": ["NOUN"]}
TEXTS = [
    "the cat sits in 2 days .",
    "",
    "Reeds hide both banks of the river ; she owes the bank a lot of money",
    " \n ",
    "THE zyx99 Zebra-like   art gallery \u0645\u0631\u062d\u0628\u0627 \U0001f98a\ufe0f in town",
    "bank",
    "zyx zyy zyz bank zyx , the qqqing of money",
    "an art gallery , a zebra and art",
]


@cache
def saved() -> bytes:
    """Both components trained, tags named."""
    nlp = pipeline()
    tagger = nlp.add_pipe("svd2_tagger", first=True)
    texts = [*LINES, *(text for text, *_ in LABELLED)]
    examples = [Example.from_dict(nlp.make_doc(text), {}) for text in texts]
    tagger.initialize(lambda: examples, nlp=nlp, settings=SETTINGS)
    tagger.set_model(tagger.get_model().named(NAMES, pos={tag: tag for (tag,) in NAMES.values()}))
    return nlp.to_bytes()


def empty(*names: str, lang: str = "en", **config: Any) -> Language:
    """A pipeline of untrained components; of both, if none is named."""
    nlp = spacy.blank(lang)
    for name in names or COMPONENTS:
        own = {"prob_attr": PROBABILITY} if name == "svd2_tagger" else {}
        nlp.add_pipe(name, config={**own, **config.get(name, {})})
    return nlp


def both(lang: str = "en", **config: Any) -> Language:
    """A pipeline of its own, in a vocabulary of its own."""
    return empty(lang=lang, **config).from_bytes(saved(), exclude=["vocab"])


def other(name: str) -> str:
    return next(one for one in COMPONENTS if one != name)


def written(doc: Doc) -> dict[str, Any]:
    """All that the components write."""
    return {
        "words": [token.text for token in doc],
        "tags": [(token.tag_, token.pos_) for token in doc],
        "probabilities": [token._.get(PROBABILITY) for token in doc],
        "senses": list(doc._.senses),  # a DocBin makes tuples of lists
        "sense": [token._.sense for token in doc],
        "spans": [(s.start, s.end, s.label_, s.id_, s.kb_id_) for s in doc.spans.get("senses", [])],
    }
