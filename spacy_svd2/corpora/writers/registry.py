"""The formats that tagged text is written in: one entry each, used by the command and its help.

To add a format, write its writer in a module beside this one and add an entry to `OUTPUT_FORMATS`.
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
from .conllu import write_conllu
from .docbin import write_docbin
from .sentences import AnnotatedDocs, WritingOptions
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
COMPRESSIONS = (".gz", ".bz2", ".xz")


def listed_outputs() -> str:
    """List the formats for people, for instance ".conllu (CoNLL-U), .tsv (...)"."""
    return ", ".join(f".{one.suffix} ({one.description})" for one in OUTPUT_FORMATS)


def output_format_of(path: Path) -> OutputFormat:
    """Find the format that the name of a file stands for.

    path (Path): The file; a final .gz, .bz2 or .xz is looked through.
    RETURNS (OutputFormat): The format.
    RAISES (UserError): There is none of that suffix, or the compression can't be written (L060).
    """
    found = next((one for one in OUTPUT_FORMATS if one.suffix == split_suffix(path)), None)
    compression = path.name[len(uncompressed_name(path.name)) :].lower()
    if found is None or compression not in ("", *COMPRESSIONS):
        known = ", ".join(f".{one.suffix}" for one in OUTPUT_FORMATS)
        raise UserError(Errors.L060.format(path=path, known=known, compressions=", ".join(COMPRESSIONS)))
    return found


def write_annotated(path: Path, docs: AnnotatedDocs, options: WritingOptions) -> None:
    """Write tagged documents to a file, which appears when it is complete.

    path (Path): The file; its suffix chooses the format, and .gz, .bz2 or .xz after it the compression.
    docs (Iterable): The documents and where they come from; each is written before the next is asked for.
    options (WritingOptions): What to write.
    RAISES (UserError): No format has this suffix (L060), or what the documents raise.
    """
    format = output_format_of(path)
    with atomic_path(path) as temporary, temporary.open("wb") as stored, _compressed(stored, path.suffix) as file:
        format.write(file, docs, options)


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
