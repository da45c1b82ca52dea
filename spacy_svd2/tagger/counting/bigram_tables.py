"""Sparse tables of bigrams over a vocabulary that grows, and their sums."""

from collections import defaultdict
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...shared.numerics import Contradictions, all_below, are_offsets, ascending_within

_LOW = (1 << 32) - 1


def bigram_contradictions(
    data: NDArray[Any], columns: NDArray[Any], rows: NDArray[Any], counts: NDArray[np.int64]
) -> Contradictions:
    """Look for contradictions in a table of bigrams that a file holds, before scipy sees it.

    data (NDArray): How often each bigram occurs.
    columns (NDArray): Its second type.
    rows (NDArray): Where the bigrams of each first type begin in `data` and `columns`, and the last end.
    counts (NDArray): int64 (N,), tokens of each type, checked.
    RETURNS (list): The contradictions, as "rows", "columns" and "bigrams"; empty if the table can be used.
    """
    n = len(counts)
    if not are_offsets(rows, len(columns), n):
        return [("rows", "does not fit the types or the bigrams")]
    if data.shape != columns.shape:
        return [("bigrams", "does not fit the columns")]
    if not all_below(columns, n) or not ascending_within(columns, rows):
        return [("columns", "does not hold types in ascending order")]
    # in floating point: sums of huge numbers must not come round to small ones
    before = np.bincount(np.repeat(np.arange(n), rows[1:] - rows[:-1]), weights=data, minlength=n)
    after = np.bincount(columns, weights=data, minlength=n)
    if bool((data < 1).any() or (before > counts).any() or (after > counts).any()):
        return [("bigrams", "holds more pairs of a type than it has tokens, or none")]
    return []


class TableSum:
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


def numbered() -> defaultdict[str, int]:
    """Numbers for strings in order of first look-up."""
    return defaultdict(count().__next__)


def bigram_table(first: NDArray[Any], second: NDArray[Any], n: int) -> sparse.csr_array:
    """The (n, n) table of how often a type of `first` stands before the type in its place of `second`."""
    keys = (first.astype(np.int64) << 32) | second.astype(np.int64)
    keys.sort()  # far faster than sparse matrices sort
    begins = np.flatnonzero(np.diff(keys, prepend=-1))
    entries = keys[begins]
    offsets = np.zeros(n + 1, dtype=np.int32)
    np.cumsum(np.bincount(entries >> 32, minlength=n), out=offsets[1:])
    counts = np.diff(begins, append=len(keys)).astype(np.int32)
    return sparse.csr_array((counts, (entries & _LOW).astype(np.int32), offsets), shape=(n, n))


def pairs(stream: NDArray[Any], n: int) -> sparse.csr_array:
    """The (n, n) table of the neighbours in a stream of types."""
    return bigram_table(stream[:-1], stream[1:], n)


def moved(table: sparse.csr_array, to: NDArray[np.int64], n: int) -> sparse.csr_array:
    """The same table with other numbers for its types, `to[old]` of n."""
    entries = table.tocoo()
    return sparse.coo_array((entries.data, (to[entries.row], to[entries.col])), shape=(n, n)).tocsr()


def grown(array: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """The array with zeros at its end, n long."""
    return np.concatenate([array, np.zeros((n - len(array), *array.shape[1:]), dtype=np.int64)])


def _resized(table: sparse.csr_array, n: int) -> sparse.csr_array:
    indptr = np.concatenate([table.indptr, np.full(n - table.shape[0], table.indptr[-1], dtype=table.indptr.dtype)])
    return sparse.csr_array((table.data, table.indices, indptr), shape=(n, n))


def _fitting(n: int) -> type[np.int32] | type[np.int64]:
    """The smallest integers that no sum of n ones leaves."""
    return np.int32 if n <= np.iinfo(np.int32).max else np.int64
