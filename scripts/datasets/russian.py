"""The Russian lexical sample RL-WSD as the package `rl-wsd-labeled` carries it, divided into training and test data.

Taken are the word files in text form that have `MIN_CONTEXTS` or more contexts on whose sense the annotators agree,
and more than one such sense. A fifth of each word's contexts, stratified by sense and drawn with seed 0, is the test
data: fold 0 of 5.
"""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from scripts.datasets.archives import read_tar_members
from spacy_svd2.corpora.whole_files import numbered_lines, read_text
from spacy_svd2.senses.corpora.instance import Instance
from spacy_svd2.senses.corpora.rlwsd import WordFile, read_word_files
from spacy_svd2.shared.atomic import atomic_path

MEMBERS = "rl_wsd_labeled-*/rl_wsd_labeled/*/*/*.txt"
MAX_BYTES = 32_000_000
MIN_CONTEXTS = 60
FOLDS = 5


def convert(archive: Path, train: Path, test: Path) -> tuple[int, int]:
    """Write two folders of word files in the format of the sample: its senses, and some of its contexts.

    archive (Path): The sdist of `rl-wsd-labeled`.
    train, test (Path): The folders; each is replaced when it is complete.
    RETURNS (tuple): The number of contexts in each.
    RAISES (UserError): D001, D003, D004, D010 wrong or damaged archive, C106 unexpected content.
    """
    sizes = [0, 0]
    with tempfile.TemporaryDirectory() as name, atomic_path(train) as first, atomic_path(test) as second:
        source = Path(name)
        _unpack(archive, source)
        for file, parts in _divided(source):
            lines = dict(numbered_lines(read_text(source / f"{file.word}.txt")))
            for index, (folder, part) in enumerate(zip((first, second), parts, strict=True)):
                _write(folder / f"{file.word}.txt", lines, part)
                sizes[index] += len(part)
    return sizes[0], sizes[1]


def _unpack(archive: Path, folder: Path) -> None:
    for name, content in read_tar_members(archive, MEMBERS, max_bytes=MAX_BYTES).items():
        path = folder.joinpath(*PurePosixPath(name).parts[-3:])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _divided(source: Path) -> Iterator[tuple[WordFile, tuple[list[Instance], list[Instance]]]]:
    """Each word file that is taken, with its training and its test contexts."""
    from spacy_svd2.senses.model.selection import stratified_folds

    for file in read_word_files(source):
        if len(file.instances) >= MIN_CONTEXTS and len({item.senses for item in file.instances}) > 1:
            folds = stratified_folds([item.senses[0] for item in file.instances], FOLDS).tolist()
            pairs = list(zip(folds, file.instances, strict=True))
            yield file, ([item for fold, item in pairs if fold], [item for fold, item in pairs if not fold])


def _write(path: Path, lines: dict[int, str], instances: Sequence[Instance]) -> None:
    """The lines that define senses, which begin with a tab, and those of the contexts: an id ends in its line."""
    chosen = [line for line in lines.values() if line.startswith("\t")]
    chosen += [lines[int(item.id.rpartition(".")[2])] for item in instances]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in chosen), "utf8", newline="\n")
