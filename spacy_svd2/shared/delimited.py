"""Tab-separated lines as spreadsheets write them: a cell that begins with a quotation mark is quoted."""

import re
from collections.abc import Iterable

_BREAKS = re.compile("[\t\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")


def join_row(cells: Iterable[str]) -> str:
    """Make a line, without its end; tabs and line breaks within a cell become spaces.

    cells (Iterable): The cells.
    RETURNS (str): The line. A cell with quotation marks is quoted, and they are doubled.
    """
    return "\t".join(map(_quote, cells))


def split_row(line: str) -> list[str]:
    r"""Take a line apart, whether it is quoted or written by hand.

    line (str): The line, without its end.
    RETURNS (list): The cells. A cell is unquoted only where all of it is quoted, so that a lone `"` is itself.
    """
    return [_unquote(cell) for cell in line.split("\t")]


def _quote(cell: str) -> str:
    cell = _BREAKS.sub(" ", cell)
    return '"{}"'.format(cell.replace('"', '""')) if '"' in cell else cell


def _unquote(cell: str) -> str:
    inner = cell[1:-1]
    is_quoted = len(cell) > 1 and cell[0] == cell[-1] == '"' and '"' not in inner.replace('""', "")
    return inner.replace('""', '"') if is_quoted else cell
