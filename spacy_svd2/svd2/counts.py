"""Step 1, counting: one scan of the corpus gives every count the algorithm needs."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..errors import Errors, UserError
from .settings import Boundaries

CHUNK_TOKENS = 1 << 20


@dataclass(frozen=True)
class BigramCounts:
    """What one scan of a corpus leaves: types, how often each occurs, and how often one follows another.

    types (list): The N types in order of first occurrence.
    counts (NDArray): int64 (N,), tokens of each type.
    bigrams (csr_array): int64 (N, N), entry [i, j] = times type j immediately follows type i; across sentence
        ends only if boundaries is "ignore".
    starts, ends (NDArray): int64 (N,), times a type is the first or the last of its sentence.
    case (NDArray): int64 (N, 3), tokens that stand away from the start of a sentence and after a token
        with a letter or digit: all of them, those that begin with a capital, those all in capitals.
    n_sentences (int): Units of text scanned.
    edges (tuple): The first and the last type of the whole stream (-1 when it is empty).
    boundaries (str): "ignore", "stop" or "token", as counted.
    """

    types: list[str]
    counts: NDArray[np.int64]
    bigrams: sparse.csr_array
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    case: NDArray[np.int64]
    n_sentences: int
    edges: tuple[int, int]
    boundaries: Boundaries

    @property
    def n_tokens(self) -> int:
        return int(self.counts.sum())

    @property
    def n_types(self) -> int:
        return len(self.types)

    def __add__(self, other: "BigramCounts") -> "BigramCounts":
        """Counts of the two corpora one after the other, exactly as one scan of both would give them.

        RAISES (UserError): The two were counted with different sentence boundaries (S001).
        """
        if self.boundaries != other.boundaries:
            raise UserError(Errors.S001.format(first=self.boundaries, second=other.boundaries))
        index = {word: i for i, word in enumerate(self.types)}
        moved = np.array([index.setdefault(word, len(index)) for word in other.types], dtype=np.int64)
        n = len(index)
        bigrams = _resized(self.bigrams, n) + _moved(other.bigrams, moved, n)
        if self.boundaries == "ignore" and self.edges[1] >= 0 and other.edges[0] >= 0:
            bigrams = bigrams + _pairs(np.array([self.edges[1], moved[other.edges[0]]]), n)
        moved_edges = [int(moved[edge]) if edge >= 0 else -1 for edge in other.edges]
        return BigramCounts(
            types=list(index),
            counts=_added(self.counts, other.counts, moved, n),
            bigrams=bigrams,
            starts=_added(self.starts, other.starts, moved, n),
            ends=_added(self.ends, other.ends, moved, n),
            case=_added(self.case, other.case, moved, n),
            n_sentences=self.n_sentences + other.n_sentences,
            edges=(
                self.edges[0] if self.edges[0] >= 0 else moved_edges[0],
                moved_edges[1] if moved_edges[1] >= 0 else self.edges[1],
            ),
            boundaries=self.boundaries,
        )

    def by_frequency(self) -> "BigramCounts":
        """The same counts with the types sorted by frequency, ties by first occurrence (Lamar et al. 2010, 2)."""
        order = np.argsort(-self.counts, kind="stable")
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        first, last = (int(rank[edge]) if edge >= 0 else -1 for edge in self.edges)
        return BigramCounts(
            types=[self.types[i] for i in order],
            counts=self.counts[order],
            bigrams=_moved(self.bigrams, rank, len(order)),
            starts=self.starts[order],
            ends=self.ends[order],
            case=self.case[order],
            n_sentences=self.n_sentences,
            edges=(first, last),
            boundaries=self.boundaries,
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
        self.form_types = np.zeros(0, dtype=np.int64)
        self.form_traits = np.zeros((0, 3), dtype=bool)
        self.bigrams: list[sparse.csr_array] = []
        self.counts = self.starts = self.ends = np.zeros(0, dtype=np.int64)
        self.case = np.zeros((0, 3), dtype=np.int64)
        self.n_sentences = 0
        self.first = self.last = -1

    def add(self, words: list[str], lengths: list[int]) -> None:
        forms = np.fromiter(map(self.forms.__getitem__, words), dtype=np.int64, count=len(words))
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
            bigrams=_total(self.bigrams, n),
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
        new = list(self.forms)[known:]
        types = [self.types[self.normalize(form)] for form in new]
        traits = [(any(map(str.isalnum, form)), form[:1].isupper(), form.isupper() and len(form) > 1) for form in new]
        self.form_types = np.concatenate([self.form_types, np.array(types, dtype=np.int64)])
        self.form_traits = np.concatenate([self.form_traits, np.array(traits, dtype=bool)])

    def _add_case(self, forms: NDArray[np.int64], types: NDArray[np.int64], initial: NDArray[np.bool_]) -> None:
        n = len(self.types)
        wordlike, title, upper = self.form_traits[forms].T
        inside = ~initial
        inside[1:] &= wordlike[:-1]
        seen = [np.bincount(types[mask], minlength=n) for mask in (inside, inside & title, inside & upper)]
        self.case = _grown(self.case, n) + np.stack(seen, axis=1)

    def _add_bigrams(self, types: NDArray[np.int64], initial: NDArray[np.bool_]) -> None:
        n = len(self.types)
        if self.boundaries == "ignore":
            stream = types if self.last < 0 else np.concatenate([[self.last], types])
            self._keep(_pairs(stream, n))
        else:
            inside = np.flatnonzero(~initial[1:])
            self._keep(_table(types[inside], types[inside + 1], n))

    def _keep(self, counts: sparse.csr_array) -> None:
        """Add up tables of like size only, so that a long corpus costs n log n and not n^2."""
        while self.bigrams and self.bigrams[-1].nnz <= 2 * counts.nnz:
            counts = _resized(self.bigrams.pop(), counts.shape[0]) + counts
        self.bigrams.append(counts)


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


def _table(first: NDArray[np.int64], second: NDArray[np.int64], n: int) -> sparse.csr_array:
    ones = np.ones(len(first), dtype=np.int64)
    return sparse.coo_array((ones, (first, second)), shape=(n, n)).tocsr()


def _pairs(stream: NDArray[np.int64], n: int) -> sparse.csr_array:
    return _table(stream[:-1], stream[1:], n)


def _total(tables: list[sparse.csr_array], n: int) -> sparse.csr_array:
    total = sparse.csr_array((n, n), dtype=np.int64)
    for table in reversed(tables):
        total = total + _resized(table, n)
    return total


def _resized(table: sparse.csr_array, n: int) -> sparse.csr_array:
    indptr = np.concatenate([table.indptr, np.full(n - table.shape[0], table.indptr[-1], dtype=table.indptr.dtype)])
    return sparse.csr_array((table.data, table.indices, indptr), shape=(n, n))


def _moved(table: sparse.csr_array, to: NDArray[np.int64], n: int) -> sparse.csr_array:
    entries = table.tocoo()
    return sparse.coo_array((entries.data, (to[entries.row], to[entries.col])), shape=(n, n)).tocsr()


def _grown(array: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    return np.concatenate([array, np.zeros((n - len(array), *array.shape[1:]), dtype=np.int64)])


def _added(first: NDArray[np.int64], second: NDArray[np.int64], to: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    total = _grown(first, n)
    total[to] += second
    return total
