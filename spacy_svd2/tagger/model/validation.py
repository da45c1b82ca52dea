"""What can be wrong with a tagger's arrays, each of which is well-formed: they contradict one another."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...shared.checks import moderate
from ...shared.string_table import StringTable
from ..forms.suffix_tree import N_SHAPES
from .stored_counts import Contradictions

if TYPE_CHECKING:
    from .model import PassVectors, SVD2Model


_LARGEST_DESCRIPTOR = 1.01  # two unit vectors, in half precision
_PASS = ("labels", "centroids", "left", "right")


def model_contradictions(model: "SVD2Model") -> Contradictions:
    """Look for contradictions in a model that was read.

    model (SVD2Model): The model.
    RETURNS (list): The contradictions; empty if it can be used.
    """
    found = _type_contradictions(model)
    for number, vectors in enumerate(model.passes, 1):
        if any(getattr(vectors, part) is None for part in _PASS):
            return [(f"pass{number}_labels", "or another array of this pass is missing")]
        found += _pass_contradictions(f"pass{number}_", vectors, len(model.types))
    return found + _form_contradictions(model) + _context_contradictions(model)


def _has_twins(types: Sequence[str]) -> bool:
    """Whether a string is there twice: if two hashes are equal, the strings are compared."""
    if isinstance(types, StringTable):
        hashes = np.sort(types.hashes)
        if (hashes[1:] != hashes[:-1]).all():
            return False
    return len(set(types)) != len(types)


def _type_contradictions(model: "SVD2Model") -> Contradictions:
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


def _pass_contradictions(prefix: str, vectors: "PassVectors", n: int) -> Contradictions:
    k = len(vectors.centroids)
    if vectors.labels.shape != (n,) or bool((vectors.labels < 0).any() or (vectors.labels >= k).any()):
        return [(f"{prefix}labels", "does not hold a cluster for each type")]
    if vectors.centroids.shape[1] != vectors.left.shape[1] + vectors.right.shape[1]:
        return [(f"{prefix}centroids", "does not fit the singular vectors")]
    if not moderate(vectors.centroids) or not moderate(vectors.left) or not moderate(vectors.right):
        return [(f"{prefix}centroids", "or the singular vectors hold huge numbers")]
    return []


def _form_contradictions(model: "SVD2Model") -> Contradictions:
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


def _context_contradictions(model: "SVD2Model") -> Contradictions:
    n, k, found = len(model.types), len(model.passes[-1].centroids), []
    contexts, scores = model.context_labels, model.context_scores
    if (contexts is None) != (scores is None):
        found.append(("context_labels", "is there without the scores, or the other way round"))
    elif contexts is not None and scores is not None:
        if scores.shape[1] != k or len(scores) % 2 or not moderate(scores):
            found.append(("context_scores", "does not fit the clusters"))
        if contexts.shape != (n,) or bool((contexts < 0).any() or (contexts >= len(scores) // 2).any()):
            found.append(("context_labels", "does not hold a context class for each type"))
    levels = model.clustering_labels
    if levels is not None and (
        levels.shape[1] != n or len(levels) < 2 or bool((levels < 0).any() or (levels >= n).any())
    ):
        found.append(("clusterings", "does not hold clusters for each type"))
    if model.descriptors is not None:
        m, width = model.descriptors.shape
        if m > n or width != model.passes[0].centroids.shape[1]:
            found.append(("descriptors", "does not fit the types or the first pass"))
        if float(np.abs(model.descriptors).max(initial=0)) > _LARGEST_DESCRIPTOR:
            found.append(("descriptors", "holds more than unit vectors"))
    return found
