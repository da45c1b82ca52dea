"""The tags of running text from tables of types: a token's score is the sum of three rows (equation in `tag_model`).

score(t) = own[w](t) + left[word before](t) + right[word after](t), an estimate of log P(t | w and its neighbours) up to
a constant; the tag is the t with the greatest score.

Shortcut: if a word's best tag leads by more than both neighbours can change, it is final. Let lead be the difference of
the two best entries of own[w], and range the difference of the greatest and the least entry of a row of left or right;
if lead > range(before) + range(after), the tag is final. This test needs only three numbers for each token; full rows
are summed only for the remaining tokens.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]

_KEPT_NUMBERS = 1 << 22
"""Values in single precision that are precomputed: 16 MB are enough for the types of most tokens."""
_ROUNDING = np.float32(1e-3)
"""Far more than the rounding error of sums in single precision: the lead must exceed this for the shortcut."""
_NEVER = np.float32(1e30)
"""A range that no lead exceeds, for rows that are not precomputed."""
_EDGE = 0
"""The row of the edge of a text, before the rows of the types."""


@dataclass(frozen=True)
class Places:
    """Where each of n tokens finds its three rows.

    Row 0 is the edge of a text, the row of a type is its number plus one, and the rows of the words that are not in the
    corpus follow, one for each occurrence.

    own, before, after (NDArray): int64 (n,), of the token itself, the one before and the one after.
    unseen (NDArray): float32 (3, u, n_tags), the rows of the words that are not in the corpus.
    """

    own: NDArray[np.int64]
    before: NDArray[np.int64]
    after: NDArray[np.int64]
    unseen: F32

    @classmethod
    def of(cls, rows: NDArray[np.int64], starts: NDArray[np.bool_], unseen: F32, n_types: int) -> "Places":
        """Find the rows of tokens by their types.

        rows (NDArray): int64 (n,), the type of each token; -1 for a word that is not in the corpus.
        starts (NDArray): bool (n,), whether a unit of text begins; the first token always begins one.
        unseen (NDArray): float32 (3, u, n_tags), rows for the tokens that are -1, in order.
        n_types (int): How many types there are.
        """
        own = rows + 1
        if unseen.size:
            own[rows < 0] = n_types + 1 + np.arange(unseen.shape[1])
        before, after = np.empty_like(own), np.empty_like(own)
        before[1:], after[:-1] = own[:-1], own[1:]
        before[starts] = after[:-1][starts[1:]] = _EDGE
        before[:1] = after[-1:] = _EDGE
        return cls(own, before, after, unseen)


class Decoder:
    """Adds up rows of tables; rows of the frequent types, which make up most tokens, are precomputed."""

    def __init__(self, n_types: int, edges: F32, rows_of: Callable[[NDArray[np.int64]], F32]) -> None:
        """Make the tables of the frequent types.

        n_types (int): How many types there are, the most frequent first.
        edges (NDArray): float32 (2, n_tags), log-odds of the tags of a first and of a last token.
        rows_of (Callable): Gives float32 (3, m, n_tags) for some types: the scores of each type's own tags, of the tags
            of the token after it, and of the tags of the token before it.
        """
        self._n_types, self._rows_of = n_types, rows_of
        n_kept = max(1, _KEPT_NUMBERS // (3 * edges.shape[1]))
        edge = np.concatenate([np.zeros_like(edges[:1]), edges])[:, None]
        self._kept = np.concatenate([edge, rows_of(np.arange(min(n_kept, n_types)))], axis=1)
        best = self._kept[0].argmax(axis=1)
        # padded, so that there are two entries even if there is one tag
        two = np.sort(np.pad(self._kept[0], [(0, 0), (1, 0)], constant_values=-1e9), axis=1)[:, -2:]
        ranges = self._kept[1:].max(axis=2) - self._kept[1:].min(axis=2)
        # the last entry stands for all rows that are not precomputed (mode="clip" below): the shortcut never applies
        self._best = np.append(best, 0)
        self._lead = np.append(two[:, 1] - two[:, 0] - _ROUNDING, -_NEVER)
        self._reach = np.append(ranges, np.full((2, 1), _NEVER), axis=1)

    def scores(self, places: Places) -> F32:
        """Add up the three rows of each token.

        places (Places): Of n tokens.
        RETURNS (NDArray): float32 (n, n_tags).
        """
        return self._sums(places, slice(None))

    def best(self, places: Places) -> NDArray[np.int64]:
        """Find the tag with the greatest score for each token, by the shortcut where it applies.

        places (Places): Of n tokens.
        RETURNS (NDArray): int64 (n,), ties to the lowest tag.
        """
        lead = self._lead.take(places.own, mode="clip")
        lead -= self._reach[0].take(places.before, mode="clip")
        lead -= self._reach[1].take(places.after, mode="clip")
        tags: NDArray[np.int64] = self._best.take(places.own, mode="clip")
        unsure = np.flatnonzero(lead <= 0)
        tags[unsure] = self._sums(places, unsure).argmax(axis=1)
        return tags

    def _sums(self, places: Places, at: slice | NDArray[np.int64]) -> F32:
        sums = self._rows(0, places.own[at], places.unseen)
        sums += self._rows(1, places.before[at], places.unseen)
        sums += self._rows(2, places.after[at], places.unseen)
        return sums

    def _rows(self, table: int, places: NDArray[np.int64], unseen: F32) -> F32:
        """float32 (n, n_tags), the rows of a table at some places."""
        kept = self._kept[table]
        found: F32 = kept.take(places, axis=0, mode="clip")
        others = np.flatnonzero(places >= len(kept))
        if len(others):
            beyond = places[others] - 1
            rare, new = beyond < self._n_types, beyond >= self._n_types
            found[others[rare]] = self._rows_of(beyond[rare])[table]
            found[others[new]] = unseen[table].take(beyond[new] - self._n_types, axis=0)
        return found
