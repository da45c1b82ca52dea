"""The last step: from components to scores of senses.

Ties: of senses with equal scores, the one that is more frequent in training wins, then the first in the alphabet. Of
neighbours at equal distance, the first in the training data is taken.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...shared.numerics import softmax, unit_rows
from .kernel_pca import Components, fit_components, fit_nystroem
from .settings import ModelSettings

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Classifier:
    """A map from kernel values to scores.

    settings (ModelSettings): The step and its settings.
    projection (ndarray): From kernel values with the n vectors kept to components ("neighbours", "vote"), or, when
        the step is linear, directly to one value for each sense: (n, c) or (n, s).
    shift (ndarray): Added after the projection, (c,) or (s,).
    points (ndarray): Components of the labelled training vectors, (m, c); None when the step is linear.
    labels (ndarray): Their shares of senses, (m, s); None when the step is linear.
    """

    settings: ModelSettings
    projection: Floats
    shift: Floats
    points: Floats | None = None
    labels: Floats | None = None

    def scores(self, kernel_rows: NDArray[Any], known: NDArray[Any] | None = None) -> NDArray[np.float64]:
        """Score the senses.

        kernel_rows (ndarray): Kernel values with the vectors kept, (m, n).
        known (ndarray): How much of each vector training knows, (m,): scores of a linear step are less sharp if it is
            little. None for all of it.
        RETURNS (ndarray): (m, s), rows add up to 1.
        """
        values = np.asarray(kernel_rows, dtype=np.float64) @ self.projection + self.shift
        if self.points is None or self.labels is None:
            return softmax(self.settings.exponent * (values if known is None else values * known[:, None]))
        if self.settings.step == "vote":
            return _vote(values, self.points, self.labels, self.settings.exponent)
        return nearest(values, self.points, self.labels, self.settings)


def fit_classifier(
    gram: NDArray[Any], labels: Floats, labelled: NDArray[np.bool_], settings: ModelSettings, *, cross: Any = None
) -> Classifier:
    """Fit components and the last step.

    gram (ndarray): Kernel matrix of the vectors kept, (n, n).
    labels (ndarray): Shares of senses of every training vector, (m, s); rows without a label are zero.
    labelled (ndarray): Which training vectors have a label, (m,); m = n unless `cross` is given.
    settings (ModelSettings): The settings.
    cross (ndarray): Kernel values of every training vector with those kept, (m, n), when only landmarks are kept.
    RETURNS (Classifier): Fitted.
    """
    known = labels[labelled].astype(np.float64)
    every = gram if cross is None else cross
    if settings.step == "ridge" and settings.n_components is None and cross is None and labelled.all():
        return _dual_ridge(gram, known, settings)
    options: dict[str, Any] = {"n_components": settings.n_components, "center": settings.center}
    components = fit_components(gram, **options) if cross is None else fit_nystroem(cross, gram, **options)
    points = components.transform(every[labelled])
    if settings.step in ("neighbours", "vote"):
        arrays = (components.projection, components.shift, points, known)
        return Classifier(settings, *(array.astype(np.float32) for array in arrays))
    # the penalty is relative to the mean of k(x, x), so that it does not depend on the scale of the kernel
    scale = float(np.mean(np.diagonal(gram))) if len(gram) else 1.0
    weights, constant = _linear(points, known, settings, scale)
    return _collapse(settings, components, weights, constant)


def nearest(values: NDArray[Any], points: NDArray[Any], labels: NDArray[Any], settings: ModelSettings) -> Any:
    """Share of each sense among the nearest neighbours; see the module for ties.

    values (ndarray): Components of the vectors to classify, (m, c).
    points (ndarray): Components of the training vectors, (n, c).
    labels (ndarray): Their shares of senses, (n, s).
    RETURNS (ndarray): (m, s), rows add up to 1.
    """
    if settings.metric == "cosine":
        closeness = unit_rows(values) @ unit_rows(points).T
    else:
        # minus the squared distance: -|x - y| ** 2 = 2 x . y - |x| ** 2 - |y| ** 2
        squares = (values**2).sum(axis=1)[:, None] + (points**2).sum(axis=1)
        closeness = 2.0 * (values @ points.T) - squares
    closeness = np.round(closeness, 6)  # the last digits depend on what else is in the batch
    count = min(settings.neighbours, len(points))
    order = np.argsort(-closeness, axis=1, kind="stable")[:, :count]
    return labels[order].mean(axis=1, dtype=np.float64)


def _vote(values: NDArray[Any], points: Floats, labels: Floats, exponent: float) -> NDArray[np.float64]:
    """P(s | x), proportional to the sum over the training vectors y of exp(exponent * cos(x, y)) P(s | y).

    This is a kernel estimate of the conditional probability (Nadaraya 1964; Watson 1964) on the unit sphere.
    """
    closeness = unit_rows(values) @ unit_rows(points).T
    weights = np.exp(exponent * (closeness - closeness.max(axis=1, keepdims=True)))  # the nearest has weight 1
    votes = weights @ labels.astype(np.float64)
    return votes / votes.sum(axis=1, keepdims=True)


def _dual_ridge(gram: NDArray[Any], labels: NDArray[np.float64], settings: ModelSettings) -> Classifier:
    """Least squares on all components: one linear system, without an eigendecomposition.

    This is kernel ridge regression on the shares of senses (Saunders et al. 1998): with the centred kernel matrix K and
    the shares Y less their means, the coefficients A solve (K + penalty mean k(x, x) I) A = Y.
    """
    from scipy.linalg import solve

    size = len(gram)
    means = gram.mean(axis=0) if settings.center else np.zeros(size)
    system = gram - means - means[:, None] + means.mean()
    system[np.diag_indices(size)] += settings.penalty_for(size) * max(float(np.mean(np.diagonal(gram))), 1e-12)
    prior = labels.mean(axis=0)
    dual = solve(system, labels - prior, assume_a="pos", overwrite_a=True, check_finite=False)
    if settings.center:
        dual = dual - dual.mean(axis=0)
    return Classifier(settings, dual.astype(np.float32), (prior - means @ dual).astype(np.float32))


def _linear(points: Any, labels: Any, settings: ModelSettings, scale: float) -> tuple[Any, Any]:
    """Weights and constants of a linear step; "ridge" solves (X'X + penalty scale I) W = X'Y, both sides centred."""
    prior = labels.mean(axis=0)
    if settings.step == "ridge":
        middle = points.mean(axis=0)
        system = (points - middle).T @ (points - middle)
        system[np.diag_indices(len(system))] += settings.penalty_for(len(labels)) * max(scale, 1e-12)
        weights = np.linalg.solve(system, (points - middle).T @ (labels - prior))
        return weights, prior - middle @ weights
    return _sklearn(points, labels, settings)


def _sklearn(points: Any, labels: Any, settings: ModelSettings) -> tuple[Any, Any]:
    """A linear classifier of scikit-learn as plain weights; senses that no example has first get the lowest value."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.svm import LinearSVC

    first = labels.argmax(axis=1)
    present = np.unique(first)
    weights, constant = np.zeros((points.shape[1], labels.shape[1])), np.full(labels.shape[1], -20.0)
    if len(present) == 1 or points.shape[1] == 0:  # nothing to separate: the scores are the shares of the senses
        constant[:] = np.log(np.maximum(labels.mean(axis=0), 1e-6))
        return weights, constant
    strength = 1 / settings.penalty
    model = (
        LinearSVC(C=strength, random_state=0)
        if settings.step == "svm"
        else LogisticRegression(C=strength, max_iter=500)
    )
    model.fit(points, first)
    rows, offsets = model.coef_, model.intercept_
    if len(present) == 2:
        # scikit-learn keeps one row for two classes; half of log-odds on each side gives the same probabilities
        half = 0.5 if settings.step == "logistic" else 1.0
        rows, offsets = np.vstack([-rows, rows]) * half, np.concatenate([-offsets, offsets]) * half
    weights[:, present], constant[present] = rows.T, offsets
    return weights, constant


def _collapse(settings: ModelSettings, components: Components, weights: Any, constant: Any) -> Classifier:
    """Combine two linear maps into one: from kernel values to components, and from components to senses."""
    projection = components.projection @ weights
    shift = components.shift @ weights + constant
    return Classifier(settings, projection.astype(np.float32), shift.astype(np.float32))
