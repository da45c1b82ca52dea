"""Which files a corpus has, and how their bytes become lines: the part that all formats share."""

import codecs
import io
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from ..errors import Errors, UserError, Warnings
from .decompression import (
    LISTED_COMPRESSED,
    as_utf8,
    is_compressed,
    looks_like,
    most_inflated,
    open_content,
    plain_line_ends,
    uncompressed_name,
    unmarked_encoding,
    why_inflated,
)
from .formats.foreign import check_content, foreign_error, kind_of_content, kind_of_name, skipped_files
from .locations import Location, Url, size_of

Progress = Callable[[int], None]

_CHUNK = 1 << 18
_SNIFFED = 1 << 14
_ABOUT = ("readme", "license", "licence", "copying", "changelog")  # files that say what a folder holds
_BOM = b"\xef\xbb\xbf"


def split_suffix(path: Location) -> str:
    """The last suffix in lower case without its dot, seen through a final .gz, .bz2, .xz, .lzma or .zst.

    path (Path or Url): For instance "corpus.conllu.gz".
    RETURNS (str): For instance "conllu"; empty if there is none.
    """
    return Path(uncompressed_name(path.name)).suffix[1:].lower()


def is_read(parts: Sequence[str], format: str, known: Mapping[str, str]) -> bool:
    """Whether a file in a folder is part of the corpus: by its suffix, and not if it or a folder around it is hidden.

    parts (Sequence): Its path from the folder on.
    format (str): "auto", or the one format whose files are taken.
    known (Mapping): The format by suffix, see `formats.registry.known_suffixes`.
    RETURNS (bool): Whether it is read with the folder.
    """
    found = known.get(split_suffix(Path(parts[-1])))
    return found is not None and format in ("auto", found) and not any(part.startswith(".") for part in parts)


def find_files(path: Location, format: str, known: Mapping[str, str]) -> list[Location]:
    """The corpus files that a path stands for: itself, or all below it sorted by name.

    path (Path or Url): A file or a folder.
    format (str): "auto", or the one format whose files are taken from a folder.
    known (Mapping): The format by suffix, see `formats.registry.known_suffixes`.
    RETURNS (list): At least one file.
    RAISES (UserError): C001 nothing there, C002 nothing fitting in the folder, C003 unknown suffix, C030 not a corpus.

    Warns (C150) of a file beside its compressed copy: both are read; and (C160) of files that are not read.
    """
    suffixes = ", ".join(f".{name}" for name in known)
    if not path.exists():
        raise UserError(Errors.C001.format(path=path))
    below = _below(path)
    if below is None:
        if format == "auto" and split_suffix(path) not in known:
            raise unknown_suffix(path, suffixes)
        return [path]
    files = [file for parts, file in below if is_read(parts, format, known)]
    skipped = _skipped(below, known)
    if not files:
        which = "" if format == "auto" else f" of the format {format}"
        there = f" It holds {skipped_files(skipped)}" if skipped else ""
        if is_pipeline(path):
            there = " It is a spaCy pipeline: give the pipeline and the texts in the order that --help shows."
        message = Errors.C002.format(path=path, format=which, known=suffixes, compressed=LISTED_COMPRESSED, there=there)
        raise UserError(message)
    warn_of_skipped(path, skipped, len(files))
    _look_for_copies(path, files)
    return files


def is_pipeline(folder: Location) -> bool:
    """Say whether a folder holds a spaCy pipeline, which is easily given in the place of the texts.

    folder (Path or Url): A folder.
    RETURNS (bool): Whether it has the two files that every saved pipeline has.
    """
    return isinstance(folder, Path) and all((folder / name).is_file() for name in ("meta.json", "config.cfg"))


def warn_of_skipped(folder: Location, skipped: Sequence[tuple[str, Location]], n_read: int) -> None:
    """Warn in one line of files of a folder that are not read (C160).

    folder (Path or Url): The folder.
    skipped (Sequence): The suffix and the path of each.
    n_read (int): The number of files that are read.
    """
    if skipped:
        total = len(skipped) + n_read
        message = Warnings.C160.format(n=len(skipped), total=total, folder=folder, files=skipped_files(skipped))
        warnings.warn(message, stacklevel=3)


