"""From a few labelled words to probabilities of tags for every type."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from ...shared.numerics import softmax
from ..counting.counts import BigramCounts
from ..forms.kinds import KINDS, word_kinds
from .type_features import FeatureSettings, TypeFeatures, with_tags

F32 = NDArray[np.float32]
LEAST = 1e-4


@dataclass(frozen=True)
class Propagation:
    """Settings of `propagate`.

    strength (float): Inverse of the classifier's penalty.
    rounds (int): Rounds of self-training after the first fit.
    confidence (float): Probability from which a type takes part in self-training.
    most (int): Types that take part in self-training at most, the most frequent.
    max_iter (int): Most iterations of a fit.
    kind_strength (float): Labelled words that the classifier is worth in the tags of a number, punctuation, symbol or
        address; infinite to leave its tags alone.
    """

    strength: float = 10.0
    rounds: int = 2
    confidence: float = 0.8
    most: int = 1000
    max_iter: int = 300
    kind_strength: float = 1.0


def propagate(
    features: TypeFeatures,
    counts: BigramCounts,
    rows: NDArray[np.int64],
    targets: F32,
    settings: Propagation | None = None,
    *,
    feature_settings: FeatureSettings | None = None,
) -> F32:
    """Spread the tags of labelled types to all types by multinomial logistic regression and self-training.

    In self-training the types tagged with confidence are learned from too, all together weighing as much as the
    labelled ones, and the features tell the tags found so far of neighbours and like forms (`with_tags`). Numbers,
    punctuation, symbols and addresses take the tags of the labelled words of their kind. Labelled types keep what they
    were given.

    features (TypeFeatures): Of N types, sorted by frequency.
    counts (BigramCounts): Of the same types.
    rows (NDArray): int64 (m,), the labelled types; at least one.
    targets (NDArray): float32 (m, n_tags), the probabilities given to them; several tags for an ambiguous word.
    settings (Propagation): See there.
    feature_settings (FeatureSettings): Of the features that tags add.
    RETURNS (NDArray): float32 (N, n_tags), rows that sum to one.
    """
    chosen = settings or Propagation()
    kinds = word_kinds(counts.types)
    labelled, tags = np.nonzero(targets)
    weights = targets[labelled, tags].astype(np.float64)
    labelled = rows[labelled]
    with threadpool_limits(limits=1, user_api="blas"):
        found = _fit(features, labelled, tags, weights, targets.shape[1], chosen)
        for _ in range(chosen.rounds):
            sure = found.max(axis=1) >= chosen.confidence
            sure[rows] = False
            extra = np.flatnonzero(sure)[: chosen.most]
            if not len(extra):
                break
            guess = _by_kind(found, kinds, rows, targets, chosen.kind_strength)
            features = with_tags(features, counts, guess, feature_settings)
            belief = found[extra].max(axis=1).astype(np.float64)
            found = _fit(
                features,
                np.concatenate([labelled, extra]),
                np.concatenate([tags, found[extra].argmax(axis=1)]),
                np.concatenate([weights, belief * (weights.sum() / belief.sum())]),
                targets.shape[1],
                chosen,
            )
    return _by_kind(found, kinds, rows, targets, chosen.kind_strength)


def _by_kind(found: F32, kinds: NDArray[np.int64], rows: NDArray[np.int64], targets: F32, strength: float) -> F32:
    """The tags found; for numbers and the like, those of the labelled words of their kind; labelled types as given."""
    result = found.copy()
    for kind in range(1, len(KINDS)):
        given = targets[kinds[rows] == kind]
        if len(given) and np.isfinite(strength):
            alike = kinds == kind
            result[alike] = (given.sum(axis=0) + strength * found[alike]) / (len(given) + strength)
    result[rows] = targets
    return result


def prototype(labels: NDArray[np.int32], counts: NDArray[np.int64], rows: NDArray[np.int64], targets: F32) -> F32:
    """Give every type the tags of its cluster's most frequent labelled type (Lamar et al. 2010, section 4).

    A cluster without a labelled type gets the tags of all labelled types, weighted by their tokens.

    labels (NDArray): int32 (N,), the cluster of each type.
    counts (NDArray): int64 (N,).
    rows, targets: See `propagate`.
    RETURNS (NDArray): float32 (N, n_tags), rows that sum to one.
    """
    overall = counts[rows] @ targets
    by_cluster = np.tile((overall / overall.sum()).astype(np.float32), (int(labels.max()) + 1, 1))
    order = np.argsort(counts[rows], kind="stable")
    by_cluster[labels[rows[order]]] = targets[order]
    found = by_cluster[labels]
    found[rows] = targets
    return found


def _fit(
    features: TypeFeatures,
    rows: NDArray[np.int64],
    tags: NDArray[np.int64],
    weights: NDArray[np.float64],
    n_tags: int,
    chosen: Propagation,
) -> F32:
    """Probabilities (N, n_tags) of a classifier trained on some types; at least `LEAST` or so for every tag."""
    from sklearn.linear_model import LogisticRegression

    n = len(features.dense)
    found = np.full((n, n_tags), LEAST, dtype=np.float32)
    present = np.unique(tags)
    if len(present) == 1:
        found[:, present] += 1
    else:
        classifier = LogisticRegression(C=chosen.strength, max_iter=chosen.max_iter)
        table, columns = features.rows(rows)
        classifier.fit(table, tags, sample_weight=weights)
        learned, intercepts = classifier.coef_, classifier.intercept_
        if len(present) == 2:
            learned, intercepts = np.vstack([-learned, learned]) / 2, np.array([-1, 1]) * intercepts / 2
        # the penalty leaves a feature that no row has at zero
        coefficients = np.zeros((len(present), features.n_columns), dtype=np.float32)
        coefficients[:, columns] = learned
        found[:, present] += softmax(features.scores(coefficients, intercepts))
    return found / found.sum(axis=1, keepdims=True)
