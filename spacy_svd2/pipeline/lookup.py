"""From the hashes of spaCy's string store to small numbers, for whole arrays at once."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.strings import get_string_id

MISSING = -1


class HashTable:
    """Numbers by string hash, in 10 bytes a string.

    The hashes are sorted; a bucket for each value of their leading bits says where to look. spaCy's hashes are
    uniform, and with at least four buckets a string nearly every look-up ends at its first comparison.
    """

    def __init__(self, strings: Sequence[str], numbers: NDArray[np.int32]) -> None:
        """Build the table.

        strings (Sequence): n different strings.
        numbers (NDArray): int32 (n,), not negative.
        """
        hashes = np.fromiter(map(get_string_id, strings), dtype=np.uint64, count=len(strings))
        order = np.argsort(hashes)
        self._hashes, self._numbers = hashes[order], numbers[order]
        bits = max(2, (4 * len(strings) - 1).bit_length())
        self._shift = np.uint64(64 - bits)
        edges = np.arange(1 << bits, dtype=np.uint64) << self._shift
        self._buckets = np.minimum(np.searchsorted(self._hashes, edges), len(strings) - 1).astype(np.int32)

    def __call__(self, hashes: NDArray[Any]) -> NDArray[np.int32]:
        """Look up hashes.

        hashes (NDArray): uint64 (m,).
        RETURNS (NDArray): int32 (m,), `MISSING` where a hash is not in the table.
        """
        at = self._buckets[hashes >> self._shift]
        numbers = self._numbers[at]
        unsure = np.flatnonzero(self._hashes[at] != hashes)
        if len(unsure):
            rest = hashes[unsure]
            at = np.minimum(np.searchsorted(self._hashes, rest), len(self._hashes) - 1)
            numbers[unsure] = np.where(self._hashes[at] == rest, self._numbers[at], MISSING)
        return numbers
