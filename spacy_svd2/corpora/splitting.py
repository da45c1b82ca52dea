"""Raw text to token texts, leaving nothing in the caller's vocabulary."""

import re
from collections.abc import Iterable, Iterator
from contextlib import nullcontext

from spacy.language import Language
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]
from spacy.tokens import Doc
from spacy.vocab import Vocab

_ZONE_CHARACTERS = 1 << 20
_COPY_CHARACTERS = 1 << 23
_LONG_RUN, _CUT = re.compile(r"\S{1000,}"), 200
_CACHED_WORDS = 1_000_000  # spaCy's default, 10,000, is too few for a language with many forms


def whitespace_tokenizer(vocab: Vocab) -> Tokenizer:
    """Make a tokenizer that splits at white space and nowhere else.

    It is spaCy's own tokenizer without any rules. A pipeline saves only the rules, so it loads everywhere.

    vocab (Vocab): The vocabulary of the pipeline.
    RETURNS (Tokenizer): The tokenizer.
    """
    return Tokenizer(vocab)


class TextSplitter:
    """A pipeline's tokenizer for texts of any length; it adds nothing to the pipeline's vocabulary.

    spaCy's own tokenizer is copied, with a vocabulary that is thrown away every eight million characters. This
    takes less than half the time of a memory zone, in which the tokenizer has no cache. Any other tokenizer runs
    in memory zones of a million characters.

    nlp (Language): Whose tokenizer to use.
    """

    def __init__(self, nlp: Language) -> None:
        self._nlp = nlp
        self._copy = nlp.tokenizer
        self._room = 0

    def split(self, texts: Iterable[str]) -> Iterator[list[str]]:
        """Tokenize texts.

        texts (Iterable[str]): The texts.
        RETURNS (Iterator[list[str]]): The token texts of each text, those of white space too.
        """
        if type(self._nlp.tokenizer) is Tokenizer:
            return map(self._split_with_copy, texts)
        return self._split_in_zones(texts)

    def _split_with_copy(self, text: str) -> list[str]:
        if self._room <= 0:
            self._copy = _copy_tokenizer(self._nlp.tokenizer)
            self._room = _COPY_CHARACTERS
        self._room -= len(text)
        if not _LONG_RUN.search(text):
            return words_of(self._copy(text))
        return [word for part in _parts(text) for word in words_of(self._copy(part))]

    def _split_in_zones(self, texts: Iterable[str]) -> Iterator[list[str]]:
        batch: list[str] = []
        size = 0
        for text in texts:
            batch.append(text)
            size += len(text)
            if size >= _ZONE_CHARACTERS:
                yield from self._split_in_zone(batch)
                batch, size = [], 0
        yield from self._split_in_zone(batch)

    def _split_in_zone(self, texts: list[str]) -> list[list[str]]:
        # the zone is closed before anything is handed out, so that the caller's own strings are not freed with it
        in_zone = self._nlp.vocab.in_memory_zone  # type: ignore[attr-defined]
        with nullcontext() if in_zone else self._nlp.memory_zone():
            return [words_of(self._nlp.tokenizer(text)) for text in texts]


def _parts(text: str) -> Iterator[str]:
    """A text, its long runs cut: the tokenizer's time grows with their length squared, or faster."""
    start = 0
    for run in _LONG_RUN.finditer(text):
        for end in range(run.start() + _CUT, run.end() + 1, _CUT):
            yield text[start:end]
            start = end
    yield text[start:]


def words_of(doc: Doc) -> list[str]:
    """The token texts of a document.

    doc (Doc): The document.
    RETURNS (list[str]): The texts.
    """
    return [token.text for token in doc]


def _copy_tokenizer(tokenizer: Tokenizer) -> Tokenizer:
    return Tokenizer(
        Vocab(),
        rules=tokenizer.rules,
        prefix_search=tokenizer.prefix_search,
        suffix_search=tokenizer.suffix_search,
        infix_finditer=tokenizer.infix_finditer,
        token_match=tokenizer.token_match,
        url_match=tokenizer.url_match,
        faster_heuristics=tokenizer.faster_heuristics,
        max_cache_size=_CACHED_WORDS,
    )
