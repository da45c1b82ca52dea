"""Suggestions of words to label, each with what helps to label it: words that behave alike, and lines of context."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...corpora.concordance import Line, find_lines
from ..forms.word_kinds import word_kinds
from .selection import choose_words, find_companions

if TYPE_CHECKING:
    from ..model.model import SVD2Model

_BREAKS = frozenset("\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
"""A word with one of these would break the table of words, and is not suggested."""


@dataclass(frozen=True)
class Suggestion:
    """A word to label.

    word (str): The type.
    frequency (int): Its tokens in the corpus.
    share_of_tokens (float): The same as a fraction.
    companions (list): Types that behave alike, the best first.
    concordance (list): Lines of the corpus with the word.
    cumulative_coverage (float): Share of the corpus' tokens that this word and those before it make up.
    """

    word: str
    frequency: int
    share_of_tokens: float
    companions: list[str] = field(default_factory=list)
    concordance: list[Line] = field(default_factory=list)
    cumulative_coverage: float = 0.0


def make_suggestions(
    model: "SVD2Model",
    *,
    n: int = 300,
    n_companions: int = 8,
    sentences: Iterable[list[str]] = (),
    normalize: Callable[[str], str] = str,
    n_lines: int = 3,
) -> list[Suggestion]:
    """Choose words to label, so that one may stop anywhere, and gather what helps to label them.

    model (SVD2Model): The trained model.
    n (int): Words at most.
    n_companions (int): Companions of each.
    sentences (Iterable): Token texts of a corpus to draw lines of context from; may be empty.
    normalize (Callable): From the text of a token to its type.
    n_lines (int): Lines of context for each word.
    RETURNS (list): The word to label first in front.
    """
    levels = _clustering_levels(model)
    eligible = np.array([_BREAKS.isdisjoint(word) for word in model.types])
    chosen = choose_words(levels, model.counts, n, eligible=eligible, kinds=word_kinds(model.types))
    companions = find_companions(levels, chosen, n_companions, model.descriptors)
    words = [model.types[row] for row in chosen]
    lines = find_lines(sentences, words, normalize=normalize, n=n_lines)
    n_tokens = int(model.counts.sum())
    covered = np.cumsum(model.counts[chosen]) / max(n_tokens, 1)
    return [
        Suggestion(
            word=word,
            frequency=int(model.counts[row]),
            share_of_tokens=int(model.counts[row]) / n_tokens,
            companions=[model.types[other] for other in others],
            concordance=lines[word],
            cumulative_coverage=float(share),
        )
        for word, row, others, share in zip(words, chosen, companions, covered, strict=True)
    ]


def _clustering_levels(model: "SVD2Model") -> list[NDArray[np.int32]]:
    """The clusterings of a model from coarse to fine; without its word pairs, its own clusters alone."""
    if model.clustering_labels is not None:
        return list(model.clustering_labels[1:])
    return [model.labels] if model.word_pairs is None else model.find_clusterings().levels
