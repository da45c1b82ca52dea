"""Means over the types with similar suffixes: words with the same ending tell what a rare word itself does not."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .suffix_tree import affixes

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
_BLOCK = 1 << 10  # types at a time, so that their values stay in the processor's cache


@dataclass(frozen=True)
class SuffixMeans:
    """The mean of any values over the other types with the same suffix, smoothed letter by letter.

    Let v be the values and t(j) the tokens of type j, capped. Summing over the types j other than i that share the
    suffix s with i,
    mean(i, s) = (sum of t(j) v(j) + backing mean(i, s one letter shorter)) / (sum of t(j) + backing),
    beginning with the mean over all types. Suffix guessers smooth the tags of unknown words in this way (Samuelsson
    1993; Thede and Harper 1999; Brants 2000, section 2.3); here the values are rows of features or tag probabilities.
    A type is left out of its own mean, because the mean would otherwise repeat the type's own values.

    levels (list): float32 csr_arrays, the longest suffixes first: (nodes, N) the types at each node times how often
        they count, then (nodes, nodes of the level before) what adds up to a suffix one letter shorter.
    weights (csr_array): float32 (N, all nodes + 1), what the total of each node, level by level, and the mean over all
        types contribute to each type.
    own (NDArray): float32 (N,), what each type would contribute to itself, which is subtracted.
    shares (NDArray): float32 (N,), how often each type counts, as a share of all.
    """

    levels: list[sparse.csr_array]
    weights: sparse.csr_array
    own: F32
    shares: F32

    @classmethod
    def build(
        cls, types: Sequence[str], counts: NDArray[np.int64], *, length: int, backing: float, max_tokens: int
    ) -> "SuffixMeans":
        """Find the suffixes of a vocabulary.

        types (Sequence): N types.
        counts (NDArray): int64 (N,), their tokens.
        length (int): The longest suffix, in letters; at least one.
        backing (float): Weight, in tokens, of the mean for the suffix one letter shorter.
        max_tokens (int): Most tokens that a type counts as.
        """
        tokens = np.minimum(counts, max_tokens).astype(np.float64)
        levels, nodes = _levels(types, tokens, length)
        # unrolls the formula above: each level takes its share of the weight left, the next shorter suffix the rest
        columns, weights = [], []
        first = 0
        total: F64 = np.ones(len(tokens))
        left = np.ones(len(tokens))
        for level, at in zip(levels, nodes, strict=True):
            total = level @ total
            columns.append(at + first)
            weights.append(left / (total[at] - tokens + backing))
            left = backing * weights[-1]
            first += level.shape[0]
        own = tokens * np.sum(weights, axis=0)
        columns.append(np.full(len(tokens), first))
        weights.append(left - 1)  # the mean over all types is subtracted
        ends = np.arange(len(tokens) + 1) * len(columns)
        entries = (np.stack(weights, axis=1).astype(np.float32).ravel(), np.stack(columns, axis=1).ravel(), ends)
        return cls(
            [level.astype(np.float32) for level in levels],
            sparse.csr_array(entries, shape=(len(tokens), first + 1)),
            own.astype(np.float32),
            (tokens / tokens.sum()).astype(np.float32),
        )

    def __call__(self, values: F32, out: F32 | None = None) -> F32:
        """Compute the mean over the other types with the same suffix (see the class), minus the mean over all types.

        values (NDArray): float32 (N, d).
        out (NDArray): float32 (N, d), where to write it.
        RETURNS (NDArray): float32 (N, d).
        """
        totals = [self.levels[0] @ values]
        for level in self.levels[1:]:
            totals.append(level @ totals[-1])
        table = np.vstack([*totals, self.shares @ values])
        result = np.empty_like(values) if out is None else out
        for start in range(0, len(values), _BLOCK):
            rows = slice(start, start + _BLOCK)
            result[rows] = self.weights[rows] @ table
            result[rows] -= self.own[rows, None] * values[rows]
        return result


def _levels(types: Sequence[str], tokens: F64, length: int) -> tuple[list[sparse.csr_array], list[I64]]:
    """The tables `SuffixMeans.levels`, and for each level the node of each type."""
    names, which = affixes(types, length, "suffix")
    levels, nodes = [_table(which, tokens, len(names))], [which]
    for size in range(length - 1, 0, -1):
        shorter, up = affixes(names, size, "suffix")
        levels.append(_table(up, np.ones(len(names)), len(shorter)))
        nodes.append(up[nodes[-1]])
        names = shorter
    return levels, nodes


def _table(nodes: I64, values: F64, n: int) -> sparse.csr_array:
    """The (n, len(nodes)) table of `values` by their nodes."""
    return sparse.coo_array((values, (nodes, np.arange(len(nodes)))), shape=(n, len(nodes))).tocsr()
