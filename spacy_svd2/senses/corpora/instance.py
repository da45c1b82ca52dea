"""One occurrence of an ambiguous word, as every reader of sense-annotated corpora gives it."""

import codecs
import gzip
import os
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ...corpora.decompression import most_inflated, read_inflated, refuse_device
from ...corpora.encodings import looks_like
from ...errors import Errors, UserError
from ...shared.surrogates import lone_surrogate

_SLOW = ("idna", "punycode")  # no encodings of text, and their time is the square of its length


@dataclass(frozen=True)
class Instance:
    """An occurrence of a target word in context, with its senses when they are known.

    id (str): Identifier, unique in its corpus.
    word (str): The key of the word's model, for instance "art.n".
    left (str): Text before the target.
    target (str): The target as it stands in the text.
    right (str): Text after the target.
    senses (tuple): Every correct sense; empty when the instance is unlabelled.
    tokens (tuple): The context's tokens, when the corpus is tokenised; otherwise empty.
    tags (tuple): Their tags, when the corpus is tagged; otherwise empty.
    span (tuple): First token of the target and the one past its last, when there are tokens.
    sentence_starts (tuple): Tokens that open a sentence, when there are tokens.
    """

    id: str
    word: str
    left: str
    target: str
    right: str
    senses: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    span: tuple[int, int] = (0, 0)
    sentence_starts: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """RETURNS (str): The whole context; the target stands at `target_span`."""
        return self.left + self.target + self.right

    @property
    def target_span(self) -> tuple[int, int]:
        """RETURNS (tuple): Character offsets of the target in `text`."""
        return len(self.left), len(self.left) + len(self.target)


def read_text(path: Path, encoding: str = "utf-8") -> str:
    """Read a text file, gzipped or not.

    path (Path): The file; `.gz` is decompressed.
    encoding (str): Its encoding.
    RETURNS (str): The content.
    RAISES (UserError): The file is missing or damaged (C101), or of another encoding (C102).
    """
    return decode(path, read_bytes(path), encoding)


def read_bytes(path: Path) -> bytes:
    """RETURNS (bytes): The content of a file, decompressed if its name ends in `.gz`.

    RAISES (UserError): The file is missing or damaged (C101).
    """
    try:
        with Path(path).open("rb") as file:
            refuse_device(file)
            if Path(path).suffix != ".gz":
                return file.read()
            limit = most_inflated(os.fstat(file.fileno()).st_size)
            with gzip.GzipFile(fileobj=file) as inflated:
                return read_inflated(inflated, limit)
    except (OSError, EOFError, zlib.error) as err:
        raise UserError(Errors.C101.format(path=path, why=getattr(err, "strerror", None) or err)) from err


def decode(path: Path, data: bytes, encoding: str) -> str:
    """RETURNS (str): The decoded bytes, without a byte order mark and with plain line ends.

    RAISES (UserError): They are not in that encoding, or the encoding is unknown (C102), or it let something
        through that is not a character, as UTF-7 does (C017).
    """
    try:
        if codecs.lookup(encoding).name in _SLOW:
            raise LookupError(encoding)
        text = data.decode(encoding)
    except UnicodeError as err:
        line = data.count(b"\n", 0, getattr(err, "start", 0)) + 1
        raise UserError(Errors.C102.format(path=path, line=line, encoding=encoding, looks=looks_like(data))) from err
    except LookupError as err:
        raise UserError(Errors.C102.format(path=path, line=1, encoding=encoding, looks="")) from err
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if lone_surrogate([text]):
        for number, line_text in numbered_lines(text):
            check_characters(path, number, [line_text])
    return text


def check_characters(path: Path, line: int, strings: Iterable[str]) -> None:
    """RAISES (UserError): A string holds a lone surrogate, as escapes in JSON can give it (C017)."""
    if code := lone_surrogate(strings):
        raise UserError(Errors.C017.format(path=path, line=line, code=code))


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """YIELDS (tuple): Number, from 1, and content of each line that is not blank."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line