def unknown_suffix(path: Location, known: str) -> UserError:
    """Make the error for a file whose suffix no format has: what to do with its kind (C030), or how to name it (C003).

    path (Path or Url): The file, which exists.
    known (str): The suffixes of the formats, for people.
    RETURNS (UserError): The error.
    """
    kind = kind_of_name(split_suffix(path))
    if kind is None:
        try:
            with open_content(path) as (_, content):
                kind = kind_of_content(content.read(_SNIFFED))
        except (OSError, EOFError):
            pass  # whatever it is, its suffix is unknown
    if kind is not None:
        return foreign_error(path, kind)
    suffix = f"unknown suffix '.{split_suffix(path)}'" if split_suffix(path) else "the name has no suffix"
    return UserError(Errors.C003.format(path=path, suffix=suffix, known=known, compressed=LISTED_COMPRESSED))


def _skipped(below: Sequence[tuple[tuple[str, ...], Location]], known: Mapping[str, str]) -> list[tuple[str, Location]]:
    """The files of a folder that no format reads, with their suffixes; not hidden ones and those about the folder."""
    visible = ((split_suffix(file), file) for parts, file in below if not any(part.startswith(".") for part in parts))
    return [
        (suffix, file)
        for suffix, file in visible
        if suffix not in known and file.name.partition(".")[0].lower() not in _ABOUT
    ]


def _look_for_copies(folder: Location, files: list[Location]) -> None:
    """Warn of the first file that stands beside its compressed copy (C150)."""
    names = {str(file): file for file in files}
    for name, file in names.items():
        plain = names.get(uncompressed_name(name)) if is_compressed(file) else None
        if plain is not None:
            warnings.warn(Warnings.C150.format(folder=folder, first=plain.name, second=file.name), stacklevel=3)
            return


def _below(path: Location) -> list[tuple[tuple[str, ...], Location]] | None:
    """The files below a folder, sorted, each with the parts of its path there; None if it is no folder."""
    if isinstance(path, Url):
        urls = path.files()
        if len(urls) == 1 and urls[0] is path:
            return None
        start = len(str(path).rstrip("/")) + 1
        return [(tuple(str(url)[start:].split("/")), url) for url in urls]
    if not path.is_dir():
        return None
    return sorted((file.relative_to(path).parts, file) for file in path.rglob("*") if file.is_file())


