"""The formats of a corpus: one entry each, used by readers, commands, help texts, messages and documentation.

To add a format, write its reader in a module beside this one and add an entry to `FORMATS`.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from spacy.tokens import Doc
from spacy.vocab import Vocab

from ...errors import Errors, UserError
from ...shared.ranges import Range, shown
from ..files import CorpusFile, split_suffix
from ..locations import Location
from .conllu import read_conllu
from .docbin import read_docbin
from .jsonl import read_jsonl
from .text import ReadingOptions, Tokens, read_text
from .tsv import read_tsv

Item = str | Tokens | Doc
"""What a reader yields: raw text, the tokens of a sentence, or (from spaCy's own format) a document."""


@dataclass(frozen=True)
class CorpusFormat:
    """A format of a corpus.

    name (str): Its name in `--format`, and in `format` of a config.
    suffixes (tuple): How the names of its files end, without the dot; each may be followed by ".gz" and the like.
    description (str): What such a file holds.
    read (Callable): Streams a file, given the `CorpusFile` and the `ReadingOptions`; see `Item`.
    column (str): The values of `column` (`--gold-column`) that say where the tags are; "" for a format without tags.
    makes_docs (bool): Whether it holds documents: `read` then also takes a `Vocab`.
    is_plain_text (bool): Whether lines are independent, so that a file can be counted in parts.
    has_words (bool): Whether its files always say what the words are, so that no tokenizer splits them.
    has_documents (bool): Whether each item is a document of its own, rather than a part of the file's text.
    """

    name: str
    suffixes: tuple[str, ...]
    description: str
    read: Callable[..., Iterator[Any]]
    column: str = ""
    makes_docs: bool = False
    is_plain_text: bool = False
    has_words: bool = True
    has_documents: bool = False


FORMATS = (
    CorpusFormat(
        "txt",
        ("txt",),
        "plain text, a sentence or a paragraph per line",
        read_text,
        is_plain_text=True,
        has_words=False,
    ),
    CorpusFormat(
        "conllu", ("conllu",), "CoNLL-U; its syntactic words are the tokens", read_conllu, "upos (unless given) or xpos"
    ),
    CorpusFormat(
        "tsv",
        ("tsv",),
        "a word per line with its tags in columns, a blank line after each sentence",
        read_tsv,
        "the number of the column (2 unless given), its name in a header, or the numbers of words and tags (3,4)",
    ),
    CorpusFormat(
        "jsonl",
        ("jsonl",),
        "a record per line: `text`, or `tokens` and `tags`",
        read_jsonl,
        "a key (tags unless given)",
        has_words=False,
        has_documents=True,
    ),
    CorpusFormat(
        "spacy",
        ("spacy",),
        "spaCy's DocBin",
        read_docbin,
        "tag (unless given) or pos",
        makes_docs=True,
        has_documents=True,
    ),
)


def format_names() -> list[str]:
    """List the names of all formats."""
    return [one.name for one in FORMATS]


def known_suffixes() -> dict[str, str]:
    """Give the name of the format by suffix, without the dot."""
    return {suffix: one.name for one in FORMATS for suffix in one.suffixes}


def listed_suffixes(*, tagged: bool = False) -> str:
    """List the suffixes for people.

    tagged (bool): Only those of formats that have tags.
    RETURNS (str): For instance ".txt, .conllu".
    """
    return ", ".join(f".{suffix}" for one in FORMATS if one.column or not tagged for suffix in one.suffixes)


def listed_columns() -> str:
    """Say what `column` may be, for instance "for .tsv the number of the column"."""
    return "; ".join(f"for .{one.suffixes[0]} {one.column}" for one in FORMATS if one.column)


def format_of(path: Location, format: str = "auto") -> CorpusFormat:
    """Find the format of a file.

    path (Path or Url): The file.
    format (str): Its name; "auto" for the one that the suffix stands for, which must be known.
    RETURNS (CorpusFormat): The format.
    """
    name = known_suffixes()[split_suffix(path)] if format == "auto" else format
    return next(one for one in FORMATS if one.name == name)


def read_items(file: CorpusFile, format: str, options: ReadingOptions, vocab: Vocab | None = None) -> Iterator[Item]:
    """Stream a file's content in whatever form its format gives.

    file (CorpusFile): The file.
    format (str): "auto" for the one that the suffix stands for, or a format's name.
    options (ReadingOptions): How to read it.
    vocab (Vocab): The vocabulary of the documents of a DocBin; by default one that is thrown away.
    RETURNS (Iterator[Item]): The items.
    RAISES (UserError): The errors of the format.
    """
    found = format_of(file.path, format)
    if found.makes_docs:
        return found.read(file, options, Vocab() if vocab is None else vocab)
    return iter(found.read(file, options))


def path_list(path: str | list[str] | None) -> list[str]:
    """The paths of a reader's option `path`: one, several or none.

    RAISES (UserError): C001 an empty path, which would be the current folder.
    """
    paths = [] if path is None else path if isinstance(path, list) else [path]
    if "" in paths:
        raise UserError(Errors.C001.format(path=""))
    return paths


_LIMITS = Range(0, 1 << 62)  # Python counts no further


def check_reading(format: str, known: Collection[str], limit: int) -> None:
    """Check the format and the limit of a reader.

    format (str): The format.
    known (Collection): What there is beside "auto".
    limit (int): Documents or lines to read; 0 for all.
    RAISES (UserError): C004 unknown format, C005 limit out of range.
    """
    if format not in ("auto", *known):
        raise UserError(Errors.C004.format(format=format, known=", ".join(known)))
    if limit not in _LIMITS:
        raise UserError(Errors.C005.format(limit=shown(limit), wanted=_LIMITS))
