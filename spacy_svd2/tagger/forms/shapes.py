"""The shape of a word as the bits of a number, and the kind of word that its characters show in every script."""

import unicodedata
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
I64 = NDArray[np.int64]

SHAPES = ("no letter or digit", "a digit", "mostly capitalised", "capitalised at times", "mostly capitals", "a hyphen")
"""The bits of a shape, the lowest first. Artifacts depend on their order."""
N_SHAPES = 1 << len(SHAPES)
_CAPITALISED, _AT_TIMES, _CAPITALS, _HYPHEN = 2, 3, 4, 5  # places in `SHAPES`
_INNER = 3  # column of `BigramCounts.case`
_SEEN_IN_ONE_TOKEN = 0b100111  # no letter or digit, a digit, mostly capitalised, a hyphen


def shape_codes(types: Sequence[str], case: I64) -> I64:
    """The shape of each type as a number, one bit for each of `SHAPES`.

    types (Sequence): N types.
    case (NDArray): int64 (N, 4), see `BigramCounts.case`; the first three columns are used.
    RETURNS (NDArray): int64 (N,).
    """
    codes = np.fromiter(map(_letters, types), dtype=np.int64, count=len(types))
    seen = np.maximum(case[:, 0], 1)
    for bit, holds in (
        (_CAPITALISED, 2 * case[:, 1] > seen),
        (_AT_TIMES, case[:, 1] > 0),
        (_CAPITALS, 2 * case[:, 2] > seen),
    ):
        codes |= holds.astype(np.int64) << bit
    return codes


def has_inner_capital(text: str) -> bool:
    """Whether a text has a capital that is not its first letter, and is not all in capitals: uYanga, nGaeilge."""
    return text[1:] != text[1:].lower() and not text.isupper()


def inner_capitals(case: I64) -> F32:
    """float32 (N,), 1 for each type that mostly has a capital inside; 0 where artifacts are too old to say.

    case (NDArray): int64 (N, 4), see `BigramCounts.case`.
    """
    inner = case[:, _INNER] if case.shape[1] > _INNER else np.zeros_like(case[:, 0])
    return (2 * inner > np.maximum(case[:, 0], 1)).astype(np.float32)


def shape_of_text(type_: str, text: str) -> int:
    """The shape of a single word by its own capitals.

    type_ (str): The type, for instance the lower-cased text.
    text (str): The text with its capitals.
    """
    capital, capitals = text[:1].isupper(), len(text) > 1 and text.isupper()
    return _letters(type_) | capital << _CAPITALISED | capital << _AT_TIMES | capitals << _CAPITALS


def comparable_shapes(types: Sequence[str], case: I64) -> I64:
    """The shapes of types without the bits that a single token cannot show, so that both can be compared.

    types, case: See `shape_codes`.
    RETURNS (NDArray): int64 (N,).
    """
    return shape_codes(types, case) & _SEEN_IN_ONE_TOKEN


def comparable_shapes_of_texts(types: Sequence[str], texts: Sequence[str]) -> I64:
    """The bits of `comparable_shapes` for single words, by their own capitals.

    types, texts (Sequence): See `shape_of_text`.
    RETURNS (NDArray): int64 (n,).
    """
    codes = (shape_of_text(type_, text) for type_, text in zip(types, texts, strict=True))
    return np.fromiter(codes, dtype=np.int64, count=len(types)) & _SEEN_IN_ONE_TOKEN


def shape_bits(codes: I64) -> F32:
    """float32 (n, bits), zero or one for each of `SHAPES`."""
    return ((codes[:, None] >> np.arange(len(SHAPES))) & 1).astype(np.float32)


def shape_scores(by_shape: F32, strength: float) -> F32:
    """Log-odds of each class given a shape, its bits treated as independent (naive Bayes over types; Clark 2003).

    The sum over bits b of log P(b | class) / P(b), where P(b | class) is the share of the class's types that have the
    bit, smoothed towards the share of all types: (types of the class with b + strength P(b)) / (types + strength).

    by_shape (NDArray): float32 (shapes, k), types of each class and shape.
    strength (float): Types of the overall share of a bit that are added to each class.
    RETURNS (NDArray): float32 (shapes, k).
    """
    counts = by_shape.astype(np.float64)
    bits = (np.arange(N_SHAPES)[:, None] >> np.arange(len(SHAPES))) & 1
    n_types = counts.sum(axis=0)
    # a bit that all or no types have carries no information, but its logarithm must be finite
    share = np.clip(bits.T @ counts.sum(axis=1) / max(n_types.sum(), 1), 1e-6, 1 - 1e-6)[:, None]
    present = (bits.T @ counts + strength * share) / (n_types + strength)
    scores = bits @ np.log(present / share) + (1 - bits) @ np.log((1 - present) / (1 - share))
    return scores.astype(np.float32)


def _letters(word: str) -> int:
    """The bits of a shape that do not depend on case."""
    symbol, digit = not any(map(str.isalnum, word)), any(map(str.isdigit, word))
    return symbol | digit << 1 | ("-" in word[1:-1]) << _HYPHEN


KINDS = ("a word", "a number", "punctuation", "a symbol", "an address")
"""Kind 0 says nothing about the tag; the other kinds nearly decide it."""


def word_kinds(types: Sequence[str]) -> NDArray[np.int64]:
    """The kind of each type, as a number of `KINDS`.

    A number has digits and no letters; a symbol (emoji, currency, mathematics) has neither. A string with letters is a
    word, unless it is a web or mail address.

    RETURNS (NDArray): int64 (N,).
    """
    return np.fromiter(map(_kind, types), dtype=np.int64, count=len(types))


def _kind(word: str) -> int:
    if word.isalpha():  # most words: spares the look-up of every character
        return 0
    categories = {unicodedata.category(character)[0] for character in word}
    if "L" in categories:
        return 4 if _is_address(word) else 0
    if "N" in categories:
        return 1
    return 3 if "S" in categories else 2


def _is_address(word: str) -> bool:
    name, _, host = word.partition("@")
    return "://" in word or word.startswith("www.") or (bool(name) and "." in host.strip("."))
