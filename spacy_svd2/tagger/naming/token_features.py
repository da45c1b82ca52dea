"""What a token and its company show, as 64-bit keys of the features of a linear model.

A feature is a template and what it holds, for instance "the word before" and a word. Its key is a hash of both, so that
the model needs no strings, and features of whole batches are made by a few operations on arrays.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...shared.artifacts import pack_strings
from ...shared.string_table import murmur_hashes

F32 = NDArray[np.float32]
I64 = NDArray[np.int64]
U64 = NDArray[np.uint64]

NONE = np.uint64(0)
"""The key of a feature that a token lacks."""
LIKELY = 0.1
"""Least probability of a tag to be one of its word's set."""
MOST_LIKELY = 3
"""Most tags of a set: the likeliest."""
AFFIXES = 4
"""The longest prefix and suffix, in letters."""
EDGE, NO_CLASS = -1, -1
"""The tag of what is beyond the edge of a text, and the context class of a word that the corpus did not have."""

# the numbers of templates are part of the format of artifacts
_BIAS, _WORD, _CLASS, _SET, _DIGIT, _CAPITAL, _CAPITAL_OF_SET, _AROUND = range(1, 9)
_AFFIX, _SIDE_WORD, _SIDE_TAG, _SIDE_CLASS, _SET_WITH_TAG, _SET_WITH_WORD = range(20, 140, 20)
_PLAIN = (0, 1, *range(4, 14), 16, 19, 21, 28)  # columns of `token_keys`
_N_PAIRS = 7  # columns of `pair_keys`
_OWN_OF_SETS, _PAIRS_OF_SETS = (1, 3), (1, 2, 3, 4, 6)
"""Columns of `own_keys` and `pair_keys` that say something of one word or of words of one set only."""
SIDES = (-1, 1, -2, 2)
"""The places beside a token, in the order of tables."""
_MULTIPLIERS = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class WordFacts:
    """What the features of a token's neighbours need to know of m words.

    words (NDArray): uint64 (m,), hashes of the words; 0 beyond the edge of a text.
    best (NDArray): int64 (m,), the likeliest tag by the word alone; `EDGE` beyond the edge of a text.
    sets (NDArray): uint64 (m,), hashes of the set of likely tags.
    classes (NDArray): int64 (m,), context classes, or `NO_CLASS`.
    """

    words: U64
    best: I64
    sets: U64
    classes: I64

    @classmethod
    def of(cls, words: Sequence[str], probabilities: F32, classes: I64) -> "WordFacts":
        """Collect the facts of words.

        words (Sequence): m types.
        probabilities (NDArray): float32 (m, n_tags), of each word alone.
        classes (NDArray): int64 (m,).
        """
        return cls(hashes_of(words), probabilities.argmax(axis=1), _sets(probabilities), classes)

    @classmethod
    def of_edge(cls) -> "WordFacts":
        """The facts of what is beyond the edge of a text."""
        return cls(np.zeros(1, np.uint64), np.full(1, EDGE), np.zeros(1, np.uint64), np.full(1, NO_CLASS))

    def take(self, at: I64) -> "WordFacts":
        """The facts of some of the words."""
        return WordFacts(self.words[at], self.best[at], self.sets[at], self.classes[at])


def hashes_of(words: Sequence[str]) -> U64:
    """uint64 (m,), a hash for each word; 0 for an empty one."""
    return murmur_hashes(*pack_strings(list(words))) if len(words) else np.zeros(0, np.uint64)


def own_keys(words: Sequence[str], facts: WordFacts) -> U64:
    """The keys of what a word shows by itself: the word, its affixes, a digit, its context class, its set of tags.

    words (Sequence): m types.
    facts (WordFacts): Of these.
    RETURNS (NDArray): uint64 (m, features).
    """
    digits = np.fromiter((any(map(str.isdigit, word)) for word in words), dtype=bool, count=len(words))
    columns = [
        np.full(len(words), _mixed(_BIAS)),
        _mixed(_WORD, facts.words),
        _mixed(_CLASS, facts.classes),
        _mixed(_SET, facts.sets),
        np.where(digits, _mixed(_DIGIT), NONE),
    ]
    for size in range(1, AFFIXES + 1):
        for side, affixes in enumerate((_affixes(words, slice(-size, None)), _affixes(words, slice(size)))):
            long = np.fromiter((len(word) >= size for word in words), dtype=bool, count=len(words))
            columns.append(np.where(long, _mixed(_AFFIX + 2 * size + side, affixes), NONE))
    return np.stack(columns, axis=1)


def side_keys(side: int, facts: WordFacts) -> U64:
    """The keys of what a word shows about the token that it stands beside.

    side (int): Its place in `SIDES`.
    facts (WordFacts): Of m words.
    RETURNS (NDArray): uint64 (m, features).
    """
    columns = [_mixed(_SIDE_WORD + side, facts.words), _mixed(_SIDE_TAG + side, facts.best)]
    if abs(SIDES[side]) == 1:
        columns.append(_mixed(_SIDE_CLASS + side, facts.classes))
    return np.stack(columns, axis=1)


