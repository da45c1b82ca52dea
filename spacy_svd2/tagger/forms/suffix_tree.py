"""Word forms: a suffix tree and a table of shapes, each node of which says how its types spread over the classes.

The evidence is counted over types, not tokens (Clark 2003), so that it decides rare words and cannot outweigh the
contexts of frequent ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...shared.numerics import one_hot

SHAPES = ("no letter or digit", "a digit", "mostly capitalised", "capitalised at times", "mostly capitals", "a hyphen")
N_SHAPES = 1 << len(SHAPES)
_BEGIN = "\x02"  # stands before the first letter, so that a short word is a suffix of its own

F32 = NDArray[np.float32]
I64 = NDArray[np.int64]


@dataclass(frozen=True)
class Forms:
    """The suffixes and shapes of a vocabulary.

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
        case (NDArray): int64 (N, 3), see `BigramCounts.case`.
        """
        leaf = np.zeros(len(types), dtype=np.int64)
        growing = np.arange(len(types))
        suffixes, parents, levels = [""], [np.zeros(1, dtype=np.int64)], [0, 1]
        for size in range(1, length + 1):
            endings = np.array([_padded(types[i], size) for i in growing.tolist()], dtype=f"U{size}")
            names, first, inverse, counts = np.unique(
                endings, return_index=True, return_inverse=True, return_counts=True
            )
            shared = counts >= min_types
            number = np.cumsum(shared) - 1 + levels[-1]
            suffixes += names[shared].tolist()
            parents.append(leaf[growing[first[shared]]])
            levels.append(len(suffixes))
            growing, inverse = growing[shared[inverse]], inverse[shared[inverse]]
            leaf[growing] = number[inverse]
        return cls(suffixes, np.concatenate(parents), np.array(levels), leaf, shape_codes(types, case))

    def part(self, rows: slice) -> "Forms":
        """The same tree with some of the types, so that a node may be empty."""
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
        """Log-odds of each class after seeing a suffix, against before seeing any.

        The share of a class among the types below a node is smoothed towards its share one letter up.

        at_leaf (NDArray): float32 (nodes, k), types of each class at each leaf.
        strength (float): How many types the share one letter up is worth.
        RETURNS (NDArray): float32 (nodes, k); zero at the root.
        """
        below = self._up(at_leaf.copy())
        scores = np.zeros_like(below)
        for start, end in zip(self.levels[1:-1], self.levels[2:], strict=True):
            parents = self.parents[start:end]
            sizes = self.sizes[start:end]
            scale = (self.sizes[parents] / np.maximum(sizes, 1))[:, None]
            odds = (below[start:end] * scale + strength) / (below[parents] + strength)
            odds[sizes == 0] = 1
            scores[start:end] = scores[parents] + np.log(odds)
        return scores

    def _up(self, values: F32) -> F32:
        """Add to each node what stands below it, in place."""
        for start, end, lift in reversed(self._lifts):
            values[start:end] += lift @ values[end : end + lift.shape[1]]
        return values

    @cached_property
    def _lifts(self) -> list[tuple[int, int, sparse.csr_array]]:
        """For each length, where its parents begin and end, and the indicator (parents, nodes) of their children."""
        lifts = []
        for first, start, end in zip(self.levels[:-2], self.levels[1:-1], self.levels[2:], strict=True):
            entries = (
                np.ones(end - start, dtype=np.float32),
                (self.parents[start:end] - first, np.arange(end - start)),
            )
            lifts.append(
                (int(first), int(start), sparse.coo_array(entries, shape=(start - first, end - start)).tocsr())
            )
        return lifts


def shape_scores(by_shape: F32, strength: float) -> F32:
    """Log-odds of each class given a shape, its bits taken as independent.

    by_shape (NDArray): float32 (shapes, k), types of each class and shape.
    strength (float): Types of the overall share of a bit that are added to each class.
    RETURNS (NDArray): float32 (shapes, k).
    """
    counts = by_shape.astype(np.float64)
    bits = (np.arange(N_SHAPES)[:, None] >> np.arange(len(SHAPES))) & 1
    n_types = counts.sum(axis=0)
    share = np.clip(bits.T @ counts.sum(axis=1) / max(n_types.sum(), 1), 1e-6, 1 - 1e-6)[:, None]
    present = (bits.T @ counts + strength * share) / (n_types + strength)
    scores = bits @ np.log(present / share) + (1 - bits) @ np.log((1 - present) / (1 - share))
    return scores.astype(np.float32)


def shape_codes(types: Sequence[str], case: I64) -> I64:
    """The shape of each type as a number, one bit for each of `SHAPES`.

    case (NDArray): int64 (N, 3), tokens away from sentence starts: all, capitalised, all in capitals.
    """
    codes = np.fromiter(map(_letters, types), dtype=np.int64, count=len(types))
    seen = np.maximum(case[:, 0], 1)
    for bit, holds in ((2, 2 * case[:, 1] > seen), (3, case[:, 1] > 0), (4, 2 * case[:, 2] > seen)):
        codes |= holds.astype(np.int64) << bit
    return codes


def _letters(word: str) -> int:
    """The bits of a shape that do not depend on case."""
    symbol, digit = not any(map(str.isalnum, word)), any(map(str.isdigit, word))
    return symbol | digit << 1 | ("-" in word[1:-1]) << 5


@dataclass(frozen=True)
class FormModel:
    """What the form of a word says about its class, for words that the corpus did not have.

    suffixes (list): See `Forms.suffixes`.
    suffix_scores (NDArray): float16 (nodes, k), see `Forms.suffix_scores`.
    shape_scores (NDArray): float32 (shapes, k), see `shape_scores`.
    prior (NDArray): float32 (k,), the logarithm of each class' share of the types.
    """

    suffixes: list[str]
    suffix_scores: NDArray[np.float16]
    shape_scores: F32
    prior: F32

    @classmethod
    def fit(
        cls, forms: Forms, labels: NDArray[Any], k: int, *, suffix_strength: float, shape_strength: float
    ) -> "FormModel":
        """Count how the types spread over the classes, below each suffix and in each shape.

        labels (NDArray): (N,), the class of each type.
        k (int): Number of classes.
        suffix_strength, shape_strength (float): See `Forms.suffix_scores` and `shape_scores`.
        """
        n = len(labels)
        member = one_hot(labels, k)
        sizes = np.bincount(labels, minlength=k)
        return cls(
            forms.suffixes,
            forms.suffix_scores((forms.by_leaf @ member).toarray(), suffix_strength).astype(np.float16),
            shape_scores((forms.by_shape @ member).toarray(), shape_strength),
            np.log((sizes + 1) / (n + k)).astype(np.float32),
        )

    def scores(self, type_: str, text: str) -> F32:
        """Log-probability of each class given the form of a word, up to a constant.

        type_ (str): The type, for instance the lower-cased text.
        text (str): The text with its capitals; without them where they say nothing, as at the start of a sentence.
        RETURNS (NDArray): float32 (k,).
        """
        ending = _padded(type_, self._length)
        row = next(self._rows[ending[i:]] for i in range(len(ending) + 1) if ending[i:] in self._rows)
        capital, capitals = text[:1].isupper(), len(text) > 1 and text.isupper()
        shape = _letters(type_) | capital << 2 | capital << 3 | capitals << 4
        return self.suffix_scores[row].astype(np.float32) + self.shape_scores[shape] + self.prior

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {suffix: row for row, suffix in enumerate(self.suffixes)}

    @cached_property
    def _length(self) -> int:
        return max(map(len, self.suffixes))


def _padded(word: str, size: int) -> str:
    return (_BEGIN * size + word)[-size:]
