import warnings
from dataclasses import replace

import numpy as np
import pytest

from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.labelling.suggest import make_suggestions
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.settings import Settings

SENTENCES = [s.split() for s in ["The cat sleeps", "a dog barks", "the dog sleeps", "a cat barks", "the dog barks"]]


@pytest.fixture(scope="module")
def model() -> SVD2Model:
    counts = count_bigrams(SENTENCES * 4, normalize=str.lower, boundaries="stop")
    return SVD2Model.train(counts, Settings(n_tags=3, w1=6, r1=2, refine=None))


def test_suggestions(model: SVD2Model) -> None:
    found = make_suggestions(model, n=4, n_companions=1, sentences=SENTENCES, normalize=str.lower, n_lines=2)
    words = {one.word: one for one in found}
    shares = [one.share_of_tokens for one in found]
    assert [one.cumulative_coverage for one in found] == pytest.approx(np.cumsum(shares))
    assert words["the"].frequency == 12
    assert words["the"].share_of_tokens == pytest.approx(12 / 60)
    assert words["the"].concordance[0] == ("", "The", "cat sleeps")
    assert all(one.companions != [one.word] and len(one.concordance) == 2 for one in found)


def test_more_words_than_there_are(model: SVD2Model) -> None:
    found = make_suggestions(model, n=100)
    assert sorted(one.word for one in found) == ["a", "barks", "cat", "dog", "sleeps", "the"]
    assert found[-1].cumulative_coverage == pytest.approx(1.0)
    assert all(one.concordance == [] for one in found)


def test_without_word_pairs_the_model_gives_the_clusters(model: SVD2Model) -> None:
    found = make_suggestions(replace(model, word_pairs=None), n=6)
    assert {int(model.labels[model.types.index(one.word)]) for one in found[:3]} == {0, 1, 2}
    assert [one.word for one in found[:3]] == ["the", "dog", "barks"]
    assert found[1].companions[0] == "cat"


def test_words_that_break_a_table_are_passed_over() -> None:
    counts = count_bigrams([["a\tb", "c"], ["d\u2028", "c"]] * 3, normalize=str, boundaries="stop")
    model = SVD2Model.train(counts, Settings(n_tags=2, w1=3, r1=1, refine=None))
    assert [one.word for one in make_suggestions(model, n=10)] == ["c"]


def test_a_corpus_whose_words_can_not_be_grouped_is_told(model: SVD2Model) -> None:
    counts = count_bigrams([[f"w{i % 90}"] for i in range(300)], boundaries="stop")  # no word stands beside another
    alone = SVD2Model.train(counts, Settings(n_tags=2, r1=2, refine=None))
    with pytest.warns(UserWarning, match="S103"):
        make_suggestions(alone, n=5)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert all(one.why for one in make_suggestions(model, n=5))
