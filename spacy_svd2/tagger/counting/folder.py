"""A folder of counts: a manifest that says what is counted and how, and a file for each finished part."""

import json
import os
import shutil
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, TypeVar

from ...corpora.files import split_suffix
from ...corpora.formats.registry import FORMATS, known_suffixes
from ...errors import Errors, UserError, Warnings
from ...shared.artifacts import write_artifact, write_text
from ...shared.atomic import atomic_path
from ...shared.json_text import MOST_BYTES, parse_json
from . import check_count
from .count_files import check_counts_file, counts_from_artifact, counts_to_artifact
from .counts import BigramCounts, add_up
from .settings import UNSAID

T = TypeVar("T")

FORMAT = "spacy-svd2 counts"
VERSION = 1
MANIFEST = "counts.json"


@dataclass(frozen=True)
class CountsFolder:
    """Counts on disk. Every file is written atomically, so all files are complete.

    path (Path): The folder.
    about (dict): How it was counted, see `CountSettings.about`.
    parts (list): What was counted: a dict for each part, see `CorpusPart`.
    """

    path: Path
    about: dict[str, Any]
    parts: list[dict[str, Any]]

    @classmethod
    def begin(
        cls, path: Path, about: dict[str, Any], parts: list[dict[str, Any]], *, force: bool = False
    ) -> "CountsFolder":
        """Begin to count into a folder, or continue a count that was begun there.

        path (Path): The folder; it is made if it does not exist.
        about (dict): How it will be counted.
        parts (list): What will be counted, a dict for each part.
        force (bool): Whether to delete counts of other files or settings.
        RAISES (UserError): The folder holds something else (N002), or such counts (N004).
        """
        folder = cls(path, about, parts)
        check_place(path)
        if (path / MANIFEST).exists():
            what = _difference(cls.open(path), folder)
            if not what:
                return folder
            if not force:
                raise UserError(Errors.N004.format(path=path, what=what))
            shutil.rmtree(path / "parts", ignore_errors=True)
        text = {"format": FORMAT, "version": VERSION, "about": about, "pieces": folder.parts}
        write_text(path / MANIFEST, json.dumps(text, ensure_ascii=False, indent=1) + "\n")
        return folder

    @classmethod
    def open(cls, path: Path) -> "CountsFolder":
        """Open a folder of counts.

        RAISES (UserError): It is not a folder of counts (N002).
        """
        manifest = path / MANIFEST
        if not manifest.is_file():
            raise UserError(Errors.N002.format(path=path, why=f"it has no {MANIFEST}"))
        try:
            values: Any = None if manifest.stat().st_size > MOST_BYTES else parse_json(manifest.read_bytes())
        except ValueError as err:
            raise UserError(Errors.N002.format(path=path, why=f"{MANIFEST} {err}")) from err
        about: Any = values.get("about") if isinstance(values, dict) else None
        parts: Any = values.get("pieces") if isinstance(values, dict) else None
        fits = isinstance(about, dict) and isinstance(parts, list) and all(isinstance(x, dict) for x in parts)
        if not fits or (values.get("format"), values.get("version")) != (FORMAT, VERSION):
            raise UserError(Errors.N002.format(path=path, why=f"{MANIFEST} is of another format or version"))
        if not parts:
            raise UserError(Errors.N002.format(path=path, why=f"{MANIFEST} names no parts"))
        return cls(path, {**UNSAID, **about}, parts)

    @property
    def was_tokenized(self) -> bool | None:
        """Whether text was split at spaces (`--tokenized`), or by a tokenizer; None if all files say what words are."""
        format = str(self.about.get("format", "auto"))
        if all(_has_words(part.get("path"), format) for part in _sources(self.parts)):
            return None
        return self.about.get("tokenized") is True

    def part_file(self, number: int) -> Path:
        """The path of a part's file, whether it exists or not."""
        return self.path / "parts" / f"{number:06d}.npz"

    def missing(self) -> list[int]:
        """The numbers of the parts that are not counted yet."""
        return [number for number in range(len(self.parts)) if not self.part_file(number).exists()]

    def write_part(self, number: int, counts: BigramCounts) -> None:
        """Write the counts of a part."""
        write_artifact(self.part_file(number), counts_to_artifact(counts, self._notes(number)))

    def read_parts(self) -> Iterator[BigramCounts]:
        """Read the parts in the order of the corpus.

        RAISES (UserError): Parts are missing (N003), damaged (N015) or belong to other counts (N002).
        """
        if missing := self.missing():
            done, wanted = len(self.parts) - len(missing), len(self.parts)
            raise UserError(Errors.N003.format(path=self.path, done=done, wanted=wanted))
        for number in range(len(self.parts)):
            counts, notes = self._read(number, counts_from_artifact)
            if {**UNSAID, **notes} != self._notes(number) or counts.boundaries != self.about.get("boundaries"):
                why = f"'{self.part_file(number).name}' belongs to other counts"
                raise UserError(Errors.N002.format(path=self.path, why=why))
            yield counts

    def check_parts(self) -> None:
        """Check the existing parts by their checksums, which is quick.

        RAISES (UserError): One is damaged (N015).
        """
        for number in sorted(set(range(len(self.parts))) - set(self.missing())):
            self._read(number, check_counts_file)

    def _read(self, number: int, read: Callable[[Path], T]) -> T:
        try:
            return read(self.part_file(number))
        except (UserError, OSError) as err:
            raise UserError(Errors.N015.format(path=self.part_file(number), why=err)) from err

    def total(self, *, max_types: int | None = None) -> BigramCounts:
        """Add up the parts.

        max_types (int): Keep the most frequent types only; see `add_up_most_frequent`.
        RETURNS (BigramCounts): The counts of the whole corpus.
        RAISES (UserError): See `read_parts`.
        """
        return add_up(self.read_parts()) if max_types is None else add_up_most_frequent(self.read_parts, max_types)

    def _notes(self, number: int) -> dict[str, Any]:
        return {**self.about, "piece": self.parts[number]}


