"""The formats of a corpus: one entry each, used by readers, commands, help texts, messages and documentation.

To add a format, write its reader in a module beside this one and add an entry to `FORMATS`.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spacy.tokens import Doc
from spacy.vocab import Vocab

from ...errors import Errors, UserError
from ...shared.ranges import Range, shown
from ..decompression import open_content
from ..files import CorpusFile, split_suffix, unknown_suffix
from ..locations import Location
from .conllu import read_conllu
from .docbin import read_docbin
from .elan import read_elan
from .flextext import read_flextext
from .foreign import foreign_error, kind_of_content
from .html_page import read_html
from .jsonl import read_jsonl
from .leipzig import read_leipzig
from .office import read_office
from .subtitles import read_subtitles
from .text import ReadingOptions, Tokens, read_text
from .textgrid import read_textgrid
from .toolbox_text import read_toolbox_text
from .tsv import read_tsv
from .usfm import read_usfm
from .wikipedia import read_wikipedia
from .xml_text import read_tei, read_xml

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
    is_markup (bool): Whether it is text with marks, which other formats refuse; it may be in any encoding.
    """

    name: str
    suffixes: tuple[str, ...]
    description: str
    read: Callable[..., Iterator[Any]]
    column: str = ""
    makes_docs: bool = False
    is_plain_text: bool = False
    has_words: bool = False
    has_documents: bool = False
    is_markup: bool = False


_ITEM = "a type of item (pos of the word or msa of its stem unless given)"
FORMATS = (
    CorpusFormat(
        "txt",
        ("txt",),
        "plain text, a sentence or a paragraph per line",
        read_text,
        is_plain_text=True,
    ),
    CorpusFormat(
        "conllu",
        ("conllu",),
        "CoNLL-U; its syntactic words are the tokens",
        read_conllu,
        "upos (unless given) or xpos",
        has_words=True,
    ),
    CorpusFormat(
        "tsv",
        ("tsv",),
        "a word per line with its tags in columns, a blank line after each sentence",
        read_tsv,
        "the number of the column (2 unless given), its name in a header, or the numbers of words and tags (3,4)",
        has_words=True,
    ),
    CorpusFormat(
        "jsonl",
        ("jsonl",),
        "a record per line: `text`, or `tokens` and `tags`",
        read_jsonl,
        "a key (tags unless given)",
        has_documents=True,
    ),
    CorpusFormat(
        "spacy",
        ("spacy",),
        "spaCy's DocBin",
        read_docbin,
        "tag (unless given) or pos",
        makes_docs=True,
        has_words=True,
        has_documents=True,
    ),
    CorpusFormat("flextext", ("flextext",), "FieldWorks' interlinear texts", read_flextext, _ITEM, is_markup=True),
    CorpusFormat(
        "toolbox", ("sfm", "sf", "db", "txx"), "Toolbox's interlinear texts, and USFM", read_toolbox_text,
        "a field (ps unless given)", is_markup=True,
    ),
    CorpusFormat("elan", ("eaf",), "ELAN's annotations, of a tier", read_elan, is_markup=True),
    CorpusFormat("textgrid", ("textgrid",), "Praat's TextGrids, of a tier", read_textgrid, is_markup=True),
    CorpusFormat("usfm", ("usfm", "ptx"), "USFM: Paratext's verses", read_usfm, is_markup=True),
    CorpusFormat("subtitles", ("srt", "vtt"), "subtitles", read_subtitles, is_markup=True),
    CorpusFormat("html", ("html", "htm", "xhtml"), "web pages", read_html, is_markup=True),
    CorpusFormat("wikipedia", ("wiki",), "WikiExtractor's articles, or its JSON lines", read_wikipedia, is_markup=True),
    CorpusFormat("leipzig", ("leipzig",), "numbered sentences of the Leipzig corpora", read_leipzig),
    CorpusFormat(
        "tei", ("tei",), "TEI: its sentences, or paragraphs", read_tei, "an attribute of w (pos unless given)",
        is_markup=True,
    ),
    CorpusFormat("xml", ("xml",), "TEI, or XML by the name of an element", read_xml, is_markup=True),
    CorpusFormat("office", ("docx", "docm", "odt"), "text documents", read_office, is_markup=True),
)  # fmt: skip


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


_SNIFFED = 1 << 14
_NUMBERED = re.compile(rb"(?:\xef\xbb\xbf)?\d+\t\S[^\t\n]* [^\t\n]*\r?\n\d+\t")
_ARTICLE = re.compile(rb'\{"id": "?\d+"?, .*"url": ".*"title": ')


def guess_format(path: Path) -> str:
    """Find the format of a file by its content, and then by its name.

    path (Path): The file.
    RETURNS (str): The name of the format.
    RAISES (UserError): C003, C030 it is of none; C019 it can't be read.
    """
    try:
        with open_content(path) as (_, content):
            head = content.read(_SNIFFED)
    except (OSError, EOFError) as err:
        raise UserError(Errors.C019.format(path=path, why=getattr(err, "strerror", None) or err)) from err
    if _NUMBERED.match(head):
        return "leipzig"
    if _ARTICLE.match(head):
        return "wikipedia"
    suffix = split_suffix(path)
    named = known_suffixes().get(suffix, "")
    kind = kind_of_content(head)
    if kind is not None and kind.format and named not in _SPECIAL:
        return kind.format
    if kind is not None and kind.is_binary and not kind.format:
        raise foreign_error(path, kind)
    if not named:
        raise unknown_suffix(path, listed_suffixes())
    return named


_SPECIAL = ("tei", "usfm", "toolbox", "spacy", "html", "elan", "flextext")
"""Formats whose suffix says more than how the content begins."""


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
    file.is_markup, file.encoding = found.is_markup, options.encoding
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
