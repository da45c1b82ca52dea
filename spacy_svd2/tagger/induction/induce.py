"""The whole algorithm in order: contexts, descriptors, clusters, a second pass over clusters, the refinement."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import Errors, UserError, Warnings
from ..counting.counts import BigramCounts
from ..forms.suffix_tree import Forms
from ..settings import Settings
from .context_counts import cluster_contexts
from .descriptors import Descriptors, describe
from .kmeans import centroids_of, cluster_types
from .refinement import refine
from .word_descriptors import describe_words

EXPECTED_SHARE = 0.8
"""Share of the wanted clusters: if fewer are found, the corpus is too small for so many, and a warning says so."""

LEAST_SUPPORTED = 20
"""Clusters that any corpus may have: as many as a tag set has tags."""


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


@dataclass(frozen=True)
class Induction:
    """The result of the induction.

    passes (list): One or two; the last has the final clusters, numbered from 0 without gaps, the cluster with most
        tokens first.
    context_labels (NDArray): int32 (N,), the context class of each type in the refinement; None without it.
    context_scores (NDArray): float32 (2 K, k), see `Refined`; None without it.
    """

    passes: list[Pass]
    context_labels: NDArray[np.int32] | None = None
    context_scores: NDArray[np.float32] | None = None


def induce(
    counts: BigramCounts, settings: Settings, forms: Forms, *, on_stage: Callable[[str], None] = lambda stage: None
) -> Induction:
    """Cluster the types of a corpus.

    The paper (Lamar et al. 2010, section 2) makes two passes: descriptors over the w1 most frequent words, k1 clusters,
    descriptors over these clusters, and the wanted clusters. By default there is one pass, whose clusters `refine`
    improves, which goes beyond the paper.

    counts (BigramCounts): Sorted by frequency (`BigramCounts.by_frequency`).
    settings (Settings): Sizes that exceed the corpus shrink with a warning (S101).
    forms (Forms): The forms of the types, used by the refinement.
    on_stage (Callable): Called with the name of each stage as it begins.
    RETURNS (Induction): The clusters and how they were found.
    RAISES (UserError): The corpus is empty (S004).
    """
    if not counts.n_types:
        raise UserError(Errors.S004)
    settings = fit_to_corpus(settings, counts)
    on_stage("descriptors, pass 1")
    descriptors = describe_words(counts, settings)
    passes = []
    if settings.n_passes == 2:  # once more, with clusters as contexts instead of words
        on_stage("clusters, pass 1")
        labels, centroids = cluster_types(descriptors, counts.counts, settings.k1, settings)
        passes.append(Pass(descriptors, labels, centroids))
        on_stage("descriptors, pass 2")
        descriptors = describe(*cluster_contexts(counts, labels), scaling=settings.scaling, rank=settings.r2)
    if settings.refine is None:  # the paper ends here
        on_stage(f"clusters, pass {settings.n_passes}")
        labels, centroids = cluster_types(descriptors, counts.counts, settings.n_tags, settings)
        return _by_size(Induction([*passes, Pass(descriptors, labels, centroids)]), counts)
    on_stage("refinement")
    refined = refine(counts, descriptors, forms, settings, settings.refine)
    centroids = centroids_of(descriptors, counts.counts, refined.labels, settings.n_tags)
    final = Pass(descriptors, refined.labels, centroids)
    _warn_of_few_clusters(refined.labels, settings, counts)
    return _by_size(Induction([*passes, final], refined.context_labels, refined.context_scores), counts)


def supported_clusters(n_tokens: int) -> int:
    """Estimate how many clusters of the refinement a corpus can tell apart: the square root of its tokens.

    So many keep members out of 200 or 500 that are asked for (benchmarks/classes_notes.md).

    n_tokens (int): Its tokens.
    RETURNS (int): The clusters.
    """
    return max(LEAST_SUPPORTED, round(n_tokens**0.5))


def fit_to_corpus(settings: Settings, counts: BigramCounts) -> Settings:
    """Reduce every size that is too large for a corpus, with a warning for each (S101).

    settings (Settings): The settings wanted.
    counts (BigramCounts): The counts of the corpus.
    RETURNS (Settings): The settings that are possible.
    """
    fitted: dict[str, Any] = {}
    n_types = counts.n_types
    limits = {"n_tags": n_types, "w1": n_types}
    if settings.n_passes == 2:
        limits["k1"] = n_types
    for name, possible in limits.items():
        wanted = getattr(settings, name)
        if wanted > possible:
            why = f"it has {n_types} types"
            warnings.warn(Warnings.S101.format(name=name, wanted=wanted, why=why, used=possible), stacklevel=3)
            fitted[name] = possible
    wanted, possible = fitted.get("n_tags", settings.n_tags), supported_clusters(counts.n_tokens)
    if settings.refine is not None and wanted > possible:
        why = f"{counts.n_tokens} tokens tell no more apart: give more text, or fewer n_tags"
        warnings.warn(Warnings.S101.format(name="n_tags", wanted=wanted, why=why, used=possible), stacklevel=3)
        fitted["n_tags"] = possible
    boundary = settings.boundaries == "token"
    n_words, n_clusters = (fitted.get(name, getattr(settings, name)) for name in ("w1", "k1"))
    ranks = {"r1": n_words + settings.other + boundary, "r2": n_clusters + boundary}
    for name, possible in ranks.items():
        wanted = getattr(settings, name)
        if wanted > possible and (name == "r1" or settings.n_passes == 2):
            why = f"there are {possible} contexts"
            warnings.warn(Warnings.S101.format(name=name, wanted=wanted, why=why, used=possible), stacklevel=3)
            fitted[name] = possible
    return replace(settings, **fitted)


def _warn_of_few_clusters(labels: NDArray[np.int32], settings: Settings, counts: BigramCounts) -> None:
    n_found = len(np.unique(labels))
    if n_found < EXPECTED_SHARE * settings.n_tags:
        message = Warnings.S102.format(found=n_found, wanted=settings.n_tags, tokens=counts.n_tokens)
        warnings.warn(message, stacklevel=3)


def _by_size(result: Induction, counts: BigramCounts) -> Induction:
    """The same clusters without empty ones, numbered by their tokens, so that names are stable; ties by old number."""
    final = result.passes[-1]
    k = len(final.centroids)
    sizes = np.bincount(final.labels, weights=counts.counts, minlength=k)
    order = np.argsort(-sizes, kind="stable")[: int((sizes > 0).sum())]
    number = np.full(k, -1, dtype=np.int32)
    number[order] = np.arange(len(order), dtype=np.int32)
    ordered = Pass(final.descriptors, number[final.labels], final.centroids[order])
    scores = None if result.context_scores is None else result.context_scores[:, order]
    return Induction([*result.passes[:-1], ordered], result.context_labels, scores)
