"""The table of answers: words, and the pieces that they are cut into."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ...errors import Errors, UserError
from ...shared.artifacts import write_text
from ...shared.delimited import clean_cell, find_columns, join_row, read_rows
from ...shared.listing import listed
from ..files import CorpusFile
from .families import Question
from .rules import Answers

COLUMNS = ("word", "pieces", "count", "examples")


def write_splits(path: Path, questions: Iterable[Question]) -> None:
    """Write words to decide on as a table, atomically; their pieces are those of now.

    path (Path): The file.
    questions (Iterable): The words.
    """
    rows = [
        (one.word, " ".join(one.pieces), str(one.count), " | ".join(" ".join(line).strip() for line in one.lines))
        for one in questions
    ]
    write_text(path, "".join(f"{join_row(row)}\n" for row in (COLUMNS, *rows)))


def read_splits(path: Path) -> Answers:
    """Read a table of answers.

    path (Path): A table with the columns `word` and `pieces`. A row without pieces is no answer.
    RETURNS (dict): The pieces by word.
    RAISES (UserError): Every line that can't be used, and why (C050).
    """
    answers: Answers = {}
    problems: list[str] = []
    lines: dict[str, int] = {}
    for line, word, pieces in _rows(path, problems):
        why = _fault(word, pieces)
        if word in answers and answers[word] != pieces:
            why = why or f"'{word}' is '{' '.join(answers[word])}' in line {lines[word]}; keep one of them"
        if why:
            problems.append(f"line {line}: {why}")
        elif pieces:
            answers[word] = pieces
            lines.setdefault(word, line)
    if problems:
        raise UserError(Errors.C050.format(path=path, problems=listed(problems)))
    return answers


def _fault(word: str, pieces: tuple[str, ...]) -> str:
    if not word or re.search(r"\s", word):
        return f"{word!r} is not a word: give one without spaces"
    if pieces and "".join(pieces) != word:
        return f"the pieces '{' '.join(pieces)}' are not the letters of '{word}', with spaces where it is cut"
    return ""


def _rows(path: Path, problems: list[str]) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    names = {name: (name,) for name in COLUMNS[:2]}
    rows = read_rows(CorpusFile(path).lines(), names)
    columns = find_columns(next(rows, (1, [""]))[1], names)
    if len(columns) < len(names):
        problems.append("line 1: the header needs a column 'word' and a column 'pieces', separated by tabs")
        return
    for line, cells in rows:
        word, pieces = ((cells[at] if at < len(cells) else "") for at in (columns[name] for name in names))
        if word.strip() or pieces.strip():
            yield line, clean_cell(word), tuple(clean_cell(pieces).split())
