"""What is given for a target: the model's sense, the most frequent one, or none; and the reason."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from spacy.tokens import Span

from .model.sense_model import Prediction

BelowThreshold = Literal["abstain", "most_frequent"]
RULES: tuple[str, ...] = get_args(BelowThreshold)


@dataclass(frozen=True)
class Decision:
    """The sense of a target.

    sense (str): The sense; "" for none.
    source (str): "model", "most_frequent" or "none".
    reason (str): Why it is not the model's: "one_sense", "below_threshold" or "no_examples"; else "".
    """

    sense: str
    source: str
    reason: str = ""


def decide(prediction: Prediction, threshold: float, below_threshold: BelowThreshold, most_frequent: str) -> Decision:
    """Decide on one target.

    prediction (Prediction): The scores of its senses; none for a word without a model.
    threshold (float): Least score of a sense.
    below_threshold (str): What to do below.
    most_frequent (str): The word's most frequent sense.
    RETURNS (Decision): The decision.
    """
    if not prediction.senses:
        return Decision("", "none", "no_examples")
    if len(prediction.senses) == 1:
        return Decision(prediction.sense, "most_frequent", "one_sense")
    if prediction.score >= threshold:
        return Decision(prediction.sense, "model")
    if below_threshold == "abstain":
        return Decision("", "none", "below_threshold")
    return Decision(most_frequent, "most_frequent", "below_threshold")


def make_record(
    target: Span, word: str, decision: Decision, prediction: Prediction, glosses: Mapping[str, str]
) -> dict[str, Any]:
    """Describe a target in plain data, as it stands in `doc._.senses`.

    target (Span): Its tokens.
    word (str): The key of its word.
    decision (Decision): Its sense.
    prediction (Prediction): The scores of all senses.
    glosses (Mapping): Definitions of the word's senses.
    RETURNS (dict): The record; see `KPCAWSD`.
    """
    scores = dict(zip(prediction.senses, prediction.scores, strict=True))
    runner_up = next((other for other in prediction.senses if other != decision.sense), "")
    return {
        "start": target.start,
        "end": target.end,
        "text": target.text,
        "key": word,
        "sense": decision.sense,
        "score": scores.get(decision.sense, 0.0),
        "runner_up": runner_up,
        "runner_up_score": scores.get(runner_up, 0.0),
        "gloss": glosses.get(decision.sense, ""),
        "source": decision.source,
        "reason": decision.reason,
    }
