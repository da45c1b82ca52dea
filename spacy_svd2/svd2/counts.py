"""Step 1, counting: one scan of the corpus gives every count the algorithm needs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..errors import Errors, UserError
from .settings import Boundaries

CHUNK_TOKENS = 1 << 20
NOTHING, DROPPED = -1, -2


@dataclass(frozen=True)
class BigramCounts:
    """What one scan of a corpus leaves: types, how often each occurs, and how often one follows another.

    types (Sequence): The N types in order of first occurrence.
    counts (NDArray): int64 (N,), tokens of each type.
    bigrams (csr_array): int32 (N, N), int64 from 2^31 tokens up; entry [i, j] = times type j immediately follows type
        i; across sentence ends only if boundaries is "ignore".
    starts, ends (NDArray): int64 (N,), times a type is the first or the last of its sentence.
    case (NDArray): int64 (N, 3), tokens that stand away from the start of a sentence and after a token
        with a letter or digit: all of them, those that begin with a capital, those all in capitals.
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
        """The tokens of these types, that is, without those dropped."""
        return int(self.counts.sum())

    @property
    def n_types(self) -> int:
        return len(self.types)

    def __add__(self, other: "BigramCounts") -> "BigramCounts":
        """Counts of the two corpora one after the other, exactly as one scan of both would give them.

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
            bigrams=_moved(self.bigrams, rank, len(order)),
            starts=self.starts[order],
            ends=self.ends[order],
            case=self.case[order],
            edges=_moved_edges(self.edges, rank),
        )

    def most_frequent(self, max_types: int) -> "BigramCounts":
        """The counts of the most frequent types, in their old order; ties go to the type that occurs first.

        What stays is exact: the counts of these types and the bigrams among them. The bigrams between a type that
        stays and one that goes are lost, and the tokens that go are added to `n_dropped`.

        max_types (int): Types that stay.
        """
        if self.n_types <= max_types:
            return self
        return self._only(np.sort(np.argsort(-self.counts, kind="stable")[:max_types]))

    def without_bigrams(self) -> "BigramCounts":
        """The same counts of types, to rank those of a corpus whose bigrams are too many to hold."""
        none = np.zeros(0, dtype=np.int32)
        return replace(self, bigrams=_table(none, none, self.n_types))

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
    """Counts of several corpora one after the other, exactly as one scan of all of them would give them.

    parts (Iterable): One or more; one at a time is held. Memory is bounded by the sum's: about 150 bytes and the text
        for each type, and 8 bytes (12 from 2^31 tokens up) for each bigram, of which at most three times as many are
        held in the last addition.
    RETURNS (BigramCounts): The sum.
    RAISES (UserError): Two were counted with different sentence boundaries (S001).
    """
    parts = iter(parts)
    first = next(parts)
    total = _Sum(first.boundaries)
    total.add(first)
    for part in parts:
        total.add(part)
    return total.result()


class _Sum:
    """The running totals of `add_up`."""

    def __init__(self, boundaries: Boundaries) -> None:
        self.boundaries = boundaries
        self.types = _Ids()
        self.tables = _Tables()
        self.counts = self.starts = self.ends = np.zeros(0, dtype=np.int64)
        self.case = np.zeros((0, 3), dtype=np.int64)
        self.n_sentences = self.n_dropped = 0
        self.edges = (NOTHING, NOTHING)

    def add(self, part: BigramCounts) -> None:
        if part.boundaries != self.boundaries:
            raise UserError(Errors.S001.format(first=self.boundaries, second=part.boundaries))
        to = np.fromiter(map(self.types.__getitem__, part.types), dtype=np.int64, count=part.n_types)
        n = len(self.types)
        for name in ("counts", "starts", "ends", "case"):
            setattr(self, name, _added(getattr(self, name), getattr(part, name), to, n))
        self.tables.add(_moved(part.bigrams, to, n))
        first, last = _moved_edges(part.edges, to)
        if self.boundaries == "ignore" and self.edges[1] >= 0 and first >= 0:
            self.tables.add(_pairs(np.array([self.edges[1], first]), n))
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


def count_bigrams(
    sentences: Iterable[list[str]],
    *,
    normalize: Callable[[str], str] = str.lower,
    boundaries: Boundaries = "ignore",
    chunk_tokens: int = CHUNK_TOKENS,
) -> BigramCounts:
    """Count types and bigrams in one scan.

    sentences (Iterable): Token texts, a list a sentence (or other unit of text).
    normalize (Callable): From the text of a token to its type; called once per distinct text.
    boundaries (str): "ignore" counts across sentence ends (the paper), "stop" does not, "token" does not and lets
        the boundary serve as a context of its own.
    chunk_tokens (int): Tokens held at a time. Memory is bounded by that, the distinct texts and the distinct bigrams.
    RETURNS (BigramCounts): The counts; empty for an empty corpus.
    """
    scan = _Scan(normalize, boundaries)
    for words, lengths in _chunks(sentences, chunk_tokens):
        scan.add(words, lengths)
    return scan.result()


class _Ids(dict[str, int]):
    """Numbers for strings in order of first look-up."""

    def __missing__(self, key: str) -> int:
        number = self[key] = len(self)
        return number


class _Scan:
    """The running totals of `count_bigrams`; texts ("forms") get numbers first, types through a table."""

    def __init__(self, normalize: Callable[[str], str], boundaries: Boundaries) -> None:
        self.normalize = normalize
        self.boundaries = boundaries
        self.forms = _Ids()
        self.types = _Ids()
        self.form_types = np.zeros(0, dtype=np.int32)
        self.form_traits = np.zeros((0, 3), dtype=bool)
        self.tables = _Tables()
        self.counts = self.starts = self.ends = np.zeros(0, dtype=np.int64)
        self.case = np.zeros((0, 3), dtype=np.int64)
        self.n_sentences = 0
        self.first = self.last = NOTHING

    def add(self, words: list[str], lengths: list[int]) -> None:
        forms = np.fromiter(map(self.forms.__getitem__, words), dtype=np.int32, count=len(words))
        self._learn_new_forms()
        n = len(self.types)
        types = self.form_types[forms]
        end = np.cumsum(lengths)
        start = end - lengths
        initial = np.zeros(len(types), dtype=bool)
        initial[start] = True
        self.counts = _grown(self.counts, n) + np.bincount(types, minlength=n)
        self.starts = _grown(self.starts, n) + np.bincount(types[start], minlength=n)
        self.ends = _grown(self.ends, n) + np.bincount(types[end - 1], minlength=n)
        self._add_case(forms, types, initial)
        self._add_bigrams(types, initial)
        self.n_sentences += len(lengths)
        self.first = int(types[0]) if self.first < 0 else self.first
        self.last = int(types[-1])

    def result(self) -> BigramCounts:
        n = len(self.types)
        return BigramCounts(
            types=list(self.types),
            counts=self.counts,
            bigrams=self.tables.total(n, int(self.counts.sum())),
            starts=self.starts,
            ends=self.ends,
            case=self.case,
            n_sentences=self.n_sentences,
            edges=(self.first, self.last),
            boundaries=self.boundaries,
        )

    def _learn_new_forms(self) -> None:
        known = len(self.form_types)
        if known == len(self.forms):
            return
        new = list(islice(self.forms, known, None))
        types = np.fromiter((self.types[self.normalize(form)] for form in new), dtype=np.int32, count=len(new))
        self.form_types = np.concatenate([self.form_types, types])
        self.form_traits = np.concatenate([self.form_traits, np.array(list(map(_traits, new)), dtype=bool)])

    def _add_case(self, forms: NDArray[np.int32], types: NDArray[np.int32], initial: NDArray[np.bool_]) -> None:
        n = len(self.types)
        wordlike, title, upper = self.form_traits[forms].T
        inside = ~initial
        inside[1:] &= wordlike[:-1]
        seen = [np.bincount(types[mask], minlength=n) for mask in (inside, inside & title, inside & upper)]
        self.case = _grown(self.case, n) + np.stack(seen, axis=1)

    def _add_bigrams(self, types: NDArray[np.int32], initial: NDArray[np.bool_]) -> None:
        n = len(self.types)
        if self.boundaries == "ignore":
            stream = types if self.last < 0 else np.concatenate([[self.last], types])
            self.tables.add(_pairs(stream, n))
        else:
            inside = np.flatnonzero(~initial[1:])
            self.tables.add(_table(types[inside], types[inside + 1], n))


class _Tables:
    """A sum of tables of growing size. Only tables of like size are added up, so that it costs n log n, not n^2."""

    def __init__(self) -> None:
        self.tables: list[sparse.csr_array] = []
        self.weight = 0

    def add(self, table: sparse.csr_array) -> None:
        self.weight += int(table.data.sum(dtype=np.int64))
        table = table.astype(_fitting(self.weight), copy=False)
        while self.tables and self.tables[-1].nnz <= 2 * table.nnz:
            table = _resized(self.tables.pop(), table.shape[0]) + table
        self.tables.append(table)

    def total(self, n: int, n_tokens: int) -> sparse.csr_array:
        """The sum as an (n, n) table of the type that `n_tokens` fit into."""
        total = sparse.csr_array((n, n), dtype=_fitting(n_tokens))
        while self.tables:
            total = total + _resized(self.tables.pop(), n)
        return total.astype(_fitting(n_tokens), copy=False)


def _fitting(n: int) -> type[np.int32] | type[np.int64]:
    """The smallest integers that no sum of n ones leaves."""
    return np.int32 if n <= np.iinfo(np.int32).max else np.int64


def _traits(form: str) -> tuple[bool, bool, bool]:
    """Whether a text has a letter or digit, begins with a capital, and is all in capitals."""
    wordlike = form.isalnum() or any(map(str.isalnum, form))
    if form.islower():
        return wordlike, False, False
    return wordlike, form[:1].isupper(), form.isupper() and len(form) > 1


def _chunks(sentences: Iterable[list[str]], size: int) -> Iterator[tuple[list[str], list[int]]]:
    words: list[str] = []
    lengths: list[int] = []
    for sentence in sentences:
        if sentence:
            words.extend(sentence)
            lengths.append(len(sentence))
        if len(words) >= size:
            yield words, lengths
            words, lengths = [], []
    if words:
        yield words, lengths


def _table(first: NDArray[Any], second: NDArray[Any], n: int) -> sparse.csr_array:
    ones = np.ones(len(first), dtype=np.int32)
    return sparse.coo_array((ones, (first, second)), shape=(n, n)).tocsr()


def _pairs(stream: NDArray[Any], n: int) -> sparse.csr_array:
    return _table(stream[:-1], stream[1:], n)


def _resized(table: sparse.csr_array, n: int) -> sparse.csr_array:
    indptr = np.concatenate([table.indptr, np.full(n - table.shape[0], table.indptr[-1], dtype=table.indptr.dtype)])
    return sparse.csr_array((table.data, table.indices, indptr), shape=(n, n))


def _moved(table: sparse.csr_array, to: NDArray[np.int64], n: int) -> sparse.csr_array:
    entries = table.tocoo()
    return sparse.coo_array((entries.data, (to[entries.row], to[entries.col])), shape=(n, n)).tocsr()


def _moved_edges(edges: tuple[int, int], to: NDArray[np.int64]) -> tuple[int, int]:
    first, last = (int(to[edge]) if edge >= 0 else edge for edge in edges)
    return first, last


def _grown(array: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    return np.concatenate([array, np.zeros((n - len(array), *array.shape[1:]), dtype=np.int64)])


def _added(first: NDArray[np.int64], second: NDArray[np.int64], to: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    total = _grown(first, n)
    total[to] += second
    return total
