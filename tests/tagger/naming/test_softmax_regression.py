import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from spacy_svd2.tagger.naming.softmax_regression import fit_softmax_regression


def examples(seed: int, n: int = 40, k: int = 4, dtype=np.float64):
    random = np.random.default_rng(seed)
    dense = random.normal(size=(n, 5)).astype(dtype)
    indicators = sparse.csr_matrix((random.random((n, 7)) < 0.3).astype(dtype))
    weights = np.where(random.random((n, k)) < 0.4, random.random((n, k)), 0)
    weights[np.arange(n), random.integers(k, size=n)] += 0.5
    return dense, indicators, weights


def reference(dense, indicators, weights, strength: float) -> LogisticRegression:
    """Scikit-learn's solution, with an example for each class that it has."""
    rows, classes = np.nonzero(weights)
    table = np.hstack([dense, indicators.toarray()])[rows]
    classifier = LogisticRegression(C=strength, tol=1e-10, max_iter=10_000)
    return classifier.fit(table, classes, sample_weight=weights[rows, classes])


@pytest.mark.parametrize(("seed", "k", "strength"), [(0, 3, 0.1), (1, 4, 1.0), (2, 6, 10.0)])
def test_the_solution_is_that_of_scikit_learn(seed: int, k: int, strength: float) -> None:
    dense, indicators, weights = examples(seed, k=k)
    expected = reference(dense, indicators, weights, strength)
    coefficients, intercepts = fit_softmax_regression(
        dense, indicators, weights, strength=strength, max_iter=10_000, tolerance=1e-10
    )
    np.testing.assert_allclose(coefficients, expected.coef_.T, atol=1e-5)
    # a constant that is added to all intercepts changes no probability
    np.testing.assert_allclose(
        intercepts - intercepts.mean(), expected.intercept_ - expected.intercept_.mean(), atol=1e-5
    )


def test_two_classes_have_half_of_the_log_odds_each() -> None:
    dense, indicators, weights = examples(0, k=2)
    expected = reference(dense, indicators, weights, strength=2.0)
    coefficients, _ = fit_softmax_regression(dense, indicators, weights, strength=1.0, max_iter=10_000, tolerance=1e-10)
    np.testing.assert_allclose(coefficients, np.vstack([-expected.coef_, expected.coef_]).T / 2, atol=1e-5)


@pytest.mark.parametrize("empty", ["dense", "indicators"])
def test_one_kind_of_features_may_be_missing(empty: str) -> None:
    dense, indicators, weights = examples(1)
    if empty == "dense":
        dense = dense[:, :0]
    else:
        indicators = indicators[:, :0]
    expected = reference(dense, indicators, weights, strength=1.0)
    coefficients, _ = fit_softmax_regression(dense, indicators, weights, strength=1.0, max_iter=1000, tolerance=1e-9)
    np.testing.assert_allclose(coefficients, expected.coef_.T, atol=1e-4)


def test_single_precision_gives_nearly_the_same() -> None:
    exact, _ = fit_softmax_regression(*examples(2), strength=10.0, max_iter=300)
    rounded, _ = fit_softmax_regression(*examples(2, dtype=np.float32), strength=10.0, max_iter=300)
    np.testing.assert_allclose(rounded, exact, atol=0.02)


def test_it_stops_after_the_most_steps() -> None:
    best, _ = fit_softmax_regression(*examples(3), strength=10.0, max_iter=10_000, tolerance=1e-10)
    away = [
        np.abs(fit_softmax_regression(*examples(3), strength=10.0, max_iter=steps)[0] - best).max()
        for steps in (1, 10, 100)
    ]
    assert away == sorted(away, reverse=True)
    assert away[0] > 0.1
    assert away[2] < 0.01
