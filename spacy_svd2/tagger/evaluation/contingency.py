"""Counting labels: the integer groundwork of the measures in `metrics`."""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import Errors, UserError

Labels = Sequence[Hashable] | NDArray[Any]
Ids = NDArray[np.int64]
Table = NDArray[np.int64]


def check_lengths(**sequences: Labels) -> None:
    """Make sure that each sequence has one label for each token.

    **sequences (Labels): Sequences by the name that messages give them.
    RAISES (UserError): They differ in length.
    """
    lengths = {name: len(values) for name, values in sequences.items()}
    if len(set(lengths.values())) > 1:
        raise UserError(Errors.M001.format(lengths=", ".join(f"{n} {name}" for name, n in lengths.items())))


def factorise(values: Labels) -> Ids:
    """Number labels from 0 in the order in which they first occur.

    values (Labels): Labels, shape (n,).
    RETURNS (Ids): Shape (n,).
    """
    labels = values.tolist() if isinstance(values, np.ndarray) else values
    index = {label: i for i, label in enumerate(dict.fromkeys(labels))}
    return np.fromiter(map(index.__getitem__, labels), np.int64, len(labels))


def count_pairs(rows: Ids, columns: Ids) -> Table:
    """Count how often each row number occurs with each column number.

    rows (Ids): Numbers from 0 without gaps, shape (n,).
    columns (Ids): Numbers from 0 without gaps, shape (n,).
    RETURNS (Table): Shape (n_rows, n_columns).
    """
    n_rows, n_columns = rows.max(initial=-1) + 1, columns.max(initial=-1) + 1
    return np.bincount(rows * n_columns + columns, minlength=n_rows * n_columns).reshape(n_rows, n_columns)


def most_common(rows: Ids, columns: Ids) -> Ids:
    """Find the most frequent column of each row, without building the dense table; ties go to the lowest.

    rows (Ids): Numbers from 0 without gaps, shape (n,).
    columns (Ids): Numbers from 0, shape (n,).
    RETURNS (Ids): Shape (n_rows,).
    """
    width = columns.max(initial=0) + 1
    cells, counts = np.unique(rows * width + columns, return_counts=True)
    row, column = np.divmod(cells, width)
    order = np.lexsort((column, -counts, row))
    first = np.unique(row[order], return_index=True)[1]
    return column[order][first]


def entropy(counts: NDArray[np.int64]) -> float:
    """Compute the entropy of a distribution from counts.

    counts (NDArray): Counts, shape (n,).
    RETURNS (float): Bits; 0.0 for no counts.
    """
    n = counts[counts > 0]
    total = n.sum()
    return float((n * np.log2(total / n)).sum() / max(total, 1))


def conditional_entropy(table: Table) -> float:
    """Compute H(columns | rows).

    table (Table): Contingency table, shape (n_rows, n_columns).
    RETURNS (float): Bits; exactly 0.0 where every row has one column only.
    """
    rows, columns = np.nonzero(table)
    n = table[rows, columns]
    return float((n * np.log2(table.sum(axis=1)[rows] / n)).sum() / max(n.sum(), 1))
