"""A log-linear model of tokens, which corrects the tags of types by what annotated sentences show.

With s(t) the log-probability of tag t by the type model, the tag of a token has
P(t) proportional to exp(scale s(t) + sum over the token's features f of weight(f, t)),
a product of the type model and a maximum entropy model (Berger et al. 1996) that is fitted to what the type model does
not explain. So without evidence the weights are zero, and the type model decides.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...shared.hash_table import MISSING, HashTable
from ...shared.numerics import softmax
from .token_features import plain_keys

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
U64 = NDArray[np.uint64]

# What else was tried is in benchmarks/sentences_notes.md.
STRENGTHS = (0.1, 0.5)
"""Inverses of the penalty that cross-validation chooses from; the third choice is to have no features at all."""
SCALE, SCALE_PENALTY = 0.8, 100.0
"""Where the scale of the type model is drawn to, and how strongly, in units of annotated tokens."""
ALONE_STRENGTH, ALONE_SCALE, ALONE_WEIGHT = 1.0, 0.7, 0.5
"""Of the classifier of tokens without types: its penalty, and the scale and weight of its product with the types."""
MIN_TOKENS = 2
"""Annotated tokens that must share a feature."""
MAX_ITER = 50
"""Most iterations of a fit; one that has not converged by then is good enough."""
TEMPERATURES = tuple(np.round(np.arange(0.4, 1.61, 0.05), 2).tolist())
"""Factors on log-probabilities, of which cross-validation chooses the likeliest."""


@dataclass(frozen=True)
class TokenModel:
    """Weights of the features of tokens.

    keys (NDArray): uint64 (features,), ascending; see `token_features`.
    weights (NDArray): float32 (features, n_tags).
    scale (float): Factor on the log-probabilities of the type model.
    sharpness (float): Factor on log-probabilities when they are reported as confidence; the tags do not depend on it.
    """

    keys: U64
    weights: F32
    scale: float
    sharpness: float

    def evidence(self, keys: U64) -> F32:
        """Add up the weights of features.

        keys (NDArray): uint64 (n, features of each); those that the model does not know weigh nothing.
        RETURNS (NDArray): float32 (n, n_tags).
        """
        found = self._table(keys.ravel()).reshape(keys.shape)
        known = found != MISSING
        ends = np.concatenate([[0], np.cumsum(known.sum(axis=1))])
        at = found[known]
        # a product adds one feature of a token after the other, so that its sum does not depend on the other tokens
        has = sparse.csr_array((np.ones(len(at), np.float32), at, ends), shape=(len(keys), len(self.keys)))
        total: F32 = has @ self.weights
        return total

    @cached_property
    def _table(self) -> HashTable:
        return HashTable(self.keys, np.arange(len(self.keys), dtype=np.int32))

    def scores(self, type_scores: F32, evidence: F32) -> F32:
        """Combine the type model with the evidence of features: log-probabilities up to a constant for each token.

        type_scores (NDArray): float32 (n, n_tags), log-probabilities by the type model up to a constant.
        evidence (NDArray): float32 (n, n_tags).
        RETURNS (NDArray): float32 (n, n_tags).
        """
        return np.float32(self.scale) * type_scores + evidence


def fit_tokens(keys: U64, type_scores: F32, tags: I64, folds: I64) -> TokenModel:
    """Learn from annotated tokens; cross-validation decides how far to trust them, and how sharp confidence is.

    keys (NDArray): uint64 (n, features of each), see `token_keys`.
    type_scores (NDArray): float32 (n, n_tags), by type models that have not seen the token's sentence.
    tags (NDArray): int64 (n,), the annotated tags.
    folds (NDArray): int64 (n,), the part of the sentences that each token is in.
    RETURNS (TokenModel): The model.
    """
    known, table = _table(keys)
    plain = np.isin(known, plain_keys(keys))
    scores = _log_softmax(type_scores.astype(np.float64))
    tried = [_held_out(table, plain, scores, tags, folds, strength) for strength in (0.0, *STRENGTHS)]
    best = int(np.argmax([_likelihood(found, tags, 1.0) for found in tried]))
    sharpness = max(TEMPERATURES, key=lambda factor: _likelihood(tried[best], tags, factor))
    strength = (0.0, *STRENGTHS)[best]
    scale, weights = _averaged(table, plain, scores, tags, strength)
    if not strength:
        known, weights = known[:0], weights[:0]
    return TokenModel(known, weights.astype(np.float32), scale, sharpness)


def _table(keys: U64) -> tuple[U64, sparse.csr_array]:
    """The keys that enough tokens share, ascending, and float64 (n, keys), which token has which."""
    found, n = np.unique(keys[keys > 0], return_counts=True)
    known = found[n >= MIN_TOKENS]
    at = np.minimum(np.searchsorted(known, keys), max(len(known) - 1, 0))
    has = known[at] == keys if len(known) else np.zeros(keys.shape, dtype=bool)
    ends = np.concatenate([[0], np.cumsum(has.sum(axis=1))])
    return known, sparse.csr_array((np.ones(int(ends[-1])), at[has], ends), shape=(len(keys), len(known)))


def _averaged(
    table: sparse.csr_array, plain: NDArray[np.bool_], scores: F64, tags: I64, strength: float
) -> tuple[float, F64]:
    """The mean of two log-linear models, which is one: on top of the types, and a product of types and words alone.

    The first is better where new text is like the sentences, the second where it is not. Where somebody chose all
    tokens, the second is the types as they are: a few occurrences of a word overstate what its neighbours say.
    """
    scale, weights = _fit(table, scores, tags, strength)
    if not strength:
        return scale, weights
    if not plain.any():
        return scale, weights / 2
    at = np.flatnonzero(plain)
    _, alone = _fit(table[:, at], np.zeros_like(scores), tags, ALONE_STRENGTH)
    weights[at] += ALONE_WEIGHT * alone
    return (scale + ALONE_SCALE) / 2, weights / 2


def _held_out(
    table: sparse.csr_array, plain: NDArray[np.bool_], scores: F64, tags: I64, folds: I64, strength: float
) -> F64:
    """float64 (n, n_tags), log-probabilities of each token's tags by a model fitted to the other parts."""
    found = np.empty_like(scores)
    for fold in np.unique(folds):
        rest, held = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        scale, weights = _averaged(table[rest], plain, scores[rest], tags[rest], strength)
        found[held] = _log_softmax(scale * scores[held] + table[held] @ weights)
    return found


