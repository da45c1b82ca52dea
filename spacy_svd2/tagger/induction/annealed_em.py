"""Clusters of maximum likelihood, by EM with deterministic annealing.

EM begins with the context evidence of every type limited to a few observations (`budget`, see `mixture`), so that no
frequent word dominates a class and every type belongs to many classes to some degree. Then the budget grows until there
is no limit, and finally each type is assigned to its likeliest class. This is deterministic annealing (Rose 1998) with
the budget in place of the inverse temperature. Soft assignment to word classes is from Lamar et al. 2010,
"Latent-descriptor clustering for unsupervised POS induction".
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ...errors import Errors, UserError
from ..settings import Refinement
from .mixture import F32, Evidence, Mixture, Totals

LEAST_LOG_SHARE = np.float32(-75)
"""Least logarithm of a type's share of a class, up to a constant. A sum of shares that end in 1e-33 is the same, but
below 1e-38 numbers of single precision are subnormal, and multiplying them takes ten times as long."""


def anneal(
    evidence: Evidence, labels: NDArray[np.int32], k: int, settings: Refinement, *, start: float
) -> tuple[NDArray[np.int32], float]:
    """Fit the mixture to the `max_types` most frequent types, from a first clustering; assign the other types once.

    evidence (Evidence): Of N types, sorted by frequency.
    labels (NDArray): int32 (N,), the first classes.
    k (int): Number of classes.
    settings (Refinement): See there.
    start (float): The first budget: the most observations that a type's contexts count as in the first rounds;
        infinite for hard assignment from the first round on.
    RETURNS (tuple): int32 (N,) the class of each type, and the objective: the sum of the log-likelihood ratios of the
        types that the mixture is fitted to.
    RAISES (UserError): The objective is not a finite number (S010).
    """
    n = settings.max_types
    if len(labels) > n:  # limits the time of a round for large vocabularies
        frequent = evidence.part(slice(None, n))
        found, objective = anneal(frequent, labels[:n], k, settings, start=start)
        mixture = Mixture.fit(frequent, Totals.of_labels(frequent, found, k), settings)
        others, _ = _assign(evidence.part(slice(n, None)).blocks(k), mixture, settings)
        return np.concatenate([found, others]), objective
    blocks = evidence.blocks(k)
    totals = Totals.of_labels(evidence, labels, k)
    shares = np.empty((len(blocks[0][1].observations), k), dtype=np.float32)  # for all rounds: new memory costs time
    for budget in _budgets(start, settings):
        mixture = Mixture.fit(evidence, totals, settings)
        totals = Totals.of_events(evidence, _soft_round(blocks, mixture, settings, budget, shares))
    soft = np.isfinite(start)
    objective = -np.inf
    for _ in range(settings.hard_rounds):
        new, objective = _assign(blocks, Mixture.fit(evidence, totals, settings), settings)
        if not np.isfinite(objective):  # it can't be compared, and the labels are meaningless
            raise UserError(Errors.S010)
        if not soft and np.array_equal(new, labels):  # converged; after soft rounds, `labels` are still the first ones
            break
        labels, soft = new, False
        totals = Totals.of_labels(evidence, labels, k)
    return labels, objective


def _budgets(start: float, settings: Refinement) -> Iterator[float]:
    """The budgets of the soft rounds: from `start` up to `stop`, several rounds each, and at last without limit."""
    if not np.isfinite(start):  # hard assignment from the first round on
        return
    budget = start
    while budget <= settings.stop:
        yield from [budget] * settings.rounds
        budget *= settings.step
    yield from [np.inf] * settings.rounds


def _soft_round(
    blocks: list[tuple[slice, Evidence]], mixture: Mixture, settings: Refinement, budget: float, table: F32
) -> F32:
    """One E step: every type belongs to class z with the share exp(score(z)) / sum over classes of exp(score).

    RETURNS (NDArray): float32 (2 K + nodes + shapes, k), `Evidence.events` summed by these shares.
    """
    sums: list[F32] = []
    for _, block in blocks:
        shares = table[: len(block.observations)]
        for rows, scores in mixture.scores(block, settings, budget):
            _to_shares(scores, shares[rows])
        sums.append(block.events.T @ shares)
    return sum(sums[1:], start=sums[0])


def _to_shares(scores: F32, out: F32) -> None:
    """From scores to shares; `scores` are changed, because `softmax` would need new tables."""
    scores -= scores.max(axis=1, keepdims=True)
    np.maximum(scores, LEAST_LOG_SHARE, out=scores)
    np.exp(scores, out=scores)
    np.divide(scores, scores.sum(axis=1, keepdims=True), out=out)


def _assign(
    blocks: list[tuple[slice, Evidence]], mixture: Mixture, settings: Refinement
) -> tuple[NDArray[np.int32], float]:
    """The likeliest class of each type, ties to the lowest number, and the sum of their log-likelihood ratios."""
    n = blocks[-1][0].stop
    labels, best = np.empty(n, dtype=np.int32), np.empty(n, dtype=np.float32)
    for rows, block in blocks:
        for some, scores in mixture.scores(block, settings, np.inf):
            scores.argmax(axis=1, out=labels[rows][some])
            scores.max(axis=1, out=best[rows][some])
    return labels, float(best.sum(dtype=np.float64))
