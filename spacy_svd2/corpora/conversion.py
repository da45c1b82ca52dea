"""Corpus files as plain text, or as CoNLL-U."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from ..errors import Errors, UserError
from ..shared.atomic import atomic_path
from .decompression import uncompressed_name
from .files import CorpusFile
from .formats.registry import Item, guess_format, read_items
from .formats.text import ReadingOptions, Tokens


@dataclass
class Converted:
    """What became of a file.

    path (Path): The file.
    format (str): What it was read as.
    n_texts (int): The sentences, lines or other units taken.
    n_words (int): The words of those that the file divides into words.
    n_tagged (int): The words with a tag.
    left (dict): What was left out: for each reason how often, and the first line, or 0.
    target (str): Where it went.
    """

    path: Path
    format: str
    n_texts: int = 0
    n_words: int = 0
    n_tagged: int = 0
    left: dict[str, tuple[int, int]] = field(default_factory=dict)
    target: str = ""


def read_file(path: Path, format: str, options: ReadingOptions, report: Converted) -> Iterator[Item]:
    """Stream the texts of a file and count them.

    path (Path), format (str): The file and its format.
    options (ReadingOptions): How to read it.
    report (Converted): Takes the counts.
    RETURNS (Iterator[Item]): The texts.
    RAISES (UserError): What is wrong with which line.
    """
    file = CorpusFile(path)
    report.left = file.left
    for item in read_items(file, format, options):
        report.n_texts += 1
        if isinstance(item, Tokens):
            report.n_words += len(item.words)
            report.n_tagged += sum(map(bool, item.tags or ()))
        yield item


def to_texts(
    paths: list[Path], folder: Path, *, format: str = "auto", options: ReadingOptions | None = None
) -> Iterator[Converted]:
    """Convert files to plain text, a line for each of their texts. Each file is complete or absent.

    paths (list): The files.
    folder (Path): Takes a .txt for each file that has any text.
    format (str): The format of all files; "auto" to go by the content and the name of each.
    options (ReadingOptions): How to read them.
    RETURNS (Iterator[Converted]): What became of each file.
    RAISES (UserError): What is wrong with which line of which file.
    """
    names: Counter[str] = Counter()
    for path in paths:
        report = Converted(path, guess_format(path) if format == "auto" else format)
        stem = Path(uncompressed_name(path.name)).stem
        names[stem] += 1
        target = folder / (f"{stem}.txt" if names[stem] == 1 else f"{stem}_{names[stem]}.txt")
        with ExitStack() as stack:
            out: IO[str] | None = None
            for item in read_file(path, report.format, options or ReadingOptions(), report):
                if out is None:
                    temporary = stack.enter_context(atomic_path(target))
                    out = stack.enter_context(temporary.open("w", encoding="utf8", newline="\n"))
                out.write(f"{_line(item)}\n")
                report.target = str(target)
        yield report


def to_conllu(
    paths: list[Path],
    target: Path,
    *,
    format: str = "auto",
    options: ReadingOptions | None = None,
    to_upos: Callable[[str], str] = str,
) -> list[Converted]:
    """Convert files to CoNLL-U: the sentences of those that have words, with their tags. It is complete or absent.

    paths (list), format (str), options (ReadingOptions): See `to_texts`.
    target (Path): The file to write.
    to_upos (Callable): From a tag of the files to a universal part of speech, or "".
    RETURNS (list): What became of each file.
    RAISES (UserError): What is wrong with which line of which file; no file has words (L082).
    """
    reports = []
    with atomic_path(target) as temporary, temporary.open("w", encoding="utf8", newline="\n") as out:
        for path in paths:
            report = Converted(path, guess_format(path) if format == "auto" else format, target=str(target))
            for item in read_file(path, report.format, options or ReadingOptions(), report):
                if isinstance(item, Tokens):
                    out.writelines(_rows(item, to_upos))
                else:
                    report.n_texts -= 1
                    n, first = report.left.get(_NO_WORDS, (0, 0))
                    report.left[_NO_WORDS] = (n + 1, first)
            reports.append(report)
        if not out.tell():
            raise UserError(Errors.L082.format(what="texts that are divided into words", out=target))
    return reports


_NO_WORDS = "texts that are not divided into words"


def tags_of_files(
    paths: list[Path], *, format: str = "auto", options: ReadingOptions | None = None
) -> Mapping[str, tuple[int, str]]:
    """Count the tags of files.

    paths (list), format (str), options (ReadingOptions): See `to_texts`.
    RETURNS (Mapping): For each tag how often it occurs, and a word that has it.
    RAISES (UserError): What is wrong with which line of which file.
    """
    found: dict[str, tuple[int, str]] = {}
    for path in paths:
        report = Converted(path, guess_format(path) if format == "auto" else format)
        for item in read_file(path, report.format, options or ReadingOptions(), report):
            if isinstance(item, Tokens) and item.tags:
                for word, tag in zip(item.words, item.tags, strict=True):
                    n, first = found.get(tag, (0, word))
                    found[tag] = (n + 1, first)
    found.pop("", None)
    return found


def _line(item: Item) -> str:
    return " ".join((item if isinstance(item, str) else item.text).split())


def _rows(item: Tokens, to_upos: Callable[[str], str]) -> Iterator[str]:
    tags = item.tags or [""] * len(item.words)
    spaces = item.spaces or [True] * len(item.words)
    for number, (word, tag, space) in enumerate(zip(item.words, tags, spaces, strict=True), 1):
        upos = to_upos(tag) if tag else ""
        misc = "_" if space else "SpaceAfter=No"
        shown = " ".join(word.split())
        yield "\t".join([str(number), shown, "_", upos or "_", tag.replace("\t", " ") or "_", *"____", misc]) + "\n"
    yield "\n"
