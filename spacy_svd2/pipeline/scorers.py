"""The scorer of the tagger, so that `spacy evaluate` and `spacy train` show clustering measures."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ..metrics import clustering_scores

_MEASURES = (
    "many_to_one",
    "one_to_one",
    "one_to_one_greedy",
    "v_measure",
    "homogeneity",
    "completeness",
    "vi",
    "nvi",
    "prototype_acc",
    "upper_bound",
)

Hashes = NDArray[np.uint64]
Scorer = Callable[..., dict[str, float | None]]


@dataclass(frozen=True)
class ScoredTokens:
    """The tokens that count, as hashes of spaCy's string store (the same in every vocabulary).

    types (Hashes): Lower-cased text of each token, shape (n_tokens,).
    predicted (Hashes): Predicted `tag`; 0, a cluster of its own, where none was set.
    gold (Hashes): Gold `tag` (or `pos`, see `collect_tokens`).
    """

    types: Hashes
    predicted: Hashes
    gold: Hashes


@registry.scorers("spacy_svd2.tagger_scorer.v1")
def make_tagger_scorer() -> Scorer:
    """Create the scorer `spacy_svd2.tagger_scorer.v1`.

    RETURNS (Callable): Takes examples, returns scores by name.
    """
    return score_tagger


def score_tagger(examples: Iterable[Example], **kwargs: Any) -> dict[str, float | None]:
    """Compare predicted `token.tag_`, as clusters and as names, with the gold tags.

    examples (Iterable[Example]): Predicted and gold documents; read once.
    **kwargs (Any): What spaCy passes to every scorer; not used.
    RETURNS (dict): "tag_acc" and the measures of `metrics.clustering_scores` with the prefix "svd2_": fractions,
        "svd2_vi" in bits; None for each where no token has a gold tag.
    """
    tokens = collect_tokens(examples)
    if not len(tokens.gold):
        return {"tag_acc": None, **{f"svd2_{name}": None for name in _MEASURES}}
    scores = clustering_scores(tokens.types, tokens.predicted, tokens.gold, tokens.predicted)
    return {"tag_acc": scores["tag_acc"], **{f"svd2_{name}": scores[name] for name in _MEASURES}}


def collect_tokens(examples: Iterable[Example]) -> ScoredTokens:
    """Gather the tokens that are aligned one to one, are not whitespace and have a gold tag.

    A gold document without any tag is compared by its `pos` instead. Of each document only three integers a
    token are kept (24 bytes), no text and no `Doc`.

    examples (Iterable[Example]): Predicted and gold documents; read once.
    RETURNS (ScoredTokens): The tokens of all examples, in order.
    """
    parts = [_collect(example) for example in examples]
    types, predicted, gold = np.concatenate([np.empty((3, 0), np.uint64), *parts], axis=1)
    return ScoredTokens(types, predicted, gold)


def gold_tags(doc: Doc) -> Hashes:
    """Read the tags of a gold document, those of whitespace tokens as missing.

    doc (Doc): The gold document.
    RETURNS (Hashes): `token.tag`, shape (len(doc),); 0 where missing.
    """
    tags, space = doc.to_array(["TAG", "IS_SPACE"]).T
    return np.where(space == 0, tags, 0)


def _collect(example: Example) -> Hashes:
    """Types, predicted and gold tags of one example's scored tokens, shape (3, n)."""
    gold = gold_tags(example.reference)
    if not gold.any():
        gold = example.reference.to_array("POS").astype(np.uint64)
    types, predicted, space = example.predicted.to_array(["LOWER", "TAG", "IS_SPACE"]).T
    here, there = _one_to_one_tokens(example)
    keep = (space[here] == 0) & (gold[there] != 0)
    here, there = here[keep], there[keep]
    return np.stack([types[here], predicted[here], gold[there]])


def _one_to_one_tokens(example: Example) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Positions in the predicted and in the gold document of the tokens that are each other's only partner."""
    words = example.predicted.to_array("ORTH")
    if np.array_equal(words, example.reference.to_array("ORTH")):
        return np.arange(len(words)), np.arange(len(words))
    there, back = example.alignment.x2y, example.alignment.y2x
    here = np.flatnonzero(there.lengths[: len(words)] == 1)
    partners = there.data[there.starts[here]]
    single = back.lengths[partners] == 1
    return here[single], partners[single]
