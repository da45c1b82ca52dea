"""Which words to label first: prototypes of ever finer clusters (the prototypes of Lamar et al. 2010, section 4)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def choose_words(
    levels: Sequence[NDArray[np.int32]],
    counts: NDArray[np.int64],
    n: int,
    *,
    eligible: NDArray[np.bool_] | None = None,
    kinds: NDArray[np.int64] | None = None,
) -> list[int]:
    """Choose words to label and order them, so that one may stop anywhere.

    Every clustering in turn, the coarsest first, gives the most frequent type of each cluster that no word so far is
    of, the clusters of most tokens first. When all clusters of all levels have a word, the most frequent types follow.
    After the first clustering comes the most frequent number, punctuation, symbol and address, if no such word is among
    the first: one label does for all of the kind (`propagate`), which contexts do not keep together.

    levels (Sequence): int32 (N,) arrays, the cluster of each type, from coarse to fine.
    counts (NDArray): int64 (N,), sorted, the most frequent type first.
    n (int): How many words at most.
    eligible (NDArray): bool (N,), the types that may be chosen; all by default.
    kinds (NDArray): int64 (N,), as `word_kinds` gives them; all are words by default.
    RETURNS (list): Their types, the one to label first in front.
    """
    allowed = np.arange(len(counts)) if eligible is None else np.flatnonzero(eligible)
    chosen: list[int] = []
    for number, labels in enumerate(levels):
        chosen += _prototypes(labels, counts, allowed, chosen)
        if number == 0 and kinds is not None:
            chosen += _first_of_kinds(kinds, allowed, chosen)
        if len(chosen) >= n:
            break
    rest = np.setdiff1d(allowed, chosen, assume_unique=True).tolist()
    return (chosen + rest)[:n]


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


def find_companions(
    levels: Sequence[NDArray[np.int32]], chosen: Sequence[int], n: int, descriptors: NDArray[np.float16] | None = None
) -> list[list[int]]:
    """Find types that behave like each of some types.

    levels (Sequence): See `choose_words`.
    chosen (Sequence): The types.
    n (int): How many companions of each at most.
    descriptors (NDArray): float16 (M, d), of the M most frequent types.
    RETURNS (list): For each its companions: those of the finest cluster, the most frequent first; where that has too
        few, those of ever coarser ones; then the nearest by descriptors.
    """
    found: list[dict[int, None]] = [{} for _ in chosen]
    for labels in reversed(levels):
        members = np.split(np.argsort(labels, kind="stable"), np.cumsum(np.bincount(labels))[:-1])
        for row, rows in zip(chosen, found, strict=True):
            if len(rows) < n:
                rows.update(dict.fromkeys(members[labels[row]][: 2 * n + 1].tolist()))
                rows.pop(row, None)
    points = np.zeros((0, 1), np.float32) if descriptors is None else descriptors.astype(np.float32)
    for row, rows in zip(chosen, found, strict=True):
        if len(rows) < n and row < len(points):
            rows.update(dict.fromkeys(np.argsort(-(points @ points[row]), kind="stable")[: 2 * n + 1].tolist()))
            rows.pop(row, None)
    return [list(rows)[:n] for rows in found]
