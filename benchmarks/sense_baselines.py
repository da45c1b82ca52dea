"""Other methods on the features of `kpca_wsd`: most frequent sense, naive Bayes, maximum entropy, SVM, PCA.

The methods are scikit-learn's; the package itself uses none of them.
"""

import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Literal, get_args

import numpy as np

from spacy_svd2.errors import Errors, UserError
from spacy_svd2.senses.model.feature_space import code_matrix
from spacy_svd2.senses.model.features import Codes
from spacy_svd2.senses.model.settings import ModelSettings, paper_settings
from spacy_svd2.senses.model.word_model import Examples, WordModel, label_matrix, vocabulary

Baseline = Literal["most_frequent", "naive_bayes", "maximum_entropy", "svm", "pca_neighbours", "kpca_neighbours"]
Answer = Callable[[Sequence[Codes]], list[str]]
BASELINES: tuple[Baseline, ...] = get_args(Baseline)


def fit_baseline(name: Baseline, examples: Examples) -> Answer:
    """Train a baseline on one word's examples.

    name (str): "most_frequent", "naive_bayes" (multinomial, alpha 0.1), "maximum_entropy" (logistic regression,
        C = 1), "svm" (linear, C = 0.1), "pca_neighbours" (linear kernel PCA and the nearest neighbour) or
        "kpca_neighbours" (the same with the plain kernel of degree 2). The last two are the equations of Wu, Su &
        Carpuat (2004) as printed, without their features; `paper_senses` measures the whole recipe.
    examples (Examples): Labelled training examples.
    RETURNS (Callable): From feature codes of occurrences to a sense for each.
    RAISES (UserError): The name is unknown (K001).
    """
    if name not in BASELINES:
        raise UserError(Errors.K001.format(name="method", value=repr(name), wanted=f"one of {', '.join(BASELINES)}"))
    senses, labels, _ = label_matrix(examples.senses)
    first = labels.argmax(axis=1)
    if name == "most_frequent" or len(senses) == 1:
        return lambda codes: [senses[0]] * len(codes)
    if name in ("pca_neighbours", "kpca_neighbours"):
        word_model = WordModel.fit("", examples, _paper(name))
        return lambda codes: [senses[index] for index in word_model.scores(codes).argmax(axis=1)]
    if len(np.unique(first)) == 1:
        return lambda codes: [senses[first[0]]] * len(codes)
    keys = vocabulary(examples.codes)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # many senses for few examples, and iterations that run out
        model = _sklearn(name).fit(code_matrix(examples.codes, keys), first)
    return lambda codes: [senses[index] for index in model.predict(code_matrix(codes, keys))]


def most_frequent_senses(
    words: Sequence[str], gold: Sequence[Sequence[str]], *, first_only: bool = False, ignored: Sequence[str] = ()
) -> dict[str, str]:
    """Find each word's most frequent sense in training data, as Senseval-2 reports this baseline.

    words (Sequence): The word of each occurrence.
    gold (Sequence): Its senses, each counted once.
    first_only (bool): Count only the first sense of each.
    ignored (Sequence): Senses that are left out, for instance Senseval's "U" (no sense fits) and "P" (a proper name).
    RETURNS (dict): The sense by word; of equally frequent ones the first by alphabet.
    """
    counts: dict[str, Counter[str]] = {}
    for word, senses in zip(words, gold, strict=True):
        kept = [sense for sense in senses if sense not in ignored]
        counts.setdefault(word, Counter()).update(kept[:1] if first_only else kept)
    return {word: min(found, key=lambda sense: (-found[sense], sense)) for word, found in counts.items() if found}


def _paper(name: Baseline) -> ModelSettings:
    settings = paper_settings()
    degree = 1 if name == "pca_neighbours" else 2
    return replace(settings, kernel=replace(settings.kernel, degree=degree))


def _sklearn(name: Baseline) -> Any:
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import MultinomialNB
    from sklearn.svm import LinearSVC

    models = {
        "naive_bayes": MultinomialNB(alpha=0.1),
        "maximum_entropy": LogisticRegression(C=1.0, max_iter=300),
        "svm": LinearSVC(C=0.1, random_state=0),
    }
    return models[name]
