"""Tags with names for the types of a corpus, from labelled words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ...errors import Errors, UserError
from ..counting.counts import BigramCounts
from ..forms.shapes import spelling
from ..induction.clustering_levels import Clusterings, build_clusterings
from ..settings import Method, Settings, check_method
from .propagation import left_out, propagate, prototype
from .tag_model import TagModel
from .tag_names import LONGEST_TAG, TAG_SEPARATOR, UPOS_GLOSSES, unfit_tag
from .type_features import type_features


@dataclass(frozen=True)
class Naming:
    """Tags with names, in place of clusters.

    tags (list): The tags, in the order of the columns of the tables.
    pos (dict): The universal part of speech of each tag that has one.
    tagger (TagModel): The model that tags text.
    labelled (NDArray): int64 (m,), the types that were labelled.
    targets (NDArray): float32 (m, n_tags), the shares of the tags that they were given.
    method (str): How the labels were spread, see `name_types`; an older artifact may say "ensemble".
    doubts (list): Labels that disagree with everything else, see `_doubts`; artifacts do not keep them.
    one_apostrophe (bool): Whether words that differ in the sign for an apostrophe are one word, see `spelling`. Not so
        in artifacts of earlier versions.
    """

    tags: list[str]
    pos: dict[str, str]
    tagger: TagModel
    labelled: NDArray[np.int64]
    targets: NDArray[np.float32]
    method: str
    doubts: list[tuple[str, str, str]] = field(default_factory=list, compare=False)
    one_apostrophe: bool = True


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
        its tag; Lamar et al. 2010, "Prototype-based tagging").
    clusterings (Clusterings): The clusterings of these counts, if they have been computed.
    on_stage (Callable): Called with the name of each stage as it begins.
    RETURNS (Naming): The tags of all types.
    RAISES (UserError): There is no such method (S002), none of the labelled words is in the corpus (S005), or a tag
        (S008) or a part of speech (S009) is not valid, so that the artifact could not be read.
    """
    check_method(method)
    known = _known_words(labels, pos or {}, counts.types)
    names = list(dict.fromkeys(tag for tags in known.values() for tag in tags))
    row = {word: i for i, word in enumerate(counts.types)}
    rows = np.array([row[word] for word in known], dtype=np.int64)
    targets = _shares(list(known.values()), names)
    if clusterings is None:
        on_stage("clusterings")
        clusterings = build_clusterings(counts, settings)
    on_stage("spreading the labels")
    probabilities, others = _spread(counts, clusterings, rows, targets, method)
    on_stage("neighbours and forms")
    tagger = _rounded(TagModel.fit(counts, clusterings.context_labels, probabilities))
    universal = {tag: (pos or {})[tag] for tag in names if tag in (pos or {})}
    return Naming(names, universal, tagger, rows, targets, method, _doubts(list(known), names, targets, others))


DOUBT = 0.8
"""Probability of other tags from which a label is worth a second look."""


MOST_DOUBTS = 10
"""Labels that somebody is asked to check at most."""


def _doubts(
    words: Sequence[str], names: Sequence[str], targets: NDArray[np.float32], others: NDArray[np.float32]
) -> list[tuple[str, str, str]]:
    """Labels that a classifier contradicts which has not seen them, the most doubtful first.

    words (Sequence): The m labelled words.
    names (Sequence): The tags.
    targets, others (NDArray): float32 (m, n_tags), the tags they were given, and what the other labels say of each.
    RETURNS (list): The word, the tags it was given, joined by "|", and the likeliest tag.
    """
    given = (others * (targets > 0)).sum(axis=1)
    found = []
    for i in np.argsort(given, kind="stable").tolist():
        best = int(others[i].argmax())
        if others[i, best] >= DOUBT and not targets[i, best]:
            tags = TAG_SEPARATOR.join(names[tag] for tag in np.flatnonzero(targets[i]).tolist())
            found.append((words[i], tags, names[best]))
    return found[:MOST_DOUBTS]


def _known_words(
    labels: Mapping[str, Sequence[str]], pos: Mapping[str, str], types: Sequence[str]
) -> dict[str, Sequence[str]]:
    """The labels of words that the corpus has, checked; those of one spelling hold for the others of the word."""
    vocabulary = set(types)
    known = {word: tags for word, tags in labels.items() if word in vocabulary and tags}
    by_spelling = {spelling(word): tags for word, tags in reversed([*known.items(), *labels.items()]) if tags}
    others = ((word, by_spelling.get(spelling(word))) for word in types if word not in known)
    known |= {word: tags for word, tags in others if tags}
    if not known:
        raise UserError(Errors.S005.format(n=len(labels)) if labels else Errors.S007)
    for word, tags in known.items():
        for tag in tags:
            if why := unfit_tag(tag):
                raise UserError(Errors.S008.format(word=word, tag=tag[:LONGEST_TAG], why=why))
            if pos.get(tag, "X") not in UPOS_GLOSSES:
                raise UserError(Errors.S009.format(tag=tag, pos=pos[tag], known=", ".join(sorted(UPOS_GLOSSES))))
    return known


def _shares(labels: Sequence[Sequence[str]], names: Sequence[str]) -> NDArray[np.float32]:
    """float32 (m, n_tags), equal shares for a word's tags; a tag that is given twice gets two shares."""
    shares = np.zeros((len(labels), len(names)), dtype=np.float32)
    for i, tags in enumerate(labels):
        for tag in tags:
            shares[i, names.index(tag)] += 1 / len(tags)
    return shares


def _spread(
    counts: BigramCounts,
    clusterings: Clusterings,
    rows: NDArray[np.int64],
    targets: NDArray[np.float32],
    method: Method,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """float32 (N, n_tags), the probabilities of the tags of all types; (m, n_tags), what other labels say of each."""
    if method == "propagate":
        features = type_features(counts, clusterings)
        others = left_out(features, rows, targets)
        return propagate(features, counts, rows, targets, others), others
    # the finest level with no more clusters than labelled words, so that each cluster can have one
    levels = [level for level in clusterings.levels if level.max() < len(rows)] or clusterings.levels[:1]
    return prototype(levels[-1], counts.counts, rows, targets), targets


def _rounded(model: TagModel) -> TagModel:
    """The model rounded as in an artifact, so that saving does not change any tag."""
    tables = {name: getattr(model, name).astype(np.float16) for name in ("probabilities", "left", "right")}
    return replace(model, **tables)
