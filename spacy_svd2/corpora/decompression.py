"""Opening what a corpus file is: compressed or not, in which encoding, never a device, never more than memory holds."""

import codecs
import errno
import gzip
import io
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Any

from .locations import Location

_ALWAYS, _RATIO = 1 << 28, 200


def is_gzipped(path: Location) -> bool:
    """RETURNS (bool): Whether a file is compressed, by its name."""
    return path.name.lower().endswith(".gz")


@contextmanager
def open_content(path: Location) -> Iterator[tuple[io.BufferedReader, io.BufferedReader | gzip.GzipFile]]:
    """Open a file that may be compressed.

    path (Path or Url): The file.
    YIELDS (tuple): The file as it is stored, and its content; both are the same if it is not compressed.
    RAISES (OSError): It can't be opened, or is a device that gives bytes for ever.
    """
    with path.open("rb") as stored:
        if isinstance(path, Path):
            _refuse_device(stored)
        yield stored, gzip.GzipFile(fileobj=stored, mode="rb") if is_gzipped(path) else stored


def _refuse_device(file: IO[bytes]) -> None:
    """Make sure that an open file is none of the devices that give bytes for ever; terminals and pipes are welcome.

    RAISES (OSError): It is a device.
    """
    mode = os.fstat(file.fileno()).st_mode
    if stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not file.isatty()):
        raise OSError(errno.EINVAL, "it is a device")


def most_inflated(n_bytes: int) -> int:
    """RETURNS (int): The most bytes that a compressed file of that size may hold; far more than text ever does."""
    return max(_ALWAYS, _RATIO * n_bytes)


def why_inflated(limit: int) -> str:
    """RETURNS (str): What is wrong with a file that holds more."""
    return f"it inflates to more than {limit:,} bytes"


def read_inflated(stream: Any, limit: int) -> bytes:
    """Read a decompressing stream to its end.

    RAISES (EOFError): It gives more than `limit` bytes.
    """
    data: bytes = stream.read(limit + 1)
    if len(data) > limit:
        raise EOFError(why_inflated(limit))
    return data


_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
_HEAD = 1000


def utf16_of(data: bytes) -> str:
    """Recognise UTF-16, by its mark or by the zeros that every tab, digit, Latin letter and line end brings with it.

    data (bytes): How a file begins.
    RETURNS (str): "utf-16-le" or "utf-16-be"; "" if it is something else.
    """
    if data.startswith(_UTF16_BOMS):
        return "utf-16-le" if data[0] == 0xFF else "utf-16-be"
    head = data[:_HEAD]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) < 3 or max(even, odd) < 10 * min(even, odd):  # a few zeros may stand in damaged UTF-8
        return ""
    return "utf-16-le" if odd > even else "utf-16-be"


def as_utf8(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Convert a file to UTF-8 if it is UTF-16, as spreadsheets write "Unicode text".

    chunks (Iterator[bytes]): The content.
    RETURNS (Iterator[bytes]): The same in UTF-8, or as it is.
    RAISES (UnicodeDecodeError): It begins as UTF-16 and does not go on so.
    """
    first = next(chunks, b"")
    while len(first) < _HEAD and (more := next(chunks, b"")):
        first += more
    encoding = utf16_of(first)
    if not encoding:
        return chain([first], chunks)
    texts = codecs.iterdecode(chain([first], chunks), encoding)
    return (text.encode("utf8") for text in texts)


def plain_line_ends(text: str) -> str:
    r"""RETURNS (str): A text whose lines end in "\n", whether they ended in that, in "\r\n" or in "\r"."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def looks_like(data: bytes) -> str:
    """Guess the encoding of a file that is not what it should be.

    data (bytes): How it begins.
    RETURNS (str): A remark to follow what is wrong, " (it looks like ...)"; "" if it looks like nothing known.
    """
    if data.startswith(_UTF16_BOMS):
        return " (it looks like UTF-16, which iconv -f UTF-16 -t UTF-8 converts)"
    return ""
