"""Open corpus files, compressed or not: detect the encoding, refuse devices, and limit the decompressed size."""

import codecs
import errno
import gzip
import importlib
import io
import os
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import IO, Any

from ..errors import Errors, UserError
from .locations import Location

COMPRESSED = (".gz", ".bz2", ".xz", ".lzma", ".zst")
"""How the names of compressed files end; `LISTED_COMPRESSED` lists them for people."""

LISTED_COMPRESSED = f"{', '.join(COMPRESSED[:-1])} or {COMPRESSED[-1]}"

_ALWAYS, _RATIO = 1 << 28, 200


def is_compressed(path: Location) -> bool:
    """Say whether a file is compressed, by its name."""
    return path.name.lower().endswith(COMPRESSED)


def uncompressed_name(name: str) -> str:
    """Remove the suffix of the compression from a name or a path."""
    found = next((suffix for suffix in COMPRESSED if name.lower().endswith(suffix)), "")
    return name[: len(name) - len(found)]


@contextmanager
def open_content(path: Location) -> Iterator[tuple[io.BufferedReader, Any]]:
    """Open a file that may be compressed.

    path (Path or Url): The file.
    YIELDS (tuple): The file as it is stored, and its content; both are the same if it is not compressed.
    RAISES (OSError): It can't be opened, or is a device that never ends.
    RAISES (EOFError): It is damaged, or not compressed as its name says.
    RAISES (UserError): A package that decompresses it is missing (C031).
    """
    with path.open("rb") as stored:
        if isinstance(path, Path):
            _refuse_device(stored)
        if not is_compressed(path):
            yield stored, stored
            return
        try:
            yield stored, _decompressed(path, stored)
        except Exception as err:
            if not isinstance(err, (OSError, zlib.error, *_lzma_errors())) or getattr(err, "errno", None) is not None:
                raise
            raise EOFError(str(err)) from err


def _decompressed(path: Location, stored: io.BufferedReader) -> Any:
    """The content of a compressed file, as a binary stream."""
    suffix = path.name.lower().rpartition(".")[2]
    if suffix == "gz":
        return gzip.GzipFile(fileobj=stored, mode="rb")
    if suffix == "zst":
        return _decompressed_zstd(path, stored)
    module, opener = ("bz2", "BZ2File") if suffix == "bz2" else ("lzma", "LZMAFile")
    try:  # some builds of Python lack these modules
        return getattr(importlib.import_module(module), opener)(stored)
    except ImportError as err:
        raise UserError(Errors.C031.format(path=path, package=f"a Python that has the module {module}")) from err


def _decompressed_zstd(path: Location, stored: io.BufferedReader) -> io.BufferedIOBase:
    try:
        return importlib.import_module("compression.zstd").ZstdFile(stored)  # from Python 3.14 on
    except ImportError:
        pass
    try:
        zstandard = importlib.import_module("zstandard")
    except ImportError as err:
        raise UserError(Errors.C031.format(path=path, package="zstandard (pip install zstandard)")) from err
    return io.BufferedReader(_ZstdStream(stored, zstandard))


class _ZstdStream(io.RawIOBase):
    """The content of a file that `zstandard` decompresses. Its own reader does not notice that a file is truncated."""

    def __init__(self, stored: io.BufferedReader, zstandard: Any) -> None:
        self._stored = stored
        self._zstandard = zstandard
        self._frame: Any = None
        self._held = b""

    def readable(self) -> bool:
        """Say that it can be read from."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer.

        RAISES (EOFError): The file is damaged, or ends within a frame.
        """
        while not self._held:
            data = self._frame.unused_data if self._frame is not None and self._frame.eof else b""
            data = data or self._stored.read(1 << 11)  # a frame may expand 32,000-fold
            if not data:
                if self._frame is not None and not self._frame.eof:
                    raise EOFError("the file ended before the end of the stream")
                return 0
            if self._frame is None or self._frame.eof:
                self._frame = self._zstandard.ZstdDecompressor().decompressobj()
            try:
                self._held = self._frame.decompress(data)
            except self._zstandard.ZstdError as err:
                raise EOFError(str(err)) from err
        size = min(len(buffer), len(self._held))
        buffer[:size], self._held = self._held[:size], self._held[size:]
        return size


def _lzma_errors() -> tuple[type[Exception], ...]:
    """The errors of modules that may be missing."""
    found = []
    for module, name in (("lzma", "LZMAError"), ("compression.zstd", "ZstdError")):
        try:
            found.append(getattr(importlib.import_module(module), name))
        except ImportError:
            continue
    return tuple(found)


def _refuse_device(file: IO[bytes]) -> None:
    """Make sure that an open file is not a device that never ends; terminals and pipes are allowed.

    RAISES (OSError): It is a device.
    """
    mode = os.fstat(file.fileno()).st_mode
    if stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not file.isatty()):
        raise OSError(errno.EINVAL, "it is a device")


