"""The result of counting: how often each type occurs, and how often one follows another. Counts can be added."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...errors import Errors, UserError
from ...shared.numerics import MOST_TOKENS
from ..settings import Boundaries
from .bigram_tables import TableSum, bigram_table, grown, moved, numbered, pairs

NOTHING, DROPPED = -1, -2
N_CASES, OLD_CASES = 4, 3
"""Columns of `BigramCounts.case`, now and in files of earlier versions."""


@dataclass(frozen=True)
class BigramCounts:
    """The result of one scan of a corpus: types, how often each occurs, and how often one follows another.

    types (Sequence): The N types in order of first occurrence.
    counts (NDArray): int64 (N,), tokens of each type.
    bigrams (csr_array): int32 (N, N), int64 from 2^31 tokens up; entry [i, j] = times type j immediately follows type
        i; across sentence ends only if boundaries is "ignore".
    starts, ends (NDArray): int64 (N,), times a type is the first or the last of its sentence.
    case (NDArray): int64 (N, 4), tokens that are not at the start of a sentence and follow a token with a letter or
        digit: all of them, those that begin with a capital, those all in capitals, those with a capital inside
        (`has_inner_capital`). Artifacts of earlier versions lack the last column.
    n_sentences (int): Units of text scanned.
    edges (tuple): The first and the last type of the whole stream: `NOTHING` when it is empty, `DROPPED` when it is
        a type that `most_frequent` left out.
    boundaries (str): "ignore", "stop" or "token", as counted.
    n_dropped (int): Tokens of types that `most_frequent` left out.
    """

    types: Sequence[str]
    counts: NDArray[np.int64]
    bigrams: sparse.csr_array
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    case: NDArray[np.int64]
    n_sentences: int
    edges: tuple[int, int]
    boundaries: Boundaries
    n_dropped: int = 0

    @property
    def n_tokens(self) -> int:
        """The number of tokens of these types, without those dropped."""
        return int(self.counts.sum())

    @property
    def n_types(self) -> int:
        return len(self.types)

    def __add__(self, other: "BigramCounts") -> "BigramCounts":
        """Add the counts of two corpora, with the same result as one scan of both in this order.

        RAISES (UserError): The two were counted with different sentence boundaries (S001).
        """
        return add_up([self, other])

    def by_frequency(self) -> "BigramCounts":
        """The same counts with the types sorted by frequency, ties by first occurrence (Lamar et al. 2010, 2)."""
        order = np.argsort(-self.counts, kind="stable")
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        return replace(
            self,
            types=[self.types[i] for i in order],
            counts=self.counts[order],
            bigrams=moved(self.bigrams, rank, len(order)),
            starts=self.starts[order],
            ends=self.ends[order],
            case=self.case[order],
            edges=_moved_edges(self.edges, rank),
        )

    def most_frequent(self, max_types: int) -> "BigramCounts":
        """The counts of the most frequent types, in their old order; ties go to the type that occurs first.

        The counts of the types kept and of the bigrams among them are exact. Bigrams between a kept and a dropped type
        are lost, and the dropped tokens are added to `n_dropped`.

        max_types (int): Types to keep.
        """
        if self.n_types <= max_types:
            return self
        return self._only(np.sort(np.argsort(-self.counts, kind="stable")[:max_types]))

    def without_bigrams(self) -> "BigramCounts":
        """The same counts of types, to rank those of a corpus whose bigrams are too many to hold."""
        none = np.zeros(0, dtype=np.int32)
        return replace(self, bigrams=bigram_table(none, none, self.n_types))

    def only(self, types: Iterable[str]) -> "BigramCounts":
        """The counts of some types, in their old order, as `most_frequent` gives them."""
        wanted = frozenset(types)
        return self._only(np.array([i for i, word in enumerate(self.types) if word in wanted], dtype=np.int64))

    def _only(self, kept: NDArray[np.int64]) -> "BigramCounts":
        number = np.full(self.n_types, DROPPED, dtype=np.int64)
        number[kept] = np.arange(len(kept))
        counts = self.counts[kept]
        return replace(
            self,
            types=[self.types[i] for i in kept],
            counts=counts,
            bigrams=self.bigrams[kept][:, kept],
            starts=self.starts[kept],
            ends=self.ends[kept],
            case=self.case[kept],
            edges=_moved_edges(self.edges, number),
            n_dropped=self.n_dropped + self.n_tokens - int(counts.sum()),
        )


def add_up(parts: Iterable[BigramCounts]) -> BigramCounts:
    """Add the counts of several corpora, with the same result as one scan of all of them in this order.

    parts (Iterable): One or more; one at a time is in memory. The sum needs about 150 bytes and the text for each type,
        and 8 bytes (12 from 2^31 tokens up) for each bigram; the last addition needs at most three times as much for
        bigrams.
    RETURNS (BigramCounts): The sum.
    RAISES (UserError): Two were counted with different sentence boundaries (S001), or there are none to add up, or more
        tokens than can be (N014).
    """
    parts = iter(parts)
    first = next(parts, None)
    if first is None:
        raise UserError(Errors.N014.format(why="there are none"))
    total = _Sum(first.boundaries)
    total.add(first)
    for part in parts:
        total.add(part)
    return total.result()


class _Sum:
    """The running totals of `add_up`."""

    def __init__(self, boundaries: Boundaries) -> None:
        self.boundaries = boundaries
        self.types = numbered()
        self.tables = TableSum()
        self.counts = self.starts = self.ends = np.zeros(0, dtype=np.int64)
        self.case = np.zeros((0, N_CASES), dtype=np.int64)
        self.n_sentences = self.n_dropped = self.n_tokens = 0
        self.edges = (NOTHING, NOTHING)

    def add(self, part: BigramCounts) -> None:
        if part.boundaries != self.boundaries:
            raise UserError(Errors.S001.format(first=self.boundaries, second=part.boundaries))
        self.n_tokens += part.n_tokens + part.n_dropped
        if self.n_tokens > MOST_TOKENS:  # further sums would wrap
            raise UserError(Errors.N014.format(why=f"they hold more than {MOST_TOKENS:,} tokens"))
        to = np.fromiter(map(self.types.__getitem__, part.types), dtype=np.int64, count=part.n_types)
        n = len(self.types)
        for name in ("counts", "starts", "ends", "case"):
            setattr(self, name, _added(getattr(self, name), getattr(part, name), to, n))
        self.tables.add(moved(part.bigrams, to, n))
        first, last = _moved_edges(part.edges, to)
        if self.boundaries == "ignore" and self.edges[1] >= 0 and first >= 0:
            self.tables.add(pairs(np.array([self.edges[1], first]), n))
        self.edges = (
            first if self.edges[0] == NOTHING else self.edges[0],
            self.edges[1] if last == NOTHING else last,
        )
        self.n_sentences += part.n_sentences
        self.n_dropped += part.n_dropped

    def result(self) -> BigramCounts:
        return BigramCounts(
            types=list(self.types),
            counts=self.counts,
            bigrams=self.tables.total(len(self.types), int(self.counts.sum())),
            starts=self.starts,
            ends=self.ends,
            case=self.case,
            n_sentences=self.n_sentences,
            edges=self.edges,
            boundaries=self.boundaries,
            n_dropped=self.n_dropped,
        )


def _moved_edges(edges: tuple[int, int], to: NDArray[np.int64]) -> tuple[int, int]:
    first, last = (int(to[edge]) if edge >= 0 else edge for edge in edges)
    return first, last


def _added(first: NDArray[np.int64], second: NDArray[np.int64], to: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    total = grown(first, n)
    total[to] += second
    return total
