"""SemCor as it was first distributed: SGML files `br-a01`, ..., whose words carry the sense keys of WordNet."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from .instance import Instance, SentenceBuilder
from .markup import bad_markup, marked_words, read_markup

LOOKS_LIKE = re.compile(rb"<wf\s[^>]*\bcmd\s*=|<contextfile\b")
_LETTERS = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}


def read_semcor(path: Path) -> Iterator[Instance]:
    """Read SemCor.

    path (Path): A file, compressed or not, or a folder that holds some at any depth.
    YIELDS (Instance): Each word with a sense, with its sentence. Its key is its lemma and the letter of its part of
        speech, for instance "say.v"; the senses are sense keys ("say%2:32:00::"). Proper names, which are tagged by
        their kind, and words whose sense WordNet lacks are no targets.
    RAISES (UserError): There is no such file, it can't be read (C101, C102), or it holds no word (C110).
    """
    files = sorted(file for file in path.rglob("*") if is_semcor_file(file)) if path.is_dir() else [path]
    for file in files:
        yield from _read_file(file)


def is_semcor_file(path: Path) -> bool:
    """Say whether a file of a folder is one of SemCor's, by its name."""
    return re.match(r"br-[a-r][0-9]{2}(?:\.|$)", path.name) is not None


def is_semcor_folder(path: Path) -> bool:
    """Say whether a folder holds files of SemCor."""
    return any(map(is_semcor_file, path.rglob("br-*")))


def word_key(lemma: str, sense_key: str) -> str:
    """Make the key of a word's model from a sense key of WordNet.

    lemma (str): The lemma.
    sense_key (str): For instance "art%1:06:00::".
    RETURNS (str): For instance "art.n".
    """
    letter = _LETTERS.get(sense_key.rpartition("%")[2][:1], "")
    return f"{lemma}.{letter}" if letter else lemma


def _read_file(path: Path) -> Iterator[Instance]:
    number = 0
    for words in marked_words(read_markup(path), sentence="s", words=("wf", "punc")):
        sentence = SentenceBuilder()
        for piece, text in words:
            number += 1
            place = sentence.add(text.replace("_", " "), piece.attributes.get("pos", ""))
            if senses := _senses(piece.attributes):
                word = word_key(piece.attributes["lemma"], senses[0])
                sentence.mark(f"{path.stem}.{number}", word, senses, place)
        yield from sentence.instances()
    if not number:
        raise bad_markup(path, 1, "semcor", "it holds no <wf> in an <s>")


def _senses(attributes: Mapping[str, str]) -> tuple[str, ...]:
    lemma = attributes.get("lemma")
    if not lemma or "pn" in attributes:
        return ()
    numbers = attributes.get("wnsn", "").split(";")
    keys = [key for key in attributes.get("lexsn", "").split(";") if key]
    if len(numbers) == len(keys):
        keys = [key for key, number in zip(keys, numbers, strict=True) if number != "0"]
    return tuple(dict.fromkeys(f"{lemma}%{key}" for key in keys))
