"""A hash table for whole arrays at once."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

MISSING = -1
"""The number of a hash that is not in the table."""


class HashTable:
    """Numbers by hash, in 28 to 44 bytes a hash.

    The hashes are sorted; a bucket for each value of their leading bits says where to look. Good hashes are uniform
    (spaCy's are, but for the few hundred names of its own symbols), and with at least four buckets a hash nearly every
    look-up ends at its bucket's first or second hash; the others are searched for.
    """

    def __init__(self, hashes: NDArray[np.uint64], numbers: NDArray[np.int32]) -> None:
        """Build the table.

        hashes (NDArray): uint64 (n,), all different.
        numbers (NDArray): int32 (n,), not negative.
        """
        order = np.argsort(hashes)
        # the greatest hash, which has no number, ends every search
        self._hashes = np.append(hashes[order], np.iinfo(np.uint64).max)
        self._numbers = np.append(numbers[order], np.int32(MISSING))
        bits = max(2, (4 * len(hashes) - 1).bit_length())
        self._shift = np.uint64(64 - bits)
        self._buckets = self._first_of_buckets(bits)

    def _first_of_buckets(self, bits: int) -> NDArray[np.int32]:
        """int32 (2 ** bits,), in a few steps, because counting takes twice the memory of its result."""
        leading = (self._hashes[:-1] >> self._shift).astype(np.int64)
        first = np.zeros((1 << bits) + 1, dtype=np.int32)
        step = max((1 << bits) >> 4, 1)
        for begin in range(0, 1 << bits, step):
            start, end = np.searchsorted(leading, [begin, begin + step])
            sizes = np.bincount(leading[start:end] - begin, minlength=step)
            first[begin + 1 : begin + step + 1] = start + np.cumsum(sizes)
        return first[:-1]

    def __call__(self, hashes: NDArray[Any]) -> NDArray[np.int32]:
        """Look up hashes.

        hashes (NDArray): uint64 (m,).
        RETURNS (NDArray): int32 (m,), `MISSING` where a hash is not in the table.
        """
        at = self._buckets[hashes >> self._shift].astype(np.int64)
        first = self._hashes.take(at)
        numbers = np.where(first == hashes, self._numbers.take(at), np.int32(MISSING))
        later = np.flatnonzero(first < hashes)  # only these may be in the bucket without being its first
        wanted, at = hashes[later], at[later] + 1
        behind = np.flatnonzero(self._hashes.take(at) < wanted)
        at[behind] = np.searchsorted(self._hashes, wanted[behind])
        numbers[later] = np.where(self._hashes.take(at) == wanted, self._numbers.take(at), MISSING)
        return numbers
