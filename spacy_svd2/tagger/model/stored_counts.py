"""Bigram counts of a saved model, loaded lazily because tagging does not need them."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...errors import Errors, UserError
from ...shared.artifacts import ArraySpec, Artifact, Shape, StoredArrays
from ...shared.numerics import Contradictions
from ..counting.bigram_tables import bigram_contradictions
from ..counting.counts import DROPPED, BigramCounts
from ..settings import Boundaries

PAIRS_SCHEMA = {
    "bigrams_counts": ArraySpec("int64", 1, optional=True),
    "bigrams_next": ArraySpec("int32", 1, optional=True),
    "bigrams_offsets": ArraySpec("int64", 1, optional=True),
    "edges": ArraySpec("int64", 2, optional=True),
}
_ARRAY_NAMES = {"rows": "bigrams_offsets", "columns": "bigrams_next", "bigrams": "bigrams_counts"}


class StoredCounts:
    """The counts of a model, still in its file: the headers have been checked, the content is when it is read.

    about (dict): What JSON keeps of them: "edges" and "boundaries".
    """

    def __init__(self, arrays: StoredArrays, about: dict[str, Any], known: Artifact, types: Sequence[str], label: str):
        self.about = about
        self._arrays = arrays
        self._rest = {name: known.arrays[name] for name in ("counts", "case")}
        self._types = types
        self._label = label

    def arrays(self) -> dict[str, Any]:
        """The arrays as they are in the file.

        RAISES (UserError): The file has been damaged (A002) or overwritten since (A007), or they contradict one another
            (A005).
        """
        arrays, n = self._arrays.read(), len(self._types)
        for name, why in pair_contradictions([arrays.get(name) for name in PAIRS_SCHEMA], self._rest["counts"], n):
            raise UserError(Errors.A005.format(path=self._label, name=name, why=why))
        return arrays

    def read(self) -> BigramCounts:
        """Read the counts.

        RAISES (UserError): See `arrays`.
        """
        arrays, n = self.arrays(), len(self._types)
        data, indices, offsets, edges = (arrays[name] for name in PAIRS_SCHEMA)
        offsets = offsets.astype(np.int32 if len(data) < 1 << 31 else np.int64)
        first, last = self.about["edges"]
        return BigramCounts(
            types=list(self._types),  # which are asked for one by one, many times
            counts=self._rest["counts"],
            bigrams=sparse.csr_array((data, indices, offsets), shape=(n, n)),
            starts=edges[0],
            ends=edges[1],
            case=self._rest["case"],
            n_sentences=int(edges[0].sum()),
            edges=(first, last),
            boundaries=self.about["boundaries"],
        )


def pairs_to_arrays(pairs: BigramCounts | StoredCounts) -> tuple[dict[str, Any], dict[str, Any]]:
    """Make arrays of the counts of a model.

    pairs (BigramCounts or StoredCounts): The counts; those that are still in a file are copied from there.
    RETURNS (tuple): Arrays as in `PAIRS_SCHEMA`, and the rest for JSON.
    """
    if isinstance(pairs, StoredCounts):
        return pairs.arrays(), pairs.about
    table = pairs.bigrams
    arrays = {
        "bigrams_counts": table.data.astype(np.int64),
        "bigrams_next": table.indices.astype(np.int32),
        "bigrams_offsets": table.indptr.astype(np.int64),
        "edges": np.stack([pairs.starts, pairs.ends]),
    }
    return arrays, {"edges": list(pairs.edges), "boundaries": pairs.boundaries}


def pairs_from_artifact(artifact: Artifact, types: Sequence[str], label: str) -> StoredCounts | None:
    """Find the counts that an artifact holds, without reading them.

    artifact (Artifact): Read with `PAIRS_SCHEMA` to come later.
    types (Sequence): The types.
    label (str): How messages name the source.
    RETURNS (StoredCounts): The counts; None if it holds none, as when there were too many word pairs.
    RAISES (UserError): An array or its description is missing, or does not fit the types (A005).
    """
    about, n = artifact.meta.get("bigrams"), len(types)
    if about is None:
        return None
    if artifact.stored is None or _shape_contradictions(artifact.stored.shapes, n):
        raise UserError(Errors.A005.format(path=label, name="bigrams_counts", why="does not fit the types"))
    if not _describes(about, n):
        raise UserError(Errors.A005.format(path=label, name="bigrams_counts", why="has no valid description"))
    return StoredCounts(artifact.stored, about, artifact, types, label)


def _shape_contradictions(shapes: Mapping[str, Shape], n: int) -> bool:
    if set(shapes) != set(PAIRS_SCHEMA):
        return True
    data, indices, offsets, edges = (shapes[name] for name in PAIRS_SCHEMA)
    return data != indices or offsets != (n + 1,) or edges != (2, n)


def _describes(about: Any, n: int) -> bool:
    edges = about.get("edges") if isinstance(about, dict) and about.get("boundaries") in get_args(Boundaries) else None
    return (
        isinstance(edges, list) and len(edges) == 2 and all(type(edge) is int and DROPPED <= edge < n for edge in edges)
    )


def pair_contradictions(arrays: Sequence[NDArray[Any] | None], counts: NDArray[np.int64], n: int) -> Contradictions:
    """Look for contradictions in the word pairs of a model.

    arrays (Sequence): Counts, next types, offsets and edges; None where one is missing.
    counts (NDArray): int64, tokens of each type.
    n (int): Types.
    RETURNS (list): The contradictions; empty if they can be used.
    """
    data, columns, rows, edges = arrays
    if data is None or columns is None or rows is None or edges is None:
        return [("bigrams_counts", "or another array of the word pairs is missing")]
    if len(counts) != n:
        return [("bigrams_counts", "does not fit the types")]
    if found := bigram_contradictions(data, columns, rows, counts):
        return [(_ARRAY_NAMES[name], why) for name, why in found]
    if edges.shape != (2, n) or bool((edges < 0).any() or (edges > counts).any()):
        return [("edges", "does not fit the counts")]
    return []
