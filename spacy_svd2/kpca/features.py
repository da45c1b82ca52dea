"""Features of a target word in context, from plain token sequences: the same when training and when tagging.

A feature is a 32-bit code, a hash of its template (for instance "bigram of the words at -2 and -1") and of
the strings that fill it. Nothing is learned and no vocabulary is kept; a document is hashed once for all
its targets. After Yarowsky & Florian (2002), with word shapes, prefixes and suffixes in place of
what only a tagger and a lemmatiser would give; these serve inflected languages by the same rule as English.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import Errors, UserError

Codes = NDArray[np.uint32]
Hashes = NDArray[np.uint64]

_GROUPS = ("words", "stems", "near", "positions", "suffixes", "shapes", "bigrams", "trigrams")
_BIGRAMS = ((-2, -1), (-1, 1), (1, 2), (-1, 0), (0, 1))
_TRIGRAMS = ((-1, 0, 1), (-2, -1, 0), (0, 1, 2))
_OUTSIDE = "\x00"
_MIX = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)
_SHIFT = np.uint64(31)


@dataclass(frozen=True)
class FeatureSettings:
    """Which features are taken.

    window (int): Tokens on either side that enter the bag of words.
    near (int): Tokens on either side that enter the bag of near stems.
    positions (int): Tokens on either side that are taken with their position.
    prefix (int): Characters that make the stem of a word.
    suffix (int): Last characters of a neighbour that stand for its inflection.
    within_sentence (bool): Whether positions, bigrams and trigrams end at sentence boundaries.
    groups (tuple): Groups of features, of "words", "stems", "near", "positions", "suffixes", "shapes",
        "bigrams" and "trigrams"; tags, lemmas and dependencies are taken whenever a context has them.
    """

    window: int = 50
    near: int = 8
    positions: int = 3
    prefix: int = 5
    suffix: int = 3
    within_sentence: bool = False
    groups: tuple[str, ...] = _GROUPS

    def __post_init__(self) -> None:
        for name in ("window", "near", "positions", "prefix", "suffix"):
            value = getattr(self, name)
            if type(value) is not int or value < 1:
                raise UserError(Errors.K001.format(name=name, value=value, wanted="a whole number above 0"))
        unknown = [group for group in self.groups if group not in _GROUPS]
        if unknown:
            raise UserError(Errors.K001.format(name="groups", value=unknown[0], wanted=f"one of {', '.join(_GROUPS)}"))


@dataclass(frozen=True)
class Context:
    """A tokenised text, with whatever else is known of its tokens.

    words (Sequence): The tokens, without white space tokens.
    tags (Sequence): Their tags, or None.
    lemmas (Sequence): Their lemmas, or None.
    heads (Sequence): Position of each token's head (its own at a root), or None.
    deps (Sequence): The relation of each token to its head, or None.
    sentence_starts (Sequence): Tokens that open a sentence, or None.
    """

    words: Sequence[str]
    tags: Sequence[str] | None = None
    lemmas: Sequence[str] | None = None
    heads: Sequence[int] | None = None
    deps: Sequence[str] | None = None
    sentence_starts: Sequence[int] | None = None

    def __post_init__(self) -> None:
        for field in fields(self)[1:5]:
            values = getattr(self, field.name)
            if values is not None and len(values) != len(self.words):
                raise UserError(Errors.K002.format(name=field.name, found=len(values), wanted=len(self.words)))


@dataclass(frozen=True)
class HashedContext:
    """A context whose tokens are hashed; row n of the arrays, the last, stands for what is outside.

    context (Context): The text.
    forms, stems, suffixes, shapes (ndarray): One hash a token, (n + 1,), uint64.
    is_word (ndarray): Tokens that hold a letter or digit, (n + 1,), bool.
    """

    context: Context
    forms: Hashes
    stems: Hashes
    suffixes: Hashes
    shapes: Hashes
    is_word: NDArray[np.bool_]


def hash_context(context: Context, settings: FeatureSettings) -> HashedContext:
    """Hash the tokens of a text, once for all its targets.

    context (Context): The text.
    settings (FeatureSettings): Lengths of stems and suffixes.
    RETURNS (HashedContext): The hashes.
    """
    rows = [_units(word, settings.prefix, settings.suffix) for word in context.words]
    rows.append((hash_text(_OUTSIDE),) * 4 + (0,))
    table = np.array(rows, dtype=np.uint64).T
    return HashedContext(context, table[0], table[1], table[2], table[3], table[4] > 0)


@lru_cache(maxsize=1 << 18)
def hash_text(text: str) -> int:
    """RETURNS (int): A 64-bit hash of a string, the same on every machine."""
    return int.from_bytes(blake2b(text.encode("utf8", "surrogatepass"), digest_size=8).digest(), "little")


def stem_of(word: str, prefix: int) -> str:
    """RETURNS (str): The first characters of a word, lower-cased."""
    return word.lower()[:prefix]


def extract(hashed: HashedContext, targets: Sequence[tuple[int, int]], settings: FeatureSettings) -> list[Codes]:
    """Take the features of targets in a text.

    hashed (HashedContext): The text.
    targets (Sequence): First token of each target, and the one past its last.
    settings (FeatureSettings): Which features.
    RETURNS (list): For each target its distinct codes, ascending.
    RAISES (UserError): A target is empty or not in the text (K003).
    """
    size = len(hashed.forms) - 1
    for start, end in targets:
        if not 0 <= start < end <= size:
            raise UserError(Errors.K003.format(start=start, end=end, size=size))
    if not targets:
        return []
    local = _local_codes(hashed, targets, settings)
    return [
        np.unique(np.concatenate([row, *_bags(hashed, start, end, settings), *_syntax(hashed.context, start, end)]))
        for row, (start, end) in zip(local, targets, strict=True)
    ]


def neighbours(hashed: HashedContext, targets: Sequence[tuple[int, int]], settings: FeatureSettings) -> NDArray[np.intp]:
    """Tokens at fixed distances from targets.

    RETURNS (ndarray): (targets, 2 * positions + 1): token at -positions .. positions; the middle one is the
        target's first; what lies outside the text (or sentence) is n.
    """
    size, reach = len(hashed.forms) - 1, settings.positions
    spans = np.array(targets, dtype=np.intp).reshape(-1, 2)
    offsets = np.arange(-reach, reach + 1)
    places = np.where(offsets <= 0, spans[:, :1] + offsets, spans[:, 1:] - 1 + offsets)
    low, high = np.zeros(len(spans), dtype=np.intp), np.full(len(spans), size)
    starts = hashed.context.sentence_starts
    if settings.within_sentence and starts is not None:
        bounds = np.unique(np.array([0, *starts, size], dtype=np.intp))
        low = bounds[np.searchsorted(bounds, spans[:, 0], side="right") - 1]
        high = bounds[np.searchsorted(bounds, spans[:, 1] - 1, side="right")]
    return np.where((places >= low[:, None]) & (places < high[:, None]), places, size)


@lru_cache(maxsize=1 << 18)
def _units(word: str, prefix: int, suffix: int) -> tuple[int, int, int, int, int]:
    lower = word.lower()
    first = word[:1]
    shape = "X" if first.isupper() else "x" if first.isalpha() else "9" if first.isdigit() else first
    ending = lower[-suffix:] if len(lower) > suffix else lower
    is_word = int(any(character.isalnum() for character in word))
    return hash_text(lower), hash_text(lower[:prefix]), hash_text(ending), hash_text(shape), is_word


def _mix(template: str, *parts: Any) -> Any:
    """Combine hashes with a template's name: any number of arrays of one shape to one array of codes."""
    code = np.uint64(hash_text(template)) ^ parts[0]
    for index, part in enumerate((*parts[1:], None)):
        code = code * _MIX[index % 3]
        code ^= code >> _SHIFT
        if part is not None:
            code += part
    return (code >> np.uint64(32)).astype(np.uint32)