@dataclass
class CorpusFile:
    """One file of a corpus, or a range of its lines, while it is being read; it is read once.

    path (Path or Url): Where it is; compressed if its name says so, for instance with .gz.
    progress (Callable[[int], None]): Called with the bytes read from disk since the last call.
    start, end (int): The first byte, and the one after the last; of an uncompressed file, at ends of lines.
    n_lines (int): How many whole lines have been read.
    encoding (str): The encoding of the text, a name that Python knows; "" for UTF-8.
    is_markup (bool): Whether marked-up text is welcome, such as XML. If not, it is refused as no corpus.
    left (dict): What a reader left out: for each reason how often, and the first line.
    """

    path: Location
    progress: Progress | None = None
    start: int = 0
    end: int | None = None
    n_lines: int = field(default=0, init=False)
    encoding: str = ""
    is_markup: bool = False
    left: dict[str, tuple[int, int]] = field(default_factory=dict, init=False)

    def leave(self, why: str, line: int) -> None:
        """Note that something was left out.

        why (str): What, and why.
        line (int): Where.
        """
        n, first = self.left.get(why, (0, line))
        self.left[why] = (n + 1, first)

    def lines(self, *, is_table: bool = False) -> Iterator[str]:
        r"""Stream the lines, without their ends, which are "\n", "\r\n" or "\r" as in Python; NUL and the like stay.

        is_table (bool): Read UTF-16 without a byte order mark too. With one it is always read, of whole files.
        RETURNS (Iterator[str]): The lines, the first without byte order mark.
        RAISES (UserError): C006 not UTF-8, C007 badly compressed, C019 unreadable, C030 not a corpus.
        """
        return chain.from_iterable(map(_lines_of, self.texts(is_table=is_table)))

    def texts(self, *, is_table: bool = False) -> Iterator[str]:
        r"""Stream the same in blocks of lines that end in "\n", the last one perhaps without.

        is_table (bool): See `lines`.
        RETURNS (Iterator[str]): Texts that are not empty.
        RAISES (UserError): See `lines`.
        """
        for data in self._blocks(is_table):
            if text := self._decode(data):
                self.n_lines += text.count("\n") + (text[-1] != "\n")
                yield text

    def read(self) -> bytes:
        """The whole content at once, decompressed.

        RETURNS (bytes): The content.
        RAISES (UserError): C007 badly compressed, C019 unreadable, C030 not a corpus.
        """
        return b"".join(self.chunks())

    def _blocks(self, is_table: bool = False) -> Iterator[bytes]:
        """The content, cut at ends of lines."""
        rest: list[bytes] = []
        for chunk in self._utf8_chunks(is_table):
            end = 1 + max(chunk.rfind(b"\n"), chunk.rfind(b"\r", 0, -1))  # a last "\r" may be half of an end
            if end:
                yield b"".join([*rest, chunk[:end]])
                rest = [chunk[end:]]
            else:
                rest.append(chunk)
        yield b"".join(rest)

    def _decode(self, data: bytes) -> str:
        """The text of the bytes that follow the lines read."""
        if self.n_lines == self.start == 0:
            data = data.removeprefix(_BOM)
            if unmarked_encoding(data):
                raise self._not_utf8(data, data.index(0))
        try:
            return plain_line_ends(data.decode("utf8"))
        except UnicodeDecodeError as err:
            raise self._not_utf8(data, err.start) from err

    def _not_utf8(self, data: bytes, at: int) -> UserError:
        """The error for bytes that are not UTF-8, from a position on."""
        line = self._lines_before() + self.n_lines + _count_ends(data[:at]) + 1
        column = at - max(data.rfind(end, 0, at) for end in (b"\n", b"\r"))
        looks = looks_like(data) if line == 1 else ""
        return UserError(Errors.C006.format(path=self.path, line=line, byte=data[at], column=column, looks=looks))

    def _utf8_chunks(self, is_table: bool) -> Iterator[bytes]:
        if self.end is not None:  # text is divided only where it is UTF-8
            yield from self.chunks()
            return
        try:
            if self.encoding:
                "".encode(self.encoding)  # it is an encoding of text
                texts = codecs.iterdecode(self.chunks(), self.encoding)
                yield from (text.encode("utf8") for text in texts)
            else:
                yield from as_utf8(self.chunks(), only_marked=not is_table)
        except LookupError as err:
            raise UserError(Errors.C061.format(path=self.path, encoding=self.encoding)) from err
        except UnicodeDecodeError as err:
            if self.encoding:
                message = Errors.C062.format(path=self.path, line=self.n_lines + 1, encoding=self.encoding, why=err)
                raise UserError(message) from err
            raise UserError(Errors.C025.format(path=self.path, line=self.n_lines, why=err.reason)) from err

    def chunks(self) -> Iterator[bytes]:
        """Stream the content as it is, decompressed.

        RETURNS (Iterator[bytes]): The content in pieces.
        RAISES (UserError): C007 badly compressed, C019 unreadable, C030 no corpus.
        """
        try:
            with open_content(self.path) as (stored, content):
                if self.end is not None:
                    yield from self._range(stored, self.start, self.end)
                else:
                    yield from self._report(stored, content)
        except EOFError as err:
            suffix = self.path.suffix
            raise UserError(Errors.C007.format(path=self.path, line=self.n_lines, why=err, suffix=suffix)) from err
        except OSError as err:
            raise UserError(Errors.C019.format(path=self.path, why=err.strerror or err)) from err

    def _range(self, raw: io.BufferedReader, start: int, end: int) -> Iterator[bytes]:
        raw.seek(start)
        while start < end and (chunk := raw.read(min(_CHUNK, end - start))):
            if start == 0:
                check_content(self.path, chunk, binary_only=self.is_markup)
            yield chunk
            start += len(chunk)
            if self.progress is not None:
                self.progress(len(chunk))

    def _lines_before(self) -> int:
        """The lines before the range; counted only when a message needs their number."""
        whole = CorpusFile(self.path, end=self.start)
        return sum(map(_count_ends, whole._blocks())) if self.start else 0

    def _report(self, raw: io.BufferedReader, file: Any) -> Iterator[bytes]:
        progress = self.progress if raw.seekable() else None
        limit = most_inflated(size_of(self.path)) if file is not raw and raw.seekable() else None
        done = size = 0
        # read1 hands over what a truncated archive still holds before it fails, so that its line is known
        while chunk := file.read1(_CHUNK):
            if not size:
                check_content(self.path, chunk, binary_only=self.is_markup)
            size += len(chunk)
            if limit is not None and size > limit:
                raise EOFError(why_inflated(limit))
            yield chunk
            if progress is not None:
                progress(raw.tell() - done)
                done = raw.tell()
        if progress is not None:
            progress(size_of(self.path) - done)


def _lines_of(text: str) -> list[str]:
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()  # the text ends with a line
    return lines


def _count_ends(data: bytes) -> int:
    return data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
