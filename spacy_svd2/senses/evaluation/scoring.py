"""Scores of sense predictions, as Senseval's scorer counts them, and bootstrap intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import Errors, UserError

_LEVEL, _RESAMPLES = 0.95, 2000  # of the bootstrap interval


@dataclass(frozen=True)
class SenseMetric:
    """A metric of sense predictions, with its names: scores, tables, spaCy's weights and the model card go by it.

    To add one, add a field to `WordScore`, compute it in `_score`, and add an entry to `METRICS`.

    key (str): The field of `WordScore`.
    spacy_key (str): Its name in the scores that spaCy collects; "" to leave it out there.
    title (str): Its name for people.
    column (str): Its heading in the table of `kpca evaluate`; "" to leave it out there.
    form (str): How its value is written.
    better (str): "more" if more is better, "less" if less is, "" for a size.
    weight (float): Its weight in `[training.score_weights]`.
    """

    key: str
    spacy_key: str
    title: str
    column: str = ""
    form: str = "{:.1%}"
    better: str = "more"
    weight: float = 0.0

    def text(self, value: float | None) -> str:
        """Write a value for people."""
        return "-" if value is None else self.form.format(value)


METRICS = (
    SenseMetric("n_instances", "", "Targets with a gold sense", column="Instances", form="{:,}", better=""),
    SenseMetric("accuracy", "wsd_acc", "Accuracy", column="Accuracy"),
    SenseMetric("precision", "wsd_precision", "Precision", column="Precision"),
    SenseMetric("recall", "wsd_recall", "Recall"),
    SenseMetric("f1", "wsd_f", "F1", weight=1.0),
    SenseMetric("coverage", "wsd_coverage", "Coverage: targets with an answer", column="Coverage"),
    SenseMetric(
        "mfs_accuracy",
        "wsd_mfs_acc",
        "Baseline: the most frequent sense",
        column="Most frequent",
        better="",
    ),
)
PER_WORD = "wsd_per_word"
"""The scores of each word, in the scores that spaCy collects."""


def score_names() -> list[str]:
    """List all names of scores of senses, in our own scores and in those that spaCy collects."""
    own = [*SenseScores.__dataclass_fields__, *WordScore.__dataclass_fields__]
    return [*own, *(metric.spacy_key for metric in METRICS), PER_WORD]


def score_weights() -> dict[str, float | None]:
    """Give the default `[training.score_weights]`: the weight by name, the heaviest first."""
    listed = [metric for metric in METRICS if metric.spacy_key]
    weights = {metric.spacy_key: metric.weight for metric in sorted(listed, key=lambda metric: -metric.weight)}
    return {**weights, PER_WORD: None}


@dataclass(frozen=True)
class WordScore:
    """Scores of one word, or of all.

    n_instances (int): Occurrences with a gold sense.
    n_answered (int): Occurrences with an answer.
    n_correct (int): Answers that are one of the gold senses.
    accuracy (float): Share of the occurrences that are answered correctly; equals the recall.
    precision (float): Share of the answers that are correct.
    recall (float): Share of the occurrences that are answered correctly.
    f1 (float): Harmonic mean of the two.
    coverage (float): Share of the occurrences that are answered.
    mfs_accuracy (float): Accuracy of always answering the most frequent training sense; None if unknown.
    """

    n_instances: int
    n_answered: int
    n_correct: int
    accuracy: float
    precision: float
    recall: float
    f1: float
    coverage: float
    mfs_accuracy: float | None


@dataclass(frozen=True)
class SenseScores:
    """Scores over all occurrences and per word.

    total (WordScore): Over all occurrences.
    interval (tuple): Bootstrap interval of the accuracy.
    per_word (dict): By word.
    """

    total: WordScore
    interval: tuple[float, float]
    per_word: dict[str, WordScore] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Put the scores into plain data: the figures of the total, then "interval" and "per_word"."""
        words = {word: asdict(score) for word, score in self.per_word.items()}
        return {**asdict(self.total), "interval": list(self.interval), "per_word": words}


def score_senses(
    words: Sequence[str],
    gold: Sequence[Sequence[str]],
    answers: Sequence[str | None],
    *,
    most_frequent: Mapping[str, str] | None = None,
    sense_map: Mapping[str, str] | None = None,
) -> SenseScores:
    """Score answers against gold senses.

    words (Sequence): The word of each occurrence.
    gold (Sequence): Its correct senses; an answer is correct if it is one of them. An occurrence without one is left
        out.
    answers (Sequence): The answer, or None or "" for none.
    most_frequent (Mapping): The most frequent training sense by word, for the baseline.
    sense_map (Mapping): Coarser sense by sense: both sides are mapped first (coarse scoring).
    RETURNS (SenseScores): The scores.
    RAISES (UserError): The sequences are of different lengths (K009).
    """
    for name, items in (("gold", gold), ("answers", answers)):
        if len(items) != len(words):
            raise UserError(Errors.K009.format(name=name, found=len(items), wanted=len(words)))
    mapping = sense_map or {}
    groups: dict[str, list[tuple[bool, bool, bool]]] = {}
    every: list[tuple[bool, bool, bool]] = []
    for word, senses, answer in zip(words, gold, answers, strict=True):
        if senses:
            correct = [mapping.get(sense, sense) for sense in senses]
            baseline = (most_frequent or {}).get(word)
            row = (bool(answer), _is_in(answer, correct, mapping), _is_in(baseline, correct, mapping))
            groups.setdefault(word, []).append(row)
            every.append(row)
    known = most_frequent is not None
    per_word = {word: _score(groups[word], known) for word in sorted(groups)}
    return SenseScores(_score(every, known), bootstrap_interval([row[1] for row in every]), per_word)


def bootstrap_interval(correct: Sequence[bool]) -> tuple[float, float]:
    """Find the 95 % interval of an accuracy by resampling occurrences (percentile bootstrap).

    correct (Sequence): Whether each answer is correct.
    RETURNS (tuple): Lower and upper bound; zeros without occurrences.
    """
    size = len(correct)
    if size == 0:
        return 0.0, 0.0
    share = float(np.mean(np.asarray(correct, dtype=np.float64)))
    # how many of `size` occurrences drawn with replacement are correct is binomial; the fixed seed makes figures repeat
    drawn: NDArray[Any] = np.random.default_rng(0).binomial(size, share, _RESAMPLES) / size
    low, high = np.quantile(drawn, [(1 - _LEVEL) / 2, (1 + _LEVEL) / 2])
    return float(low), float(high)


def _is_in(answer: str | None, gold: Sequence[str], mapping: Mapping[str, str]) -> bool:
    return bool(answer) and mapping.get(answer or "", answer) in gold


def _score(rows: Sequence[tuple[bool, bool, bool]], baseline: bool) -> WordScore:
    size, answered, correct = len(rows), sum(row[0] for row in rows), sum(row[1] for row in rows)
    recall, precision = correct / max(size, 1), correct / max(answered, 1)
    f1 = 2 * precision * recall / (precision + recall) if correct else 0.0
    mfs = sum(row[2] for row in rows) / max(size, 1) if baseline else None
    return WordScore(size, answered, correct, recall, precision, recall, f1, answered / max(size, 1), mfs)
