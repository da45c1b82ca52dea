"""Sense-annotated contexts as a plain table: sense, left context, target, right context, and optionally the word."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from ...corpora.decompression import utf16_of
from ...corpora.whole_files import decode, read_bytes
from ...errors import Errors, UserError
from ...shared.delimited import clean_cell, find_columns, read_rows
from ...shared.word_keys import ends_in_word
from .instance import Instance, gap, holds_words

SEPARATOR = "|"
NAMES = {
    "sense": ("sense", "label", "senses", "meaning"),
    "left": ("left", "left context", "left_context", "before"),
    "target": ("target",),
    "right": ("right", "right context", "right_context", "after"),
    "word": ("word", "key", "lemma"),
}
_LOOKED_AT = 20


def is_sense_table(path: Path) -> bool:
    """Say whether a .tsv is a table of contexts rather than one of words.

    path (Path): The file; nothing need be there.
    RETURNS (bool): Whether its first lines all have a target between contexts, and most contexts hold several words.
    """
    if not path.is_file():
        return False
    rows = [cells for _, cells in islice(_rows(path), _LOOKED_AT)]
    fit = all(len(cells) in (4, 5) and cells[2].strip() for cells in rows)
    return fit and 2 * sum(holds_words(cells[1]) or holds_words(cells[3]) for cells in rows) > len(rows)


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, with their line."""
    data = read_bytes(path)
    text = decode(path, data, utf16_of(data) or "utf-8")
    return ((line, cells) for line, cells in read_rows(text.split("\n"), NAMES) if any(map(str.strip, cells)))


def read_sense_tsv(path: Path) -> Iterator[Instance]:
    """Read a table of contexts, one per row.

    path (Path): The file, compressed or not. Columns: sense (several correct ones separated by "|"; empty if unknown),
        left context, target, right context, and optionally the word's key, which is the target in lower case
        otherwise. A first row that names them is a header, and may name them in another order.
    YIELDS (Instance): In the order of the file; the id is the line's number. A space is put between target and
        contexts where there is none and the context's side is a letter or digit, of a script that puts spaces.
    RAISES (UserError): The file can't be read (C101, C102), or a row has other columns (C106).
    """
    columns: list[int] | None = None
    for line, cells in _rows(path):
        if columns is None:
            columns = _header(cells)
            if columns:
                continue
        cells, found = _ordered(cells, columns or list(range(len(NAMES))))
        if found not in (4, 5) or not cells[2].strip():
            why = (
                "it needs 4 or 5 columns, separated by tabs (or a CSV file's commas or semicolons), "
                f"with a target in the third; it has {found}"
            )
            raise UserError(Errors.C106.format(path=path, line=line, why=why))
        sense, left, target, right, key = cells
        target = target.strip()
        word = key.strip() or target.lower()
        senses = tuple(dict.fromkeys(item for part in sense.split(SEPARATOR) if (item := clean_cell(part))))
        left += gap(left, target) if ends_in_word(left) else ""
        right = f"{gap(target, right)}{right}" if right[:1].isalnum() else right
        yield Instance(str(line), word, left, target, right, senses)


def _header(cells: list[str]) -> list[int]:
    """The positions of the columns in the order of `NAMES`, those of no known name as they come; [] if no header."""
    named = find_columns(cells, NAMES)
    if "target" not in named and "word" in named:
        named["target"] = named.pop("word")
    if not {"sense", "target"} <= named.keys():
        return []
    others = iter([at for at in range(len(cells)) if at not in named.values()])
    return [named[name] if name in named else next(others, len(cells)) for name in NAMES]


def _ordered(cells: list[str], columns: list[int]) -> tuple[list[str], int]:
    """The five cells in order, empty ones added, and how many there were without those at the end that are empty."""
    while len(cells) > 4 and not cells[-1].strip():
        cells = cells[:-1]
    padded = cells + [""] * (max(columns) + 1)
    return [padded[at].replace("\n", " ") for at in columns], len(cells)
