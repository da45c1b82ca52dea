"""Tags of running text by the type model and the model of tokens together.

What a word shows by itself or to its neighbours depends on the word alone. So these parts of the sum are kept in
tables, whose rows are computed when a word first occurs; only features that join a token with its neighbours are looked
up for each token.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .token_features import NO_CLASS, SIDES, Neighbourhood, WordFacts, own_keys, pair_keys, side_keys
from .token_model import TokenModel, confidence_of

F32 = NDArray[np.float32]
I64 = NDArray[np.int64]

_EDGE = 0
"""The item beyond the edge of a text; types and then words that are not in the corpus follow, as in `Places`."""
_N_FACTS = 3  # numbers of 64 bits: the word, its best tag, its set of tags


class TokenScorer:
    """Adds the evidence of the model of tokens to the scores of the type model."""

    def __init__(
        self,
        types: Sequence[str],
        probabilities: NDArray[np.floating],
        classes: NDArray[np.int32] | None,
        tokens: TokenModel,
    ) -> None:
        """Make empty tables.

        types (Sequence): The N types of the corpus.
        probabilities (NDArray): float16 or float32 (N, n_tags), of each type's tags.
        classes (NDArray): int32 (N,), the context class of each type, or None.
        tokens (TokenModel): The model.
        """
        n, n_tags = probabilities.shape
        self._types, self._probabilities, self._classes, self._model = types, probabilities, classes, tokens
        self._ready = np.zeros(n + 1, dtype=bool)
        self._tables = np.zeros((1 + len(SIDES), n + 1, n_tags), dtype=np.float32)  # touched only where it is used
        self._facts = np.zeros((_N_FACTS, n + 1), dtype=np.uint64)
        edge = WordFacts.of_edge()
        self._keep(np.array([_EDGE]), self._rows_of([""], edge), edge)

    def of_unseen(self, word: str, probabilities: F32) -> bytes:
        """Give the rows of a word that is not in the corpus, as the bytes that `scores` takes.

        word (str): Its type.
        probabilities (NDArray): float32 (1, n_tags), by its form.
        """
        facts = WordFacts.of([word], probabilities, np.array([NO_CLASS]))
        return self._rows_of([word], facts).tobytes() + _numbers(facts).tobytes()

    def scores(
        self, type_scores: F32, rows: I64, starts: NDArray[np.bool_], capitals: NDArray[np.bool_], unseen: list[bytes]
    ) -> F32:
        """Compute log-probabilities of the tags of tokens, up to a constant for each token.

        type_scores (NDArray): float32 (n, n_tags), by the type model.
        rows (NDArray): int64 (n,), the type of each token; -1 for a word that is not in the corpus.
        starts (NDArray): bool (n,), whether a unit of text begins.
        capitals (NDArray): bool (n,), whether a token has capitals.
        unseen (list): What `of_unseen` gives for the tokens that are -1, in order.
        RETURNS (NDArray): float32 (n, n_tags).
        """
        self._prepare(rows)
        n, n_tags = len(self._types), type_scores.shape[1]
        size = 4 * n_tags * (1 + len(SIDES))
        blob = np.frombuffer(b"".join(unseen), dtype=np.uint8).reshape(len(unseen), size + 8 * _N_FACTS)
        tables = blob[:, :size].copy().view(np.float32).reshape(len(unseen), 1 + len(SIDES), n_tags)
        facts = blob[:, size:].copy().view(np.uint64).reshape(len(unseen), _N_FACTS).T
        items = rows + 1
        items[rows < 0] = n + 1 + np.arange(len(unseen))
        around = Neighbourhood.of(items, starts, _EDGE).at
        total = np.zeros_like(type_scores)
        for number, at in enumerate([items, *around]):
            total += self._table_rows(number, at, tables)
        sets = self._numbers_of(items, facts)[2]
        before, after = (_as_facts(self._numbers_of(at, facts)) for at in around[:2])
        total += self._model.evidence(pair_keys(sets, capitals & ~starts, before, after))
        greatest = type_scores.T.copy().max(axis=0)  # the same as along the short rows, in an eighth of the time
        return self._model.scores(type_scores - greatest[:, None], total)

    def confidence(self, scores: F32) -> F32:
        """Turn the result of `scores` into calibrated probabilities, float32 (n, n_tags)."""
        return confidence_of(scores, self._model.sharpness)

    def _prepare(self, rows: I64) -> None:
        """Fill the tables for types that have not occurred before."""
        new = np.unique(rows[~self._ready[rows + 1]])  # the edge stands for -1 here, and is always ready
        if not len(new):
            return
        words = [self._types[row] for row in new.tolist()]
        classes = np.full(len(new), NO_CLASS) if self._classes is None else self._classes[new].astype(np.int64)
        facts = WordFacts.of(words, self._probabilities[new].astype(np.float32), classes)
        self._keep(new + 1, self._rows_of(words, facts), facts)

    def _keep(self, items: I64, rows: F32, facts: WordFacts) -> None:
        self._tables[:, items] = rows
        self._facts[:, items] = _numbers(facts)
        self._ready[items] = True

    def _rows_of(self, words: Sequence[str], facts: WordFacts) -> F32:
        """float32 (5, m, n_tags), what words say about themselves and about the tokens at their sides."""
        sides = [self._model.evidence(side_keys(side, facts)) for side in range(len(SIDES))]
        return np.stack([self._model.evidence(own_keys(words, facts)), *sides])

    def _table_rows(self, number: int, items: I64, unseen: F32) -> F32:
        table = self._tables[number]
        found: F32 = table.take(items, axis=0, mode="clip")
        others = np.flatnonzero(items >= len(table))
        found[others] = unseen[items[others] - len(table), number]
        return found

    def _numbers_of(self, items: I64, unseen: NDArray[np.uint64]) -> NDArray[np.uint64]:
        n = self._facts.shape[1]
        found: NDArray[np.uint64] = self._facts.take(items, axis=1, mode="clip")
        others = np.flatnonzero(items >= n)
        found[:, others] = unseen[:, items[others] - n]
        return found


def _numbers(facts: WordFacts) -> NDArray[np.uint64]:
    return np.stack([facts.words, facts.best.astype(np.uint64), facts.sets])


def _as_facts(numbers: NDArray[np.uint64]) -> WordFacts:
    """Facts without context classes, which features of pairs do not use."""
    return WordFacts(numbers[0], numbers[1].astype(np.int64), numbers[2], np.full(numbers.shape[1], NO_CLASS))
