"""The tagger's model as an artifact, and back, checked."""

from pathlib import Path
from typing import Any

from ...errors import Errors, UserError
from ...shared.artifacts import (
    ArraySpec,
    Artifact,
    ArtifactSource,
    checked_string_table,
    pack_strings,
    read_artifact,
    unpack_strings,
)
from ..forms.suffix_tree import FormModel
from ..naming.naming import NAMING_SCHEMA, Naming
from ..settings import Settings
from .model import PassVectors, SVD2Model
from .stored_counts import PAIRS_SCHEMA, pairs_from_artifact, pairs_to_arrays
from .validation import model_contradictions

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
        "clusterings": model.clustering_labels,
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


def model_from_artifact(source: ArtifactSource, *, name: str = "") -> SVD2Model:
    """Read and check a trained tagger.

    source (Path or bytes): The artifact's file, or its content.
    name (str): How messages name the source; the path by default.
    RAISES (UserError): Whatever `read_artifact` raises, or arrays that contradict one another (A005).
    """
    artifact = read_artifact(source, KIND, SCHEMA, name=name, later=PAIRS_SCHEMA)
    label = name or (str(source) if isinstance(source, Path) else "bytes")
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
        forms=FormModel(suffixes, arrays["suffix_scores"], arrays["shape_scores"], arrays["class_prior"]),
        settings=settings,
        statistics=_statistics(artifact.meta.get("statistics", {}), label),
        descriptors=arrays.get("descriptors"),
        context_labels=arrays.get("context_labels"),
        context_scores=arrays.get("context_scores"),
        word_pairs=pairs_from_artifact(artifact, types, label),
        naming=_naming(artifact, len(types), label),
        clustering_labels=arrays.get("clusterings"),
    )
    for array, why in model_contradictions(model):
        raise UserError(Errors.A005.format(path=label, name=array, why=why))
    return model


def _naming(artifact: Artifact, n_types: int, label: str) -> Naming | None:
    if "naming" not in artifact.meta and not any(name.startswith("naming_") for name in artifact.arrays):
        return None
    return Naming.from_arrays(artifact.arrays, artifact.meta.get("naming"), n_types, label)


def _statistics(values: Any, label: str) -> dict[str, int]:
    if not isinstance(values, dict) or not all(
        type(value) is int and 0 <= value < 1 << 63 for value in values.values()
    ):
        raise UserError(Errors.A002.format(path=label, why="its statistics are not whole numbers"))
    return values


def _settings(values: Any, label: str) -> Settings:
    if not isinstance(values, dict):
        raise UserError(Errors.A002.format(path=label, why="it has no settings"))
    return Settings.from_dict(values)
