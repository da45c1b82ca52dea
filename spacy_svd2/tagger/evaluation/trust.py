"""How many tokens of new text are right, estimated without gold tags.

Four kinds of tokens differ in what is known about them: labelled words with one tag, labelled words with several, other
words of the corpus, and new words. Of each kind, the share that is right is estimated from the mean confidence and two
corrections that the pipeline can measure by itself:
E = TYPICAL - (mean confidence on words with one tag, which are nearly always right), and
D = (share of labelled words whose tag the other labels find) - (the mean confidence with which they find it).
How much of E and D counts was fitted to ten languages and tag sets, see `benchmarks/trust_notes.md`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from ..model.model import SVD2Model

F64 = NDArray[np.float64]

EXPECTED_KEYS = ("tag_acc_expected", "tag_acc_expected_low", "tag_acc_expected_high")
"""Where a pipeline's meta data keeps an estimate and its interval, under "performance"."""

KINDS = ("labelled, one tag", "labelled, several tags", "other known words", "new words")
ONE, SEVERAL, KNOWN, NEW = range(len(KINDS))

TYPICAL = 0.9
"""Mean confidence on words with one tag: the middle of the languages."""
RIGHT_OF_ONE, RIGHT_OF_MOST_COMMON = 0.988, 0.93
"""Share of right tokens of words labelled with one tag: if other words have several, and if none has, so that the one
tag is only the most common."""
SEVERAL_E, KNOWN_D, KNOWN_E, NEW_D, NEW_MORE = 1.25, 0.8, 0.8, 0.5, 0.11
"""How much of the corrections counts. New words are right more often than they are confident of."""
SENTENCES_MORE = 0.01
"""What is added to the confidence that annotated sentences calibrated: on new text it is a little too low after whole
sentences, and a little too high after chosen occurrences."""
ERROR, ERROR_OF_MOST_COMMON = 0.022, 0.03
"""Standard deviation of the estimate from the truth on languages that the weights above were not fitted to."""
NORMAL = 1.96
"""Standard deviations on each side of an interval that holds 95 %."""
BOOTSTRAP = 500
"""Samples for the interval."""
FEW_WORDS = 300
"""Labelled words from which the errors above were measured."""
FIRST_WORDS, HOUR_OF_WORDS = 250, 600
"""Labelled words that come before all else, half an hour, and those after which sentences come (`advise`)."""
_SEED = 0


@dataclass(frozen=True)
class TextCounts:
    """What was seen in running text, for each of n units such as lines, by kind of token.

    tokens (NDArray): float64 (n, 4), the tokens of each kind.
    confidence (NDArray): float64 (n, 4), the sums of their confidence.
    """

    tokens: F64
    confidence: F64


@dataclass(frozen=True)
class LabelCheck:
    """What the other labels say of each labelled word.

    hits (NDArray): float64 (m,), the share that their likeliest tag has among the word's: 1 if it is its only one.
    confidence (NDArray): float64 (m,), how sure they are.
    has_several (bool): Whether any word has several tags.
    has_sentences (bool): Whether annotated sentences calibrated the confidence.
    """

    hits: F64
    confidence: F64
    has_several: bool
    has_sentences: bool = False


@dataclass(frozen=True)
class KindTrust:
    """The estimate for one kind of token.

    name (str): The kind.
    share (float): Its share of the tokens.
    confidence (float): The mean confidence.
    accuracy (float): The share that is right, as estimated.
    errors (float): Its share of all wrong tokens.
    """

    name: str
    share: float
    confidence: float
    accuracy: float
    errors: float


@dataclass(frozen=True)
class Trust:
    """The estimate.

    accuracy (float): The share of tokens that are right.
    low, high (float): The bounds of its 95 % interval.
    n_tokens (int): The tokens of the text.
    n_labelled (int): The labelled words.
    kinds (list): The same by kind of token.
    label_next (str): What to label next: "words", "occurrences" or "sentences".
    why (str): What this rests on.
    """

    accuracy: float
    low: float
    high: float
    n_tokens: int
    n_labelled: int
    kinds: list[KindTrust]
    label_next: str
    why: str

    @property
    def has_few_labels(self) -> bool:
        """Whether there are fewer labelled words than the estimate was measured with."""
        return self.n_labelled < FEW_WORDS

    @property
    def sentence(self) -> str:
        """The estimate in words."""
        return (
            f"{self.accuracy:.1%} of the tokens have the right tag, probably between {self.low:.1%} and "
            f"{self.high:.1%} (95 % interval)"
        )


def check_labels(model: "SVD2Model") -> LabelCheck | None:
    """Check each labelled word by the others.

    model (SVD2Model): A model whose tags have names.
    RETURNS (LabelCheck): The result; None if the model does not keep what is needed.
    """
    from ..naming.propagation import left_out  # here, because they import scipy
    from ..naming.type_features import type_features

    naming, counts = model.naming, model.bigrams
    if naming is None or counts is None or naming.method == "prototype":
        return None
    others = naming.checked
    if others is None:
        with threadpool_limits(limits=1, user_api="blas"):
            features = type_features(counts, model.find_clusterings())
            others = left_out(features, naming.labelled, naming.targets)
    hits = naming.targets[np.arange(len(others)), others.argmax(axis=1)]
    has_several = bool(((naming.targets > 0).sum(axis=1) > 1).any())
    has_sentences = naming.tokens is not None
    return LabelCheck(hits.astype(np.float64), others.max(axis=1).astype(np.float64), has_several, has_sentences)


def kinds_of_types(model: "SVD2Model") -> NDArray[np.int64]:
    """Find the kind of each type of a model whose tags have names: `ONE`, `SEVERAL` or `KNOWN`, int64 (N,)."""
    kinds = np.full(len(model.types), KNOWN, dtype=np.int64)
    if model.naming is not None:
        several = (model.naming.targets > 0).sum(axis=1) > 1
        kinds[model.naming.labelled] = np.where(several, SEVERAL, ONE)
    return kinds


