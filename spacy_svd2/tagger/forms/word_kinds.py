"""Kinds of words that their characters tell in every script: numbers, punctuation, symbols, addresses."""

import unicodedata
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

KINDS = ("a word", "a number", "punctuation", "a symbol", "an address")
"""Kind 0 says nothing about the tag; the others nearly decide it."""


def word_kinds(types: Sequence[str]) -> NDArray[np.int64]:
    """The kind of each type, as a number of `KINDS`.

    A number has digits and no letter, a symbol (emoji, currency, mathematics) neither. What has letters is a word,
    unless it is an address of the web or of mail.

    RETURNS (NDArray): int64 (N,).
    """
    return np.fromiter(map(_kind, types), dtype=np.int64, count=len(types))


def _kind(word: str) -> int:
    if word.isalpha():  # most words: spares the look-up of every character
        return 0
    categories = {unicodedata.category(character)[0] for character in word}
    if "L" in categories:
        return 4 if _is_address(word) else 0
    if "N" in categories:
        return 1
    return 3 if "S" in categories else 2


def _is_address(word: str) -> bool:
    name, _, host = word.partition("@")
    return "://" in word or word.startswith("www.") or (bool(name) and "." in host.strip("."))
