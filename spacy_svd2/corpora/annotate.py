"""Run a pipeline over a corpus: a stream of tagged documents, each with the place it comes from."""

from collections.abc import Iterable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

from ..shared.surrogates import printable
from .corpus import Corpus
from .files import Progress
from .formats.registry import Item, format_of
from .formats.text import Tokens
from .locations import Location

T = TypeVar("T")
_ZONE_CHARACTERS = 1 << 24
"""Text between two clean-ups of the vocabulary, which would otherwise grow with every new word."""
_FIRST_CHARACTERS = 1 << 20
"""Text whose words the vocabulary keeps: the tokenizer caches none in a memory zone, which takes twice the time."""


@dataclass(frozen=True)
class Source:
    """Where a document comes from.

    file (str): The name of its file, which no other file of the corpus has; it holds neither white space nor slashes.
    number (int): Which document of the file it is, from 1 on; 0 if the whole file is one document.
    is_glued (bool): Whether the text goes on after it without white space.
    ranges (tuple): Multiword tokens: the first token, the one after the last, and the text as it stands.
    """

    file: str
    number: int = 0
    is_glued: bool = False
    ranges: tuple[tuple[int, int, str], ...] = ()


def annotate(
    nlp: Language, corpus: Corpus, *, n_process: int = 1, progress: Progress | None = None
) -> Iterator[tuple[Doc, Source]]:
    """Stream a corpus through a pipeline.

    Of formats that give tokens, the words, spaces and sentences are taken, and nothing else. A line of text that is
    longer than the pipeline permits becomes several documents, cut at white space.

    nlp (Language): The pipeline.
    corpus (Corpus): The corpus.
    n_process (int): Processes that run the pipeline.
    progress (Callable): See `Corpus.sentences`.
    RETURNS (Iterator[tuple]): Documents and where they come from. Use each before you ask for the next: the words that
        are new to the vocabulary are forgotten from time to time.
    RAISES (UserError): What is wrong with which line of which file.
    """
    return annotate_items(nlp, _sourced(nlp, corpus, progress), n_process=n_process)


def annotate_items(nlp: Language, items: Iterable[tuple[Item, T]], *, n_process: int = 1) -> Iterator[tuple[Doc, T]]:
    """Stream items of a corpus through a pipeline, each with whatever belongs to it.

    nlp (Language), n_process (int): See `annotate`.
    items (Iterable): Texts that are not too long for the pipeline, tokens or documents, with anything.
    RETURNS (Iterator[tuple]): The documents, each with the same; see `annotate`.
    """
    items = iter(items)
    size = _FIRST_CHARACTERS
    for first in items:
        kept = size == _FIRST_CHARACTERS or nlp.vocab.in_memory_zone  # type: ignore[attr-defined]
        with nullcontext() if kept else nlp.memory_zone():
            tasks = ((_untagged(nlp, item), source) for item, source in _up_to_size(chain([first], items), size))
            with closing(nlp.pipe(tasks, as_tuples=True, n_process=n_process)) as pairs:  # type: ignore[type-var]
                yield from pairs
        size = _ZONE_CHARACTERS


def _sourced(nlp: Language, corpus: Corpus, progress: Progress | None) -> Iterator[tuple[Item, Source]]:
    """The items of a corpus with their sources."""
    names = _file_names(corpus.files)
    numbers: dict[Location, int] = {}
    for path, item in corpus.items(progress=progress):
        if format_of(path, corpus.format).has_documents:
            numbers[path] = numbers.get(path, 0) + 1
        source = Source(names[path], numbers.get(path, 0))
        if isinstance(item, str):
            yield from ((part, source) for part in _parts(item, nlp.max_length))
        elif isinstance(item, Tokens):
            is_glued = bool(item.spaces) and not (item.spaces or [True])[-1]
            yield item, Source(source.file, source.number, is_glued, item.ranges)
        else:
            yield item, source


def _up_to_size(items: Iterable[tuple[Item, T]], size: int) -> Iterator[tuple[Item, T]]:
    """The first items, as many as have so many characters."""
    for item, source in items:
        yield item, source
        size -= len(item) if isinstance(item, str) else sum(map(len, item.words if isinstance(item, Tokens) else item))
        if size <= 0:
            return


def _untagged(nlp: Language, item: Item) -> str | Doc:
    """What the pipeline gets: raw text, or a document with words, spaces and sentences."""
    if isinstance(item, str):
        return item
    if isinstance(item, Tokens):
        return Tokens(item.words, spaces=item.spaces).to_doc(nlp.vocab)
    return copy_tokens(item, nlp.vocab)


def copy_tokens(doc: Doc, vocab: Vocab) -> Doc:
    """Copy a document without its annotation.

    doc (Doc): The document.
    vocab (Vocab): The vocabulary of the copy.
    RETURNS (Doc): Its words, spaces and sentence starts, and nothing else.
    """
    starts: list[bool | int | None] | None = None
    if doc.has_annotation("SENT_START"):
        starts = [token.is_sent_start for token in doc]
    spaces = [bool(token.whitespace_) for token in doc]
    return Doc(vocab, words=[token.text for token in doc], spaces=spaces, sent_starts=starts)


def _parts(text: str, longest: int) -> Iterator[str]:
    """A text in parts that are short enough, cut after white space where there is any."""
    while len(text) > longest:
        head = text[:longest]
        end = len(head.rstrip()) if head[-1].isspace() else len(head) - len((head.split() or [""])[-1])
        end = end or longest
        yield text[:end]
        text = text[end:]
    if text and not text.isspace():
        yield text


def _file_names(files: Iterable[Location]) -> dict[Location, str]:
    names: dict[Location, str] = {}
    taken: set[str] = set()
    for path in files:
        name = "_".join(printable(path.name).split()).replace("/", "_") or "text"
        number = 1
        while (unique := name if number == 1 else f"{name}-{number}") in taken:
            number += 1
        taken.add(unique)
        names[path] = unique
    return names
