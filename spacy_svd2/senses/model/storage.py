"""Conversion of a sense model to one artifact and back, with every reference checked."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

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
from ...shared.numerics import all_below, are_offsets, ascending_within
from .classifier import Classifier
from .contexts import ContextWindow
from .feature_space import LatentSpace, Space
from .latent import LatentVectors, block_bounds
from .selection import SelectedSettings
from .sense_model import Composite, SenseModel
from .settings import ModelSettings
from .vector_storage import read_source, vector_arrays, vector_meta
from .word_model import WordModel

KIND = "kpca_wsd"
Settings = TypeVar("Settings")
SCHEMA = {
    "strings": ArraySpec("uint8", 1),
    "string_offsets": ArraySpec("int64", 1),
    "sizes": ArraySpec("int64", 2),
    "counts": ArraySpec("float32", 1),
    "keys": ArraySpec("uint32", 1),
    "weights": ArraySpec("float16", 1),
    "row_lengths": ArraySpec("int32", 1),
    "row_senses": ArraySpec("int32", 1),
    "columns": ArraySpec("int32", 1),
    "latent_means": ArraySpec("float32", 1),
    "latent_rows": ArraySpec("float16", 1),
    "projection": ArraySpec("float32", 1),
    "shift": ArraySpec("float32", 1),
    "points": ArraySpec("float32", 1),
    "point_labels": ArraySpec("float32", 1),
    "latent_keys": ArraySpec("uint64", 1, optional=True),
    "latent_vectors": ArraySpec("float16", 2, optional=True),
    "latent_weights": ArraySpec("float16", 1, optional=True),
    "vector_means": ArraySpec("float32", 1, optional=True),
    "vector_rows": ArraySpec("float16", 1, optional=True),
    "vector_probes": ArraySpec("float16", 2, optional=True),
}
_META = {"features", "settings", "settings_of", "thresholds", "choices", "latent_by_form", "vectors", "extra"}
_SIZES = ("senses", "keys", "weightings", "rows", "entries", "latent", "width", "points")

_UNSAID = {"normalize": False, "lang": "", "outside": True}
"""The feature settings of version 0.1.0, whose artifacts do not record them."""
_UNSAID_OF_WORDS = {"evidence": False}
"""The settings of words in version 0.1.0."""
_MOST, _ROUNDING, _UNIT = 1 << 53, 1e-3, 1.01
_SMALL, _LARGEST_KERNEL = 1e15, 1e100
"""Bounds within which scores are finite for any text; values from training are far smaller."""


@dataclass
class _Sizes:
    """Sizes of one word's arrays, in the order of the columns of the array "sizes"."""

    senses: int
    keys: int
    weightings: int
    rows: int
    entries: int
    latent: int
    width: int
    points: int


def model_to_artifact(model: SenseModel, meta: Mapping[str, Any] | None = None) -> Artifact:
    """Pack a model.

    model (SenseModel): The model.
    meta (Mapping): Anything JSON-serialisable to keep with it, for instance glosses, under "extra".
    RETURNS (Artifact): The artifact; equal models give equal artifacts.
    RAISES (UserError): It could not be read again (A006).
    """
    entries = [(word, model.words[word]) for word in sorted(model.words)]
    entries += [(word, model.composites[word].model) for word in sorted(model.composites)]
    strings = [string for _, word_model in entries for string in (word_model.word, *word_model.senses)]
    data, offsets = pack_strings(strings)
    parts = [_word_arrays(word_model) for _, word_model in entries]
    arrays = {
        name: np.concatenate([np.zeros(0, SCHEMA[name].dtype), *(part[name] for part in parts)]) for name in parts[0]
    }
    sizes = np.array([list(asdict(_sizes(word_model)).values()) for _, word_model in entries], dtype=np.int64)
    arrays |= {"strings": data, "string_offsets": offsets, "sizes": sizes.reshape(-1, len(_SIZES))}
    if model.latent is not None:
        latent = model.latent
        arrays |= {"latent_keys": latent.keys, "latent_vectors": latent.vectors, "latent_weights": latent.weights}
    if model.vectors is not None:
        arrays |= vector_arrays(model.vectors, [word_model.space for _, word_model in entries])
    kinds = [word_model.settings.to_dict() for _, word_model in entries]
    distinct: list[dict[str, Any]] = []
    for kind in kinds:
        if kind not in distinct:
            distinct.append(kind)
    head = {
        "features": {**asdict(model.features), "groups": list(model.features.groups)},
        "settings": distinct,
        "settings_of": [distinct.index(kind) for kind in kinds],
        "thresholds": {word: composite.threshold for word, composite in sorted(model.composites.items())},
        "choices": {word: [choice.correct, choice.total] for word, choice in sorted(model.choices.items())},
        "latent_by_form": model.latent is not None and model.latent.by_form,
        "extra": dict(meta or {}),
    }
    if model.vectors is not None:
        head["vectors"] = vector_meta(model.vectors)
    return check_writable(Artifact(KIND, head, arrays), SCHEMA, _check_artifact)


