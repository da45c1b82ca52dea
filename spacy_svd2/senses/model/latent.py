"""Latent word descriptors from raw text, and the domain kernel's view of a context.

Words are stems (first characters, so that an inflected language needs no lemmatiser); a descriptor is a row of
the truncated SVD of positive pointwise mutual information within a few tokens (Levy & Goldberg 2014;
the idea of a domain kernel from unlabelled text: Gliozzo, Giuliano & Strapparava 2005).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import Errors, UserError
from ...shared.numerics import unit_rows
from .contexts import ContextWindow
from .hashed_texts import HashedTexts, Targets, hash_text, neighbours, window

Floats = NDArray[np.float32]

_SMOOTHING = 0.75
_DENSE_UP_TO = 500
_MAX_TYPES = 100_000


@dataclass(frozen=True)
class LatentVectors:
    """Descriptors of words.

    keys (ndarray): Hashes of the stems (or forms), ascending, (v,), uint64.
    vectors (ndarray): Unit rows, (v, d), float16.
    weights (ndarray): Weight of a word in a context: log of the inverse share of texts, (v,), float16.
    by_form (bool): Whether the keys are whole lower-cased forms instead of stems.
    """

    keys: NDArray[np.uint64]
    vectors: NDArray[np.float16]
    weights: NDArray[np.float16]
    by_form: bool = False

    @classmethod
    def from_vocabulary(
        cls,
        words: Sequence[str],
        vectors: NDArray[Any],
        weights: NDArray[Any] | None = None,
        *,
        key: Callable[[str], str] = str.lower,
    ) -> "LatentVectors":
        """Take descriptors made elsewhere, for instance the tagger's.

        words (Sequence): Word forms; of those with equal keys the first counts.
        vectors (ndarray): One row a word.
        weights (ndarray): Their weights; 1 by default.
        key (Callable): From a word to what it is compared by.
        RETURNS (LatentVectors): The descriptors.
        RAISES (UserError): Lengths differ or values are not finite (K004).
        """
        rows = np.asarray(vectors, dtype=np.float64)
        if rows.ndim != 2 or len(rows) != len(words) or not np.isfinite(rows).all():
            raise UserError(Errors.K004.format(words=len(words), shape=np.shape(vectors)))
        hashes = np.array([hash_text(key(word)) for word in words], dtype=np.uint64)
        keys, first = np.unique(hashes, return_index=True)
        chosen = np.ones(len(words)) if weights is None else np.asarray(weights, dtype=np.float64)
        return cls(keys, unit_rows(rows[first]).astype(np.float16), chosen[first].astype(np.float16), True)

    @property
    def width(self) -> int:
        """The dimensions d of a descriptor."""
        return self.vectors.shape[1]

    def rows(self, texts: HashedTexts) -> NDArray[np.intp]:
        """Find the row of each token, (n + 1,); v for unknown words and for the outside."""
        found = texts.forms if self.by_form else texts.stems
        place = np.searchsorted(self.keys, found)
        place[place == len(self.keys)] = 0
        known = self.keys[place] == found if len(self.keys) else np.zeros(len(found), dtype=bool)
        return np.where(known, place, len(self.keys))

    def embed(
        self, texts: HashedTexts, targets: Targets, settings: ContextWindow, *, table: Floats | None = None
    ) -> Floats:
        """Describe the contexts of targets.

        texts (HashedTexts): The texts.
        targets (Targets): m targets.
        settings (ContextWindow): Reach of the window, of what is near, and of positions.
        table (ndarray): What `table()` gives, if it is at hand.
        RETURNS (ndarray): (m, D): the weighted sum of descriptors in the window, that of the near ones (by the
            inverse root of the distance), and the descriptor at each position.
        """
        from scipy.sparse import csr_array

        table = self.table() if table is None else table
        rows, count = self.rows(texts), len(targets.start)
        weights = np.append(self.weights, np.float16(0)).astype(np.float32)[rows] * texts.is_word
        owners, places, distance = window(targets, max(settings.window, settings.near))
        bags = []
        for reach, power in ((settings.window, 0.0), (settings.near, -0.5)):
            close = distance <= reach
            values = weights[places[close]] * (distance[close] ** power).astype(np.float32)
            shape = (count, len(table))
            bags.append(csr_array((values, (owners[close], rows[places[close]])), shape=shape) @ table)
        around = np.delete(neighbours(texts, targets, settings), settings.positions, axis=1)
        return np.hstack([*bags, table[rows[around]].reshape(count, -1)])

    def table(self) -> Floats:
        """Give the descriptors and a row of zeros for unknown words, (v + 1, d), float32."""
        return np.vstack([self.vectors, np.zeros((1, self.width), dtype=np.float16)]).astype(np.float32, order="C")


def block_bounds(width: int, settings: ContextWindow) -> list[tuple[int, int]]:
    """Say which columns, from and to, are window, near and positions in what `LatentVectors.embed` gives."""
    return [(0, width), (width, 2 * width), (2 * width, (2 + 2 * settings.positions) * width)]


def learn_latent(
    batches: Iterable[HashedTexts], *, width: int = 50, reach: int = 3, min_count: int = 3
) -> LatentVectors | None:
    """Learn descriptors from texts; no label is seen.

    batches (Iterable): The texts.
    width (int): Dimensions; fewer when there are few words.
    reach (int): Tokens that count as neighbours on either side.
    min_count (int): Texts a word must occur in.
    RETURNS (LatentVectors): The descriptors, or None when the texts are too few for any.
    """
    from scipy.sparse import csr_array

    texts = [text for batch in batches for text in np.split(batch.stems[:-1], batch.bounds[1:-1])]
    keys, weights = _vocabulary(texts, min_count)
    if len(keys) < 10:
        return None
    flat = _flatten(texts, keys, reach)
    size = len(keys)
    counts = csr_array((size, size), dtype=np.float64)
    for distance in range(1, reach + 1):
        first, second = flat[:-distance], flat[distance:]
        both = (first >= 0) & (second >= 0)
        pairs = csr_array((np.ones(both.sum()), (first[both], second[both])), shape=(size, size))
        counts = counts + pairs + pairs.T
    vectors = _factorise(_ppmi(counts.tocoo()), min(width, size - 2))
    return LatentVectors(keys, unit_rows(vectors).astype(np.float16), weights.astype(np.float16))


def _vocabulary(texts: Sequence[NDArray[np.uint64]], min_count: int) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
    every = np.concatenate([np.unique(text) for text in texts]) if texts else np.zeros(0, dtype=np.uint64)
    keys, counts = np.unique(every, return_counts=True)
    kept = counts >= min_count
    if kept.sum() > _MAX_TYPES:
        kept = counts > np.sort(counts)[-_MAX_TYPES]
    return keys[kept], np.log(len(texts) / counts[kept])


def _flatten(texts: Sequence[NDArray[np.uint64]], keys: NDArray[np.uint64], reach: int) -> NDArray[np.int64]:
    """The texts end to end as rows of the vocabulary, -1 for rare words and between texts."""
    lengths = np.array([len(text) for text in texts])
    joined = np.concatenate(texts)
    place = np.minimum(np.searchsorted(keys, joined), len(keys) - 1)
    place = np.where(keys[place] == joined, place, -1)
    flat = np.full(len(joined) + reach * len(texts), -1, dtype=np.int64)
    flat[np.arange(len(joined)) + np.repeat(np.arange(len(texts)) * reach, lengths)] = place
    return flat


def _ppmi(counts: Any) -> Any:
    from scipy.sparse import csr_array

    rows = np.bincount(counts.row, weights=counts.data, minlength=counts.shape[0])
    columns = rows**_SMOOTHING / (rows**_SMOOTHING).sum()
    values = np.log(counts.data / (rows[counts.row] * columns[counts.col]))
    kept = values > 0
    return csr_array((values[kept], (counts.row[kept], counts.col[kept])), shape=counts.shape)


def _factorise(matrix: Any, width: int) -> NDArray[np.float64]:
    from scipy.sparse.linalg import svds

    if matrix.shape[0] <= _DENSE_UP_TO:  # the iterative solver draws vectors of its own where the rank is low
        left, values, _ = np.linalg.svd(matrix.toarray())
        left, values = left[:, :width], values[:width]
    else:
        start = np.random.default_rng(0).standard_normal(min(matrix.shape))
        left, values, _ = svds(matrix, k=width, v0=start)
    order = np.argsort(-values, kind="stable")
    left = left[:, order] * np.sqrt(np.maximum(values[order], 0))
    return left * np.sign(left[np.abs(left).argmax(axis=0), np.arange(width)])
