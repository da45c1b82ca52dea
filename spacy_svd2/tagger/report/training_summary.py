"""What there is to say about a training of the tagger, for programs."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ...shared.stopwatch import Stage, peak_memory

if TYPE_CHECKING:
    from ..model.model import SVD2Model


def summarize_training(model: "SVD2Model", stages: Sequence[Stage], *, n_words: int = 10) -> dict[str, Any]:
    """Sum a training up.

    model (SVD2Model): The trained model.
    stages (Sequence): The stages as timed.
    n_words (int): Words of each cluster.
    RETURNS (dict): "corpus" (counts of sentences, tokens, types, hapaxes), "settings", "stages", "peak_memory"
        (bytes; None where the system does not tell) and "clusters"; all of it JSON-serialisable.
    """
    from ..model.summary import summarize_clusters

    return {
        "corpus": model.statistics,
        "settings": model.settings.to_dict(),
        "stages": [asdict(stage) for stage in stages],
        "peak_memory": peak_memory(),
        "clusters": [asdict(cluster) for cluster in summarize_clusters(model, n_words=n_words)],
    }
