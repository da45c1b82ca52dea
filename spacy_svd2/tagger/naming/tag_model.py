"""Tags for running text: each word's own tag probabilities, combined with the evidence of its two neighbours.

With w a word and l and r its left and right neighbours, the tag of w is the t that maximises
log P(t | w) + WEIGHT (log P(t | after l) / P(t) + log P(t | before r) / P(t)),
an estimate of log P(t | l, w, r) up to a constant. With WEIGHT = 1 it would follow from Bayes' rule if l, w and r were
independent given the tag (naive Bayes). What neighbours say is learned from the bigram counts alone: the tags of the
words that follow (precede) a type, as log-odds against all tags, smoothed towards those of its context class. So the
score of a token is the sum of three rows of tables (`decoder`), and its tag is the greatest entry: there is no search,
and whole batches are tagged at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...shared.numerics import one_hot, softmax
from ...shared.word_keys import spelling
from ..counting.counts import BigramCounts
from ..forms import form_classifier
from ..forms.cluster_form_model import OldFormModel
from ..forms.form_classifier import FormClassifier, KnownWords
from .decoder import Decoder, Places

F32 = NDArray[np.float32]

# What else was tried is in benchmarks/hour_notes.md. Points are per cent of tokens tagged right; differences below 0.1
# are noise, "the same".
WEIGHT = 0.9
"""Weight of the neighbours' log-odds; below one because the two sides are not independent. 0.8 and 1.0: the same."""
POWER = 0.5
"""A type counts as its frequency to this power, so that a few frequent words do not decide. 0.3 and 0.7: the same."""
CLASS_STRENGTH = 0.1
"""Observations of all tags that are added to a context class, as a share of the mean class: guards the small ones."""
WORD_STRENGTH = 10.0
"""Observations of its context class that are added to a type. 5 and 20 were the same."""
LEAST = 0.003
"""Added to a word's own probabilities, so that neighbours can overrule them. 0.001: the same; 0.01: 0.23 points
less."""
SHARPNESS = 0.7
"""Factor on log-probabilities when they are reported as confidence: below one, because naive Bayes is overconfident.
The tag does not depend on it."""
_NEVER_SEEN = 1e-9  # keeps logarithms finite where a tag has no tokens at all


@dataclass(frozen=True)
class TagModel:
    """All that is needed to tag text.

    probabilities (NDArray): float16 or float32 (N, n_tags), each type's own.
    left, right (NDArray): float16 or float32 (N, n_tags), log-odds of the tags of a word to the right (left) of a type,
        weighted.
    left_by_tag, right_by_tag (NDArray): float32 (n_tags, n_tags), their means over the tokens of each tag.
    edges (NDArray): float32 (2, n_tags), log-odds of the tags of a first word, and of a last one: 0, if made by `fit`.
    form_model (FormClassifier): For words that are not in the corpus; an `OldFormModel` in old artifacts.
    prior (NDArray): float16 (n_tags,), the mean tag probabilities of all types, in which rare types weigh more; see
        `by_prior`.
    least, sharpness (float): `LEAST` and `SHARPNESS`, as artifacts keep them.
    """

    probabilities: NDArray[np.floating]
    left: NDArray[np.floating]
    right: NDArray[np.floating]
    left_by_tag: F32
    right_by_tag: F32
    edges: F32
    form_model: FormClassifier | OldFormModel
    prior: NDArray[np.float16]
    least: float
    sharpness: float

    @classmethod
    def fit(
        cls,
        counts: BigramCounts,
        context_labels: NDArray[np.int32],
        probabilities: F32,
        *,
        form_model: FormClassifier | OldFormModel | None = None,
        known: KnownWords | None = None,
    ) -> "TagModel":
        """Learn from the tags of the types what forms and neighbours say about tags.

        counts (BigramCounts): Of the corpus, types as in the other arguments.
        context_labels (NDArray): int32 (N,), the context class of each type.
        probabilities (NDArray): float32 (N, n_tags).
        form_model (FormClassifier): The model of forms, if it is known; learning it takes most of the time.
        known (KnownWords): Words that the corpus does not have, to learn forms from.
        """
        if form_model is None:
            spellings = list(map(spelling, counts.types))
            form_model = FormClassifier.fit(spellings, counts.counts, counts.case, probabilities, known)
        weighted = probabilities * (counts.counts[:, None].astype(np.float32) ** np.float32(POWER - 1))
        left = _log_odds(counts.bigrams, context_labels, weighted)
        right = _log_odds(counts.bigrams.T.tocsr(), context_labels, weighted)
        tokens = probabilities * counts.counts[:, None].astype(np.float32)
        share = (tokens / np.maximum(tokens.sum(axis=0), _NEVER_SEEN)).T
        rarity = counts.counts.astype(np.float64) ** form_classifier.POWER
        return cls(
            probabilities=probabilities,
            left=left,
            right=right,
            left_by_tag=share @ left,
            right_by_tag=share @ right,
            edges=_edges(counts, weighted),
            form_model=form_model,
            prior=(rarity @ probabilities / rarity.sum()).astype(np.float16),
            least=LEAST,
            sharpness=SHARPNESS,
        )

    def scores(self, rows: NDArray[np.int64], starts: NDArray[np.bool_], unseen: F32) -> F32:
        """Compute log-probabilities of the tags of tokens, up to a constant for each token.

        rows (NDArray): int64 (n,), the type of each token; -1 for a word that is not in the corpus.
        starts (NDArray): bool (n,), whether a unit of text begins.
        unseen (NDArray): float32 (3, u, n_tags), the result of `unseen` for the tokens that are -1, in order.
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
        """Find the best tag of each token, and its probability.

        rows, starts, unseen: See `scores`.
        confidence (bool): Whether to compute the probabilities.
        context_of_unseen (bool): Whether to use the neighbours of words that are not in the corpus.
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
        """Estimate the probabilities of tags for words that are not in the corpus: see `FormClassifier`."""
        return self.form_model(types, texts)

    def by_prior(self) -> F32:
        """Give the probabilities of tags, float32 (1, n_tags), of a word whose form is not used."""
        prior: F32 = self.prior[None].astype(np.float32)
        return prior / prior.sum()

    def unseen(self, probabilities: F32) -> F32:
        """Compute the rows that `scores` needs for words that are not in the corpus.

        The evidence of such a word for its neighbours' tags is that of words with its likely tags: the sum over tags u
        of P(u | form) times the mean log-odds of the tokens of u.

        probabilities (NDArray): float32 (u, n_tags), from `by_form`.
        RETURNS (NDArray): float32 (3, u, n_tags), as `_rows_of`.
        """
        sides = [_each(probabilities, table) for table in (self.left_by_tag, self.right_by_tag)]
        return np.stack([np.log(probabilities + np.float32(self.least)), *sides])

    def _places(self, rows: NDArray[np.int64], starts: NDArray[np.bool_], unseen: F32) -> Places:
        return Places.of(rows, starts, unseen, len(self.probabilities))

    @cached_property
    def _decoder(self) -> Decoder:
        return Decoder(len(self.probabilities), self.edges, self._rows_of)

    def _rows_of(self, rows: NDArray[np.int64]) -> F32:
        """float32 (3, n, n_tags), log-probabilities of types, and both tables of log-odds."""
        own = np.log(self.probabilities.take(rows, axis=0) + np.float32(self.least))
        return np.stack([own, self.left.take(rows, axis=0), self.right.take(rows, axis=0)], dtype=np.float32)


