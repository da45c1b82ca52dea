"""The formats of sense-annotated corpora: one entry each, used by the reader, commands, help texts and messages.

To add a format, write its reader in a module beside this one and add an entry to `FORMATS`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from spacy.tokens import Doc
from spacy.vocab import Vocab

from ...corpora.decompression import LISTED_COMPRESSED, open_content
from ...corpora.files import CorpusFile, split_suffix, unknown_suffix
from ...corpora.formats.docbin import read_docbin
from ...corpora.formats.text import ReadingOptions
from ...corpora.whole_files import read_bytes
from ...errors import Errors, UserError
from . import coarsewsd, rlwsd, semcor, ufsac, unified
from .prodigy import read_prodigy
from .senseval import lemma_name, lexelt_name, read_senseval
from .table import is_sense_table, read_sense_tsv, read_table_glosses

_SNIFFED = 1 << 16


@dataclass(frozen=True)
class SenseFormat:
    """A format of a sense-annotated corpus.

    name (str): Its name in `--format`, and in `format` of a config.
    suffixes (tuple): How the names of its files end, without the dot; each may be followed by ".gz" and the like.
    description (str): What it reads, for lists in help texts and messages.
    read (Callable): Streams the `Instance`s of a path.
    has_key (bool): Whether answers may be in a separate file: `read` then also takes `key` and `encoding`.
    makes_docs (bool): Whether it holds documents with a span group: `read` then takes a `Vocab` and streams `Doc`s.
    in_folder (Callable): Says by its path in the folder whether a file is read; None if the format has no folders.
    is_like (Callable): Says whether an existing path is in this format rather than another with the same suffix; None
        for the format that is assumed if no other fits.
    glosses (Callable): Reads the definitions by word and sense; None if there are none.
    name_of (Callable): Gives the word that a key stands for; None if a key is the word itself.
    why_unlabelled (Callable): Says what a path has instead of senses, given the span group too; "" for nothing.
    """

    name: str
    suffixes: tuple[str, ...]
    description: str
    read: Callable[..., Iterator[Any]]
    has_key: bool = False
    makes_docs: bool = False
    in_folder: Callable[[Path], bool] | None = None
    is_like: Callable[[Path], bool] | None = None
    glosses: Callable[[Path], dict[str, dict[str, str]]] | None = None
    name_of: Callable[[str], str] | None = None
    why_unlabelled: Callable[[Path, str], str] = lambda path, spans_key: ""


def _read_documents(path: Path, vocab: Vocab) -> Iterator[Doc]:
    if not path.is_file():
        raise UserError(Errors.C001.format(path=path))
    return read_docbin(CorpusFile(path), ReadingOptions(), vocab)


def _span_groups(path: Path, spans_key: str) -> str:
    """What documents have instead, if they have nothing in the expected span group."""
    groups: Counter[str] = Counter()
    n_entities = 0
    for doc in _read_documents(path, Vocab()):
        groups.update({name: len(spans) for name, spans in doc.spans.items() if len(spans) and name != spans_key})
        n_entities += len(doc.ents)
    there = [f"{n:,} spans in doc.spans['{name}'] (--spans-key {name})" for name, n in groups.most_common()]
    if n_entities:
        there.append(f"{n_entities:,} entities in doc.ents (copy them: doc.spans['{spans_key}'] = list(doc.ents))")
    return f" (doc.spans['{spans_key}'] has no labelled span; there are {', '.join(there) or 'no other spans'})"


def _contains(pattern: re.Pattern[bytes]) -> Callable[[Path], bool]:
    """Make a test of whether a pattern is found at the beginning of a file."""

    def is_like(path: Path) -> bool:
        if not path.is_file():
            return False
        try:
            with open_content(path) as (_, content):
                return pattern.search(content.read(_SNIFFED)) is not None
        except (OSError, EOFError):
            return False  # the error is raised when the file is read

    return is_like


_is_semcor = _contains(semcor.LOOKS_LIKE)

FORMATS = (
    SenseFormat(
        "unified",
        ("xml",),
        "the unified framework's .data.xml (with its .gold.key.txt)",
        unified.read_unified,
        has_key=True,
        is_like=_contains(unified.LOOKS_LIKE),
        why_unlabelled=lambda path, spans_key: unified.why_unlabelled(path),
        name_of=lemma_name,
    ),
    SenseFormat(
        "semcor",
        ("xml",),
        "SemCor's files or their folder",
        semcor.read_semcor,
        in_folder=semcor.is_semcor_file,
        is_like=lambda path: semcor.is_semcor_folder(path) if path.is_dir() else _is_semcor(path),
        name_of=lemma_name,
    ),
    SenseFormat(
        "ufsac", ("xml",), "UFSAC .xml", ufsac.read_ufsac, is_like=_contains(ufsac.LOOKS_LIKE), name_of=lemma_name
    ),
    SenseFormat(
        "senseval", ("xml", "pos"), "Senseval .xml or NLTK .pos", read_senseval, has_key=True, name_of=lexelt_name
    ),
    SenseFormat("prodigy", ("jsonl",), "Prodigy .jsonl", read_prodigy),
    SenseFormat(
        "tsv",
        ("tsv",),
        ".tsv (sense, left context, target, right context and optionally the word, separated by tabs)",
        read_sense_tsv,
        glosses=read_table_glosses,
    ),
    SenseFormat("spacy", ("spacy",), ".spacy", _read_documents, makes_docs=True, why_unlabelled=_span_groups),
    *(
        SenseFormat(
            f"coarsewsd-{part}",
            ("txt",),
            f"a folder of CoarseWSD-20 ({part} files), or one of its {part}.data.txt",
            partial(coarsewsd.read_coarsewsd, part=part),
            in_folder=lambda path: path.suffix == ".txt",
            is_like=partial(coarsewsd.has_part, part=part),
        )
        for part in ("train", "test")
    ),
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
    """List the names of all formats."""
    return [one.name for one in FORMATS]


def listed_formats() -> str:
    """List what can be read, for help texts and messages."""
    files = ", ".join(one.description for one in FORMATS if one.in_folder is None)
    folders = "; ".join(one.description for one in FORMATS if one.in_folder is not None)
    return f"{files}, each also {LISTED_COMPRESSED}; {folders}"


def is_read_in_folder(path: Path) -> bool:
    """Whether a file is part of a corpus that is a folder.

    path (Path): Its path in the folder; it need not exist.
    RETURNS (bool): Whether it is read with the folder.
    """
    return any(one.in_folder(path) for one in FORMATS if one.in_folder is not None)


def format_of(path: Path, format: str = "auto") -> SenseFormat:
    """Find the format of a corpus.

    path (Path): The file or folder.
    format (str): Its name; "auto" chooses it by suffix and content, or by the files of the folder.
    RETURNS (SenseFormat): The format.
    RAISES (UserError): There is no such file (C001), its suffix is unknown (C003), it is not a corpus (C030), or
        several formats fit (C111).
    """
    if format != "auto":
        return next(one for one in FORMATS if one.name == format)
    if not path.exists():
        raise UserError(Errors.C001.format(path=path))
    suffix, is_folder = split_suffix(path), path.is_dir()
    able = [one for one in FORMATS if (one.in_folder is not None if is_folder else suffix in one.suffixes)]
    # a file with an unknown suffix, or with none, as in SemCor, may still be recognised by its content
    like = [one for one in able or FORMATS if one.is_like is not None and one.is_like(path)]
    if is_folder and len(like) > 1:
        raise UserError(Errors.C111.format(path=path, formats=" or ".join(one.name for one in like)))
    found = next(iter(like), None) or next((one for one in able if one.is_like is None), None)
    if found is None:
        known = dict.fromkeys(f".{known}" for one in FORMATS for known in one.suffixes)
        raise unknown_suffix(path, ", ".join(known))
    return found


def is_sense_corpus(path: Path) -> bool:
    """Say whether a file holds senses rather than text, by its suffix and content.

    path (Path): The file; it need not exist.
    RETURNS (bool): Whether a reader of senses takes it, and a reader of text would take something else for its words.
    """
    suffix = split_suffix(path)
    able = [one for one in FORMATS if suffix in one.suffixes]
    if suffix == "tsv":
        return is_sense_table(path)
    return suffix in ("xml", "pos") or any(one.is_like is not None and one.is_like(path) for one in able)


def why_unlabelled(paths: Sequence[Path], n_found: int, *, format: str = "auto", spans_key: str = "senses") -> str:
    """Say what a corpus has instead of labelled occurrences.

    paths (Sequence): Its files.
    n_found (int): Its unlabelled occurrences.
    format (str), spans_key (str): How it was read.
    RETURNS (str): A remark in parentheses after a space; empty if there is nothing to add.
    """
    if paths and all(map(_is_empty, paths)):
        return " (the file is empty)" if len(paths) == 1 else " (the files are empty)"
    reasons = (format_of(path, format).why_unlabelled(path, spans_key) for path in paths)
    return next(filter(None, reasons), f" ({n_found} without a sense)" if n_found else "")


def _is_empty(path: Path) -> bool:
    """Whether a file holds nothing but white space."""
    return path.is_file() and not read_bytes(path).removeprefix(b"\xef\xbb\xbf").strip()
