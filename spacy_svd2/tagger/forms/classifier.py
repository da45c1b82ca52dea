"""Tags of words that the corpus did not have, by all pieces of their form at once.

A suffix tree (`unseen`) hears the longest suffix only. A linear classifier weighs prefixes, suffixes and letters inside
the word against one another; like the tree, it learns from all types, tagged with what has been found of them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...errors import Errors, UserError
from ...shared.artifacts import pack_strings, unpack_strings
from ...shared.checks import moderate
from ...shared.numerics import softmax
from .suffix_tree import SHAPES
from .unseen import shapes_of_texts, shapes_of_types

F32 = NDArray[np.float32]
CLASSIFIER_SCHEMA = (("pieces_data", "uint8", 1), ("pieces_offsets", "int64", 1), ("pieces_weights", "float16", 2))
_PREFIXES, _SUFFIXES, _INSIDE = range(1, 5), range(1, 7), (3, 4)
_LONGEST = 100  # letters; of a longer word half as many at either end are looked at, for a token may have megabytes
_ABSENT = -9.0  # log-odds of a tag that no type has


@dataclass(frozen=True)
class FormSettings:
    """Settings of `FormClassifier.fit`.

    strength (float): Inverse of the classifier's penalty, for types of mean weight one.
    power (float): A type counts as its frequency to this power: unseen words are like rare ones.
    piece (float): Value of a piece that a word has; that of a shape is one.
    min_types (int): Types that must share a piece.
    types_per_piece (int): In large vocabularies, one type more for each so many.
    most (int): Types that are learned from at most, taken evenly from all frequencies.
    least (float): Probability from which a tag of a type is learned.
    tolerance (float): Largest slope at which the fit ends.
    max_iter (int): Most iterations of the fit.
    """

    strength: float = 0.3
    power: float = -0.5
    piece: float = 0.5
    min_types: int = 2
    types_per_piece: int = 10_000
    most: int = 20_000
    least: float = 0.05
    tolerance: float = 1e-3
    max_iter: int = 300


@dataclass(frozen=True)
class FormClassifier:
    """Weights of the pieces of words.

    keys (list): The pieces, as `pieces` writes them.
    weights (NDArray): float16 (pieces + shapes + 1, n_tags), of each piece, each bit of a shape, and of every word.
    """

    keys: list[str]
    weights: NDArray[np.float16]

    @classmethod
    def fit(
        cls,
        types: Sequence[str],
        counts: NDArray[np.int64],
        case: NDArray[np.int64],
        probabilities: F32,
        settings: FormSettings | None = None,
    ) -> "FormClassifier":
        """Learn the tags of types from their forms, by multinomial logistic regression.

        types, counts, case: Of N types, see `BigramCounts`.
        probabilities (NDArray): float32 (N, n_tags).
        settings (FormSettings): See there.
        """
        chosen = settings or FormSettings()
        rows = np.arange(len(types))[:: -(-len(types) // chosen.most)]
        found = [pieces(types[row]) for row in rows.tolist()]
        shared = max(chosen.min_types, len(rows) // chosen.types_per_piece)
        keys = sorted(key for key, n in Counter(chain.from_iterable(found)).items() if n >= shared)
        number = {key: i for i, key in enumerate(keys)}
        columns = [[number[key] for key in word if key in number] for word in found]
        ends = np.cumsum([0, *map(len, columns)])
        has = np.full(ends[-1], chosen.piece, dtype=np.float32)
        flat = np.fromiter(chain.from_iterable(columns), dtype=np.int64, count=int(ends[-1]))
        table = sparse.csr_matrix((has, flat, ends), shape=(len(rows), len(keys)))
        bits = sparse.csr_matrix(_bits(shapes_of_types([types[row] for row in rows.tolist()], case[rows])))
        features = sparse.hstack([table, bits], format="csr", dtype=np.float32)
        frequency = counts[rows].astype(np.float64) ** chosen.power
        weights = _weights(features, probabilities[rows], frequency / frequency.mean(), chosen)
        weights[: len(keys)] *= chosen.piece
        return cls(keys, weights.astype(np.float16))

    def __call__(self, types: Sequence[str], texts: Sequence[str]) -> F32:
        """Probabilities of tags for words by their form.

        types, texts (Sequence): See `FormTags`.
        RETURNS (NDArray): float32 (n, n_tags), rows that sum to one.
        """
        n = len(self.keys)
        scores = np.zeros((len(types), self.weights.shape[1]), dtype=np.float32)
        for i, (word, bits) in enumerate(zip(types, _bits(shapes_of_texts(types, texts)), strict=True)):
            rows = [self._rows[key] for key in pieces(word) if key in self._rows]
            rows += [*(n + np.flatnonzero(bits)).tolist(), len(self.weights) - 1]
            scores[i] = self.weights[rows].sum(axis=0, dtype=np.float32)
        return softmax(scores)

    def to_arrays(self) -> dict[str, Any]:
        """RETURNS (dict): Arrays as in `CLASSIFIER_SCHEMA`."""
        data, offsets = pack_strings(self.keys)
        return dict(zip((name for name, *_ in CLASSIFIER_SCHEMA), (data, offsets, self.weights), strict=True))

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any], n_tags: int, label: str) -> "FormClassifier":
        """The inverse of `to_arrays`.

        n_tags (int): Tags that there are.
        label (str): How messages name the source.
        RAISES (UserError): Something is missing or contradictory (A005).
        """
        if len(arrays) != len(CLASSIFIER_SCHEMA):
            raise UserError(Errors.A005.format(path=label, name="naming_pieces_data", why="or weights are missing"))
        data, offsets, weights = (arrays[name] for name, *_ in CLASSIFIER_SCHEMA)
        keys = unpack_strings(data, offsets, path=label, name="naming_pieces_offsets")
        if len(set(keys)) != len(keys):
            raise UserError(Errors.A005.format(path=label, name="naming_pieces_data", why="holds a piece twice"))
        shape = (len(keys) + len(SHAPES) + 1, n_tags)
        if weights.shape != shape or not moderate(weights):
            raise UserError(
                Errors.A005.format(path=label, name="naming_pieces_weights", why=f"is not {shape}, or huge")
            )
        return cls(keys, weights)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {key: row for row, key in enumerate(self.keys)}


def pieces(word: str) -> list[str]:
    """The prefixes of up to four letters ("<"), suffixes of up to six (">"), runs of three and four ("=") of a word.

    RETURNS (list): Each once, in the order of the word; runs reach over its borders.
    """
    if len(word) > _LONGEST:
        word = word[: _LONGEST // 2] + word[-(_LONGEST // 2) :]
    inside = f"\x02{word}\x03"
    found = [f"<{word[:n]}" for n in _PREFIXES if n <= len(word)]
    found += [f">{word[-n:]}" for n in _SUFFIXES if n <= len(word)]
    found += [f"={inside[i : i + n]}" for n in _INSIDE for i in range(len(inside) - n + 1)]
    return list(dict.fromkeys(found))


def _bits(codes: NDArray[np.int64]) -> F32:
    """float32 (n, shapes), the bits of shapes."""
    return ((codes[:, None] >> np.arange(len(SHAPES))) & 1).astype(np.float32)


def _weights(features: sparse.csr_matrix, targets: F32, weights: NDArray[np.float64], chosen: FormSettings) -> F32:
    """float32 (features + 1, n_tags), coefficients and intercepts; a type is learned from once for each likely tag."""
    from sklearn.linear_model import LogisticRegression

    rows, tags = np.nonzero(targets >= min(chosen.least, float(targets.max(axis=1).min())))
    present = np.unique(tags)
    result = np.zeros((features.shape[1] + 1, targets.shape[1]), dtype=np.float32)
    result[-1] = _ABSENT
    if len(present) == 1:
        result[-1, present] = 0
        return result
    classifier = LogisticRegression(C=chosen.strength, tol=chosen.tolerance, max_iter=chosen.max_iter)
    classifier.fit(features[rows], tags, sample_weight=weights[rows] * targets[rows, tags])
    fitted = np.hstack([classifier.coef_, classifier.intercept_[:, None]])
    if len(present) == 2:
        fitted = np.vstack([-fitted, fitted]) / 2
    result[:, present] = fitted.T
    return result
