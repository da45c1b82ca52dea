"""What there is to say about a training of the disambiguator, for programs."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ...shared.stopwatch import Stage, peak_memory

if TYPE_CHECKING:
    from ..component import KPCAWSD
    from ..model.sense_model import SenseModel


def summarize_training(component: "KPCAWSD", stages: Sequence[Stage]) -> dict[str, Any]:
    """Sum a training up.

    component (KPCAWSD): The trained component.
    stages (Sequence): The stages as timed.
    RETURNS (dict): "n_words", "n_senses", "n_examples", "cross_validated" (accuracy over all words, or None),
        "words" (a dict each: "word", "n_examples", "senses" with their examples, "settings", "accuracy",
        "most_frequent"), "stages" and "peak_memory" (bytes); all of it JSON-serialisable.
    """
    model = component.get_model()
    words = [_word(model, word) for word in model.words]
    tried = [choice for choice in model.choices.values() if choice.total]
    total = sum(choice.total for choice in tried)
    return {
        "n_words": len(words),
        "n_senses": sum(len(word["senses"]) for word in words),
        "n_examples": sum(entry.n_examples for entry in component.inventory.entries.values()),
        "cross_validated": sum(choice.correct for choice in tried) / total if total else None,
        "words": words,
        "stages": [asdict(stage) for stage in stages],
        "peak_memory": peak_memory(),
    }


def _word(model: "SenseModel", word: str) -> dict[str, Any]:
    one, choice = model.words[word], model.choices.get(word)
    counts = [float(count) for count in one.counts]
    settings = one.settings
    return {
        "word": word,
        "n_examples": round(sum(counts)),
        "senses": dict(zip(one.senses, [round(count, 3) for count in counts], strict=True)),
        "most_frequent": counts[0] / sum(counts),
        "accuracy": choice.correct / choice.total if choice is not None and choice.total else None,
        "settings": {
            "weighting": list(settings.weighting),
            "domain": settings.domain,
            "step": settings.step,
        },
    }
