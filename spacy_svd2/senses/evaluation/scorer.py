"""The scorer of the disambiguator, so that `spacy evaluate` and `spacy train` show its scores."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np
from spacy.training import Example
from spacy.util import registry

from ...shared.word_keys import canonical
from ..corpora.docs import SPANS_KEY, read_targets
from .scoring import METRICS, PER_WORD, score_senses


@registry.scorers("spacy_svd2.wsd_scorer.v1")
def make_wsd_scorer() -> Callable[..., dict[str, Any]]:
    """Create the scorer `spacy_svd2.wsd_scorer.v1`.

    RETURNS (Callable): Takes examples, returns scores by name.
    """
    return score_wsd


def score_wsd(
    examples: Iterable[Example],
    *,
    spans_key: str = SPANS_KEY,
    most_frequent: Mapping[str, str] | None = None,
    **kwargs: Any,
) -> dict[str, Any]:
    """Compare predicted senses with gold senses, as Senseval's scorer does.

    Each gold target counts once; an answer is right if it is one of the target's senses, however both are encoded.
    Unlabelled gold targets, and
    predictions where the gold document has no target, are left out.

    examples (Iterable): Predicted and gold documents; both have their senses in a span group (`corpora.sense_docs`).
    spans_key (str): The group.
    most_frequent (Mapping): Most frequent training sense by word, for the baseline; a word it lacks is unanswered.
    **kwargs (Any): What spaCy passes to every scorer; not used.
    RETURNS (dict): Fractions: "wsd_acc" (of all gold targets; equals "wsd_recall"), "wsd_precision" (of the answers),
        "wsd_recall", "wsd_f", "wsd_coverage" (answered), "wsd_mfs_acc" (baseline, None if it is not known), and
        "wsd_per_word", the same and counts by word. Precision, recall and F1 also by the names that `spacy evaluate
        --spans-key` prints: "spans_KEY_p", "spans_KEY_r", "spans_KEY_f", and by word in "spans_KEY_per_type". None for
        each where there is no gold target.
    """
    words, gold, answers = [], [], []
    for example in examples:
        predicted = {(target.start, target.end): target for target in read_targets(example.predicted, spans_key)}
        for target in read_targets(example.reference, spans_key):
            if not target.senses:
                continue
            place = _aligned(example, target.start, target.end)
            answer = predicted.get(place) if place else None
            named = next((span.id_ for span in example.reference.spans[spans_key] if span.id_ == target.word), "")
            words.append(canonical(named or (answer.word if answer else target.word)))
            gold.append([*map(canonical, target.senses)])
            answers.append(canonical(answer.senses[0]) if answer and answer.senses else None)
    shown = {metric.spacy_key: metric.key for metric in METRICS if metric.spacy_key}
    printed = {"p": "precision", "r": "recall", "f": "f1"}
    shown |= {f"spans_{spans_key}_{letter}": key for letter, key in printed.items()}
    printed_per_word = f"spans_{spans_key}_per_type"
    if not words:
        return dict.fromkeys([*shown, PER_WORD, printed_per_word])
    frequent = {canonical(word): canonical(sense) for word, sense in (most_frequent or {}).items()}
    scores = score_senses(words, gold, answers, most_frequent=frequent or None)
    total = asdict(scores.total)
    per_word = {word: asdict(score) for word, score in scores.per_word.items()}
    by_letter = {word: {letter: row[key] for letter, key in printed.items()} for word, row in per_word.items()}
    return {**{name: total[key] for name, key in shown.items()}, PER_WORD: per_word, printed_per_word: by_letter}


def _aligned(example: Example, start: int, end: int) -> tuple[int, int] | None:
    """The tokens of the predicted document that a stretch of the gold document covers."""
    if np.array_equal(example.predicted.to_array("ORTH"), example.reference.to_array("ORTH")):
        return start, end
    places = [int(place) for token in range(start, end) for place in example.alignment.y2x[token]]
    return (min(places), max(places) + 1) if places else None
