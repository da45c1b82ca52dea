"""Senses on a document: a span group holds them, and the disambiguator's occurrences are made from it.

A span is a target: its label is the sense, its id the key of the word, its `kb_id` the gloss where there is one. A
target with several correct senses has several spans at the same place, the first answer first; an unlabelled target
has an empty label. Without an id, the word is the target's lemma where lemmas are set, else its lower-cased text.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc, Span
from spacy.util import minibatch

from ...errors import Errors, UserError
from ..model.contexts import Context
from ..model.sense_model import Occurrence

Describe = Callable[[Doc, Sequence[int] | NDArray[np.intp], int, int], NDArray[np.float32]]
"""From a document, its tokens that are not white space, and a target's place among them to a description by vectors."""

SPANS_KEY = "senses"
ANNOTATIONS = {"tags": "TAG", "lemmas": "LEMMA", "deps": "DEP"}
"""The annotations that features can use beside words, and the spaCy attribute that shows whether each is set."""

_NO_SENSE = ("", "_")  # some tools write "_" for what they do not know
_NAMES = {"tags": "token.tag_", "lemmas": "token.lemma_", "deps": "token.dep_", "pos": "token.pos_"}


@dataclass(frozen=True)
class Target:
    """A target of a span group.

    start (int): First token.
    end (int): The token after its last.
    word (str): The key of the word.
    senses (tuple): The correct senses; empty if unlabelled.
    """

    start: int
    end: int
    word: str
    senses: tuple[str, ...]


def read_targets(doc: Doc, spans_key: str) -> list[Target]:
    """Read a span group.

    doc (Doc): The document.
    spans_key (str): The name of the group; it may be missing.
    RETURNS (list): Its targets, in the order in which their first spans stand in the group.
    """
    found: dict[tuple[int, int, str], dict[str, None]] = {}
    for span in doc.spans.get(spans_key, ()):
        senses = found.setdefault((span.start, span.end, span.id_ or word_of(span)), {})
        if span.label_ not in _NO_SENSE:
            senses[span.label_] = None
    return [Target(*place, tuple(senses)) for place, senses in found.items()]


def word_of(span: Span) -> str:
    """Give the key of the word of a span that has no id."""
    lemmas = [token.lemma_ for token in span]
    words = lemmas if all(lemmas) else [token.text for token in span if not token.is_space]
    return " ".join(words).lower()


def write_targets(doc: Doc, spans_key: str, targets: Iterable[Target]) -> None:
    """Write a span group; the inverse of `read_targets`."""
    doc.spans[spans_key] = [
        Span(doc, target.start, target.end, label=sense, span_id=target.word)
        for target in targets
        for sense in target.senses or ("",)
    ]


def word_places(doc: Doc) -> list[int]:
    """List the tokens that are not white space; the disambiguator sees only these."""
    return [token.i for token in doc if not token.is_space]


def make_context(doc: Doc, places: Sequence[int], annotations: Sequence[str] = (), gold: Doc | None = None) -> Context:
    """Make a tokenised text from a document.

    doc (Doc): The document.
    places (Sequence): The tokens to take, ascending.
    annotations (Sequence): What to use beside words: any of "tags", "lemmas", "deps" and "sentences". Sentences are
        left out if they are not set.
    gold (Doc): A document with the same tokens, whose annotation is used where `doc` has none.
    RETURNS (Context): The text.
    RAISES (UserError): Neither document has the annotation (K012).
    """
    words = [doc[place].text for place in places]
    values: dict[str, Any] = {}
    for name in annotations:
        source = annotated(doc, name, gold) if places else doc
        if name == "tags":
            values["tags"] = [source[place].tag_ for place in places]
        elif name == "lemmas":
            values["lemmas"] = [source[place].lemma_ for place in places]
        elif name == "deps":
            number = {place: index for index, place in enumerate(places)}
            values["heads"] = [number.get(source[place].head.i, number[place]) for place in places]
            values["deps"] = [source[place].dep_ for place in places]
        elif source.has_annotation("SENT_START"):
            starts = [index for index, place in enumerate(places) if source[place].is_sent_start]
            values["sentence_starts"] = starts
    return Context(words, **values)


def annotated(doc: Doc, name: str, gold: Doc | None = None) -> Doc:
    """Choose the first of two documents that has an annotation.

    doc (Doc), gold (Doc): The documents.
    name (str): The annotation.
    RETURNS (Doc): The document.
    RAISES (UserError): Neither document has it (K012).
    """
    attribute = {**ANNOTATIONS, "pos": "POS", "sentences": "SENT_START"}[name]
    for source in (doc, *([] if gold is None else [gold])):
        if source.has_annotation(attribute):
            return source
    if name == "sentences":
        return doc
    raise UserError(Errors.K012.format(text=doc.text[:40], what=_NAMES[name]))


def doc_occurrences(
    docs: Iterable[Doc],
    *,
    spans_key: str = SPANS_KEY,
    annotations: Sequence[str] = (),
    pipes: Sequence[Any] = (),
    describe: Describe | None = None,
) -> Iterator[Occurrence]:
    """Make occurrences of the targets of annotated documents.

    docs (Iterable): The documents.
    spans_key (str): Their span group.
    annotations (Sequence): The annotations that features use beside words.
    pipes (Sequence): Components to run on copies without annotation, so that features are the same as when tagging.
    describe (Callable): Describes contexts by vectors that these components set, or None.
    YIELDS (Occurrence): Labelled and unlabelled occurrences.
    RAISES (UserError): An annotation that is needed is missing (K012).
    """
    for batch in minibatch(docs, 128):  # type: ignore[no-untyped-call]
        seen = batch
        if (annotations or describe is not None) and pipes:
            seen = run_pipes(batch, pipes)
        for doc, processed in zip(batch, seen, strict=True):
            yield from _occurrences(doc, processed, spans_key, annotations, describe)


def _occurrences(
    doc: Doc, processed: Doc, spans_key: str, annotations: Sequence[str], describe: Describe | None
) -> Iterator[Occurrence]:
    targets = read_targets(doc, spans_key)
    places = word_places(doc) if targets else []
    number = {place: index for index, place in enumerate(places)}
    context = make_context(processed, places, annotations, gold=doc) if targets else None
    for target in targets:
        inside = [number[place] for place in range(target.start, target.end) if place in number]
        if inside and context is not None:
            start, end = inside[0], inside[-1] + 1
            vectors = None if describe is None else describe(processed, places, start, end)
            yield Occurrence(target.word, context, start, end, target.senses, vectors)


def run_pipes(docs: Iterable[Doc], pipes: Sequence[Any]) -> list[Doc]:
    """Run components on copies of documents without annotation.

    docs (Iterable): The documents.
    pipes (Sequence): The components, in order; functions without a method `pipe` are components too.
    RETURNS (list): The annotated copies.
    """
    seen = [_bare(doc) for doc in docs]
    for pipe in pipes:
        seen = list(pipe.pipe(seen)) if hasattr(pipe, "pipe") else [pipe(doc) for doc in seen]
    return seen


def _bare(doc: Doc) -> Doc:
    spaces = None if doc.has_unknown_spaces else [bool(token.whitespace_) for token in doc]
    return Doc(doc.vocab, words=[token.text for token in doc], spaces=spaces)
