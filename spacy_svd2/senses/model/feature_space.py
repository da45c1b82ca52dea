"""The feature space of one word: feature codes, their weights, and kernel values with the vectors kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...shared.numerics import unit_rows
from .features import Codes
from .kernel_pca import squared_lengths
from .settings import ModelSettings, Weighting


def feature_weights(matrix: Any, labels: NDArray[Any], kind: Weighting, *, sqrt: bool = False) -> NDArray[np.float32]:
    """Compute the weights of features from training data.

    matrix (csr_array): Binary training vectors, (n, f).
    labels (ndarray): Share of each sense in each training vector, (n, s); rows add up to 1.
    kind (str): "none" (1), "idf" (log of the inverse share of vectors that have the feature; Sparck Jones 1972),
        "info_gain" (mutual information of feature and sense, in nats), or "gain_ratio" (that divided by the entropy of
        the feature; Quinlan 1993).
    sqrt (bool): Take the square root.
    RETURNS (ndarray): (f,), float32; 0 for features that no vector has, unless the kind is "none".
    """
    if kind == "none":
        return np.ones(matrix.shape[1], dtype=np.float32)
    size = matrix.shape[0]
    counts = np.asarray(matrix.sum(axis=0), dtype=np.float64).ravel()
    if kind == "idf":
        weights = np.where(counts > 0, np.log((size + 1) / np.maximum(counts, 1)), 0)
    else:
        weights = _information_gain(matrix, labels, counts)
        if kind == "gain_ratio":
            own = _entropy(np.stack([counts, size - counts], axis=1))
            weights = np.divide(weights, own, out=np.zeros_like(weights), where=own > 1e-12)
    weights = np.maximum(weights, 0)
    return (np.sqrt(weights) if sqrt else weights).astype(np.float32)


def _information_gain(matrix: Any, labels: NDArray[Any], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mutual information of feature and sense: H(sense) - P(f) H(sense | f) - P(not f) H(sense | not f), in nats."""
    size = matrix.shape[0]
    labels = labels.astype(np.float64)
    with_feature = np.asarray(matrix.T @ labels)
    total = labels.sum(axis=0)
    share = counts / size
    inside, outside = _entropy(with_feature), _entropy(np.maximum(total - with_feature, 0))
    return _entropy(total[None])[0] - share * inside - (1 - share) * outside


