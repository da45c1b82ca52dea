"""What annotated sentences add to labelled words: tags of their words, and a model of tokens (`token_model`).

The sentences are used twice. Their words count as labelled words, with the tags that they have there. And the model of
tokens learns where the types' tags are wrong: so that it sees the mistakes that are made on new text, the types' tags
of a sentence come from labels without those of a fifth of the sentences, among them this one (cross-fitting).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .tag_model import TagModel
from .token_features import NO_CLASS, WordFacts, only_of_sets, token_keys
from .token_model import TokenModel, fit_tokens

F32 = NDArray[np.float32]
I64 = NDArray[np.int64]

FOLDS = 5
"""Parts of the sentences for cross-fitting, and the fewest sentences for a model of tokens."""
WORD_TOKENS = 2
"""Tokens of a sentence that a labelled word counts as, where the same word also occurs in the sentences."""


@dataclass(frozen=True)
class AnnotatedTokens:
    """The tokens of annotated sentences, end to end, without white space.

    rows (NDArray): int64 (n,), the type of each token; -1 for a word that is not in the corpus.
    starts (NDArray): bool (n,), whether a sentence begins.
    types (list): The types, for instance lower-cased texts.
    texts (list): The texts with their capitals; without them where a sentence begins.
    tags (list): The tags; "" for a token that is not annotated.
    """

    rows: I64
    starts: NDArray[np.bool_]
    types: list[str]
    texts: list[str]
    tags: list[str]

    @property
    def capitals(self) -> NDArray[np.bool_]:
        """bool (n,), whether a token has capitals away from the start of a sentence."""
        found = (text != text.lower() for text in self.texts)
        return np.fromiter(found, dtype=bool, count=len(self.texts)) & ~self.starts

    @property
    def folds(self) -> I64:
        """int64 (n,), the part of the sentences that each token is in."""
        folds: I64 = (np.cumsum(self.starts) - 1) % FOLDS
        return folds

    @property
    def are_chosen(self) -> NDArray[np.bool_]:
        """bool (n,), whether less than half of the token's sentence is annotated: somebody chose these tokens."""
        numbers = np.cumsum(self.starts) - 1
        given = np.bincount(numbers, weights=[bool(tag) for tag in self.tags])
        found: NDArray[np.bool_] = (2 * given < np.bincount(numbers))[numbers]
        return found

    @property
    def tagset(self) -> list[str]:
        """The tags, in the order in which they first occur."""
        return list(dict.fromkeys(tag for tag in self.tags if tag))

    def labels(self, at: Iterator[int] | range | Sequence[int]) -> dict[str, list[str]]:
        """The tags of the words of some tokens, each as often as it occurs."""
        found: dict[str, list[str]] = {}
        for i in at:
            if self.tags[i]:
                found.setdefault(self.types[i], []).append(self.tags[i])
        return found


def merged_labels(
    labels: Mapping[str, Sequence[str]], sentences: AnnotatedTokens, without: int | None = None
) -> dict[str, list[str]]:
    """The labels of words and of sentences together; a tag counts as often as it is in the list.

    labels (Mapping): Tags by type.
    sentences (AnnotatedTokens): The sentences.
    without (int): A part of the sentences to leave out.
    RETURNS (dict): Tags by type.
    """
    folds = sentences.folds
    at = range(len(sentences.tags)) if without is None else np.flatnonzero(folds != without).tolist()
    merged = {word: list(tags) for word, tags in labels.items()}
    for word, tags in sentences.labels(at).items():
        given = merged.get(word, [])
        times = len(given) // WORD_TOKENS  # a label with more entries still counts as `WORD_TOKENS` tokens
        merged[word] = given * max(1, round(WORD_TOKENS / max(len(given), 1))) + tags * max(1, times)
    return merged


def learn_tokens(
    sentences: AnnotatedTokens,
    names: Sequence[str],
    tagger: TagModel,
    classes: NDArray[np.int32],
    model_without: Callable[[int], TagModel],
) -> TokenModel | None:
    """Learn a model of tokens.

    sentences (AnnotatedTokens): The sentences.
    names (Sequence): The tags.
    tagger (TagModel): The type model that the model of tokens is for; its model of forms is used.
    classes (NDArray): int32 (N,), the context class of each type.
    model_without (Callable): Gives a type model that has not seen a part of the sentences.
    RETURNS (TokenModel): The model; None if there are too few sentences.
    RAISES (UserError): No label is left without a part of the sentences (S005).
    """
    folds = sentences.folds
    given = np.flatnonzero([bool(tag) for tag in sentences.tags])
    if len(np.unique(folds[given])) < FOLDS:
        return None
    new = np.flatnonzero(sentences.rows < 0)
    by_form = tagger.by_form([sentences.types[i] for i in new], [sentences.texts[i] for i in new])
    chosen = sentences.are_chosen
    scores = np.zeros((len(folds), len(names)), dtype=np.float32)
    own = _own(tagger, sentences.rows, by_form)
    for fold in range(FOLDS):
        model, at = model_without(fold), folds == fold
        scores[at] = model.scores(sentences.rows, sentences.starts, model.unseen(by_form))[at]
        # A chosen word keeps the set of tags that it has in new text: what is learned of a word and of its set adds up,
        # so the one would be wrong without the other.
        unchosen = at & ~chosen
        own[unchosen] = _own(model, sentences.rows, by_form)[unchosen]
    facts = WordFacts.of(sentences.types, own, np.where(sentences.rows < 0, NO_CLASS, classes[sentences.rows]))
    keys = token_keys(sentences.types, facts, sentences.starts, sentences.capitals)
    keys[chosen] = only_of_sets(keys[chosen])
    number = {tag: i for i, tag in enumerate(names)}
    tags = np.array([number[sentences.tags[i]] for i in given.tolist()], dtype=np.int64)
    return fit_tokens(keys[given], scores[given], tags, folds[given])


def _own(model: TagModel, rows: I64, by_form: F32) -> F32:
    """float32 (n, n_tags), the probabilities of tokens' tags by their words alone; `by_form` for rows that are -1."""
    found = model.probabilities[rows].astype(np.float32)
    found[rows < 0] = by_form
    return found
