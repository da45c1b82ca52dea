"""The cluster of a word that is not in the corpus, by its form; and the form model of old named artifacts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...shared.numerics import one_hot
from .shapes import comparable_shapes_of_texts, shape_of_text, shape_scores
from .suffix_tree import Forms, suffix

F32 = NDArray[np.float32]


@dataclass(frozen=True)
class ClusterFormModel:
    """What the form of a word says about its cluster, for words that are not in the corpus.

    suffixes (list): See `Forms.suffixes`.
    suffix_scores (NDArray): float16 (nodes, k), see `Forms.suffix_scores`.
    shape_scores (NDArray): float32 (shapes, k), see `shape_scores`.
    prior (NDArray): float32 (k,), the logarithm of each class's share of the types.
    """

    suffixes: list[str]
    suffix_scores: NDArray[np.float16]
    shape_scores: F32
    prior: F32

    @classmethod
    def fit(
        cls, forms: Forms, labels: NDArray[Any], k: int, *, suffix_strength: float, shape_strength: float
    ) -> "ClusterFormModel":
        """Count the types of each class, below each suffix and with each shape.

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

        log P(class | form) = log P(class) + log P(class | suffix) / P(class) + log P(class | shape) / P(class) + const,
        as if suffix and shape were independent given the class (naive Bayes). The suffix is the longest in the tree.

        type_ (str): The type, for instance the lower-cased text.
        text (str): The text with its capitals; without them where they mean nothing, as at the start of a sentence.
        RETURNS (NDArray): float32 (k,).
        """
        ending = suffix(type_, self._length)
        row = next(self._rows[ending[i:]] for i in range(len(ending) + 1) if ending[i:] in self._rows)
        by_shape = self.shape_scores[shape_of_text(type_, text)]
        return self.suffix_scores[row].astype(np.float32) + by_shape + self.prior

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {suffix: row for row, suffix in enumerate(self.suffixes)}

    @cached_property
    def _length(self) -> int:
        return max(map(len, self.suffixes))


@dataclass(frozen=True)
class OldFormModel:
    """Probabilities of tags by shape and suffix.

    keys (list): The nodes: "shape|" for the root of each shape, "shape|suffix" below it, "" for the root of all.
    probabilities (NDArray): float16 (nodes, n_tags).
    """

    keys: list[str]
    probabilities: NDArray[np.float16]

    def __call__(self, types: Sequence[str], texts: Sequence[str]) -> F32:
        """Estimate the probabilities of tags for words by their form.

        types, texts (Sequence): See `FormClassifier`.
        RETURNS (NDArray): float32 (n, n_tags), rows that sum to one.
        """
        shapes = comparable_shapes_of_texts(types, texts).tolist()
        rows = [self._node(f"{shape}|", word) for shape, word in zip(shapes, types, strict=True)]
        found = self.probabilities[np.array(rows, dtype=np.int64)].astype(np.float32)
        return found / found.sum(axis=1, keepdims=True)

    def _node(self, shape: str, word: str) -> int:
        """The longest suffix in the tree; the search starts with short ones, because all parents of a node exist."""
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
