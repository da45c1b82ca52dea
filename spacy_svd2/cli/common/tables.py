"""Tables of figures: a row for each thing compared, its name in the first column."""

from collections.abc import Sequence
from typing import Literal

import wasabi

Row = Sequence[str]


def terminal_table(header: Row, rows: Sequence[Row]) -> str:
    """Lay out figures for the terminal.

    header (Sequence[str]), rows (Sequence[Sequence[str]]): The cells.
    RETURNS (str): The table; the first column is aligned to the left, the others to the right.
    """
    return wasabi.table(rows, header=header, divider=True, aligns=_aligns(header), max_col=60).strip("\n")


def markdown_table(header: Row, rows: Sequence[Row]) -> str:
    """Lay out figures in Markdown.

    header (Sequence[str]), rows (Sequence[Sequence[str]]): The cells.
    RETURNS (str): The table, with a line end after each row.
    """
    return wasabi.MarkdownRenderer().table(rows, header, aligns=_aligns(header)) + "\n"


def _aligns(header: Row) -> list[Literal["l", "r", "c"]]:
    return ["l" if column == 0 else "r" for column in range(len(header))]
