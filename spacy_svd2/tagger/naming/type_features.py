"""What is known of each type beside its tag: contexts, clusters, and form, as features for a linear classifier."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...shared.numerics import one_hot
from ...shared.word_keys import spelling
from ..counting.counts import BigramCounts
from ..forms.shapes import inner_capitals, shape_bits, shape_codes
from ..forms.suffix_means import SuffixMeans
from ..forms.suffix_tree import affixes
from ..induction.clustering_levels import Clusterings
from ..induction.context_counts import cluster_contexts

F32 = NDArray[np.float32]

# Weights of the groups of features: as the classifier's penalty is the same for all, a weight is a prior belief in the
# group. Chosen together on development files; what else was tried is in benchmarks/hour_notes.md. Points are per cent
# of tokens tagged right with 500 labels.
DESCRIPTORS = 1.0
"""Latent descriptors."""
PROFILES = 1.0
"""Square roots of the shares of context classes on each side."""
SMOOTHED = 1.5
"""Means of descriptors and profiles over the types of like suffix, less the mean over all: for rare words, whose own
are mostly chance."""
NEIGHBOUR_TAGS = 2.0
"""Square roots of the shares of tags on each side, once types have tags (`with_tags`), less the root of the mean."""
SUFFIX_TAGS = 2.0
"""Mean tags of the types of like suffix, once types have tags, less the mean over all. Without both groups of tags 0.32
points less; with weights 0 and 2 0.09, 3 and 0 0.22, 3 and 3 0.01."""
CLUSTERS = 0.5
"""Indicators of the type's cluster, of each level."""
SUFFIXES = 0.5
"""Indicators of its suffixes."""
PREFIXES = 0.5
"""Indicators of its prefixes. With 0.3, languages that inflect at the front lose most: 0.39 points less on average with
200 labels, 0.23 with 500."""
SHAPES = 1.0
"""The bits of its shape, and a capital inside it."""
FREQUENCY = 0.1
"""The logarithm of its count: function words are frequent, but the number must not outweigh all else."""

SUFFIX_LENGTH, PREFIX_LENGTH = 5, 4
"""The longest affixes, in letters."""
MIN_TYPES = 3
"""Types that must share an affix."""
SMOOTHING_BACKING = 20.0
"""Tokens that the mean one letter up is worth, in `SMOOTHED` and `SUFFIX_TAGS`."""
SMOOTHING_MAX_TOKENS = 10
"""Tokens that a type counts as at most there: frequent words are exceptions to what their form says."""
UNSEEN_NEIGHBOURS = 2.0
"""Observations of the mean tags that are added to those of a type's neighbours: one token of a hapax proves little."""


@dataclass(frozen=True)
class TypeFeatures:
    """Features of N types.

    dense (NDArray): float32 (N, d).
    indicators (csr_matrix): float32 (N, f).
    tags (NDArray): float32 (N, t), what a first guess of all tags adds; no columns before.
    like (SuffixMeans): Of the same types.
    """

    dense: F32
    indicators: sparse.csr_matrix
    tags: F32
    like: SuffixMeans

    @property
    def n_columns(self) -> int:
        """The number of all features."""
        return int(self.dense.shape[1] + self.tags.shape[1] + self.indicators.shape[1])

    def rows(self, rows: NDArray[np.int64]) -> tuple[F32, sparse.csr_matrix, NDArray[np.int64]]:
        """Select the features of some types, without indicators that none of them has.

        rows (NDArray): int64 (m,), the types.
        RETURNS (tuple): float32 (m, d + t); float32 (m, present), the indicators; int64 (d + t + present,), which of
            the d + t + f features the columns of both are.
        """
        indicators = self.indicators[rows]
        present = np.unique(indicators.indices)
        dense = np.hstack([self.dense[rows], self.tags[rows]])
        return dense, indicators[:, present], np.concatenate([np.arange(dense.shape[1]), dense.shape[1] + present])

    def scores(self, coefficients: NDArray[np.floating], intercepts: NDArray[np.floating]) -> F32:
        """float32 (N, k) scores of linear models: coefficients (k, d + t + f), intercepts (k,)."""
        ends = np.cumsum([self.dense.shape[1], self.tags.shape[1]]).tolist()
        dense, tags, indicators = np.split(coefficients.T.astype(np.float32), ends)
        scores: F32 = self.dense @ dense + self.indicators @ indicators + intercepts.astype(np.float32)
        if len(tags):
            scores += self.tags @ tags
        return scores


