"""Descriptions of a trained disambiguator: for the model card, and for the summary of its training."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ..shared.description import Description, DescriptionTable, Row, gold_of, number
from ..shared.stopwatch import Stage, peak_memory
from .evaluation.scoring import METRICS

if TYPE_CHECKING:
    from .model.inventory import Inventory
    from .model.sense_model import SenseModel

_FEW = 10  # examples of a word; with fewer, its model is a guess


def describe_senses(
    model: "SenseModel", inventory: "Inventory", config: Mapping[str, Any], performance: Mapping[str, Any]
) -> Description:
    """Describe a disambiguator.

    model (SenseModel): Its model.
    inventory (Inventory): Its words.
    config (Mapping): Settings of the component itself.
    performance (Mapping): The scores that the pipeline carries.
    RETURNS (Description): The description.
    """
    scores = _scores(performance)
    attr, group = config.get("senses_attr"), config.get("spans_key")
    of_spans = f'print([(span.text, span.label_) for span in doc.spans["{group}"]])'
    return Description(
        summary=(
            f"It writes the senses of {len(inventory.entries):,} words. They were learned from "
            f"{sum(entry.n_examples for entry in inventory.entries.values()):,} labelled examples, each word by a "
            "model of its own (kernel PCA of its contexts)."
        ),
        usage=of_spans if group or not attr else f"print(doc._.{attr})",
        tables=[
            DescriptionTable("Settings", ("Setting", "Value"), _settings(model, inventory, config)),
            DescriptionTable.cut(
                "Words", ("Word", "Examples", "Senses", "Cross-validated accuracy"), _words(model, inventory)
            ),
            DescriptionTable.cut("Senses", ("Word", "Sense", "Examples", "Meaning"), _senses(model, inventory)),
        ],
        scores=scores,
        gold=gold_of(performance, "senses", "n_instances") if scores else "",
        limits=_limits(model, inventory),
    )


def _settings(model: "SenseModel", inventory: "Inventory", config: Mapping[str, Any]) -> list[Row]:
    vectors = model.vectors
    return [
        ("annotations", ", ".join(inventory.annotations) or "none, words alone"),
        ("descriptors of words", "yes" if model.latent is not None else "no"),
        *([] if vectors is None else [("vectors of the pipeline", f"{vectors.kind}, {vectors.width} dimensions")]),
        *((name, "none" if value is None else str(value)) for name, value in config.items()),
    ]


def _words(model: "SenseModel", inventory: "Inventory") -> list[Row]:
    rows: list[Row] = []
    for word, entry in inventory.entries.items():
        choice, found = model.choices.get(word), model.words.get(word)
        accuracy = f"{choice.correct / choice.total:.1%}" if choice is not None and choice.total else "-"
        rows.append((word, f"{entry.n_examples:,}", str(len(found.senses) if found else 0), accuracy))
    return rows


def _senses(model: "SenseModel", inventory: "Inventory") -> list[Row]:
    rows: list[Row] = []
    for word, one in model.words.items():
        glosses = inventory.entries[word].glosses if word in inventory.entries else {}
        counts = [float(count) for count in one.counts]
        rows += [
            (word, sense, f"{count:g}", glosses.get(sense, "")) for sense, count in zip(one.senses, counts, strict=True)
        ]
    return rows


def _scores(performance: Mapping[str, Any]) -> list[Row]:
    values = [(metric, number(performance, metric.key, metric.spacy_key)) for metric in METRICS]
    return [(metric.title, metric.form.format(value), metric.better) for metric, value in values if value is not None]


def _limits(model: "SenseModel", inventory: "Inventory") -> list[str]:
    few = [word for word, entry in inventory.entries.items() if entry.n_examples < _FEW]
    single = [word for word, one in model.words.items() if len(one.senses) == 1]
    limits = ["Other words than these get no sense, and a word never gets a sense that its examples did not have."]
    if few:
        limits.append(f"{len(few):,} of the words have fewer than {_FEW} examples: do not rely on their senses.")
    if single:
        limits.append(f"{len(single):,} of the words have one sense in the examples, and always get it.")
    if inventory.annotations:
        limits.append(f"Documents need what it was trained with: {', '.join(inventory.annotations)}.")
    limits.append("Text of another kind than the examples has other contexts and other most frequent senses.")
    return limits


def summarize_training(model: "SenseModel", inventory: "Inventory", stages: Sequence[Stage]) -> dict[str, Any]:
    """Summarise a training run.

    model (SenseModel): The trained model.
    inventory (Inventory): Its words.
    stages (Sequence): The stages and their times.
    RETURNS (dict): "n_words", "n_senses", "n_examples", "cross_validated" (accuracy over all words, or None),
        "words" (for each a dict: "word", "n_examples", "senses" with their examples, "settings", "accuracy",
        "most_frequent"), "stages" and "peak_memory" (bytes); everything is JSON-serialisable.
    """
    words = [_word(model, word) for word in model.words]
    tried = [choice for choice in model.choices.values() if choice.total]
    total = sum(choice.total for choice in tried)
    return {
        "n_words": len(words),
        "n_senses": sum(len(word["senses"]) for word in words),
        "n_examples": sum(entry.n_examples for entry in inventory.entries.values()),
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
