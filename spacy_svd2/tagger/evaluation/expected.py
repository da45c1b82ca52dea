"""How many tokens of new text are right, estimated from the pipeline alone, without any text.

Text like the corpus is drawn from its bigram counts: each word follows the one before as often as in the corpus (a
Markov chain of first order), and a token's tag depends on little more than the words beside it. Words that the corpus
has once stand for new words, as in Good and Turing's estimate of the share of new words, and are tagged by their form,
as if they had not been seen. The rest is `trust.estimate`.
"""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...shared.numerics import softmax
from .trust import KNOWN, NEW, Trust, check_labels, estimate, kinds_of_types, text_counts

if TYPE_CHECKING:
    from ..counting.counts import BigramCounts
    from ..model.model import SVD2Model
    from ..naming.naming import Naming

F32 = NDArray[np.float32]
I64 = NDArray[np.int64]

CHAINS, LENGTH = 100, 200
"""Texts that are drawn, and tokens of each: 20,000 tokens, so that drawing adds less than 0.3 points of error."""
UNIT = 50
"""Tokens that are drawn together for the interval, as a line of text."""
_SEED = 0


def expect(model: "SVD2Model") -> Trust | None:
    """Estimate how many tokens of new text, like that of the corpus, are right.

    model (SVD2Model): A model whose tags have names.
    RETURNS (Trust): The estimate; None if the model does not keep what it needs.
    """
    naming, counts = model.naming, model.bigrams
    if naming is None or counts is None or not counts.n_tokens:
        return None
    labels = check_labels(model)
    if labels is None:
        return None
    rows, starts = draw_text(counts, CHAINS, LENGTH)
    kinds = kinds_of_types(model)[rows]
    kinds[(kinds == KNOWN) & (counts.counts[rows] == 1)] = NEW
    sure = _confidence(model, naming, counts, np.where(kinds == NEW, -1, rows), rows, starts)
    units = zip(kinds.reshape(-1, UNIT), sure.reshape(-1, UNIT), strict=True)
    return estimate(text_counts(list(units)), labels)


def draw_text(counts: "BigramCounts", n: int, length: int) -> tuple[I64, NDArray[np.bool_]]:
    """Draw texts from bigram counts; the result is the same each time.

    counts (BigramCounts): Of a corpus of at least one token.
    n (int): Texts.
    length (int): Tokens of each.
    RETURNS (tuple): int64 (n * length,), the types of the tokens, text by text; bool (n * length,), where sentences
        or texts begin.
    """
    generator = np.random.Generator(np.random.PCG64(_SEED))
    followers, table = np.cumsum(counts.bigrams.data, dtype=np.float64), counts.bigrams
    ends = table.indptr - 1  # the last entry of all types before each, and of all
    before = np.where(ends < 0, 0.0, followers[ends] if len(followers) else 0.0)
    everyone = np.cumsum(counts.counts, dtype=np.float64)
    firsts = np.cumsum(counts.starts, dtype=np.float64) if counts.starts.any() else everyone
    rows, starts = np.zeros((n, length), dtype=np.int64), np.zeros((n, length), dtype=bool)
    for place in range(length):
        draw, end = generator.random(n), generator.random(n)
        last = rows[:, place - 1]
        total = before[last + 1] - before[last]
        # a text begins anywhere in a sentence, or words that begin sentences would be too frequent
        begins = (total == 0) | (end * counts.counts[last] < counts.ends[last]) | (place == 0)
        starts[:, place] = begins
        first = firsts if place else everyone
        rows[begins, place] = np.searchsorted(first, draw[begins] * first[-1], side="right")
        follows = ~begins
        at = np.searchsorted(followers, before[last[follows]] + draw[follows] * total[follows], side="right")
        rows[follows, place] = table.indices[np.minimum(at, len(followers) - 1)]
    return rows.ravel(), starts.ravel()


def _confidence(
    model: "SVD2Model", naming: "Naming", counts: "BigramCounts", rows: I64, types: I64, starts: NDArray[np.bool_]
) -> F32:
    """float32 (n,), the probability of the likeliest tag of each token; a row of -1 is tagged by its form."""
    tagger = naming.tagger
    new = types[rows < 0]
    distinct, at = np.unique(new, return_inverse=True)
    words = [model.types[row] for row in distinct.tolist()]
    capital = 2 * counts.case[distinct, 1] > counts.case[distinct, 0]
    texts = [word.capitalize() if is_capital else word for word, is_capital in zip(words, capital, strict=True)]
    forms = tagger.by_form(words, texts)
    scores = tagger.scores(rows, starts, tagger.unseen(forms)[:, at])
    if naming.tokens is None:
        return softmax(np.float32(tagger.sharpness) * scores).max(axis=1)
    from ..naming.token_scorer import TokenScorer

    classes = None if model.clustering_labels is None else model.clustering_labels[0]
    scorer = TokenScorer(model.types, tagger.probabilities, classes, naming.tokens)
    scores = scorer.scores(scores, types, starts, np.zeros(len(rows), dtype=bool), [])
    return scorer.confidence(scores).max(axis=1)
