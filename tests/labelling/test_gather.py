import numpy as np
import pytest

from spacy_svd2.labelling.gather import make_suggestions, suggest_words
from spacy_svd2.svd2.counts import count_bigrams
from spacy_svd2.svd2.model import SVD2Model
from spacy_svd2.svd2.settings import Settings

SENTENCES = [s.split() for s in ["The cat sleeps", "a dog barks", "the dog sleeps", "a cat barks", "the dog barks"]]


@pytest.fixture(scope="module")
def model() -> SVD2Model:
    counts = count_bigrams(SENTENCES * 4, normalize=str.lower, boundaries="stop")
    return SVD2Model.train(counts, Settings(n_tags=3, w1=6, r1=2, refine=None))


def test_each_cluster_has_its_turn(model: SVD2Model) -> None:
    chosen = [at for at, _ in suggest_words(model, 6)]
    assert sorted(chosen) == list(range(6))
    assert {int(label) for label in model.labels[chosen[:3]]} == {0, 1, 2}
    assert chosen[:3] == sorted(np.unique(model.labels, return_index=True)[1].tolist())
    assert [at for at, _ in suggest_words(model, 2)] == chosen[:2]


def test_companions_behave_alike(model: SVD2Model) -> None:
    company = {model.types[at]: [model.types[other] for other in others] for at, others in suggest_words(model, 6)}
    assert all(word not in others and len(others) == 5 for word, others in company.items())
    assert (company["cat"][0], company["the"][0], company["sleeps"][0]) == ("dog", "a", "barks")


def test_suggestions(model: SVD2Model) -> None:
    found = make_suggestions(model, n=4, n_companions=1, sentences=SENTENCES, normalize=str.lower, n_lines=2)
    words = {one.word: one for one in found}
    shares = [one.share_of_tokens for one in found]
    assert [one.cumulative_coverage for one in found] == pytest.approx(np.cumsum(shares))
    assert words["the"].frequency == 12
    assert words["the"].share_of_tokens == pytest.approx(12 / 60)
    assert words["the"].concordance[0] == ("", "The", "cat sleeps")
    assert all(len(one.companions) == 1 and len(one.concordance) == 2 for one in found)


def test_without_corpus_there_are_no_lines(model: SVD2Model) -> None:
    assert all(one.concordance == [] for one in make_suggestions(model, n=100))
    assert len(make_suggestions(model, n=100)) == 6


def test_words_that_break_a_table_are_passed_over() -> None:
    counts = count_bigrams([["a\tb", "c"], ["d\u2028", "c"]] * 3, normalize=str, boundaries="stop")
    model = SVD2Model.train(counts, Settings(n_tags=2, w1=3, r1=1, refine=None))
    assert [model.types[at] for at, _ in suggest_words(model, 10)] == ["c"]
