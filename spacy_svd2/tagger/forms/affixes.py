"""The suffixes and prefixes of words, padded so that a short word has suffixes of its own."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

BEGIN = "\x02"
"""Stands before the first letter. No text has it: it is a control character."""


def suffix(word: str, size: int) -> str:
    """The last `size` letters of a word, filled up with `BEGIN` where it is shorter."""
    return (BEGIN * size + word)[-size:]


def affixes(words: Sequence[str], size: int, side: Literal["suffix", "prefix"]) -> tuple[list[str], NDArray[np.int64]]:
    """The different suffixes (prefixes) of `size` letters, padded where the word is shorter, and that of each word.

    RETURNS (tuple): The affixes in alphabetical order; int64 (n,), the number of each word's.
    """
    ends = [suffix(word, size) if side == "suffix" else (word + BEGIN * size)[:size] for word in words]
    names, inverse = np.unique(np.array(ends, dtype=f"U{size}"), return_inverse=True)
    return names.tolist(), inverse
