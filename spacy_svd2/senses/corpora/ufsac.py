"""UFSAC (Vial et al. 2018): many sense-annotated corpora in one XML format, an empty element for each word."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from .instance import Instance, SentenceBuilder
from .markup import bad_markup, marked_words, read_markup
from .semcor import word_key

LOOKS_LIKE = re.compile(rb"<word\b[^>]*\bsurface_form\s*=")
_NEWEST = "wn30_key"


def read_ufsac(path: Path) -> Iterator[Instance]:
    """Read a corpus in UFSAC.

    path (Path): The file, compressed or not.
    YIELDS (Instance): Each word with a sense, with its sentence. Its key is its lemma and the letter of its part of
        speech, for instance "say.v". Senses are those of WordNet 3.0 (`wn30_key`), or of the one version there is.
    RAISES (UserError): The file can't be read (C101, C102) or holds no word (C110).
    """
    number = 0
    for words in marked_words(read_markup(path), sentence="sentence", words=("word",)):
        sentence = SentenceBuilder()
        for piece, _ in words:
            number += 1
            place = sentence.add(piece.attributes.get("surface_form", ""), piece.attributes.get("pos", ""))
            if senses := _senses(piece.attributes):
                lemma = piece.attributes.get("lemma") or senses[0].rpartition("%")[0] or senses[0]
                name = piece.attributes.get("id", str(number))
                sentence.mark(name, word_key(lemma, senses[0]), senses, place)
        yield from sentence.instances()
    if not number:
        raise bad_markup(path, 1, "ufsac", "it holds no <word> in a <sentence>")


def _senses(attributes: Mapping[str, str]) -> tuple[str, ...]:
    names = sorted(name for name in attributes if name.endswith("_key"))
    if not names:
        return ()
    keys = attributes[_NEWEST if _NEWEST in names else names[-1]]
    return tuple(dict.fromkeys(key.strip() for key in keys.split(";") if key.strip()))
