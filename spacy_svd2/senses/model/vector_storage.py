"""The parts of a sense model's artifact that only a model with vectors of the pipeline has."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .context_vectors import KINDS, VectorSource
from .feature_space import Space

ARRAYS = ("vector_means", "vector_rows", "vector_probes")
_WIDEST = 1 << 20  # dimensions of a vector; far beyond what there is
_UNIT = 1.01


def vector_arrays(source: VectorSource, spaces: Iterable[Space]) -> dict[str, NDArray[Any]]:
    """Make the arrays: of the words whose vector kernel has a share, end to end, and of the probes.

    source (VectorSource): The vectors of training.
    spaces (Iterable): The spaces of all words, in order.
    RETURNS (dict): The arrays by name.
    """
    means, rows = [np.zeros(0, dtype=np.float32)], [np.zeros(0, dtype=np.float16)]
    for space in spaces:
        if space.vectors is not None and space.vector_rows is not None:
            means.append(space.vectors.means)
            rows.append(space.vector_rows.ravel())
    return dict(zip(ARRAYS, (np.concatenate(means), np.concatenate(rows), source.probe_vectors), strict=True))


def vector_meta(source: VectorSource) -> dict[str, Any]:
    """Make the JSON data that records where vectors come from."""
    return {"kind": source.kind, "width": source.width, "probes": list(source.probes)}


def read_source(
    found: Any, arrays: Mapping[str, NDArray[Any]], check: Callable[[Any, str], None]
) -> VectorSource | None:
    """Read where vectors come from.

    found (Any): What should be the result of `vector_meta`; None in an artifact without vectors.
    arrays (Mapping): The arrays of the artifact.
    check (Callable): Called with a condition and what is wrong if it does not hold.
    RETURNS (VectorSource): The vectors of training, or None.
    """
    present = [name in arrays for name in ARRAYS]
    check(all(present) if found is not None else not any(present), "has incomplete vectors")
    if found is None:
        return None
    check(isinstance(found, dict) and set(found) == {"kind", "width", "probes"}, "does not say what its vectors are")
    kind, width, probes = found["kind"], found["width"], found["probes"]
    known = kind in KINDS and type(width) is int and 0 < width < _WIDEST
    check(known and isinstance(probes, list), "has vectors of no known kind")
    vectors = arrays["vector_probes"]
    fits = len(probes) == len(vectors) and vectors.shape[1] == (width if kind == "vectors" else 0)
    words = all(isinstance(word, str) for word in probes)
    check(fits and words and (np.abs(vectors) <= _UNIT).all(), "has vectors that do not fit their words")
    return VectorSource(kind, width, tuple(probes), vectors)
