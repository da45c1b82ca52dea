"""Classes of characters as regular expressions: letters, digits, joiners, and punctuation that all languages share."""

import re
import sys
import unicodedata
from functools import cache

APOSTROPHES = "'’ʼ‘′`´ʻꞌ＇"
HYPHENS = "-‐‑﹣－"
"""Characters that stand for each other: an answer about one holds for all."""

NUMBER_SIGNS = "%‰°"
_NOT_FINAL = "…\"#%&'*/@\\§¶·†‡•‧‰‱′″‴‵‶‷※⁂՚՛՜՞՟׀׳״་༌・᠊\u070f"
"""Signs that can belong to a word or number; the other signs of category Po end a word, a clause or a sentence."""
_PLANE = 0x10000
_WIDE = "[\u2190-\u2bff\u3030\u303d\u3297\u3299©®‼⁉™\U0001f000-\U0001faff]"
EMOJI = (
    f"(?:[\U0001f1e6-\U0001f1ff]{{2}}|[0-9#*]\ufe0f?\u20e3"
    f"|{_WIDE}(?:[\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]|\u200d{_WIDE})+)"
)
"""An emoji of several characters."""


def family_of(character: str) -> str:
    """The characters that stand for the same sign."""
    return next((family for family in (APOSTROPHES, HYPHENS) if character and character in family), character)


_RARE = "\U00010000-\U0010ffff"
"""Characters beyond the first plane. Python's re compares a character with each range of them in turn, so classes ask
for them last, and only about such characters."""


@cache
def letter(*, or_digit: bool = False) -> str:
    """A letter or a mark on one, or also a digit, as a regular expression."""
    common, rare = _ranges("PSZ" if or_digit else "PSZN", "Cc")
    return f"(?:[^{common}{re.escape(APOSTROPHES)}{_RARE}]|(?=[{_RARE}])[^{rare}])"


@cache
def digit() -> str:
    """A digit or another number, as a regular expression."""
    common, rare = _ranges("N")
    return f"(?:[{common}]|(?=[{_RARE}])[{rare}])"


@cache
def final_sign() -> str:
    """A sign that ends or encloses words in any script, beyond ASCII, as a regular expression."""
    signs = [
        character
        for character in map(chr, range(0x80, 0x20000))
        if unicodedata.category(character) in ("Po", "Ps", "Pe", "Pi", "Pf")
        and character not in _NOT_FINAL + APOSTROPHES
        and "ABBREVIATION" not in unicodedata.name(character, "")
    ]
    common = char_class("".join(sign for sign in signs if sign < "\U00010000"))
    rare = char_class("".join(sign for sign in signs if sign >= "\U00010000"))
    return f"(?:{common}|(?=[{_RARE}]){rare})"


@cache
def currency() -> str:
    """A sign of a currency beyond ASCII, as a regular expression."""
    signs = (character for character in map(chr, range(0x80, _PLANE)) if unicodedata.category(character) == "Sc")
    return char_class("".join(signs))


def char_class(characters: str) -> str:
    """A class of some characters, as a regular expression."""
    return f"[{''.join(map(re.escape, characters))}]"


def _ranges(groups: str, *categories: str) -> tuple[str, str]:
    """The inside of two classes: the characters of some categories in the first plane, and beyond it.

    Unassigned characters count as their neighbours.
    """
    found: list[list[int]] = []
    inside = False
    for code in range(sys.maxunicode + 1):
        category = unicodedata.category(chr(code))
        if code == _PLANE:
            inside = False
        if category in ("Cn", "Cs", "Co"):
            continue
        if category[0] in groups or category in categories:
            if not inside:
                found.append([code, code])
            found[-1][1] = code
            inside = True
        else:
            inside = False
    texts = [(first, f"{re.escape(chr(first))}-{re.escape(chr(last))}") for first, last in found]
    common, rare = ("".join(text for first, text in texts if (first >= _PLANE) is is_rare) for is_rare in (False, True))
    return common, rare
