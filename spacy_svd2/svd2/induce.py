"""The whole algorithm, its four steps in order: counts, descriptors, clusters, and the second pass over clusters."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..errors import Errors, UserError, Warnings
from .counts import BigramCounts
from .descriptors import Descriptors, describe
from .kmeans import cluster, nearest
from .settings import Settings


@dataclass(frozen=True)
class Pass:
    """One pass: descriptors over some contexts, and the clusters found with them.

    descriptors (Descriptors): Of all N types.
    labels (NDArray): int32 (N,), the cluster of each type.
    centroids (NDArray): float32 (k, d).
    """

    descriptors: Descriptors
    labels: NDArray[np.int32]
    centroids: NDArray[np.float32]


def induce(
    counts: BigramCounts, settings: Settings, *, on_stage: Callable[[str], None] = lambda stage: None
) -> list[Pass]:
    """Cluster the types of a corpus (Lamar et al. 2010, section 2).

    counts (BigramCounts): Sorted by frequency (`BigramCounts.by_frequency`).
    settings (Settings): Sizes that exceed the corpus shrink with a warning (S101).
    on_stage (Callable): Called with the name of each stage as it begins.
    RETURNS (list): The passes made, the last of which holds the wanted clusters.
    RAISES (UserError): The corpus is empty (S004).
    """
    if not counts.n_types:
        raise UserError(Errors.S004)
    settings = fit_to_corpus(settings, counts.n_types)
    passes: list[Pass] = []
    for number in range(1, settings.n_passes + 1):
        last = number == settings.n_passes
        on_stage(f"descriptors, pass {number}")
        if number == 1:
            left, right, rank = *word_contexts(counts, settings.w1, other=settings.other), settings.r1
        else:
            left, right, rank = *cluster_contexts(counts, passes[-1].labels), settings.r2
        descriptors = describe(left, right, scaling=settings.scaling, rank=rank)
        on_stage(f"clusters, pass {number}")
        k = settings.n_tags if last else settings.k1
        passes.append(_cluster_pass(descriptors, counts, settings, k))
    return passes


def fit_to_corpus(settings: Settings, n_types: int) -> Settings:
    """Settings with every size cut down to what a corpus of `n_types` types can fill, with a warning for each."""
    fitted: dict[str, Any] = {}
    limits = {"n_tags": n_types, "w1": n_types}
    if settings.n_passes == 2:
        limits["k1"] = n_types
    for name, most in limits.items():
        wanted = getattr(settings, name)
        if wanted > most:
            why = f"it has {n_types} types"
            warnings.warn(Warnings.S101.format(name=name, wanted=wanted, why=why, used=most), stacklevel=3)
            fitted[name] = most
    boundary = settings.boundaries == "token"
    n_words, n_clusters = (fitted.get(name, getattr(settings, name)) for name in ("w1", "k1"))
    ranks = {"r1": n_words + settings.other + boundary, "r2": n_clusters + boundary}
    for name, most in ranks.items():
        wanted = getattr(settings, name)
        if wanted > most and (name == "r1" or settings.n_passes == 2):
            why = f"there are {most} contexts"
            warnings.warn(Warnings.S101.format(name=name, wanted=wanted, why=why, used=most), stacklevel=3)
            fitted[name] = most
    return replace(settings, **fitted)


def word_contexts(counts: BigramCounts, w1: int, *, other: bool) -> tuple[sparse.csr_array, sparse.csr_array]:
    """How often each type is preceded (left) and followed (right) by each of the w1 most frequent types.

    RETURNS (tuple): Two (N, w1 [+ 1 for all other types] [+ 1 for the sentence boundary]) matrices.
    """
    sides = []
    for table, edge in ((counts.bigrams.T.tocsr(), counts.starts), (counts.bigrams, counts.ends)):
        contexts = [table[:, :w1]]
        if other:
            contexts.append(_column(table.sum(axis=1) - contexts[0].sum(axis=1)))
        sides.append(_with_boundary(contexts, edge, counts))
    return sides[0], sides[1]


def cluster_contexts(counts: BigramCounts, labels: NDArray[np.int32]) -> tuple[sparse.csr_array, sparse.csr_array]:
    """How often each type is preceded (left) and followed (right) by any type of each cluster.

    RETURNS (tuple): Two (N, clusters [+ 1 for the sentence boundary]) matrices.
    """
    n = counts.n_types
    ones = np.ones(n, dtype=counts.bigrams.dtype)
    indicator = sparse.csr_array((ones, labels, np.arange(n + 1)), shape=(n, int(labels.max()) + 1))
    left, right = counts.bigrams.T.tocsr() @ indicator, counts.bigrams @ indicator
    return _with_boundary([left], counts.starts, counts), _with_boundary([right], counts.ends, counts)


def _with_boundary(contexts: list[sparse.csr_array], edge: NDArray[np.int64], counts: BigramCounts) -> sparse.csr_array:
    if counts.boundaries == "token":
        contexts = [*contexts, _column(edge)]
    return sparse.hstack(contexts, format="csr") if len(contexts) > 1 else contexts[0]


def _column(values: NDArray[np.int64]) -> sparse.csr_array:
    return sparse.csr_array(values[:, None])


def _cluster_pass(descriptors: Descriptors, counts: BigramCounts, settings: Settings, k: int) -> Pass:
    """k-means on the types of frequency `min_count` and up, the others to the nearest centroid."""
    n_clustered = max(k, int(np.searchsorted(-counts.counts, -settings.min_count, side="right")))
    points = descriptors.values
    labels, centroids = cluster(
        points[:n_clustered],
        counts.counts[:n_clustered],
        k,
        split=descriptors.left.shape[1],
        max_iter=settings.max_iter,
    )
    return Pass(descriptors, np.concatenate([labels, nearest(points[n_clustered:], centroids)]), centroids)
