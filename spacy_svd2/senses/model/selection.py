"""Choice of settings for each word by cross-validation on its training data.

A word's own figures are few, so they are added to what the settings do over all words, which counts like
`STRENGTH` further examples; words with fewer than `MIN_EXAMPLES` take the settings that are best over all.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .classifier import fit_classifier
from .feature_space import LatentSpace, code_matrix, combine, feature_weights, weighted_gram
from .settings import ModelSettings
from .word_model import Examples, label_matrix, vocabulary

FOLDS = 5
MIN_EXAMPLES = 40
MIN_FOLDABLE = 10
MAX_EXAMPLES = 2000
STRENGTH = 200.0


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
    candidates (Sequence): What to choose from; of equally good ones the first is taken.
    seed (int): Of the division into folds.
    on_word (Callable): Is told each word when it is done.
    RETURNS (dict): The choice by word.
    """
    tried = {}
    for word, examples in words.items():
        tried[word] = cross_validate(examples, candidates, seed=seed)
        on_word(word)
    total = sum(size for _, size in tried.values())
    zeros = np.zeros(len(candidates), dtype=np.int64)
    pooled = sum((correct for correct, _ in tried.values()), zeros) / max(total, 1)
    choices = {}
    for word, (correct, size) in tried.items():
        value = STRENGTH * pooled + (correct if size >= MIN_EXAMPLES else 0)
        best = int(np.argmax(np.round(value, 9)))
        choices[word] = SelectedSettings(candidates[best], int(correct[best]), size)
    return choices


def cross_validate(
    examples: Examples, candidates: Sequence[ModelSettings], *, folds: int = FOLDS, seed: int = 0
) -> tuple[NDArray[np.int64], int]:
    """Count each candidate's correct answers over stratified folds.

    examples (Examples): One word's training data; at most `MAX_EXAMPLES` labelled ones are used.
    candidates (Sequence): Settings.
    RETURNS (tuple): Correct answers by candidate, and number of examples; 0 where there are fewer than
        `MIN_FOLDABLE` or all have one sense.
    """
    chosen = np.flatnonzero([bool(answer) for answer in examples.senses])
    if len(chosen) > MAX_EXAMPLES:
        chosen = np.sort(np.random.default_rng(seed).permutation(chosen)[:MAX_EXAMPLES])
    sample = examples.subset(chosen)
    correct = np.zeros(len(candidates), dtype=np.int64)
    if len(chosen) < MIN_FOLDABLE or len(set(sample.senses)) < 2:
        return correct, 0
    fold_of = stratified_folds([answer[0] for answer in sample.senses], folds, seed=seed)
    for fold in range(folds):
        train, test = np.flatnonzero(fold_of != fold), np.flatnonzero(fold_of == fold)
        if len(test):
            correct += _try_fold(_Fold.make(sample, train, test), candidates)
    return correct, len(chosen)


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
    """One division, with the kernel matrices that candidates share."""

    train: Any
    test: Any
    names: tuple[str, ...]
    labels: NDArray[np.float32]
    answers: list[tuple[str, ...]]
    latent: tuple[NDArray[Any], NDArray[Any]] | None
    grams: dict[Any, tuple[NDArray[np.float64], NDArray[np.float64]]] = field(default_factory=dict)

    @classmethod
    def make(cls, examples: Examples, train: NDArray[np.intp], test: NDArray[np.intp]) -> "_Fold":
        known, asked = examples.subset(train), examples.subset(test)
        keys = vocabulary(known.codes)
        names, labels, _ = label_matrix(known.senses)
        latent = None
        if known.latent is not None and asked.latent is not None:
            space = LatentSpace.fit(known.latent, known.bounds)
            rows = space.scale(known.latent)
            latent = (rows @ rows.T, space.scale(asked.latent) @ rows.T)
        matrices = code_matrix(known.codes, keys), code_matrix(asked.codes, keys)
        return cls(*matrices, names, labels, asked.senses, latent)

    def kernels(self, settings: ModelSettings) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Compute the kernel values of training with training, and of test with training vectors."""
        pairs = [self._gram(settings, kind) for kind in settings.weighting]
        own, cross = self.latent if self.latent else (None, None)
        return (
            combine([pair[0] for pair in pairs], own, settings.domain),
            combine([pair[1] for pair in pairs], cross, settings.domain),
        )

    def _gram(self, settings: ModelSettings, kind: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        key = (settings.kernel, kind, settings.sqrt)
        if key not in self.grams:
            weights = feature_weights(self.train, self.labels, kind, sqrt=settings.sqrt)
            own = weighted_gram(settings.kernel, self.train, self.train, weights)
            self.grams[key] = own, weighted_gram(settings.kernel, self.test, self.train, weights)
        return self.grams[key]


def _try_fold(fold: _Fold, candidates: Sequence[ModelSettings]) -> NDArray[np.int64]:
    labelled = np.ones(len(fold.labels), dtype=bool)
    correct = np.zeros(len(candidates), dtype=np.int64)
    for index, settings in enumerate(candidates):
        own, cross = fold.kernels(settings)
        best = fit_classifier(own, fold.labels, labelled, settings).scores(cross).argmax(axis=1)
        correct[index] = sum(fold.names[place] in answer for place, answer in zip(best, fold.answers, strict=True))
    return correct
