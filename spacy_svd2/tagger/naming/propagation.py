"""From a few labelled words to probabilities of tags for every type."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from ...shared.numerics import softmax
from ..counting.counts import BigramCounts
from ..forms.shapes import KINDS, word_kinds
from .softmax_regression import fit_softmax_regression
from .type_features import TypeFeatures, with_tags

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

# What else was tried is in benchmarks/hour_notes.md. Points are per cent of tokens tagged right with 500 labels;
# differences below 0.1 are noise.
STRENGTH = 10.0
"""Inverse of the classifier's penalty. 3 and 30 gave 0.05 and 0.02 points less."""
ROUNDS = 2
"""Rounds of self-training after the first fit. One gave 0.09 points less, three 0.03."""
CONFIDENCE = 0.8
"""Least probability for a type to take part in self-training. 0.6 gave 0.08 points less, 0.9 0.04."""
MAX_SELF_LABELLED = 1000
"""Most types that take part in self-training, the most frequent ones. 3,000 gave 0.07 points less."""
MAX_ITER = 300
"""Most iterations of a fit; a fit that has not converged by then is good enough."""
KIND_STRENGTH = 1.0
"""Weight of the classifier, in labelled words, for the tags of a number, punctuation mark, symbol or address. With an
infinite weight, its tags would stay; that costs 0.23 points: 80 % of Welsh numbers were wrong, although "100" had a
label.
"""
RATE_BACKING = 2.0
"""Labelled words that are added to both sides of the rate of a tag, see `_rates`."""
CHECKED_PARTS = 5
"""Parts that the labelled words are divided into, to check each by the others."""
CHECK_ITER = 12
"""Most iterations of each of these fits: they only look for gross errors."""
LEAST = 1e-4
"""Added to all probabilities, so that no tag is ruled out and every logarithm is finite."""


def propagate(features: TypeFeatures, counts: BigramCounts, rows: I64, targets: F32, others: F32 | None = None) -> F32:
    """Spread the tags of labelled types to all types by multinomial logistic regression and self-training.

    P(tag | type) is proportional to exp(intercept(tag) + weights(tag) . features(type)). In self-training (Yarowsky
    1995), the classifier also learns from the types tagged with confidence, whose total weight equals that of the
    labelled types, and the features include the tags found so far of neighbours and of similar forms (`with_tags`).
    Tags that are found too often are made less likely: classes that labels have nearly exhausted (`_rates`).
    Numbers, punctuation, symbols and addresses get the tags of the labelled words of their kind. Labelled types keep
    the tags that they were given.

    features (TypeFeatures): Of N types, sorted by frequency.
    counts (BigramCounts): Of the same types.
    rows (NDArray): int64 (m,), the labelled types; at least one.
    targets (NDArray): float32 (m, n_tags), the probabilities of their tags; an ambiguous word has several.
    others (NDArray): The result of `left_out`, if it has been computed.
    RETURNS (NDArray): float32 (N, n_tags), rows that sum to one.
    """
    rates = _rates(counts, rows, targets, left_out(features, rows, targets) if others is None else others)
    kinds = word_kinds(counts.types)
    weights = targets.astype(np.float64)
    with threadpool_limits(limits=1, user_api="blas"):  # the last bits of a product depend on the number of threads
        found = _at_rates(_fit(features, rows, weights), rates)
        for _ in range(ROUNDS):
            sure = found.max(axis=1) >= CONFIDENCE
            sure[rows] = False
            extra = np.flatnonzero(sure)[:MAX_SELF_LABELLED]
            if not len(extra):  # nothing new to learn from
                break
            features = with_tags(features, counts, _by_kind(found, kinds, rows, targets))
            belief = found[extra]
            belief = np.where(belief == belief.max(axis=1, keepdims=True), belief, 0).astype(np.float64)
            belief *= weights.sum() / belief.sum()
            found = _fit(features, np.concatenate([rows, extra]), np.concatenate([weights, belief]))
            found = _at_rates(found, rates)
    return _by_kind(found, kinds, rows, targets)


def _rates(counts: BigramCounts, rows: I64, targets: F32, others: F32) -> F32:
    """How often each tag is right where it is found, by the labelled words; rare ones count more.

    With q(t | w) what the other labels say of a labelled word w, and a(w) one over the root of its tokens, scaled to
    mean one, rate(t) = (sum of a(w) P(t | w) + RATE_BACKING) / (sum of a(w) q(t | w) + RATE_BACKING).
    It is low for a class that the frequent words exhaust, such as pronouns: some rare words behave like them, but few
    are. Classes that get new members have a rate near one.

    RETURNS (NDArray): float32 (n_tags,).
    """
    weights = counts.counts[rows].astype(np.float64) ** -0.5
    weights /= weights.mean()
    rates: F32 = ((weights @ targets + RATE_BACKING) / (weights @ others + RATE_BACKING)).astype(np.float32)
    return rates


