"""From descriptors to clusters by likelihood: fine context classes first, then the wanted clusters over them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..counting.counts import BigramCounts
from ..forms.suffix_tree import Forms
from ..settings import Refinement, Settings
from .annealed_em import Evidence, anneal, context_scores
from .context_counts import cluster_contexts
from .descriptors import Descriptors
from .kmeans import cluster_types
from .merging import merge_down

FEWEST_CONTEXTS = 10


@dataclass(frozen=True)
class Refined:
    """The result of the refinement.

    labels (NDArray): int32 (N,), the cluster of each type.
    context_labels (NDArray): int32 (N,), the context class of each type.
    context_scores (NDArray): float32 (2 K, n_tags), log-odds of a cluster for one neighbour of a context class, left
        then right.
    """

    labels: NDArray[np.int32]
    context_labels: NDArray[np.int32]
    context_scores: NDArray[np.float32]


def refine(
    counts: BigramCounts, descriptors: Descriptors, forms: Forms, settings: Settings, chosen: Refinement
) -> Refined:
    """Cluster the types by the likelihood of their contexts and forms, starting from k-means on their descriptors.

    counts (BigramCounts): Sorted by frequency.
    descriptors (Descriptors): Of all N types.
    forms (Forms): Of all N types.
    settings, chosen: How.
    RETURNS (Refined): `settings.n_tags` clusters, or as many as the types fill.
    """
    n_contexts = number_of_contexts(counts, chosen)
    fine = cluster_types(descriptors, counts.counts, n_contexts, settings)[0]
    fine, _ = anneal(_evidence(counts, fine, forms), fine, n_contexts, chosen, start=chosen.context_start)
    evidence = _evidence(counts, fine, forms)
    labels = _best_clusters(evidence, counts, descriptors, settings, chosen)
    return Refined(labels, fine, context_scores(evidence, labels, settings.n_tags, chosen))


def number_of_contexts(counts: BigramCounts, settings: Refinement) -> int:
    """How many context classes a corpus can fill."""
    if settings.n_contexts is not None:
        return min(settings.n_contexts, counts.n_types)
    wanted = max(settings.min_contexts, round(settings.contexts_per_root_token * counts.n_tokens**0.5))
    return min(wanted, settings.max_contexts, max(counts.n_types // 10, min(counts.n_types, FEWEST_CONTEXTS)))


def _best_clusters(
    evidence: Evidence, counts: BigramCounts, descriptors: Descriptors, settings: Settings, chosen: Refinement
) -> NDArray[np.int32]:
    k = settings.n_tags
    small = k <= chosen.max_oversize
    wide = min(counts.n_types, max(k, round(chosen.oversize * k))) if small else k
    first = cluster_types(descriptors, counts.counts, wide, settings)[0]
    best, best_objective = first, -np.inf
    for start in chosen.starts if small else (chosen.large_start,):
        labels, objective = anneal(evidence, first, wide, chosen, start=start)
        if wide > k:
            labels = merge_down(evidence.contexts, labels, k)
            labels, objective = anneal(evidence, labels, k, chosen, start=np.inf)
        if objective > best_objective:
            best, best_objective = labels, objective
    return best


def _evidence(counts: BigramCounts, context_labels: NDArray[np.int32], forms: Forms) -> Evidence:
    contexts = sparse.hstack(cluster_contexts(counts, context_labels), format="csr").astype(np.float32)
    return Evidence(contexts, 2 * counts.counts.astype(np.float32), forms)
