"""Tags with names for the types of a corpus, from labelled words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ...errors import Errors, UserError
from ...shared.word_keys import spelling
from ..counting.counts import BigramCounts
from ..forms.form_classifier import KnownWords
from ..induction.clustering_levels import Clusterings, build_clusterings
from ..settings import Method, Settings, check_method
from .propagation import left_out, propagate, prototype
from .sentences import AnnotatedTokens, learn_tokens, merged_labels
from .tag_model import TagModel
from .tag_names import LONGEST_TAG, TAG_SEPARATOR, UPOS_GLOSSES, unfit_tag
from .token_model import TokenModel
from .type_features import TypeFeatures, type_features


@dataclass(frozen=True)
class Naming:
    """Tags with names, in place of clusters.

    tags (list): The tags, in the order of the columns of the tables.
    pos (dict): The universal part of speech of each tag that has one.
    tagger (TagModel): The model that tags text.
    labelled (NDArray): int64 (m,), the types that were labelled.
    targets (NDArray): float32 (m, n_tags), the shares of the tags that they were given.
    method (str): How the labels were spread, see `name_types`; an older artifact may say "ensemble".
    tokens (TokenModel): What annotated sentences showed; None if there were none, or too few.
    doubts (list): Labels that disagree with everything else, see `find_doubts`; artifacts do not keep them.
    checked (NDArray): float32 (m, n_tags), what the other labels say of each labelled word; artifacts do not keep it.
    one_apostrophe (bool): Whether words that differ in the sign for an apostrophe are one word, see `spelling`. Not so
        in artifacts of earlier versions.
    """

    tags: list[str]
    pos: dict[str, str]
    tagger: TagModel
    labelled: NDArray[np.int64]
    targets: NDArray[np.float32]
    method: str
    tokens: TokenModel | None = None
    doubts: list[tuple[str, str, str]] = field(default_factory=list, compare=False)
    checked: NDArray[np.float32] | None = field(default=None, compare=False)
    one_apostrophe: bool = True


def name_types(
    counts: BigramCounts,
    labels: Mapping[str, Sequence[str]],
    settings: Settings,
    *,
    pos: Mapping[str, str] | None = None,
    method: Method = "propagate",
    sentences: AnnotatedTokens | None = None,
    clusterings: Clusterings | None = None,
    on_stage: Callable[[str], None] = lambda stage: None,
) -> Naming:
    """Spread the tags of labelled words to all types, and learn to tag text with them.

    counts (BigramCounts): Of the corpus, sorted by frequency.
    labels (Mapping): Tags by type; several for an ambiguous word, which counts as a share of each. Words that the
        corpus does not have teach the tags of forms, if these are tags of other words.
    settings (Settings): Of descriptors and clusterings.
    pos (Mapping): The universal part of speech of tags.
    method (str): "propagate" (a classifier on contexts and forms) or "prototype" (the cluster of a labelled word takes
        its tag; Lamar et al. 2010, "Prototype-based tagging").
    sentences (AnnotatedTokens): Annotated sentences; their words are labels too.
    clusterings (Clusterings): The clusterings of these counts, if they have been computed.
    on_stage (Callable): Called with the name of each stage as it begins.
    RETURNS (Naming): The tags of all types.
    RAISES (UserError): There is no such method (S002), none of the labelled words is in the corpus (S005), or a tag
        (S008) or a part of speech (S009) is not valid, so that the artifact could not be read.
    """
    check_method(method)
    words = labels if sentences is None else merged_labels(labels, _checked(sentences))
    known = _known_words(words, pos or {}, counts.types)
    found = [tag for tags in known.values() for tag in tags]
    names = list(dict.fromkeys(found if sentences is None else found + sentences.tagset))
    if clusterings is None:
        on_stage("clusterings")
        clusterings = build_clusterings(counts, settings)
    on_stage("spreading the labels")
    spread = _Spreading(counts, clusterings, names, method)
    rows, targets = spread.targets(known)
    others = spread.checked(rows, targets)
    probabilities = spread(rows, targets, others)
    on_stage("neighbours and forms")
    beyond = _words_beyond(labels, names, counts.types)
    tagger = _rounded(TagModel.fit(counts, clusterings.context_labels, probabilities, known=beyond))
    universal = {tag: (pos or {})[tag] for tag in names if tag in (pos or {})}
    doubts = find_doubts(list(known), names, targets, others, counts.counts[rows])
    naming = Naming(names, universal, tagger, rows, targets, method, doubts=doubts, checked=others)
    if sentences is None:
        return naming
    on_stage("sentences")
    given = sentences
    place = {row: i for i, row in enumerate(rows.tolist())}

    def model_without(fold: int) -> TagModel:
        kept_rows, kept_targets = spread.targets(
            _known_words(merged_labels(labels, given, fold), pos or {}, counts.types)
        )
        # the rates of tags hardly depend on a fifth of the sentences, and finding them takes a third of the time
        found = spread(kept_rows, kept_targets, others[[place[row] for row in kept_rows.tolist()]])
        return _rounded(TagModel.fit(counts, clusterings.context_labels, found, form_model=tagger.form_model))

    tokens = learn_tokens(given, names, tagger, clusterings.context_labels, model_without)
    return replace(naming, tokens=tokens)


def _checked(sentences: AnnotatedTokens) -> AnnotatedTokens:
    """RAISES (UserError): A tag of a token is not valid (S008)."""
    for word, tag in zip(sentences.types, sentences.tags, strict=True):
        if tag and (why := unfit_tag(tag)):
            raise UserError(Errors.S008.format(word=word, tag=tag[:LONGEST_TAG], why=why))
    return sentences


DOUBT = 0.5
"""Probability of another tag from which a label is worth a second look."""


SLIPS = 0.02
"""Share of labels that are wrong, before anything is known of them."""


MOST_DOUBTS = 10
"""Labels that somebody is asked to check at most."""


def find_doubts(
    words: Sequence[str],
    names: Sequence[str],
    targets: NDArray[np.float32],
    others: NDArray[np.float32],
    tokens: NDArray[np.int64],
) -> list[tuple[str, str, str]]:
    """Find labels that a classifier contradicts which has not seen them, those most worth a second look first.

    With q what the other labels say of the tags given to a word w, e = SLIPS, and T tags, the label is wrong with the
    probability e (1 - q) / (T - 1) over e (1 - q) / (T - 1) + (1 - e) q. What a look is worth is that times the root of
    w's tokens: wrong labels cost their own tokens and little else, but frequent words are contradicted more often.

    words (Sequence): The m labelled words.
    names (Sequence): The tags.
    targets, others (NDArray): float32 (m, n_tags), the tags they were given, and what the other labels say of each.
    tokens (NDArray): int64 (m,), the tokens of each.
    RETURNS (list): The word, the tags it was given, joined by "|", and the likeliest tag.
    """
    given = (others * (targets > 0)).sum(axis=1, dtype=np.float64)
    slip = SLIPS * (1 - given) / max(len(names) - 1, 1)
    worth = tokens**0.5 * slip / (slip + (1 - SLIPS) * given)
    found = []
    for i in np.argsort(-worth, kind="stable").tolist():
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


def _words_beyond(labels: Mapping[str, Sequence[str]], names: Sequence[str], types: Sequence[str]) -> KnownWords | None:
    """The labelled words that the corpus does not have; None if there are none."""
    in_text, tagset = set(map(spelling, types)), set(names)
    found = {spelling(word): tags for word, tags in labels.items() if tags and tagset.issuperset(tags)}
    beyond = {word: tags for word, tags in found.items() if word not in in_text}
    return KnownWords(list(beyond), _shares(list(beyond.values()), names)) if beyond else None


def _shares(labels: Sequence[Sequence[str]], names: Sequence[str]) -> NDArray[np.float32]:
    """float32 (m, n_tags), equal shares for a word's tags; a tag that is given twice gets two shares."""
    shares = np.zeros((len(labels), len(names)), dtype=np.float32)
    for i, tags in enumerate(labels):
        for tag in tags:
            shares[i, names.index(tag)] += 1 / len(tags)
    return shares


