"""Kernels of vectors, and the principal components of a kernel matrix (Schölkopf, Smola & Müller 1998)."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ...errors import Errors, UserError
from ...shared.ranges import Range, shown

RANGES = {
    "degree": Range(1, 10),  # the tenth power of the largest product still has a square in double precision
    "offset": Range(0, 100, whole=False),
    "gamma": Range(1e-6, 1_000_000, whole=False),  # outside, all contexts are equally similar, or none are
}


@dataclass(frozen=True)
class Kernel:
    """A kernel function.

    name (str): "polynomial", (x . y + offset) ** degree, or "gaussian", exp(-gamma |x - y| ** 2).
    degree (int): Degree of the polynomial; 1 is linear.
    offset (float): 0 for the paper's homogeneous polynomial.
    gamma (float): Sharpness of the Gaussian.
    cosine (bool): Scale vectors to length 1 first (zero vectors stay).
    """

    name: Literal["polynomial", "gaussian"] = "polynomial"
    degree: int = 1
    offset: float = 0.0
    gamma: float = 1.0
    cosine: bool = True

    def __post_init__(self) -> None:
        if self.name not in ("polynomial", "gaussian"):
            raise UserError(Errors.K001.format(name="kernel", value=shown(self.name), wanted="polynomial or gaussian"))
        for name, allowed in RANGES.items():
            if (value := getattr(self, name)) not in allowed:
                raise UserError(Errors.K001.format(name=name, value=shown(value), wanted=allowed))
        if type(self.cosine) is not bool:
            raise UserError(Errors.K001.format(name="cosine", value=shown(self.cosine), wanted="true or false"))

    def __call__(self, first: Any, second: Any) -> NDArray[np.float64]:
        """Evaluate the kernel for all pairs of vectors.

        first (ndarray or csr_array): Vectors, (m, f).
        second (ndarray or csr_array): Vectors, (n, f).
        RETURNS (ndarray): k(x, y) for each pair, (m, n), float64.
        """
        products = first @ second.T
        products = np.asarray(products.todense() if hasattr(products, "todense") else products, dtype=np.float64)
        lengths, others = squared_lengths(first), squared_lengths(second)
        if self.cosine:
            products *= _inverse_root(lengths)[:, None] * _inverse_root(others)
            lengths, others = (lengths > 0).astype(np.float64), (others > 0).astype(np.float64)
        if self.name == "gaussian":
            return np.exp(-self.gamma * np.maximum(lengths[:, None] + others - 2 * products, 0))
        return products if self.degree == 1 and self.offset == 0 else (products + self.offset) ** self.degree


def squared_lengths(matrix: Any) -> NDArray[np.float64]:
    """Sum the squares of each row, (n,)."""
    squares = matrix.multiply(matrix) if hasattr(matrix, "multiply") else np.square(matrix)
    return np.asarray(squares.sum(axis=1), dtype=np.float64).ravel()


def _inverse_root(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.divide(1, np.sqrt(values), out=np.zeros_like(values), where=values > 0)


Floats = NDArray[np.float64]

_NEGLIGIBLE = 1e-9  # share of the total below which an eigenvalue is rounding error
_LEAST_TOTAL = 1e-15  # of a kernel matrix; below, all contexts are alike, and 1 / sqrt(eigenvalue) is huge
_TRUNCATE_ABOVE = 1000  # vectors; for fewer, computing all eigenvectors is fast enough


@dataclass(frozen=True)
class Components:
    """A linear map from kernel values to components.

    eigenvalues (ndarray): Eigenvalues of the (centred) kernel matrix, descending, (c,).
    projection (ndarray): (n, c). Without centring, column l is the eigenvector a with lambda (a . a) = 1.
    shift (ndarray): (c,). Centring in feature space is folded into projection and shift.
    """

    eigenvalues: Floats
    projection: Floats
    shift: Floats

    def transform(self, kernel_rows: NDArray[Any]) -> Floats:
        """Compute the components of vectors from their kernel values with the n training vectors, (m, c)."""
        return kernel_rows @ self.projection + self.shift


def fit_components(gram: NDArray[Any], *, n_components: int | float | None = None, center: bool = True) -> Components:
    """Find the components of training vectors.

    gram (ndarray): Their kernel matrix, (n, n).
    n_components (int or float): How many (int), as many as needed for this share of the variance (float up to 1), or
        all (None). Components whose eigenvalue is not above zero are always dropped.
    center (bool): Centre the vectors in feature space.
    RETURNS (Components): The map; in each eigenvector, the entry with the largest absolute value is positive.
    """
    size = len(gram)
    # centring in feature space: K - 1K - K1 + 1K1, with 1 the matrix of entries 1 / n (Schölkopf et al. 1998)
    means = gram.mean(axis=0) if center else np.zeros(size)
    grand = means.mean()
    centred = gram - means - means[:, None] + grand
    values, vectors = _eigen(centred, n_components)
    values, vectors = _keep(values, vectors, n_components, float(np.trace(gram)))
    projection = vectors / np.sqrt(values)
    if center:
        projection = projection - projection.mean(axis=0)
    return Components(values, projection, -(means @ projection))


def fit_nystroem(
    cross: NDArray[Any], gram: NDArray[Any], *, n_components: int | float | None = None, center: bool = True
) -> Components:
    """Approximate the components of many vectors by landmarks among them (Williams & Seeger 2001).

    cross (ndarray): Kernel values of all vectors with the landmarks, (n, l).
    gram (ndarray): Kernel matrix of the landmarks, (l, l).
    RETURNS (Components): A map from kernel values with the landmarks; the same as that of `fit_components` if every
        vector is a landmark.
    """
    basis = fit_components(gram, center=False)
    features = cross @ basis.projection
    mean = features.mean(axis=0) if center else np.zeros(features.shape[1])
    scatter = (features - mean).T @ (features - mean)
    values, vectors = _eigen(scatter, None)
    values, vectors = _keep(values, vectors, n_components, float((features**2).sum()))
    return Components(values, basis.projection @ vectors, -(mean @ vectors))


def _eigen(matrix: Floats, n_components: int | float | None) -> tuple[Floats, Floats]:
    """Eigenpairs, descending: all of them, or, if only few of many are wanted, by an iterative solver."""
    size = len(matrix)
    if size > _TRUNCATE_ABOVE and isinstance(n_components, int) and n_components < size // 5:
        from scipy.sparse.linalg import eigsh

        start = np.random.default_rng(0).standard_normal(size)  # fixed, so that results can be repeated
        values, vectors = eigsh(matrix, k=n_components, which="LA", v0=start)
    else:
        values, vectors = np.linalg.eigh(matrix)
    order = np.argsort(-values, kind="stable")
    values, vectors = values[order], vectors[:, order]
    if size:
        signs = np.sign(vectors[np.abs(vectors).argmax(axis=0), np.arange(vectors.shape[1])])
        vectors = vectors * signs
    return values, vectors


def _keep(values: Floats, vectors: Floats, n_components: int | float | None, total: float) -> tuple[Floats, Floats]:
    kept = int((values > _NEGLIGIBLE * max(total, _LEAST_TOTAL)).sum())
    if isinstance(n_components, int):
        kept = min(kept, n_components)
    elif n_components is not None and kept:
        shares = np.cumsum(values[:kept]) / max(float(values[:kept].sum()), 1e-30)
        kept = min(kept, int(np.searchsorted(shares, n_components - 1e-12)) + 1)
    return values[:kept], vectors[:, :kept]
