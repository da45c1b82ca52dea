"""From the headword that a dictionary prints to the words that stand in a text, or the reason why there is none."""

import re

_NUMBER = re.compile(r"(?<=[^\W\d_])\s?(?:[\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u2080-\u2089]+|\([1-9]\))$")
_DIGIT = re.compile(r"(?<=[^\W\d_])[1-9]$")
_MARKS = "*†‡°√^!?¡¿ \t"
_HYPHENS = ("-", "‑", "–", "—", "=", "~", "<", "˗")
_ENDS = ("-", "‑", "–", "—", "=", "~", ">", "˗")
_SEVERAL = re.compile(r"\s*(?:[,;]\s|[,;]$|\s/\s|\s~\s)\s*")
_OPTIONAL = re.compile(r"\(([^()\s]{1,12})\)")

EMPTY, AFFIX, WORDS = "no headword", "a part of a word, such as -ka", "several words"
"""Why a headword is not taken."""


def split_headword(text: str) -> tuple[list[str], str]:
    """Make words of a headword.

    text (str): The headword as the dictionary has it: `*bank`, `bank₂`, `grey, gray`, `colo(u)r`, `-ka`.
    RETURNS (tuple): The words, and the reason why there are none, or "".
    """
    words: list[str] = []
    why = EMPTY
    for part in _SEVERAL.split(text.strip()):
        part = _NUMBER.sub("", part.strip(_MARKS))
        is_affix = part.startswith(_HYPHENS) or part.endswith(_ENDS)
        if len(part) > 1 and is_affix and any(map(str.isalpha, part)):
            why = AFFIX
            continue
        for word in _expand(part):
            if any(map(str.isspace, word)):
                why = WORDS
            elif word:
                words.append(word)
    return list(dict.fromkeys(words)), "" if words else why


def _expand(part: str) -> list[str]:
    """With and without letters in parentheses; what stands apart in parentheses is left out: `(se) laver`."""
    part = re.sub(r"(?:^|(?<=\s))\([^()]*\)(?:\s|$)", "", part).strip()
    if "(" not in part:
        return [part]
    return [_OPTIONAL.sub(r"\1", part).strip(), _OPTIONAL.sub("", part).strip()]


def without_number(word: str) -> str:
    """Remove the number of a homonym: `bank1`.

    word (str): The word.
    RETURNS (str): The word without a last digit that follows a letter.
    """
    return _DIGIT.sub("", word)
