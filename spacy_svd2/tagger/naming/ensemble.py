"""A second opinion of every type's tags: the labels are spread over clusterings made otherwise, and the results pooled.

Clusterings of the same types that start elsewhere go wrong elsewhere. Their probabilities are pooled as the normalised
geometric mean (a logarithmic opinion pool: Heskes 1998, "Selecting weighting factors in logarithmic opinion pools").
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...shared.numerics import softmax
from ..counting.counts import BigramCounts
from ..induction.clusterings import Clusterings, build_clusterings
from ..settings import Refinement, Settings
from .propagation import LEAST, Propagation, propagate
from .type_features import FeatureSettings, type_features

F32 = NDArray[np.float32]


@dataclass(frozen=True)
class Member:
    """How the clusterings of a further member differ from those of the settings.

    words, contexts (float): Factors on the context words (`w1`), and on the number of context classes.
    context_start, start (float): Observations that contexts count as in the first rounds of context classes, clusters.
    sizes (tuple): Numbers of clusters.
    """

    words: float = 1.0
    contexts: float = 1.0
    context_start: float = Refinement.context_start
    start: float = 6.0
    sizes: tuple[int, ...] = (15, 40, 80, 160, 400)

    def build(self, counts: BigramCounts, settings: Settings) -> Clusterings:
        """Cluster the types of a corpus as this member does."""
        chosen = settings.refine or Refinement()
        refinement = replace(
            chosen,
            n_contexts=None if chosen.n_contexts is None else max(2, round(self.contexts * chosen.n_contexts)),
            contexts_per_root_token=self.contexts * chosen.contexts_per_root_token,
            min_contexts=max(2, round(self.contexts * chosen.min_contexts)),
            context_start=self.context_start,
        )
        own = replace(settings, w1=max(1, round(self.words * settings.w1)), refine=refinement)
        return build_clusterings(counts, own, sizes=self.sizes, start=self.start)


MEMBERS = (
    Member(words=0.5, contexts=0.7, context_start=10.0),
    Member(words=0.5),
)


def further_clusterings(
    counts: BigramCounts, settings: Settings, *, on_stage: Callable[[str], None] = lambda stage: None
) -> list[Clusterings]:
    """The clusterings of all further members.

    counts (BigramCounts): Sorted by frequency.
    settings (Settings): Of the first member.
    on_stage (Callable): Called with the name of each stage as it begins.
    """
    all_clusterings = []
    for number, member in enumerate(MEMBERS, 2):
        on_stage(f"clusterings {number} of {len(MEMBERS) + 1}")
        all_clusterings.append(member.build(counts, settings))
    return all_clusterings


def propagate_all(
    counts: BigramCounts,
    all_clusterings: Sequence[Clusterings],
    rows: NDArray[np.int64],
    targets: F32,
    settings: Propagation | None = None,
    *,
    feature_settings: FeatureSettings | None = None,
) -> F32:
    """Spread the tags of labelled types over each of several clusterings, and pool what that gives.

    counts (BigramCounts): Of N types, sorted by frequency.
    all_clusterings (Sequence): Of the same types; at least one.
    rows, targets, settings, feature_settings: See `propagate`.
    RETURNS (NDArray): float32 (N, n_tags), rows that sum to one.
    """
    opinions = (
        propagate(
            type_features(counts, clusterings, feature_settings),
            counts,
            rows,
            targets,
            settings,
            feature_settings=feature_settings,
        )
        for clusterings in all_clusterings
    )
    pooled = softmax(
        sum(np.log(opinion + np.float32(LEAST)) for opinion in opinions) / np.float32(len(all_clusterings))
    )
    pooled[rows] = targets
    return pooled
