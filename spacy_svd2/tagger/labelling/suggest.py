"""Suggestions of words to label, each with words that behave alike and lines of context."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...corpora.concordance import Line, find_lines
from ...errors import Warnings
from ...shared.word_keys import is_visible, spelling
from ..forms.shapes import word_kinds

if TYPE_CHECKING:
    from ..model.model import SVD2Model


GOLDEN = (5**0.5 - 1) / 2
"""Step from one draw to the next, as a share of all tokens: the multiples of no other number spread as evenly."""
SMALL = 25_000
"""Tokens of a corpus up to which most words are drawn. Clusters of larger ones hold their rare words together, so that
the frequent words show what the others are, and every draw costs one of them."""
MOST_OF_KIND = {1: 3, 2: 10, 3: 3, 4: 2}
"""Suggested at most of each of `KINDS` that one label settles; marks of punctuation may have tags of their own."""
CLUSTER, KIND, FREQUENT, DRAWN = "its cluster has no word yet", "one for all of its kind", "frequent", "one of the rest"
"""Why a word is suggested."""


def choose_words(
    levels: Sequence[NDArray[np.int32]],
    counts: NDArray[np.int64],
    n: int,
    *,
    eligible: NDArray[np.bool_] | None = None,
    kinds: NDArray[np.int64] | None = None,
) -> dict[int, str]:
    """Choose words to label and order them, so that the annotator can stop at any time.

    Each clustering in turn, the coarsest first, adds the most frequent type of every cluster without a chosen
    word, the clusters with most tokens first. When all clusters of all levels have a word, the most frequent types
    follow. After the first clustering come the most frequent number, punctuation mark, symbol and address, unless such
    a word has been chosen: one label is enough for all words of the kind (`propagate`), whose contexts differ.

    From there on other words are drawn in between, from all that is left, each as likely as its tokens: open classes
    have few frequent words, so that those above do not show how much of the text they are. With u the share of tokens
    that no word so far covers, u squared of the words are drawn: many where a text has many rare words. Beyond `SMALL`
    tokens it is less, by the square of how much larger the corpus is.

    levels (Sequence): int32 (N,) arrays, the cluster of each type, from coarse to fine.
    counts (NDArray): int64 (N,), sorted, the most frequent type first.
    n (int): Most words to choose.
    eligible (NDArray): bool (N,), the types that may be chosen; all by default.
    kinds (NDArray): int64 (N,), as `word_kinds` gives them; all are words by default.
    RETURNS (dict): The types in the order in which to label them, each with the reason.
    """
    allowed = np.arange(len(counts)) if eligible is None else np.flatnonzero(eligible)
    ladder: dict[int, str] = {}
    undisturbed = 0
    for number, labels in enumerate(levels):
        ladder.update(dict.fromkeys(_prototypes(labels, counts, allowed, list(ladder)), CLUSTER))
        if number == 0 and kinds is not None:
            ladder.update(dict.fromkeys(_first_of_kinds(kinds, allowed, list(ladder)), KIND))
        undisturbed = undisturbed or len(ladder)
        if len(ladder) >= n:
            break
    ladder.update((row, FREQUENT) for row in allowed.tolist() if row not in ladder)
    queue, drawn = iter(ladder), _draws(allowed, counts)
    chosen: dict[int, str] = {}
    left = total = int(counts[allowed].sum())
    share, owed = min(1.0, SMALL / int(counts.sum())), 0.0
    for place in range(min(n, len(allowed))):
        owed += (share * left / total) ** 2 if place >= undisturbed else 0.0
        draw = owed >= 1
        owed -= draw
        row = next(row for row in (drawn if draw else queue) if row not in chosen)
        chosen[row] = DRAWN if draw else ladder[row]
        left -= int(counts[row])
    return chosen


def _draws(allowed: NDArray[np.int64], counts: NDArray[np.int64]) -> Iterator[int]:
    """Types in proportion to their tokens, again and again, the same each time: a sequence of low discrepancy."""
    ends = np.cumsum(counts[allowed])
    at = 0.5
    while True:
        yield int(allowed[int(np.searchsorted(ends, at * ends[-1], side="right"))])
        at = (at + GOLDEN) % 1


def _prototypes(
    labels: NDArray[np.int32], counts: NDArray[np.int64], allowed: NDArray[np.int64], chosen: list[int]
) -> list[int]:
    """The first allowed type of each cluster without chosen types, the clusters with most tokens first."""
    clusters, first = np.unique(labels[allowed], return_index=True)
    new = ~np.isin(clusters, labels[chosen]) if chosen else np.ones(len(clusters), dtype=bool)
    tokens = np.bincount(labels, weights=counts)[clusters[new]]
    rows: list[int] = allowed[first[new]][np.argsort(-tokens, kind="stable")].tolist()
    return rows


def _first_of_kinds(kinds: NDArray[np.int64], allowed: NDArray[np.int64], chosen: list[int]) -> list[int]:
    """The most frequent allowed type of each kind that has two or more types but no chosen one."""
    found, first, sizes = np.unique(kinds[allowed], return_index=True, return_counts=True)
    new = (found > 0) & (sizes > 1) & ~np.isin(found, kinds[chosen])
    rows: list[int] = allowed[first[new]].tolist()
    return rows


def find_companions(
    levels: Sequence[NDArray[np.int32]], chosen: Sequence[int], n: int, descriptors: NDArray[np.float16] | None = None
) -> list[list[int]]:
    """Find types that behave like each of some types.

    levels (Sequence): See `choose_words`.
    chosen (Sequence): The types.
    n (int): Most companions of each type.
    descriptors (NDArray): float16 (M, d), of the M most frequent types.
    RETURNS (list): The companions of each type: those of its finest cluster, the most frequent first; if these are too
        few, those of coarser and coarser clusters; then the nearest by descriptors.
    """
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


def askable(types: Sequence[str]) -> NDArray[np.bool_]:
    """Which types may be asked for: none that would break a table, few of one kind, none in a second spelling.

    types (Sequence): N types, the most frequent first.
    RETURNS (NDArray): bool (N,).
    """
    result = np.array([_BREAKS.isdisjoint(word) and is_visible(word) for word in types], dtype=bool)
    kinds = word_kinds(types)
    for kind, most in MOST_OF_KIND.items():
        result[np.flatnonzero(kinds == kind)[most:]] = False
    seen: set[str] = set()
    for row, key in enumerate(map(spelling, types)):
        result[row] &= key not in seen
        seen.add(key)
    return result


_BREAKS = frozenset("\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
"""Characters that would break the table: words with them are not suggested, and neither are invisible words."""


@dataclass(frozen=True)
class Suggestion:
    """A word to label.

    word (str): The type.
    frequency (int): Its tokens in the corpus.
    share_of_tokens (float): The same as a fraction.
    companions (list): Types that behave alike, the best first.
    concordance (list): Lines of the corpus with the word.
    cumulative_coverage (float): Share of the corpus's tokens that this word and those before it make up.
    why (str): Why it is suggested; "" if it is not, but has a label.
    """

    word: str
    frequency: int
    share_of_tokens: float
    companions: list[str] = field(default_factory=list)
    concordance: list[Line] = field(default_factory=list)
    cumulative_coverage: float = 0.0
    why: str = ""


def make_suggestions(
    model: "SVD2Model",
    *,
    n: int = 300,
    n_companions: int = 8,
    sentences: Iterable[list[str]] = (),
    normalize: Callable[[str], str] = str,
    n_lines: int = 3,
) -> list[Suggestion]:
    """Choose words to label, in an order that lets the annotator stop at any time, with companions and contexts.

    model (SVD2Model): The trained model.
    n (int): Most words.
    n_companions (int): Companions of each word.
    sentences (Iterable): Token texts of a corpus to draw lines of context from; may be empty.
    normalize (Callable): From the text of a token to its type.
    n_lines (int): Lines of context for each word.
    RETURNS (list): The words in the order in which to label them. Warns (S103) of a corpus too small to group words.
    """
    levels = _clustering_levels(model)
    from ..induction.clustering_levels import SIZES, TYPES_PER_CLUSTER
    from ..induction.induce import EXPECTED_SHARE

    found, wanted = len(np.unique(levels[0])), min(SIZES[0], max(1, len(model.types) // TYPES_PER_CLUSTER))
    if model.word_pairs is not None and found < EXPECTED_SHARE * wanted:
        message = Warnings.S103.format(tokens=int(model.counts.sum()), found=found, wanted=wanted)
        warnings.warn(message, stacklevel=2)
    reasons = choose_words(levels, model.counts, n, eligible=askable(model.types), kinds=word_kinds(model.types))
    chosen = list(reasons)
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
            why=reasons[row],
        )
        for word, row, others, share in zip(words, chosen, companions, covered, strict=True)
    ]


def _clustering_levels(model: "SVD2Model") -> list[NDArray[np.int32]]:
    """The clusterings of a model from coarse to fine; only its own clusters if it has no word pairs."""
    if model.clustering_labels is not None:
        return list(model.clustering_labels[1:])
    return [model.labels] if model.word_pairs is None else model.find_clusterings().levels