class _Spreading:
    """Spreads labels to all types, as often as cross-fitting asks for it; features are computed once."""

    def __init__(self, counts: BigramCounts, clusterings: Clusterings, names: Sequence[str], method: Method) -> None:
        self._counts, self._clusterings, self._names, self._method = counts, clusterings, names, method
        self._row = {word: i for i, word in enumerate(counts.types)}
        self._features: TypeFeatures | None = type_features(counts, clusterings) if method == "propagate" else None

    def targets(self, known: Mapping[str, Sequence[str]]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """int64 (m,), the rows of labelled words; float32 (m, n_tags), the shares of their tags."""
        rows = np.array([self._row[word] for word in known], dtype=np.int64)
        return rows, _shares(list(known.values()), self._names)

    def __call__(
        self, rows: NDArray[np.int64], targets: NDArray[np.float32], others: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """float32 (N, n_tags), the probabilities of the tags of all types."""
        if self._features is not None:
            return propagate(self._features, self._counts, rows, targets, others)
        levels = self._clusterings.levels
        # the finest level with no more clusters than labelled words, so that each cluster can have one
        fitting = [level for level in levels if level.max() < len(rows)] or levels[:1]
        return prototype(fitting[-1], self._counts.counts, rows, targets)

    def checked(self, rows: NDArray[np.int64], targets: NDArray[np.float32]) -> NDArray[np.float32]:
        """float32 (m, n_tags), what the other labels say of each labelled word."""
        return targets if self._features is None else left_out(self._features, rows, targets)


def _rounded(model: TagModel) -> TagModel:
    """The model rounded as in an artifact, so that saving does not change any tag."""
    tables = {name: getattr(model, name).astype(np.float16) for name in ("probabilities", "left", "right")}
    return replace(model, **tables)