def _entropy(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Entropy in nats of each row of counts; 0 for rows of zeros."""
    total = counts.sum(axis=1, keepdims=True)
    shares = np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)
    logs = np.log(shares, out=np.zeros_like(shares), where=shares > 0)
    return -(shares * logs).sum(axis=1)


Floats = NDArray[np.float32]
_LEAST_SHARE = 0.25  # of the squared length: half of the length


@dataclass(frozen=True)
class LatentSpace:
    """How latent descriptions of contexts are scaled for the kernel: each block is centred and scaled to length 1.

    bounds (tuple): Columns, from and to, of each block; one begins where another ends.
    means (ndarray): Means of the scaled blocks over the training vectors, (D,), float32.
    empty_stays (bool): Whether a block of zeros stays zero, instead of becoming minus the mean.
    """

    bounds: tuple[tuple[int, int], ...]
    means: Floats
    empty_stays: bool = False

    @classmethod
    def fit(
        cls, latent: NDArray[Any], bounds: Sequence[tuple[int, int]], *, empty_stays: bool = False
    ) -> "LatentSpace":
        """Learn the space from training vectors (n, D)."""
        means = np.concatenate([unit_rows(latent[:, low:high]).mean(axis=0) for low, high in bounds])
        return cls(tuple(bounds), means.astype(np.float32), empty_stays)

    def scale(self, latent: NDArray[Any]) -> Floats:
        """Scale vectors so that the dot product of two rows, (n, D), is the mean cosine of their blocks."""
        blocks, first = [], self.bounds[0][0]
        for low, high in self.bounds:
            block = unit_rows(unit_rows(latent[:, low:high]) - self.means[low - first : high - first])
            if self.empty_stays:
                block[~latent[:, low:high].any(axis=1)] = 0
            blocks.append(block)
        return (np.hstack(blocks) / np.sqrt(len(blocks))).astype(np.float32)


@dataclass(frozen=True)
class Space:
    """The space in which one word's occurrences are compared.

    keys (ndarray): The word's feature codes, ascending, (f,), uint32.
    weights (ndarray): A row of feature weights for each weighting, (w, f), float16.
    rows (csr_array): The vectors kept, binary, (n, f).
    latent (LatentSpace): The latent description, or None.
    latent_rows (ndarray): Scaled latent description of the vectors kept, (n, D), float16.
    vectors (LatentSpace): The description by vectors of the pipeline, or None.
    vector_rows (ndarray): Scaled description of the vectors kept by vectors of the pipeline, (n, V), float16.
    """

    keys: Codes
    weights: NDArray[np.float16]
    rows: Any
    latent: LatentSpace | None = None
    latent_rows: NDArray[np.float16] | None = None
    vectors: LatentSpace | None = None
    vector_rows: NDArray[np.float16] | None = None

    def values(
        self,
        matrix: Any,
        latent: NDArray[Any] | None,
        settings: ModelSettings,
    ) -> NDArray[np.float64]:
        """Compute kernel values with the vectors kept.

        matrix (csr_array): Binary vectors over `keys`, (m, f).
        latent (ndarray): Their dense description, (m, D + V): the latent one, then that by vectors; None for zeros.
        settings (ModelSettings): Kernel and shares of the domain and vector kernels.
        RETURNS (ndarray): (m, n).
        """
        found = [settings.kernel(weigh(matrix, weights), rows) for weights, rows in self._weighted]
        return combine(
            found,
            _cosines(self.latent, latent, self._latent_columns),
            settings.domain,
            _cosines(self.vectors, latent, self._vector_columns),
            settings.vectors,
        )

    def known_shares(
        self, matrix: Any, unknown: NDArray[Any], dense: NDArray[Any] | None, settings: ModelSettings
    ) -> NDArray[np.float64]:
        """Compute how much of the length of each vector training knows, averaged over the weightings.

        matrix (csr_array): Binary vectors over `keys`, (m, f).
        unknown (ndarray): How many features each has that are not in `keys`, (m,).
        dense (ndarray): Their dense description, as `values` takes it.
        settings (ModelSettings): Share of the vector kernel.
        RETURNS (ndarray): (m,), from 0 to 1.
        """
        weights = [weights for weights, _ in self._weighted]
        shares = [
            one.known_shares(weigh(matrix, row), unknown) for one, row in zip(self._lengths, weights, strict=True)
        ]
        known = np.asarray(np.mean(shares, axis=0), dtype=np.float64)
        bounds = () if self.vectors is None else self.vectors.bounds
        return add_described(known, dense, bounds, settings.vectors)

    @cached_property
    def _weighted(self) -> list[tuple[Floats, Any]]:
        """The weights in single precision, and the kept vectors weighted by them."""
        floats = [row.astype(np.float32) for row in self.weights]
        return [(row, weigh(self.rows, row)) for row in floats]

    @cached_property
    def _lengths(self) -> list["Lengths"]:
        return [Lengths.fit(self.rows, weights) for weights, _ in self._weighted]

    @cached_property
    def _latent_columns(self) -> NDArray[np.float64]:
        return _columns(self.latent_rows)

    @cached_property
    def _vector_columns(self) -> NDArray[np.float64]:
        return _columns(self.vector_rows)

    def gram(self, settings: ModelSettings) -> NDArray[np.float64]:
        """Compute the kernel values of the vectors kept with each other, (n, n)."""
        found = [settings.kernel(rows, rows) for _, rows in self._weighted]
        latent, vectors = (
            None if rows is None else _own_cosines(rows.astype(np.float32))
            for rows in (self.latent_rows, self.vector_rows)
        )
        return combine(found, latent, settings.domain, vectors, settings.vectors)


def add_described(
    known: NDArray[np.float64], dense: NDArray[Any] | None, bounds: Sequence[tuple[int, int]], share: float
) -> NDArray[np.float64]:
    """Count contexts that vectors describe as known in the share of the vector kernel: k + share (1 - k).

    known (ndarray): How much of the features of each context training knows, (m,).
    dense (ndarray): Dense descriptions, (m, D + V), or None.
    bounds (Sequence): Columns of the blocks of the description by vectors; none if they are not used.
    share (float): The share of the vector kernel.
    RETURNS (ndarray): (m,), from 0 to 1.
    """
    if dense is None or not bounds or share == 0:
        return known
    described = dense[:, bounds[0][0] : bounds[-1][1]].any(axis=1)
    return np.asarray(known + share * described * (1 - known), dtype=np.float64)


def _columns(rows: NDArray[np.float16] | None) -> NDArray[np.float64]:
    """Rows in double precision, transposed, so that results do not depend on what else is in a batch."""
    return np.ascontiguousarray(np.zeros((0, 0)) if rows is None else rows.astype(np.float64).T)


def _cosines(
    space: LatentSpace | None, dense: NDArray[Any] | None, columns: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    """Mean cosines of dense descriptions with those kept, (m, n); None if none are kept."""
    if space is None:
        return None
    return np.zeros((1, 1)) if dense is None else space.scale(dense).astype(np.float64) @ columns


def _own_cosines(rows: Floats) -> Floats:
    return rows @ rows.T


@dataclass(frozen=True)
class Lengths:
    """How long the weighted vectors of one word are, to tell how much of a vector training knows.

    unknown (float): Square that a feature counts which training did not have: the mean of those that it had once.
    least (float): Least squared length: a quarter of the median in training, so that little evidence stays little.
    """

    unknown: float
    least: float

    @classmethod
    def fit(cls, rows: Any, weights: NDArray[Any]) -> "Lengths":
        """Learn from training vectors, (n, f), and the weights of their features, (f,)."""
        squares = weights.astype(np.float64) ** 2
        once = np.bincount(rows.indices, minlength=len(weights)) == 1
        unknown = squares[once].mean() if once.any() else squares.max(initial=0)
        return cls(float(unknown), _LEAST_SHARE * float(np.median(squared_lengths(weigh(rows, weights)))))

    def known_shares(self, weighted: Any, unknown: NDArray[Any]) -> NDArray[np.float64]:
        """Compute how much of the length of each vector comes from features that training knows.

        weighted (csr_array): Weighted vectors, (m, f).
        unknown (ndarray): How many features each has that training did not have, (m,).
        RETURNS (ndarray): (m,), from 0 to 1.
        """
        known = squared_lengths(weighted)
        total = np.maximum(known + self.unknown * unknown, self.least)
        return np.sqrt(np.divide(known, total, out=np.zeros_like(total), where=total > 0))


def weigh(matrix: Any, weights: NDArray[Any]) -> Any:
    """Multiply the columns of a matrix by weights."""
    weighted = matrix.copy()
    weighted.data = weights[matrix.indices].astype(np.float32)
    return weighted


def combine(
    grams: Sequence[NDArray[np.float64]],
    latent: NDArray[Any] | None,
    domain: float,
    vectors: NDArray[Any] | None = None,
    share: float = 0.0,
) -> NDArray[np.float64]:
    """Combine kernels: K = (1 - share) ((1 - domain) mean of the feature kernels + domain L) + share V.

    grams (Sequence): The feature kernels.
    latent (ndarray): The domain kernel L, or None.
    domain (float): Its share.
    vectors (ndarray): The vector kernel V, or None.
    share (float): Its share.
    RETURNS (ndarray): K. A kernel that is None leaves its share to the others.
    """
    mean = grams[0] if len(grams) == 1 else sum(grams[1:], grams[0]) / len(grams)
    found = mean if latent is None or domain == 0 else (1 - domain) * mean + domain * latent
    return found if vectors is None or share == 0 else (1 - share) * found + share * vectors


def code_matrix(codes: Sequence[Codes], keys: Codes) -> Any:
    """Make binary vectors of feature codes.

    codes (Sequence): The codes of each occurrence.
    keys (ndarray): The codes that get a column, ascending; other codes are left out.
    RETURNS (csr_array): (len(codes), len(keys)), float32.
    """
    from scipy.sparse import csr_array

    lengths = np.array([len(row) for row in codes], dtype=np.int64)
    joined = np.concatenate([*codes, np.zeros(0, dtype=np.uint32)])
    columns = np.minimum(np.searchsorted(keys, joined), max(len(keys) - 1, 0))
    known = keys[columns] == joined if len(keys) else np.zeros(len(joined), dtype=bool)
    owners = np.repeat(np.arange(len(codes)), lengths)[known]
    pointer = np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=len(codes)))]).astype(np.int32)
    columns = columns[known].astype(np.int32)
    data = np.ones(len(columns), dtype=np.float32)
    return csr_array((data, columns, pointer), shape=(len(codes), len(keys)))


def count_unknown(codes: Sequence[Codes], matrix: Any) -> NDArray[np.intp]:
    """Count the codes of each occurrence that have no column in its row of `code_matrix`, (m,)."""
    return np.array([len(row) for row in codes], dtype=np.intp) - np.diff(matrix.indptr)


def learn_weights(
    matrix: Any, labels: Floats, labelled: NDArray[np.bool_], settings: ModelSettings
) -> NDArray[np.float16]:
    """Compute a row of weights for each weighting, (w, f), float16; only "idf" also uses unlabelled vectors."""
    known = matrix if labelled.all() else matrix[np.flatnonzero(labelled)]
    rows = [
        feature_weights(matrix if kind == "idf" else known, labels[labelled], kind, sqrt=settings.sqrt)
        for kind in settings.weighting
    ]
    return np.stack(rows).astype(np.float16)
