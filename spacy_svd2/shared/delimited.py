"""Tables as spreadsheets and people write them: separators, quoted cells, header rows, invisible characters.

`table_reader.js` among the templates reads the same tables the same way.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, islice

Row = tuple[int, list[str]]
"""The number of a row's first line, from 1, and its cells. A blank line is a row of empty cells."""

_BREAKS = re.compile("[\t\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
_INVISIBLE = re.compile("[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_EDGES = re.compile("^[\\s\u200c\u200d]+|[\\s\u200c\u200d]+$")  # within a tag of another script both may mean something
_QUOTED = re.compile('"(?<![^\t\n]")[^\t\n]')
_TAB, _OTHERS = "\t", (";", ",")
_HINT = re.compile('"?sep=([\t;,])"?', re.IGNORECASE)  # the first line of what was written for Excel
_SAMPLE = 200
_MOST_LINES = 254
"""Lines of a cell: Excel allows 253 line breaks in one."""
_SENTENCE_WIDTH = 4
"""Text has commas too: with spaces after the separators, rows of fewer cells than this are taken for text."""


def join_row(cells: Iterable[str]) -> str:
    """Make a line, without its end; tabs and line breaks within a cell become spaces.

    cells (Iterable): The cells.
    RETURNS (str): The line. A cell with quotation marks is quoted, and they are doubled.
    """
    return _TAB.join(map(_quote, cells))


def clean_cell(text: str) -> str:
    """Remove what nobody sees: white space around a tag, and marks such as U+FEFF and U+200B within it too.

    text (str): The text of a cell.
    RETURNS (str): The same for all texts that look the same in this respect.
    """
    return text.strip() if text.isascii() else _EDGES.sub("", _INVISIBLE.sub("", text))


def find_columns(cells: Sequence[str], names: Mapping[str, Collection[str]]) -> dict[str, int]:
    """Find the columns that a row names, if it is a header.

    cells (Sequence): The row.
    names (Mapping): The lower-case names that each column may have, the preferred one first.
    RETURNS (dict): The position of each column that is named.
    """
    header = [clean_cell(cell).lower() for cell in cells]
    found = {column: next((one for one in known if one in header), None) for column, known in names.items()}
    return {column: header.index(name) for column, name in found.items() if name is not None}


def read_rows(lines: Iterable[str], names: Mapping[str, Collection[str]]) -> Iterator[Row]:
    """Split the lines of a table into rows.

    lines, names: See `read_blocks`.
    RETURNS (Iterator[Row]): The rows.
    """
    return ((line, cells) for first, rows in read_blocks(lines, names) for line, cells in enumerate(rows, first))


def read_blocks(
    lines: Iterable[str], names: Mapping[str, Collection[str]]
) -> Iterator[tuple[int, Iterable[list[str]]]]:
    r"""Split the lines of a table into blocks of rows.

    The first lines show what separates the cells: tabs, semicolons or commas.
    Quotation marks are removed only where they enclose the whole cell, so a lone `"` stays. A quoted cell may hold
    line breaks; in a tab-separated table, a line that is a complete row by itself is one.

    lines (Iterable): The lines, without their ends.
    names (Mapping): What the columns may be called, see `find_columns`.
    RETURNS (Iterator[tuple]): The number of a line, and the rows from there on: one per line, or a single row.
    """
    rest = iter(lines)
    sample = list(islice(rest, _SAMPLE))
    hint = _HINT.fullmatch(sample[0]) if sample else None
    del sample[: hint is not None]
    shown = [line for line in sample if line.strip() and not line.startswith("# ")]
    separator = _find_separator(shown, names) if hint is None else hint[1]
    one_column = not shown or separator not in shown[0]
    return _blocks(chain(sample, rest), separator, one_column, 1 if hint is None else 2)


def split_row(text: str, separator: str = _TAB) -> list[str]:
    """Split a row into cells, whether a program quoted it or a person typed it.

    text (str): The line, or the lines of one row, without the last end.
    separator (str): What separates the cells. A semicolon or a comma may also stand in quoted cells.
    RETURNS (list): The cells, unquoted.
    """
    if '"' not in text or separator == _TAB:
        return [_unquote(cell) for cell in text.split(separator)]
    cells: list[str] = []
    parts: list[str] = []
    is_open = False
    for part in text.split(separator):
        is_open = _is_open(part, is_open)
        parts.append(part)
        if not is_open:
            cells.append(_unquote(separator.join(parts)))
            parts = []
    return cells + parts


def _blocks(
    lines: Iterator[str], separator: str, one_column: bool, number: int = 1
) -> Iterator[tuple[int, Iterable[list[str]]]]:
    while batch := list(islice(lines, _SAMPLE)):
        if not _has_quotes(batch, separator):  # nearly always, and much faster
            yield number, [line.split(separator) for line in batch]
        else:
            begun = 0
            for at, line in enumerate(batch):
                if at < begun:  # it belongs to the row before
                    continue
                if _ends_open(line, separator):
                    batch += islice(lines, max(0, at + _MOST_LINES - len(batch)))
                    begun = at + _count_lines(batch[at : at + _MOST_LINES], separator, one_column)
                    line = "\n".join(batch[at:begun])
                yield number + at, [split_row(line, separator)]
        number += len(batch)


def _has_quotes(lines: list[str], separator: str) -> bool:
    """Whether some cell may be quoted: between tabs a lone quotation mark is not."""
    text = "\n".join(lines)
    return _QUOTED.search(text) is not None if separator == _TAB else '"' in text


def _count_lines(lines: list[str], separator: str, one_column: bool) -> int:
    """How many lines a row has whose first line ends within a quotation mark."""
    if separator == _TAB:
        width, following = len(lines[0].split(_TAB)), next(filter(str.strip, lines[1:]), "")
        if width == len(following.split(_TAB)) and (width > 1 or one_column):
            return 1
    for n, line in enumerate(lines[1:], 2):
        first = line.partition(_TAB)[0] if separator == _TAB else line
        if '"' in line and not _ends_open(line, separator, True):
            return n if separator != _TAB or first.endswith('"') else 1
        if len(first) < len(line) and _is_open(first, True):  # no cell between tabs holds one
            break
    return 1


def _ends_open(line: str, separator: str, is_open: bool = False) -> bool:
    """Whether a quoted cell is open at the end of a line, given whether one is at its start."""
    if separator == _TAB:
        first, *others = line.split(_TAB)
        if is_open and _is_open(first, True):
            return True
        last = others[-1] if others else "" if is_open else first
        return len(last) > 1 and _is_open(last, False)
    for part in line.split(separator):
        is_open = _is_open(part, is_open)
    return is_open


def _is_open(part: str, is_open: bool) -> bool:
    """Whether a quoted cell is open after a part of a line, given whether one is before it."""
    return (is_open or part.startswith('"')) and (part.count('"') % 2 == 1) != is_open


def _find_separator(lines: list[str], names: Mapping[str, Collection[str]]) -> str:
    for separator in (_TAB, *_OTHERS):
        if lines and len(find_columns(split_row(lines[0], separator), names)) > 1:
            return separator
    if len(lines) > 1 and not any(_TAB in line for line in lines):
        return next((separator for separator in _OTHERS if _is_regular(lines, separator)), _TAB)
    return _TAB


def _is_regular(lines: list[str], separator: str) -> bool:
    """Whether lines make rows of the same number of cells, and don't look like sentences."""
    ends = list(accumulate(lines, lambda is_open, line: _ends_open(line, separator, is_open), initial=False))
    whole = lines[: max(at for at, is_open in enumerate(ends) if not is_open)]  # the last row may go on
    rows = [cells for _, block in _blocks(iter(whole), separator, False) for cells in block]
    widths = {len(cells) for cells in rows}
    has_spaces = any(cell.startswith(" ") for cells in rows for cell in cells[1:])
    return (
        len(widths) == 1
        and widths != {1}
        and any(map(any, rows))
        and not (has_spaces and min(widths) < _SENTENCE_WIDTH)
    )


def _quote(cell: str) -> str:
    cell = _BREAKS.sub(" ", cell)
    return '"{}"'.format(cell.replace('"', '""')) if '"' in cell else cell


def _unquote(cell: str) -> str:
    inner = cell[1:-1]
    is_quoted = len(cell) > 1 and cell[0] == cell[-1] == '"' and '"' not in inner.replace('""', "")
    return inner.replace('""', '"') if is_quoted else cell
