"""Conversion of the tagger's model to an artifact and back, with checks."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import Errors, UserError
from ...shared.artifacts import (
    ArraySpec,
    Artifact,
    ArtifactSource,
    check_writable,
    checked_string_table,
    pack_strings,
    read_artifact,
    unpack_strings,
)
from ...shared.numerics import MOST_TOKENS, Contradictions, all_below, moderate
from ...shared.string_table import StringTable
from ..counting.counts import N_CASES, OLD_CASES
from ..forms.cluster_form_model import ClusterFormModel
from ..forms.shapes import N_SHAPES
from ..naming.naming import Naming
from ..naming.storage import NAMING_SCHEMA, naming_contradictions, naming_from_arrays, naming_to_arrays
from ..settings import Settings
from .model import PassVectors, SVD2Model
from .stored_counts import PAIRS_SCHEMA, StoredCounts, pairs_from_artifact, pairs_to_arrays

if TYPE_CHECKING:
    from .model import PassVectors, SVD2Model

_LARGEST_DESCRIPTOR = 1.01  # two unit vectors, in half precision
_PASS = ("labels", "centroids", "left", "right")


def check_model(model: "SVD2Model") -> Contradictions:
    """Look for contradictions in a model; its word pairs are checked when they are read.

    model (SVD2Model): The model.
    RETURNS (list): The contradictions; empty if the model can be used.
    """
    found = _type_contradictions(model)
    for number, vectors in enumerate(model.passes, 1):
        if any(getattr(vectors, part) is None for part in _PASS):
            # the other checks look at the passes
            return [(f"pass{number}_labels", "or another array of this pass is missing")]
        found += _pass_contradictions(f"pass{number}_", vectors, len(model.types))
    found += _form_contradictions(model) + _context_contradictions(model)
    return found if model.naming is None else found + naming_contradictions(model.naming, len(model.types))


def _has_twins(types: Sequence[str]) -> bool:
    """Whether a string occurs twice: strings are compared only if their hashes are equal."""
    if isinstance(types, StringTable):
        hashes = np.sort(types.hashes)
        if (hashes[1:] != hashes[:-1]).all():
            return False
    return len(set(types)) != len(types)


def _type_contradictions(model: "SVD2Model") -> Contradictions:
    n, counts, case = len(model.types), model.counts, model.case
    if n == 0 or _has_twins(model.types):
        return [("types_data", "holds no types, or one twice")]
    if counts.shape != (n,) or bool((counts < 1).any()) or counts.sum(dtype=np.float64) > MOST_TOKENS:
        return [("counts", "does not hold a count for each type")]
    if bool((counts[1:] > counts[:-1]).any()):
        return [("counts", "does not begin with the most frequent type")]
    if case.shape not in ((n, OLD_CASES), (n, N_CASES)):
        return [("case", "does not hold counts for each type")]
    if bool((case < 0).any() or (case > case[:, :1]).any() or (case[:, 0] > counts).any()):
        return [("case", "holds more tokens than the types have")]
    return []


def _pass_contradictions(prefix: str, vectors: "PassVectors", n: int) -> Contradictions:
    k = len(vectors.centroids)
    if vectors.labels.shape != (n,) or not all_below(vectors.labels, k):
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
        if contexts.shape != (n,) or not all_below(contexts, len(scores) // 2):
            found.append(("context_labels", "does not hold a context class for each type"))
    levels = model.clustering_labels
    if levels is not None and (levels.shape[1] != n or len(levels) < 2 or not all_below(levels, n)):
        found.append(("clusterings", "does not hold clusters for each type"))
    if model.descriptors is not None:
        m, width = model.descriptors.shape
        if m > n or width != model.passes[0].centroids.shape[1]:
            found.append(("descriptors", "does not fit the types or the first pass"))
        if float(np.abs(model.descriptors).max(initial=0)) > _LARGEST_DESCRIPTOR:
            found.append(("descriptors", "holds more than unit vectors"))
    return found


KIND = "svd2_tagger"
_META = {"settings", "lang", "statistics", "bigrams", "naming"}

SCHEMA = {
    "types_data": ArraySpec("uint8", 1),
    "types_offsets": ArraySpec("int64", 1),
    "counts": ArraySpec("int64", 1),
    "case": ArraySpec("int64", 2),
    "descriptors": ArraySpec("float16", 2, optional=True),
    "suffixes_data": ArraySpec("uint8", 1),
    "suffixes_offsets": ArraySpec("int64", 1),
    "suffix_scores": ArraySpec("float16", 2),
    "shape_scores": ArraySpec("float32", 2),
    "class_prior": ArraySpec("float32", 1),
    "context_labels": ArraySpec("int32", 1, optional=True),
    "context_scores": ArraySpec("float32", 2, optional=True),
    **PAIRS_SCHEMA,
    "clusterings": ArraySpec("int32", 2, optional=True),
    **NAMING_SCHEMA,
    **{
        f"pass{number}_{name}": ArraySpec(dtype, ndim, optional=number == 2)
        for number in (1, 2)
        for name, dtype, ndim in (
            ("labels", "int32", 1),
            ("centroids", "float32", 2),
            ("left", "float32", 2),
            ("right", "float32", 2),
        )
    },
}


def model_to_artifact(model: SVD2Model) -> Artifact:
    """Make the artifact of a model.

    model (SVD2Model): The trained model.
    RETURNS (Artifact): Its arrays as in `SCHEMA`, and the rest for JSON.
    RAISES (UserError): It could not be loaded again (A006), or the file it was loaded from has changed (A007).
    """
    types_data, types_offsets = pack_strings(model.types)
    suffixes_data, suffixes_offsets = pack_strings(model.forms.suffixes)
    arrays: dict[str, Any] = {
        "types_data": types_data,
        "types_offsets": types_offsets,
        "counts": model.counts,
        "case": model.case,
        "suffixes_data": suffixes_data,
        "suffixes_offsets": suffixes_offsets,
        "suffix_scores": model.forms.suffix_scores,
        "shape_scores": model.forms.shape_scores,
        "class_prior": model.forms.prior,
        "descriptors": model.descriptors,
        "context_labels": model.context_labels,
        "context_scores": model.context_scores,
        "clusterings": model.clustering_labels,
    }
    for number, vectors in enumerate(model.passes, 1):
        arrays.update({f"pass{number}_{name}": getattr(vectors, name) for name in PassVectors.__annotations__})
    meta: dict[str, Any] = {"settings": model.settings.to_dict(), "lang": model.lang, "statistics": model.statistics}
    if model.word_pairs is not None:
        pairs, meta["bigrams"] = pairs_to_arrays(model.word_pairs)
        arrays.update(pairs)
    if model.naming is not None:
        named, meta["naming"] = naming_to_arrays(model.naming)
        arrays.update(named)
    artifact = Artifact(KIND, meta, {name: array for name, array in arrays.items() if array is not None})
    return check_writable(artifact, SCHEMA, _check_artifact, later=PAIRS_SCHEMA)


def model_from_artifact(source: ArtifactSource, *, name: str = "") -> SVD2Model:
    """Read and check a trained tagger.

    source (Path or bytes): The artifact's file, or its content.
    name (str): How messages name the source; the path by default.
    RAISES (UserError): Whatever `read_artifact` raises, or arrays that contradict one another (A005).
    """
    artifact = read_artifact(source, KIND, SCHEMA, name=name, later=PAIRS_SCHEMA)
    return _unpack(artifact, name or (str(source) if isinstance(source, Path) else "bytes"))


def _check_artifact(artifact: Artifact, label: str) -> None:
    """Check all of an artifact, including the arrays that loading leaves in the file."""
    pairs = _unpack(artifact, label).word_pairs
    if isinstance(pairs, StoredCounts):
        pairs.arrays()


def _unpack(artifact: Artifact, label: str) -> SVD2Model:
    """The model that an artifact holds, checked."""
    if not set(artifact.meta) <= _META:
        raise UserError(Errors.A002.format(path=label, why="its settings are of another version"))
    arrays = artifact.arrays
    types = checked_string_table(arrays["types_data"], arrays["types_offsets"], path=label, name="types_offsets")
    settings = _settings(artifact.meta.get("settings"), label)
    passes = [
        PassVectors(*(arrays.get(f"pass{number}_{part}") for part in PassVectors.__annotations__))  # type: ignore[arg-type]
        for number in range(1, settings.n_passes + 1)
    ]
    suffixes = unpack_strings(arrays["suffixes_data"], arrays["suffixes_offsets"], path=label, name="suffixes_offsets")
    model = SVD2Model(
        types=types,
        counts=arrays["counts"],
        case=arrays["case"],
        passes=passes,
        forms=ClusterFormModel(suffixes, arrays["suffix_scores"], arrays["shape_scores"], arrays["class_prior"]),
        settings=settings,
        lang=_lang(artifact.meta.get("lang", ""), label),
        statistics=_statistics(artifact.meta.get("statistics", {}), label),
        descriptors=arrays.get("descriptors"),
        context_labels=arrays.get("context_labels"),
        context_scores=arrays.get("context_scores"),
        word_pairs=pairs_from_artifact(artifact, types, label),
        naming=_naming(artifact, label),
        clustering_labels=arrays.get("clusterings"),
    )
    for array, why in check_model(model):
        raise UserError(Errors.A005.format(path=label, name=array, why=why))
    return model


def _naming(artifact: Artifact, label: str) -> Naming | None:
    if "naming" not in artifact.meta and not any(name.startswith("naming_") for name in artifact.arrays):
        return None  # nobody has labelled words
    return naming_from_arrays(artifact.arrays, artifact.meta.get("naming"), label)


def _statistics(values: Any, label: str) -> dict[str, int]:
    if not isinstance(values, dict) or not all(
        type(value) is int and 0 <= value < 1 << 63 for value in values.values()
    ):
        raise UserError(Errors.A002.format(path=label, why="its statistics are not whole numbers"))
    return values


def _settings(values: Any, label: str) -> Settings:
    if not isinstance(values, dict):
        raise UserError(Errors.A002.format(path=label, why="it has no settings"))
    try:
        return Settings.from_dict({"normalize": False, **values})  # artifacts of version 0.1.0 do not record it
    except UserError as err:
        raise UserError(Errors.A002.format(path=label, why=err)) from err


def _lang(value: Any, label: str) -> str:
    if not isinstance(value, str):
        raise UserError(Errors.A002.format(path=label, why="its language is not a code"))
    return value