def _at_rates(found: F32, rates: F32) -> F32:
    """Probabilities times the rates of their tags, rows that sum to one."""
    result: F32 = found * rates
    result /= result.sum(axis=1, keepdims=True)
    return result


def left_out(features: TypeFeatures, rows: I64, targets: F32) -> F32:
    """What the other labelled types say of each: the classifier's tags, fitted without a fifth of them at a time.

    features, rows, targets: See `propagate`.
    RETURNS (NDArray): float32 (m, n_tags), rows that sum to one.
    """
    own = replace(features, dense=features.dense[rows], indicators=features.indicators[rows], tags=features.tags[rows])
    found = np.zeros_like(targets)
    parts = np.arange(len(rows)) % min(CHECKED_PARTS, len(rows))
    with threadpool_limits(limits=1, user_api="blas"):
        for part in np.unique(parts)[: len(rows) - 1]:  # of a single label nothing is known
            kept = np.flatnonzero(parts != part)
            fitted = _fit(own, kept, targets[kept].astype(np.float64), max_iter=CHECK_ITER)
            found[parts == part] = fitted[parts == part]
    return found


def prototype(labels: NDArray[np.int32], counts: I64, rows: I64, targets: F32) -> F32:
    """Give every type the tags of its cluster's most frequent labelled type.

    This is the paper's use of labels (Lamar et al. 2010, "Prototype-based tagging"). A cluster without a labelled type
    gets the tags of all labelled types, weighted by their tokens.

    labels (NDArray): int32 (N,), the cluster of each type.
    counts (NDArray): int64 (N,).
    rows, targets: See `propagate`.
    RETURNS (NDArray): float32 (N, n_tags), rows that sum to one.
    """
    overall = counts[rows] @ targets
    by_cluster = np.tile((overall / overall.sum()).astype(np.float32), (int(labels.max()) + 1, 1))
    order = np.argsort(counts[rows], kind="stable")  # the most frequent last, so that it overwrites the others
    by_cluster[labels[rows[order]]] = targets[order]
    found = by_cluster[labels]
    found[rows] = targets
    return found


def _by_kind(found: F32, kinds: I64, rows: I64, targets: F32) -> F32:
    """Correct the tags found: numbers and other kinds get the tags of labelled words of their kind, labels stay.

    For a kind with m labelled words, the classifier's P(t | w) is the prior of a smoothed share:
    P(t | w) = (sum of targets of t over the m words + KIND_STRENGTH found(t)) / (m + KIND_STRENGTH).
    """
    result = found.copy()
    for kind in range(1, len(KINDS)):
        given = targets[kinds[rows] == kind]
        if len(given) and np.isfinite(KIND_STRENGTH):
            alike = kinds == kind
            result[alike] = (given.sum(axis=0) + KIND_STRENGTH * found[alike]) / (len(given) + KIND_STRENGTH)
    result[rows] = targets
    return result


def _fit(features: TypeFeatures, rows: I64, weights: F64, *, max_iter: int = MAX_ITER) -> F32:
    """Probabilities (N, n_tags) of a classifier trained on some types; at least about `LEAST` for every tag.

    rows (NDArray): int64 (m,), the types.
    weights (NDArray): float64 (m, n_tags), of their tags.
    """
    found = np.full((len(features.dense), weights.shape[1]), LEAST, dtype=np.float32)
    present = np.flatnonzero(weights.any(axis=0))
    if len(present) == 1:
        found[:, present] += 1
    else:
        dense, indicators, columns = features.rows(rows)
        # of two tags only the difference is penalised, as one vector of coefficients
        strength = STRENGTH / 2 if len(present) == 2 else STRENGTH
        learned, intercepts = fit_softmax_regression(
            dense, indicators, weights[:, present], strength=strength, max_iter=max_iter
        )
        # the penalty leaves a feature that no row has at zero
        coefficients = np.zeros((len(present), features.n_columns), dtype=np.float32)
        coefficients[:, columns] = learned.T
        found[:, present] += softmax(features.scores(coefficients, intercepts))
    return found / found.sum(axis=1, keepdims=True)