def model_from_artifact(artifact: Artifact, *, path: str = "artifact") -> SenseModel:
    """Unpack a model.

    artifact (Artifact): The result of `model_to_artifact`.
    path (str): How messages name it.
    RETURNS (SenseModel): The model.
    RAISES (UserError): Something in it does not fit together (K007, A005).
    """
    reader = _Reader(artifact, path)
    thresholds = reader.thresholds
    entries = [reader.word_model(index) for index in range(len(reader.sizes))]
    reader.finish()
    plain = len(entries) - len(thresholds)
    words = {entry.word: entry for entry in entries[:plain]}
    reader.check(len(words) == plain and plain > 0, "is there twice, or not at all")
    composites = {}
    for entry in entries[plain:]:
        reader.check(entry.word in words and entry.word in thresholds, "has no first model", entry.word)
        reader.check(set(entry.senses) == set(words[entry.word].senses), "has models of other senses", entry.word)
        composites[entry.word] = Composite(entry, thresholds[entry.word])
    choices = reader.choices(artifact.meta.get("choices"), words)
    return SenseModel(words, reader.features, reader.latent, composites, choices, reader.vectors)


def _check_artifact(artifact: Artifact, label: str) -> None:
    model_from_artifact(artifact, path=label)


def load_model(source: ArtifactSource, *, name: str = "") -> tuple[SenseModel, dict[str, Any]]:
    """Read a model.

    source (Path or bytes): The file, or its content.
    name (str): How messages name it; the path by default.
    RETURNS (tuple): The model, and the data that was kept with it.
    RAISES (UserError): The file is missing, damaged, or not a sense model (A001 to A005, K007).
    """
    label = name or (str(source) if isinstance(source, Path) else "bytes")
    artifact = read_artifact(source, KIND, SCHEMA, name=label)
    model = model_from_artifact(artifact, path=label)
    extra = artifact.meta.get("extra")
    if not isinstance(extra, dict):
        raise UserError(Errors.K011.format(path=label))
    return model, extra


def _sizes(model: WordModel) -> _Sizes:
    rows = model.space.rows
    latent = 0 if model.space.latent is None else len(model.space.latent.means)
    points = 0 if model.classifier.points is None else len(model.classifier.points)
    return _Sizes(
        len(model.senses),
        len(model.space.keys),
        len(model.space.weights),
        rows.shape[0],
        rows.nnz,
        latent,
        len(model.classifier.shift),
        points,
    )


def _word_arrays(model: WordModel) -> dict[str, NDArray[Any]]:
    space, classifier = model.space, model.classifier
    none, half = np.zeros(0, dtype=np.float32), np.zeros(0, dtype=np.float16)
    return {
        "counts": model.counts.astype(np.float32),
        "keys": space.keys,
        "weights": space.weights.ravel(),
        "row_lengths": np.diff(space.rows.indptr).astype(np.int32),
        "row_senses": model.row_senses,
        "columns": space.rows.indices.astype(np.int32),
        "latent_means": none if space.latent is None else space.latent.means,
        "latent_rows": half if space.latent_rows is None else space.latent_rows.ravel(),
        "projection": classifier.projection.ravel(),
        "shift": classifier.shift,
        "points": none if classifier.points is None else classifier.points.ravel(),
        "point_labels": none if classifier.labels is None else classifier.labels.ravel(),
    }


