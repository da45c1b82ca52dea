"""Texts as arrays of hashes, and where targets and what is around them lie in these arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from ...errors import Errors, UserError
from ...shared.word_keys import WordKey
from .contexts import Context, ContextWindow

Hashes = NDArray[np.uint64]

OUTSIDE = "\x00"
_CACHED = 1 << 16  # strings; some 250 bytes each
_CACHED_LENGTH = 64  # a word that is longer is rare, and would be kept whole


@dataclass(frozen=True)
class HashedTexts:
    """Texts end to end, their tokens hashed; the last row of the arrays stands for what is outside.

    contexts (list): The texts.
    bounds (ndarray): First token of each text, and the number n of all tokens, (texts + 1,).
    forms, stems, suffixes, shapes (ndarray): One hash a token, (n + 1,), uint64.
    is_word (ndarray): Tokens that hold a letter or digit, (n + 1,), bool.
    """

    contexts: list[Context]
    bounds: NDArray[np.intp]
    forms: Hashes
    stems: Hashes
    suffixes: Hashes
    shapes: Hashes
    is_word: NDArray[np.bool_]


@dataclass(frozen=True)
class Targets:
    """Targets in `HashedTexts`.

    text (ndarray): The text of each, (m,).
    start, end (ndarray): First token and the one past the last, counted over all texts, (m,).
    low, high (ndarray): Where the text begins and ends, (m,).
    """

    text: NDArray[np.intp]
    start: NDArray[np.intp]
    end: NDArray[np.intp]
    low: NDArray[np.intp]
    high: NDArray[np.intp]


def hash_texts(contexts: Sequence[Context], settings: ContextWindow) -> HashedTexts:
    """Hash the tokens of texts, once for all their targets.

    contexts (Sequence): The texts.
    settings (ContextWindow): The keys of words, and the lengths of stems and suffixes.
    RETURNS (HashedTexts): The hashes.
    """
    index: dict[str, int] = {}
    ids = [index.setdefault(word, len(index)) for context in contexts for word in context.words]
    types = [
        (_cached_units if len(word) <= _CACHED_LENGTH else _units)(word, settings.key, settings.prefix, settings.suffix)
        for word in index
    ]
    types.append((hash_text(OUTSIDE),) * 4 + (0,))
    ids.append(len(index))
    table = np.array(types, dtype=np.uint64)[np.array(ids)].T
    bounds = np.concatenate([[0], np.cumsum([len(context.words) for context in contexts])]).astype(np.intp)
    forms, stems, suffixes, shapes = np.ascontiguousarray(table[:4])
    return HashedTexts(list(contexts), bounds, forms, stems, suffixes, shapes, table[4] > 0)


def place_targets(texts: HashedTexts, targets: Sequence[tuple[int, int, int]]) -> Targets:
    """Find targets among the tokens.

    texts (HashedTexts): The texts.
    targets (Sequence): Number of the text, first token in it, and the token past the last.
    RETURNS (Targets): Their places.
    RAISES (UserError): A target is empty or not in its text (K003).
    """
    text, start, end = np.array(targets, dtype=np.intp).reshape(-1, 3).T
    low, high = texts.bounds[text], texts.bounds[text + 1]
    bad = np.flatnonzero((start < 0) | (start >= end) | (low + end > high))
    if len(bad):
        _, first, last = targets[bad[0]]
        raise UserError(Errors.K003.format(start=first, end=last, size=high[bad[0]] - low[bad[0]]))
    return Targets(text, low + start, low + end, low, high)


def hash_text(text: str) -> int:
    """Hash a string to 64 bits, the same on every machine."""
    return _cached_hash(text) if len(text) <= _CACHED_LENGTH else _hash(text)


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf8", "surrogatepass"), digest_size=8).digest(), "little")


def neighbours(texts: HashedTexts, targets: Targets, settings: ContextWindow) -> NDArray[np.intp]:
    """Tokens at fixed distances from targets.

    RETURNS (ndarray): (targets, 2 * positions + 1): token at -positions .. positions; the middle one is the
        target's first; what lies outside the text (or sentence) is n.
    """
    offsets = np.arange(-settings.positions, settings.positions + 1)
    places = np.where(offsets <= 0, targets.start[:, None] + offsets, targets.end[:, None] - 1 + offsets)
    low, high = targets.low, targets.high
    if settings.within_sentence:
        edges = _sentence_edges(texts)
        low = edges[np.searchsorted(edges, targets.start, side="right") - 1]
        high = edges[np.searchsorted(edges, targets.end - 1, side="right")]
    return np.where((places >= low[:, None]) & (places < high[:, None]), places, len(texts.forms) - 1)


def window(targets: Targets, width: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Tokens around targets, without the targets.

    targets (Targets): m targets.
    width (int): Tokens on either side.
    RETURNS (tuple): For each token found the number of its target, its place, and its distance from the target.
    """
    low, high = np.maximum(targets.low, targets.start - width), np.minimum(targets.high, targets.end + width)
    lengths = high - low
    owners = np.repeat(np.arange(len(low)), lengths)
    places = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths - low, lengths)
    start, end = targets.start[owners], targets.end[owners]
    outside = (places < start) | (places >= end)
    distance = np.where(places < start, start - places, places - end + 1)
    return owners[outside], places[outside], distance[outside]


def _sentence_edges(texts: HashedTexts) -> NDArray[np.intp]:
    starts = [
        np.array(context.sentence_starts or (), dtype=np.intp) + low
        for context, low in zip(texts.contexts, texts.bounds, strict=False)
    ]
    return np.unique(np.concatenate([*starts, texts.bounds]))


def _units(word: str, key: WordKey, prefix: int, suffix: int) -> tuple[int, int, int, int, int]:
    texts = unit_texts(word, key, prefix, suffix)
    is_word = int(any(character.isalnum() for character in word))
    form, stem, ending, shape = (hash_text(text) for text in texts)
    return form, stem, ending, shape, is_word


_cached_hash = lru_cache(maxsize=_CACHED)(_hash)
_cached_units = lru_cache(maxsize=_CACHED)(_units)


def unit_texts(word: str, key: WordKey, prefix: int, suffix: int) -> tuple[str, str, str, str]:
    """Take a word apart: its form, stem, ending and shape are the strings that are hashed."""
    lower, first = key(word), key.written(word)[:1]
    shape = "X" if first.isupper() else "x" if first.isalpha() else "9" if first.isdigit() else first
    return lower, lower[:prefix], lower[-suffix:] if len(lower) > suffix else lower, shape
