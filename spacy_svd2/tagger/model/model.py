"""A trained tagger: the types of a corpus, their clusters, and the intermediate results that later steps need."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from ...errors import Errors, UserError
from ..counting.counts import BigramCounts
from ..forms.cluster_form_model import ClusterFormModel
from ..induction.clustering_levels import Clusterings, build_clusterings
from ..induction.induce import induce
from ..induction.refinement import build_forms
from ..naming.naming import Naming, name_types
from ..naming.sentences import AnnotatedTokens
from ..settings import Method, Refinement, Settings
from .stored_counts import StoredCounts

DESCRIBED_FROM = 2
"""Least tokens of a type whose descriptor is kept: a single token says too little to compare words."""
MAX_DESCRIBED = 100_000
"""Most types whose descriptors are kept, the most frequent ones: 20 MB with the default rank."""
MAX_BIGRAMS = 8_000_000
"""Most distinct word pairs that are kept, 100 MB: if there are more, the tags can't be named."""


@dataclass(frozen=True)
class PassVectors:
    """What is kept of one pass: enough to describe and classify a word by its contexts.

    labels (NDArray): int32 (N,), the cluster of each type.
    centroids (NDArray): float32 (k, r_left + r_right).
    left, right (NDArray): float32 (contexts, rank), right singular vectors of each side.
    """

    labels: NDArray[np.int32]
    centroids: NDArray[np.float32]
    left: NDArray[np.float32]
    right: NDArray[np.float32]


