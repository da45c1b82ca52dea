"""Tagged documents as sentences of words, ready to be written as text."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from spacy.tokens import Doc

from ..annotate import Source

AnnotatedDocs = Iterable[tuple[Doc, Source]]


@dataclass(frozen=True)
class WritingOptions:
    """What to write of a token.

    tag_column (str): The column of CoNLL-U that takes `token.tag_`: "upos" or "xpos".
    probability (str): The token extension that holds the probability of the tag; None to leave probabilities out.
    """

    tag_column: str = "xpos"
    probability: str | None = None


@dataclass(slots=True)
class Word:
    """A word of a sentence.

    text (str): The word in Unicode's composed form (NFC); within it, white space is a single space.
    tag (str), pos (str): Its tag, and its universal part of speech; empty where there is none.
    probability (float): The probability of the tag; None if it is unknown or not wanted.
    space (str): The white space that follows; empty if the text goes on directly.
    surface (str): For the first word of a multiword token, the text of that token.
    n_words (int): How many words the multiword token has.
    misc (tuple): What else to say of the word in CoNLL-U's column MISC, such as "Ask=Yes".
    """

    text: str
    tag: str
    pos: str
    probability: float | None
    space: str
    surface: str = ""
    n_words: int = 1
    misc: tuple[str, ...] = ()


@dataclass
class Sentence:
    """A sentence with at least one word.

    words (list): The words.
    source (Source): Where its document comes from.
    is_last (bool): Whether the document ends with it.
    """

    source: Source
    words: list[Word] = field(default_factory=list)
    is_last: bool = False

    @property
    def text(self) -> str:
        """The text, with one space wherever there is white space."""
        parts: list[str] = []
        end = 0
        for at, word in enumerate(self.words):
            if word.surface:
                parts.append(word.surface)
                end = at + word.n_words
            elif at >= end:
                parts.append(word.text)
            if word.space:
                parts.append(" ")
        return "".join(parts).strip()


def sentences_of(doc: Doc, source: Source, options: WritingOptions) -> Iterator[Sentence]:
    """Divide a document into sentences: those of the pipeline, or if it has none, lines.

    doc (Doc): The document.
    source (Source): Where it comes from.
    options (WritingOptions): What to write.
    RETURNS (Iterator[Sentence]): The sentences; none of a document of white space.
    """
    has_sentences = doc.has_annotation("SENT_START")
    ranges = {start: (end, text) for start, end, text in source.ranges if len(doc) >= end}
    current = Sentence(source)
    begins = False
    for token in doc:
        begins = begins or (has_sentences and bool(token.is_sent_start))
        if token.is_space:
            if current.words:
                current.words[-1].space += token.text + token.whitespace_
            begins = begins or (not has_sentences and "\n" in token.text)
            continue
        if begins and current.words:
            yield current
            current = Sentence(source)
        begins = False
        probability = token._.get(options.probability) if options.probability else None
        word = Word(_clean(token.text), token.tag_, token.pos_, probability, token.whitespace_)
        if token.i in ranges:
            end, text = ranges[token.i]
            word.surface, word.n_words = _clean(text), end - token.i
        if current.words and not current.words[-1].space and not _may_join(current.words[-1].text, word.text):
            current.words[-1].space = " "
        current.words.append(word)
    if current.words:
        current.is_last = True
        yield current


def _clean(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _may_join(left: str, right: str) -> bool:
    """Whether two words can stand beside each other: a mark at the start of the second may change the first."""
    return (left.isascii() and right.isascii()) or unicodedata.is_normalized("NFC", left + right)
