"""What the readers of dictionaries have in common: entries, options, and errors that name the line."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...corpora.files import CorpusFile
from ...errors import Errors, UserError


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of a dictionary as the file has it.

    headword (str): The word; "" if the entry has none.
    pos (tuple): Its parts of speech, in the dictionary's own words.
    forms (tuple): Other forms with the same parts of speech: variants, inflected forms.
    line (int): Where it stands in the file, from 1.
    language (str): Its language or writing system, if the file says so.
    is_affix (bool): Whether the dictionary says that it is no word but part of one.
    """

    headword: str
    pos: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    line: int = 0
    language: str = ""
    is_affix: bool = False


@dataclass(frozen=True)
class DictionaryOptions:
    """How to read a dictionary, where the file leaves a choice.

    language (str): The language or writing system of the entries to take; "" for the only one.
    columns (str): The columns of words and parts of speech in a table, such as "3,5" or "word,class"; "" to find them.
    encoding (str): The encoding of a text file; "" for UTF-8.
    """

    language: str = ""
    columns: str = ""
    encoding: str = ""


def open_text(path: Path, options: DictionaryOptions) -> CorpusFile:
    """Open a dictionary for reading.

    path (Path): The file.
    options (DictionaryOptions): Gives the encoding.
    RETURNS (CorpusFile): The file.
    """
    return CorpusFile(path, encoding=options.encoding, is_markup=True)


def numbered(file: CorpusFile) -> Iterator[tuple[int, str]]:
    """Stream the lines of a dictionary with their numbers, from 1.

    RAISES (UserError): It is in another encoding (L058, which says how to name it).
    """
    lines = file.lines(is_table=True)
    try:
        yield from enumerate(lines, 1)
    except UserError as err:
        if not str(err).startswith("[C006]"):
            raise
        cause = err.__cause__
        why = str(cause) if isinstance(cause, UnicodeDecodeError) else "it is UTF-16 or UTF-32 without a mark"
        raise UserError(Errors.L058.format(path=file.path, line=file.n_lines + 1, why=why)) from err


def bad_entry(path: Path, line: int, kind: str, why: str) -> UserError:
    """Make the error for a line that is not of the format (L051)."""
    return UserError(Errors.L051.format(path=path, line=line, kind=kind, why=why))