def _local_codes(hashed: HashedContext, targets: Sequence[tuple[int, int]], settings: FeatureSettings) -> Codes:
    """Features with a position, for all targets at once: (targets, features)."""
    places, reach = neighbours(hashed, targets, settings), settings.positions
    words = hashed.context.words
    middle = np.array([hash_text(" ".join(words[a:b]).lower()) for a, b in targets], dtype=np.uint64)
    forms, stems = hashed.forms[places], hashed.stems[places]
    forms[:, reach] = middle
    columns: list[Any] = []
    for column, offset in enumerate(range(-reach, reach + 1)):
        if "positions" in settings.groups:
            columns.append(_mix(f"form{offset}", forms[:, column]))
            if offset:
                columns.append(_mix(f"stem{offset}", stems[:, column]))
        if "suffixes" in settings.groups:
            columns.append(_mix(f"suffix{offset}", hashed.suffixes[places[:, column]]))
        if "shapes" in settings.groups:
            columns.append(_mix(f"shape{offset}", hashed.shapes[places[:, column]]))
    grams = (_BIGRAMS if "bigrams" in settings.groups else ()) + (_TRIGRAMS if "trigrams" in settings.groups else ())
    for gram in grams:
        if max(map(abs, gram)) <= reach:
            columns.append(_mix(f"forms{gram}", *(forms[:, reach + offset] for offset in gram)))
            if len(gram) == 2:
                columns.append(_mix(f"stems{gram}", *(stems[:, reach + offset] for offset in gram)))
    if hashed.context.tags is not None:
        columns.extend(_tag_columns(hashed.context.tags, places, reach))
    return np.stack(columns, axis=1) if columns else np.zeros((len(targets), 0), dtype=np.uint32)


