"""Tags for running text: each word's own tag probabilities, times what its two neighbours say of the tag.

What a neighbour says is learned from the bigram counts alone: the tags of the words that follow (precede) a type, as
log-odds against all tags, each type's backed off to those of its context class. So the score of a token is the sum of
three rows of tables (`decoder`), and the best tag its greatest entry: no search, and whole batches at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...shared.numerics import one_hot, softmax
from ..counting.counts import BigramCounts
from ..forms.classifier import FormClassifier
from ..forms.unseen import FormTags
from .decoder import Decoder, Places

F32 = NDArray[np.float32]


@dataclass(frozen=True)
class ContextSettings:
    """Settings of what neighbours say.

    weight (float): Weight of their log-odds; below one because the two sides are not independent.
    power (float): A type counts as its frequency to this power, so that a few frequent words do not decide.
    class_strength (float): Observations of all tags added to a context class, as a share of the mean class.
    word_strength (float): Observations of its context class added to a type.
    least (float): Added to a word's own probabilities.
    sharpness (float): Factor on log-probabilities where they are given as confidence; the tag does not depend on it.
    """

    weight: float = 0.9
    power: float = 0.5
    class_strength: float = 0.1
    word_strength: float = 10.0
    least: float = 0.003
    sharpness: float = 0.7


@dataclass(frozen=True)
class TagModel:
    """What it takes to tag text.

    probabilities (NDArray): float16 or float32 (N, n_tags), each type's own.
    left, right (NDArray): float16 or float32 (N, n_tags), log-odds of the tags of a word to the right (left) of a type,
        weighted.
    left_by_tag, right_by_tag (NDArray): float32 (n_tags, n_tags), their means over the tokens of each tag.
    edges (NDArray): float32 (2, n_tags), log-odds of the tags of a first word, and of a last one: 0, if made by `fit`.
    form (FormTags): For words that the corpus did not have.
    pieces (FormClassifier): For the same, in its place; None in artifacts that lack it.
    least, sharpness (float): See `ContextSettings`.
    """

    probabilities: NDArray[np.floating]
    left: NDArray[np.floating]
    right: NDArray[np.floating]
    left_by_tag: F32
    right_by_tag: F32
    edges: F32
    form: FormTags
    least: float
    sharpness: float
    pieces: FormClassifier | None = None

    @classmethod
    def fit(
        cls,
        counts: BigramCounts,
        context_labels: NDArray[np.int32],
        probabilities: F32,
        settings: ContextSettings | None = None,
        *,
        pieces: bool = True,
    ) -> "TagModel":
        """Learn what forms and neighbours say from the tags of the types.

        counts (BigramCounts): Of the corpus, types as in the other arguments.
        context_labels (NDArray): int32 (N,), the context class of each type.
        probabilities (NDArray): float32 (N, n_tags).
        settings (ContextSettings): See there.
        pieces (bool): Whether a classifier judges forms, instead of a suffix tree.
        """
        chosen = settings or ContextSettings()
        forms = (counts.types, counts.counts, counts.case, probabilities)
        weighted = probabilities * (counts.counts[:, None].astype(np.float32) ** np.float32(chosen.power - 1))
        tables = (counts.bigrams, counts.bigrams.T.tocsr())
        sides = [_log_odds(table, context_labels, weighted, chosen) for table in tables]
        tokens = probabilities * counts.counts[:, None].astype(np.float32)
        share = (tokens / np.maximum(tokens.sum(axis=0), 1e-9)).T
        everyone = counts.counts.astype(np.float32) @ weighted
        first = counts.starts @ weighted
        expected = everyone / everyone.sum()
        backing = max(chosen.word_strength, 1e-9)
        start = np.log((first + backing * expected + 1e-9) / ((first.sum() + backing) * expected + 1e-9))
        # a corpus ends its sentences with punctuation; of a title or a query, the end says nothing
        edges = np.stack([chosen.weight * start, np.zeros_like(start)])
        return cls(
            probabilities=probabilities,
            left=sides[0],
            right=sides[1],
            left_by_tag=share @ sides[0],
            right_by_tag=share @ sides[1],
            edges=edges.astype(np.float32),
            form=FormTags.fit(*forms),
            least=chosen.least,
            sharpness=chosen.sharpness,
            pieces=FormClassifier.fit(*forms) if pieces else None,
        )

    def scores(self, rows: NDArray[np.int64], starts: NDArray[np.bool_], unseen: F32) -> F32:
        """Log-probabilities of the tags of tokens, up to a constant for each token.

        rows (NDArray): int64 (n,), the type of each token; -1 for one that the corpus did not have.
        starts (NDArray): bool (n,), whether a unit of text begins.
        unseen (NDArray): float32 (3, u, n_tags), what `unseen` gives for the tokens that are -1, in order.
        RETURNS (NDArray): float32 (n, n_tags).
        """
        return self._decoder.scores(self._places(rows, starts, unseen))

    def tag(
        self,
        rows: NDArray[np.int64],
        starts: NDArray[np.bool_],
        unseen: F32,
        *,
        confidence: bool = False,
        context_of_unseen: bool = True,
    ) -> tuple[NDArray[np.int64], F32 | None]:
        """The best tag of each token, and how probable it is.

        rows, starts, unseen: See `scores`.
        confidence (bool): Whether to work the probabilities out.
        context_of_unseen (bool): Whether the neighbours of words that the corpus did not have are heard.
        RETURNS (tuple): int64 (n,) tags, ties to the lowest; float32 (n,) probabilities, or None.
        """
        places = self._places(rows, starts, unseen)
        if not confidence:
            tags = self._decoder.best(places)
            if not context_of_unseen:
                tags[rows < 0] = unseen[0].argmax(axis=1)
            return tags, None
        scores = self._decoder.scores(places)
        if not context_of_unseen:
            scores[rows < 0] = unseen[0]
        return scores.argmax(axis=1), softmax(np.float32(self.sharpness) * scores).max(axis=1)

    def by_form(self, types: Sequence[str], texts: Sequence[str]) -> F32:
        """Probabilities of tags for words that the corpus did not have: see `FormTags`."""
        return (self.form if self.pieces is None else self.pieces)(types, texts)

    def unseen(self, probabilities: F32) -> F32:
        """What `scores` needs of words that the corpus did not have.

        probabilities (NDArray): float32 (u, n_tags), as `by_form` gives them.
        RETURNS (NDArray): float32 (3, u, n_tags), as `_computed`; the log-odds are the means of the likely tags'.
        """
        sides = [_each(probabilities, table) for table in (self.left_by_tag, self.right_by_tag)]
        return np.stack([np.log(probabilities + np.float32(self.least)), *sides])

    def _places(self, rows: NDArray[np.int64], starts: NDArray[np.bool_], unseen: F32) -> Places:
        return Places.of(rows, starts, unseen, len(self.probabilities))

    @cached_property
    def _decoder(self) -> Decoder:
        return Decoder(len(self.probabilities), self.edges, self._computed)

    def _computed(self, rows: NDArray[np.int64]) -> F32:
        """float32 (3, n, n_tags), log-probabilities of types, and both tables of log-odds."""
        own = np.log(self.probabilities.take(rows, axis=0) + np.float32(self.least))
        return np.stack([own, self.left.take(rows, axis=0), self.right.take(rows, axis=0)], dtype=np.float32)


def _each(rows: F32, table: F32) -> F32:
    """Each row times a table by itself: of one product for all, the last bits depend on how many rows there are."""
    product: F32 = (rows[:, None, :] @ table)[:, 0]
    return product


def _log_odds(table: sparse.csr_array, labels: NDArray[np.int32], weighted: F32, chosen: ContextSettings) -> F32:
    """For each type j, log-odds of the tags of the words i it stands beside, table[j, i] times."""
    seen = np.asarray(table @ weighted, dtype=np.float64)
    classes = one_hot(labels)
    by_class = classes.T @ seen
    overall = by_class.sum(axis=0) + 1e-9
    overall /= overall.sum()
    pseudo = chosen.class_strength * by_class.sum() / len(by_class) + 1e-9
    by_class = (by_class + pseudo * overall) / (by_class.sum(axis=1, keepdims=True) + pseudo)
    backing = max(chosen.word_strength, 1e-9)
    seen = (seen + backing * by_class[labels]) / (seen.sum(axis=1, keepdims=True) + backing)
    odds: F32 = (chosen.weight * np.log(seen / overall)).astype(np.float32)
    return odds
