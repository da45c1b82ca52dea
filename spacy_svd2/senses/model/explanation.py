"""Explanation of a model's decision: the features that it used, and the nearest training contexts."""

from dataclasses import dataclass

import numpy as np

from .features import feature_names
from .sense_model import Occurrence, Prediction, SenseModel


@dataclass(frozen=True)
class NearestContext:
    """A training context near to the one explained.

    row (int): Its number among the training examples of its word in their original order; if the model has
        landmarks, among these.
    sense (str): Its (first) sense; "" if it was unlabelled.
    similarity (float): Kernel value.
    """

    row: int
    sense: str
    similarity: float


@dataclass(frozen=True)
class Explanation:
    """The evidence for one decision.

    prediction (Prediction): The scores.
    features (list): Name and weight of each feature that occurs in training, the heaviest first.
    neighbours (list): The nearest training contexts, the nearest first.
    """

    prediction: Prediction
    features: list[tuple[str, float]]
    neighbours: list[NearestContext]


def explain(model: SenseModel, occurrence: Occurrence, *, count: int = 5) -> Explanation:
    """Explain the decision on one occurrence.

    model (SenseModel): The model.
    occurrence (Occurrence): The target in its text.
    count (int): How many training contexts to show.
    RETURNS (Explanation): Empty lists for a word without a model.
    """
    prediction = model.predict([occurrence])[0]
    word_model = model.words.get(occurrence.word)
    if word_model is None:
        return Explanation(prediction, [], [])
    names = feature_names(occurrence.context, occurrence.start, occurrence.end, model.features)
    mean = word_model.space.weights.astype(np.float64).mean(axis=0)
    weights = dict(zip(word_model.space.keys.tolist(), mean.tolist(), strict=True))
    found = [(name, weights[code]) for code, name in names.items() if code in weights]
    codes, latent = model.describe([occurrence])
    values = word_model.kernel_rows(codes, latent)[0]
    nearest = np.argsort(-np.round(values, 9), kind="stable")[:count].tolist()
    labels = [int(word_model.row_senses[row]) for row in nearest]
    neighbours = [
        NearestContext(row, word_model.senses[label] if label >= 0 else "", float(values[row]))
        for row, label in zip(nearest, labels, strict=True)
    ]
    return Explanation(prediction, sorted(found, key=lambda item: (-item[1], item[0])), neighbours)
