"""Likelihood refinement: a mixture model of contexts and word forms, fitted by annealed EM.

A type of class z has its left and its right neighbours drawn from two multinomials over context classes, its form from
the suffix tree and the shapes of `forms`, and its class in proportion to the types of z. EM begins with the context
evidence of every type cut down to a few observations, so that no frequent word owns a class, and lets it grow
(deterministic annealing: Rose 1998; soft assignment for word classes: Lamar et al. 2010b).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...shared.numerics import one_hot
from ..forms.suffix_tree import F32, N_SHAPES, Forms, shape_scores
from ..settings import Refinement

BLOCK_BYTES = 64 << 20
_CACHE_BYTES = 1 << 18  # of the scores that are worked on at a time: they stay in the processor's cache


@dataclass(frozen=True)
class Evidence:
    """What is known of each type.

    contexts (csr_array): float32 (N, 2 K), times it is preceded by each context class, then times it is followed.
    observations (NDArray): float32 (N,), the total of its contexts.
    forms (Forms): Its suffixes and shape.
    """

    contexts: sparse.csr_array
    observations: F32
    forms: Forms

    def part(self, rows: slice) -> "Evidence":
        """The evidence of some of the types."""
        return Evidence(self.contexts[rows], self.observations[rows], self.forms.part(rows))


@dataclass(frozen=True)
class Mixture:
    """Log-odds of each of k classes against all types, by what is seen.

    contexts (NDArray): float32 (2 K, k), for one neighbour of a context class, left then right.
    suffixes (NDArray): float32 (nodes, k).
    shapes (NDArray): float32 (shapes, k).
    prior (NDArray): float32 (k,).
    """

    contexts: F32
    suffixes: F32
    shapes: F32
    prior: F32


@dataclass
class _Totals:
    """What the types add up to, by class: all that the maximisation step needs."""

    contexts: F32
    leaves: F32
    shapes: F32

    @classmethod
    def zeros(cls, evidence: Evidence, k: int) -> "_Totals":
        rows = (evidence.contexts.shape[1], len(evidence.forms.suffixes), N_SHAPES)
        return cls(*(np.zeros((n, k), dtype=np.float32) for n in rows))


def anneal(
    evidence: Evidence, labels: NDArray[np.int32], k: int, settings: Refinement, *, start: float
) -> tuple[NDArray[np.int32], float]:
    """Fit the mixture from a first clustering, to the `max_types` most frequent types; the others are assigned once.

    evidence (Evidence): Of N types, sorted by frequency.
    labels (NDArray): int32 (N,), the first classes.
    k (int): Number of classes.
    settings (Refinement): See there.
    start (float): Observations that the contexts of a type count as, at most, in the first rounds; infinite for hard
        assignment from the first round on.
    RETURNS (tuple): int32 (N,) the class of each type, and the objective: the log-likelihood ratio of all types that
        the mixture is fitted to.
    """
    n = settings.max_types
    if len(labels) > n:
        frequent = evidence.part(slice(None, n))
        found, objective = anneal(frequent, labels[:n], k, settings, start=start)
        mixture = _maximise(frequent, _count(frequent, found, k), settings)
        others, _ = _assign(evidence.part(slice(n, None)), mixture, settings)
        return np.concatenate([found, others]), objective
    totals = _count(evidence, labels, k)
    for budget in _schedule(start, settings):
        totals = _soft_round(evidence, _maximise(evidence, totals, settings), settings, budget)
    soft = np.isfinite(start)
    objective = -np.inf
    for _ in range(settings.hard_rounds):
        new, objective = _assign(evidence, _maximise(evidence, totals, settings), settings)
        if not soft and np.array_equal(new, labels):
            break
        labels, soft = new, False
        totals = _count(evidence, labels, k)
    return labels, objective


def context_scores(evidence: Evidence, labels: NDArray[np.int32], k: int, settings: Refinement) -> NDArray[np.float32]:
    """float32 (2 K, k), `Mixture.contexts` of a clustering, for classing words by their neighbours."""
    return _maximise(evidence, _count(evidence, labels, k), settings).contexts


def _assign(evidence: Evidence, mixture: Mixture, settings: Refinement) -> tuple[NDArray[np.int32], float]:
    """The likeliest class of each type, ties to the lowest number, and the sum of their log-likelihood ratios."""
    n = len(evidence.observations)
    labels, best = np.empty(n, dtype=np.int32), np.empty(n, dtype=np.float32)

    def choose(rows: slice, scores: F32) -> None:
        scores.argmax(axis=1, out=labels[rows])
        scores.max(axis=1, out=best[rows])

    objective = 0.0
    for rows, _, _ in _expect(evidence, mixture, settings, np.inf, choose):
        objective += float(best[rows].sum(dtype=np.float64))
    return labels, objective


def _schedule(start: float, settings: Refinement) -> Iterator[float]:
    """The budgets of the soft rounds: from `start`, each several times, up to `stop`, and last without limit."""
    if not np.isfinite(start):
        return
    budget = start
    while budget <= settings.stop:
        yield from [budget] * settings.rounds
        budget *= settings.step
    yield from [np.inf] * settings.rounds


def _expect(
    evidence: Evidence, mixture: Mixture, settings: Refinement, budget: float, finish: Callable[[slice, F32], None]
) -> Iterator[tuple[slice, F32, sparse.csr_array]]:
    """Scores (rows, k) of a block of types at a time, with the block's contexts.

    finish (Callable): Is given the scores of some rows as soon as they are there, and may change them.
    """
    forms, k = evidence.forms, len(mixture.prior)
    weights = evidence.observations ** np.float32(settings.power - 1)
    weights = np.minimum(weights, np.float32(budget) / evidence.observations)
    for rows in _steps(0, len(weights), BLOCK_BYTES // (4 * k)):
        contexts = evidence.contexts if rows == slice(0, len(weights)) else evidence.contexts[rows]
        scores = np.asarray(contexts @ mixture.contexts, dtype=np.float32)
        for some in _steps(rows.start, rows.stop, _CACHE_BYTES // (4 * k)):
            part = scores[some.start - rows.start : some.stop - rows.start]
            part *= weights[some, None]
            part += mixture.suffixes[forms.leaf[some]]
            part += mixture.shapes[forms.shape[some]]
            part += mixture.prior
            finish(some, part)
        yield rows, scores, contexts


def _steps(begin: int, end: int, size: int) -> Iterator[slice]:
    size = max(size, 1)
    return (slice(at, min(at + size, end)) for at in range(begin, end, size))


def _soft_round(evidence: Evidence, mixture: Mixture, settings: Refinement, budget: float) -> _Totals:
    totals = _Totals.zeros(evidence, len(mixture.prior))
    for rows, scores, contexts in _expect(evidence, mixture, settings, budget, _normalise):
        totals.contexts += contexts.T @ scores
        by_leaf, by_shape = evidence.forms.by_leaf, evidence.forms.by_shape
        if rows != slice(0, by_leaf.shape[1]):
            by_leaf, by_shape = by_leaf[:, rows], by_shape[:, rows]
        totals.leaves += by_leaf @ scores
        totals.shapes += by_shape @ scores
    return totals


def _normalise(rows: slice, scores: F32) -> None:
    """From log-odds to probabilities, in place."""
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)


def _count(evidence: Evidence, labels: NDArray[np.int32], k: int) -> _Totals:
    member = one_hot(labels, k)
    tables = (evidence.contexts.T, evidence.forms.by_leaf, evidence.forms.by_shape)
    return _Totals(*((table @ member).toarray() for table in tables))


def _maximise(evidence: Evidence, totals: _Totals, settings: Refinement) -> Mixture:
    half = totals.contexts.shape[0] // 2
    sides = [
        _context_scores(side, settings.context_smoothing) for side in (totals.contexts[:half], totals.contexts[half:])
    ]
    return Mixture(
        np.vstack(sides),
        evidence.forms.suffix_scores(totals.leaves, settings.suffix_strength),
        shape_scores(totals.shapes, settings.shape_strength),
        np.float32(settings.class_prior) * np.log(totals.shapes.sum(axis=0) + 1),
    )


def _context_scores(counts: F32, smoothing: float) -> F32:
    """Log-odds (K, k) of a context in a class, smoothed towards its overall share with `smoothing` K observations."""
    exact = counts.astype(np.float64)
    share = exact.sum(axis=1, keepdims=True) + 1e-9
    share /= share.sum()
    pseudo = smoothing * len(exact)
    return np.log((exact + pseudo * share) / ((exact.sum(axis=0) + pseudo) * share)).astype(np.float32)
