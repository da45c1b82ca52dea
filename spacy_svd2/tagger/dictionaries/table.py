"""Tables with a column of words and a column of parts of speech: CSV, TSV, what spreadsheets write."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from ...corpora.files import CorpusFile
from ...errors import Errors, UserError
from ...shared.delimited import clean_cell, find_columns, read_rows
from .abbreviations import propose
from .entry import DictionaryOptions, Entry, numbered, open_text

NAMES = {
    "word": (
        "headword", "lemma", "word", "lexeme", "lexical unit", "form", "entry", "lx", "vedette", "mot", "palabra",
        "lema", "palavra", "wort", "stichwort", "eintrag",
    ),
    "pos": (
        "part_of_speech", "part of speech", "partofspeech", "pos", "ps", "upos", "word class", "wordclass", "class",
        "category", "grammatical info", "gram", "tag", "catégorie", "categoría", "categoria", "wortart", "clase",
    ),
    "forms": ("forms", "variants", "variant", "inflected forms"),
    "language": ("language_id", "lang", "language"),
}  # fmt: skip


def read_table(path: Path, options: DictionaryOptions) -> Iterator[Entry]:
    """Stream the rows of a table.

    path (Path): The file.
    options (DictionaryOptions): `columns` names or numbers the columns of words and parts of speech. By default those
        that the header names, or the only two.
    RETURNS (Iterator[Entry]): The entries; several parts of speech in a cell are separated by "|".
    RAISES (UserError): L055 the columns are not known.
    """
    rows = table_rows(open_text(path, options))
    sample = list(islice(rows, _SAMPLE))
    columns: dict[str, int] | None = None
    for line, cells in chain(sample, rows):
        if not any(cell.strip() for cell in cells):
            continue
        if columns is None:
            columns, is_header = _columns(path, line, cells, options.columns)
            if is_header or _looks_like_header(cells, columns, [other for at, other in sample if at != line]):
                continue
        found = {name: cells[at] if at < len(cells) else "" for name, at in columns.items()}
        pos = tuple(filter(None, map(clean_cell, found["pos"].split("|"))))
        forms = tuple(filter(None, map(clean_cell, found.get("forms", "").split("|"))))
        language = clean_cell(found.get("language", ""))
        yield Entry(clean_cell(found["word"].replace("\n", " ")), pos, forms, line, language)


def table_rows(file: CorpusFile) -> Iterator[tuple[int, list[str]]]:
    """Stream the rows of a table, with the numbers of their first lines."""
    return read_rows((text for _, text in numbered(file)), NAMES)


def _looks_like_header(first: list[str], columns: dict[str, int], others: list[list[str]]) -> bool:
    """Whether a first row is a header, though not both of its columns have usual names.

    It is one if its part of speech is the name of a column; or if that is not found below, where parts of speech recur,
    and either is unknown or stands beside the name of a column of words.
    """
    word, pos = (clean_cell(first[columns[name]]).lower() for name in ("word", "pos"))
    below = Counter(clean_cell(cells[columns["pos"]]).lower() for cells in others if columns["pos"] < len(cells))
    recurring = sum(n for n in below.values() if n > 1)
    is_other = pos not in below and len(others) >= _LEAST and 2 * recurring > len(others)
    return pos in NAMES["pos"] or (is_other and (word in NAMES["word"] or propose(pos) is None))


def _columns(path: Path, line: int, first: list[str], wanted: str) -> tuple[dict[str, int], bool]:
    """The columns by name, and whether the first row names them."""
    named = find_columns(first, NAMES)
    header = [clean_cell(cell).lower() for cell in first]
    is_header = "word" in named and "pos" in named
    if not wanted:
        if is_header:
            return named, True
        if len(first) == 2:
            return {"word": 0, "pos": 1}, False
    chosen = [clean_cell(one) for one in wanted.split(",")]
    by_name = [header.index(one.lower()) if one.lower() in header else None for one in chosen]
    by_number = [int(one) - 1 if one.isascii() and one.isdigit() else -1 for one in chosen]
    if len(chosen) == 2 and all(at in range(len(first)) for at in by_number):
        return {"word": by_number[0], "pos": by_number[1]}, is_header
    if len(chosen) == 2 and None not in by_name:
        others = {name: at for name, at in named.items() if name in ("forms", "language")}
        return {
            **others,
            **{name: at for name, at in zip(("word", "pos"), by_name, strict=True) if at is not None},
        }, True
    columns = ", ".join(f"{number} {cell.strip()[:_SHOWN]}" for number, cell in enumerate(first, 1))
    raise UserError(Errors.L055.format(path=path, line=line, example="1,2", columns=columns))


_SHOWN = 30
_SAMPLE, _LEAST = 200, 3
"""Rows that tell whether the first one is a header, and how many there must be."""
