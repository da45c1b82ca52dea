"""Step 1, context counts: how often each type stands beside each context (Lamar et al. 2010, section 2)."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...shared.numerics import one_hot
from ..counting.counts import BigramCounts
from ..settings import Settings

LEAST_CONTEXTS = 100
"""Words that serve as contexts of a tiny corpus, where fewer occur `min_count` times."""
RARE = 3
"""Tokens of the last of the `w1` words from which all of them are contexts. Rarer ones are the corpora whose clusters
come out empty; elsewhere the rare contexts help more than they harm."""


def word_contexts(counts: BigramCounts, settings: Settings) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Count how often each type is preceded (left) and followed (right) by each of the w1 most frequent types.

    These are the paper's matrices L and R: with B the bigram counts, R = B[:, :w1] and L = B'[:, :w1]. In a corpus so
    small that the last of these words occur once or twice, types rarer than `min_count` are no contexts: a rare word
    beside a rare word correlates with it perfectly, so that the descriptors would tell of nothing else, and most of the
    clusters come out empty.

    counts (BigramCounts): Of N types, sorted by frequency.
    settings (Settings): See `w1`, `min_count` and `other` there.
    RETURNS (tuple): Two (N, w1 [+ 1 for all other types] [+ 1 for the sentence boundary]) matrices.
    """
    w1 = settings.w1
    if (counts.counts[:w1] < RARE).any():
        w1 = frequent_contexts(counts, settings)
    sides = []
    for table, edge in ((counts.bigrams.T.tocsr(), counts.starts), (counts.bigrams, counts.ends)):
        contexts = [table[:, :w1]]
        if settings.other:
            contexts.append(_column(table.sum(axis=1) - contexts[0].sum(axis=1)))
        sides.append(_with_boundary(contexts, edge, counts))
    return sides[0], sides[1]


def frequent_contexts(counts: BigramCounts, settings: Settings) -> int:
    """Count the words of `min_count` tokens and more, between `LEAST_CONTEXTS` and `w1`.

    counts (BigramCounts): Sorted by frequency.
    settings (Settings): See `w1` and `min_count` there.
    RETURNS (int): How many words serve as contexts where rare ones do harm.
    """
    return min(settings.w1, max(LEAST_CONTEXTS, int((counts.counts >= settings.min_count).sum())))


def cluster_contexts(counts: BigramCounts, labels: NDArray[np.int32]) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Count how often each type is preceded (left) and followed (right) by any type of each cluster.

    These are the paper's matrices of the second pass: with C the indicator of clusters, R = B C and L = B' C.

    counts (BigramCounts): Of N types.
    labels (NDArray): int32 (N,), the cluster of each.
    RETURNS (tuple): Two (N, clusters [+ 1 for the sentence boundary]) matrices.
    """
    indicator = one_hot(labels, dtype=counts.bigrams.dtype)
    left, right = counts.bigrams.T.tocsr() @ indicator, counts.bigrams @ indicator
    return _with_boundary([left], counts.starts, counts), _with_boundary([right], counts.ends, counts)


def _with_boundary(contexts: list[sparse.csr_array], edge: NDArray[np.int64], counts: BigramCounts) -> sparse.csr_array:
    if counts.boundaries == "token":
        contexts = [*contexts, _column(edge)]
    return sparse.hstack(contexts, format="csr") if len(contexts) > 1 else contexts[0]


def _column(values: NDArray[np.int64]) -> sparse.csr_array:
    return sparse.csr_array(values[:, None])
