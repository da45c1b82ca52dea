"""Read labelled words, and say why lines can't be used."""

import json
import warnings
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...corpora.files import CorpusFile, split_suffix
from ...corpora.formats.text import NO_TAG
from ...errors import Errors, UserError, Warnings
from ...shared.delimited import clean_cell, find_columns, read_rows
from ...shared.listing import listed
from ...shared.surrogates import lone_surrogate
from ...shared.word_keys import spelling
from ..naming.tag_names import UPOS_GLOSSES, unfit_tag
from .advice import LabelRow, correct_tag, look_for_slips, show_lines
from .words_file import BY_FREQUENCY, COLUMNS, DEPENDS, NOTE, ORDER, SKIPPED

_LONGEST_SHOWN = 40
_KNOWN = (*COLUMNS, "pos", NOTE, ORDER)

_SENTENCES = ("conllu", "conll", "iob", "spacy")
"""Suffixes of files that hold sentences, never a list of words."""
_MANY_ROWS = 30
"""Rows without a blank line from which different words are a list, and no sentence."""

_NAMES = {name: (name,) for name in ("word", "tag", "pos", NOTE, ORDER)}

_Row = tuple[int, str, str, str, str, str]


@dataclass(frozen=True)
class Labels:
    """The labels of a file.

    path (str): The file.
    rows (list): The labelled words in the order of the file, each once.
    unlabelled (list): Words without a tag.
    skipped (list): Those of them that the annotator saw and skipped.
    notes (list): Notes on lines that were left out or look wrong.
    depends (list): Words, with or without a tag, whose tag depends on the sentence.
    """

    path: str
    rows: list[LabelRow] = field(default_factory=list)
    unlabelled: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    depends: list[str] = field(default_factory=list)

    @property
    def tags(self) -> dict[str, tuple[str, ...]]:
        """The tags of each labelled word."""
        return {row.word: row.tags for row in self.rows}

    @property
    def counted_tags(self) -> dict[str, list[str]]:
        """The tags of each labelled word, each as often as it counts; see `LabelRow.counted_tags`."""
        return {row.word: row.counted_tags for row in self.rows}

    @property
    def tagset(self) -> list[str]:
        """The tags in use, in the order in which they first occur."""
        return list(dict.fromkeys(tag for row in self.rows for tag in row.tags))

    @property
    def pos_of(self) -> dict[str, str]:
        """The UPOS tag of each tag that has one: its own name if that is one, or what the column `pos` says."""
        named = {tag: tag for tag in self.tagset if tag in UPOS_GLOSSES}
        return {**named, **{tag: pos for row in self.rows for tag, pos in zip(row.tags, row.pos, strict=False) if pos}}


def read_labels(
    path: Path,
    *,
    tags: Collection[str] | None = None,
    words: Collection[str] | None = None,
    normalize: Callable[[str], str] = str,
) -> Labels:
    """Read labelled words: a table with the columns `word` and `tag` (and `pos`), or Prodigy's `choice` tasks.

    Several tags of a word are separated by "|". A word without a tag is not labelled yet, which is no error; for a word
    that the annotator skipped, the column `note` says "skipped"; for one whose tag depends on the sentence, "depends".
    Where the column `order` says "frequency", the first of several tags is the most common one; elsewhere, several tags
    count the same.

    path (Path): A table with a header line, as text editors and spreadsheets save it; or .jsonl.
    tags (Collection): The only tags allowed; any by default.
    words (Collection): The known words, such as the types of a model; other words are kept, with a warning.
    normalize (Callable): From a word to its type, such as `str.lower`.
    RETURNS (Labels): The labels.
    RAISES (UserError): Lines can't be used (L013, which lists the first ten); the file holds sentences (L091); it can't
        be read (C006, C019).

    Warns (L201) about anything else that should be checked: other columns, unknown words, repeated lines.
    """
    if split_suffix(Path(path)) in _SENTENCES:
        raise UserError(Errors.L091.format(path=path))
    found = _Reading(Path(path), tags, words, normalize)
    is_jsonl = split_suffix(Path(path)) == "jsonl"
    for cells in _read_tasks(found) if is_jsonl else _read_table(found):
        found.take(*cells)
    if not found.seen and not found.problems:
        found.problems.append("there are no words in it")
    if found.problems:
        wrong = found.wrong_tags
        problems = [
            f"{show_lines(wrong[problem])}: {problem}" if problem in wrong else problem for problem in found.problems
        ]
        hints = [f"{hint}: {', '.join(tags)}" for hint, tags in found.hints.items()]
        raise UserError(Errors.L013.format(path=path, problems=listed(problems) + listed(hints)))
    labelled = [row for row in found.seen.values() if row.tags]
    found.notes[:0] = look_for_slips(labelled)
    if found.notes:
        warnings.warn(Warnings.L201.format(path=path, notes=listed(found.notes)), stacklevel=2)
    unlabelled = [row for row in found.seen.values() if not row.tags]
    skipped = [row.word for row in unlabelled if row.skipped]
    depends = [row.word for row in found.seen.values() if row.depends]
    return Labels(str(path), labelled, [row.word for row in unlabelled], found.notes, skipped, depends)


