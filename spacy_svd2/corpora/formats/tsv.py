"""Word-per-line text: a word and its tags in columns, a blank line after each sentence."""

from collections.abc import Iterator

from ...errors import Errors, UserError
from ..files import CorpusFile
from .text import ReadingOptions, Tokens

Rows = list[list[str]]


def read_tsv(file: CorpusFile, options: ReadingOptions) -> Iterator[Tokens]:
    """Stream the sentences. A line with nothing but spaces and tabs is blank.

    file (CorpusFile): The file.
    options (ReadingOptions): `column` is the 1-based number of the tags' column; by default 2, if there is one.
    RETURNS (Iterator[Tokens]): The sentences.
    RAISES (UserError): C009 columns differ in number, C010 empty word, C011 no such column.
    """
    index: int | None = None
    for sentence, (line, rows) in enumerate(_sentences(file)):
        if sentence == 0:
            index = _tag_index(file, line, len(rows[0]), options)
        words = [row[0] for row in rows]
        if "" in words:
            raise UserError(Errors.C010.format(path=file.path, line=line + words.index("")))
        yield Tokens(words, None if index is None else [row[index] for row in rows])


def _sentences(file: CorpusFile) -> Iterator[tuple[int, Rows]]:
    """Each sentence's first line number and rows."""
    width = 0
    rows: Rows = []
    for number, line in enumerate(file.lines(), start=1):
        row = line.split("\t")
        if len(row) == width and line >= "!":  # the cheap test for most lines: it begins with no space or tab
            rows.append(row)
        elif not line.strip(" \t"):
            if rows:
                yield number - len(rows), rows
                rows = []
        elif width in (0, len(row)):
            width = len(row)
            rows.append(row)
        else:
            raise UserError(Errors.C009.format(path=file.path, line=number, found=len(row), expected=width))
    if rows:
        yield number - len(rows) + 1, rows


def _tag_index(file: CorpusFile, line: int, width: int, options: ReadingOptions) -> int | None:
    if options.column is None:
        return 1 if width > 1 else None
    if options.column not in range(1, width + 1):
        columns = ", ".join(map(str, range(1, width + 1)))
        raise UserError(Errors.C011.format(path=file.path, line=line, column=options.column, columns=columns))
    return int(options.column) - 1
