"""A tiny labelled corpus, and pipelines trained on it."""

from typing import Any

import numpy as np
import spacy
from spacy.language import Language
from spacy.tokens import Span
from spacy.training import Example

from spacy_svd2.senses.model.contexts import Context
from spacy_svd2.senses.model.sense_model import Occurrence

LABELLED = [
    ("The bank raised its interest rates", "bank", "bank", "money"),
    ("She owes the bank a lot of money", "bank", "bank", "money"),
    ("Both banks lend money at high interest", "banks", "bank", "money"),
    ("A bank account costs money", "bank", "bank", "money"),
    ("He sat on the bank of the river", "bank", "bank", "shore"),
    ("Reeds grow on both banks of the river", "banks", "bank", "shore"),
    ("They moored the boat at the bank", "bank", "bank", "shore"),
    ("The art gallery sells paintings to the rich", "art gallery", "art_gallery", "shop"),
    ("A public art gallery shows paintings of the town", "art gallery", "art_gallery", "museum"),
    ("She studied art and music in town", "art", "art.n", "skill"),
    ("He paints ; his art hangs in town", "art", "art.n", "works"),
    ("only one example of zebra here", "zebra", "zebra", "animal"),
]
TEXT = "Reeds hide both banks of the river ; she owes the bank a lot of money in the art gallery ."
WORDS = [f"{a}{b}" for a in ("river", "money", "lend", "Boat", "x") for b in ("", "s", "ing")] + ["the", ",", "7"]
SETTINGS: dict[str, Any] = {"candidates": "fast"}


def example(nlp: Language, text: str, *targets: tuple[str, str, str]) -> Example:
    """Gold spans for (target as it stands in the text, key of the word, sense)."""
    doc = nlp.make_doc(text)
    spans = []
    for target, key, sense in targets:
        start = text.index(target)
        span = doc.char_span(start, start + len(target))
        spans.append(Span(doc, span.start, span.end, sense, span_id=key))
    doc.spans["senses"] = spans
    return Example(nlp.make_doc(text), doc)


def examples(nlp: Language, labelled: Any = LABELLED) -> list[Example]:
    return [example(nlp, text, target) for text, *target in labelled]


def pipeline(
    labelled: Any = LABELLED, *, lang: str = "en", settings: dict[str, Any] | None = None, **config: Any
) -> Language:
    nlp = spacy.blank(lang)
    wsd = nlp.add_pipe("kpca_wsd", config=config)
    data = examples(nlp, labelled)
    for one in data:
        one.reference.spans[config.get("spans_key", "senses")] = list(one.reference.spans["senses"])
    wsd.initialize(lambda: data, nlp=nlp, settings={**SETTINGS, **(settings or {})})
    return nlp


def senses(doc: Any) -> list[tuple[str, str, str]]:
    return [(item["text"], item["sense"], item["source"]) for item in doc._.senses]


def made_up(seed: int, count: int, *, labelled: bool = True) -> list[Occurrence]:
    chance = np.random.default_rng(seed)
    found = []
    for number in range(count):
        words = chance.choice(WORDS, chance.integers(1, 11)).tolist()
        place = int(chance.integers(0, len(words) + 1))
        target = ["Bank"] if chance.random() < 0.7 else ["bank", "house"]
        words[place:place] = target
        sense = ("money", "shore", "money", "row")[int(number if number < 3 else chance.integers(0, 4))]
        found.append(Occurrence("bank", Context(words), place, place + len(target), (sense,) if labelled else ()))
    return found