@dataclass(frozen=True)
class SVD2Model:
    """Clusters of word types, sorted: types by frequency, clusters by their tokens.

    types (Sequence): The N types, most frequent first; if the model was loaded, they are decoded when needed.
    counts (NDArray): int64 (N,), tokens of each type.
    case (NDArray): int64 (N, 4), see `BigramCounts.case`.
    passes (list): One or two `PassVectors`; the last has the final clusters.
    forms (ClusterFormModel): What the form of a word says about its cluster.
    settings (Settings): How it was trained.
    lang (str): Code of the language whose upper and lower case its types have, if `settings.normalize` is on.
    statistics (dict): n_sentences, n_tokens, n_types, n_hapaxes.
    descriptors (NDArray): float16 (m, r_left + r_right), first-pass descriptors of the m most frequent types, to
        compare words: those that occur `DESCRIBED_FROM` times or more, at most `MAX_DESCRIBED`; None in artifacts
        that lack them.
    context_labels (NDArray): int32 (N,), the context class of each type; None without refinement.
    context_scores (NDArray): float32 (2 K, k), log-odds of each cluster for one neighbour of a context class, left then
        right; None without refinement.
    word_pairs (BigramCounts or StoredCounts): The counts it was trained on, or where they can be read: see `bigrams`.
    naming (Naming): Tags with names; None until words have been labelled.
    clustering_labels (NDArray): int32 (1 + levels, N), the context classes and the levels of the `Clusterings`; None
        until they have been computed.
    """

    types: Sequence[str]
    counts: NDArray[np.int64]
    case: NDArray[np.int64]
    passes: list[PassVectors]
    forms: ClusterFormModel
    settings: Settings
    lang: str = ""
    statistics: dict[str, int] = field(default_factory=dict)
    descriptors: NDArray[np.float16] | None = None
    context_labels: NDArray[np.int32] | None = None
    context_scores: NDArray[np.float32] | None = None
    word_pairs: "BigramCounts | StoredCounts | None" = None
    naming: Naming | None = None
    clustering_labels: NDArray[np.int32] | None = None

    @property
    def labels(self) -> NDArray[np.int32]:
        """int32 (N,), the cluster of each type."""
        return self.passes[-1].labels

    @property
    def bigrams(self) -> BigramCounts | None:
        """The counts it was trained on, for naming its types; None if it had more than `MAX_BIGRAMS` different pairs.

        A model from a file reads them at each call, because tagging does not need them.

        RAISES (UserError): The file has been damaged (A002), or its word pairs contradict one another (A005).
        """
        return self.word_pairs.read() if isinstance(self.word_pairs, StoredCounts) else self.word_pairs

    @property
    def n_clusters(self) -> int:
        """The number of clusters."""
        return len(self.passes[-1].centroids)

    @cached_property
    def cluster_names(self) -> list[str]:
        """C0, C1, ...: the clusters by number of tokens, the largest first."""
        return [f"C{number}" for number in range(self.n_clusters)]

    @property
    def tag_names(self) -> list[str]:
        """The tags it gives: those of the labelled words, or the names of the clusters."""
        return self.naming.tags if self.naming is not None else self.cluster_names

    def unseen(self, type_: str, text: str) -> int:
        """Find the cluster of a word that is not in the corpus, by its form.

        type_ (str): The type, for instance the lower-cased text.
        text (str): The text with its capitals; without them where they mean nothing, as at the start of a sentence.
        """
        return int(self.forms.scores(type_, text).argmax())

    @classmethod
    def train(
        cls,
        counts: BigramCounts,
        settings: Settings,
        *,
        lang: str = "",
        on_stage: Callable[[str], None] = lambda stage: None,
    ) -> "SVD2Model":
        """Induce the clusters of a corpus.

        counts (BigramCounts): The counts of the whole corpus, in any order.
        settings (Settings): The settings.
        lang (str): Code of the language.
        on_stage (Callable): Called with the name of each stage as it begins.
        RAISES (UserError): The corpus is empty (S004).
        """
        counts = counts.by_frequency()
        refinement = settings.refine or Refinement()  # without refinement, forms are used only for unseen words
        forms = build_forms(counts, refinement)
        # the last bits of a matrix product depend on the number of threads
        with threadpool_limits(limits=1, user_api="blas"):
            found = induce(counts, settings, forms, on_stage=on_stage)
        final = found.passes[-1]
        strengths = {"suffix_strength": refinement.suffix_strength, "shape_strength": refinement.shape_strength}
        n_described = min(MAX_DESCRIBED, int((counts.counts >= DESCRIBED_FROM).sum()))
        return cls(
            types=counts.types,
            counts=counts.counts,
            case=counts.case,
            passes=[PassVectors(p.labels, p.centroids, p.descriptors.left, p.descriptors.right) for p in found.passes],
            forms=ClusterFormModel.fit(forms, final.labels, len(final.centroids), **strengths),
            settings=settings,
            lang=lang,
            statistics={
                "n_sentences": counts.n_sentences,
                "n_tokens": counts.n_tokens,
                "n_types": counts.n_types,
                "n_hapaxes": int((counts.counts == 1).sum()),
            },
            descriptors=found.passes[0].descriptors.values[:n_described].astype(np.float16),
            context_labels=found.context_labels,
            context_scores=found.context_scores,
            word_pairs=counts if counts.bigrams.nnz <= MAX_BIGRAMS else None,
        )

    def named(
        self,
        labels: Mapping[str, Sequence[str]],
        *,
        pos: Mapping[str, str] | None = None,
        method: Method = "propagate",
        sentences: AnnotatedTokens | None = None,
        on_stage: Callable[[str], None] = lambda stage: None,
    ) -> "SVD2Model":
        """Make a model like this one whose tags have names.

        labels, pos, method, sentences, on_stage: See `name_types`.
        RAISES (UserError): No labelled word is known (S005), or the word pairs are not kept (S006).
        """
        counts = self.bigrams
        if counts is None:
            raise UserError(Errors.S006)
        if self.clustering_labels is None:
            on_stage("clusterings")
        with threadpool_limits(limits=1, user_api="blas"):  # as in `train`
            clusterings = self._find_clusterings(counts)
            naming = name_types(
                counts,
                labels,
                self.settings,
                pos=pos,
                method=method,
                sentences=sentences,
                clusterings=clusterings,
                on_stage=on_stage,
            )
        return replace(self.with_clusterings(clusterings), naming=naming)

    def find_clusterings(self) -> Clusterings:
        """Compute the clusterings for choosing words to label and for spreading labels, the slow part of naming.

        RETURNS (Clusterings): The clusterings; they are ready at once if `clustering_labels` holds them.
        RAISES (UserError): The word pairs are not kept (S006).
        """
        counts = self.bigrams
        if counts is None:
            raise UserError(Errors.S006)
        return self._find_clusterings(counts)

    def _find_clusterings(self, counts: BigramCounts) -> Clusterings:
        if self.clustering_labels is not None:
            contexts, *levels = self.clustering_labels
            return build_clusterings(counts, self.settings, context_labels=contexts, levels=levels)
        # the context classes of the refinement are the same, if it starts from the same descriptors
        known = self.context_labels if self.settings.n_passes == 1 else None
        return build_clusterings(counts, self.settings, context_labels=known)

    def with_clusterings(self, clusterings: Clusterings) -> "SVD2Model":
        """Make a model like this one that also saves its `clusterings`."""
        labels = np.stack([clusterings.context_labels, *clusterings.levels]).astype(np.int32)
        return replace(self, clustering_labels=labels)
