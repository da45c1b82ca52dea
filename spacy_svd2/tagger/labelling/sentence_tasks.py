"""Sentences for a person to annotate: some of their tokens, or all of them with tags to correct."""

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...corpora.writers.sentences import Sentence
from .occurrences import choose_occurrences
from .running_text import TaggedSentence

BLIND_SHARE = 0.05
"""Share of the occurrences without suggested tags: whether suggestions sway the annotator shows in the comparison."""
MOST_CHOICES, LEAST_PROBABILITY = 3, 0.1
"""Tags that are suggested at most, and the probability that the third one needs."""
DOUBTFUL = 0.7
"""Confidence below which a token of a sentence to correct is marked."""
LONGEST = 60
"""Words of a sentence at most: nobody reads a longer one for one word."""
BACKING = 4
"""Certain words that a sentence is thought to have besides its own, so that fragments do not come first."""
_SEED = 0


@dataclass(frozen=True)
class SentenceTask:
    """A sentence for a person to annotate.

    id (str): Its id in CoNLL-U.
    sentence (Sentence): Its words; `tag` is the likeliest one.
    choices (list): For each word the likeliest tags, the likeliest first.
    asked (tuple): The words to tag, by their places; empty if the tags of all words are to be corrected.
    blind (frozenset): Those of the asked words without suggestions.
    doubtful (frozenset): Words whose tag is doubtful.
    """

    id: str
    sentence: Sentence
    choices: list[tuple[str, ...]]
    asked: tuple[int, ...] = ()
    blind: frozenset[int] = frozenset()
    doubtful: frozenset[int] = frozenset()


def occurrence_tasks(
    sentences: Sequence[TaggedSentence],
    names: Sequence[str],
    n: int,
    *,
    make_type: Callable[[str], str],
    first: Collection[str] = (),
) -> list[SentenceTask]:
    """Choose tokens to ask for, the most useful first.

    sentences (Sequence): The sentences to choose from.
    names (Sequence): The tags.
    n (int): Tokens at most.
    make_type (Callable): From the text of a token to its type.
    first (Collection): Types to ask for before all others.
    RETURNS (list): The sentences; a sentence with several of the tokens comes once.
    """
    short = [one for one in sentences if len(one.words) <= LONGEST]
    if not short:
        return []
    types = [make_type(word) for one in short for word in one.words]
    places = [(at, word) for at, one in enumerate(short) for word in range(len(one.words))]
    starts = np.array([word == 0 for _, word in places])
    probabilities = np.concatenate([one.probabilities for one in short])
    chosen = choose_occurrences(types, probabilities, starts, n, first=first)
    generator = random.Random(_SEED)
    blind = {places[token] for token in chosen if generator.random() < BLIND_SHARE}
    return _grouped(short, names, [places[token] for token in chosen], blind)


def random_tasks(sentences: Sequence[TaggedSentence], names: Sequence[str], n: int) -> list[SentenceTask]:
    """Choose tokens at random, each with the same chance, to find out how many are right; none has suggestions.

    sentences (Sequence): The sentences to choose from.
    names (Sequence): The tags.
    n (int): Tokens.
    RETURNS (list): The sentences.
    """
    places = [(at, word) for at, one in enumerate(sentences) for word in range(len(one.words))]
    chosen = sorted(random.Random(_SEED).sample(places, min(n, len(places))))
    return _grouped(sentences, names, chosen, {*chosen})


def correction_tasks(sentences: Sequence[TaggedSentence], names: Sequence[str], n: int) -> list[SentenceTask]:
    """Choose the sentences with the most expected mistakes for their length, the most doubtful first.

    sentences (Sequence): The sentences to choose from.
    names (Sequence): The tags.
    n (int): Sentences at most.
    RETURNS (list): The sentences, with a tag for each word.
    """
    doubts = [1 - one.probabilities.max(axis=1) for one in sentences]
    value = [-doubt.sum() / (len(doubt) + BACKING) * (len(doubt) <= LONGEST) for doubt in doubts]
    order = np.argsort(np.round(value, 6), kind="stable")[:n]
    return [
        _task(sentences[at], names, doubtful=frozenset(np.flatnonzero(doubts[at] > 1 - DOUBTFUL).tolist()))
        for at in order.tolist()
    ]


def _grouped(
    sentences: Sequence[TaggedSentence],
    names: Sequence[str],
    chosen: Sequence[tuple[int, int]],
    blind: set[tuple[int, int]],
) -> list[SentenceTask]:
    """The sentences of chosen words, in the order of the first word of each."""
    words: dict[int, list[int]] = {}
    for at, word in chosen:
        words.setdefault(at, []).append(word)
    return [
        _task(
            sentences[at],
            names,
            asked=tuple(sorted(found)),
            blind=frozenset(word for word in found if (at, word) in blind),
        )
        for at, found in words.items()
    ]


def _task(
    one: TaggedSentence,
    names: Sequence[str],
    *,
    asked: tuple[int, ...] = (),
    blind: frozenset[int] = frozenset(),
    doubtful: frozenset[int] = frozenset(),
) -> SentenceTask:
    order = np.argsort(-one.probabilities, axis=1, kind="stable")[:, :MOST_CHOICES]
    choices = [
        tuple(names[tag] for k, tag in enumerate(row) if k < 2 or probabilities[tag] >= LEAST_PROBABILITY)
        for row, probabilities in zip(order.tolist(), one.probabilities, strict=True)
    ]
    pairs = zip(one.sentence.words, choices, one.probabilities.max(axis=1).tolist(), strict=True)
    tagged = [replace(word, tag=tags[0], probability=probability) for word, tags, probability in pairs]
    return SentenceTask(one.id, replace(one.sentence, words=tagged), choices, asked, blind, doubtful)
