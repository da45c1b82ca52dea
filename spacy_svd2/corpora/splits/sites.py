"""The places in a word where its cut is in doubt, and what an answer says about each."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from .signs import APOSTROPHES, family_of

WHOLE, BEFORE, AFTER, BOTH = range(4)
"""How a word is cut at a sign: not at all, before it, after it, or on both sides."""


_PLACE = re.compile("(?<!S)S(?!S)|(?<=N)(?=L)")
_RUN_BEFORE, _RUN_AFTER = re.compile("[LN]+$"), re.compile("[LN]+")


@dataclass(frozen=True)
class Family:
    """Signs that are cut alike unless an answer says otherwise.

    signs (str): The characters, which stand for each other; empty where a digit meets a letter.
    left, right (str): What is beside them: "L" letters, "N" digits, or nothing; "Q" to the right quotation marks.
    """

    signs: str
    left: str
    right: str


@dataclass(frozen=True)
class Site:
    """A place in a word.

    family (Family): Its family.
    start, end (int): Where the sign is; the same where there is none.
    left, right (str): The letters and digits beside it, in lower case.
    """

    family: Family
    start: int
    end: int
    left: str
    right: str

    @property
    def is_doubled(self) -> bool:
        """Whether the same letters are on both sides."""
        return len(self.left) > 1 and self.left == self.right

    def action(self, cuts: frozenset[int]) -> int:
        """How a word is cut here, given all places where it is cut."""
        return BEFORE * (self.start in cuts) | AFTER * (self.end in cuts and self.end > self.start)


def sites_of(word: str) -> Iterator[Site]:
    """Find the places in a word: single signs beside letters or digits, and where a digit meets a letter."""
    kinds = "".join(map(kind_of, word))
    for place in _PLACE.finditer(kinds):
        start, end = place.span()
        left, right = _RUN_BEFORE.search(kinds, 0, start), _RUN_AFTER.match(kinds, end)
        texts = [word[slice(*run.span())].lower() if run else "" for run in (left, right)]
        sides = [kinds[start - 1 : start], kinds[end : end + 1]]
        if any(sides):
            yield Site(Family(family_of(word[start:end]), *sides), start, end, *texts)


def cuts_of(pieces: Sequence[str]) -> frozenset[int]:
    """The places within a word where its pieces meet."""
    ends: list[int] = []
    for piece in pieces[:-1]:
        ends.append(len(piece) + (ends[-1] if ends else 0))
    return frozenset(ends)


@cache
def kind_of(character: str) -> str:
    """What a character is: "L" a letter or a mark on one, "N" a digit or number, "S" a sign."""
    category = unicodedata.category(character)
    if category[0] in "PSZ" or category == "Cc" or character in APOSTROPHES:
        return "S"
    return "N" if category[0] == "N" else "L"
