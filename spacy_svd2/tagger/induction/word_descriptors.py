"""Descriptors over words as contexts, with as many words as the corpus bears."""

from dataclasses import replace

import numpy as np

from ..counting.counts import BigramCounts
from ..settings import Settings
from .context_counts import frequent_contexts, word_contexts
from .descriptors import Descriptors, describe
from .kmeans import cluster_types

CHECKED_CLUSTERS = 50
"""Clusters that the descriptors must tell apart: about as many as are wanted by default."""
LEAST_FILLED = 0.8
"""Share of them that must have members. Sound descriptors fill all, those of rare word pairs about half."""


def describe_words(counts: BigramCounts, settings: Settings) -> Descriptors:
    """Descriptors over the w1 most frequent words, or over fewer if the rare ones among these would spoil them.

    Two rare words that always stand together correlate perfectly. If a corpus has many of them, the descriptors tell of
    little else, and all other words fall into a few clusters. Whether they do depends on the language as much as on
    the size of the corpus, so it is tried: with k-means, if some of the contexts occur less than `min_count` times.

    counts (BigramCounts): Of N types, sorted by frequency.
    settings (Settings): See `w1`, `min_count`, `scaling` and `r1` there.
    RETURNS (Descriptors): Of the N types.
    """
    found = _describe(counts, settings)
    fewer = replace(settings, w1=frequent_contexts(counts, settings))
    wide = len(found.left) > fewer.w1 + settings.other + (settings.boundaries == "token")
    return _describe(counts, fewer) if wide and not _tells_apart(found, counts, settings) else found


def _describe(counts: BigramCounts, settings: Settings) -> Descriptors:
    return describe(*word_contexts(counts, settings), scaling=settings.scaling, rank=settings.r1)


def _tells_apart(descriptors: Descriptors, counts: BigramCounts, settings: Settings) -> bool:
    k = min(CHECKED_CLUSTERS, counts.n_types)
    labels = cluster_types(descriptors, counts.counts, k, settings)[0]
    return len(np.unique(labels)) >= LEAST_FILLED * k
