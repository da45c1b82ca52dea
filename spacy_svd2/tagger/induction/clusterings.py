"""Clusterings of the same types from coarse to fine: where to look for words to label, and features of their tags."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from ...errors import Errors, UserError
from ..counting.counts import BigramCounts
from ..forms.suffix_tree import Forms
from ..settings import Refinement, Settings
from .annealing import Evidence, anneal
from .contexts import cluster_contexts, word_contexts
from .descriptors import Descriptors, describe
from .kmeans import cluster_types
from .refinement import number_of_contexts

SIZES = (20, 50, 100, 200, 500)
_TYPES_PER_CLUSTER = 3


@dataclass(frozen=True)
class Clusterings:
    """Clusterings of N types, each made on its own.

    descriptors (NDArray): float32 (N, d), the latent descriptors.
    context_labels (NDArray): int32 (N,), the classes that neighbours are counted by.
    levels (list): int32 (N,) arrays, the cluster of each type; the coarsest clustering first.
    """

    descriptors: NDArray[np.float32]
    context_labels: NDArray[np.int32]
    levels: list[NDArray[np.int32]]


def build_clusterings(
    counts: BigramCounts,
    settings: Settings | None = None,
    *,
    sizes: tuple[int, ...] = SIZES,
    start: float = 4.0,
    context_labels: NDArray[np.int32] | None = None,
    levels: Sequence[NDArray[np.int32]] | None = None,
) -> Clusterings:
    """Cluster the types of a corpus several times, by k-means and annealed likelihood (`anneal`).

    counts (BigramCounts): Sorted by frequency (`BigramCounts.by_frequency`).
    settings (Settings): Of descriptors, k-means and refinement; `n_tags` has no effect. The defaults by default.
    sizes (tuple): Numbers of clusters, rising; a third of the types at most.
    start (float): Observations that the contexts of a type count as in the first rounds.
    context_labels, levels: What an earlier call found, which is then not computed again.
    RETURNS (Clusterings): At least one level.
    RAISES (UserError): The corpus is empty (S004).
    """
    if not counts.n_types:
        raise UserError(Errors.S004)
    settings = settings or Settings()
    # the last bits of a product depend on the threads that share it
    with threadpool_limits(limits=1, user_api="blas"):
        descriptors = describe(
            *word_contexts(counts, settings.w1, other=settings.other), scaling=settings.scaling, rank=settings.r1
        )
        if context_labels is None or levels is None:
            context_labels, levels = _cluster(counts, descriptors, settings, sizes, start, context_labels)
    return Clusterings(descriptors.values, context_labels, list(levels))


def _cluster(
    counts: BigramCounts,
    descriptors: Descriptors,
    settings: Settings,
    sizes: tuple[int, ...],
    start: float,
    context_labels: NDArray[np.int32] | None,
) -> tuple[NDArray[np.int32], list[NDArray[np.int32]]]:
    """Context classes, unless they are given, and clusters of every size over them."""
    chosen = settings.refine or Refinement()
    most = max(1, counts.n_types // _TYPES_PER_CLUSTER)
    if context_labels is None:
        k = number_of_contexts(counts, chosen)
        first = cluster_types(descriptors, counts.counts, k, settings)[0]
        evidence = _evidence(counts, first, chosen)
        context_labels = anneal(evidence, first, k, chosen, start=chosen.context_start)[0]
    evidence = _evidence(counts, context_labels, chosen)
    levels = []
    for k in sorted({min(size, most) for size in sizes}):
        first = cluster_types(descriptors, counts.counts, k, settings)[0]
        levels.append(anneal(evidence, first, k, chosen, start=start)[0])
    return context_labels, levels


def _evidence(counts: BigramCounts, labels: NDArray[np.int32], settings: Refinement) -> Evidence:
    contexts = sparse.hstack(cluster_contexts(counts, labels), format="csr").astype(np.float32)
    min_types = max(settings.suffix_min_types, counts.n_types // settings.types_per_suffix)
    forms = Forms.build(counts.types, counts.case, length=settings.suffix_length, min_types=min_types)
    return Evidence(contexts, 2 * counts.counts.astype(np.float32), forms)
