"""What to ask about a corpus, so that its words are cut as the language cuts them."""

import unicodedata
import warnings
from dataclasses import replace
from itertools import islice
from pathlib import Path

from spacy.language import Language
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]

from ...errors import Warnings
from ..concordance import find_lines
from ..corpus import Corpus
from ..files import Progress
from .families import ChunkCounts, Question, find_questions
from .tokenizer import add_common_rules

_LONG = 15
_SAMPLE = 2000
_UNSPACED = {
    "CJK": "--lang zh, or --lang ja for Japanese",
    "HIRAGANA": "--lang ja",
    "KATAKANA": "--lang ja",
    "THAI": "--lang th",
    "KHMER": "",
    "LAO": "",
    "MYANMAR": "",
    "TIBETAN": "",
    "JAVANESE": "",
    "BALINESE": "",
    "TAI": "",
}
"""Scripts that put no spaces between words, by how Unicode names begin, and the languages that spaCy can split."""


def make_questions(
    corpus: Corpus, nlp: Language, *, n: int = 30, n_lines: int = 3, progress: Progress | None = None
) -> list[Question]:
    """Find the words of a corpus whose cut is in doubt.

    corpus (Corpus): The text; it is read twice.
    nlp (Language): Its tokenizer says how words are cut now; it gets the rules that all languages share.
    n (int): Words at most.
    n_lines (int): Lines of the corpus for each.
    progress (Callable): See `Corpus.sentences`.
    RETURNS (list): The words, those on which most of the text depends in front.
    RAISES (UserError): What is wrong with which line of which file.
    """
    add_common_rules(nlp)
    counts = ChunkCounts()
    for text in corpus.texts(progress=progress):
        counts.add(text)
    questions = find_questions(counts)[:n]
    words = [question.word for question in questions]
    lines = find_lines(map(str.split, corpus.texts()), words, n=n_lines) if questions and n_lines else {}
    return [
        replace(
            question,
            pieces=tuple(token.text for token in nlp.tokenizer(question.word)),
            lines=tuple(lines.get(question.word, ())),
        )
        for question in questions
    ]


def warn_of_unspaced_text(corpus: Corpus, nlp: Language) -> None:
    """Warn (C180) if a text is in a script without spaces between words, which would be taken for one word each.

    corpus (Corpus): The text; its first lines are looked at. Pipes are left alone, for they can be read only once.
    nlp (Language): The pipeline that will split it. A tokenizer that is not spaCy's own is trusted.
    """
    pipes = any(isinstance(file, Path) and not file.is_file() for file in corpus.files)
    if pipes or corpus.options.tokenized or not isinstance(nlp.tokenizer, Tokenizer):
        return
    chunks = [chunk for text in islice(corpus.texts(), _SAMPLE) for chunk in text.split()]
    scripts = [_script(chunk) for chunk in chunks]
    long = [script for chunk, script in zip(chunks, scripts, strict=True) if script and len(chunk) > _LONG]
    if long and 2 * len(long) > sum(1 for script in scripts if script) and 4 * len(long) > len(chunks):
        script = max(sorted(set(long)), key=long.count)
        known = f"train with {_UNSPACED[script]} (see spaCy's page on it for what to install), or " * bool(
            _UNSPACED[script]
        )
        warnings.warn(Warnings.C180.format(script=script.capitalize(), lang=nlp.lang, known=known), stacklevel=3)


def _script(chunk: str) -> str:
    """The script without spaces that most letters of a chunk are of; empty if they are of others."""
    names = [unicodedata.name(letter, "").split(" ")[0].split("-")[0] for letter in chunk if letter.isalpha()]
    found = [name for name in names if name in _UNSPACED]
    return max(sorted(set(found)), key=found.count) if 2 * len(found) > len(names) else ""
