"""The Russian lexical sample RL-WSD as the package `rl-wsd-labeled` carries it, divided into training and test data.

Taken are the word files in text form that have `MIN_CONTEXTS` or more contexts on whose sense the annotators agree,
and more than one such sense. A fifth of each word's contexts, stratified by sense and drawn with seed 0, is the test
data: fold 0 of 5.
"""

import tempfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from ..artifacts import atomic_path
from ..corpora.rlwsd import WordFile, read_word_files
from ..corpora.sense_instance import Instance
from .archives import read_tar_members

MEMBERS = "rl_wsd_labeled-*/rl_wsd_labeled/*/*/*.txt"
MAX_BYTES = 32_000_000
MIN_CONTEXTS = 60
FOLDS = 5


def convert(archive: Path, train: Path, test: Path) -> tuple[int, int]:
    """Write two tables: sense, left context, target, right context, word.

    archive (Path): The sdist of `rl-wsd-labeled`.
    train, test (Path): The .tsv files; each is replaced when it is complete.
    RETURNS (tuple): The number of contexts in each.
    RAISES (UserError): D001, D003, D004, D010 wrong or damaged archive, C106 unexpected content.
    """
    from ..kpca.selection import stratified_folds

    parts: tuple[list[Instance], list[Instance]] = ([], [])
    for file in _word_files(archive):
        instances = file.instances
        if len(instances) < MIN_CONTEXTS or len({item.senses for item in instances}) < 2:
            continue
        folds = stratified_folds([item.senses[0] for item in instances], FOLDS)
        for fold, item in zip(folds.tolist(), instances, strict=True):
            parts[fold == 0].append(item)
    for path, items in zip((train, test), parts, strict=True):
        with atomic_path(path) as temporary:
            temporary.write_text("".join(_lines(items)), "utf8", newline="\n")
    return len(parts[0]), len(parts[1])


def _word_files(archive: Path) -> list[WordFile]:
    members = read_tar_members(archive, MEMBERS, max_bytes=MAX_BYTES)
    with tempfile.TemporaryDirectory() as folder:
        for name, content in members.items():
            part, corpus, file = PurePosixPath(name).parts[-3:]
            path = Path(folder) / part / corpus / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return list(read_word_files(Path(folder)))


def _lines(items: Iterable[Instance]) -> Iterable[str]:
    for item in items:
        cells = (item.senses[0], item.left, item.target, item.right, item.word)
        yield "\t".join(cell.replace("\t", " ").replace("\n", " ") for cell in cells) + "\n"