def estimate(text: TextCounts, labels: LabelCheck | None) -> Trust:
    """Estimate how many tokens are right.

    text (TextCounts): Running text, of at least one token.
    labels (LabelCheck): What `check_labels` found; without it the second correction is left out.
    RETURNS (Trust): The estimate.
    """
    tokens, confidence = text.tokens.sum(axis=0), text.confidence.sum(axis=0)
    shares, means = tokens / max(tokens.sum(), 1), _means(tokens, confidence)
    d = 0.0 if labels is None else float((labels.hits - labels.confidence).mean())
    right = _right(tokens, means, d, labels)
    accuracy = float(shares @ right)
    spread = _sampled(text, labels)
    model_error = ERROR if labels is None or labels.has_several else ERROR_OF_MOST_COMMON
    if labels is not None:  # few labels leave whole tags out, which nothing in them can tell
        model_error *= max(1.0, FEW_WORDS / len(labels.hits))
    half = NORMAL * sqrt(float(spread.var()) + model_error**2)
    wrong = shares * (1 - right)
    errors = wrong / max(float(wrong.sum()), 1e-12)
    rows = zip(KINDS, shares.tolist(), means.tolist(), right.tolist(), errors.tolist(), strict=True)
    n_labelled = 0 if labels is None else len(labels.hits)
    return Trust(
        accuracy,
        max(0.0, accuracy - half),
        min(1.0, accuracy + half),
        int(tokens.sum()),
        n_labelled,
        [KindTrust(*row) for row in rows],
        *advise(errors, n_labelled),
    )


def wilson_interval(n_right: int, n: int) -> tuple[float, float]:
    """Compute the 95 % interval of a share (Wilson 1927).

    n_right (int), n (int): How many of how many are right; n is at least 1.
    RETURNS (tuple): Its bounds.
    """
    share, square = n_right / n, NORMAL**2
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = NORMAL / (1 + square / n) * sqrt(share * (1 - share) / n + square / (4 * n**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def text_counts(units: Sequence[tuple[NDArray[np.int64], NDArray[np.float32]]]) -> TextCounts:
    """Add up the tokens of running text.

    units (Sequence): For each unit the kinds, int64 (tokens,), and the confidences, float32 (tokens,), of its tokens.
    RETURNS (TextCounts): Their sums.
    """
    tokens = [np.bincount(kinds, minlength=len(KINDS)) for kinds, _ in units]
    sums = [np.bincount(kinds, weights=sure, minlength=len(KINDS)) for kinds, sure in units]
    return TextCounts(np.array(tokens, dtype=np.float64), np.array(sums, dtype=np.float64))


def _means(tokens: F64, confidence: F64) -> F64:
    found: F64 = confidence / np.maximum(tokens, 1)
    return found


def _right(tokens: F64, means: F64, d: float, labels: LabelCheck | None) -> F64:
    """float64 (4,), the share of each kind that is right."""
    if labels is not None and labels.has_sentences:  # cross-validation has corrected the confidence already
        calibrated: F64 = np.clip(means + SENTENCES_MORE, 0, 1)
        return calibrated
    has_several = labels is None or labels.has_several
    e = TYPICAL - means[ONE] if tokens[ONE] else 0.0
    right = np.array(
        [
            RIGHT_OF_ONE if has_several else RIGHT_OF_MOST_COMMON,
            means[SEVERAL] + SEVERAL_E * e,
            means[KNOWN] + KNOWN_D * d + KNOWN_E * e,
            means[NEW] + NEW_D * d + NEW_MORE,
        ]
    )
    clipped: F64 = np.clip(right, 0, 1)
    return clipped


def _sampled(text: TextCounts, labels: LabelCheck | None) -> F64:
    """The estimate from samples of the text's units and of the labelled words, with replacement."""
    generator = np.random.Generator(np.random.PCG64(_SEED))
    gaps = np.zeros(1) if labels is None else labels.hits - labels.confidence
    n, found = len(text.tokens), np.zeros(BOOTSTRAP)
    for i in range(BOOTSTRAP):
        rows = generator.integers(n, size=n)
        tokens, confidence = text.tokens[rows].sum(axis=0), text.confidence[rows].sum(axis=0)
        d = float(gaps[generator.integers(len(gaps), size=len(gaps))].mean())
        right = _right(tokens, _means(tokens, confidence), d, labels)
        found[i] = tokens @ right / max(tokens.sum(), 1)
    return found


def advise(errors: F64, n_labelled: int) -> tuple[str, str]:
    """Say what to label next: what lessens the greater part of the expected errors.

    In simulation, words help where most errors are on words without a label, and occurrences where they are on words
    with several tags. A person's words bring less than simulated ones, and sentences more, so after an hour sentences
    take their place. Rules from learning curves were no better (`benchmarks/trust_notes.md`).

    errors (NDArray): float64 (4,), the share of each kind of token in the errors.
    n_labelled (int): The labelled words.
    RETURNS (tuple): "words", "occurrences" or "sentences", and why.
    """
    if n_labelled < FIRST_WORDS:
        return "words", f"only {n_labelled} words have labels, and the first {FIRST_WORDS} bring most"
    if errors[SEVERAL] >= errors[KNOWN]:
        return "occurrences", f"words with several tags make {errors[SEVERAL]:.0%} of the expected errors"
    rest = f"words without a label make {errors[KNOWN] + errors[NEW]:.0%} of the expected errors"
    if n_labelled < HOUR_OF_WORDS:
        return "words", rest
    return "sentences", f"{rest}, too many to label each"