def type_features(counts: BigramCounts, clusterings: Clusterings) -> TypeFeatures:
    """Collect the features of all types of a corpus.

    counts (BigramCounts): Sorted by frequency.
    clusterings (Clusterings): Of the same types.
    RETURNS (TypeFeatures): Rows as in `counts`.
    """
    types = list(map(spelling, counts.types))
    like = SuffixMeans.build(
        types, counts.counts, length=SUFFIX_LENGTH, backing=SMOOTHING_BACKING, max_tokens=SMOOTHING_MAX_TOKENS
    )
    contexts = np.hstack([clusterings.descriptors, *map(_shares, cluster_contexts(counts, clusterings.context_labels))])
    bits = np.column_stack([shape_bits(shape_codes(types, counts.case)), inner_capitals(counts.case)])
    n, latent, both = len(types), clusterings.descriptors.shape[1], contexts.shape[1]
    dense = np.empty((n, 2 * both + bits.shape[1] + 1), dtype=np.float32)  # filled in place: it may be large
    np.multiply(contexts[:, :latent], DESCRIPTORS, out=dense[:, :latent])
    np.multiply(contexts[:, latent:], PROFILES, out=dense[:, latent:both])
    smoothed = like(contexts, out=dense[:, both : 2 * both])
    smoothed *= SMOOTHED
    dense[:, 2 * both : -1] = SHAPES * bits
    dense[:, -1] = FREQUENCY * np.log(counts.counts)
    return TypeFeatures(dense, _indicators(types, clusterings), np.zeros((n, 0), dtype=np.float32), like)


def _indicators(types: list[str], clusterings: Clusterings) -> sparse.csr_matrix:
    """The indicators of clusters, suffixes and prefixes of N types, float32 (N, f)."""
    tables = [CLUSTERS * one_hot(level) for level in clusterings.levels]
    sides: tuple[tuple[Literal["suffix", "prefix"], float, int], ...] = (
        ("suffix", SUFFIXES, SUFFIX_LENGTH),
        ("prefix", PREFIXES, PREFIX_LENGTH),
    )
    for side, weight, length in sides:
        for size in range(1, length + 1):
            which = affixes(types, size, side)[1]
            tables.append(weight * one_hot(which)[:, np.bincount(which) >= MIN_TYPES])
    return sparse.csr_matrix(sparse.hstack(tables, format="csr", dtype=np.float32))


def with_tags(features: TypeFeatures, counts: BigramCounts, probabilities: F32) -> TypeFeatures:
    """The features of types whose tags have been guessed once, with the tags of their neighbours and of like forms.

    A guess of all types says more of a context than its words do, which are often rare (stacked generalisation: Wolpert
    1992; here the guess is of the same types that are learned from).

    features (TypeFeatures): Of N types, as `type_features` gives them.
    counts (BigramCounts): Of the same types.
    probabilities (NDArray): float32 (N, n_tags), the guess.
    """
    # a type counts as the square root of its frequency, so that a few frequent words do not decide
    weighted = probabilities / np.sqrt(counts.counts)[:, None].astype(np.float32)
    sides = [_tag_shares(np.asarray(table @ weighted)) for table in (counts.bigrams, counts.bigrams.T.tocsr())]
    tags = [NEIGHBOUR_TAGS * side for side in sides]
    tags.append(SUFFIX_TAGS * features.like(probabilities))
    return replace(features, tags=np.hstack(tags).astype(np.float32))


def _shares(side: sparse.csr_array) -> F32:
    """float32 (N, K), sqrt(P(context class | type)): square roots make the variance of counts even (Hellinger)."""
    table = side.astype(np.float32)
    totals = np.maximum(table.sum(axis=1), 1)
    table.data = np.sqrt(table.data / np.repeat(totals, np.diff(table.indptr)))
    return table.toarray()


def _tag_shares(seen: F32) -> F32:
    """sqrt(P(t | side of the type)) - sqrt(P(t)), P(t | side) = (seen(t) + UNSEEN_NEIGHBOURS P(t)) / (seen +
    UNSEEN_NEIGHBOURS).

    Square roots of shares differ by as much for rare tags as for frequent ones (the Hellinger distance).
    """
    overall = seen.sum(axis=0) / np.maximum(seen.sum(), 1e-9)
    shares = (seen + UNSEEN_NEIGHBOURS * overall) / (seen.sum(axis=1, keepdims=True) + UNSEEN_NEIGHBOURS)
    centred: F32 = np.sqrt(shares) - np.sqrt(overall)
    return centred
