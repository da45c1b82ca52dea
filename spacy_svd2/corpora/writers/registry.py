"""The formats that tagged text is written in: one entry each, used by the command and its help.

To add a format, write its writer in a module beside this one and add an entry: to `OUTPUT_FORMATS` if it takes tagged
text from anywhere, to `SOURCE_FORMATS` if tags are written into a copy of the file that the text comes from.
"""

import bz2
import gzip
import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ...errors import Errors, UserError
from ...shared.atomic import atomic_path
from ..decompression import uncompressed_name
from ..files import split_suffix
from ..formats.registry import known_suffixes
from .conllu import write_conllu
from .docbin import write_docbin
from .elan import write_elan
from .flextext import write_flextext
from .sentences import AnnotatedDocs, WritingOptions
from .source_file import Edit, SourceFile, TagTexts
from .tei import write_tei
from .toolbox import write_toolbox
from .tsv import write_tsv


@dataclass(frozen=True)
class OutputFormat:
    """A format that tagged text is written in.

    suffix (str): How the names of its files end, without the dot.
    description (str): What such a file holds.
    write (Callable): Writes documents to a binary file, given the `WritingOptions`.
    """

    suffix: str
    description: str
    write: Callable[[IO[bytes], AnnotatedDocs, WritingOptions], None]


OUTPUT_FORMATS = (
    OutputFormat("conllu", "CoNLL-U", write_conllu),
    OutputFormat("tsv", "a word and its tag per line", write_tsv),
    OutputFormat("spacy", "spaCy's DocBin", write_docbin),
)


@dataclass(frozen=True)
class SourceFormat:
    """A format whose files take tags, in a copy of the file.

    name (str): The format of the corpus, see `formats.registry`.
    description (str): Where the tags go.
    write (Callable): Gives the changes that put tags into a `SourceFile`.
    is_xml (bool): Whether it is XML, which itself says what its encoding is.
    """

    name: str
    description: str
    write: Callable[[SourceFile, TagTexts], Iterator[Edit]]
    is_xml: bool = True


SOURCE_FORMATS = (
    SourceFormat("flextext", "items pos of words", write_flextext),
    SourceFormat("toolbox", "lines \\ps", write_toolbox, is_xml=False),
    SourceFormat("elan", "a tier pos", write_elan),
    SourceFormat("tei", "attributes pos of w", write_tei),
)
COMPRESSIONS = (".gz", ".bz2", ".xz")


def listed_outputs() -> str:
    """List the formats for people, for instance ".conllu (CoNLL-U), .tsv (...)"."""
    return ", ".join(f".{one.suffix} ({one.description})" for one in OUTPUT_FORMATS)


def listed_sources() -> str:
    """List the formats that take tags, for instance ".flextext (items pos of words), ..."."""
    suffixes = {name: suffix for suffix, name in reversed(known_suffixes().items())}
    return ", ".join(f".{suffixes[one.name]} ({one.description})" for one in SOURCE_FORMATS)


def is_copy(path: Path) -> bool:
    """Say whether a file to write can only be the copy of a file that takes tags.

    path (Path): The file to write.
    RETURNS (bool): Whether its suffix is one of text, rather than one of `OUTPUT_FORMATS`.
    """
    suffix = split_suffix(path)
    own = {one.suffix for one in OUTPUT_FORMATS}
    takes_tags = {one.name for one in SOURCE_FORMATS}
    return suffix not in own and (suffix in ("txt", "xml") or known_suffixes().get(suffix) in takes_tags)


def output_format_of(path: Path) -> OutputFormat:
    """Find the format that the name of a file stands for.

    path (Path): The file; a final .gz, .bz2 or .xz is looked through.
    RETURNS (OutputFormat): The format.
    RAISES (UserError): There is none of that suffix, or the compression can't be written (L060).
    """
    found = next((one for one in OUTPUT_FORMATS if one.suffix == split_suffix(path)), None)
    if found is None or _compression(path) not in ("", *COMPRESSIONS):
        raise _unknown_output(path)
    return found


def listed_suffixes_of_outputs() -> str:
    """List the suffixes of the formats that take tagged text from anywhere."""
    return ", ".join(f".{one.suffix}" for one in OUTPUT_FORMATS)


def check_compression(path: Path) -> None:
    """Check that a file can be written compressed as its name says.

    path (Path): The file to write.
    RAISES (UserError): The compression can't be written (L060).
    """
    if _compression(path) not in ("", *COMPRESSIONS):
        raise _unknown_output(path)


def write_annotated(path: Path, docs: AnnotatedDocs, options: WritingOptions) -> None:
    """Write tagged documents to a file, which appears when it is complete.

    path (Path): The file; its suffix chooses the format, and .gz, .bz2 or .xz after it the compression.
    docs (Iterable): The documents and where they come from; each is written before the next is asked for.
    options (WritingOptions): What to write.
    RAISES (UserError): No format has this suffix (L060), or what the documents raise.
    """
    format = output_format_of(path)
    with open_output(path) as file:
        format.write(file, docs, options)


def _compression(path: Path) -> str:
    return path.name[len(uncompressed_name(path.name)) :].lower()


def _unknown_output(path: Path) -> UserError:
    copies = f"for a copy of the text with the tags in it, like the text ({listed_sources()})"
    known = f"{listed_suffixes_of_outputs()}, or, {copies}"
    return UserError(Errors.L060.format(path=path, known=known, compressions=", ".join(COMPRESSIONS)))


@contextmanager
def open_output(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that appears when it is complete.

    path (Path): The file; a final .gz, .bz2 or .xz says how it is compressed.
    YIELDS (IO): Where to write.
    """
    with atomic_path(path) as temporary, temporary.open("wb") as stored, _compressed(stored, path.suffix) as file:
        yield file


@contextmanager
def _compressed(stored: IO[bytes], suffix: str) -> Iterator[Any]:
    """A file to write to, which is compressed as a suffix says; the same content gives the same bytes."""
    if suffix.lower() == ".gz":
        with gzip.GzipFile("", "wb", fileobj=stored, mtime=0) as file:
            yield file
    elif suffix.lower() == ".bz2":
        with bz2.BZ2File(stored, "wb") as file:
            yield file
    elif suffix.lower() == ".xz":
        with importlib.import_module("lzma").LZMAFile(stored, "wb") as file:
            yield file
    else:
        yield stored