def most_inflated(n_bytes: int) -> int:
    """Give the most bytes that a compressed file of some size may expand to; far more than real text does."""
    return max(_ALWAYS, _RATIO * n_bytes)


def why_inflated(limit: int) -> str:
    """Say what is wrong with a file that expands to more."""
    return f"it inflates to more than {limit:,} bytes"


def read_inflated(stream: Any, limit: int) -> bytes:
    """Read a decompressing stream to its end.

    RAISES (EOFError): It gives more than `limit` bytes.
    """
    data: bytes = stream.read(limit + 1)
    if len(data) > limit:
        raise EOFError(why_inflated(limit))
    return data


_LOOKED_AT, _MANY_NULS = 4096, 8
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
_UTF32_BOMS = (b"\xff\xfe\0\0", b"\0\0\xfe\xff")  # the first begins as UTF-16's does
_HEAD = 1000


def utf16_of(data: bytes) -> str:
    """Recognise UTF-16, by its mark or by the zero bytes in every tab, digit, Latin letter and line end.

    data (bytes): How a file begins.
    RETURNS (str): "utf-16-le" or "utf-16-be"; "" if it is something else.
    """
    if data.startswith(_UTF32_BOMS):
        return ""
    if data.startswith(_UTF16_BOMS):
        return "utf-16-le" if data[0] == 0xFF else "utf-16-be"
    head = data[:_HEAD]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) < 3 or max(even, odd) < 10 * min(even, odd):  # a few zeros may stand in damaged UTF-8
        return ""
    return "utf-16-le" if odd > even else "utf-16-be"


def is_marked_utf16(data: bytes) -> bool:
    """Say whether a file begins with the byte order mark of UTF-16, as Windows writes "Unicode" text.

    data (bytes): How it begins.
    """
    return data.startswith(_UTF16_BOMS) and not data.startswith(_UTF32_BOMS)


def as_utf8(chunks: Iterator[bytes], *, only_marked: bool = False) -> Iterator[bytes]:
    """Convert a file to UTF-8 if it is UTF-16, as spreadsheets and Windows write "Unicode text".

    chunks (Iterator[bytes]): The content.
    only_marked (bool): Whether only a byte order mark tells UTF-16.
    RETURNS (Iterator[bytes]): The same in UTF-8, or as it is.
    RAISES (UnicodeDecodeError): It begins as UTF-16 but does not continue as UTF-16.
    """
    first = next(chunks, b"")
    while len(first) < _HEAD and (more := next(chunks, b"")):
        first += more
    encoding = utf16_of(first)
    if not encoding or (only_marked and not is_marked_utf16(first)):
        return chain([first], chunks)
    texts = codecs.iterdecode(chain([first], chunks), encoding)
    return (text.encode("utf8") for text in texts)


def plain_line_ends(text: str) -> str:
    r"""Make the lines of a text end in "\n", whether they ended in that, in "\r\n" or in "\r"."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


_CONVERTED = " (it looks like {what}, which iconv -f {name} -t UTF-8 converts)"


def looks_like(data: bytes) -> str:
    """Guess the encoding of a file that is not in the expected encoding.

    data (bytes): How it begins.
    RETURNS (str): A remark to follow what is wrong, " (it looks like ...)"; "" if it looks like nothing known.
    """
    if data.startswith(_UTF32_BOMS):
        return _CONVERTED.format(what="UTF-32", name="UTF-32")
    if data.startswith(_UTF16_BOMS):
        return _CONVERTED.format(what="UTF-16", name="UTF-16")
    name = unmarked_encoding(data)
    return name and _CONVERTED.format(what=f"{name} without a byte order mark", name=name)


def unmarked_encoding(data: bytes) -> str:
    """Guess whether text is UTF-16 or UTF-32 without a byte order mark, most of which is valid UTF-8 full of NUL.

    data (bytes): How it begins.
    RETURNS (str): The name of the encoding; "" if it is neither.
    """
    data = data[:_LOOKED_AT]
    n_nuls = data.count(0)
    if not n_nuls or data.startswith(_UTF16_BOMS) or (4 * n_nuls < len(data) and n_nuls < _MANY_NULS):
        return ""  # a word may hold NUL
    for name in ("UTF-32LE", "UTF-32BE"):
        with suppress(UnicodeDecodeError):
            if "\0" not in data[: len(data) // 4 * 4].decode(name):
                return name
    # the characters of ASCII, such as spaces, have their NUL on one side: all at even places, or all at odd ones
    sides = {"UTF-16LE": data[0::2].count(0), "UTF-16BE": data[1::2].count(0)}
    return next((name for name, others in sides.items() if not others), "")