def check_place(path: Path) -> None:
    """Make sure that counts can go to a path.

    RAISES (UserError): Something else is there (N002).
    """
    if path.exists() and (not path.is_dir() or (any(path.iterdir()) and not (path / MANIFEST).exists())):
        raise UserError(Errors.N002.format(path=path, why="it holds something else"))


@contextmanager
def new_counts(
    out: Path, about: dict[str, Any], parts: list[dict[str, Any]], *, force: bool = False
) -> Iterator[CountsFolder]:
    """Begin or continue a count; with `force` from the start, but earlier counts stay until the new ones are complete.

    Until then, the new counts are in the folder "<name>.new" beside it, and the next call with `force` continues them.

    out (Path), about (dict), parts (list): See `CountsFolder.begin`.
    force (bool): Whether to replace counts that are there.
    YIELDS (CountsFolder): Where to count.
    RAISES (UserError): See `CountsFolder.begin`; N002 also if the folder to replace holds something else.
    """
    if not force or not (out / MANIFEST).exists():
        yield CountsFolder.begin(out, about, parts)
        return
    others = sorted({path.name for path in out.iterdir() if not path.name.startswith(".")} - {MANIFEST, "parts"})
    if others:
        raise UserError(Errors.N002.format(path=out, why=f"it also holds '{others[0]}'"))
    real = Path(os.path.realpath(out))
    beside = CountsFolder.begin(real.with_name(f"{real.name}.new"), about, parts, force=True)
    yield beside
    with atomic_path(out) as temporary:
        beside.path.rename(temporary)


def read_counts(path: Path, *, max_types: int | None = None) -> tuple[BigramCounts, dict[str, Any]]:
    """Read a finished folder of counts.

    path (Path): The folder.
    max_types (int): Keep the most frequent types only.
    RETURNS (tuple): The counts of the whole corpus, and how they were made.
    RAISES (UserError): It is not a folder of counts (N002), it is not complete (N003), or a part is damaged.
    """
    folder = CountsFolder.open(path)
    return folder.total(max_types=max_types), folder.about


