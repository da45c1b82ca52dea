from pathlib import Path

import pytest

from benchmarks.sense_baselines import BASELINES, fit_baseline, most_frequent_senses
from spacy_svd2.errors import UserError
from spacy_svd2.senses.corpora.senseval import read_sensemap, read_senseval
from spacy_svd2.senses.evaluation.scoring import score_senses
from spacy_svd2.senses.model.contexts import Context
from spacy_svd2.senses.model.sense_model import Occurrence, train_senses
from spacy_svd2.senses.model.settings import ModelSettings
from spacy_svd2.senses.model.word_model import Examples

TOPICS = {"shore": ["river", "water", "mud", "reed"], "money": ["loan", "cash", "fund", "rate"]}


def sample(size: int) -> list[Occurrence]:
    """Contexts of one topic each: the most frequent sense is "shore", of every third occurrence "money"."""
    found = []
    for number in range(size):
        sense = "money" if number % 3 == 2 else "shore"
        words = [TOPICS[sense][number % 4], "bank", TOPICS[sense][number // 4 % 4]]
        found.append(Occurrence("bank", Context(words), 1, 2, (sense,)))
    return found


@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_learns_two_topics_and_repeats_a_single_example(name: str) -> None:
    occurrences = sample(48)
    shell = train_senses(occurrences[:2], candidates=[ModelSettings()], latent_width=0)
    examples = Examples(shell.describe(occurrences)[0], [item.senses for item in occurrences])
    answers = fit_baseline(name, examples)(examples.codes)
    wanted = [item.senses[0] for item in occurrences]
    assert answers == (["shore"] * 48 if name == "most_frequent" else wanted)
    assert fit_baseline(name, examples.subset([0]))(examples.codes) == ["shore"] * 48


def test_an_unknown_baseline_is_refused() -> None:
    with pytest.raises(UserError, match="K001.*'bert'"):
        fit_baseline("bert", Examples())


def test_most_frequent_senses() -> None:
    words, gold = ["x"] * 5 + ["y"], [("b",), ("a", "b"), ("a", "U"), ("U",), ("U",), ("P",)]
    assert most_frequent_senses(words, gold) == {"x": "U", "y": "P"}
    assert most_frequent_senses(words, gold, ignored=("U", "P")) == {"x": "a"}
    assert most_frequent_senses(words, gold, first_only=True, ignored=("U",)) == {"x": "a", "y": "P"}


@pytest.mark.corpora
def test_senseval2_baselines(corpora: Path) -> None:
    folder = corpora / "wsd/senseval2-english"
    train = list(read_senseval(folder / "train.xml.gz", key=folder / "train.key"))
    test = list(read_senseval(folder / "test.xml.gz", key=folder / "test.key"))
    words, gold = [item.word for item in test], [item.senses for item in test]

    def baseline(**options: object) -> float:
        known = [item.word for item in train], [item.senses for item in train]
        frequent = most_frequent_senses(*known, **options)
        return round(100 * score_senses(words, gold, [frequent[word] for word in words]).total.accuracy, 1)

    assert baseline() == 48.3
    assert baseline(first_only=True, ignored=("U", "P")) == 47.6
    coarse = read_sensemap(folder / "sensemap")
    assert score_senses(words, gold, [item[0] for item in gold], sense_map=coarse).total.accuracy == 1
