"""People who annotate for some minutes: simulated ones, who answer with gold tags, and the annotator of Malagasy.

The only timed human annotations at hand are those of Malagasy (Garrette and Baldridge 2013): how many words, and how
many tokens of sentences, one person had tagged after 1, 2, 4 and 8 half hours. A simulated person is as fast. Nobody
has timed questions about splits and about occurrences: a question is thought to take as long as a word.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np
from spacy.vocab import Vocab

from benchmarks.hour import suggested
from benchmarks.sentences import half_hours, named, probabilities
from benchmarks.token_baselines import Sentence, first_tokens
from spacy_svd2.shared.lookup import type_maker
from spacy_svd2.tagger.labelling.occurrences import choose_occurrences
from spacy_svd2.tagger.model.model import SVD2Model

HALF_HOURS = (0, 30, 60, 120, 240)
WORDS, TOKENS = (0, 273, 560, 1204, 2480), (0, 516, 901, 1925, 4230)
"""What the annotator of Malagasy had done after so many minutes: lower-cased words, and tokens of sentences."""
SPLIT_MINUTES, SPLIT_QUESTIONS = 3, 27
"""The minutes of an hour that go to questions about splits, and how many are answered at the speed of words."""
METHODS = {
    "words": {"words": 1.0},
    "sentences": {"sentences": 1.0},
    "half and half": {"words": 0.5, "sentences": 0.5},
    "occurrences": {"words": 0.5, "occurrences": 0.5},
}
"""What a person's time goes to: its shares."""


def words_in(minutes: float) -> int:
    """The words that a person labels in some minutes, with straight lines between the half hours of Malagasy."""
    return round(float(np.interp(minutes, HALF_HOURS, WORDS)))


def tokens_in(minutes: float) -> int:
    """The tokens of sentences that a person tags in some minutes."""
    return round(float(np.interp(minutes, HALF_HOURS, TOKENS)))


@dataclass(frozen=True)
class Work:
    """What a person has done.

    words (dict): Tags by word.
    sentences (list): Sentences, some or all of whose tokens have a tag.
    """

    words: dict[str, list[str]] = field(default_factory=dict)
    sentences: list[Sentence] = field(default_factory=list)


class Annotator(Protocol):
    """Somebody who annotates."""

    def work(self, method: str, minutes: float) -> Work | None:
        """Annotate.

        method (str): One of `METHODS`.
        minutes (float): For how long.
        RETURNS (Work): The annotations; None if nobody knows.
        """


class Simulated:
    """Answers as gold tokens do: a word has its most common tag there, a token its own."""

    def __init__(self, model: SVD2Model, gold: Sequence[Sentence], seed: int) -> None:
        self._model = model
        self._gold = random.Random(seed).sample(gold, len(gold))
        self._make_type = type_maker(Vocab(), "LOWER", normalize=True)
        self._named: dict[int, SVD2Model] = {}
        seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for word, tag in (pair for sentence in gold for pair in sentence):
            seen[self._make_type(word)][tag] += bool(tag)
        self._tags = {word: max(sorted(tags), key=tags.__getitem__) for word, tags in seen.items()}
        known = np.array([0 if word in seen else -1 for word in model.types])
        assert model.bigrams is not None
        self._asked = suggested(model.bigrams, model.find_clusterings(), known, WORDS[-1])

    def work(self, method: str, minutes: float) -> Work:
        """Annotate, see `Annotator`."""
        spent = {kind: share * minutes for kind, share in METHODS[method].items()}
        words = self._label(words_in(spent.get("words", 0.0)))
        sentences = first_tokens(self._gold, tokens_in(spent.get("sentences", 0.0)))
        if "occurrences" in spent:
            sentences = self._answer(words, words_in(spent["occurrences"]))
        return Work(words, sentences)

    def _label(self, n: int) -> dict[str, list[str]]:
        """The first suggested words; what is no word of the gold text takes time, and gets no tag."""
        asked = [self._model.types[row] for row in self._asked[:n]]
        return {word: [self._tags[word]] for word in asked if self._tags[word]}

    def _answer(self, words: dict[str, list[str]], n: int) -> list[Sentence]:
        """Sentences with the `n` tokens that `svd2 suggest --occurrences` asks for."""
        if len(words) not in self._named:
            self._named[len(words)] = named(self._model, words, [])
        found = probabilities(self._named[len(words)], self._gold)
        places = [(at, i) for at, sentence in enumerate(self._gold) for i in range(len(sentence))]
        types = [self._make_type(word) for sentence in self._gold for word, _ in sentence]
        chosen = choose_occurrences(types, found, np.array([i == 0 for _, i in places]), n)
        asked: defaultdict[int, set[int]] = defaultdict(set)
        for at, i in (places[token] for token in chosen):
            asked[at].add(i)
        return [
            [(word, tag if i in some else "") for i, (word, tag) in enumerate(self._gold[at])]
            for at, some in asked.items()
        ]


class Recorded:
    """The annotator of Malagasy: what there was after so many half hours."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def work(self, method: str, minutes: float) -> Work | None:
        """Look up what was done, see `Annotator`; only whole half hours were recorded, and no occurrences."""
        spent = {kind: share * minutes for kind, share in METHODS[method].items()}
        if "occurrences" in spent or any(some not in HALF_HOURS for some in spent.values()):
            return None
        n = {kind: str(int(spent.get(kind, 0)) // 30) for kind in ("words", "sentences")}
        words: dict[str, list[str]] = {}
        for word, tag in (pair for line in half_hours(self._folder, "words", n["words"]) for pair in line):
            words.setdefault(word.lower(), []).append(tag)
        return Work(words, half_hours(self._folder, "sentences", n["sentences"]))


def apply(model: SVD2Model, work: Work, held: Sequence[Sentence]) -> list[str]:
    """Tag held sentences with what a person's work has named.

    model (SVD2Model): The model of the raw text.
    work (Work): The annotations.
    held (Sequence): The sentences; their tags are not looked at.
    RETURNS (list): A tag for each token.
    """
    found = named(model, work.words, work.sentences)
    return [found.tag_names[i] for i in probabilities(found, held).argmax(axis=1)]