def merge_folders(paths: list[Path], out: Path, *, max_types: int | None = None, force: bool = False) -> BigramCounts:
    """Add up folders of counts into a new one with a single part.

    paths (list): The folders, in the order of the corpus.
    out (Path): The new folder.
    max_types (int): Keep the most frequent types only; see `add_up_most_frequent`.
    force (bool): Whether to replace existing counts.
    RETURNS (BigramCounts): The sum.
    RAISES (UserError): They were counted differently (N008, N021), or see `read_counts`.

    Warns (N102) of the same part of a corpus in two of them.
    """
    folders = [CountsFolder.open(path) for path in paths]
    tokenized = _check_same_words(folders)
    for folder in folders[1:]:
        for name in sorted({*folders[0].about, *folder.about} - {"format", "tokenized"}):
            found, other = folders[0].about.get(name), folder.about.get(name)
            if found != other:
                first, second = folders[0].path, folder.path
                raise UserError(Errors.N008.format(name=name, first=first, found=found, second=second, other=other))

    _look_for_repetition(folders)

    def read_all() -> Iterator[BigramCounts]:
        return (part for folder in folders for part in folder.read_parts())

    total = add_up(read_all()) if max_types is None else add_up_most_frequent(read_all, max_types)
    merged = {"merged": [part for folder in folders for part in folder.parts], "max_types": max_types}
    about = {**folders[0].about, **({} if tokenized is None else {"tokenized": tokenized})}
    with new_counts(out, about, [merged], force=force) as folder:
        folder.write_part(0, total)
    return total


def _check_same_words(folders: list[CountsFolder]) -> bool | None:
    """Whether all text was split at spaces (see `was_tokenized`); an error if only some was (N021)."""
    split = {folder.was_tokenized: folder.path for folder in reversed(folders)}
    if True in split and False in split:
        raise UserError(Errors.N021.format(first=split[True], second=split[False]))
    return next((found for found in (True, False) if found in split), None)


def _has_words(path: Any, format: str) -> bool:
    """Whether a part of a corpus needed no tokenizer, as far as its name says."""
    name = known_suffixes().get(split_suffix(Path(path)), "") if format == "auto" and isinstance(path, str) else format
    return next((one.has_words for one in FORMATS if one.name == name), False)


def _look_for_repetition(folders: list[CountsFolder]) -> None:
    """Warn of the first two folders that count the same (N102)."""
    sources = [{json.dumps(part, sort_keys=True) for part in _sources(folder.parts)} for folder in folders]
    for (first, one), (second, other) in combinations(zip(folders, sources, strict=True), 2):
        if both := one & other:
            warnings.warn(Warnings.N102.format(n=len(both), first=first.path, second=second.path), stacklevel=3)
            return


def _sources(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The parts of a corpus, also of counts that were added up before."""
    rest = list(parts)
    while rest:
        part = rest.pop()
        merged = part.get("merged")
        if isinstance(merged, list) and all(isinstance(one, dict) for one in merged):
            rest += merged
        else:
            yield part


def add_up_most_frequent(parts: Callable[[], Iterator[BigramCounts]], max_types: int) -> BigramCounts:
    """Compute the `most_frequent` types of a sum, without ever holding the sum in memory.

    The parts are read twice: first to count how often each type occurs, then for all counts of the types kept. The
    result is exactly `add_up(parts()).most_frequent(max_types)`: the counts of the types kept and of the bigrams among
    them are exact, and `n_dropped` says how many tokens were dropped.

    Memory: 200 bytes and the text for each distinct type while types are ranked, then 24 bytes for each bigram of the
    types kept, and always one part. The ranking is the only step that needs every type.

    parts (Callable): Gives the parts, from the start at each call.
    max_types (int): Types to keep.
    RETURNS (BigramCounts): The counts of the most frequent types.
    RAISES (UserError): `max_types` is out of its range (N012).
    """
    check_count("max_types", max_types)
    types = add_up(part.without_bigrams() for part in parts())
    if types.n_types <= max_types:
        return add_up(parts())
    wanted = frozenset(types.most_frequent(max_types).types)
    del types
    return add_up(part.only(wanted) for part in parts())


def _difference(found: CountsFolder, wanted: CountsFolder) -> str:
    """What differs between the counts found and those wanted; empty if nothing does."""
    for name in wanted.about:
        if found.about.get(name) != wanted.about[name]:
            return f"with {name} = '{found.about.get(name)}', now it is '{wanted.about[name]}'"
    if len(found.parts) != len(wanted.parts):
        return f"with {len(found.parts)} parts of the corpus, now there are {len(wanted.parts)}"
    for old, new in zip(found.parts, wanted.parts, strict=True):
        if old != new:
            what = new.get("path", "the counts that are added up")
            return f"with another state of '{what}' (size, time of change or order)"
    return ""
