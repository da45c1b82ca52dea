"""CoarseWSD-20 (Loureiro et al. 2021): a folder for each word, with a training and a test part."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from ...corpora.decompression import uncompressed_name
from ...corpora.whole_files import numbered_lines, read_text
from ...errors import Errors, UserError
from .instance import Instance, SentenceBuilder

_DATA = ".data.txt"


def read_coarsewsd(path: Path, part: str) -> Iterator[Instance]:
    """Read one part.

    path (Path): A file `train.data.txt` or `test.data.txt`, whatever the part; or a word's folder or one of several
        words.
    part (str): "train" or "test": which files of a folder are read.
    YIELDS (Instance): Each line of the data, by word. The word's key is the name of its folder; the sense is named by
        `classes_map.txt`, or else is the number in `*.gold.txt`. Without that file they are unlabelled.
    RAISES (UserError): A file can't be read (C101, C102), or a line is broken (C106).
    """
    files = sorted(_data_files(path, part)) if path.is_dir() else [path]
    if not files:
        raise UserError(Errors.C107.format(path=path, what=f"data of CoarseWSD-20 ('{part}{_DATA}')"))
    for file in files:
        yield from _read_file(file)


def has_part(path: Path, part: str) -> bool:
    """Say whether a path is one of the files of a part, or a folder that holds one."""
    if path.is_dir():
        return any(_data_files(path, part))
    return uncompressed_name(path.name) == f"{part}{_DATA}"


def _data_files(folder: Path, part: str) -> Iterator[Path]:
    return (file for file in folder.rglob(f"{part}{_DATA}*") if uncompressed_name(file.name) == f"{part}{_DATA}")


def _read_file(path: Path) -> Iterator[Instance]:
    part = uncompressed_name(path.name).removesuffix(_DATA)
    word = re.sub(r"_[0-9]+$", "", path.absolute().parent.name)  # samples of n sentences are called bank_3
    gold, names = _beside(path, f"{part}.gold.txt"), _beside(path, "classes_map.txt")
    senses = _names(names) if names is not None else {}
    answers = None if gold is None else [line.strip() for _, line in numbered_lines(read_text(gold))]
    lines = list(numbered_lines(read_text(path)))
    if answers is not None and len(answers) != len(lines):
        raise _bad(path, 1, f"it has {len(lines)} sentences, but '{gold}' has {len(answers)} senses")
    for index, (line, text) in enumerate(lines):
        number, _, tokens = text.strip().replace("\t", " ").partition(" ")
        sentence = SentenceBuilder()
        _, size = sentence.add(tokens)
        if not number.isdecimal() or int(number) >= size:
            raise _bad(path, line, f"'{number}' is not the number of a word of its sentence")
        found = () if answers is None else (senses.get(answers[index], answers[index]),)
        sentence.mark(f"{word}.{part}.{line}", word, found, (int(number), int(number) + 1))
        yield from sentence.instances()


def _beside(path: Path, name: str) -> Path | None:
    return next((file for file in sorted(path.parent.glob(f"{name}*")) if uncompressed_name(file.name) == name), None)


def _names(path: Path) -> dict[str, str]:
    try:
        found = json.loads(read_text(path))
    except (ValueError, RecursionError) as err:
        if isinstance(err, UserError):
            raise
        raise _bad(path, 1, "it is not JSON") from err
    if not isinstance(found, dict) or not all(isinstance(name, str) and name for name in found.values()):
        raise _bad(path, 1, "it does not name a sense for each number")
    return found


def _bad(path: Path, line: int, why: str) -> UserError:
    return UserError(Errors.C106.format(path=path, line=line, why=why))
