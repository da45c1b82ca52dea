"""The formats of sense-annotated corpora: one entry for each, which the reader, commands, help and messages go by.

To add a format, write its reader in a module beside this one and add an entry to `FORMATS`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spacy.tokens import Doc
from spacy.vocab import Vocab

from ...corpora.files import CorpusFile, split_suffix
from ...corpora.formats.docbin import read_docbin
from ...corpora.formats.text import ReadingOptions
from ...corpora.whole_files import read_bytes
from ...errors import Errors, UserError
from . import rlwsd
from .prodigy import read_prodigy
from .senseval import lexelt_name, read_senseval
from .table import read_sense_tsv


@dataclass(frozen=True)
class SenseFormat:
    """A format of a sense-annotated corpus.

    name (str): How `--format`, and `format` in a config, call it.
    suffixes (tuple): How the names of its files end, without the dot; each may be followed by ".gz".
    description (str): What there is to read, in a list for people.
    read (Callable): Streams the `Instance`s of a path.
    has_key (bool): Whether answers may stand in a file of their own: `read` takes `key` and `encoding` too.
    makes_docs (bool): Whether it holds documents with a span group: `read` takes a `Vocab` and streams `Doc`s.
    in_folder (Callable): Which files of a folder are read, by their path from there on; None if no folder can be.
    glosses (Callable): Reads the definitions by word and sense; None if there are none.
    name_of (Callable): The word that a key stands for; None if a key is the word itself.
    """

    name: str
    suffixes: tuple[str, ...]
    description: str
    read: Callable[..., Iterator[Any]]
    has_key: bool = False
    makes_docs: bool = False
    in_folder: Callable[[Path], bool] | None = None
    glosses: Callable[[Path], dict[str, dict[str, str]]] | None = None
    name_of: Callable[[str], str] | None = None


def _read_documents(path: Path, vocab: Vocab) -> Iterator[Doc]:
    if not path.is_file():
        raise UserError(Errors.C001.format(path=path))
    return read_docbin(CorpusFile(path), ReadingOptions(), vocab)


SENSEVAL = SenseFormat(
    "senseval", ("xml", "pos"), "Senseval .xml or NLTK .pos", read_senseval, has_key=True, name_of=lexelt_name
)
FORMATS = (
    SENSEVAL,
    SenseFormat("prodigy", ("jsonl",), "Prodigy .jsonl", read_prodigy),
    SenseFormat(
        "tsv",
        ("tsv",),
        ".tsv (sense, left context, target, right context and optionally the word, separated by tabs)",
        read_sense_tsv,
    ),
    SenseFormat("spacy", ("spacy",), ".spacy", _read_documents, makes_docs=True),
    SenseFormat(
        "rlwsd",
        rlwsd.SUFFIXES,
        "a folder of RL-WSD word files",
        rlwsd.read_rlwsd,
        in_folder=rlwsd.is_word_file,
        glosses=rlwsd.read_glosses,
        name_of=rlwsd.file_name,
    ),
)


def format_names() -> list[str]:
    """RETURNS (list): The names of all formats."""
    return [one.name for one in FORMATS]


def listed_formats() -> str:
    """RETURNS (str): What can be read, for people."""
    files = ", ".join(one.description for one in FORMATS if one.in_folder is None)
    folders = "; ".join(one.description for one in FORMATS if one.in_folder is not None)
    return f"{files}, each also .gz; {folders}"


def is_read_in_folder(path: Path) -> bool:
    """Whether a file is part of a corpus that is a folder.

    path (Path): Its path from the folder on; nothing need be there.
    RETURNS (bool): Whether it is read with the folder.
    """
    return any(one.in_folder(path) for one in FORMATS if one.in_folder is not None)


def format_of(path: Path, format: str = "auto") -> SenseFormat:
    """Find the format of a corpus.

    path (Path): The file or folder.
    format (str): Its name; "auto" for the one that the suffix stands for, or that is a folder.
    RETURNS (SenseFormat): The format.
    RAISES (UserError): There is no such file (C001), or its suffix is unknown (C003).
    """
    if format != "auto":
        return next(one for one in FORMATS if one.name == format)
    if path.is_dir():
        return next(one for one in FORMATS if one.in_folder is not None)
    if not path.exists():
        raise UserError(Errors.C001.format(path=path))
    suffix = split_suffix(path)
    found = [one for one in FORMATS if suffix in one.suffixes]
    if not found:
        known = ", ".join(f".{known}" for one in FORMATS for known in one.suffixes)
        raise UserError(Errors.C003.format(path=path, suffix=f".{suffix}" if suffix else "", known=known))
    return found[0]


def why_unlabelled(paths: Sequence[Path], n_found: int) -> str:
    """Say what a corpus has instead of labelled occurrences.

    paths (Sequence): Its files.
    n_found (int): Its unlabelled occurrences.
    RETURNS (str): In parentheses after a space, or nothing if there is nothing to add.
    """
    if n_found:
        return f" ({n_found} without a sense)"
    if paths and all(map(_is_empty, paths)):
        return " (the file is empty)" if len(paths) == 1 else " (the files are empty)"
    return ""


def _is_empty(path: Path) -> bool:
    """Whether a file holds white space at most."""
    return path.is_file() and not read_bytes(path).removeprefix(b"\xef\xbb\xbf").strip()
