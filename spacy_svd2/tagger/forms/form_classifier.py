"""Tags of words that are not in the corpus, by all features of their form together.

A linear classifier weighs prefixes, suffixes and character n-grams against each other. It learns from all types of the
corpus, with the tags that labels or propagation gave them.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...shared.numerics import softmax
from .shapes import comparable_shapes, comparable_shapes_of_texts, has_inner_capital, inner_capitals, shape_bits

F32 = NDArray[np.float32]

# What else was tried is in benchmarks/hour_notes.md. Points are per cent of tokens tagged right; differences below 0.1
# are noise.
STRENGTH = 0.3
"""Inverse of the classifier's penalty, for types of mean weight one. 0.1 and 1 were within noise."""
POWER = -0.5
"""A type counts as its frequency to this power, because unseen words are like rare ones. -1 was the same."""
NGRAM_VALUE = 0.5
"""Value of an affix or n-gram of a word. A bit of its shape has the value 1, because there are fewer of them."""
MIN_TYPES = 2
"""Types that must share an affix or n-gram: a feature of a single type says nothing about other types."""
MAX_TYPES = 20_000
"""Most types to learn from, taken evenly from all frequencies: limits the time to a few seconds."""
LEAST_PROBABILITY = 0.05
"""Least probability of a type's tag to learn from: less likely tags only cost time."""
TOLERANCE = 1e-3
"""Largest slope at which the fit ends. 1e-4 takes 40 % more time for 0.01 points; 3e-3 costs 0.05 points."""
NAMES_SHARE = 0.5
"""Share of capitalised types from which the words of a tag are names; see `KnownWords`."""
MAX_ITER = 300
"""Most iterations of the fit; it ends by `TOLERANCE` long before."""

_PREFIXES, _SUFFIXES, _NGRAMS = range(1, 5), range(1, 7), (3, 4)  # lengths, in letters
_LONGEST = 100  # letters; of longer words only half as many at each end count, because a token may have megabytes
_INNER_CAPITAL = "^"  # among the keys, as artifacts of earlier versions have no place for it beside the shapes
_NEVER = 1e-9  # keeps a quotient finite
_ABSENT = -9.0  # log-odds of a tag that no type has: e^-9 is a ten-thousandth


@dataclass(frozen=True)
class KnownWords:
    """Words that the corpus does not have, but a dictionary or a person's labels. Nothing is known of their capitals.

    words (list): The m words.
    probabilities (NDArray): float32 (m, n_tags), the shares of their tags.
    """

    words: list[str]
    probabilities: F32