def count_labelled(path: Path) -> int | None:
    """Count the words of a table that have a tag, without checking them.

    path (Path): A file.
    RETURNS (int): The number; None if the file is not a table of words.
    RAISES (UserError): It can't be read (C006, C019).
    """
    found = _Reading(path, None, None, str)
    n = sum(1 for _, _, tag_cell, *_ in _read_table(found) if tag_cell.strip())
    return None if any(problem.startswith("line 1:") for problem in found.problems) else n


def is_word_table(path: Path) -> bool:
    """Whether a file is a table of labelled words, and not of sentences: by its columns, or because no word repeats.

    path (Path): A file, perhaps of another kind.
    RETURNS (bool): Whether it is.
    RAISES (UserError): It is a table that can't be read (C006, C019).
    """
    if not path.is_file() or split_suffix(path) not in ("tsv", "csv", "txt"):
        return False
    rows = [cells for _, cells in read_rows(CorpusFile(path).lines(is_table=True), _NAMES)]
    header = [clean_cell(cell).lower() for cell in (rows or [[""]])[0]]
    if not {"word", "tag"} <= {*header}:
        return False
    if {*header} & {*COLUMNS[2:], ORDER}:
        return True
    words = [cells[header.index("word")].strip() if len(cells) > 1 else "" for cells in rows[1:]]
    return len(words) >= _MANY_ROWS and all(words) and len({*words}) == len(words)


class _Reading:
    """A file while it is being read: the rows so far, and the problems found."""

    def __init__(
        self,
        path: Path,
        tags: Collection[str] | None,
        words: Collection[str] | None,
        normalize: Callable[[str], str],
    ) -> None:
        self.path = path
        self.problems: list[str] = []
        self.notes: list[str] = []
        self.wrong_tags: dict[str, list[int]] = {}  # the lines of each problem, which is reported once
        self.hints: dict[str, list[str]] = {}
        self.seen: dict[str, LabelRow] = {}
        self._pos: dict[str, tuple[str, int]] = {}
        self._tags = tags
        self._words = None if words is None else frozenset(map(spelling, words))
        self._normalize = normalize

    def take(self, line: int, word: str, tag_cell: str, pos_cell: str, note_cell: str, order_cell: str) -> None:
        """Check a row and add it."""
        faults: list[str] = []
        tags, pos = _split(tag_cell), _split(pos_cell)
        type_ = self._normalize(word.strip())
        if not type_:
            faults.append(f"the tag '{tag_cell}' has no word" if tags else "the word is empty")
        order = order_cell.strip().lower()
        if order not in ("", BY_FREQUENCY):
            faults.append(f"the order is {order[:20]!r}: write '{BY_FREQUENCY}' (most common tag first) or nothing")
        faults += self._tag_faults(tags) + self._pos_faults(tags, pos, line)
        wrong = self._wrong_tags(tags, pos)
        before = self.seen.get(type_)
        if before and before.tags and tags and set(before.tags) != set(tags):
            faults.append(
                f"'{type_}' is {'|'.join(tags)} here but {'|'.join(before.tags)} in line {before.line}: "
                f"keep one, or give it both ({'|'.join(dict.fromkeys((*before.tags, *tags)))})"
            )
        self.problems += [f"line {line}: {fault}" for fault in faults]
        self.problems += [fault for fault in wrong if fault not in self.wrong_tags]
        for fault in wrong:
            self.wrong_tags.setdefault(fault, []).append(line)
        if faults or wrong:
            return
        if before:
            self.notes.append(f"line {line}: '{type_}' stands in line {before.line} already")
        elif self._words is not None and spelling(type_) not in self._words:
            self.notes.append(f"line {line}: '{type_}' is not a word of the model")
        note = note_cell.strip().lower()
        depends = note in (DEPENDS, f"it {DEPENDS}") or (before is not None and before.depends)
        if before is None or not before.tags:
            row = LabelRow(type_, tags, pos, line, not tags and note == SKIPPED, order == BY_FREQUENCY)
        else:
            row = before
        self.seen[type_] = replace(row, depends=depends)

    def _tag_faults(self, tags: tuple[str, ...]) -> list[str]:
        faults = [f"{tag[:20]!r} can't be a tag: {why}" for tag in tags if tag and (why := unfit_tag(tag))]
        if NO_TAG in tags:
            faults.append(f"'{NO_TAG}' is no tag: leave the cell empty for a word without one")
        if len(tags) > 1 and not all(tags):
            faults.append(f"an empty tag in '{'|'.join(tags)}'")
        if len(set(tags)) < len(tags):
            faults.append(f"the same tag twice in '{'|'.join(tags)}'")
        return faults

    def _wrong_tags(self, tags: tuple[str, ...], pos: tuple[str, ...]) -> list[str]:
        outside = [] if self._tags is None else [tag for tag in tags if tag and tag not in self._tags]
        if outside and self._tags is not None:
            self.hints["The tags are"] = list(self._tags)
            self.hints["If yours are others, give a file of them"] = ["--tags FILE"]
        unknown = [one for one in pos if one not in UPOS_GLOSSES] if len(pos) == len(tags) else []
        if unknown:
            self.hints["The UPOS tags are"] = list(UPOS_GLOSSES)
        known = list(self._tags or ())
        guesses = [(tag, correct_tag(tag, known)) for tag in outside]
        guesses_of_pos = [(one, correct_tag(one, list(UPOS_GLOSSES))) for one in unknown]
        faults = [f"'{tag}' is not one of the tags" + (f"; {guess}" if guess else "") for tag, guess in guesses]
        faults += [f"'{one}' is not a UPOS tag" + (f"; {guess}" if guess else "") for one, guess in guesses_of_pos]
        return list(dict.fromkeys(faults))

    def _pos_faults(self, tags: tuple[str, ...], pos: tuple[str, ...], line: int) -> list[str]:
        if not pos:
            return []
        if len(pos) != len(tags):
            return [f"{len(pos)} pos for {len(tags)} tags"]
        faults = []
        for tag, one in zip(tags, pos, strict=True):
            other, where = self._pos.setdefault(tag, (one, line)) if one in UPOS_GLOSSES else (one, line)
            if other != one:
                faults.append(f"the pos of '{tag}' is {one} here but {other} in line {where}")
        return faults