def pair_keys(sets: U64, capitals: NDArray[np.bool_], before: WordFacts, after: WordFacts) -> U64:
    """The keys of what depends on a token and its neighbours together.

    A word's set of tags, with what stands beside it, is shared by all words of the same set.

    sets (NDArray): uint64 (n,), of the tokens.
    capitals (NDArray): bool (n,), whether a token has capitals that mean something.
    before, after (WordFacts): Of the n words before and after.
    RETURNS (NDArray): uint64 (n, features).
    """
    columns = [_mixed(_AROUND, before.best, after.best)]
    for side, facts in enumerate((before, after)):
        columns += [_mixed(_SET_WITH_TAG + side, sets, facts.best), _mixed(_SET_WITH_WORD + side, sets, facts.words)]
    columns.append(np.where(capitals, _mixed(_CAPITAL), NONE))
    columns.append(np.where(capitals, _mixed(_CAPITAL_OF_SET, sets), NONE))
    return np.stack(columns, axis=1)


@dataclass(frozen=True)
class Neighbourhood:
    """Which item stands at each place of `SIDES` beside each of n tokens; int64 (n,) arrays in `at`."""

    at: list[I64]

    @classmethod
    def of(cls, items: I64, starts: NDArray[np.bool_], edge: int) -> "Neighbourhood":
        """Find the neighbours of tokens in running text.

        items (NDArray): int64 (n,), the item of each token.
        starts (NDArray): bool (n,), whether a unit of text begins; the first token always begins one.
        edge (int): The item that stands beyond the edges of a unit.
        """
        first = starts.copy()
        first[:1] = True
        last = np.append(first[1:], True)[: len(first)]
        before, after = np.full(len(items), edge), np.full(len(items), edge)
        before[1:], after[:-1] = items[:-1], items[1:]
        before[first], after[last] = edge, edge
        before2, after2 = np.full(len(items), edge), np.full(len(items), edge)
        before2[1:], after2[:-1] = before[:-1], after[1:]
        before2[first], after2[last] = edge, edge
        return cls([before, after, before2, after2])


def token_keys(words: Sequence[str], facts: WordFacts, starts: NDArray[np.bool_], capitals: NDArray[np.bool_]) -> U64:
    """The keys of all features of n tokens of running text.

    words (Sequence): The types of the tokens.
    facts (WordFacts): Of the tokens.
    starts (NDArray): bool (n,), whether a unit of text begins.
    capitals (NDArray): bool (n,), see `pair_keys`.
    RETURNS (NDArray): uint64 (n, features), `NONE` where a token lacks one.
    """
    n, edge = len(words), WordFacts.of_edge()
    both = WordFacts(
        *(np.append(getattr(facts, name), getattr(edge, name)) for name in ("words", "best", "sets", "classes"))
    )
    sides = [both.take(at) for at in Neighbourhood.of(np.arange(n), starts, n).at]
    tables = [own_keys(words, facts), *(side_keys(side, beside) for side, beside in enumerate(sides))]
    return np.hstack([*tables, pair_keys(facts.sets, capitals, sides[0], sides[1])])


def only_of_sets(keys: U64) -> U64:
    """Leave out what would say something of words outside the sets of tags of these tokens.

    Tokens that somebody chose, such as occurrences of ambiguous words, are not like all others: they show how words of
    their set behave, but not how frequent a tag is, nor what follows a word in general.

    keys (NDArray): uint64 (n, features), from `token_keys`.
    RETURNS (NDArray): A copy, in which the other features are `NONE`.
    """
    first_pair = keys.shape[1] - _N_PAIRS
    kept = [*_OWN_OF_SETS, *(first_pair + column for column in _PAIRS_OF_SETS)]
    found = np.full_like(keys, NONE)
    found[:, kept] = keys[:, kept]
    return found


def plain_keys(keys: U64) -> U64:
    """The features that need no types: words, affixes, digits, capitals; of tokens that nobody chose.

    keys (NDArray): uint64 (n, features), from `token_keys`.
    RETURNS (NDArray): uint64 (m,).
    """
    found: U64 = keys[keys[:, 0] != NONE][:, [column for column in _PLAIN if column < keys.shape[1]]].ravel()
    return found[found != NONE]


def _affixes(words: Sequence[str], part: slice) -> U64:
    return hashes_of([word[part] for word in words])


def _sets(probabilities: F32) -> U64:
    """uint64 (m,), a hash of the likely tags of each word, which does not depend on their order."""
    most = min(MOST_LIKELY, probabilities.shape[1])
    order = np.argsort(-probabilities.astype(np.float32), axis=1, kind="stable")[:, :most]
    likely = np.take_along_axis(probabilities, order, axis=1) >= LIKELY
    likely[:, 0] = True
    hashed = _mixed(_SET, order)
    return np.where(likely, hashed, NONE).sum(axis=1, dtype=np.uint64)


def _mixed(template: int, *values: NDArray[np.integer]) -> U64:
    """Hash a template and what it holds: the finaliser of SplitMix64 (Steele et al. 2014) for each part; never 0."""
    mixed = _finalised(np.array(template, dtype=np.uint64))
    for value in values:
        mixed = _finalised(mixed ^ value.astype(np.uint64))
    return np.maximum(mixed, np.uint64(1))


def _finalised(value: U64) -> U64:
    with np.errstate(over="ignore"):
        value = value + _GOLDEN
        value = (value ^ (value >> np.uint64(30))) * _MULTIPLIERS[0]
        value = (value ^ (value >> np.uint64(27))) * _MULTIPLIERS[1]
        return value ^ (value >> np.uint64(31))
