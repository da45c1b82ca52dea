"""Any treebank of Universal Dependencies by its name, for instance UD_Maltese-MUDT."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import spacy

from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.corpora.files import CorpusFile, split_suffix
from spacy_svd2.errors import Errors, UserError
from spacy_svd2.shared.atomic import atomic_path

ORGANISATION = "https://github.com/UniversalDependencies"
_NAME = re.compile(r"UD_[A-Za-z_]+-[A-Za-z0-9_]+")


def fetch(folder: Path, *, source: str = ORGANISATION) -> bool:
    """Clone the treebank that the folder is named after: its last release. What is there already stays as it is.

    folder (Path): Where it goes, for instance assets/UD_Maltese-MUDT.
    source (str): Where the repositories of treebanks are.
    RETURNS (bool): Whether anything was fetched.
    RAISES (UserError): D006 not the name of a treebank, D007 git fails or is missing.
    """
    if folder.is_dir():
        return False
    if not _NAME.fullmatch(folder.name):
        raise UserError(Errors.D006.format(name=folder.name))
    if shutil.which("git") is None:
        raise UserError(Errors.D007.format(name=folder.name, folder=folder, why="git is not installed"))
    with atomic_path(folder) as temporary:
        command = ["git", "clone", "--quiet", "--depth", "1", f"{source}/{folder.name}", str(temporary)]
        environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}  # an unknown name must fail, not ask for a password
        done = subprocess.run(command, env=environment, capture_output=True, encoding="utf8", errors="replace")
        if done.returncode:
            why = " ".join(done.stderr.split()) or f"exit code {done.returncode}"
            raise UserError(Errors.D007.format(name=folder.name, folder=folder, why=why))
    return True


def collect(folder: Path, output: Path) -> int:
    """Write the treebank's parts (train, dev, test) as one CoNLL-U file. Other files and deeper folders are left out.

    folder (Path): The treebank.
    output (Path): The .conllu file; replaced when it is complete.
    RETURNS (int): The number of parts.
    RAISES (UserError): D008 no .conllu file in the folder; C006, C007, C019 unreadable.
    """
    parts = sorted(path for path in folder.glob("*") if path.is_file() and split_suffix(path) == "conllu")
    if not parts:
        raise UserError(Errors.D008.format(folder=folder))
    with atomic_path(output) as temporary, temporary.open("w", encoding="utf8", newline="\n") as file:
        for path in parts:
            file.writelines(f"{line}\n" for line in CorpusFile(path).lines())
            file.write("\n")
    return len(parts)


def divide(folder: Path, train: Path, test: Path) -> tuple[int, int]:
    """Write a treebank's words and their UPOS tags, a word a line, divided as the treebank is.

    folder (Path): The treebank.
    train (Path): The .tsv file for its train and dev parts.
    test (Path): The .tsv file for its test parts.
    RETURNS (tuple): Sentences of both.
    RAISES (UserError): D013 no train or dev part, or no test part; what is wrong with a part.
    """
    paths = sorted(path for path in folder.glob("*") if path.is_file() and split_suffix(path) == "conllu")
    learnt = [path for path in paths if re.search(r"-(train|dev)\b", path.name)]
    held = [path for path in paths if re.search(r"-test\b", path.name)]
    if not learnt or not held:
        raise UserError(Errors.D013.format(folder=folder, part="test" if learnt else "train or dev"))
    return _write_words(learnt, train), _write_words(held, test)


def _write_words(parts: list[Path], output: Path) -> int:
    n = 0
    with atomic_path(output) as temporary, temporary.open("w", encoding="utf8", newline="\n") as file:
        for doc in Corpus(parts).docs(spacy.blank("xx")):
            file.writelines(f"{token.text}\t{token.tag_ or 'X'}\n" for token in doc)
            file.write("\n")
            n += 1
    return n
