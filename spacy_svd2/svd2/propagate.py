"""From a few labelled words to probabilities of tags for every type."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from .features import TypeFeatures

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
    """

    strength: float = 10.0
    rounds: int = 2
    confidence: float = 0.8
    most: int = 1000
    max_iter: int = 300


def propagate(
    features: TypeFeatures, rows: NDArray[np.int64], targets: F32, settings: Propagation | None = None
) -> F32:
    """Spread the tags of labelled types to all types by multinomial logistic regression and self-training.

    In self-training the types tagged with confidence are learned from too, all together weighing as much as the
    labelled ones. Labelled types keep what they were given.

    features (TypeFeatures): Of N types, sorted by frequency.
    rows (NDArray): int64 (m,), the labelled types; at least one.
    targets (NDArray): float32 (m, n_tags), the probabilities given to them; several tags for an ambiguous word.
    settings (Propagation): See there.
    RETURNS (NDArray): float32 (N, n_tags), rows that sum to one.
    """
    chosen = settings or Propagation()
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
            belief = found[extra].max(axis=1).astype(np.float64)
            found = _fit(
                features,
                np.concatenate([labelled, extra]),
                np.concatenate([tags, found[extra].argmax(axis=1)]),
                np.concatenate([weights, belief * (weights.sum() / belief.sum())]),
                targets.shape[1],
                chosen,
            )
    found[rows] = targets
    return found


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
        classifier.fit(features.rows(rows), tags, sample_weight=weights)
        coefficients, intercepts = classifier.coef_, classifier.intercept_
        if len(present) == 2:
            coefficients, intercepts = np.vstack([-coefficients, coefficients]) / 2, np.array([-1, 1]) * intercepts / 2
        found[:, present] += softmax(features.scores(coefficients, intercepts))
    return found / found.sum(axis=1, keepdims=True)


def softmax(scores: F32) -> F32:
    """Probabilities from log-probabilities up to a constant, row by row."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    probabilities: F32 = powers / powers.sum(axis=1, keepdims=True)
    return probabilities
