"""Distinct words of text that is split by spaces: whole blocks at once, instead of a look-up for each token."""

import numpy as np
from numpy.typing import NDArray

U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]

_SPACES = np.isin(np.arange(256), [9, 10, 11, 12, 13, 28, 29, 30, 31, 32])
_WIDE_SPACES = "\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_LANE = 8
_LONGEST = 1 << 12  # bytes of a word; a longer one takes more rounds, a lane each, than the rest is worth
_MASKS = np.array([(1 << 8 * n) - 1 for n in range(_LANE + 1)], dtype=np.uint64)
_FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], dtype=np.uint64)


def distinct_words(text: str) -> tuple[list[str], NDArray[np.int32], I64] | None:
    r"""Find the words of a text, as `str.split` does, and how many each line has.

    text (str): Lines that end in "\n"; of fewer than 2^32 bytes.
    RETURNS (tuple): The distinct words in order of first occurrence; int32 (tokens,), which of them each token is;
        int64 (lines,), the number of tokens of each line that has any. None if two words have the same hash, or if a
        word has kilobytes.
    """
    for space in () if text.isascii() else _WIDE_SPACES:
        if space in text:
            text = text.replace(space, " ")
    data = text.encode("utf8")
    padded = np.frombuffer(b"\n%b\n%b" % (data, bytes(_LANE)), dtype=np.uint8)
    spaces = _SPACES[padded[:-_LANE]]
    edges = np.flatnonzero(spaces[1:] != spaces[:-1]) + 1
    starts, ends = edges[::2], edges[1::2]
    if not len(starts):
        return [], np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int64)
    lengths = ends - starts
    if lengths.max() > _LONGEST:
        return None
    beginnings = _lanes(padded)[starts] & _MASKS[np.minimum(lengths, _LANE)]
    which, first = _grouped(_hashes(padded, starts, lengths, beginnings))
    if not _alike(padded, starts, lengths, beginnings, first[which]):
        return None
    lines = np.diff(np.searchsorted(starts, np.flatnonzero(padded[:-_LANE] == ord("\n"))))
    places = zip((starts[first] - 1).tolist(), (ends[first] - 1).tolist(), strict=True)
    words = [data[start:end].decode("utf8") for start, end in places]
    return words, which, lines[lines > 0]


def _grouped(hashes: U64) -> tuple[NDArray[np.int32], I64]:
    """The number of each token's word, in order of first occurrence, and the first token of each word."""
    n = len(hashes)
    bits = np.uint64(n.bit_length())
    # sorting numbers is far faster than sorting their places, so that the place is the end of the number
    keys = (hashes >> bits << bits) | np.arange(n, dtype=np.uint64)
    keys.sort()
    places = (keys & ((np.uint64(1) << bits) - np.uint64(1))).astype(np.int64)
    keys >>= bits
    begins = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    first = places[begins]  # the smallest place of a word is its first
    order = np.argsort(first)
    rank = np.empty(len(order), dtype=np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    which = np.empty(n, dtype=np.int32)
    which[places] = np.repeat(rank, np.diff(begins, append=n))
    return which, first[order]


def _hashes(padded: NDArray[np.uint8], starts: I64, lengths: I64, beginnings: U64) -> U64:
    """uint64 (n,), of the bytes and the length of each token; the upper bits are as good as all."""
    lanes = _lanes(padded)
    hashes = beginnings ^ (lengths.astype(np.uint64) << np.uint64(56))
    rows, at = np.flatnonzero(lengths > _LANE), _LANE
    while len(rows):
        mixed = hashes[rows] * _FACTORS[0]
        mixed ^= mixed >> np.uint64(29)
        left = lengths[rows] - at
        hashes[rows] = mixed + (lanes[starts[rows] + at] & _MASKS[np.minimum(left, _LANE)])
        rows, at = rows[left > _LANE], at + _LANE
    hashes *= _FACTORS[0]
    hashes ^= hashes >> np.uint64(32)
    hashes *= _FACTORS[1]
    return hashes


def _alike(padded: NDArray[np.uint8], starts: I64, lengths: I64, beginnings: U64, others: I64) -> bool:
    """Whether each token is, byte by byte, the same as the token of the number in `others`."""
    if not (np.array_equal(lengths, lengths[others]) and np.array_equal(beginnings, beginnings[others])):
        return False
    lanes = _lanes(padded)
    rows, at = np.flatnonzero(lengths > _LANE), _LANE
    while len(rows):
        differ = lanes[starts[rows] + at] ^ lanes[starts[others[rows]] + at]
        left = lengths[rows] - at
        if (differ & _MASKS[np.minimum(left, _LANE)]).any():
            return False
        rows, at = rows[left > _LANE], at + _LANE
    return True


def _lanes(padded: NDArray[np.uint8]) -> U64:
    """The eight bytes from each place on, the first of them lowest, without a copy."""
    shape = (len(padded) - _LANE + 1,)
    return np.lib.stride_tricks.as_strided(padded[:_LANE].view("<u8"), shape=shape, strides=(1,))
