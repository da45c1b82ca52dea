"""Multinomial logistic regression on features of which some are dense and most are indicators.

The model and the search are those of scikit-learn's `LogisticRegression`, which takes one table. Of both kinds of
features side by side it makes a dense one that is mostly zeros, or a sparse one that is mostly full.
"""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

F64 = NDArray[np.float64]
Floats = NDArray[np.floating]

LINE_SEARCH = 50
"""Most values of the objective in one step, as in scikit-learn."""
PRECISION = 64 * float(np.finfo(np.float64).eps)
"""The search also ends when a step lessens the objective by no larger share of it, as in scikit-learn."""


def fit_softmax_regression(
    dense: Floats,
    indicators: sparse.csr_matrix,
    weights: F64,
    *,
    strength: float,
    max_iter: int,
    tolerance: float = 1e-4,
) -> tuple[F64, F64]:
    """Find the coefficients b_t of P(t | x) proportional to exp(b_t . x + intercept_t) for labelled examples.

    They minimise the mean of -log P(t | x) over the weights, plus the sum of squares of all b_t over
    2 strength (sum of the weights), by L-BFGS from zero. Products are as exact as `dense`, sums have double precision.

    dense (NDArray): float32 or float64 (m, d).
    indicators (csr_matrix): (m, f), of the same precision.
    weights (NDArray): float64 (m, k), of each class for each example; an example may have several classes.
    strength (float): Inverse of the penalty.
    max_iter (int): Most steps; the result of fewer than convergence takes is used as it is.
    tolerance (float): The search ends when no derivative is larger.
    RETURNS (tuple): float64 (d + f, k) coefficients, (k,) intercepts.
    """
    from scipy import optimize  # here, because tagging does not need it

    d, n_rows, k = dense.shape[1], dense.shape[1] + indicators.shape[1] + 1, weights.shape[1]
    total = weights.sum()
    shares = weights / total
    examples = shares.sum(axis=1, keepdims=True)
    penalty = 1 / (strength * total)
    slopes = np.empty((n_rows, k))

    def objective(values: F64) -> tuple[float, F64]:
        table = values.reshape(n_rows, k)
        exact = table.astype(dense.dtype)
        scores = (dense @ exact[:d] + indicators @ exact[d:-1] + exact[-1]).astype(np.float64)
        scores -= scores.max(axis=1, keepdims=True)
        powers = np.exp(scores)
        sums = powers.sum(axis=1, keepdims=True)
        loss = float((examples * np.log(sums)).sum() - (shares * scores).sum())
        powers *= examples / sums
        powers -= shares
        error = powers.astype(dense.dtype)
        slopes[:d], slopes[d:-1], slopes[-1] = dense.T @ error, indicators.T @ error, powers.sum(axis=0)
        slopes[:-1] += penalty * table[:-1]
        return loss + penalty / 2 * float((table[:-1] ** 2).sum()), slopes.ravel()

    found = optimize.minimize(
        objective,
        np.zeros(n_rows * k),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": max_iter, "maxls": LINE_SEARCH, "gtol": tolerance, "ftol": PRECISION},
    )
    coefficients = found.x.reshape(n_rows, k)
    return coefficients[:-1], coefficients[-1]
