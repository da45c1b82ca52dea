"""What can be wrong with a tagger's arrays, each of which is well-formed: they contradict one another."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...shared.string_table import PackedStrings
from ..forms.suffix_tree import N_SHAPES

if TYPE_CHECKING:
    from .model import PassVectors, SVD2Model

Faults = list[tuple[str, str]]
"""The name of an array, and what is wrong with it."""

LARGEST_SCORE = 1e6
"""Of the logarithms that are added up to choose a tag; far beyond what any corpus gives, and no sum overflows."""
_LARGEST_DESCRIPTOR = 1.01  # two unit vectors, in half precision
_PASS = ("labels", "centroids", "left", "right")


def model_faults(model: "SVD2Model") -> Faults:
    """Look for contradictions in a model that was read.

    model (SVD2Model): The model.
    RETURNS (list): The faults; empty if it can be used.
    """
    faults = _type_faults(model)
    for number, vectors in enumerate(model.passes, 1):
        if any(getattr(vectors, part) is None for part in _PASS):
            return [(f"pass{number}_labels", "or another array of this pass is missing")]
        faults += _pass_faults(f"pass{number}_", vectors, len(model.types))
    return faults + _form_faults(model) + _context_faults(model)


def pair_faults(arrays: Sequence[NDArray[Any] | None], counts: NDArray[np.int64], n: int) -> Faults:
    """Look for contradictions in the word pairs of a model.

    arrays (Sequence): Counts, next types, offsets and edges; None where one is missing.
    counts (NDArray): int64, tokens of each type.
    n (int): Types.
    RETURNS (list): The faults; empty if they can be used.
    """
    data, columns, rows, edges = arrays
    if data is None or columns is None or rows is None or edges is None:
        return [("bigrams_counts", "or another array of the word pairs is missing")]
    if len(counts) != n or len(data) != len(columns) or len(rows) != n + 1 or rows[0] != 0 or rows[-1] != len(data):
        return [("bigrams_counts", "does not fit the types")]
    if bool((np.diff(rows) < 0).any() or (columns < 0).any() or (columns >= n).any() or (data < 1).any()):
        return [("bigrams_counts", "does not fit the types")]
    if not ascending_within(columns, rows):
        return [("bigrams_next", "does not hold types in ascending order")]
    if edges.shape != (2, n) or bool((edges < 0).any() or (edges > counts).any()):
        return [("edges", "does not fit the counts")]
    # in floating point: sums of huge numbers must not come round to small ones
    before = np.bincount(np.repeat(np.arange(n), np.diff(rows)), weights=data, minlength=n)
    after = np.bincount(columns, weights=data, minlength=n)
    if bool((before > counts).any() or (after > counts).any()):
        return [("bigrams_counts", "holds more pairs of a type than it has tokens")]
    return []


def ascending_within(columns: NDArray[Any], rows: NDArray[Any]) -> bool:
    """Whether the columns of each row of a sparse table ascend, none there twice.

    columns (NDArray): Of all rows, end to end.
    rows (NDArray): Where each row begins and the last ends.
    """
    ascends = np.diff(columns) > 0
    starts = rows[1:-1][(rows[1:-1] > 0) & (rows[1:-1] < len(columns))]
    ascends[starts - 1] = True
    return bool(ascends.all())


def probable(table: NDArray[Any]) -> bool:
    """Whether a table's rows are probabilities, as half precision keeps them."""
    sums = table.sum(axis=-1, dtype=np.float64)
    return bool((table >= 0).all() and (np.abs(sums - 1) < 0.05).all())


def moderate(table: NDArray[Any]) -> bool:
    """Whether all of a table's scores can be added up."""
    return float(np.abs(table).max(initial=0)) <= LARGEST_SCORE


def _has_twins(types: Sequence[str]) -> bool:
    """Whether a string is there twice: if two hashes are equal, the strings are compared."""
    if isinstance(types, PackedStrings):
        hashes = np.sort(types.hashes)
        if (hashes[1:] != hashes[:-1]).all():
            return False
    return len(set(types)) != len(types)


def _type_faults(model: "SVD2Model") -> Faults:
    n, counts, case = len(model.types), model.counts, model.case
    if n == 0 or _has_twins(model.types):
        return [("types_data", "holds no types, or one twice")]
    if counts.shape != (n,) or bool((counts < 1).any()) or counts.sum(dtype=np.float64) >= 1 << 62:
        return [("counts", "does not hold a count for each type")]
    if bool((np.diff(counts) > 0).any()):
        return [("counts", "does not begin with the most frequent type")]
    if case.shape != (n, 3) or bool((case < 0).any() or (case > case[:, :1]).any() or (case[:, 0] > counts).any()):
        return [("case", "does not hold three counts for each type")]
    return []


def _pass_faults(prefix: str, vectors: "PassVectors", n: int) -> Faults:
    k = len(vectors.centroids)
    if vectors.labels.shape != (n,) or bool((vectors.labels < 0).any() or (vectors.labels >= k).any()):
        return [(f"{prefix}labels", "does not hold a cluster for each type")]
    if vectors.centroids.shape[1] != vectors.left.shape[1] + vectors.right.shape[1]:
        return [(f"{prefix}centroids", "does not fit the singular vectors")]
    if not moderate(vectors.centroids) or not moderate(vectors.left) or not moderate(vectors.right):
        return [(f"{prefix}centroids", "or the singular vectors hold huge numbers")]
    return []


def _form_faults(model: "SVD2Model") -> Faults:
    forms, k = model.forms, len(model.passes[-1].centroids)
    if "" not in forms.suffixes or forms.suffix_scores.shape != (len(forms.suffixes), k):
        return [("suffix_scores", "does not fit the suffixes or the clusters")]
    if len(set(forms.suffixes)) != len(forms.suffixes):
        return [("suffixes_data", "holds a suffix twice")]
    if forms.shape_scores.shape != (N_SHAPES, k) or forms.prior.shape != (k,):
        return [("shape_scores", "does not fit the clusters")]
    if not moderate(forms.shape_scores) or not moderate(forms.prior):
        return [("shape_scores", "or class_prior holds huge numbers")]
    return []


def _context_faults(model: "SVD2Model") -> Faults:
    n, k, faults = len(model.types), len(model.passes[-1].centroids), []
    contexts, scores = model.context_labels, model.context_scores
    if (contexts is None) != (scores is None):
        faults.append(("context_labels", "is there without the scores, or the other way round"))
    elif contexts is not None and scores is not None:
        if scores.shape[1] != k or len(scores) % 2 or not moderate(scores):
            faults.append(("context_scores", "does not fit the clusters"))
        if contexts.shape != (n,) or bool((contexts < 0).any() or (contexts >= len(scores) // 2).any()):
            faults.append(("context_labels", "does not hold a context class for each type"))
    levels = model.clusterings
    if levels is not None and (
        levels.shape[1] != n or len(levels) < 2 or bool((levels < 0).any() or (levels >= n).any())
    ):
        faults.append(("clusterings", "does not hold clusters for each type"))
    if model.descriptors is not None:
        m, width = model.descriptors.shape
        if m > n or width != model.passes[0].centroids.shape[1]:
            faults.append(("descriptors", "does not fit the types or the first pass"))
        if float(np.abs(model.descriptors).max(initial=0)) > _LARGEST_DESCRIPTOR:
            faults.append(("descriptors", "holds more than unit vectors"))
    return faults