def _each(rows: F32, table: F32) -> F32:
    """Multiply each row by a table separately: in one product, the last bits would depend on the number of rows."""
    product: F32 = (rows[:, None, :] @ table)[:, 0]
    return product


def _log_odds(table: sparse.csr_array, labels: NDArray[np.int32], weighted: F32) -> F32:
    """For each type j, log P(t | beside j) / P(t), the tags t being those of the words i that it stands beside.

    This smooths in two steps, as in Dirichlet (pseudo-count) smoothing: a type towards its context class, and a class
    towards all tags. With n(j, t) the sum over i of table[j, i] weighted[i, t], and c the context class of j:
    P(t | beside j) = (n(j, t) + WORD_STRENGTH P(t | beside c)) / (n(j) + WORD_STRENGTH),
    P(t | beside c) = (n(c, t) + CLASS_STRENGTH m P(t)) / (n(c) + CLASS_STRENGTH m), m being the mean n(c) of a class.
    """
    seen = np.asarray(table @ weighted, dtype=np.float64)
    classes = one_hot(labels)
    by_class = classes.T @ seen
    overall = by_class.sum(axis=0) + _NEVER_SEEN
    overall /= overall.sum()
    pseudo = CLASS_STRENGTH * by_class.sum() / len(by_class) + _NEVER_SEEN
    by_class = (by_class + pseudo * overall) / (by_class.sum(axis=1, keepdims=True) + pseudo)
    backing = max(WORD_STRENGTH, _NEVER_SEEN)
    seen = (seen + backing * by_class[labels]) / (seen.sum(axis=1, keepdims=True) + backing)
    odds: F32 = (WEIGHT * np.log(seen / overall)).astype(np.float32)
    return odds


def _edges(counts: BigramCounts, weighted: F32) -> F32:
    """float32 (2, n_tags), log P(t | first word) / P(t), and zeros for the last word, about which the end says nothing.

    The sentences of a corpus end with punctuation, but a title or a query ends with any word.
    """
    everyone = counts.counts.astype(np.float32) @ weighted
    first = counts.starts @ weighted
    expected = everyone / everyone.sum()
    backing = max(WORD_STRENGTH, _NEVER_SEEN)
    start = np.log((first + backing * expected + _NEVER_SEEN) / ((first.sum() + backing) * expected + _NEVER_SEEN))
    return np.stack([WEIGHT * start, np.zeros_like(start)]).astype(np.float32)
