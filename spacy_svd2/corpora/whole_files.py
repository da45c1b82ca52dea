"""Files that are read at once, in any encoding: those of senses are small. `files.CorpusFile` streams large ones."""

import codecs
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..errors import Errors, UserError
from ..shared.surrogates import lone_surrogate
from .decompression import looks_like, most_inflated, open_content, plain_line_ends, read_inflated

_SLOW = ("idna", "punycode")  # no encodings of text, and their time is the square of its length


def read_text(path: Path, encoding: str = "utf-8") -> str:
    """Read a text file, gzipped or not.

    path (Path): The file; `.gz` is decompressed.
    encoding (str): Its encoding.
    RETURNS (str): The content.
    RAISES (UserError): The file is missing or damaged (C101), or of another encoding (C102).
    """
    return decode(path, read_bytes(path), encoding)


def read_bytes(path: Path) -> bytes:
    """Read a file, decompressed if its name ends in `.gz`.

    path (Path): The file.
    RETURNS (bytes): The content.
    RAISES (UserError): The file is missing or damaged (C101).
    """
    try:
        with open_content(Path(path)) as (stored, content):
            if content is stored:
                return stored.read()
            return read_inflated(content, most_inflated(os.fstat(stored.fileno()).st_size))
    except (OSError, EOFError, zlib.error) as err:
        raise UserError(Errors.C101.format(path=path, why=getattr(err, "strerror", None) or err)) from err


def decode(path: Path, data: bytes, encoding: str) -> str:
    """Decode a file's content.

    path (Path): Names the file in messages.
    data (bytes): The content.
    encoding (str): Its encoding.
    RETURNS (str): The text, without byte order marks and with plain line ends.
    RAISES (UserError): It is not in that encoding, or the encoding is unknown (C102), or it let something
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
    text = plain_line_ends(text.removeprefix("\ufeff")).replace("\n\ufeff", "\n")  # where files were put together
    if lone_surrogate([text]):
        for number, line_text in numbered_lines(text):
            check_characters(path, number, [line_text])
    return text


def check_characters(path: object, line: int, strings: Iterable[str]) -> None:
    """RAISES (UserError): A string holds a lone surrogate, as escapes in JSON can give it (C017)."""
    if code := lone_surrogate(strings):
        raise UserError(Errors.C017.format(path=path, line=line, code=code))


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """YIELDS (tuple): Number, from 1, and content of each line that is not blank."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line
