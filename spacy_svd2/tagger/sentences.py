"""The sentences that a component learns from: those of a corpus reader, or of the examples that spaCy gives."""

from collections.abc import Callable, Iterable, Iterator

from spacy.errors import Errors as SpacyErrors
from spacy.language import Language
from spacy.training import Example

from ..errors import Errors, UserError

_DUMMY = ["x", "y", "z"]  # what nlp.initialize() shows its components when there is no data


def corpus_sentences(
    nlp: Language | None, corpus: Callable[[Language], Iterable[Example]] | None
) -> Iterator[list[str]] | None:
    """Token texts of a corpus reader, sentence by sentence; None if there is none, or one of ours without paths."""
    if corpus is None or not getattr(corpus, "paths", True):
        return None
    if nlp is None:
        raise ValueError(SpacyErrors.E989)
    if not callable(corpus):
        raise UserError(Errors.P008.format(corpus=corpus))
    return iter(corpus.sentences(nlp)) if hasattr(corpus, "sentences") else _texts(corpus(nlp))


def example_sentences(get_examples: Callable[[], Iterable[Example]]) -> Iterator[list[str]] | None:
    """Token texts of the examples, sentence by sentence; None if there are none or those are spaCy's dummies."""
    first = next(iter(get_examples()), None)
    if first is None or [token.text for token in first.reference] == _DUMMY:
        return None
    return _texts(get_examples())


def _texts(examples: Iterable[Example]) -> Iterator[list[str]]:
    for example in examples:
        doc = example.reference
        for span in doc.sents if doc.has_annotation("SENT_START") else [doc]:
            yield [token.text for token in span if not token.is_space]
