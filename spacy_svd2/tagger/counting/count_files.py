"""Counts on disk: an artifact that holds everything in a `BigramCounts`, and notes on how it was counted."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...errors import Errors, UserError
from ...shared.artifacts import (
    ArraySpec,
    Artifact,
    ArtifactSource,
    check_writable,
    pack_strings,
    read_artifact,
    unpack_strings,
)
from ...shared.numerics import MOST_TOKENS, Contradictions
from ..settings import Boundaries
from .bigram_tables import bigram_contradictions
from .counts import DROPPED, N_CASES, OLD_CASES, BigramCounts

KIND = "svd2_counts"
SCHEMA = {
    "types_data": ArraySpec("uint8", 1),
    "types_offsets": ArraySpec("int64", 1),
    "counts": ArraySpec("int64", 1),
    "starts": ArraySpec("int64", 1),
    "ends": ArraySpec("int64", 1),
    "case": ArraySpec("int64", 2),
    "rows": ArraySpec("int64", 1),
    "columns": ArraySpec("int32", 1),
    "bigrams": ArraySpec("uint32", 1),
    "bigrams_high": ArraySpec("uint32", 1, optional=True),
}
_BOUNDARIES: tuple[Boundaries, ...] = ("ignore", "stop", "token")
_HALF = np.uint64(32)


def counts_to_artifact(counts: BigramCounts, about: dict[str, Any]) -> Artifact:
    """Make an artifact of the kind "svd2_counts"; equal counts give equal bytes, whatever their memory layout.

    counts (BigramCounts): The counts.
    about (dict): JSON-serialisable notes on how they were made, such as the attribute and the tokenizer.
    RETURNS (Artifact): To be written with `write_artifact`.
    RAISES (UserError): It could not be read again (A006).
    """
    table = counts.bigrams.sorted_indices() if not counts.bigrams.has_sorted_indices else counts.bigrams
    types_data, types_offsets = pack_strings(counts.types)
    values = table.data.astype(np.uint64)
    arrays: dict[str, Any] = {
        "types_data": types_data,
        "types_offsets": types_offsets,
        **{name: getattr(counts, name) for name in ("counts", "starts", "ends", "case")},
        "rows": table.indptr.astype(np.int64),
        "columns": table.indices.astype(np.int32),
        "bigrams": values.astype(np.uint32),
    }
    if (high := (values >> _HALF).astype(np.uint32)).any():
        arrays["bigrams_high"] = high
    meta = {
        "boundaries": counts.boundaries,
        "edges": list(counts.edges),
        "n_sentences": counts.n_sentences,
        "n_dropped": counts.n_dropped,
        "about": about,
    }
    return check_writable(Artifact(KIND, meta, arrays), SCHEMA, _unpack)


def counts_from_artifact(source: ArtifactSource, *, name: str = "") -> tuple[BigramCounts, dict[str, Any]]:
    """Read and check counts.

    source (Path or bytes): The artifact's file, or its content.
    name (str): How messages name the source; the path by default.
    RETURNS (tuple): The counts, and the notes they were written with.
    RAISES (UserError): Whatever `read_artifact` raises, or arrays that contradict one another (A005).
    """
    artifact = read_artifact(source, KIND, SCHEMA, name=name)
    return _unpack(artifact, name or (str(source) if isinstance(source, Path) else "bytes"))


def check_counts_file(path: Path) -> None:
    """Check the checksums and the arrays of a file of counts, but not whether the arrays agree with each other.

    path (Path): The file.
    RAISES (UserError): See `read_artifact`.
    """
    read_artifact(path, KIND, SCHEMA)


def _unpack(artifact: Artifact, label: str) -> tuple[BigramCounts, dict[str, Any]]:
    """The counts and the notes that an artifact holds, checked."""
    arrays, meta = artifact.arrays, artifact.meta
    types = unpack_strings(arrays["types_data"], arrays["types_offsets"], path=label, name="types_offsets")
    for array, why in _meta_faults(meta, len(types)) or _faults(arrays, meta, types):
        raise UserError(Errors.A005.format(path=label, name=array, why=why))
    values = _joined(arrays)
    if int(arrays["counts"].sum()) <= np.iinfo(np.int32).max:
        values = values.astype(np.int32)
    index = np.int32 if len(values) <= np.iinfo(np.int32).max else np.int64
    indices = (arrays["columns"].astype(index), arrays["rows"].astype(index))
    counts = BigramCounts(
        types=types,
        counts=arrays["counts"],
        bigrams=sparse.csr_array((values, *indices), shape=(len(types), len(types))),
        starts=arrays["starts"],
        ends=arrays["ends"],
        # counts of earlier versions do not say whether words have capitals inside
        case=np.pad(arrays["case"], [(0, 0), (0, N_CASES - arrays["case"].shape[1])]),
        n_sentences=meta["n_sentences"],
        edges=tuple(meta["edges"]),
        boundaries=meta["boundaries"],
        n_dropped=meta["n_dropped"],
    )
    return counts, meta["about"]


def _meta_faults(meta: dict[str, Any], n: int) -> Contradictions:
    edges = meta.get("edges")
    whole = [meta.get("n_sentences"), meta.get("n_dropped")]
    if (
        meta.get("boundaries") not in _BOUNDARIES
        or not isinstance(meta.get("about"), dict)
        or any(type(value) is not int or not 0 <= value <= MOST_TOKENS for value in whole)
        or not isinstance(edges, list)
        or [type(edge) for edge in edges] != [int, int]
        or not all(DROPPED <= edge < n for edge in edges)
    ):
        return [("meta", "lacks a value, or holds one out of range")]
    return []


def _faults(arrays: dict[str, Any], meta: dict[str, Any], types: list[str]) -> Contradictions:
    """Contradictions between the arrays of counts that were read."""
    n, counts = len(types), arrays["counts"]
    if len(set(types)) != n:
        return [("types_data", "holds a type twice")]
    if counts.shape != (n,) or bool((counts < 1).any()) or counts.sum(dtype=np.float64) > MOST_TOKENS:
        return [("counts", "does not hold a count for each type")]
    columns = OLD_CASES if arrays["case"].shape[1] == OLD_CASES else N_CASES
    for name, shape in (("starts", (n,)), ("ends", (n,)), ("case", (n, columns))):
        if arrays[name].shape != shape or bool((arrays[name] < 0).any() or (counts < arrays[name].T).any()):
            return [(name, "does not fit the types")]
    n_tokens = int(counts.sum())
    if meta["n_sentences"] > n_tokens + meta["n_dropped"]:
        return [("meta", "holds more sentences than tokens")]
    if len(arrays.get("bigrams_high", arrays["bigrams"])) != len(arrays["bigrams"]):
        return [("bigrams_high", "does not fit the bigrams")]
    values = _joined(arrays)
    if found := bigram_contradictions(values, arrays["columns"], arrays["rows"], counts):
        return found
    total = int(values.sum())
    units = min(n_tokens, 1) if meta["boundaries"] == "ignore" else meta["n_sentences"]
    if total > n_tokens or (not meta["n_dropped"] and total != n_tokens - units):
        return [("bigrams", "does not add up to the tokens")]
    return []


def _joined(arrays: dict[str, Any]) -> NDArray[np.int64]:
    """How often each bigram occurs, joined from two halves; from 2^63 up it becomes negative, and is refused."""
    low: NDArray[np.int64] = arrays["bigrams"].astype(np.int64)
    return low + (arrays["bigrams_high"].astype(np.int64) << 32) if "bigrams_high" in arrays else low
