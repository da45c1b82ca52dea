"""The suffix tree of a vocabulary; each node tells how many of its types are in each class.

The evidence is counted over types, not tokens (Clark 2003, "Combining distributional and morphological information for
part of speech induction"). It therefore decides for rare words, but cannot outweigh the contexts of frequent words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .shapes import N_SHAPES, shape_codes

BEGIN = "\x02"
"""Stands for the places before the first letter. It is a control character, which texts do not have."""
_END = "\x03"


def suffix(word: str, size: int) -> str:
    """The last `size` letters of a word, filled up with `BEGIN` where it is shorter."""
    return (BEGIN * size + word)[-size:]


def affixes(words: Sequence[str], size: int, side: Literal["suffix", "prefix"]) -> tuple[list[str], NDArray[np.int64]]:
    """Find the distinct suffixes (prefixes) of `size` letters, padded if the word is shorter, and which each word has.

    RETURNS (tuple): The affixes in alphabetical order; int64 (n,), the number of each word's affix.
    """
    ends = [suffix(word, size) if side == "suffix" else (word + BEGIN * size)[:size] for word in words]
    names, inverse = np.unique(_as_array(ends, size), return_inverse=True)
    return _as_strings(names), inverse


def _as_array(strings: Sequence[str], size: int) -> NDArray[np.str_]:
    """Strings of one length as an array that sorts fast; numpy drops NUL at the end, so another character is added."""
    return np.array([string + _END for string in strings], dtype=f"U{size + len(_END)}")


def _as_strings(array: NDArray[np.str_]) -> list[str]:
    """The inverse of `_as_array`."""
    return [string[: -len(_END)] for string in array.tolist()]


F32 = NDArray[np.float32]
I64 = NDArray[np.int64]

_CACHE_BYTES = 1 << 18
"""Size of the scores that are worked on at a time: they stay in the processor's cache."""


@dataclass(frozen=True)
class Forms:
    """The suffix tree and the shapes of a vocabulary.

    suffixes (list): The nodes of the tree, the root "" first, then all of one letter, of two, ...
    parents (NDArray): int64 (nodes,), the node one letter shorter.
    levels (NDArray): int64 (length + 2,), where each length begins in `suffixes`.
    leaf (NDArray): int64 (N,), the longest suffix of each type.
    shape (NDArray): int64 (N,), the shape of each type: a number of `len(SHAPES)` bits.
    """

    suffixes: list[str]
    parents: I64
    levels: I64
    leaf: I64
    shape: I64

    @classmethod
    def build(cls, types: Sequence[str], case: I64, *, length: int, min_types: int) -> "Forms":
        """Collect the suffixes of up to `length` letters that at least `min_types` types share.

        types (Sequence): N types.
        case (NDArray): int64 (N, 4), see `BigramCounts.case`.
        length (int): The longest suffix, in letters.
        min_types (int): Types that must share a suffix.
        """
        leaf = np.zeros(len(types), dtype=np.int64)
        growing = np.arange(len(types))  # types whose suffix enough others share; only these get a longer one
        suffixes, parents, levels = [""], [np.zeros(1, dtype=np.int64)], [0, 1]
        for size in range(1, length + 1):
            endings = _as_array([suffix(types[i], size) for i in growing.tolist()], size)
            names, first, inverse, counts = np.unique(
                endings, return_index=True, return_inverse=True, return_counts=True
            )
            shared = counts >= min_types
            number = np.cumsum(shared) - 1 + levels[-1]
            suffixes += _as_strings(names[shared])
            parents.append(leaf[growing[first[shared]]])
            levels.append(len(suffixes))
            growing, inverse = growing[shared[inverse]], inverse[shared[inverse]]
            leaf[growing] = number[inverse]
        return cls(suffixes, np.concatenate(parents), np.array(levels), leaf, shape_codes(types, case))

    def part(self, rows: slice) -> "Forms":
        """The same tree for some of the types; its nodes may be empty."""
        return replace(self, leaf=self.leaf[rows], shape=self.shape[rows])

    @cached_property
    def by_leaf(self) -> sparse.csr_array:
        """Indicator (nodes, N) of the types at each leaf."""
        n = len(self.leaf)
        ones = np.ones(n, dtype=np.float32)
        return sparse.coo_array((ones, (self.leaf, np.arange(n))), shape=(len(self.suffixes), n)).tocsr()

    @cached_property
    def by_shape(self) -> sparse.csr_array:
        """Indicator (shapes, N) of the types of each shape."""
        n = len(self.shape)
        return sparse.coo_array((np.ones(n, dtype=np.float32), (self.shape, np.arange(n))), shape=(N_SHAPES, n)).tocsr()

    @cached_property
    def sizes(self) -> F32:
        """float32 (nodes,), the types below each node."""
        return self._up(np.bincount(self.leaf, minlength=len(self.suffixes)).astype(np.float32)[:, None])[:, 0]

    def suffix_scores(self, at_leaf: F32, strength: float) -> F32:
        """Log-odds of each class after seeing a suffix, log P(class | suffix) / P(class), counted over types.

        Letter by letter, as suffix guessers for unknown words do (Brants 2000, section 2.3):
        score(suffix) = score(shorter) + log (p(class | suffix) + strength / n) / (p(class | shorter) + strength / n),
        where `shorter` lacks the first letter, p is the share of a class among the types below a node, and n is the
        number of types below `shorter`: a rare ending changes the score little.

        at_leaf (NDArray): float32 (nodes, k), types of each class at each leaf.
        strength (float): Pseudo-types added to every class in both shares.
        RETURNS (NDArray): float32 (nodes, k); zero at the root.
        """
        below = self._up(at_leaf.copy())
        scores = np.empty_like(below)
        scores[0] = 0
        for some in self._steps(_CACHE_BYTES // (4 * below.shape[1])):
            parents, sizes = self.parents[some], self.sizes[some]
            scale = (self.sizes[parents] / np.maximum(sizes, 1))[:, None]  # numerator and denominator times n
            odds = below[some] * scale + strength
            odds /= below.take(parents, axis=0) + strength
            odds[sizes == 0] = 1  # no type below this node (see `part`): use the node above
            np.log(odds, out=odds)
            np.add(scores.take(parents, axis=0), odds, out=scores[some])
        return scores

    def _steps(self, size: int) -> Iterator[slice]:
        """A few nodes at a time, from short to long, never together with their parents; the root is left out."""
        for begin, end in pairwise(self.levels[1:].tolist()):
            for at in range(begin, end, max(size, 1)):
                yield slice(at, min(at + max(size, 1), end))

    def _up(self, values: F32) -> F32:
        """Add to each node the values of the nodes below it, in place."""
        for start, end, lift in reversed(self._lifts):
            values[start:end] += lift @ values[end : end + lift.shape[1]]
        return values

    @cached_property
    def _lifts(self) -> list[tuple[int, int, sparse.csr_array]]:
        """For each length, where its parents begin and end, and the indicator (parents, nodes) of their children."""
        lifts = []
        for first, start, end in zip(self.levels[:-2], self.levels[1:-1], self.levels[2:], strict=True):
            ones, children = np.ones(end - start, dtype=np.float32), np.arange(end - start)
            entries = (ones, (self.parents[start:end] - first, children))
            lift = sparse.coo_array(entries, shape=(start - first, end - start)).tocsr()
            lifts.append((int(first), int(start), lift))
        return lifts
