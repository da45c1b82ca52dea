"""Real tags for the types of a corpus, from the words that somebody labelled."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from ...errors import Errors, UserError
from ...shared.artifacts import ArraySpec, pack_strings, unpack_strings
from ...shared.checks import moderate, probable
from ..counting.counts import BigramCounts
from ..forms.classifier import CLASSIFIER_SCHEMA, FormClassifier
from ..forms.unseen import FormTags
from ..induction.clusterings import Clusterings, build_clusterings
from ..settings import Method, Settings
from .ensemble import further_clusterings, propagate_all
from .propagation import propagate, prototype
from .tag_model import TagModel
from .tag_names import LONGEST_TAG, unfit_tag
from .type_features import type_features

UPOS = frozenset(
    "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split()  # noqa: SIM905
)
_LEAST, _SHARPEST = 1e-9, 1e3

NAMING_SCHEMA = {
    f"naming_{name}": ArraySpec(dtype, ndim, optional=True)
    for name, dtype, ndim in (
        ("probabilities", "float16", 2),
        ("left", "float16", 2),
        ("right", "float16", 2),
        ("left_by_tag", "float32", 2),
        ("right_by_tag", "float32", 2),
        ("edges", "float32", 2),
        ("form_data", "uint8", 1),
        ("form_offsets", "int64", 1),
        ("form_probabilities", "float16", 2),
        ("labelled", "int64", 1),
        ("targets", "float32", 2),
        *CLASSIFIER_SCHEMA,
    )
}


@dataclass(frozen=True)
class Naming:
    """Tags with names, in place of clusters.

    tags (list): The tags, in the order of the tables' columns.
    pos (dict): The universal part of speech of each tag that has one.
    tagger (TagModel): What it takes to tag text.
    labelled (NDArray): int64 (m,), the types that were labelled.
    targets (NDArray): float32 (m, n_tags), the shares of the tags they were given.
    method (str): How the labels were spread, see `name_types`.
    """

    tags: list[str]
    pos: dict[str, str]
    tagger: TagModel
    labelled: NDArray[np.int64]
    targets: NDArray[np.float32]
    method: Method

    def to_arrays(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """RETURNS (tuple): Arrays as in `NAMING_SCHEMA`, and the rest for JSON."""
        form_data, form_offsets = pack_strings(self.tagger.form.keys)
        arrays = {
            "probabilities": self.tagger.probabilities,
            "left": self.tagger.left,
            "right": self.tagger.right,
            "left_by_tag": self.tagger.left_by_tag,
            "right_by_tag": self.tagger.right_by_tag,
            "edges": self.tagger.edges,
            "form_data": form_data,
            "form_offsets": form_offsets,
            "form_probabilities": self.tagger.form.probabilities,
            "labelled": self.labelled,
            "targets": self.targets,
        }
        if self.tagger.pieces is not None:
            arrays.update(self.tagger.pieces.to_arrays())
        meta = {
            "tags": self.tags,
            "pos": self.pos,
            "method": self.method,
            "least": self.tagger.least,
            "sharpness": self.tagger.sharpness,
        }
        return {f"naming_{name}": array for name, array in arrays.items()}, meta

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any], meta: Any, n_types: int, label: str) -> "Naming":
        """The inverse of `to_arrays`.

        n_types (int): Types of the model.
        label (str): How messages name the source.
        RAISES (UserError): Something is missing or contradictory (A005).
        """
        found = {name.removeprefix("naming_"): array for name, array in arrays.items() if name.startswith("naming_")}
        pieces = {name: found.pop(name) for name, *_ in CLASSIFIER_SCHEMA if name in found}
        if len(found) != len(NAMING_SCHEMA) - len(CLASSIFIER_SCHEMA) or not _is_meta(meta):
            raise UserError(Errors.A005.format(path=label, name="naming_probabilities", why="or its tags are missing"))
        keys = unpack_strings(found["form_data"], found["form_offsets"], path=label, name="naming_form_offsets")
        tagger = TagModel(
            probabilities=found["probabilities"],
            left=found["left"],
            right=found["right"],
            left_by_tag=found["left_by_tag"],
            right_by_tag=found["right_by_tag"],
            edges=found["edges"],
            form=FormTags(keys, found["form_probabilities"]),
            least=float(meta["least"]),
            sharpness=float(meta["sharpness"]),
            pieces=FormClassifier.from_arrays(pieces, len(meta["tags"]), label) if pieces else None,
        )
        k = len(meta["tags"])
        shapes = {
            "probabilities": (n_types, k),
            "left": (n_types, k),
            "right": (n_types, k),
            "left_by_tag": (k, k),
            "right_by_tag": (k, k),
            "edges": (2, k),
            "form_probabilities": (len(keys), k),
            "targets": (len(found["labelled"]), k),
        }
        for name, shape in shapes.items():
            if found[name].shape != shape:
                raise UserError(Errors.A005.format(path=label, name=f"naming_{name}", why=f"is not {shape}"))
        for name in ("probabilities", "form_probabilities", "targets"):
            if not probable(found[name]):
                raise UserError(Errors.A005.format(path=label, name=f"naming_{name}", why="holds no probabilities"))
        for name in ("left", "right", "left_by_tag", "right_by_tag", "edges"):
            if not moderate(found[name]):
                raise UserError(Errors.A005.format(path=label, name=f"naming_{name}", why="holds huge numbers"))
        rows = found["labelled"]
        if "" not in keys or len(set(keys)) != len(keys) or bool((rows < 0).any() or (rows >= n_types).any()):
            raise UserError(Errors.A005.format(path=label, name="naming_labelled", why="names types there are not"))
        return cls(meta["tags"], meta["pos"], tagger, rows, found["targets"], meta["method"])


def name_types(
    counts: BigramCounts,
    labels: Mapping[str, Sequence[str]],
    settings: Settings,
    *,
    pos: Mapping[str, str] | None = None,
    method: Method = "propagate",
    clusterings: Clusterings | None = None,
    on_stage: Callable[[str], None] = lambda stage: None,
) -> Naming:
    """Spread the tags of labelled words to all types, and learn to tag text with them.

    counts (BigramCounts): Of the corpus, sorted by frequency.
    labels (Mapping): Tags by type; several for an ambiguous word, which counts as a share of each.
    settings (Settings): Of descriptors and clusterings.
    pos (Mapping): The universal part of speech of tags.
    method (str): "propagate" (a classifier on contexts and forms) or "prototype" (the cluster of a labelled word takes
        its tag; Lamar et al. 2010, section 4) or "ensemble" (the pooled "propagate" of several clusterings, which takes
        as many times as long).
    clusterings (Clusterings): The clusterings of these counts, where they have been made.
    on_stage (Callable): Called with the name of each stage as it begins.
    RETURNS (Naming): The tags of all types.
    RAISES (UserError): None of the labelled words is in the corpus (S005), or a tag (S008) or a part of speech (S009)
        is not what one can be: the artifact could not be read.
    """
    row = {word: i for i, word in enumerate(counts.types)}
    known = {word: tags for word, tags in labels.items() if word in row and tags}
    if not known:
        raise UserError(Errors.S005.format(n=len(labels)) if labels else Errors.S007)
    _check_names(known, pos or {})
    names = list(dict.fromkeys(tag for tags in known.values() for tag in tags))
    rows = np.array([row[word] for word in known], dtype=np.int64)
    targets = np.zeros((len(rows), len(names)), dtype=np.float32)
    for i, tags in enumerate(known.values()):
        for tag in tags:
            targets[i, names.index(tag)] += 1 / len(tags)
    if clusterings is None:
        on_stage("clusterings")
        clusterings = build_clusterings(counts, settings)
    all_clusterings = [
        clusterings,
        *(further_clusterings(counts, settings, on_stage=on_stage) if method == "ensemble" else []),
    ]
    on_stage("spreading the labels")
    if method == "prototype":
        fitting = [level for level in clusterings.levels if level.max() < len(rows)] or clusterings.levels[:1]
        probabilities = prototype(fitting[-1], counts.counts, rows, targets)
    elif method == "ensemble":
        probabilities = propagate_all(counts, all_clusterings, rows, targets)
    else:
        probabilities = propagate(type_features(counts, clusterings), counts, rows, targets)
    on_stage("neighbours and forms")
    tagger = _rounded(TagModel.fit(counts, clusterings.context_labels, probabilities, pieces=method != "prototype"))
    universal = {tag: (pos or {})[tag] for tag in names if tag in (pos or {})}
    return Naming(names, universal, tagger, rows, targets, method)


def _check_names(labels: Mapping[str, Sequence[str]], pos: Mapping[str, str]) -> None:
    for word, tags in labels.items():
        for tag in tags:
            if why := unfit_tag(tag):
                raise UserError(Errors.S008.format(word=word, tag=tag[:LONGEST_TAG], why=why))
            if pos.get(tag, "X") not in UPOS:
                raise UserError(Errors.S009.format(tag=tag, pos=pos[tag], known=", ".join(sorted(UPOS))))


def _rounded(model: TagModel) -> TagModel:
    """The model as an artifact will give it back, so that saving changes no tag."""
    tables = {name: getattr(model, name).astype(np.float16) for name in ("probabilities", "left", "right")}
    return replace(model, **tables)


def _is_meta(meta: Any) -> bool:
    return (
        isinstance(meta, dict)
        and isinstance(meta.get("tags"), list)
        and len(meta["tags"]) > 0
        and all(isinstance(tag, str) and tag for tag in meta["tags"])
        and len(set(meta["tags"])) == len(meta["tags"])
        and isinstance(meta.get("pos"), dict)
        and set(meta["pos"]) <= set(meta["tags"])
        and all(isinstance(pos, str) and pos in UPOS for pos in meta["pos"].values())
        and all(type(meta.get(name)) in (int, float) for name in ("least", "sharpness"))
        and _LEAST <= meta["least"] <= 1
        and 0 <= meta["sharpness"] <= _SHARPEST
        and meta.get("method") in get_args(Method)
    )
