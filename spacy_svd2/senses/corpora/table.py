"""Sense-annotated contexts as a plain table: sense, left context, target, right context, and optionally the word.

A table with a header may also have a column with the meaning of the sense.
"""

from collections.abc import Iterator
from itertools import chain, islice
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
_LOOKED_AT, _ENOUGH_ROWS = 20, 3
_LONG_TARGET, _LONG_UNSPACED, _FEW_TWICE, _SHOWN, _SAME = 5, 12, 0.8, 40, 3


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
    RAISES (UserError): The file can't be read (C101, C102), a row has the wrong number of columns (C106), or
        without a header the columns seem to be in another order (C108).
    """
    columns: list[int] | None = None
    rows = _rows(path)
    first = list(islice(rows, _LOOKED_AT))
    for line, cells, _ in chain(first, rows):
        if columns is None:
            columns = _header(cells)
            if columns:
                continue
            _check_order(path, [_ordered(cells, list(range(len(NAMES))))[0] for _, cells, _ in first])
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


def _check_order(path: Path, rows: list[list[str]]) -> None:
    """Refuse a table without a header whose columns are in another order: it would train, on nonsense.

    RAISES (UserError): A column holds what only another one can hold (C108).
    """
    if len(rows) < _ENOUGH_ROWS:
        return
    senses, _, targets, _, keys = zip(*rows, strict=True)
    if 2 * sum(len(target.split()) >= _LONG_TARGET or _is_long(target) for target in targets) > len(rows):
        raise UserError(Errors.C108.format(path=path, number=3, what="whole texts", cell=targets[0][:_SHOWN]))
    # senses may be glosses, but then they come again
    if 2 * sum(map(holds_words, senses)) > len(rows) and len(set(senses)) > _FEW_TWICE * len(rows):
        raise UserError(Errors.C108.format(path=path, number=1, what="texts", cell=senses[0][:_SHOWN]))
    at = [0, 0]
    for sense, target, key in zip(senses, targets, keys, strict=True):
        if key.strip() and not _are_alike(target, key):  # which says nothing if the sense is like neither
            at[0] += _are_alike(sense, key)
            at[1] += _are_alike(sense, target)
    if 2 * max(at) > len(rows):
        number, what = (3, "no forms of the words") if at[0] >= at[1] else (5, "no words that the targets are forms of")
        cell = (targets if number == 3 else keys)[0][:_SHOWN]
        raise UserError(Errors.C108.format(path=path, number=number, what=what, cell=cell))
    whole = [target.strip() and target in left and not right.strip() for _, left, target, right, _ in rows]
    if all(whole):
        cell = rows[0][1][:_SHOWN]
        raise UserError(Errors.C108.format(path=path, number=2, what="texts with the target in them", cell=cell))


def _are_alike(first: str, second: str) -> bool:
    """Whether two words begin alike, as a word and its forms often do."""
    return first.strip().lower()[:_SAME] == second.strip().lower()[:_SAME]


def _is_long(text: str) -> bool:
    """Whether a text in a script without spaces is longer than a target."""
    return not text.isascii() and " " not in text and holds_words(text) and len(text) > _LONG_UNSPACED


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
