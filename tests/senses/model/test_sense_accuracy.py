"""Golden figures: the benchmark's settings on a part of the corpora that takes seconds."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks.sense_baselines import fit_baseline
from spacy_svd2.senses.corpora.senseval import read_senseval
from spacy_svd2.senses.model.contexts import Context
from spacy_svd2.senses.model.sense_model import Occurrence, train_senses
from spacy_svd2.senses.model.settings import ModelSettings
from spacy_svd2.senses.model.word_model import Examples

pytestmark = pytest.mark.corpora


def senseval2(corpora: Path, part: str) -> list[Occurrence]:
    folder = corpora / "wsd/senseval2-english"
    found = []
    for item in read_senseval(folder / f"{part}.xml.gz", key=folder / f"{part}.key"):
        left, target = item.left.split(), item.target.split()
        words = [*left, *target, *item.right.split()]
        found.append(Occurrence(item.word, Context(words), len(left), len(left) + len(target), item.senses))
    return found


def test_senseval2_is_above_a_linear_svm(corpora: Path) -> None:
    """White space tokens and no cross-validation; the benchmark, with spaCy's tokeniser, reaches 69."""
    train, test = senseval2(corpora, "train"), senseval2(corpora, "test")
    model = train_senses(train, candidates=[ModelSettings()])
    ours = np.mean([one.sense in item.senses for one, item in zip(model.predict(test), test, strict=True)])
    codes, asked = model.describe(train)[0], model.describe(test)[0]
    right = 0
    for word in sorted({item.word for item in test}):
        known = [n for n, item in enumerate(train) if item.word == word]
        queries = [n for n, item in enumerate(test) if item.word == word]
        examples = Examples([codes[n] for n in known], [train[n].senses for n in known])
        answers = fit_baseline("svm", examples)([asked[n] for n in queries])
        right += sum(answer in test[n].senses for answer, n in zip(answers, queries, strict=True))
    assert ours >= 0.665
    assert ours >= right / len(test) + 0.02


@pytest.mark.parametrize(("name", "least"), [("hard", 0.90), ("line", 0.87)])
def test_nltk_samples_with_a_thousand_examples(corpora: Path, name: str, least: float) -> None:
    items = [
        Occurrence(item.word, Context(item.tokens, tags=item.tags), *item.span, item.senses)
        for item in read_senseval(corpora / f"wsd/nltk-senseval/{name}.pos.gz")
    ]
    order = np.random.default_rng(0).permutation(len(items))
    train, test = [items[n] for n in order[:1000]], [items[n] for n in order[1000:2000]]
    model = train_senses(train)
    assert np.mean([one.sense in item.senses for one, item in zip(model.predict(test), test, strict=True)]) >= least
