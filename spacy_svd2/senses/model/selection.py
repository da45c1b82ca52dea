"""Choice of settings for each word by cross-validation on its training data.

One word has few examples, so its results are combined with the accuracy over all words, which counts as much as
`STRENGTH` further examples: the chosen settings maximise STRENGTH * (accuracy over all words) + (correct answers for
the word). Words with fewer than `MIN_EXAMPLES` examples get the settings that are best over all words.

The same folds choose how sharp scores are, by their Brier score on held-out examples.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...shared.numerics import softmax
from .classifier import fit_classifier
from .feature_space import (
    LatentSpace,
    Lengths,
    add_described,
    code_matrix,
    combine,
    count_unknown,
    feature_weights,
    weigh,
)
from .settings import ModelSettings
from .word_model import Examples, label_matrix, mix_shares, vocabulary

FOLDS = 5
MIN_EXAMPLES = 40
MIN_FOLDABLE = 10
MAX_EXAMPLES = 2000
STRENGTH = 200.0
PRIOR, PLACE = 100.0, 0.003
"""As if on so many examples each candidate had been worse than the one before it, by so much."""
SHARPNESSES = 2.0 ** np.arange(1, 6.5, 0.5)
SHARED, EXPERIENCE = 50.0, 8.0


def usual_sharpness(counts: NDArray[Any]) -> float:
    """Give the sharpness of scores to expect from experience: more for more senses.

    counts (ndarray): Examples of each sense, (s,).
    RETURNS (float): 10 sqrt(e / 2), with e = exp(entropy) senses.
    """
    shares = counts[counts > 0] / max(float(counts.sum()), 1)
    return 10.0 * float(np.sqrt(np.exp(-(shares * np.log(shares)).sum()) / 2))


@dataclass(frozen=True)
class SelectedSettings:
    """What cross-validation found for one word.

    settings (ModelSettings): The settings chosen.
    correct (int): Correct answers with these settings.
    total (int): Examples tried; 0 for a word with too few.
    """

    settings: ModelSettings
    correct: int
    total: int


def choose_settings(
    words: Mapping[str, Examples],
    candidates: Sequence[ModelSettings],
    *,
    seed: int = 0,
    on_word: Callable[[str], None] = lambda word: None,
) -> dict[str, SelectedSettings]:
    """Choose settings for each word.

    words (Mapping): Training examples by word.
    candidates (Sequence): What to choose from; of equally good ones the first is chosen.
    seed (int): Seed of the division into folds.
    on_word (Callable): Called with each word when it is done.
    RETURNS (dict): The choice by word.
    """
    tried = {}
    for word, examples in words.items():
        tried[word] = cross_validate(examples, candidates, seed=seed)
        on_word(word)
    everything = sum(tried.values(), Trials.none(len(candidates)))
    taken = {word: _sharpest(found, everything, words[word]) for word, found in tried.items()}
    rows = np.arange(len(candidates))
    correct = {word: found.correct[rows, taken[word]] for word, found in tried.items()}
    preferred = 1 - PLACE * rows
    pooled = (sum(correct.values(), PRIOR * preferred)) / (everything.total + PRIOR)
    choices = {}
    for word, found in tried.items():
        value = STRENGTH * pooled + (correct[word] if found.total >= MIN_EXAMPLES else 0)
        best = int(np.argmax(np.round(value, 9)))
        settings = candidates[best]
        if is_calibrated(settings):
            settings = replace(settings, sharpness=float(SHARPNESSES[taken[word][best]]))
        choices[word] = SelectedSettings(settings, int(correct[word][best]), found.total)
    return choices


@dataclass(frozen=True)
class Trials:
    """How each candidate did on held-out examples, with each of `SHARPNESSES`.

    correct (ndarray): Correct answers, (candidates, sharpnesses), int64.
    brier (ndarray): Sum of the squared differences between the scores of senses and their gold shares (Brier 1950),
        (candidates, sharpnesses).
    total (int): Examples tried.
    """

    correct: NDArray[np.int64]
    brier: NDArray[np.float64]
    total: int

    @classmethod
    def none(cls, n_candidates: int) -> "Trials":
        """No examples tried."""
        shape = (n_candidates, len(SHARPNESSES))
        return cls(np.zeros(shape, dtype=np.int64), np.zeros(shape), 0)

    def __add__(self, other: "Trials") -> "Trials":
        """Add up examples."""
        return Trials(self.correct + other.correct, self.brier + other.brier, self.total + other.total)


def is_calibrated(settings: ModelSettings) -> bool:
    """Whether cross-validation chooses the sharpness of scores."""
    return settings.evidence and settings.step == "ridge" and settings.sharpness is None


def _sharpest(found: Trials, everything: Trials, examples: Examples) -> NDArray[np.intp]:
    """Find the number of the best sharpness for each candidate: closest to the truth for the word and the others.

    The other words count as `SHARED` examples together at most. Experience is a normal distribution of
    the logarithm.
    """
    labels = label_matrix(examples.senses)[1]
    others = everything.total - found.total
    shared = (everything.brier - found.brier) * min(1, SHARED / max(others, 1))
    spread = np.log(SHARPNESSES / usual_sharpness(labels.sum(axis=0, dtype=np.float64))) ** 2
    return np.argmin(np.round(found.brier + shared + EXPERIENCE * spread, 9), axis=1)


def cross_validate(
    examples: Examples, candidates: Sequence[ModelSettings], *, folds: int = FOLDS, seed: int = 0
) -> Trials:
    """Try candidates on stratified folds.

    examples (Examples): One word's training data; at most `MAX_EXAMPLES` labelled ones are used.
    candidates (Sequence): Settings.
    RETURNS (Trials): The results; none if there are fewer than `MIN_FOLDABLE` examples or all have the same sense.
    """
    chosen = np.flatnonzero([bool(answer) for answer in examples.senses])
    if len(chosen) > MAX_EXAMPLES:
        chosen = np.sort(np.random.default_rng(seed).permutation(chosen)[:MAX_EXAMPLES])
    sample = examples.subset(chosen)
    tried = Trials.none(len(candidates))
    if len(chosen) < MIN_FOLDABLE or len(set(sample.senses)) < 2:
        return tried
    fold_of = stratified_folds([answer[0] for answer in sample.senses], folds, seed=seed)
    for fold in range(folds):
        train, test = np.flatnonzero(fold_of != fold), np.flatnonzero(fold_of == fold)
        if len(test):
            tried += _try_fold(_Fold.make(sample, train, test), candidates)
    return tried


def stratified_folds(labels: Sequence[Any], folds: int, *, seed: int = 0) -> NDArray[np.intp]:
    """Deal examples to folds so that each label is spread evenly.

    labels (Sequence): A label for each example.
    RETURNS (ndarray): The fold of each example, (n,).
    """
    order = np.random.default_rng(seed).permutation(len(labels))
    names = list(map(str, labels))
    number = {name: i for i, name in enumerate(sorted(set(names)))}
    codes = np.array([number[name] for name in names], dtype=np.intp)
    ranked = order[np.argsort(codes[order], kind="stable")]
    fold_of = np.empty(len(labels), dtype=np.intp)
    fold_of[ranked] = np.arange(len(labels)) % folds
    return fold_of


@dataclass
class _Fold:
    """One division into training and test examples, with the kernel matrices that candidates share."""

    train: Any
    test: Any
    unknown: NDArray[np.intp]
    names: tuple[str, ...]
    labels: NDArray[np.float32]
    answers: list[tuple[str, ...]]
    known: Examples
    asked: Examples
    grams: dict[Any, Any] = field(default_factory=dict)

    @classmethod
    def make(cls, examples: Examples, train: NDArray[np.intp], test: NDArray[np.intp]) -> "_Fold":
        known, asked = examples.subset(train), examples.subset(test)
        keys = vocabulary(known.codes)
        names, labels, _ = label_matrix(known.senses)
        matrices = code_matrix(known.codes, keys), code_matrix(asked.codes, keys)
        unknown = count_unknown(asked.codes, matrices[1])
        return cls(*matrices, unknown, names, labels, asked.senses, known, asked)

    def kernels(
        self, settings: ModelSettings
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64] | None]:
        """Compute the kernel values of training with training, and of test with training vectors, and known shares."""
        found = [self._gram(settings, kind) for kind in settings.weighting]
        own, cross = self._dense(self.known.bounds, settings.domain, settings)
        described = (self.asked.latent, self.known.vector_bounds, settings.vectors)
        near, across = self._dense(self.known.vector_bounds, settings.vectors, settings)
        return (
            combine([one[0] for one in found], own, settings.domain, near, settings.vectors),
            combine([one[1] for one in found], cross, settings.domain, across, settings.vectors),
            add_described(np.mean([one[2] for one in found], axis=0), *described) if settings.evidence else None,
        )

    def _gram(self, settings: ModelSettings, kind: Any) -> Any:
        key = (settings.kernel, kind, settings.sqrt)
        if key not in self.grams:
            weights = feature_weights(self.train, self.labels, kind, sqrt=settings.sqrt)
            rows, asked = weigh(self.train, weights), weigh(self.test, weights)
            own, cross = settings.kernel(rows, rows), settings.kernel(asked, rows)
            self.grams[key] = own, cross, Lengths.fit(self.train, weights).known_shares(asked, self.unknown)
        return self.grams[key]

    def _dense(self, bounds: Sequence[tuple[int, int]], share: float, settings: ModelSettings) -> Any:
        """The domain or vector kernel, if there is one and it has a share."""
        if self.known.latent is None or self.asked.latent is None or not bounds or share == 0:
            return None, None
        key = (tuple(bounds), settings.evidence)
        if key not in self.grams:
            space = LatentSpace.fit(self.known.latent, bounds, empty_stays=settings.evidence)
            rows = space.scale(self.known.latent)
            self.grams[key] = rows @ rows.T, space.scale(self.asked.latent) @ rows.T
        return self.grams[key]


def _try_fold(fold: _Fold, candidates: Sequence[ModelSettings]) -> Trials:
    labelled = np.ones(len(fold.labels), dtype=bool)
    tried = Trials.none(len(candidates))
    place = {name: index for index, name in enumerate(fold.names)}
    gold = np.zeros((len(fold.answers), len(fold.names)), dtype=bool)
    for row, answer in enumerate(fold.answers):
        gold[row, [place[sense] for sense in answer if sense in place]] = True
    shares = gold / np.maximum(gold.sum(axis=1, keepdims=True), 1)
    for index, settings in enumerate(candidates):
        own, cross, known = fold.kernels(settings)
        classifier = fit_classifier(own, fold.labels, labelled, settings)
        if known is None or not is_calibrated(settings):
            scores = [classifier.scores(cross, known)] * len(SHARPNESSES)
        else:
            values = (cross @ classifier.projection + classifier.shift) * known[:, None]
            scores = [softmax(sharpness * values) for sharpness in SHARPNESSES]
        if known is not None:
            scores = [mix_shares(one, cross, known, fold.labels.sum(axis=0)) for one in scores]
        for number, found in enumerate(scores):
            tried.correct[index, number] = gold[np.arange(len(gold)), found.argmax(axis=1)].sum()
            tried.brier[index, number] = ((found - shares) ** 2).sum()
    return Trials(tried.correct, tried.brier, len(gold))
