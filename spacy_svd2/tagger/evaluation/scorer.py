"""The scorer of the tagger, so that `spacy evaluate` and `spacy train` show clustering measures."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.strings import get_string_id
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ...corpora.formats.text import NO_TAG
from ...shared.lookup import KeyHashes
from ...shared.word_keys import WordKey, canonical
from .metric_table import PosCounts, clustering_scores, spacy_metrics

_NO_TAG = np.uint64(get_string_id(NO_TAG))
Hashes = NDArray[np.uint64]
Scorer = Callable[..., dict[str, float | None]]


@dataclass(frozen=True)
class ScoredTokens:
    """The tokens that count, as hashes of spaCy's string store (the same in every vocabulary).

    types (Hashes): The key of each token's text (`WordKey`), shape (n_tokens,).
    predicted (Hashes): Predicted `tag`; 0, a cluster of its own, where none was set.
    gold (Hashes): Gold `tag` (or `pos`, see `collect_tokens`).
    pos (tuple): See `PosCounts`.
    """

    types: Hashes
    predicted: Hashes
    gold: Hashes
    pos: PosCounts = (0, 0, 0)

    def scores(self) -> dict[str, float | int]:
        """Compute all metrics.

        RETURNS (dict): See `metric_table.clustering_scores`.
        """
        return clustering_scores(self.types, self.predicted, self.gold, self.predicted, pos=self.pos)


@registry.scorers("spacy_svd2.tagger_scorer.v1")
def make_tagger_scorer() -> Scorer:
    """Create the scorer `spacy_svd2.tagger_scorer.v1`.

    RETURNS (Callable): Takes examples, returns scores by name.
    """
    return score_tagger


def score_tagger(examples: Iterable[Example], **kwargs: Any) -> dict[str, float | None]:
    """Compare predicted `token.tag_`, as clusters and as names, with the gold tags; and `token.pos_` with the gold.

    examples (Iterable[Example]): Predicted and gold documents; read once.
    **kwargs (Any): What spaCy passes to every scorer; not used.
    RETURNS (dict): "tag_acc", "pos_acc", and the metrics of `metric_table.METRICS` with the prefix "svd2_":
        fractions, but "svd2_vi" in bits; all are None if no token has a gold tag. "pos_acc" is None if no token has a
        gold `pos`, or none has a predicted one, as for clusters without names.
    """
    tokens = collect_tokens(examples)
    scores = tokens.scores()
    if not len(tokens.gold):  # without tokens, metrics are None, not 0; `pos` may still be compared
        scores = {key: value for key, value in scores.items() if key == "pos_acc"}
    return {metric.spacy_key: scores.get(metric.key) for metric in spacy_metrics()}


def collect_tokens(examples: Iterable[Example]) -> ScoredTokens:
    """Collect the tokens that are aligned one to one, are not whitespace and have a gold tag.

    Words and tags are the same however they are encoded. A gold document without any tag is compared by its `pos`
    instead. Only three integers (24 bytes) are kept for each token, no text and no `Doc`.

    examples (Iterable[Example]): Predicted and gold documents; read once.
    RETURNS (ScoredTokens): The tokens of all examples, in order.
    """
    parts, pos = [np.empty((3, 0), np.uint64)], np.zeros(3, np.int64)
    types, tags = KeyHashes(WordKey(), learn=True), KeyHashes(canonical, learn=True)
    for number, example in enumerate(examples):
        if number == 0:
            types = KeyHashes(WordKey(lang=str(example.predicted.vocab.lang)), learn=True)
        (texts, predicted, gold), counts = _collect(example)
        here, there = example.predicted.vocab.strings, example.reference.vocab.strings
        parts.append(np.stack([types(texts, here), tags(predicted, here), tags(gold, there)]))
        pos += counts
    wanted, found, right = pos.tolist()
    texts, predicted, gold = np.concatenate(parts, axis=1)
    return ScoredTokens(texts, predicted, gold, (wanted, found, right))


def gold_tags(doc: Doc) -> Hashes:
    """Read the tags of a gold document; whitespace tokens have none.

    doc (Doc): The gold document.
    RETURNS (Hashes): `token.tag`, shape (len(doc),); 0 where missing, or "_", which stands for none.
    """
    tags, space = doc.to_array(["TAG", "IS_SPACE"]).T
    return np.where((space == 0) & (tags != _NO_TAG), tags, 0)


def _collect(example: Example) -> tuple[Hashes, tuple[int, int, int]]:
    """Texts, predicted and gold tags of one example's scored tokens, shape (3, n); and `ScoredTokens.pos`."""
    gold, gold_pos = gold_tags(example.reference), example.reference.to_array("POS").astype(np.uint64)
    if not gold.any():
        gold = gold_pos
    texts, predicted, pos, space = example.predicted.to_array(["ORTH", "TAG", "POS", "IS_SPACE"]).T
    here, there = _one_to_one_tokens(example)
    words = space[here] == 0
    here, there = here[words], there[words]
    scored = gold[there] != 0
    wanted, found = gold_pos[there], pos[here]
    known = wanted != 0
    counts = (int(known.sum()), int((known & (found != 0)).sum()), int((known & (found == wanted)).sum()))
    return np.stack([texts[here], predicted[here], gold[there]])[:, scored], counts


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
