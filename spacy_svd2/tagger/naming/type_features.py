"""What is known of each type beside its tag: contexts, clusters, and form, as features for a linear classifier."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...shared.numerics import one_hot
from ..counting.counts import BigramCounts
from ..forms.suffix_means import SuffixMeans, affixes
from ..forms.suffix_tree import SHAPES, shape_codes
from ..induction.clusterings import Clusterings
from ..induction.contexts import cluster_contexts

F32 = NDArray[np.float32]
_UNSEEN = 2.0
DENSE_BYTES = 256 << 20


@dataclass(frozen=True)
class FeatureSettings:
    """Weights of the groups of features; as the classifier's penalty is the same for all, a weight is a prior.

    descriptors, profiles (float): Latent descriptors; square roots of the shares of context classes on each side.
    smoothed (float): Mean of both over the types of like suffix, less the mean over all.
    neighbour_tags, suffix_tags (float): Where types have tags already (`with_tags`): square roots of the shares of the
        tags on each side, and mean tags of the types of like suffix, both less their means.
    clusters, suffixes, prefixes, shapes (float): Indicators.
    frequency (float): The logarithm of the count.
    suffix_length, prefix_length (int): The longest, in letters.
    min_types (int): Types that must share a suffix or prefix.
    backing (float): Tokens that the mean one letter up is worth in `smoothed`.
    most (int): Tokens that a type counts as in `smoothed` at most.
    """

    descriptors: float = 1.0
    profiles: float = 1.0
    smoothed: float = 1.5
    neighbour_tags: float = 2.0
    suffix_tags: float = 2.0
    clusters: float = 0.5
    suffixes: float = 0.5
    prefixes: float = 0.3
    shapes: float = 1.0
    frequency: float = 0.1
    suffix_length: int = 5
    prefix_length: int = 4
    min_types: int = 3
    backing: float = 20.0
    most: int = 10


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
        return int(self.dense.shape[1] + self.tags.shape[1] + self.indicators.shape[1])

    def rows(self, rows: NDArray[np.int64]) -> tuple[F32 | sparse.csr_matrix, NDArray[np.int64]]:
        """The features of some types, without indicators that none of them has.

        A classifier fitted to the sparse form differs from that of the dense one in the last digits. Self-training can
        make more of it, so that some types get other tags: 70 of 4,911 with one set of labels. Which form is taken
        depends on the sizes alone.

        rows (NDArray): int64 (m,), the types.
        RETURNS (tuple): float32 (m, columns), sparse if it would take more than `DENSE_BYTES`; int64 (columns,), which
            of the d + t + f features the columns are.
        """
        indicators = self.indicators[rows]
        present = np.unique(indicators.indices)
        dense = np.hstack([self.dense[rows], self.tags[rows]])
        columns = np.concatenate([np.arange(dense.shape[1]), dense.shape[1] + present])
        if 4 * len(rows) * len(columns) > DENSE_BYTES:
            return sparse.hstack([sparse.csr_matrix(dense), indicators[:, present]], format="csr"), columns
        return np.hstack([dense, indicators[:, present].toarray()]), columns

    def scores(self, coefficients: NDArray[np.floating], intercepts: NDArray[np.floating]) -> F32:
        """float32 (N, k) scores of linear models: coefficients (k, d + t + f), intercepts (k,)."""
        ends = np.cumsum([self.dense.shape[1], self.tags.shape[1]]).tolist()
        dense, tags, indicators = np.split(coefficients.T.astype(np.float32), ends)
        scores: F32 = self.dense @ dense + self.indicators @ indicators + intercepts.astype(np.float32)
        if len(tags):
            scores += self.tags @ tags
        return scores


def type_features(
    counts: BigramCounts, clusterings: Clusterings, settings: FeatureSettings | None = None
) -> TypeFeatures:
    """Collect the features of all types of a corpus.

    counts (BigramCounts): Sorted by frequency.
    clusterings (Clusterings): Of the same types.
    settings (FeatureSettings): See there.
    RETURNS (TypeFeatures): Rows as in `counts`.
    """
    chosen = settings or FeatureSettings()
    types = list(counts.types)
    like = SuffixMeans.build(
        types, counts.counts, length=chosen.suffix_length, backing=chosen.backing, most=chosen.most
    )
    contexts = np.hstack([clusterings.descriptors, *map(_shares, cluster_contexts(counts, clusterings.context_labels))])
    bits = (shape_codes(types, counts.case)[:, None] >> np.arange(len(SHAPES))) & 1
    n, latent, both = len(types), clusterings.descriptors.shape[1], contexts.shape[1]
    dense = np.empty((n, 2 * both + len(SHAPES) + 1), dtype=np.float32)
    np.multiply(contexts[:, :latent], chosen.descriptors, out=dense[:, :latent])
    np.multiply(contexts[:, latent:], chosen.profiles, out=dense[:, latent:both])
    smoothed = like(contexts, out=dense[:, both : 2 * both])
    smoothed *= chosen.smoothed
    dense[:, 2 * both : -1] = chosen.shapes * bits
    dense[:, -1] = chosen.frequency * np.log(counts.counts)
    indicators = [chosen.clusters * one_hot(level) for level in clusterings.levels]
    for side, weight, length in (
        ("suffix", chosen.suffixes, chosen.suffix_length),
        ("prefix", chosen.prefixes, chosen.prefix_length),
    ):
        for size in range(1, length + 1):
            shared = affixes(types, size, "suffix" if side == "suffix" else "prefix")[1]
            table = one_hot(shared)
            indicators.append(weight * table[:, np.bincount(shared) >= chosen.min_types])
    joined = sparse.csr_matrix(sparse.hstack(indicators, format="csr", dtype=np.float32))
    return TypeFeatures(dense, joined, np.zeros((n, 0), dtype=np.float32), like)


def with_tags(
    features: TypeFeatures, counts: BigramCounts, probabilities: F32, settings: FeatureSettings | None = None
) -> TypeFeatures:
    """The features of types whose tags have been guessed once, with the tags of their neighbours and of like forms.

    A guess of all types says more of a context than its words do, which are often rare (stacking: Wolpert 1992).

    features (TypeFeatures): Of N types, as `type_features` gives them.
    counts (BigramCounts): Of the same types.
    probabilities (NDArray): float32 (N, n_tags), the guess.
    settings (FeatureSettings): See there.
    """
    chosen = settings or FeatureSettings()
    # a type counts as the square root of its frequency, so that a few frequent words do not decide
    weighted = probabilities / np.sqrt(counts.counts)[:, None].astype(np.float32)
    sides = [_tag_shares(np.asarray(table @ weighted)) for table in (counts.bigrams, counts.bigrams.T.tocsr())]
    tags = [chosen.neighbour_tags * side for side in sides]
    tags.append(chosen.suffix_tags * features.like(probabilities))
    return replace(features, tags=np.hstack(tags).astype(np.float32))


def _shares(side: sparse.csr_array) -> F32:
    table = side.astype(np.float32)
    totals = np.maximum(table.sum(axis=1), 1)
    table.data = np.sqrt(table.data / np.repeat(totals, np.diff(table.indptr)))
    return table.toarray()


def _tag_shares(seen: F32) -> F32:
    """Square roots of shares, two observations of all neighbours added, less the root of the overall share."""
    overall = seen.sum(axis=0) / np.maximum(seen.sum(), 1e-9)
    shares = (seen + _UNSEEN * overall) / (seen.sum(axis=1, keepdims=True) + _UNSEEN)
    centred: F32 = np.sqrt(shares) - np.sqrt(overall)
    return centred
