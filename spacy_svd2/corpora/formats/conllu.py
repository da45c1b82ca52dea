"""CoNLL-U, the format of Universal Dependencies (https://universaldependencies.org/format.html)."""

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from spacy.parts_of_speech import IDS

from ...errors import Errors, UserError, Warnings
from ..files import CorpusFile
from .text import ReadingOptions, Tokens, clean_tags, clean_words

_COLUMNS = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
_FORM, _UPOS, _MISC = 1, 3, 9
_RANGE = re.compile(r"[0-9]{1,9}-[0-9]{1,9}")
_PARAGRAPHS = ("# newdoc", "# newpar")
_EMPTY_NODE = re.compile(r"[0-9]{1,9}\.[0-9]{1,9}")

Row = list[str]


@dataclass(frozen=True)
class SurfaceToken:
    """A token of the text, and the syntactic words that it stands for: mostly one, itself.

    text (str): The token.
    words, tags, pos (list): Its words, their tags in the chosen column, and their universal parts of speech.
    space (bool): Whether white space follows.
    """

    text: str
    words: list[str]
    tags: list[str]
    pos: list[str]
    space: bool


@dataclass(frozen=True)
class SurfaceSentence:
    """A sentence of the text; `begins_paragraph` says whether it begins a paragraph or document."""

    tokens: list[SurfaceToken]
    begins_paragraph: bool


def read_conllu(file: CorpusFile, options: ReadingOptions) -> Iterator[Tokens]:
    """Stream the sentences as syntactic words: ranges (1-2) and empty nodes (1.1) are no tokens.

    No white space stands between the words of a range; after its last word the range's SpaceAfter counts.
    A sentence ends at a blank line or where the IDs start again at 1. The value "_" is no tag.

    file (CorpusFile): The file.
    options (ReadingOptions): `column` is a column's name in lower case or its 1-based number; by default "upos".
    RETURNS (Iterator[Tokens]): The sentences.
    RAISES (UserError): C010 empty word, C011 no such column, C012 and C013 not CoNLL-U, C033 all text is withheld.

    Sentences whose words are all "_", because their text may not be passed on, are left out (C163).
    """
    index = _tag_index(file, options)
    n_read = n_withheld = 0
    for line, rows, ranges in _sentences(file):
        if all(row[_FORM] == "_" for row in rows):
            n_withheld += 1
            continue
        n_read += 1
        tags = clean_tags([row[index] for row in rows])
        upos = tags if index == _UPOS else clean_tags([row[_UPOS] for row in rows])
        yield Tokens(
            words=clean_words([row[_FORM] for row in rows]),
            tags=tags,
            pos=[tag if tag in IDS else "" for tag in upos],
            spaces=_spaces(rows, ranges),
            line=line,
            ranges=_ranges(rows, ranges) if ranges else (),
        )
    if n_withheld and not n_read:
        raise UserError(Errors.C033.format(path=file.path, n=n_withheld))
    if n_withheld:
        message = Warnings.C163.format(path=file.path, n=n_withheld, total=n_read + n_withheld)
        warnings.warn(message, stacklevel=2)


def _tag_index(file: CorpusFile, options: ReadingOptions) -> int:
    if options.column is None:
        return _UPOS
    if options.column in _COLUMNS:
        return _COLUMNS.index(options.column)
    if options.column in range(1, len(_COLUMNS) + 1):
        return int(options.column) - 1
    columns = ", ".join(f"{name} ({number})" for number, name in enumerate(_COLUMNS, start=1))
    raise UserError(Errors.C011.format(path=file.path, line=1, column=options.column, columns=columns))


