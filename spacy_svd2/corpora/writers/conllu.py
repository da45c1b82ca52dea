"""CoNLL-U: words, tags and the text, valid at level 1 of the validation of Universal Dependencies.

https://universaldependencies.org/format.html
"""

from collections.abc import Iterator
from typing import IO

from spacy.parts_of_speech import IDS

from .sentences import AnnotatedDocs, Sentence, Word, WritingOptions, sentences_of

UPOS = frozenset(IDS) - {"", "CONJ", "EOL", "SPACE"}
"""The universal parts of speech of UD version 2."""

_ESCAPES = {"\n": r"\n", "\t": r"\t", "\r": r"\r"}


def write_conllu(file: IO[bytes], docs: AnnotatedDocs, options: WritingOptions) -> None:
    """Write documents as they come.

    file (IO): Where to.
    docs (Iterable): The documents and where they come from.
    options (WritingOptions): What to write.
    """
    ids = SentenceIds()
    for doc, source in docs:
        for sentence in sentences_of(doc, source, options):
            document, id = ids.document, ids.next(sentence)
            if ids.document != document:
                file.write(f"# newdoc id = {ids.document}\n".encode())
            file.write(sentence_text(id, sentence, options).encode("utf8"))


class SentenceIds:
    """Numbers the sentences of each document, as they come.

    document (str): The name of the document of the last sentence.
    """

    def __init__(self) -> None:
        self.document = ""
        self._number = 0

    def next(self, sentence: Sentence) -> str:
        """Give the next sentence its id.

        sentence (Sentence): The sentence.
        RETURNS (str): For instance "texts.txt-s7".
        """
        source = sentence.source
        name = f"{source.file}-{source.number}" if source.number else source.file
        self._number = self._number + 1 if name == self.document else 1
        self.document = name
        return f"{name}-s{self._number}"


def sentence_text(id: str, sentence: Sentence, options: WritingOptions) -> str:
    """Write a sentence.

    id (str): Its id.
    sentence (Sentence): The sentence.
    options (WritingOptions): What to write.
    RETURNS (str): Its comments and rows, and a blank line.
    """
    return "\n".join([f"# sent_id = {id}", f"# text = {sentence.text}", *_rows(sentence, options), "", ""])


def _rows(sentence: Sentence, options: WritingOptions) -> Iterator[str]:
    end = 0
    words = sentence.words
    for number, word in enumerate(words, start=1):
        last = number + word.n_words - 1
        if word.surface and last <= len(words):
            end = last
            yield _row(f"{number}-{last}", word.surface, misc=_space(sentence, last))
        misc = [] if number <= end else _space(sentence, number)
        if word.probability is not None:
            misc.append(f"Prob={word.probability:.4f}")
        misc += word.misc
        upos, xpos = _tags(word, options)
        yield _row(str(number), word.text, upos, xpos, misc)


def _row(number: str, form: str, upos: str = "", xpos: str = "", misc: list[str] | None = None) -> str:
    cells = (number, form, "", upos, xpos, "", "", "", "", "|".join(misc or []))
    return "\t".join(cell or "_" for cell in cells)


def _tags(word: Word, options: WritingOptions) -> tuple[str, str]:
    tag = "_".join(word.tag.split())
    return (tag, "") if options.tag_column == "upos" else (word.pos if word.pos in UPOS else "", tag)


def _space(sentence: Sentence, number: int) -> list[str]:
    """What MISC says about the white space after a word: nothing if it is one space, or the end of a line."""
    space = sentence.words[number - 1].space
    if number == len(sentence.words) and sentence.is_last:
        return ["SpaceAfter=No"] if sentence.source.is_glued else []
    written = "".join(_ESCAPES.get(character, r"\s") for character in space)
    return ["SpaceAfter=No"] if not space else [] if written == r"\s" else [f"SpacesAfter={written}"]
