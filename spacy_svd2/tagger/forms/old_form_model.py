"""Tags of words that the corpus did not have, by their form: a suffix tree for each shape, over all types."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .suffix_means import affixes
from .suffix_tree import shape_codes

F32 = NDArray[np.float32]
_SHAPE_BITS = 0b100111  # no letter or digit, a digit, mostly capitalised, a hyphen


@dataclass(frozen=True)
class FormTags:
    """Probabilities of tags by shape and suffix.

    keys (list): The nodes: "shape|" for the root of each shape, "shape|suffix" below it, "" for the root of all.
    probabilities (NDArray): float16 (nodes, n_tags).
    """

    keys: list[str]
    probabilities: NDArray[np.float16]

    @classmethod
    def fit(
        cls,
        types: Sequence[str],
        counts: NDArray[np.int64],
        case: NDArray[np.int64],
        probabilities: F32,
        *,
        length: int = 5,
        strength: float = 3.0,
        power: float = -0.5,
    ) -> "FormTags":
        """Average the probabilities of the types below each node, backed off to the node one letter up.

        types, counts, case: Of N types, see `BigramCounts`.
        probabilities (NDArray): float32 (N, n_tags).
        length (int): The longest suffix, in letters.
        strength (float): Types of frequency one that the node above is worth.
        power (float): A type counts as its frequency to this power: unseen words are like rare ones.
        """
        weights = counts.astype(np.float64) ** power
        overall = weights @ probabilities / weights.sum()
        means = np.tile(overall, (len(types), 1))
        keys, tables = [""], [overall[None]]
        shapes = [f"{code}|" for code in shapes_of_types(types, case).tolist()]
        for size in range(length + 1):
            suffixes, which = affixes(types, size, "suffix") if size else ([""], np.zeros(len(types), dtype=np.int64))
            names, first, nodes, sizes = np.unique(
                [shape + suffixes[i] for shape, i in zip(shapes, which.tolist(), strict=True)],
                return_index=True,
                return_inverse=True,
                return_counts=True,
            )
            below = sparse.csr_array((weights, (nodes, np.arange(len(types)))), shape=(len(names), len(types)))
            table = (below @ probabilities + strength * means[first]) / (below.sum(axis=1)[:, None] + strength)
            shared = (sizes > 1) | (size == 0)
            keys += names[shared].tolist()
            tables.append(table[shared])
            means = table[nodes]
        return cls(keys, np.vstack(tables).astype(np.float16))

    def __call__(self, types: Sequence[str], texts: Sequence[str]) -> F32:
        """Probabilities of tags for words by their form.

        types (Sequence): The types, for instance lower-cased texts.
        texts (Sequence): The texts with their capitals; without them where they say nothing, as at the start of a
            sentence.
        RETURNS (NDArray): float32 (n, n_tags), rows that sum to one.
        """
        if not len(types):
            return np.zeros((0, self.probabilities.shape[1]), dtype=np.float32)
        shapes = shapes_of_texts(types, texts).tolist()
        rows = [self._node(f"{shape}|", word) for shape, word in zip(shapes, types, strict=True)]
        found = self.probabilities[rows].astype(np.float32)
        return found / found.sum(axis=1, keepdims=True)

    @property
    def overall(self) -> F32:
        """float32 (n_tags,), the probabilities of a word of which nothing is known."""
        found: F32 = self.probabilities[self._rows[""]].astype(np.float32)
        return found / found.sum()

    def _node(self, shape: str, word: str) -> int:
        """The longest suffix that the tree has: found from the short end, as every node has the node above it."""
        row = self._rows.get(shape, 0)
        padded = "\x02" * self._length + word
        for size in range(1, self._length + 1):
            longer = self._rows.get(shape + padded[-size:])
            if longer is None:
                break
            row = longer
        return row

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {key: row for row, key in enumerate(self.keys)}

    @cached_property
    def _length(self) -> int:
        return max(len(key.partition("|")[2]) for key in self.keys)


def shapes_of_types(types: Sequence[str], case: NDArray[np.int64]) -> NDArray[np.int64]:
    """The shapes of types of the corpus, without what a single token cannot tell: int64 (n,), see `shape_codes`."""
    return shape_codes(types, case) & _SHAPE_BITS


def shapes_of_texts(types: Sequence[str], texts: Sequence[str]) -> NDArray[np.int64]:
    """The shapes of words by their own capitals: int64 (n,), see `shape_codes`."""
    case = [(1, text[:1].isupper(), len(text) > 1 and text.isupper()) for text in texts]
    return shapes_of_types(types, np.array(case, dtype=np.int64).reshape(-1, 3))
