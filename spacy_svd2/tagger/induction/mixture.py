"""The mixture model of the contexts and forms of word types that `annealed_em` fits.

The left and right neighbours of a type of class z are drawn from two multinomials over context classes, its form is
drawn from the suffix tree and the shapes of `forms`, and the probability of z is proportional to its number of types
(naive Bayes; forms are counted over types as in Clark 2003). With n(i, c) the number of times that type i is preceded
(followed) by context class c, the score of type i in class z is

    score(i, z) = w(i) * sum over sides and c of n(i, c) log P(c | z) / P(c)
                  + log P(suffix of i | z) / P(suffix of i) + log P(shape of i | z) / P(shape of i)
                  + class_prior * log(types of z + 1),

a log-likelihood ratio of class z against all types together. The neighbours of a word are not independent, so its n(i)
observations count as only n(i) ** power, and during annealing as at most `budget`:
w(i) = min(n(i) ** power, budget) / n(i).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...shared.numerics import one_hot
from ..forms.shapes import N_SHAPES, shape_scores
from ..forms.suffix_tree import Forms
from ..settings import Refinement

F32 = NDArray[np.float32]

BLOCK_BYTES = 64 << 20
"""Memory that the scores of a block of types may take."""
_PRODUCT_BYTES = 8 << 20
"""Size of the products that are made at a time: freed memory of this size is used again, which spares its clearing."""
_CACHE_BYTES = 1 << 18
"""Size of the scores that are worked on at a time: they stay in the processor's cache."""
_NEVER_SEEN = 1e-9  # keeps the logarithm finite for a context class that no type has as a neighbour


@dataclass(frozen=True)
class Evidence:
    """The evidence about each type.

    contexts (csr_array): float32 (N, 2 K), times it is preceded by each context class, then times it is followed.
    observations (NDArray): float32 (N,), the total of its contexts.
    forms (Forms): Its suffixes and shape.
    """

    contexts: sparse.csr_array
    observations: F32
    forms: Forms

    @cached_property
    def events(self) -> sparse.csr_array:
        """float32 (N, 2 K + nodes + shapes), all that is counted: contexts, the leaf of the suffix tree, the shape."""
        leaves, shapes = one_hot(self.forms.leaf, len(self.forms.suffixes)), one_hot(self.forms.shape, N_SHAPES)
        return sparse.csr_array(sparse.hstack([self.contexts, leaves, shapes], format="csr"))

    def part(self, rows: slice) -> "Evidence":
        """The evidence of some of the types."""
        return Evidence(self.contexts[rows], self.observations[rows], self.forms.part(rows))

    def blocks(self, k: int) -> list[tuple[slice, "Evidence"]]:
        """Cut the types into blocks whose scores for k classes take at most `BLOCK_BYTES`.

        RETURNS (list): Which types, and their evidence.
        """
        n = len(self.observations)
        steps = list(_steps(0, n, BLOCK_BYTES // (4 * k)))
        return [(rows, self.part(rows)) for rows in steps] if len(steps) > 1 else [(slice(0, n), self)]


@dataclass(frozen=True)
class Totals:
    """Sums over the types of each class: all that fitting the mixture needs.

    contexts (NDArray): float32 (2 K, k), observations of each context class, left then right.
    leaves (NDArray): float32 (nodes, k), types at each leaf of the suffix tree.
    shapes (NDArray): float32 (shapes, k), types of each shape.
    """

    contexts: F32
    leaves: F32
    shapes: F32

    @classmethod
    def of_events(cls, evidence: Evidence, sums: F32) -> "Totals":
        """Take apart float32 (2 K + nodes + shapes, k), the sums of `Evidence.events` over the types of each class."""
        n_contexts = evidence.contexts.shape[1]
        return cls(*np.split(sums, [n_contexts, n_contexts + len(evidence.forms.suffixes)]))

    @classmethod
    def of_labels(cls, evidence: Evidence, labels: NDArray[np.int32], k: int) -> "Totals":
        """Totals of a clustering, each type wholly in its class."""
        return cls.of_events(evidence, (evidence.events.T @ one_hot(labels, k)).toarray())


@dataclass(frozen=True)
class Mixture:
    """Log-odds of each of k classes against all types, for each kind of evidence.

    contexts (NDArray): float32 (2 K, k), for one neighbour of a context class, left then right.
    suffixes (NDArray): float32 (nodes, k).
    shapes (NDArray): float32 (shapes, k).
    prior (NDArray): float32 (k,).
    """

    contexts: F32
    suffixes: F32
    shapes: F32
    prior: F32

    @classmethod
    def fit(cls, evidence: Evidence, totals: Totals, settings: Refinement) -> "Mixture":
        """Find the mixture of maximum likelihood, with smoothing: the M step of EM."""
        half = totals.contexts.shape[0] // 2
        sides = (totals.contexts[:half], totals.contexts[half:])
        return cls(
            np.vstack([_context_odds(side, settings.context_smoothing) for side in sides]),
            evidence.forms.suffix_scores(totals.leaves, settings.suffix_strength),
            shape_scores(totals.shapes, settings.shape_strength),
            np.float32(settings.class_prior) * np.log(totals.shapes.sum(axis=0) + 1),
        )

    def scores(self, evidence: Evidence, settings: Refinement, budget: float) -> Iterator[tuple[slice, F32]]:
        """Score a few types at a time, as in the equation above.

        evidence (Evidence): The evidence about the types.
        settings (Refinement): See `power` there.
        budget (float): Most observations that the contexts of a type count as.
        YIELDS (tuple): Which types; float32 (rows, k), their scores, which the caller may change.
        """
        forms, k = evidence.forms, len(self.prior)
        weights = evidence.observations ** np.float32(settings.power - 1)
        weights = np.minimum(weights, np.float32(budget) / evidence.observations)
        for rows in _steps(0, len(weights), _PRODUCT_BYTES // (4 * k)):
            scores = np.asarray(evidence.contexts[rows] @ self.contexts, dtype=np.float32)
            for some in _steps(rows.start, rows.stop, _CACHE_BYTES // (4 * k)):
                part = scores[some.start - rows.start : some.stop - rows.start]
                part *= weights[some, None]
                part += self.suffixes.take(forms.leaf[some], axis=0)
                part += self.shapes.take(forms.shape[some], axis=0)
                part += self.prior
                yield some, part


def context_scores(evidence: Evidence, labels: NDArray[np.int32], k: int, settings: Refinement) -> NDArray[np.float32]:
    """float32 (2 K, k), `Mixture.contexts` of a clustering, for classing words by their neighbours."""
    return Mixture.fit(evidence, Totals.of_labels(evidence, labels, k), settings).contexts


def _context_odds(counts: F32, smoothing: float) -> F32:
    """Log-odds (K, k) of a context in a class, log P(c | z) / P(c).

    P(c | z) = (n(c, z) + smoothing K P(c)) / (n(z) + smoothing K): smoothed towards the overall share P(c).
    """
    exact = counts.astype(np.float64)
    share = exact.sum(axis=1, keepdims=True) + _NEVER_SEEN
    share /= share.sum()
    pseudo = smoothing * len(exact)
    return np.log((exact + pseudo * share) / ((exact.sum(axis=0) + pseudo) * share)).astype(np.float32)


def _steps(begin: int, end: int, size: int) -> Iterator[slice]:
    size = max(size, 1)
    return (slice(at, min(at + size, end)) for at in range(begin, end, size))
