"""Other methods on the same features, to compare with: most frequent sense, naive Bayes, maximum entropy, SVM, PCA.

scikit-learn does them; nothing here is used by the component.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..errors import Errors, UserError
from .features import Codes
from .settings import ModelSettings, paper_settings
from .space import code_matrix
from .word_model import Examples, WordModel, label_matrix, vocabulary

Rival = Literal["most_frequent", "naive_bayes", "maximum_entropy", "svm", "pca_neighbours", "kpca_paper"]
RIVALS: tuple[Rival, ...] = get_args(Rival)


def rival_answers(name: Rival, examples: Examples, codes: Sequence[Codes]) -> list[str]:
    """Train a rival on one word's examples and answer.

    name (str): "most_frequent", "naive_bayes" (multinomial, alpha 0.1), "maximum_entropy" (logistic regression,
        C = 1), "svm" (linear, C = 0.1), "pca_neighbours" (linear kernel PCA and the nearest neighbour) or
        "kpca_paper" (the paper's kernel of degree 2 and the nearest neighbour).
    examples (Examples): Labelled training examples.
    codes (Sequence): Feature codes of the occurrences to answer.
    RETURNS (list): A sense for each.
    RAISES (UserError): The name is unknown (K001).
    """
    if name not in RIVALS:
        raise UserError(Errors.K001.format(name="method", value=name, wanted=f"one of {', '.join(RIVALS)}"))
    senses, labels, _ = label_matrix(examples.senses)
    if name == "most_frequent" or len(senses) == 1:
        return [senses[0]] * len(codes)
    if name in ("pca_neighbours", "kpca_paper"):
        best = WordModel.fit("", examples, _paper(name)).scores(codes).argmax(axis=1)
        return [senses[index] for index in best]
    keys = vocabulary(examples.codes)
    first = labels.argmax(axis=1)
    if len(np.unique(first)) == 1:
        return [senses[first[0]]] * len(codes)
    found = _sklearn(name, code_matrix(examples.codes, keys), first, code_matrix(codes, keys))
    return [senses[index] for index in found]


def _paper(name: Rival) -> ModelSettings:
    settings = paper_settings()
    degree = 1 if name == "pca_neighbours" else 2
    return replace(settings, kernel=replace(settings.kernel, degree=degree))


def _sklearn(name: Rival, train: Any, labels: NDArray[np.intp], test: Any) -> NDArray[np.intp]:
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import MultinomialNB
    from sklearn.svm import LinearSVC

    models = {
        "naive_bayes": MultinomialNB(alpha=0.1),
        "maximum_entropy": LogisticRegression(C=1.0, max_iter=300),
        "svm": LinearSVC(C=0.1, random_state=0),
    }
    return models[name].fit(train, labels).predict(test)
