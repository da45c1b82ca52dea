"""Many strings in two arrays, as artifacts hold them: decoded one by one when asked for, hashed all at once."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

_MULTIPLIER = np.uint64(0xC6A4A7935BD1E995)
_SHIFT = np.uint64(47)
_BLOCK = 1 << 16

U64 = NDArray[np.uint64]


class StringTable(Sequence[str]):
    """A list of strings that takes their UTF-8 bytes and 8 bytes each. A million are ready in milliseconds.

    data (NDArray): uint8, the UTF-8 of all strings end to end; it must be valid string by string.
    offsets (NDArray): int64 (n + 1,), where each begins and the last ends.
    """

    def __init__(self, data: NDArray[Any], offsets: NDArray[Any]) -> None:
        self.data = data
        self.offsets = offsets

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        at = int(at) % len(self)
        return self.data[self.offsets[at] : self.offsets[at + 1]].tobytes().decode("utf8")

    def __iter__(self) -> Iterator[str]:
        for begin in range(0, len(self), _BLOCK):
            bounds = self.offsets[begin : begin + _BLOCK + 1]
            block = self.data[bounds[0] : bounds[-1]].tobytes()
            edges = (bounds - bounds[0]).tolist()
            yield from (block[start:end].decode("utf8") for start, end in pairwise(edges))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, StringTable):
            return np.array_equal(self.offsets, other.offsets) and np.array_equal(self.data, other.data)
        return list(self) == other

    __hash__ = None  # type: ignore[assignment]

    def __contains__(self, value: object) -> bool:
        return self._find(value) is not None

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of a string; as `list.index`."""
        at = self._find(value)
        if at is None or at not in range(*slice(start, stop).indices(len(self))):
            raise ValueError(f"{value!r} is not in the list")
        return at

    @cached_property
    def hashes(self) -> U64:
        """uint64 (n,), the hashes that spaCy's string store has for them: see `murmur_hashes`."""
        return murmur_hashes(self.data, self.offsets)

    def _find(self, value: object) -> int | None:
        """The first string that equals a value."""
        if not isinstance(value, str):
            return None
        wanted = value.encode("utf8", "surrogatepass")
        # of the strings of this length, keep those that agree, byte by byte
        at = np.flatnonzero(np.diff(self.offsets) == len(wanted))
        for place, byte in enumerate(wanted):
            at = at[self.data[self.offsets[at] + place] == byte]
        return int(at[0]) if len(at) else None


def murmur_hashes(data: NDArray[Any], offsets: NDArray[Any]) -> U64:
    """MurmurHash64A (A. Appleby, public domain) of many byte strings at once, with seed 1.

    data (NDArray): uint8, the strings end to end.
    offsets (NDArray): int64 (n + 1,), where each begins and the last ends.
    RETURNS (NDArray): uint64 (n,); 0 for an empty string, as spaCy has it.
    """
    padded = np.concatenate([data, np.zeros(8, dtype=np.uint8)])
    words = np.lib.stride_tricks.as_strided(padded[:8].view("<u8"), shape=(len(data) + 1,), strides=(1,))
    starts, lengths = offsets[:-1], np.diff(offsets)
    hashes = np.uint64(1) ^ (lengths.astype(np.uint64) * _MULTIPLIER)
    rows, block = np.flatnonzero(lengths >= 8), 0
    while len(rows):
        mixed = words[starts[rows] + 8 * block] * _MULTIPLIER
        mixed = (mixed ^ (mixed >> _SHIFT)) * _MULTIPLIER
        hashes[rows] = (hashes[rows] ^ mixed) * _MULTIPLIER
        block += 1
        rows = rows[lengths[rows] >= 8 * (block + 1)]
    left = lengths % 8
    rows = np.flatnonzero(left)
    mask = (np.uint64(1) << (8 * left[rows]).astype(np.uint64)) - np.uint64(1)
    hashes[rows] = (hashes[rows] ^ (words[(starts + lengths - left)[rows]] & mask)) * _MULTIPLIER
    hashes = (hashes ^ (hashes >> _SHIFT)) * _MULTIPLIER
    hashes ^= hashes >> _SHIFT
    hashes[lengths == 0] = 0
    return hashes
