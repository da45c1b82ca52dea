"""Which tokens to ask for: those whose answers lessen the confusion between pairs of tags (Chaudhary et al. 2021).

A token with the likeliest tags a and b and the probability p of a is wrong with probability 1 - p, and that is
confusion of the pair {a, b}. An answer tells about the other tokens of the word with that pair, and less about all
other tokens of the pair. So a question is worth
M(word, pair) gain(k, WORD) + SHARED M(pair) gain(K, PAIR),
where M is the sum of 1 - p over the corpus, k and K are the questions about the word and about the pair so far, and
gain(k, h) = h / ((k + h) (k + h + 1)) is what one more of them adds to the share k / (k + h) of what can be learned.
Questions are taken greedily, so the first of them are good without the others. Words of which a person said that their
tag depends on the sentence come first.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
I64 = NDArray[np.int64]

WORD, PAIR = 2.0, 20.0
"""Questions about a word, and about a pair of tags, after which half of what they can tell is known."""
SHARED = 0.1
"""How much an answer about one word tells of other words with the same pair of tags."""
MOST_OF_WORD = 15
"""Questions about a word at most, so that one mistake of the tagger does not take all of them. With 30, 300 answers
were worth 0.3 (Wolof), 0.6 (Welsh) and -0.1 points (Maltese) more than with 8."""
FIRST_OF_WORD = 5
"""Questions about each word that come first because a person asked for them."""


@dataclass
class _Group:
    """The tokens of a word that have the same two likeliest tags."""

    word: str
    pair: int
    mass: float = 0.0
    tokens: list[int] = field(default_factory=list)


def choose_occurrences(
    words: Sequence[str],
    probabilities: F32,
    starts: NDArray[np.bool_],
    n: int,
    *,
    most: int = MOST_OF_WORD,
    first: Collection[str] = (),
) -> list[int]:
    """Choose tokens of running text to be tagged by a person.

    words (Sequence): The type of each token of the corpus, end to end.
    probabilities (NDArray): float32 (tokens, n_tags), the probabilities of its tags.
    starts (NDArray): bool (tokens,), whether a sentence begins.
    n (int): Tokens at most.
    most (int): Tokens of a word at most.
    first (Collection): Words of which `FIRST_OF_WORD` tokens come before all others.
    RETURNS (list): The tokens in the order in which to ask for them.
    """
    if not len(words) or probabilities.shape[1] < 2:  # a single tag has no rival
        return []
    doubt = 1 - probabilities.max(axis=1).astype(np.float64)
    groups = _groups(words, probabilities, doubt)
    contexts = _contexts(probabilities.argmax(axis=1), starts, probabilities.shape[1])
    mass, pairs = np.array([one.mass for one in groups]), np.array([one.pair for one in groups])
    by_pair = np.bincount(pairs, weights=mass)
    asked, asked_of_pair, asked_of_word = np.zeros(len(groups)), np.zeros(len(by_pair)), Counter[str]()
    left = np.array([len(one.tokens) for one in groups])
    urgent = np.array([one.word in first for one in groups])
    rivals: dict[str, list[int]] = {}
    for at, group in enumerate(groups):
        rivals.setdefault(group.word, []).append(at)
    spread = [_Spread(group.tokens, doubt, contexts) for group in groups]
    chosen: list[int] = []
    while len(chosen) < n:
        value = mass * _gain(asked, WORD) + SHARED * (by_pair * _gain(asked_of_pair, PAIR))[pairs]
        open_ = left > 0
        best = int(np.where(open_ & urgent if (open_ & urgent).any() else open_, value, -1.0).argmax())
        if left[best] <= 0:  # every word has been asked for often enough
            break
        group = groups[best]
        chosen.append(spread[best].take())
        asked[best] += 1
        asked_of_pair[group.pair] += 1
        asked_of_word[group.word] += 1
        left[best] -= 1
        if asked_of_word[group.word] == most:
            left[rivals[group.word]] = 0
        if asked_of_word[group.word] == FIRST_OF_WORD:
            urgent[rivals[group.word]] = False
    return chosen


def _gain(asked: NDArray[np.float64], half: float) -> NDArray[np.float64]:
    return half / ((asked + half) * (asked + half + 1))


def _groups(words: Sequence[str], probabilities: F32, doubt: NDArray[np.float64]) -> list[_Group]:
    """The groups of all tokens, in the order of their first tokens."""
    n_tags = probabilities.shape[1]
    top = np.sort(np.argsort(-probabilities, axis=1, kind="stable")[:, :2], axis=1)
    groups: dict[tuple[str, int], _Group] = {}
    for i, (word, pair) in enumerate(zip(words, (top[:, 0] * n_tags + top[:, 1]).tolist(), strict=True)):
        group = groups.setdefault((word, pair), _Group(word, pair))
        group.mass += doubt[i]
        group.tokens.append(i)
    return list(groups.values())


def _contexts(tags: I64, starts: NDArray[np.bool_], n_tags: int) -> I64:
    """int64 (tokens,), a number for the likeliest tags of both neighbours."""
    before = np.where(starts, n_tags, np.roll(tags, 1))
    after = np.where(np.roll(starts, -1), n_tags, np.roll(tags, -1))
    found: I64 = before * (n_tags + 1) + after
    return found


class _Spread:
    """Gives the tokens of a group one after the other, each from the context that is most in doubt by then."""

    def __init__(self, tokens: list[int], doubt: NDArray[np.float64], contexts: I64) -> None:
        self._tokens, self._doubt, self._contexts = tokens, doubt, contexts
        self._queues: dict[int, list[int]] | None = None
        self._asked = Counter[int]()
        self._mass: dict[int, float] = {}

    def take(self) -> int:
        """The next token: of its context, the one whose doubt is nearest to the mean, which is the most typical."""
        if self._queues is None:  # most groups are never asked about
            self._queues = self._sort()
        best = max(self._queues, key=lambda context: self._mass[context] / (1 + self._asked[context]))
        self._asked[best] += 1
        token = self._queues[best].pop(0)
        if not self._queues[best]:
            del self._queues[best]
        return token

    def _sort(self) -> dict[int, list[int]]:
        queues: dict[int, list[int]] = {}
        for token in self._tokens:
            queues.setdefault(int(self._contexts[token]), []).append(token)
        for context, tokens in queues.items():
            doubts = self._doubt[tokens]
            self._mass[context] = float(doubts.sum())
            order = np.argsort(np.abs(doubts - doubts.mean()).round(6), kind="stable")
            queues[context] = [tokens[at] for at in order.tolist()]
        return queues
