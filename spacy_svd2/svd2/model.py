"""A trained tagger: the types of a corpus, their clusters, and what later work needs of how they were found."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from ..artifacts import ArraySpec, Artifact, Source, pack_strings, read_artifact, unpack_strings
from ..errors import Errors, UserError
from .counts import BigramCounts
from .forms import UnknownWords
from .induce import Pass, induce
from .settings import Settings

KIND = "svd2_tagger"
DESCRIBED_FROM = 2
MAX_DESCRIBED = 100_000

SCHEMA = {
    "types_data": ArraySpec("uint8", 1),
    "types_offsets": ArraySpec("int64", 1),
    "counts": ArraySpec("int64", 1),
    "case": ArraySpec("int64", 2),
    "descriptors": ArraySpec("float16", 2, optional=True),
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


@dataclass(frozen=True)
class PassVectors:
    """What is kept of one pass: enough to describe and to class a word from its contexts.

    labels (NDArray): int32 (N,), the cluster of each type.
    centroids (NDArray): float32 (k, r_left + r_right).
    left, right (NDArray): float32 (contexts, rank), right singular vectors of each side.
    """

    labels: NDArray[np.int32]
    centroids: NDArray[np.float32]
    left: NDArray[np.float32]
    right: NDArray[np.float32]


@dataclass(frozen=True)
class SVD2Model:
    """Clusters of word types, sorted: types by frequency, clusters by their tokens.

    types (list): The N types, most frequent first.
    counts (NDArray): int64 (N,), tokens of each type.
    case (NDArray): int64 (N, 3), see `BigramCounts.case`.
    passes (list): One or two `PassVectors`; the last holds the clusters that are the result.
    settings (Settings): How it was trained.
    statistics (dict): n_sentences, n_tokens, n_types, n_hapaxes.
    descriptors (NDArray): float16 (m, r_left + r_right), first-pass descriptors of the m most frequent types, to
        compare words: those that occur `DESCRIBED_FROM` times or more, at most `MAX_DESCRIBED`; None in artifacts
        that lack them.
    """

    types: list[str]
    counts: NDArray[np.int64]
    case: NDArray[np.int64]
    passes: list[PassVectors]
    settings: Settings
    statistics: dict[str, int] = field(default_factory=dict)
    descriptors: NDArray[np.float16] | None = None

    @property
    def labels(self) -> NDArray[np.int32]:
        """int32 (N,), the cluster of each type."""
        return self.passes[-1].labels

    @property
    def n_clusters(self) -> int:
        return len(self.passes[-1].centroids)

    @cached_property
    def cluster_names(self) -> list[str]:
        """C0, C1, ...: the clusters by number of tokens, the largest first."""
        return [f"C{number}" for number in range(self.n_clusters)]

    @cached_property
    def unknown(self) -> UnknownWords:
        """What to answer for a word that the corpus did not have."""
        return UnknownWords.fit(self.types, self.counts, self.labels)

    @classmethod
    def train(
        cls, counts: BigramCounts, settings: Settings, *, on_stage: Callable[[str], None] = lambda stage: None
    ) -> "SVD2Model":
        """Induce the clusters of a corpus.

        counts (BigramCounts): Of the whole corpus, in any order.
        settings (Settings): See there.
        on_stage (Callable): Called with the name of each stage as it begins.
        RAISES (UserError): The corpus is empty (S004).
        """
        counts = counts.by_frequency()
        with threadpool_limits(
            limits=1, user_api="blas"
        ):  # the last bits of a product depend on the threads that share it
            passes = induce(counts, settings, on_stage=on_stage)
        statistics = {
            "n_sentences": counts.n_sentences,
            "n_tokens": counts.n_tokens,
            "n_types": counts.n_types,
            "n_hapaxes": int((counts.counts == 1).sum()),
        }
        passes[-1] = _by_size(passes[-1], counts.counts)
        vectors = [PassVectors(p.labels, p.centroids, p.descriptors.left, p.descriptors.right) for p in passes]
        n_described = min(MAX_DESCRIBED, int((counts.counts >= DESCRIBED_FROM).sum()))
        descriptors = passes[0].descriptors.values[:n_described].astype(np.float16)
        return cls(counts.types, counts.counts, counts.case, vectors, settings, statistics, descriptors)

    def to_artifact(self) -> Artifact:
        data, offsets = pack_strings(self.types)
        arrays: dict[str, Any] = {
            "types_data": data,
            "types_offsets": offsets,
            "counts": self.counts,
            "case": self.case,
        }
        if self.descriptors is not None:
            arrays["descriptors"] = self.descriptors
        for number, vectors in enumerate(self.passes, 1):
            arrays.update({f"pass{number}_{name}": getattr(vectors, name) for name in PassVectors.__annotations__})
        return Artifact(KIND, {"settings": self.settings.to_dict(), "statistics": self.statistics}, arrays)

    @classmethod
    def from_artifact(cls, source: Source, *, name: str = "") -> "SVD2Model":
        """Read and check a trained tagger.

        source (Path or bytes): The artifact's file, or its content.
        name (str): How messages name the source; the path by default.
        RAISES (UserError): Whatever `read_artifact` raises, or arrays that contradict one another (A005).
        """
        artifact = read_artifact(source, KIND, SCHEMA, name=name)
        label = name or (str(source) if isinstance(source, Path) else "bytes")
        arrays = artifact.arrays
        types = unpack_strings(arrays["types_data"], arrays["types_offsets"], path=label, name="types_offsets")
        settings = _settings(artifact.meta.get("settings"), label)
        passes = [
            PassVectors(*(arrays.get(f"pass{number}_{part}") for part in PassVectors.__annotations__))  # type: ignore[arg-type]
            for number in range(1, settings.n_passes + 1)
        ]
        statistics = artifact.meta.get("statistics", {})
        descriptors = arrays.get("descriptors")
        model = cls(types, arrays["counts"], arrays["case"], passes, settings, statistics, descriptors)
        for array, why in _faults(model):
            raise UserError(Errors.A005.format(path=label, name=array, why=why))
        return model


def _by_size(result: Pass, counts: NDArray[np.int64]) -> Pass:
    """The same clusters numbered by their tokens, ties by old number, so that names are stable."""
    k = len(result.centroids)
    sizes = np.bincount(result.labels, weights=counts, minlength=k)
    order = np.argsort(-sizes, kind="stable")
    number = np.empty(k, dtype=np.int32)
    number[order] = np.arange(k, dtype=np.int32)
    return Pass(result.descriptors, number[result.labels], result.centroids[order])


def _settings(values: Any, label: str) -> Settings:
    if not isinstance(values, dict):
        raise UserError(Errors.A002.format(path=label, why="it has no settings"))
    return Settings.from_dict(values)


def _faults(model: SVD2Model) -> list[tuple[str, str]]:
    """Contradictions between the arrays of a model that was read, as (array, what is wrong)."""
    n = len(model.types)
    faults = []
    if n == 0 or len(set(model.types)) != n:
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
    if model.descriptors is not None:
        m, width = model.descriptors.shape
        if m > n or width != model.passes[0].centroids.shape[1]:
            faults.append(("descriptors", "does not fit the types or the first pass"))
    return faults
