"""Clusters of the greatest likelihood, by EM with deterministic annealing.

EM begins with the context evidence of every type cut down to a few observations (`budget`, see `mixture`), so that no
frequent word owns a class and every type belongs a little to many; then the budget grows until there is no limit, and
at last each type is given wholly to its likeliest class. This is deterministic annealing (Rose 1998) with the budget in
the place of the inverse temperature; soft assignment for word classes: Lamar et al. 2010, "Latent-descriptor clustering
for unsupervised POS induction".
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ...errors import Errors, UserError
from ..settings import Refinement
from .mixture import F32, Evidence, Mixture, Totals


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
    RAISES (UserError): The objective is not a finite number (S010).
    """
    n = settings.max_types
    if len(labels) > n:  # the time of a round must not grow with the vocabulary
        frequent = evidence.part(slice(None, n))
        found, objective = anneal(frequent, labels[:n], k, settings, start=start)
        mixture = Mixture.fit(frequent, Totals.of_labels(frequent, found, k), settings)
        others, _ = _assign(evidence.part(slice(n, None)), mixture, settings)
        return np.concatenate([found, others]), objective
    totals = Totals.of_labels(evidence, labels, k)
    for budget in _budgets(start, settings):
        totals = _soft_round(evidence, Mixture.fit(evidence, totals, settings), settings, budget)
    soft = np.isfinite(start)
    objective = -np.inf
    for _ in range(settings.hard_rounds):
        new, objective = _assign(evidence, Mixture.fit(evidence, totals, settings), settings)
        if not np.isfinite(objective):  # it compares with nothing, and the labels mean nothing
            raise UserError(Errors.S010)
        if not soft and np.array_equal(new, labels):  # converged; after soft rounds, `labels` are still the first ones
            break
        labels, soft = new, False
        totals = Totals.of_labels(evidence, labels, k)
    return labels, objective


def _budgets(start: float, settings: Refinement) -> Iterator[float]:
    """The budgets of the soft rounds: from `start`, each several times, up to `stop`, and last without limit."""
    if not np.isfinite(start):  # hard assignment from the first round on
        return
    budget = start
    while budget <= settings.stop:
        yield from [budget] * settings.rounds
        budget *= settings.step
    yield from [np.inf] * settings.rounds


def _soft_round(evidence: Evidence, mixture: Mixture, settings: Refinement, budget: float) -> Totals:
    """One E step: every type belongs to class z with the share exp(score(z)) / sum over classes of exp(score)."""
    totals = Totals.zeros(evidence, len(mixture.prior))
    for rows, shares, contexts in mixture.scores(evidence, settings, budget, _to_shares):
        totals.add(evidence, rows, contexts, shares)
    return totals


def _to_shares(rows: slice, scores: F32) -> None:
    """From scores to shares, in place: `softmax` would need a second table."""
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)


def _assign(evidence: Evidence, mixture: Mixture, settings: Refinement) -> tuple[NDArray[np.int32], float]:
    """The likeliest class of each type, ties to the lowest number, and the sum of their log-likelihood ratios."""
    n = len(evidence.observations)
    labels, best = np.empty(n, dtype=np.int32), np.empty(n, dtype=np.float32)

    def choose(rows: slice, scores: F32) -> None:
        scores.argmax(axis=1, out=labels[rows])
        scores.max(axis=1, out=best[rows])

    objective = 0.0
    for rows, _, _ in mixture.scores(evidence, settings, np.inf, choose):
        objective += float(best[rows].sum(dtype=np.float64))
    return labels, objective
