"""Word-per-line text: a word and its tags in columns, a blank line after each sentence."""

import re
import warnings
from collections.abc import Iterator
from itertools import pairwise

from ...errors import Errors, UserError, Warnings
from ...shared.delimited import clean_cell, find_columns, read_blocks
from ..files import CorpusFile
from .text import ReadingOptions, Tokens, clean_tags, clean_words

NAMES = {
    "word": ("word", "token", "form", "wordform", "word form", "text", "words", "tokens"),
    "tag": ("tag", "pos", "upos", "xpos", "postag", "pos tag", "pos_tag", "label", "tags"),
}
_NUMBERS = re.compile(r"[0-9]{1,9}(?:[-.:][0-9]{1,9})*")
_CHOICE = re.compile(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*")
_ENOUGH = 20  # first rows that tell numbers of tokens from words that are numbers

_SHOWN = 20
_CONLLU_COLUMNS = 10
_CONLLU_HINT = " It looks like CoNLL-U: name it .conllu, or give --format conllu."

Rows = list[list[str]]
Columns = tuple[int, int | None]

_LOOKED_AT = 1000
_LONG_SENTENCE, _LONG_FILE = 1000, 100  # words of a sentence, and of a file's only one, that are hardly one


def read_tsv(file: CorpusFile, options: ReadingOptions) -> Iterator[Tokens]:
    """Stream the sentences. A line whose cells are all blank is blank; a first line that names columns is a header.

    file (CorpusFile): The file.
    options (ReadingOptions): `column` is the 1-based number of the tags' column, its name in the header, or the
        numbers of the columns of words and tags ("3,4"). By default the columns that the header names, or else 1
        and 2, if there are two.
    RETURNS (Iterator[Tokens]): The sentences.
    RAISES (UserError): C009 columns differ in number, C010 empty word, C011 no such column, C026 numbers for words,
        C027 a word with a line break, C032 texts for words.

    Warns (C162) if there are no blank lines for long.
    """
    columns: Columns | None = None
    for line, rows in _of_words(file, _sentences(file), options):
        if columns is None:
            columns, is_header = _find_columns(file, line, rows, options)
            if is_header:
                line, rows = _line(line, rows, 1), rows[1:]
        if rows:
            yield _tokens(file, line, rows, *columns)


def _tokens(file: CorpusFile, line: int, rows: Rows, word_at: int, tag_at: int | None) -> Tokens:
    words = [row[word_at] for row in rows]
    if "" in words:
        raise UserError(Errors.C010.format(path=file.path, line=_line(line, rows, words.index(""))))
    if "\n" in "".join(words):
        broken = next(at for at, word in enumerate(words) if "\n" in word)
        shown = words[broken][:_SHOWN]
        raise UserError(Errors.C027.format(path=file.path, line=_line(line, rows, broken), word=shown))
    words = clean_words(words)
    if tag_at is None:
        return Tokens(words, line=line)
    tags = clean_tags([row[tag_at] for row in rows])
    return Tokens(words, tags, line=_line(line, rows, tags.index("")) if "" in tags else line)


def _line(first: int, rows: Rows, at: int) -> int:
    """The line of a row, given that of the first; a cell may hold line breaks."""
    return first + at + sum(cell.count("\n") for row in rows[:at] for cell in row)


def _sentences(file: CorpusFile) -> Iterator[tuple[int, Rows]]:
    """The first line and the rows of each sentence, all of one width: empty cells at the end are added or left out."""
    width = least = 0
    start = 1
    rows: Rows = []
    for first, block in read_blocks(file.lines(is_table=True), NAMES):
        for line, row in enumerate(block, first):
            if len(row) == width and row[0] >= "!":  # the cheap test for most rows: it begins with no space
                rows.append(row)
            elif row == [""] or not any(cell.strip(" ") for cell in row):
                if rows:
                    yield start, rows
                    rows = []
                start = line + 1
            else:
                if not width:
                    width, least = len(row), len(_without_end(row))
                if len(row) < least or any(cell.strip(" ") for cell in row[width:]):
                    found = len(row) if len(row) < least else len(_without_end(row))
                    hint = _CONLLU_HINT if _is_conllu(row) or any(map(_is_conllu, rows)) else ""
                    raise UserError(
                        Errors.C009.format(path=file.path, line=line, found=found, expected=width, hint=hint)
                    )
                rows.append((row + [""] * width)[:width])
    if rows:
        yield start, rows


def _is_conllu(row: list[str]) -> bool:
    """Whether a row is one of CoNLL-U, the lines of which are comments or have ten columns."""
    return len(row) == _CONLLU_COLUMNS and _NUMBERS.fullmatch(row[0]) is not None


def _of_words(
    file: CorpusFile, sentences: Iterator[tuple[int, Rows]], options: ReadingOptions
) -> Iterator[tuple[int, Rows]]:
    """Pass sentences on, and look whether they are: whether the first rows hold words, and blank lines separate them.

    RAISES (UserError): They hold texts (C032).
    """
    first: Rows = []
    word_at = longest = n_sentences = 0
    for line, rows in sentences:
        if not n_sentences:
            (word_at, _), is_header = _find_columns(file, line, rows, options)
            first = rows[1:] if is_header else list(rows)
        elif len(first) < _LOOKED_AT:
            first += rows
        n_sentences += 1
        if len(first) >= _LOOKED_AT > len(first) - len(rows):
            _check_words(file, first[:_LOOKED_AT], n_sentences, word_at)
        longest = max(longest, len(rows))
        yield line, rows
    if len(first) < _LOOKED_AT:
        _check_words(file, first, n_sentences, word_at)
    if longest > _LONG_SENTENCE or (n_sentences == 1 and longest > _LONG_FILE):
        warnings.warn(Warnings.C162.format(path=file.path, n=longest), stacklevel=2)


def _check_words(file: CorpusFile, rows: Rows, n_sentences: int, word_at: int) -> None:
    for column in range(len(rows[0]) if rows else 0):
        texts = [row[column] for row in rows if " " in row[column].strip()]
        # words may hold spaces (Vietnamese); a column of glosses is fine where blank lines separate sentences
        if 2 * len(texts) > len(rows) and (column == word_at or n_sentences == 1):
            raise UserError(Errors.C032.format(path=file.path, number=column + 1, example=texts[0][:40]))


def _without_end(cells: list[str]) -> list[str]:
    """The cells up to the last that is not blank."""
    return cells[: max((at for at, cell in enumerate(cells, 1) if cell.strip(" ")), default=0)]


def _find_columns(file: CorpusFile, line: int, rows: Rows, options: ReadingOptions) -> tuple[Columns, bool]:
    """The columns of words and tags, and whether the first row is a header."""
    first = rows[0]
    named = find_columns(first, NAMES)
    is_header = len(named) == len(NAMES)
    word_at = named["word"] if is_header else 0
    tag_at = named["tag"] if is_header else 1 if len(first) > 1 else None
    column = options.column
    if column is None:
        if not is_header and len(first) > 2 and _has_numbers(rows):
            raise UserError(Errors.C026.format(path=file.path, line=line))
        return (word_at, tag_at), is_header
    header = [clean_cell(cell).lower() for cell in first] if is_header else []
    both = _CHOICE.fullmatch(column) if isinstance(column, str) else None
    if both:
        chosen = [int(number) - 1 for number in both.groups()]
    elif isinstance(column, str) and column.lower() in header:
        chosen = [word_at, header.index(column.lower())]
    else:
        chosen = [word_at, column - 1 if isinstance(column, int) else -1]
    if not all(at in range(len(first)) for at in chosen):
        columns = ", ".join([*map(str, range(1, len(first) + 1)), *header])
        raise UserError(Errors.C011.format(path=file.path, line=line, column=column, columns=columns))
    return (chosen[0], chosen[1]), is_header


def _has_numbers(rows: Rows) -> bool:
    """Whether the first column numbers the tokens, and another has words."""
    begun = [row[0] for row in rows[:_ENOUGH]]
    numbered = len(begun) > 1 and all(map(_NUMBERS.fullmatch, begun))
    starts = [int(re.split("[-.:]", number)[-1]) for number in begun] if numbered else []
    return bool(starts) and all(after == before + 1 for before, after in pairwise(starts))
