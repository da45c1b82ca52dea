"""From the hashes of spaCy's string store to small numbers, for whole arrays at once."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.strings import get_string_id

MISSING = -1


class HashTable:
    """Numbers by string hash, in 28 to 44 bytes a string.

    The hashes are sorted; a bucket for each value of their leading bits says where to look. spaCy's hashes are
    uniform (but for the few hundred names of its own symbols), and with at least four buckets a string nearly every
    look-up ends at its bucket's first or second string; the others are searched for.
    """

    def __init__(self, strings: Sequence[str], numbers: NDArray[np.int32]) -> None:
        """Build the table.

        strings (Sequence): n different strings.
        numbers (NDArray): int32 (n,), not negative.
        """
        hashes = np.fromiter(map(get_string_id, strings), dtype=np.uint64, count=len(strings))
        order = np.argsort(hashes)
        # the greatest hash, as a string that has no number, ends every search
        self._hashes = np.append(hashes[order], np.iinfo(np.uint64).max)
        self._numbers = np.append(numbers[order], np.int32(MISSING))
        bits = max(2, (4 * len(strings) - 1).bit_length())
        self._shift = np.uint64(64 - bits)
        edges = np.arange(1 << bits, dtype=np.uint64) << self._shift
        self._buckets = np.searchsorted(self._hashes, edges).astype(np.int32)

    def __call__(self, hashes: NDArray[Any]) -> NDArray[np.int32]:
        """Look up hashes.

        hashes (NDArray): uint64 (m,).
        RETURNS (NDArray): int32 (m,), `MISSING` where a hash is not in the table.
        """
        at = self._buckets[hashes >> self._shift]
        behind = np.flatnonzero(self._hashes[at] < hashes)
        at[behind] += 1
        behind = behind[self._hashes[at[behind]] < hashes[behind]]
        at[behind] = np.searchsorted(self._hashes, hashes[behind])
        return np.where(self._hashes[at] == hashes, self._numbers[at], MISSING)
