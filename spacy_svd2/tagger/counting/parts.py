"""Split a corpus into parts: each file is a part, and long plain text is split into ranges of whole lines."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from ...corpora.corpus import Corpus
from ...corpora.decompression import is_compressed, is_marked_utf16
from ...corpora.files import CorpusFile, Progress
from ...corpora.formats.registry import format_of
from ...corpora.locations import Location, as_location, size_of, stamp_of
from ...corpora.splitting import TextSplitter
from ...errors import Errors, UserError
from ...shared.lookup import type_maker
from ...shared.surrogates import printable
from . import PART_BYTES, check_count
from .counts import BigramCounts
from .scan import count_bigrams, count_texts
from .settings import CountSettings


@dataclass(frozen=True)
class CorpusPart:
    """A file, or a range of its lines.

    path (str): The file.
    size (int), stamp (str): Bytes and version of the file when it was planned.
    start, end (int): The first byte, and the one after the last; None for a whole file.
    """

    path: str
    size: int
    stamp: str
    start: int = 0
    end: int | None = None

    @property
    def n_bytes(self) -> int:
        return (self.size if self.end is None else self.end) - self.start

    def __str__(self) -> str:
        return self.path if self.end is None else f"{self.path}, bytes {self.start}-{self.end}"

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "path": printable(self.path)}


def plan_parts(corpus: Corpus, *, part_bytes: int = PART_BYTES) -> list[CorpusPart]:
    """Split a corpus into parts, in the order of the corpus.

    corpus (Corpus): The corpus. Uncompressed plain text is split at line ends; other files are not split.
    part_bytes (int): Bytes of a part, up to the next line end.
    RETURNS (list): The parts: every byte is in exactly one.
    RAISES (UserError): `part_bytes` is out of its range (N012).
    """
    check_count("part_bytes", part_bytes)
    return [part for file in corpus.files for part in _split(file, corpus.format, part_bytes)]


def _split(file: Location, format: str, part_bytes: int) -> Iterator[CorpusPart]:
    size, stamp = size_of(file), stamp_of(file)
    text = format_of(file, format).is_plain_text and not is_compressed(file)
    if not text or size <= part_bytes * 1.5 or _is_utf16(file):
        yield CorpusPart(str(file), size, stamp)
        return
    start = 0
    with file.open("rb") as stream:
        while start < size:
            end = size
            if size - start > part_bytes * 1.5:
                stream.seek(start + part_bytes - 1)
                stream.readline()
                end = min(stream.tell(), size)
            yield CorpusPart(str(file), size, stamp, start, end)
            start = end


def _is_utf16(file: Location) -> bool:
    """Whether a text is in UTF-16, whose lines don't end at the bytes that end them in UTF-8."""
    with file.open("rb") as stream:
        return is_marked_utf16(stream.read(4))


def count_part(settings: CountSettings, part: CorpusPart, *, progress: Progress | None = None) -> BigramCounts:
    """Count one part, in this process.

    settings (CountSettings): How to count.
    part (CorpusPart): What to count.
    progress (Callable): Called with the bytes read since the last call.
    RETURNS (BigramCounts): The counts.
    RAISES (UserError): A line of the file is wrong, or the file has changed (N005).
    """
    source = as_location(part.path)
    splitter, normalize = _tools(settings, threading.get_ident())
    _check_unchanged(source, part)
    corpus = Corpus([part.path], format=settings.format, tokenized=settings.tokenized)
    file = CorpusFile(source, progress, part.start, part.end)
    texts = corpus.split_texts(file)
    if texts is None:
        counts = count_bigrams(
            corpus.file_sentences(file, splitter), normalize=normalize, boundaries=settings.boundaries
        )
    else:
        counts = count_texts(texts, normalize=normalize, boundaries=settings.boundaries)
    _check_unchanged(source, part)
    return counts


@lru_cache(maxsize=8)
def _tools(settings: CountSettings, thread: int) -> tuple[TextSplitter, Callable[[str], str]]:
    """The tokenizer and the function that makes types; each thread builds its own, because they can't be shared."""
    nlp = settings.make_nlp()
    return TextSplitter(nlp), type_maker(nlp.vocab, settings.attr, normalize=settings.normalize, lang=settings.lang)


def _check_unchanged(source: Location, part: CorpusPart) -> None:
    try:
        found = size_of(source), stamp_of(source)
    except OSError as err:
        raise UserError(Errors.C019.format(path=part.path, why=err.strerror or err)) from err
    if found != (part.size, part.stamp):
        raise UserError(Errors.N005.format(path=part.path))
