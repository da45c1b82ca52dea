"""What is in the clusters and what their training took, for people to look at and for programs to read."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...shared.stopwatch import Stage, peak_memory

if TYPE_CHECKING:
    from .model import SVD2Model

STATISTICS = {
    "n_sentences": "Sentences",
    "n_tokens": "Tokens",
    "n_types": "Word types",
    "n_hapaxes": "Words seen once",
}
"""What is known of a training corpus, with the names that people see: see `SVD2Model.statistics`."""


@dataclass(frozen=True)
class ClusterSummary:
    """One cluster of word types.

    name (str): Its tag.
    prototype (str): Its most frequent type; None if it is empty.
    n_tokens, n_types (int): Tokens of the corpus and types in it.
    token_share, type_share (float): The same as fractions of the corpus.
    words (list): Its most frequent types with their counts, the prototype first.
    """

    name: str
    prototype: str | None
    n_tokens: int
    n_types: int
    token_share: float
    type_share: float
    words: list[tuple[str, int]]


def summarize_clusters(model: "SVD2Model", *, n_words: int = 10) -> list[ClusterSummary]:
    """Describe every cluster of a model, in the order of the model's tags.

    model (SVD2Model): The trained model.
    n_words (int): Words of each cluster.
    RETURNS (list): A summary for each cluster, also for empty ones.
    """
    return summarize_groups(model, model.labels, model.cluster_names, n_words=n_words)


def summarize_tags(model: "SVD2Model", *, n_words: int = 10) -> list[ClusterSummary]:
    """Describe every named tag of a model, by the likeliest tag of each type; nothing for a model without names.

    model (SVD2Model): The trained model.
    n_words (int): Words of each tag.
    RETURNS (list): A summary for each tag, the one of most tokens first.
    """
    if model.naming is None:
        return []
    likeliest = model.naming.tagger.probabilities.argmax(axis=1)
    groups = summarize_groups(model, likeliest, model.naming.tags, n_words=n_words)
    return sorted(groups, key=lambda group: -group.n_tokens)


def summarize_groups(
    model: "SVD2Model", labels: NDArray[Any], names: Sequence[str], *, n_words: int
) -> list[ClusterSummary]:
    """Describe groups of types.

    model (SVD2Model): The trained model.
    labels (NDArray): Whole numbers (N,), the group of each type.
    names (Sequence): Of the groups.
    n_words (int): Words of each group.
    RETURNS (list): A summary for each group, also for empty ones.
    """
    k = len(names)
    tokens = np.bincount(labels, weights=model.counts, minlength=k).astype(np.int64).tolist()
    types = np.bincount(labels, minlength=k).tolist()
    # types are sorted by frequency, so a stable sort by group leaves the most frequent first in each
    members = np.split(np.argsort(labels, kind="stable"), np.cumsum(types)[:-1])
    summaries = []
    for number, name in enumerate(names):
        top = members[number][: max(n_words, 1)].tolist()
        words = [(model.types[i], int(model.counts[i])) for i in top]
        summaries.append(
            ClusterSummary(
                name=name,
                prototype=words[0][0] if words else None,
                n_tokens=tokens[number],
                n_types=types[number],
                token_share=tokens[number] / sum(tokens),
                type_share=types[number] / sum(types),
                words=words[:n_words],
            )
        )
    return summaries


def summarize_training(model: "SVD2Model", stages: Sequence[Stage], *, n_words: int = 10) -> dict[str, Any]:
    """Sum a training up.

    model (SVD2Model): The trained model.
    stages (Sequence): The stages as timed.
    n_words (int): Words of each cluster.
    RETURNS (dict): "corpus" (counts of sentences, tokens, types, hapaxes), "settings", "stages", "peak_memory"
        (bytes; None where the system does not tell) and "clusters"; all of it JSON-serialisable.
    """
    return {
        "corpus": model.statistics,
        "settings": model.settings.to_dict(),
        "stages": [asdict(stage) for stage in stages],
        "peak_memory": peak_memory(),
        "clusters": [asdict(cluster) for cluster in summarize_clusters(model, n_words=n_words)],
    }