def _likelihood(scores: F64, tags: I64, factor: float) -> float:
    """The mean log-probability of the tags, with a factor on log-probabilities."""
    return float(_log_softmax(factor * scores)[np.arange(len(tags)), tags].mean())


def _fit(table: sparse.csr_array, scores: F64, tags: I64, strength: float) -> tuple[float, F64]:
    """The scale and float64 (features, n_tags) weights of the greatest penalised likelihood, by L-BFGS.

    The penalty is |weights|^2 / (2 strength) + SCALE_PENALTY (scale - SCALE)^2 / 2.
    """
    from scipy import optimize  # here, because tagging does not need it

    n_features, n_tags = table.shape[1] if strength else 0, scores.shape[1]
    used = table[:, :n_features]
    turned = used.T.tocsr()
    at = np.arange(len(tags))

    def loss(values: F64) -> tuple[float, F64]:
        scale, weights = values[0], values[1:].reshape(n_features, n_tags)
        found = _log_softmax(scale * scores + used @ weights)
        error = np.exp(found)
        error[at, tags] -= 1
        penalty = SCALE_PENALTY * (scale - SCALE) ** 2 / 2
        slopes = turned @ error
        if strength:
            penalty += (weights**2).sum() / (2 * strength)
            slopes += weights / strength
        slope = (error * scores).sum() + SCALE_PENALTY * (scale - SCALE)
        return penalty - found[at, tags].sum(), np.concatenate([[slope], slopes.ravel()])

    start = np.zeros(1 + n_features * n_tags)
    start[0] = SCALE
    result = optimize.minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": MAX_ITER})
    weights = np.zeros((table.shape[1], n_tags))
    weights[:n_features] = result.x[1:].reshape(n_features, n_tags)
    return float(result.x[0]), weights


def _log_softmax(scores: F64) -> F64:
    shifted = scores - scores.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def confidence_of(scores: F32, sharpness: float) -> F32:
    """Turn log-probabilities up to a constant into calibrated probabilities, float32 (n, n_tags)."""
    return softmax(np.float32(sharpness) * scores)
