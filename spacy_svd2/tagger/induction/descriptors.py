"""Step 2, latent descriptors: scaled context counts, truncated SVD, unit rows (Lamar et al. 2010, section 2)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, sparse

from ...shared.numerics import unit_rows
from ..settings import Scaling


@dataclass(frozen=True)
class Descriptors:
    """Points on the product of two unit spheres, one for each type (Lamar et al. 2010, section 2).

    values (NDArray): float32 (N, r_left + r_right): the left half and the right half each of unit length, or zero
        for a type that no context precedes (follows).
    left, right (NDArray): float32 (contexts, rank), the right singular vectors that project context counts.
    """

    values: NDArray[np.float32]
    left: NDArray[np.float32]
    right: NDArray[np.float32]


def describe(left: sparse.csr_array, right: sparse.csr_array, *, scaling: Scaling, rank: int) -> Descriptors:
    """Latent descriptors from the context counts on both sides.

    Let L = U S V' be the SVD of the left counts, with only the `rank` largest singular values in S. The left half of a
    type's descriptor is its row of U S, scaled to unit length; the right half is computed from R in the same way.

    left, right (csr_array): (N, contexts), times a type is immediately preceded (followed) by a context.
    scaling (str): See `scale`.
    rank (int): Singular values kept on each side; fewer if the matrix has fewer.
    RETURNS (Descriptors): The unit rows of U S and the singular vectors.
    """
    halves, vectors = zip(*(_project(scale(side, scaling), rank) for side in (left, right)), strict=True)
    return Descriptors(np.hstack(halves), *vectors)


def scale(counts: sparse.csr_array, scaling: Scaling) -> sparse.csr_array:
    """Scale context counts; zeros stay zeros.

    With raw counts, the most frequent contexts decide. The SVD of "cca" finds the canonical correlations of words and
    contexts (Stratos et al. 2015), and the square root makes the variance of counts about equal.

    counts (csr_array): (N, contexts), not negative.
    scaling (str): "raw" (the paper), "log" log(1 + c), "sqrt", "ppmi" max(0, log(c total / (row sum column sum))),
        "cca" c / sqrt(row sum column sum), "sqrt-cca" the square root first, then cca with its sums.
    RETURNS (csr_array): float64 (N, contexts).
    """
    scaled = counts.astype(np.float64)
    if scaling == "log":
        scaled.data = np.log1p(scaled.data)
    if scaling in ("sqrt", "sqrt-cca"):
        scaled.data = np.sqrt(scaled.data)
    if scaling in ("raw", "log", "sqrt"):
        return scaled
    rows = np.repeat(scaled.sum(axis=1), np.diff(scaled.indptr))
    columns = scaled.sum(axis=0)[scaled.indices]
    if scaling == "ppmi":
        scaled.data = np.maximum(np.log(scaled.data * scaled.data.sum() / (rows * columns)), 0)
        scaled.eliminate_zeros()
    else:
        scaled.data = scaled.data / np.sqrt(rows * columns)
    return scaled


def _project(matrix: sparse.csr_array, rank: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Unit rows of U S = M V, and V, from the eigenvectors of the Gram matrix M'M = V S^2 V'.

    This is exact and takes half a second where a dense SVD of M takes minutes: there are few contexts.
    """
    gram = (matrix.T @ matrix).toarray()
    n = gram.shape[0]
    rank = min(rank, n)
    eigenvalues, vectors = linalg.eigh(gram, subset_by_index=(n - rank, n - 1))
    # rounding leaves eigenvalues of about this size where the true ones are zero
    keep = eigenvalues > eigenvalues.max(initial=0) * np.finfo(np.float64).eps * n
    vectors = vectors[:, keep][:, ::-1]
    # the sign of an eigenvector is arbitrary: its largest entry is made positive, so that results can be repeated
    largest = np.abs(vectors).argmax(axis=0)
    vectors = vectors * np.sign(vectors[largest, np.arange(vectors.shape[1])])
    return unit_rows((matrix @ vectors).astype(np.float32)), vectors.astype(np.float32)
