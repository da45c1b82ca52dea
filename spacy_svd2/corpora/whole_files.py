"""Read small files whole, such as sense corpora, in any encoding. `files.CorpusFile` streams large ones."""

import codecs
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..errors import Errors, UserError
from ..shared.surrogates import lone_surrogate
from .decompression import (
    is_marked_utf16,
    looks_like,
    most_inflated,
    open_content,
    plain_line_ends,
    read_inflated,
    unmarked_encoding,
)
from .formats.foreign import check_content

_SNIFFED = 1 << 14
_SLOW = ("idna", "punycode")  # not meant for texts, and their time grows with the square of the length


def read_text(path: Path, encoding: str = "utf-8") -> str:
    """Read a text file, compressed or not.

    path (Path): The file.
    encoding (str): Its encoding.
    RETURNS (str): The content.
    RAISES (UserError): The file is missing or damaged (C101), or of another encoding (C102).
    """
    return decode(path, read_bytes(path), encoding)


def read_bytes(path: Path) -> bytes:
    """Read a file, decompressed if its name says that it is compressed (`.gz`, for instance).

    path (Path): The file.
    RETURNS (bytes): The content.
    RAISES (UserError): The file is missing or damaged (C101), or a zip, a PDF and the like (C030).
    """
    try:
        with open_content(Path(path)) as (stored, content):
            limit = most_inflated(os.fstat(stored.fileno()).st_size)
            data = stored.read() if content is stored else read_inflated(content, limit)
    except (OSError, EOFError) as err:
        raise UserError(Errors.C101.format(path=path, why=getattr(err, "strerror", None) or err)) from err
    check_content(Path(path), data[:_SNIFFED], binary_only=True)
    return data


def decode(path: Path, data: bytes, encoding: str) -> str:
    """Decode a file's content.

    path (Path): Names the file in messages.
    data (bytes): The content.
    encoding (str): Its encoding. UTF-16 with a byte order mark is read where UTF-8 is expected.
    RETURNS (str): The text, without byte order marks and with plain line ends.
    RAISES (UserError): It is not in that encoding, or the encoding is unknown (C102), or it gave
        something that is not a character, as UTF-7 can (C017).
    """
    try:
        if codecs.lookup(encoding).name in _SLOW:
            raise LookupError(encoding)
        is_utf8 = codecs.lookup(encoding).name == "utf-8"
        text = data.decode("utf-16" if is_utf8 and is_marked_utf16(data) else encoding)
        if is_utf8 and unmarked_encoding(data):
            raise UnicodeError
    except UnicodeError as err:
        line = data.count(b"\n", 0, getattr(err, "start", 0)) + 1
        raise UserError(Errors.C102.format(path=path, line=line, encoding=encoding, looks=looks_like(data))) from err
    except LookupError as err:
        raise UserError(Errors.C102.format(path=path, line=1, encoding=encoding, looks="")) from err
    text = plain_line_ends(text.removeprefix("\ufeff")).replace("\n\ufeff", "\n")  # where files were concatenated
    if lone_surrogate([text]):
        for number, line_text in numbered_lines(text):
            check_characters(path, number, [line_text])
    return text


def check_characters(path: object, line: int, strings: Iterable[str]) -> None:
    """Refuse what is not a character.

    path (object), line (int): Where the strings stand.
    strings (Iterable): The strings.
    RAISES (UserError): One holds a lone surrogate, as escapes in JSON can give it (C017).
    """
    if code := lone_surrogate(strings):
        raise UserError(Errors.C017.format(path=path, line=line, code=code))


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Go through the lines of a text that are not blank.

    text (str): The text.
    YIELDS (tuple): Number, from 1, and content of each line.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line
