"""Which words to label first: prototypes of ever finer clusters (the prototypes of Lamar et al. 2010, section 4)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class PrototypeType:
    """A word worth labelling.

    row (int): Its type.
    count (int): Its tokens in the corpus.
    companions (list): The types of the same cluster, the most frequent first.
    covered (float): Share of the corpus' tokens that are of this type or of one suggested before it.
    """

    row: int
    count: int
    companions: list[int]
    covered: float


def suggest(
    levels: Sequence[NDArray[np.int32]],
    counts: NDArray[np.int64],
    n: int,
    *,
    eligible: NDArray[np.bool_] | None = None,
    kinds: NDArray[np.int64] | None = None,
    n_companions: int = 10,
) -> list[PrototypeType]:
    """Choose words to label and order them, so that one may stop anywhere.

    Every clustering in turn, the coarsest first, gives the most frequent type of each cluster that no word so far is
    of, the clusters of most tokens first. When all clusters of all levels have a word, the most frequent types follow.
    After the first clustering comes the most frequent number, punctuation, symbol and address, if no such word is among
    the first: one label does for all of the kind (`propagate`), which contexts do not keep together.

    levels (Sequence): int32 (N,) arrays, the cluster of each type, from coarse to fine.
    counts (NDArray): int64 (N,), sorted, the most frequent type first.
    n (int): How many words at most.
    eligible (NDArray): bool (N,), the types that may be suggested; all by default.
    kinds (NDArray): int64 (N,), as `word_kinds` gives them; all are words by default.
    n_companions (int): Companions to give at most, from the first level that suggested the word.
    RETURNS (list): The suggestions, in order.
    """
    allowed = np.arange(len(counts)) if eligible is None else np.flatnonzero(eligible)
    chosen: list[int] = []
    source: list[int] = []
    for number, labels in enumerate(levels):
        new = _prototypes(labels, counts, allowed, chosen)
        chosen += new
        source += [number] * len(new)
        if number == 0 and kinds is not None:
            new = _first_of_kinds(kinds, allowed, chosen)
            chosen += new
            source += [0] * len(new)
        if len(chosen) >= n:
            break
    rest = np.setdiff1d(allowed, chosen, assume_unique=True).tolist()
    chosen = (chosen + rest)[:n]
    source = (source + [len(levels) - 1] * len(rest))[:n]
    covered = np.cumsum(counts[chosen]) / max(int(counts.sum()), 1)
    members = [_members(labels) for labels in levels]
    return [
        PrototypeType(
            row,
            int(counts[row]),
            [i for i in members[level][int(levels[level][row])][: n_companions + 1].tolist() if i != row][
                :n_companions
            ],
            float(share),
        )
        for row, level, share in zip(chosen, source, covered, strict=True)
    ]


def _prototypes(
    labels: NDArray[np.int32], counts: NDArray[np.int64], allowed: NDArray[np.int64], chosen: list[int]
) -> list[int]:
    """The first allowed type of each cluster that holds none of the chosen, the clusters of most tokens first."""
    clusters, first = np.unique(labels[allowed], return_index=True)
    new = ~np.isin(clusters, labels[chosen]) if chosen else np.ones(len(clusters), dtype=bool)
    tokens = np.bincount(labels, weights=counts)[clusters[new]]
    rows: list[int] = allowed[first[new]][np.argsort(-tokens, kind="stable")].tolist()
    return rows


def _first_of_kinds(kinds: NDArray[np.int64], allowed: NDArray[np.int64], chosen: list[int]) -> list[int]:
    """The most frequent allowed type of each kind that two or more types are of and none of the chosen."""
    found, first, sizes = np.unique(kinds[allowed], return_index=True, return_counts=True)
    new = (found > 0) & (sizes > 1) & ~np.isin(found, kinds[chosen])
    rows: list[int] = allowed[first[new]].tolist()
    return rows


def _members(labels: NDArray[np.int32]) -> list[NDArray[np.int64]]:
    order = np.argsort(labels, kind="stable")
    return np.split(order, np.cumsum(np.bincount(labels))[:-1])
