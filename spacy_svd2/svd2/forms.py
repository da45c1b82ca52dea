"""Word forms: what the letters of a word say about its class."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

KINDS = ("word", "number", "symbol")


def kind(text: str) -> int:
    """0 for a word, 1 for anything with a digit in it, 2 for anything without letter or digit (`KINDS`)."""
    if any(map(str.isdigit, text)):
        return 1
    return 0 if any(map(str.isalpha, text)) else 2


@dataclass(frozen=True)
class UnknownWords:
    """The clusters given to words that the corpus did not have, by the kind of their form.

    clusters (NDArray): int32 (3,), for each of `KINDS` the cluster that holds most of the corpus' types that
        occurred once and are of that kind; of all its types of that kind if none occurred once; of all its types
        if there are none.
    """

    clusters: NDArray[np.int32]

    @classmethod
    def fit(cls, types: Iterable[str], counts: NDArray[np.int64], labels: NDArray[np.int32]) -> "UnknownWords":
        kinds = np.fromiter(map(kind, types), dtype=np.int64, count=len(counts))
        clusters = []
        for number in range(len(KINDS)):
            chosen = labels
            for mask in ((kinds == number) & (counts == 1), kinds == number):
                if mask.any():
                    chosen = labels[mask]
                    break
            clusters.append(np.bincount(chosen).argmax())
        return cls(np.array(clusters, dtype=np.int32))

    def __call__(self, text: str) -> int:
        return int(self.clusters[kind(text)])
