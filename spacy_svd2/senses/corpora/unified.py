"""The unified framework of Raganato et al. (2017): `*.data.xml`, with its answers in `*.gold.key.txt` beside it.

SemCor and OMSTI are distributed like this, and so are the all-words tasks of Senseval and SemEval.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from ...corpora.decompression import uncompressed_name
from ...corpora.whole_files import numbered_lines, read_text
from ...errors import Errors, UserError
from .instance import Instance, SentenceBuilder
from .markup import bad_markup, marked_words, read_markup
from .senseval import without_scores

LOOKS_LIKE = re.compile(rb"<text\b[^>]*>\s*<sentence\b|<instance\b[^>]*\blemma\s*=")
_LETTERS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}


def read_unified(path: Path, *, key: Path | None = None, encoding: str | None = None) -> Iterator[Instance]:
    """Read a corpus of the unified framework.

    path (Path): The data, compressed or not.
    key (Path): The answers; by default the file beside the data whose name has "gold.key.txt" for "data.xml".
    encoding (str): The encoding; by default the one declared, or UTF-8.
    YIELDS (Instance): Each instance, with its sentence; the word's key is its lemma and the letter of its part of
        speech, for instance "art.n". Without answers they are unlabelled.
    RAISES (UserError): A file can't be read (C101, C102), holds no instance (C110), or the key is broken (C104) or
        lacks an instance (C105).
    """
    key = key or key_beside(path)
    answers = None if key is None else read_gold_key(key)
    found = False
    for words in marked_words(read_markup(path, encoding), sentence="sentence", words=("wf", "instance")):
        sentence = SentenceBuilder()
        for piece, text in words:
            place = sentence.add(text, piece.attributes.get("pos", ""))
            if piece.tag != "instance":
                continue
            name, lemma = piece.attributes.get("id"), piece.attributes.get("lemma", text.strip().lower())
            if not name:
                raise bad_markup(path, piece.line, "unified", "an instance has no id")
            if answers is not None and name not in answers:
                raise UserError(Errors.C105.format(path=key, id=name, corpus=path))
            found = True
            letter = _LETTERS.get(piece.attributes.get("pos", ""), "")
            word = f"{lemma}.{letter}" if letter else lemma
            sentence.mark(name, word, () if answers is None else answers[name], place)
        yield from sentence.instances()
    if not found:
        raise bad_markup(path, 1, "unified", "it holds no <instance>")


def key_beside(path: Path) -> Path | None:
    """Find the answers of a corpus in its folder."""
    name = uncompressed_name(path.name)
    if not name.endswith("data.xml"):
        return None
    start = f"{name.removesuffix('data.xml')}gold.key.txt"
    return next((file for file in sorted(path.parent.glob(f"{_literal(start)}*")) if _is_named(file, start)), None)


def why_unlabelled(path: Path) -> str:
    """Say which key was looked for."""
    name = uncompressed_name(path.name).removesuffix("data.xml")
    return "" if key_beside(path) else f" (there is no '{name}gold.key.txt' beside it: give its key with --key)"


def read_gold_key(path: Path) -> dict[str, tuple[str, ...]]:
    """Read a key: a line "instance answer [answer ...]" for each instance, in SemEval's after the text's id.

    path (Path): The key file, compressed or not.
    RETURNS (dict): The answers by instance.
    RAISES (UserError): A line has no answer or repeats an instance (C104).
    """
    key: dict[str, tuple[str, ...]] = {}
    for number, line in numbered_lines(read_text(path)):
        fields = line.split("!!")[0].split()
        if len(fields) > 2 and fields[1].startswith(f"{fields[0]}."):
            fields = fields[1:]
        if len(fields) < 2:
            raise UserError(Errors.C104.format(path=path, line=number, why="needs an instance and an answer"))
        if fields[0] in key:
            raise UserError(Errors.C104.format(path=path, line=number, why=f"repeats instance '{fields[0]}'"))
        key[fields[0]] = without_scores(fields[1:])
    return key


def _literal(name: str) -> str:
    return re.sub(r"([*?[])", r"[\1]", name)


def _is_named(file: Path, name: str) -> bool:
    return uncompressed_name(file.name) == name
