"""The cluster of a word that the corpus did not have, by its form."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...shared.numerics import one_hot
from .affixes import suffix
from .shapes import shape_of_text, shape_scores
from .suffix_tree import Forms

F32 = NDArray[np.float32]


@dataclass(frozen=True)
class ClusterFormModel:
    """What the form of a word says about its cluster, for words that the corpus did not have.

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
    ) -> "ClusterFormModel":
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

        log P(class | form) = log P(class) + log P(class | suffix) / P(class) + log P(class | shape) / P(class), as if
        suffix and shape were independent. The suffix is the longest that the tree has.

        type_ (str): The type, for instance the lower-cased text.
        text (str): The text with its capitals; without them where they say nothing, as at the start of a sentence.
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
