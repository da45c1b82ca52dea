"""Beyond the paper: clusters by likelihood. Fine context classes come first, then the wanted clusters over them.

The descriptors of the paper's first pass are only the starting point of the search. What each part of the refinement
gains, and what else was tried, is in benchmarks/classes_notes.md.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..counting.counts import BigramCounts
from ..forms.suffix_tree import Forms
from ..settings import Refinement, Settings
from .annealed_em import anneal
from .context_counts import cluster_contexts
from .descriptors import Descriptors
from .kmeans import cluster_types
from .merging import merge_down
from .mixture import Evidence, context_scores

MIN_CONTEXTS = 10
"""Context classes of a tiny corpus, for which a tenth of the types would be fewer."""


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
    counts: BigramCounts, descriptors: Descriptors, forms: Forms, settings: Settings, refinement: Refinement
) -> Refined:
    """Cluster the types by the likelihood of their contexts and forms, starting from k-means on their descriptors.

    counts (BigramCounts): Sorted by frequency.
    descriptors (Descriptors): Of all N types.
    forms (Forms): Of all N types.
    settings (Settings): Settings of k-means, and the number of clusters wanted.
    refinement (Refinement): Settings of the likelihood refinement.
    RETURNS (Refined): `settings.n_tags` clusters, or as many as the types fill.
    """
    fine = context_classes(counts, descriptors, forms, settings, refinement)
    evidence = type_evidence(counts, fine, forms)
    labels = _best_clusters(evidence, counts, descriptors, settings, refinement)
    return Refined(labels, fine, context_scores(evidence, labels, settings.n_tags, refinement))


def context_classes(
    counts: BigramCounts, descriptors: Descriptors, forms: Forms, settings: Settings, refinement: Refinement
) -> NDArray[np.int32]:
    """Find the fine classes by which neighbours are counted: k-means on descriptors, then annealing over these classes.

    counts, descriptors, forms, settings, refinement: See `refine`.
    RETURNS (NDArray): int32 (N,), the class of each type.
    """
    k = number_of_contexts(counts, refinement)
    first = cluster_types(descriptors, counts.counts, k, settings)[0]
    return anneal(type_evidence(counts, first, forms), first, k, refinement, start=refinement.context_start)[0]


def number_of_contexts(counts: BigramCounts, settings: Refinement) -> int:
    """Compute how many context classes a corpus is large enough for.

    counts (BigramCounts): Of the corpus.
    settings (Refinement): See `n_contexts` there.
    """
    if settings.n_contexts is not None:
        return min(settings.n_contexts, counts.n_types)
    wanted = max(settings.min_contexts, round(settings.contexts_per_root_token * counts.n_tokens**0.5))
    return min(wanted, settings.max_contexts, max(counts.n_types // 10, min(counts.n_types, MIN_CONTEXTS)))


def build_forms(counts: BigramCounts, settings: Refinement) -> Forms:
    """Build the suffix tree and the shapes of a corpus's types.

    counts (BigramCounts): Of the corpus.
    settings (Refinement): See `suffix_length`, `suffix_min_types` and `types_per_suffix` there.
    """
    min_types = max(settings.suffix_min_types, counts.n_types // settings.types_per_suffix)
    return Forms.build(counts.types, counts.case, length=settings.suffix_length, min_types=min_types)


def type_evidence(counts: BigramCounts, context_labels: NDArray[np.int32], forms: Forms) -> Evidence:
    """Collect the evidence about each type, with its neighbours counted by context class.

    counts (BigramCounts): Of N types.
    context_labels (NDArray): int32 (N,), the context class of each.
    forms (Forms): Of the same types.
    """
    contexts = sparse.hstack(cluster_contexts(counts, context_labels), format="csr").astype(np.float32)
    return Evidence(contexts, 2 * counts.counts.astype(np.float32), forms)  # a token has two neighbours


def _best_clusters(
    evidence: Evidence, counts: BigramCounts, descriptors: Descriptors, settings: Settings, refinement: Refinement
) -> NDArray[np.int32]:
    """The run with the greatest likelihood, of several that begin with different budgets.

    A run anneals `oversize * n_tags` clusters, merges them down to `n_tags`, and reassigns the types. The time of
    merging is quadratic in the number of clusters, so for many clusters there is one run without merging.
    """
    k = settings.n_tags
    small = k <= refinement.max_oversize
    wide = min(counts.n_types, max(k, round(refinement.oversize * k))) if small else k
    first = cluster_types(descriptors, counts.counts, wide, settings)[0]
    best, best_objective = first, -np.inf
    for start in refinement.starts if small else (refinement.large_start,):
        labels, objective = anneal(evidence, first, wide, refinement, start=start)
        if wide > k:
            labels = merge_down(evidence.contexts, labels, k)
            labels, objective = anneal(evidence, labels, k, refinement, start=np.inf)
        if objective > best_objective:
            best, best_objective = labels, objective
    return best