def _read_table(found: _Reading) -> Iterator[_Row]:
    rows = read_rows(CorpusFile(found.path).lines(is_table=True), _NAMES)
    header = [clean_cell(cell).lower() for cell in next(rows, (1, [""]))[1]]
    while len(header) > 1 and not header[-1]:
        header.pop()
    missing = [name for name in ("word", "tag") if header.count(name) != 1]
    if missing:
        found.problems.append(_header_problem(header, missing))
        return
    others = [name for name in header if name not in _KNOWN]
    found.notes += [f"line 1: the column '{name}' is not used" for name in others]
    columns = find_columns(header, _NAMES)
    for line, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        if any(cell.strip() for cell in cells[len(header) :]):
            found.problems.append(f"line {line}: {len(cells)} cells, but the header has {len(header)} columns")
            continue
        cells += [""] * (len(header) - len(cells))
        word, tag, pos, note, order = (
            cells[columns[name]].replace("\n", " ") if name in columns else "" for name in _NAMES
        )
        yield line, word, tag, pos, note, order


def _header_problem(header: list[str], missing: list[str]) -> str:
    names = " and ".join(f"'{name}'" for name in missing)
    if not any(header):
        return f"line 1: the header needs one column {names}, but the line is empty"
    cells = [cell if len(cell) <= _LONGEST_SHOWN else f"{cell[:_LONGEST_SHOWN]}..." for cell in header]
    problem = f"line 1: the header needs one column {names}; it has: {', '.join(cells)}."
    if len(header) == 1:
        return f"{problem} The columns must be separated by tabs (or a CSV file's commas or semicolons)."
    if len(missing) > 1:
        return f"{problem} If that is no header but a row, put a line above it: word, a tab, tag."
    return problem


def _read_tasks(found: _Reading) -> Iterator[_Row]:
    """What Prodigy's `choice` gives: tasks with the chosen options in "accept", unless "answer" is another."""
    for line, text in enumerate(CorpusFile(found.path).lines(), 1):
        task = _json(text) if text.strip() else {"text": None}
        if not isinstance(task, dict) or not isinstance(task.get("text", 0), str | None) or _broken(task):
            found.problems.append(f'line {line}: not a JSON object with "text"')
        elif task["text"] is not None:
            accepted = task.get("accept", []) if task.get("answer", "accept") == "accept" else []
            if isinstance(accepted, list) and all(isinstance(tag, str) for tag in accepted):
                yield line, task["text"], "|".join(accepted), "", SKIPPED if task.get("answer") == "ignore" else "", ""
            else:
                found.problems.append(f'line {line}: "accept" is not a list of tags')


def _broken(task: dict[str, Any]) -> bool:
    """Whether a task holds half of a surrogate pair, which no text can hold."""
    accepted = task.get("accept")
    texts = [task.get("text"), *(accepted if isinstance(accepted, list) else [])]
    return lone_surrogate(text for text in texts if isinstance(text, str)) is not None


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _split(cell: str) -> tuple[str, ...]:
    return tuple(map(clean_cell, cell.split("|"))) if clean_cell(cell) else ()
