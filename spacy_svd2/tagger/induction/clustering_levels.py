"""Clusterings of the same types from coarse to fine: where to look for words to label, and features of their tags."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from ...errors import Errors, UserError
from ..counting.counts import BigramCounts
from ..settings import Refinement, Settings
from .annealed_em import anneal
from .descriptors import Descriptors
from .kmeans import cluster_types
from .refinement import build_forms, context_classes, type_evidence
from .word_descriptors import describe_words

SIZES = (20, 50, 100, 200, 500)
"""Clusters of each level: from about the number of tags to about the number of words that are labelled in an hour."""
START = 4.0
"""Observations that the contexts of a type count as in the first rounds (`anneal`)."""
TYPES_PER_CLUSTER = 3
"""At least, on average: smaller clusters tell nothing of other types."""


@dataclass(frozen=True)
class Clusterings:
    """Clusterings of N types, each made independently.

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
    context_labels: NDArray[np.int32] | None = None,
    levels: Sequence[NDArray[np.int32]] | None = None,
) -> Clusterings:
    """Cluster the types of a corpus several times, by k-means and annealed likelihood (`anneal`).

    counts (BigramCounts): Sorted by frequency (`BigramCounts.by_frequency`).
    settings (Settings): Settings of descriptors, k-means and refinement; `n_tags` has no effect.
    sizes (tuple): Numbers of clusters, ascending; at most a third of the types.
    context_labels, levels: Results of an earlier call, which are then not computed again.
    RETURNS (Clusterings): At least one level.
    RAISES (UserError): The corpus is empty (S004).
    """
    if not counts.n_types:
        raise UserError(Errors.S004)
    settings = settings or Settings()
    # the last bits of a matrix product depend on the number of threads
    with threadpool_limits(limits=1, user_api="blas"):
        descriptors = describe_words(counts, settings)
        if context_labels is None or levels is None:
            context_labels, levels = _cluster(counts, descriptors, settings, sizes, context_labels)
    return Clusterings(descriptors.values, context_labels, list(levels))


def _cluster(
    counts: BigramCounts,
    descriptors: Descriptors,
    settings: Settings,
    sizes: tuple[int, ...],
    context_labels: NDArray[np.int32] | None,
) -> tuple[NDArray[np.int32], list[NDArray[np.int32]]]:
    """Context classes, unless they are known, and clusters of every size over them."""
    refinement = settings.refine or Refinement()
    most = max(1, counts.n_types // TYPES_PER_CLUSTER)
    forms = build_forms(counts, refinement)
    if context_labels is None:
        context_labels = context_classes(counts, descriptors, forms, settings, refinement)
    evidence = type_evidence(counts, context_labels, forms)
    levels = []
    for k in sorted({min(size, most) for size in sizes}):
        first = cluster_types(descriptors, counts.counts, k, settings)[0]
        levels.append(anneal(evidence, first, k, refinement, start=START)[0])
    return context_labels, levels
