"""The tagger's model as an artifact, and back, checked."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..artifacts import ArraySpec, Artifact, Source, pack_strings, packed_strings, read_artifact, unpack_strings
from ..errors import Errors, UserError
from ..packed import PackedStrings
from .forms import N_SHAPES, FormModel
from .model import PassVectors, SVD2Model
from .naming import NAMING_SCHEMA, Naming
from .settings import Settings
from .stored_counts import PAIRS_SCHEMA, pairs_from_artifact, pairs_to_arrays

KIND = "svd2_tagger"

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
    """RETURNS (Artifact): Everything, to be written to a file."""
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
        "clusterings": model.clusterings,
    }
    for number, vectors in enumerate(model.passes, 1):
        arrays.update({f"pass{number}_{name}": getattr(vectors, name) for name in PassVectors.__annotations__})
    meta: dict[str, Any] = {"settings": model.settings.to_dict(), "statistics": model.statistics}
    if model.word_pairs is not None:
        pairs, meta["bigrams"] = pairs_to_arrays(model.word_pairs)
        arrays.update(pairs)
    if model.naming is not None:
        named, meta["naming"] = model.naming.to_arrays()
        arrays.update(named)
    return Artifact(KIND, meta, {name: array for name, array in arrays.items() if array is not None})


def model_from_artifact(source: Source, *, name: str = "") -> SVD2Model:
    """Read and check a trained tagger.

    source (Path or bytes): The artifact's file, or its content.
    name (str): How messages name the source; the path by default.
    RAISES (UserError): Whatever `read_artifact` raises, or arrays that contradict one another (A005).
    """
    artifact = read_artifact(source, KIND, SCHEMA, name=name, later=PAIRS_SCHEMA)
    label = name or (str(source) if isinstance(source, Path) else "bytes")
    arrays = artifact.arrays
    types = packed_strings(arrays["types_data"], arrays["types_offsets"], path=label, name="types_offsets")
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
        forms=FormModel(suffixes, arrays["suffix_scores"], arrays["shape_scores"], arrays["class_prior"]),
        settings=settings,
        statistics=artifact.meta.get("statistics", {}),
        descriptors=arrays.get("descriptors"),
        context_labels=arrays.get("context_labels"),
        context_scores=arrays.get("context_scores"),
        word_pairs=pairs_from_artifact(artifact, types, label),
        naming=_naming(artifact, len(types), label),
        clusterings=arrays.get("clusterings"),
    )
    for array, why in _faults(model):
        raise UserError(Errors.A005.format(path=label, name=array, why=why))
    return model


def _naming(artifact: Artifact, n_types: int, label: str) -> Naming | None:
    if "naming" not in artifact.meta and not any(name.startswith("naming_") for name in artifact.arrays):
        return None
    return Naming.from_arrays(artifact.arrays, artifact.meta.get("naming"), n_types, label)


def _settings(values: Any, label: str) -> Settings:
    if not isinstance(values, dict):
        raise UserError(Errors.A002.format(path=label, why="it has no settings"))
    return Settings.from_dict(values)


def _has_twins(types: Sequence[str]) -> bool:
    """Whether a string is there twice: if two hashes are equal, the strings are compared."""
    if isinstance(types, PackedStrings):
        hashes = np.sort(types.hashes)
        if (hashes[1:] != hashes[:-1]).all():
            return False
    return len(set(types)) != len(types)


def _faults(model: SVD2Model) -> list[tuple[str, str]]:
    """Contradictions between the arrays of a model that was read, as (array, what is wrong)."""
    n = len(model.types)
    faults = []
    if n == 0 or _has_twins(model.types):
        faults.append(("types_data", "holds no types, or one twice"))
    if model.counts.shape != (n,) or bool((model.counts < 1).any()):
        faults.append(("counts", "does not hold a count for each type"))
    if model.case.shape != (n, 3) or bool((model.case < 0).any()):
        faults.append(("case", "does not hold three counts for each type"))
    for number, vectors in enumerate(model.passes, 1):
        prefix = f"pass{number}_"
        if any(getattr(vectors, part) is None for part in PassVectors.__annotations__):
            return [(f"{prefix}labels", "or another array of this pass is missing")]
        k = len(vectors.centroids)
        if vectors.labels.shape != (n,) or bool((vectors.labels < 0).any() or (vectors.labels >= k).any()):
            faults.append((f"{prefix}labels", "does not hold a cluster for each type"))
        if vectors.centroids.shape[1] != vectors.left.shape[1] + vectors.right.shape[1]:
            faults.append((f"{prefix}centroids", "does not fit the singular vectors"))
    forms, k = model.forms, len(model.passes[-1].centroids)
    if "" not in forms.suffixes or forms.suffix_scores.shape != (len(forms.suffixes), k):
        faults.append(("suffix_scores", "does not fit the suffixes or the clusters"))
    if forms.shape_scores.shape != (N_SHAPES, k) or forms.prior.shape != (k,):
        faults.append(("shape_scores", "does not fit the clusters"))
    contexts = model.context_labels
    if (contexts is None) != (model.context_scores is None):
        faults.append(("context_labels", "is there without the scores, or the other way round"))
    elif contexts is not None and model.context_scores is not None:
        if model.context_scores.shape[1] != k:
            faults.append(("context_scores", "does not fit the clusters"))
        bound = model.context_scores.shape[0] // 2
        if contexts.shape != (n,) or bool((contexts < 0).any() or (contexts >= bound).any()):
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
    return faults