class _Reader:
    """Reads one word after another from the arrays, and checks each."""

    def __init__(self, artifact: Artifact, path: str) -> None:
        self.path = path
        self.arrays = artifact.arrays
        self.position = dict.fromkeys(artifact.arrays, 0)
        self.word = ""
        meta = artifact.meta
        self.check(set(meta) <= _META, "has settings of another version")
        self.sizes = self.arrays["sizes"]
        self.check(self.sizes.shape[1:] == (len(_SIZES),) and not (self.sizes < 0).any(), "has impossible sizes")
        self.strings = unpack_strings(self.arrays["strings"], self.arrays["string_offsets"], path=path)
        self.features = self._features(meta.get("features"))
        self.settings = self._settings(meta.get("settings"), meta.get("settings_of"))
        self.thresholds = self._thresholds(meta.get("thresholds"))
        by_form: Any = meta.get("latent_by_form")
        self.check(isinstance(by_form, bool), "does not say what its descriptors are of")
        self.latent = self._latent(by_form)
        width = 0 if self.latent is None else self.latent.width
        self.bounds = tuple(block_bounds(width, self.features))
        self.vectors = read_source(meta.get("vectors"), self.arrays, self.check)
        found = [] if self.vectors is None else self.vectors.bounds
        first = self.bounds[-1][1]
        self.vector_bounds = tuple((low + first, high + first) for low, high in found)

    def check(self, condition: Any, why: str, word: str | None = None) -> None:
        if not bool(condition):
            raise UserError(Errors.K007.format(path=self.path, word=self.word if word is None else word, why=why))

    def take(self, name: str, *shape: int) -> NDArray[Any]:
        """Read the next values of an array, in the given shape."""
        count, start = 1, self.position[name]
        for length in shape:
            count *= int(length)
        self.check(start + count <= len(self.arrays[name]), f"wants more of '{name}' than there is")
        self.position[name] = start + count
        return self.arrays[name][start : start + count].reshape(shape)

    def finish(self) -> None:
        """Check that nothing is left."""
        lengths = {name: len(self.arrays[name]) for name in _TAKEN if name in self.arrays}
        lengths["strings"] = len(self.strings)
        for name, length in lengths.items():
            self.check(self.position[name] == length, f"leaves some of '{name}'")

    def word_model(self, index: int) -> WordModel:
        size = _Sizes(*self.sizes[index].tolist())
        start = self.position["strings"]
        names = self.strings[start : start + 1 + size.senses]
        self.position["strings"] = start + 1 + size.senses
        self.word = names[0] if names else ""
        self.check(len(names) == 1 + size.senses and size.senses > 0, "lacks names of senses")
        self.check(len(set(names[1:])) == size.senses, "has a sense twice")
        settings = self.settings[index]
        counts = self.take("counts", size.senses)
        self.check((counts >= 0).all() and 0 < counts.sum(dtype=np.float64) < _MOST, "has impossible counts")
        self.check((counts[1:] - counts[:-1] <= _ROUNDING).all(), "does not begin with its most frequent sense")
        space = self._space(size, settings)
        classifier = self._classifier(size, settings)
        row_senses = self.take("row_senses", size.rows)
        self.check(all_below(row_senses, size.senses, least=-1), "has training vectors of unknown senses")
        self.check(_is_moderate(space, settings), "has a kernel of huge values")
        return WordModel(names[0], tuple(names[1:]), counts, settings, space, classifier, row_senses)

    def _space(self, size: _Sizes, settings: ModelSettings) -> Space:
        from scipy.sparse import csr_array

        keys = self.take("keys", size.keys)
        self.check((keys[1:] > keys[:-1]).all(), "has feature codes out of order")
        self.check(size.weightings == len(settings.weighting), "has other weightings than its settings")
        weights = self.take("weights", size.weightings, size.keys)
        self.check((weights >= 0).all(), "has negative weights")
        lengths = self.take("row_lengths", size.rows)
        columns = self.take("columns", size.entries)
        self.check(size.rows > 0 and (lengths >= 0).all(), "has rows of wrong lengths")
        pointer = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])  # lengths of 32 bits: no sum wraps
        self.check(are_offsets(pointer, size.entries), "has rows of wrong lengths")
        within = all_below(columns, size.keys) and ascending_within(columns, pointer)
        self.check(within and size.entries <= np.iinfo(np.int32).max, "has feature columns out of range")
        pointer = pointer.astype(np.int32)
        data = np.ones(size.entries, dtype=np.float32)
        rows = csr_array((data, columns, pointer), shape=(size.rows, size.keys))
        dense: list[Any] = [None, None]
        if size.latent:
            self.check(self.latent is not None and size.latent == self.bounds[-1][1], "does not fit the descriptors")
            dense = self._dense("latent", self.bounds, size, settings)
        if settings.vectors and self.vectors is not None:
            dense += self._dense("vector", self.vector_bounds, size, settings)
        return Space(keys, weights, rows, *dense)

    def _dense(
        self, name: str, bounds: tuple[tuple[int, int], ...], size: _Sizes, settings: ModelSettings
    ) -> list[Any]:
        width = bounds[-1][1] - bounds[0][0]
        means, described = self.take(f"{name}_means", width), self.take(f"{name}_rows", size.rows, width)
        self.check((np.abs(means) <= _UNIT).all() and (np.abs(described) <= _UNIT).all(), "has descriptions too long")
        return [LatentSpace(bounds, means, settings.evidence), described]

    def _classifier(self, size: _Sizes, settings: ModelSettings) -> Classifier:
        projection = self.take("projection", size.rows, size.width)
        shift = self.take("shift", size.width)
        self.check(_is_small(projection) and _is_small(shift), "has a projection of huge values")
        if settings.step not in ("neighbours", "vote"):
            self.check(size.width == size.senses and size.points == 0, "does not give one value a sense")
            return Classifier(settings, projection, shift)
        self.check(size.points > 0, "has no training vectors")
        points = self.take("points", size.points, size.width)
        labels = self.take("point_labels", size.points, size.senses)
        shares = (labels >= 0).all() and (np.abs(labels.sum(axis=1, dtype=np.float64) - 1) < _ROUNDING).all()
        self.check(_is_small(points) and shares, "has training vectors without senses")
        return Classifier(settings, projection, shift, points, labels)

    def _features(self, found: Any) -> ContextWindow:
        names = {item.name for item in fields(ContextWindow)}
        found = {**_UNSAID, **found} if isinstance(found, dict) else found
        self.check(isinstance(found, dict) and set(found) == names, "has other feature settings")
        self.check(_strings(found["groups"]), "has other feature settings")
        return self._made(lambda: ContextWindow(**{**found, "groups": tuple(found["groups"])}))

    def _settings(self, found: Any, which: Any) -> list[ModelSettings]:
        valid = isinstance(found, list) and all(isinstance(item, dict) for item in found)
        self.check(valid and isinstance(which, list) and len(which) == len(self.sizes), "has no settings")
        self.check(all(type(item) is int and 0 <= item < len(found) for item in which), "has no settings")
        every = [{**_UNSAID_OF_WORDS, **item} for item in found]
        settings = [self._made(partial(ModelSettings.from_dict, item)) for item in every]
        return [settings[item] for item in which]

    def _made(self, make: Callable[[], Settings]) -> Settings:
        """Make settings; values out of range mean a damaged artifact here, not an error of the user."""
        try:
            return make()
        except UserError as err:
            raise UserError(Errors.K007.format(path=self.path, word=self.word, why=f"is impossible ({err})")) from err

    def _thresholds(self, found: Any) -> dict[str, float]:
        self.check(isinstance(found, dict) and len(found) <= len(self.sizes), "has no thresholds")
        self.check(all(isinstance(value, float) and isfinite(value) for value in found.values()), "has no thresholds")
        return dict(found)

    def choices(self, found: Any, words: Mapping[str, WordModel]) -> dict[str, SelectedSettings]:
        self.check(isinstance(found, dict) and set(found) <= set(words), "has a choice for unknown words")
        for pair in found.values():
            valid = isinstance(pair, list) and [type(item) for item in pair] == [int, int]
            self.check(valid and 0 <= pair[0] <= pair[1] < 1 << 53, "has an impossible choice")
        return {word: SelectedSettings(words[word].settings, *pair) for word, pair in found.items()}

    def _latent(self, by_form: bool) -> LatentVectors | None:
        names = ("latent_keys", "latent_vectors", "latent_weights")
        present = [name in self.arrays for name in names]
        self.check(all(present) or not any(present), "has incomplete descriptors")
        if not any(present):
            return None
        keys, vectors, weights = (self.arrays[name] for name in names)
        fits = len(keys) == len(vectors) == len(weights) and (keys[1:] > keys[:-1]).all()
        self.check(fits, "has descriptors that do not fit their keys")
        self.check((np.abs(vectors) <= _UNIT).all(), "has descriptors that are no unit vectors")
        return LatentVectors(keys, vectors, weights, by_form)


_TAKEN = tuple(
    name
    for name in SCHEMA
    if not name.startswith(("latent_k", "latent_v", "latent_w", "string", "sizes", "vector_probes"))
)


def _is_small(values: NDArray[Any]) -> bool:
    return bool((np.abs(values) <= _SMALL).all())


def _is_moderate(space: Space, settings: ModelSettings) -> bool:
    """Whether the kernel is finite for every text; its values are largest for a vector that has all features."""
    if settings.kernel.name == "gaussian":
        return True
    squares = np.square(space.weights.astype(np.float64)).sum(axis=1).max(initial=0)
    largest = (min(1.0, squares) if settings.kernel.cosine else squares) + settings.kernel.offset
    return bool(settings.kernel.degree * np.log(max(largest, 1.0)) <= np.log(_LARGEST_KERNEL))


def _strings(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(item, str) for item in found)
