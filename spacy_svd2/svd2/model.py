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
from .forms import N_SHAPES, FormModel, Forms
from .induce import induce
from .settings import Refinement, Settings

KIND = "svd2_tagger"
DESCRIBED_FROM = 2
MAX_DESCRIBED = 100_000

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
    forms (FormModel): What the form of a word says about its cluster.
    settings (Settings): How it was trained.
    statistics (dict): n_sentences, n_tokens, n_types, n_hapaxes.
    descriptors (NDArray): float16 (m, r_left + r_right), first-pass descriptors of the m most frequent types, to
        compare words: those that occur `DESCRIBED_FROM` times or more, at most `MAX_DESCRIBED`; None in artifacts
        that lack them.
    context_labels (NDArray): int32 (N,), the context class of each type; None without refinement.
    context_scores (NDArray): float32 (2 K, k), log-odds of each cluster for one neighbour of a context class, left then
        right; None without refinement.
    """

    types: list[str]
    counts: NDArray[np.int64]
    case: NDArray[np.int64]
    passes: list[PassVectors]
    forms: FormModel
    settings: Settings
    statistics: dict[str, int] = field(default_factory=dict)
    descriptors: NDArray[np.float16] | None = None
    context_labels: NDArray[np.int32] | None = None
    context_scores: NDArray[np.float32] | None = None

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

    def unseen(self, type_: str, text: str) -> int:
        """The cluster of a word that the corpus did not have, by its form.

        type_ (str): The type, for instance the lower-cased text.
        text (str): The text with its capitals; without them where they say nothing, as at the start of a sentence.
        """
        return int(self.forms.scores(type_, text).argmax())

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
        chosen = settings.refine or Refinement()
        min_types = max(chosen.suffix_min_types, counts.n_types // chosen.types_per_suffix)
        forms = Forms.build(counts.types, counts.case, length=chosen.suffix_length, min_types=min_types)
        # the last bits of a product depend on the threads that share it
        with threadpool_limits(limits=1, user_api="blas"):
            found = induce(counts, settings, forms, on_stage=on_stage)
        final = found.passes[-1]
        strengths = {"suffix_strength": chosen.suffix_strength, "shape_strength": chosen.shape_strength}
        n_described = min(MAX_DESCRIBED, int((counts.counts >= DESCRIBED_FROM).sum()))
        return cls(
            types=counts.types,
            counts=counts.counts,
            case=counts.case,
            passes=[PassVectors(p.labels, p.centroids, p.descriptors.left, p.descriptors.right) for p in found.passes],
            forms=FormModel.fit(forms, final.labels, len(final.centroids), **strengths),
            settings=settings,
            statistics={
                "n_sentences": counts.n_sentences,
                "n_tokens": counts.n_tokens,
                "n_types": counts.n_types,
                "n_hapaxes": int((counts.counts == 1).sum()),
            },
            descriptors=found.passes[0].descriptors.values[:n_described].astype(np.float16),
            context_labels=found.context_labels,
            context_scores=found.context_scores,
        )

    def to_artifact(self) -> Artifact:
        """RETURNS (Artifact): Everything, to be written to a file."""
        types_data, types_offsets = pack_strings(self.types)
        suffixes_data, suffixes_offsets = pack_strings(self.forms.suffixes)
        arrays: dict[str, Any] = {
            "types_data": types_data,
            "types_offsets": types_offsets,
            "counts": self.counts,
            "case": self.case,
            "suffixes_data": suffixes_data,
            "suffixes_offsets": suffixes_offsets,
            "suffix_scores": self.forms.suffix_scores,
            "shape_scores": self.forms.shape_scores,
            "class_prior": self.forms.prior,
            "descriptors": self.descriptors,
            "context_labels": self.context_labels,
            "context_scores": self.context_scores,
        }
        for number, vectors in enumerate(self.passes, 1):
            arrays.update({f"pass{number}_{name}": getattr(vectors, name) for name in PassVectors.__annotations__})
        held = {name: array for name, array in arrays.items() if array is not None}
        return Artifact(KIND, {"settings": self.settings.to_dict(), "statistics": self.statistics}, held)

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
        suffixes = unpack_strings(
            arrays["suffixes_data"], arrays["suffixes_offsets"], path=label, name="suffixes_offsets"
        )
        model = cls(
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
        )
        for array, why in _faults(model):
            raise UserError(Errors.A005.format(path=label, name=array, why=why))
        return model


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
    if model.descriptors is not None:
        m, width = model.descriptors.shape
        if m > n or width != model.passes[0].centroids.shape[1]:
            faults.append(("descriptors", "does not fit the types or the first pass"))
    return faults
