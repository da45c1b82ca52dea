"""Lexical samples of Senseval-2 and -3 as distributed, their keys and sense maps, and NLTK's `.pos` files."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ...corpora.whole_files import numbered_lines, read_text
from ...errors import Errors, UserError
from .instance import Instance, gap
from .markup import MarkupToken, read_markup, tokenize_markup

_SCORE = re.compile(r"(?<=.)/[0-9]+(?:\.[0-9]+)?$")
_BNC = (
    "address align argument bibl body byline caption cell corr date div[1-4]? docDate event figDesc figure front gap "
    "head hi item l label lb lg list loc note opener p pause pb poem ptr quote row s salute shift sic signed sp "
    "speaker stage table text title trunc u unclear vocal w c"
)
_REMAINS = re.compile(r"\[/?(?:" + "|".join(_BNC.split()) + r")(?:[ =][^\[\]\n]{0,80})?\]")

_LEMMA = re.compile(r"(.+?)(?:\.(?:n|v|a|s|r|j|p|adj|adv|noun|verb|adjective|adverb|other))?")


@dataclass
class _Open:
    """The instance being read."""

    id: str
    word: str
    line: int
    answers: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    target: list[str] = field(default_factory=list)
    right: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    span: list[int] = field(default_factory=list)
    state: str = "outside"
    word_tag: str | None = None


def read_senseval(path: Path, *, key: Path | None = None, encoding: str | None = None) -> Iterator[Instance]:
    """Read a lexical sample in Senseval's format.

    path (Path): The corpus, compressed or not. It need not be well-formed XML.
    key (Path): A key file; its answers replace those in the corpus.
    encoding (str): The encoding; by default the one declared, or UTF-8.
    YIELDS (Instance): In the order of the file. With `<wf pos=..>` words (NLTK's senseval files), tokens
        and tags are set. Answers "U" (unassignable) and "P" (proper name) are kept as given.
    RAISES (UserError): The file can't be read (C101, C102), is no lexical sample (C103), or the key is
        broken (C104) or lacks an instance (C105).
    """
    answers = None if key is None else read_key(key)
    for instance in _instances(path, read_markup(path, encoding)):
        if answers is None:
            yield instance
        elif instance.id in answers:
            yield Instance(**{**instance.__dict__, "senses": answers[instance.id]})
        else:
            raise UserError(Errors.C105.format(path=key, id=instance.id, corpus=path))


def lexelt_name(key: str) -> str:
    """Find the word of a lexelt, which carries its part of speech and joins tokens by underscores.

    key (str): For instance "call_up.v", or "call/cool" with the spellings of one word.
    RETURNS (str): For instance "call up"; of several spellings the last.
    """
    return lemma_name(key.rpartition("/")[2])


def lemma_name(key: str) -> str:
    """Find the word of a lemma that carries its part of speech; a slash belongs to the word, as in "24/7.n".

    key (str): For instance "call_up.v".
    RETURNS (str): For instance "call up".
    """
    found = _LEMMA.fullmatch(key)
    return (found[1] if found else key).replace("_", " ")


def read_key(path: Path) -> dict[str, tuple[str, ...]]:
    """Read a key: a line "word instance answer [answer ...]" for each instance.

    path (Path): The key file, compressed or not.
    RETURNS (dict): The answers by instance. A score after an answer ("art%1:06:00::/2"), and what follows "!!", are
        ignored.
    RAISES (UserError): A line has fewer than three fields or repeats an instance (C104).
    """
    key: dict[str, tuple[str, ...]] = {}
    for number, line in numbered_lines(read_text(path)):
        fields = line.split("!!")[0].split()
        if len(fields) < 3:
            raise UserError(Errors.C104.format(path=path, line=number, why="needs a word, an instance and an answer"))
        if fields[1] in key:
            raise UserError(Errors.C104.format(path=path, line=number, why=f"repeats instance '{fields[1]}'"))
        key[fields[1]] = without_scores(fields[2:])
    return key


def without_scores(answers: Iterable[str]) -> tuple[str, ...]:
    """Take the scores off answers as Senseval's scorer reads them.

    answers (Iterable): For instance "art%1:06:00::/2"; a slash within a sense ("24/7%4:02:00::") is no score's.
    RETURNS (tuple): The senses, none twice.
    """
    return tuple(dict.fromkeys(_SCORE.sub("", answer) for answer in answers))


def read_sensemap(path: Path) -> dict[str, str]:
    """Read a sense map: each line names a sense, then pairs of a count and a coarser sense above it.

    path (Path): The file, compressed or not.
    RETURNS (dict): The coarsest sense by fine sense; senses that map to themselves are included.
    RAISES (UserError): A line is not made of a sense and pairs (C104).
    """
    parents: dict[str, str] = {}
    for number, line in numbered_lines(read_text(path)):
        fields = line.split()
        if len(fields) % 2 == 0:
            raise UserError(Errors.C104.format(path=path, line=number, why="is not a sense followed by pairs"))
        parents[fields[0]] = fields[-1]
    return {sense: _root(sense, parents) for sense in parents}


def _root(sense: str, parents: Mapping[str, str]) -> str:
    seen = {sense}
    while parents.get(sense, sense) not in seen:
        sense = parents[sense]
        seen.add(sense)
    return sense


def _instances(path: Path, text: str) -> Iterator[Instance]:
    word, current, found = "", None, False
    for piece in tokenize_markup(text):
        if piece.tag == "lexelt" and not piece.closing:
            word = piece.attributes.get("item", "").rstrip(".")
        elif piece.tag == "instance" and not piece.closing:
            _check(current is None, path, piece.line, "the instance before this one is not closed")
            _check("id" in piece.attributes, path, piece.line, "an instance has no id")
            name = piece.attributes["id"]
            current, found = _Open(name, word or name.split(".")[0], piece.line), True
        elif piece.tag == "instance" and current is not None:
            yield _close(path, current)
            current = None
        elif current is not None:
            _take(current, piece)
    _check(current is None, path, current.line if current else 1, "the last instance is not closed")
    _check(found, path, 1, "it holds no <instance>")


def _check(condition: bool, path: Path, line: int, why: str) -> None:
    if not condition:
        raise UserError(Errors.C103.format(path=path, line=line, why=why))


def _take(current: _Open, piece: MarkupToken) -> None:
    """Add a stretch of markup to the instance it stands in."""
    if piece.tag == "answer" and not piece.closing:
        if piece.attributes.get("senseid"):
            current.answers.append(piece.attributes["senseid"])
    elif piece.tag == "context":
        current.state = "outside" if piece.closing else "left" if not current.target else "right"
    elif piece.tag == "head" and current.state == "left" and not piece.closing:
        current.state = "target"
        current.span = [len(current.tokens)]
    elif piece.tag == "head" and current.state == "target" and piece.closing:
        current.state = "right"
        current.span.append(len(current.tokens))
    elif piece.tag == "wf":
        current.word_tag = None if piece.closing else piece.attributes.get("pos", "")
    elif piece.tag:
        _add_text(current, " ")
    elif current.state != "outside":
        _add_text(current, piece.text)


def _add_text(current: _Open, text: str) -> None:
    if current.state == "outside":
        return
    getattr(current, current.state).append(text)
    if current.word_tag is not None and text.strip():
        current.tokens.append(text.strip())
        current.tags.append(current.word_tag)
    elif "\n" in text and current.starts[-1] != len(current.tokens):
        current.starts.append(len(current.tokens))


def _close(path: Path, current: _Open) -> Instance:
    target = " ".join("".join(current.target).split())
    _check(bool(target), path, current.line, f"instance '{current.id}' has no <head> with text in a <context>")
    senses = tuple(dict.fromkeys(current.answers))
    if current.tokens:
        return _tokenised(path, current, senses)
    left, right = _clean("".join(current.left)).lstrip(), _clean("".join(current.right)).rstrip()
    if right[:1].isalnum():  # the distribution lost the space after </head>
        right = f"{gap(target, right)}{right}"
    return Instance(current.id, current.word, left, target, right, senses)


def _tokenised(path: Path, current: _Open, senses: tuple[str, ...]) -> Instance:
    _check(len(current.span) == 2, path, current.line, f"the <head> of instance '{current.id}' is not closed")
    start, end = current.span
    _check(start < end, path, current.line, f"the <head> of instance '{current.id}' holds no word")
    tokens = current.tokens
    left = "".join(f"{token} " for token in tokens[:start])
    right = "".join(f" {token}" for token in tokens[end:])
    starts = tuple(position for position in current.starts if position < len(tokens))
    target = " ".join(tokens[start:end])
    return Instance(
        current.id, current.word, left, target, right, senses, tuple(tokens), tuple(current.tags), (start, end), starts
    )


def _clean(text: str) -> str:
    """Drop what the conversion from the BNC's SGML left in brackets, and runs of spaces."""
    return re.sub(r"[ \t]+", " ", _REMAINS.sub(" ", text))