def read_surface(file: CorpusFile, options: ReadingOptions) -> Iterator[SurfaceSentence]:
    """Stream the sentences as they stand in the text: a range (1-2) is one token.

    file (CorpusFile), options (ReadingOptions): See `read_conllu`.
    RETURNS (Iterator[SurfaceSentence]): The sentences.
    RAISES (UserError): See `read_conllu`.
    """
    index = _tag_index(file, options)
    begins: list[int] = []
    for number, (_, rows, ranges) in enumerate(_sentences(file, begins)):
        words = {row[0]: (row[_FORM], row[index], row[_UPOS]) for row in rows}
        starts = {row[0].partition("-")[0]: row for row in ranges}
        tokens: list[SurfaceToken] = []
        last = 0
        for row in rows:
            if row[0] in starts:
                row, last = starts[row[0]], int(starts[row[0]][0].partition("-")[2])
            elif int(row[0]) <= last:
                continue
            first = int(row[0].partition("-")[0])
            parts = [word for id_, word in words.items() if first <= int(id_) <= max(first, last)]
            forms, tags, pos = ([part[n] for part in parts] for n in range(3))
            tokens.append(SurfaceToken(row[_FORM], forms, clean_tags(tags), clean_tags(pos), not _glued(row)))
        yield SurfaceSentence(tokens, begins[-1:] == [number])


def _sentences(file: CorpusFile, begins: list[int] | None = None) -> Iterator[tuple[int, list[Row], list[Row]]]:
    """The first line of each sentence, its words and its ranges; `begins` takes those that begin a paragraph."""
    start = n = 0
    rows: list[Row] = []
    ranges: list[Row] = []
    lines = (line.removeprefix("\ufeff") for line in file.lines())  # where files were put together
    for number, line in enumerate(lines, start=1):
        if not line or line.isspace():
            if rows:
                yield start, rows, ranges
                n += 1
            rows, ranges = [], []
        elif begins is not None and line.startswith(_PARAGRAPHS):
            begins.append(n)
        elif not line.startswith("#"):
            row = line.split("\t")
            is_word = _check(file, number, line, row)
            if rows and (row[0] == "1" or row[0].startswith("1-")):
                yield start, rows, ranges
                n += 1
                rows, ranges = [], []
            if is_word:
                start = start if rows else number
                rows.append(row)
            elif "-" in row[0]:
                ranges.append(row)
    if rows:
        yield start, rows, ranges


def _check(file: CorpusFile, number: int, line: str, row: Row) -> bool:
    """Whether the row is a word, rather than a range or an empty node."""
    if len(row) != len(_COLUMNS):
        spaced = "\t" not in line and len(line.split()) > 1
        hint = ", separated by spaces: CoNLL-U needs tabs" if spaced else " separated by tabs"
        found = len(line.split()) if spaced else len(row)
        raise UserError(Errors.C012.format(path=file.path, line=number, found=found, hint=hint))
    is_word = row[0].isascii() and row[0].isdigit()
    if not (is_word or _RANGE.fullmatch(row[0]) or _EMPTY_NODE.fullmatch(row[0])):
        raise UserError(Errors.C013.format(path=file.path, line=number, id=row[0]))
    if is_word and not row[_FORM]:
        raise UserError(Errors.C010.format(path=file.path, line=number))
    return is_word


def _spaces(rows: list[Row], ranges: list[Row]) -> list[bool]:
    spaces = {row[0]: not _glued(row) for row in rows}
    for row in ranges:
        first, _, last = row[0].partition("-")
        inside = range(int(first), int(last)) if int(last) - int(first) < len(rows) else range(0)
        spaces.update({str(id_): False for id_ in inside if str(id_) in spaces})
        if last in spaces:
            spaces[last] = not _glued(row)
    return [spaces[row[0]] for row in rows]


def _ranges(rows: list[Row], ranges: list[Row]) -> tuple[tuple[int, int, str], ...]:
    """Which words each range stands for, and its text; ranges of words that are not there are left out."""
    places = {row[0]: at for at, row in enumerate(rows)}
    found = ((*row[0].partition("-")[::2], row[_FORM]) for row in ranges)
    known = ((places[first], places[last] + 1, form) for first, last, form in found if {first, last} <= places.keys())
    return tuple(one for one in known if one[0] < one[1] and one[2].strip())


def _glued(row: Row) -> bool:
    return "SpaceAfter=No" in row[_MISC].split("|")
