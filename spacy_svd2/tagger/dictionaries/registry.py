"""The formats of dictionaries: one entry each, used by the reader, the commands, messages and documentation.

To add a format, write its reader in a module beside this one and add an entry to `FORMATS`.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ...corpora.decompression import open_content, utf16_of
from ...corpora.files import split_suffix
from ...errors import Errors, UserError
from .apertium import read_apertium, read_giella
from .cldf import find_entries, read_cldf
from .entry import DictionaryOptions, Entry
from .lexc import read_lexc
from .lexicon import Lexicon, collect
from .lift import read_lift
from .table import read_table
from .toolbox import read_toolbox
from .unimorph import read_unimorph
from .wiktionary import read_wiktionary


@dataclass(frozen=True)
class DictionaryFormat:
    """A format of a dictionary.

    name (str): Its name in `--format`.
    suffixes (tuple): How the names of its files end, without the dot.
    description (str): What it is.
    read (Callable): Streams the entries, given the path and `DictionaryOptions`.
    begins (Pattern): What its first kilobytes match, whatever its name is; None if they tell nothing.
    has_tags (bool): Whether its parts of speech are tags already, which no map changes.
    has_columns (bool): Whether the columns of words and parts of speech can be chosen.
    """

    name: str
    suffixes: tuple[str, ...]
    description: str
    read: Callable[[Path, DictionaryOptions], Iterator[Entry]]
    begins: re.Pattern[bytes] | None = None
    has_tags: bool = False
    has_columns: bool = False


def _begins(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:" + pattern + rb")", re.DOTALL)


_PROLOGUE = rb"(?:(?:<\?[^>]*>|<!DOCTYPE[^>\[]*>|<!--.*?-->)\s*)*"
"""What may stand before the root of XML."""

FORMATS = (
    DictionaryFormat(
        "lift", ("lift",), "LIFT, as FLEx and WeSay export it", read_lift,
        _begins(_PROLOGUE + rb"<lift\b"),
    ),
    DictionaryFormat(
        "toolbox", ("sfm", "db", "sf", "mdf", "dic"), "Toolbox, Shoebox or FLEx Standard Format (MDF)", read_toolbox,
        _begins(rb"\\_sh |\\lx[ \r\n]|(?:[^\n]*\n){0,40}\\lx[ \r\n]"),
    ),
    DictionaryFormat(
        "wiktionary", ("jsonl", "ndjson", "json"), "Wiktionary as JSON lines (wiktextract, kaikki.org)",
        read_wiktionary,
        _begins(rb'\{.*?"(?:word|lang_code)"\s*:'),
    ),
    DictionaryFormat(
        "unimorph", (), "UniMorph: lemma, form and features", read_unimorph,
        _begins(rb"(?:[^\t\n]+\t[^\t\n]+\t[A-Z][A-Z0-9.]*(?:;[^\t\n]+)+(?:\t[^\n]*)?\n){3}"),
    ),
    DictionaryFormat(
        "lexc", ("lexc",), "a lexc word list, as GiellaLT and Apertium have", read_lexc,
        _begins(rb"(?:!.*?\n|\s)*(?:Multichar_Symbols|LEXICON)\s"),
    ),
    DictionaryFormat(
        "apertium", ("dix", "metadix"), "an Apertium dictionary (.dix)", read_apertium,
        _begins(_PROLOGUE + rb"<dictionary\b"),
    ),
    DictionaryFormat(
        "giella", (), "a dictionary of GiellaLT (.xml)", read_giella, _begins(_PROLOGUE + rb"<r\b[^>]*>.*?<lg\b"),
    ),
    DictionaryFormat(
        "words", (), "labelled words, as svd2 dictionary writes them", read_table,
        _begins(rb"word\ttag(?:\t|\r?\n)"), has_tags=True, has_columns=True,
    ),
    DictionaryFormat("cldf", (), "a CLDF dictionary: the folder of entries.csv", read_cldf),
    DictionaryFormat(
        "table", ("tsv", "csv", "txt"), "a table with columns of words and parts of speech", read_table,
        has_columns=True,
    ),
)  # fmt: skip

_SNIFFED = 1 << 14


def format_names() -> list[str]:
    """List the names of all formats."""
    return [one.name for one in FORMATS]


def find_format(path: Path, format: str = "auto") -> DictionaryFormat:
    """Find the format of a dictionary, by what it holds, and then by its name.

    path (Path): The file or folder.
    format (str): Its name, or "auto".
    RETURNS (DictionaryFormat): The format.
    RAISES (UserError): L050 it is none; C019 it can't be read.
    """
    by_name = {one.name: one for one in FORMATS}
    if format != "auto":
        return by_name[format]
    if find_entries(path) is not None and (path.is_dir() or path.suffix == ".json" or "entries.csv" in path.name):
        return by_name["cldf"]
    try:
        with open_content(path) as (_, content):
            head = content.read(_SNIFFED)
    except (OSError, EOFError) as err:
        raise UserError(Errors.C019.format(path=path, why=getattr(err, "strerror", None) or err)) from err
    if encoding := utf16_of(head):
        head = head.decode(encoding, "ignore").removeprefix("\ufeff").encode("utf8")
    found = next((one for one in FORMATS if one.begins is not None and one.begins.match(head)), None)
    found = found or next((one for one in FORMATS if split_suffix(path) in one.suffixes), None)
    if found is None:
        known = "; ".join(f"{one.name}: {one.description}" for one in FORMATS)
        raise UserError(Errors.L050.format(path=path, known=known))
    return found


def read_dictionary(path: Path, format: str = "auto", options: DictionaryOptions | None = None) -> Lexicon:
    """Read a dictionary of any of the formats.

    path (Path): The file or folder, compressed or not.
    format (str): Its name, or "auto".
    options (DictionaryOptions): How to read it.
    RETURNS (Lexicon): Its words with their parts of speech.
    RAISES (UserError): What is wrong with which line of the file; columns were chosen, and it has none (D021).
    """
    options = options or DictionaryOptions()
    found = find_format(path, format)
    if options.columns and not found.has_columns:
        raise UserError(Errors.D021.format(path=path, option="columns", kind=found.description))
    lexicon = collect(path, found.description, found.read(path, options), options)
    lexicon.has_tags = found.has_tags
    return lexicon
