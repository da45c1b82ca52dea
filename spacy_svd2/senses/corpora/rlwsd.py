"""The Russian lexical sample RL-WSD: one file of contexts a word, with the senses' definitions."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from ...corpora.whole_files import numbered_lines, read_text
from ...errors import Errors, UserError
from ...shared.surrogates import lone_surrogate
from .instance import Instance

SUFFIXES = ("txt", "json")
UNCLEAR = "0"


@dataclass
class WordFile:
    """One word's contexts.

    word (str): The word.
    glosses (dict): Definition by sense, without the answers "other" and "can't tell".
    instances (list): The contexts on whose sense the annotators agree.
    """

    word: str
    glosses: dict[str, str] = field(default_factory=dict)
    instances: list[Instance] = field(default_factory=list)


def read_rlwsd(path: Path) -> Iterator[Instance]:
    """Read word files.

    path (Path): A word's file (`.txt` or `.json`), or a folder that holds some at any depth.
    YIELDS (Instance): The contexts whose annotators agree on a listed sense, by file name. The word's key is
        the file's place in the folder, for instance "nouns/RNC/горшок".
    RAISES (UserError): There is no word file (C107), or one is broken (C106) or holds what is not a character (C017).
    """
    for word_file in read_word_files(path):
        yield from word_file.instances


def read_word_files(path: Path) -> Iterator[WordFile]:
    """Like `read_rlwsd`.

    YIELDS (WordFile): The content of each file.
    """
    path = Path(path)
    files = sorted(file for file in path.rglob("*") if _is_file(file)) if path.is_dir() else [path]
    if not files or not _is_file(files[0]):
        raise UserError(Errors.C107.format(path=path, what="word file ('.txt' or '.json')"))
    for file in files:
        key = file.relative_to(path).with_suffix("").as_posix() if path.is_dir() else file.stem
        yield _read_json(file, key) if file.suffix == ".json" else _read_table(file, key)


def file_name(key: str) -> str:
    """Find the word of a key, which is the place of the word's file.

    key (str): For instance "nouns/RNC/горшок".
    RETURNS (str): For instance "горшок".
    """
    return key.rpartition("/")[2]


def is_word_file(path: Path) -> bool:
    """Whether a path is named as a word's file.

    Skips a distribution's own files: word files stand in folders named by part of speech or corpus.

    path (Path): The path; nothing need be there.
    RETURNS (bool): Whether it is read, if it is a file.
    """
    return path.suffix[1:] in SUFFIXES and not any(part.endswith(".egg-info") for part in path.parts)


def _is_file(path: Path) -> bool:
    return is_word_file(path) and path.is_file()


def _read_table(path: Path, key: str) -> WordFile:
    glosses: dict[str, str] = {}
    contexts: list[tuple[int, list[str]]] = []
    for number, line in numbered_lines(read_text(path)):
        row = [cell for cell in line.strip().split("\t") if cell]
        if line.startswith("\t"):
            _check(len(row) in (2, 3), path, number, "a sense needs its definition and its number")
            glosses[row[1]] = row[0]
        else:
            _check(len(row) in (4, 5), path, number, "a context needs left, word, right and one or two answers")
            contexts.append((number, row))
    return _word_file(path, key, glosses, contexts)


def _read_json(path: Path, key: str) -> WordFile:
    text = read_text(path)
    try:
        glosses, contexts = json.loads(text)
        rows = [(index, [*map(str, context), str(answer)]) for index, (context, answer) in enumerate(contexts, start=1)]
        glosses = {str(number): str(gloss) for number, gloss in glosses.items()}
    except (ValueError, TypeError, AttributeError, RecursionError) as err:
        why = "it is not a JSON list of senses and contexts"
        raise UserError(Errors.C106.format(path=path, line=getattr(err, "lineno", 1), why=why)) from err
    for number, row in rows:
        _check(len(row) in (4, 5), path, 1, f"context {number} is not left, word, right and one or two answers")
    strings = chain(glosses, glosses.values(), *(row for _, row in rows))
    if code := lone_surrogate(strings):
        line = text[: max(0, text.lower().find(f"\\{code}"))].count("\n") + 1
        raise UserError(Errors.C017.format(path=path, line=line, code=code))
    return _word_file(path, key, glosses, rows)


def read_glosses(path: Path) -> dict[str, dict[str, str]]:
    """Read the definitions of senses.

    path (Path): See `read_rlwsd`.
    RETURNS (dict): Definitions by word and sense.
    RAISES (UserError): As `read_rlwsd`.
    """
    return {file.word: file.glosses for file in read_word_files(path)}


def _word_file(path: Path, key: str, glosses: dict[str, str], contexts: list[tuple[int, list[str]]]) -> WordFile:
    """The listed sense of the highest number is "other", 0 is "can't tell": both are left out."""
    for number in glosses:
        _check(number.isdecimal(), path, 1, f"sense '{number}' is not a number")
    _check(bool(glosses), path, 1, "it lists no senses")
    skipped = {UNCLEAR, max(glosses, key=int)}
    listed = {number: gloss for number, gloss in glosses.items() if number not in skipped}
    instances = []
    for line, (left, target, right, *answers) in contexts:
        if len(set(answers)) == 1 and answers[0] not in skipped:
            instances.append(_instance(f"{key}.{line}", key, left, target, right, answers[0]))
    return WordFile(key, listed, instances)


def _instance(name: str, key: str, left: str, target: str, right: str, sense: str) -> Instance:
    bare = target.strip()
    left = f"{left.rstrip()} " if left.strip() else ""
    right = f" {right.lstrip()}" if right.lstrip()[:1].isalnum() else right
    return Instance(name, key, left, bare, right.rstrip(), (sense,))


def _check(condition: Any, path: Path, line: int, why: str) -> None:
    if not condition:
        raise UserError(Errors.C106.format(path=path, line=line, why=why))