@dataclass(frozen=True)
class FormClassifier:
    """Multinomial logistic regression on the form of a word.

    P(tag | form) is proportional to exp(intercept(tag) + sum of weight(feature, tag) over the word's features): its
    affixes and n-grams (`form_features`) and the bits of its shape (`shapes`).

    keys (list): The affixes and n-grams, as `form_features` writes them.
    weights (NDArray): float16 (keys + bits + 1, n_tags), of each key, each bit of a shape, and the intercepts.
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
        known: KnownWords | None = None,
    ) -> "FormClassifier":
        """Learn the tags of types from their forms.

        types, counts, case: Of N types, see `BigramCounts`.
        probabilities (NDArray): float32 (N, n_tags).
        known (KnownWords): Words to learn from besides, each like a type of one token.
        """
        rows = np.arange(len(types))[:: -(-len(types) // MAX_TYPES)]
        chosen, targets, frequency = [types[row] for row in rows.tolist()], probabilities[rows], counts[rows]
        case = case[rows]
        if known is not None and len(kept := _without_names(known, case, targets)):
            chosen += [known.words[row] for row in kept.tolist()]
            targets = np.concatenate([targets, known.probabilities[kept]])
            frequency = np.concatenate([frequency, np.ones(len(kept), dtype=np.int64)])
            case = np.concatenate([case, np.zeros((len(kept), case.shape[1]), dtype=case.dtype)])
        inner = inner_capitals(case).tolist()
        keys, table = _indicators([_all_features(*word) for word in zip(chosen, inner, strict=True)])
        bits = sparse.csr_matrix(shape_bits(comparable_shapes(chosen, case)))
        features = sparse.hstack([table, bits], format="csr", dtype=np.float32)
        rarity = frequency.astype(np.float64) ** POWER
        weights = _fit(features, targets, rarity / rarity.mean())
        weights[: len(keys)] *= NGRAM_VALUE  # so that tagging can give an affix of a new word the value 1
        return cls(keys, weights.astype(np.float16))

    def __call__(self, types: Sequence[str], texts: Sequence[str]) -> F32:
        """Estimate the probabilities of tags for words by their form.

        types (Sequence): The types, for instance lower-cased texts.
        texts (Sequence): The texts with their capitals; without them where they mean nothing, as at the start of a
            sentence.
        RETURNS (NDArray): float32 (n, n_tags), rows that sum to one.
        """
        n = len(self.keys)
        scores = np.zeros((len(types), self.weights.shape[1]), dtype=np.float32)
        shapes = shape_bits(comparable_shapes_of_texts(types, texts))
        for i, (word, text, bits) in enumerate(zip(types, texts, shapes, strict=True)):
            rows = [self._rows[key] for key in _all_features(word, has_inner_capital(text)) if key in self._rows]
            rows += [*(n + np.flatnonzero(bits)).tolist(), len(self.weights) - 1]
            scores[i] = self.weights[rows].sum(axis=0, dtype=np.float32)
        return softmax(scores)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {key: row for row, key in enumerate(self.keys)}


def form_features(word: str) -> list[str]:
    """The affixes and character n-grams of a word, each once.

    Prefixes of up to four letters are written "<abc", suffixes of up to six ">abc", n-grams of three and four letters,
    which reach over the borders of the word, "=abc".

    word (str): The word.
    RETURNS (list): In the order of the word.
    """
    if len(word) > _LONGEST:
        word = word[: _LONGEST // 2] + word[-(_LONGEST // 2) :]
    inside = f"\x02{word}\x03"
    found = [f"<{word[:n]}" for n in _PREFIXES if n <= len(word)]
    found += [f">{word[-n:]}" for n in _SUFFIXES if n <= len(word)]
    found += [f"={inside[i : i + n]}" for n in _NGRAMS for i in range(len(inside) - n + 1)]
    return list(dict.fromkeys(found))


def _without_names(known: KnownWords, case: NDArray[np.int64], probabilities: F32) -> NDArray[np.int64]:
    """int64 (k,), the rows of known words to learn from, `MAX_TYPES` at most, evenly.

    Those that only have tags of names are left out: without their capitals they would teach that names have none.
    """
    capitals = 2 * case[:, 1] > np.maximum(case[:, 0], 1)
    share = capitals @ probabilities / np.maximum(probabilities.sum(axis=0), _NEVER)
    kept = np.flatnonzero(known.probabilities @ (share <= NAMES_SHARE) > 0)
    return kept[:: -(-len(kept) // MAX_TYPES)] if len(kept) else kept


def _all_features(word: str, inner_capital: float) -> list[str]:
    """The features of a word's letters, and the one of a capital inside it."""
    return form_features(word) + [_INNER_CAPITAL] * bool(inner_capital)


def _indicators(found: list[list[str]]) -> tuple[list[str], sparse.csr_matrix]:
    """The affixes and n-grams that enough words share, and the (n, keys) table of which word has which."""
    keys = sorted(key for key, n in Counter(chain.from_iterable(found)).items() if n >= MIN_TYPES)
    number = {key: i for i, key in enumerate(keys)}
    columns = [[number[key] for key in word if key in number] for word in found]
    ends = np.cumsum([0, *map(len, columns)])
    has = np.full(ends[-1], NGRAM_VALUE, dtype=np.float32)
    flat = np.fromiter(chain.from_iterable(columns), dtype=np.int64, count=int(ends[-1]))
    return keys, sparse.csr_matrix((has, flat, ends), shape=(len(found), len(keys)))


def _fit(features: sparse.csr_matrix, targets: F32, weights: NDArray[np.float64]) -> F32:
    """float32 (features + 1, n_tags), coefficients and intercepts; a type is learned from once for each likely tag."""
    from sklearn.linear_model import LogisticRegression

    # if all tags of a type are unlikely, its likeliest ones are used, so that every type is learned from
    rows, tags = np.nonzero(targets >= min(LEAST_PROBABILITY, float(targets.max(axis=1).min())))
    present = np.unique(tags)
    result = np.zeros((features.shape[1] + 1, targets.shape[1]), dtype=np.float32)
    result[-1] = _ABSENT
    if len(present) == 1:  # scikit-learn refuses a single class
        result[-1, present] = 0
        return result
    classifier = LogisticRegression(C=STRENGTH, tol=TOLERANCE, max_iter=MAX_ITER)
    classifier.fit(features[rows], tags, sample_weight=weights[rows] * targets[rows, tags])
    fitted = np.hstack([classifier.coef_, classifier.intercept_[:, None]])
    if len(present) == 2:  # of two classes scikit-learn keeps the log-odds of the second only
        fitted = np.vstack([-fitted, fitted]) / 2
    result[:, present] = fitted.T
    return result