def _tag_columns(tags: Sequence[str], places: NDArray[np.intp], reach: int) -> list[Codes]:
    hashes = np.array([hash_text(tag) for tag in (*tags, _OUTSIDE)], dtype=np.uint64)[places]
    columns = [_mix(f"tag{offset}", hashes[:, reach + offset]) for offset in range(-reach, reach + 1)]
    grams = [gram for gram in _BIGRAMS if max(map(abs, gram)) <= reach]
    return columns + [_mix(f"tags{gram}", *(hashes[:, reach + offset] for offset in gram)) for gram in grams]


def _bags(hashed: HashedContext, start: int, end: int, settings: FeatureSettings) -> list[Codes]:
    """Features without a position: words and stems in the window, stems near the target."""
    size = len(hashed.forms) - 1

    def around(width: int) -> NDArray[np.intp]:
        places = np.r_[max(0, start - width) : start, end : min(size, end + width)]
        return places[hashed.is_word[places]]

    wide, bags = around(settings.window), []
    if "words" in settings.groups:
        bags.append(_mix("word", hashed.forms[wide]))
    if "stems" in settings.groups:
        bags.append(_mix("stem", hashed.stems[wide]))
    if "near" in settings.groups:
        bags.append(_mix("near", hashed.stems[around(settings.near)]))
    lemmas = hashed.context.lemmas
    if lemmas is not None:
        bags.append(_mix("lemma", _hashes([lemmas[place] for place in wide.tolist()])))
        close = [place for place in range(max(0, start - 3), min(size, end + 3)) if not start <= place < end]
        named = [f"{place - start if place < start else place - end + 1} {lemmas[place]}" for place in close]
        bags.append(_mix("lemma at", _hashes(named)))
    return bags


def _syntax(context: Context, start: int, end: int) -> list[Codes]:
    """The head of the target and its dependents, each with the relation."""
    if context.heads is None:
        return []
    deps = context.deps or [""] * len(context.words)
    names = context.lemmas or [word.lower() for word in context.words]
    inside = range(start, end)
    found = [
        f"head {deps[place]} {names[context.heads[place]]}" for place in inside if context.heads[place] not in inside
    ]
    for place, head in enumerate(context.heads):
        if head in inside and place not in inside:
            found.append(f"child {deps[place]} {names[place]}")
            found.extend(
                f"grandchild {deps[place]} {names[other]}"
                for other, above in enumerate(context.heads)
                if above == place and other != place and other not in inside
            )
    return [_mix("syntax", _hashes(found))]


def _hashes(texts: Sequence[str]) -> Hashes:
    return np.array([hash_text(text) for text in texts], dtype=np.uint64)
