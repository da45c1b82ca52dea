"""Methods of disambiguation side by side: the same features, the same training and test data."""

import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from benchmarks.sense_baselines import BASELINES, Answer, fit_baseline
from spacy_svd2.senses.evaluation.scoring import score_senses
from spacy_svd2.senses.model.contexts import Context, ContextWindow
from spacy_svd2.senses.model.features import Codes
from spacy_svd2.senses.model.sense_model import Occurrence, SenseModel, one_blas_thread, train_senses
from spacy_svd2.senses.model.word_model import Examples

DEFAULT = "kpca_default"
METHODS = (*BASELINES, DEFAULT)
TITLES: Mapping[str, str] = {
    "most_frequent": "Most frequent sense",
    "naive_bayes": "Naive Bayes",
    "maximum_entropy": "Maximum entropy",
    "svm": "Linear SVM",
    "pca_neighbours": "PCA, nearest neighbour",
    "kpca_neighbours": "KPCA, nearest neighbour",
    DEFAULT: "KPCA, default",
}

Split = tuple[list[Occurrence], list[Occurrence]]


@dataclass
class MethodResult:
    """The figures of one method.

    method (str): One of `METHODS`.
    accuracy (float): Share of the test occurrences that are answered correctly.
    interval (tuple): Its 95 % bootstrap interval.
    n_instances (int): Test occurrences, over all folds.
    fit_seconds (float): Time to learn, features of the training data included, over all folds.
    predict_seconds (float): Time to answer, features of the test data included.
    """

    method: str
    accuracy: float
    interval: tuple[float, float]
    n_instances: int
    fit_seconds: float
    predict_seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Give the figures as JSON can hold them."""
        return {**asdict(self), "interval": list(self.interval)}


@dataclass
class _Described:
    """Feature codes of one division, and the seconds they took."""

    train: list[Codes]
    test: list[Codes]
    train_seconds: float
    test_seconds: float


def compare_methods(
    splits: Sequence[Split],
    *,
    methods: Sequence[str] = METHODS,
    texts: Sequence[Context] = (),
    on_method: Callable[[str], None] = lambda method: None,
) -> list[MethodResult]:
    """Train and test methods on the same divisions.

    splits (Sequence): Training and test occurrences of each division.
    methods (Sequence): Which, of `METHODS`.
    texts (Sequence): Raw text for `DEFAULT`; the other methods can't use it.
    on_method (Callable): Called with the name of each method as it begins.
    RETURNS (list): A result for each method, in their order.
    """
    shell = SenseModel({}, ContextWindow())
    described = [_describe(shell, split) for split in splits]
    results = []
    for method in methods:
        on_method(method)
        answers: list[str] = []
        fit = predict = 0.0
        for split, codes in zip(splits, described, strict=True):
            with one_blas_thread():
                run = _run_default(split, texts) if method == DEFAULT else _run_baseline(method, split, codes)
            found, learning, answering = run
            answers += found
            fit, predict = fit + learning, predict + answering
        asked = [item for _, test in splits for item in test]
        scores = score_senses([item.word for item in asked], [item.senses for item in asked], answers)
        total = scores.total
        results.append(MethodResult(method, total.accuracy, scores.interval, total.n_instances, fit, predict))
    return results


def make_folds(items: Sequence[Occurrence], folds: int = 5, *, seed: int = 0) -> list[Split]:
    """Divide labelled occurrences into stratified, shuffled folds, each word by itself.

    items (Sequence): Labelled occurrences.
    folds (int): How many.
    seed (int): Of the shuffling.
    RETURNS (list): Training and test occurrences of each fold, in the order given. A word with fewer occurrences
        than folds is in the training part of every fold.
    """
    from sklearn.model_selection import StratifiedKFold

    fold_of = np.full(len(items), -1)
    divide = StratifiedKFold(folds, shuffle=True, random_state=seed)
    for chosen in places_by_word(items).values():
        if len(chosen) < folds:
            continue
        senses = [items[place].senses[0] for place in chosen]
        labels = senses if max(map(senses.count, set(senses))) >= folds else [""] * len(senses)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # senses rarer than the folds
            for fold, (_, test) in enumerate(divide.split(labels, labels)):
                fold_of[np.array(chosen)[test]] = fold
    return [_split(items, fold_of, fold) for fold in range(folds)]


def places_by_word(items: Sequence[Occurrence]) -> dict[str, list[int]]:
    """Give the places of each word's occurrences, the words in alphabetical order."""
    places: dict[str, list[int]] = {}
    for place, item in enumerate(items):
        places.setdefault(item.word, []).append(place)
    return dict(sorted(places.items()))


def _split(items: Sequence[Occurrence], fold_of: Any, fold: int) -> Split:
    train = [item for item, own in zip(items, fold_of, strict=True) if own != fold]
    test = [item for item, own in zip(items, fold_of, strict=True) if own == fold]
    return train, test


def _describe(shell: SenseModel, split: Split) -> _Described:
    start = time.perf_counter()
    train = shell.describe(split[0])[0]
    middle = time.perf_counter()
    test = shell.describe(split[1])[0]
    return _Described(train, test, middle - start, time.perf_counter() - middle)


def _run_default(split: Split, texts: Sequence[Context]) -> tuple[list[str], float, float]:
    train, test = split
    start = time.perf_counter()
    model = train_senses(train, texts=texts)
    middle = time.perf_counter()
    answers = [prediction.sense for prediction in model.predict(test)]
    return answers, middle - start, time.perf_counter() - middle


def _run_baseline(method: Any, split: Split, codes: _Described) -> tuple[list[str], float, float]:
    train, test = split
    start = time.perf_counter()
    fitted = dict(_fit_words(method, train, codes.train))
    middle = time.perf_counter()
    answers = [""] * len(test)
    for word, chosen in places_by_word(test).items():
        if word in fitted:
            found = fitted[word]([codes.test[place] for place in chosen])
            for place, answer in zip(chosen, found, strict=True):
                answers[place] = answer
    end = time.perf_counter()
    return answers, codes.train_seconds + middle - start, codes.test_seconds + end - middle


def _fit_words(method: Any, train: Sequence[Occurrence], codes: Sequence[Codes]) -> Iterator[tuple[str, Answer]]:
    for word, places in places_by_word(train).items():
        examples = Examples([codes[place] for place in places], [train[place].senses for place in places])
        yield word, fit_baseline(method, examples)
