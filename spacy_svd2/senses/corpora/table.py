"""Sense-annotated contexts as a plain table: sense, left context, target, right context, and optionally the word.

A table with a header may also have a column with the meaning of the sense.
"""

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
GLOSS = {"gloss": ("gloss", "definition")}
_LOOKED_AT = 20


def is_sense_table(path: Path) -> bool:
    """Say whether a .tsv is a table of contexts rather than one of words.

    path (Path): The file; it need not exist.
    RETURNS (bool): Whether its first lines all have a target between contexts, and most contexts hold several words.
    """
    if not path.is_file():
        return False
    rows = [cells for _, cells, _ in islice(_rows(path), _LOOKED_AT)]
    fit = all(len(cells) in (4, 5) and cells[2].strip() for cells in rows)
    return fit and 2 * sum(holds_words(cells[1]) or holds_words(cells[3]) for cells in rows) > len(rows)


def _rows(path: Path) -> Iterator[tuple[int, list[str], str]]:
    """The rows that are not blank, with their line numbers; the gloss, if the header names one, by itself."""
    data = read_bytes(path)
    text = decode(path, data, utf16_of(data) or "utf-8")
    at: int | None = None
    is_first = True
    for line, cells in read_rows(text.split("\n"), NAMES):
        if not any(map(str.strip, cells)):
            continue
        if is_first and _header(cells):
            at = find_columns(cells, GLOSS).get("gloss")
        is_first = False
        if at is None:
            yield line, cells, ""
        else:
            yield line, cells[:at] + cells[at + 1 :], clean_cell(" ".join(cells[at : at + 1]))


def read_table_glosses(path: Path) -> dict[str, dict[str, str]]:
    """Read what senses mean from a table whose header names a column "gloss".

    path (Path): The file.
    RETURNS (dict): The gloss by word and sense; of several, the first. A row with several senses has none.
    RAISES (UserError): See `read_sense_tsv`.
    """
    found: dict[str, dict[str, str]] = {}
    glosses = {line: gloss for line, _, gloss in _rows(path) if gloss}
    for instance in read_sense_tsv(path) if glosses else ():
        gloss = glosses.get(int(instance.id))
        if gloss and len(instance.senses) == 1:
            found.setdefault(instance.word, {}).setdefault(instance.senses[0], gloss)
    return found


def read_sense_tsv(path: Path) -> Iterator[Instance]:
    """Read a table of contexts, one per row.

    path (Path): The file, compressed or not. Columns: sense (several correct senses separated by "|"; empty if
        unknown), left context, target, right context, and optionally the word's key, by default the target in lower
        case. If the first row names the columns, it is a header, and they may be in another order.
    YIELDS (Instance): The instances in the order of the file; the id is the line's number. A space is added between
        target and context if there is none and the context has a letter or digit there, in scripts that put spaces
        between words.
    RAISES (UserError): The file can't be read (C101, C102), or a row has the wrong number of columns (C106).
    """
    columns: list[int] | None = None
    for line, cells, _ in _rows(path):
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
    """The positions of the columns in the order of `NAMES`, then columns with other names; [] if there is no header."""
    named = find_columns(cells, NAMES)
    if "target" not in named and "word" in named:
        named["target"] = named.pop("word")
    if not {"sense", "target"} <= named.keys():
        return []
    others = iter([at for at in range(len(cells)) if at not in named.values()])
    return [named[name] if name in named else next(others, len(cells)) for name in NAMES]


def _ordered(cells: list[str], columns: list[int]) -> tuple[list[str], int]:
    """The five cells in order, padded with empty cells, and their number without the empty cells at the end."""
    while len(cells) > 4 and not cells[-1].strip():
        cells = cells[:-1]
    padded = cells + [""] * (max(columns) + 1)
    return [padded[at].replace("\n", " ") for at in columns], len(cells)
