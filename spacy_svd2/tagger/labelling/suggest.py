"""Which words to label, with their company and their context."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...corpora.concordance import find_lines
from .suggestion import Suggestion

if TYPE_CHECKING:
    from ..model.model import SVD2Model
    from .selection import PrototypeType

_BREAKS = frozenset("\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")


def suggest_words(model: "SVD2Model", n: int, *, n_companions: int = 8) -> list["PrototypeType"]:
    """Choose the words to label, so that one may stop anywhere; see `spacy_svd2.tagger.labelling.selection`.

    model (SVD2Model): The trained model. Without its word pairs its own clusters have to do.
    n (int): How many at most.
    n_companions (int): Companions of each.
    RETURNS (list): The one to label first in front. No word has a tab or a line break in it. The companions are of the
        finest cluster, and where that has too few, of ever coarser ones; then the nearest by context.
    """
    from ..forms.kinds import word_kinds
    from .selection import suggest

    if model.clustering_labels is not None:
        levels = list(model.clustering_labels[1:])
    else:
        levels = [model.labels] if model.word_pairs is None else model.find_clusterings().levels
    eligible = np.array([_BREAKS.isdisjoint(word) for word in model.types])
    found = suggest(levels, model.counts, n, eligible=eligible, kinds=word_kinds(model.types))
    companions = _companions(levels, [one.row for one in found], n_companions, model.descriptors)
    return [replace(one, companions=rows) for one, rows in zip(found, companions, strict=True)]


def _companions(
    levels: Sequence[NDArray[np.int32]], chosen: list[int], n: int, descriptors: NDArray[np.float16] | None = None
) -> list[list[int]]:
    """Types of the same clusters, of the finest clustering first, the most frequent first in each; then the nearest."""
    found: list[dict[int, None]] = [{} for _ in chosen]
    for labels in reversed(levels):
        members = np.split(np.argsort(labels, kind="stable"), np.cumsum(np.bincount(labels))[:-1])
        for row, rows in zip(chosen, found, strict=True):
            if len(rows) < n:
                rows.update(dict.fromkeys(members[labels[row]][: 2 * n + 1].tolist()))
                rows.pop(row, None)
    points = np.zeros((0, 1), np.float32) if descriptors is None else descriptors.astype(np.float32)
    for row, rows in zip(chosen, found, strict=True):
        if len(rows) < n and row < len(points):
            rows.update(dict.fromkeys(np.argsort(-(points @ points[row]), kind="stable")[: 2 * n + 1].tolist()))
            rows.pop(row, None)
    return [list(rows)[:n] for rows in found]


def make_suggestions(
    model: "SVD2Model",
    *,
    n: int = 300,
    n_companions: int = 8,
    sentences: Iterable[list[str]] = (),
    normalize: Callable[[str], str] = str,
    n_lines: int = 3,
) -> list[Suggestion]:
    """Choose words to label and gather what helps to label them.

    model (SVD2Model): The trained model.
    n (int): Words.
    n_companions (int): Companions of each.
    sentences (Iterable): Token texts of a corpus to draw lines of context from; may be empty.
    normalize (Callable): From the text of a token to its type.
    n_lines (int): Lines of context for each word.
    RETURNS (list): The word to label first in front.
    """
    chosen = suggest_words(model, n, n_companions=n_companions)
    words = [model.types[one.row] for one in chosen]
    lines = find_lines(sentences, words, normalize=normalize, n=n_lines)
    n_tokens = int(model.counts.sum())
    return [
        Suggestion(
            word=word,
            frequency=one.count,
            share_of_tokens=one.count / n_tokens,
            companions=[model.types[other] for other in one.companions],
            concordance=lines[word],
            cumulative_coverage=one.covered,
        )
        for word, one in zip(words, chosen, strict=True)
    ]
