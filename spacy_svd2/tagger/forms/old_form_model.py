"""The form model of old artifacts, kept so that they load and tag as ever: a suffix tree for each shape.

Nothing makes such a model any more. It knew only the longest suffix of a word, and `form_classifier` is more accurate
with either method of naming (benchmarks/hour_notes.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .affixes import suffix
from .shapes import comparable_shapes_of_texts

F32 = NDArray[np.float32]


@dataclass(frozen=True)
class OldFormModel:
    """Probabilities of tags by shape and suffix.

    keys (list): The nodes: "shape|" for the root of each shape, "shape|suffix" below it, "" for the root of all.
    probabilities (NDArray): float16 (nodes, n_tags).
    """

    keys: list[str]
    probabilities: NDArray[np.float16]

    def __call__(self, types: Sequence[str], texts: Sequence[str]) -> F32:
        """Probabilities of tags for words by their form.

        types, texts (Sequence): See `FormClassifier`.
        RETURNS (NDArray): float32 (n, n_tags), rows that sum to one.
        """
        shapes = comparable_shapes_of_texts(types, texts).tolist()
        rows = [self._node(f"{shape}|", word) for shape, word in zip(shapes, types, strict=True)]
        found = self.probabilities[np.array(rows, dtype=np.int64)].astype(np.float32)
        return found / found.sum(axis=1, keepdims=True)

    def _node(self, shape: str, word: str) -> int:
        """The longest suffix that the tree has: found from the short end, as every node has the node above it."""
        row = self._rows.get(shape, self._rows[""])
        for size in range(1, self._length + 1):
            longer = self._rows.get(shape + suffix(word, size))
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
