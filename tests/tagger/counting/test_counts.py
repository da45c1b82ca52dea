import numpy as np
import pytest
from bigram_helpers import SENTENCES, bigrams, boundaries, corpora, plain
from hypothesis import given

from spacy_svd2.errors import UserError
from spacy_svd2.tagger.counting.scan import count_bigrams


@given(corpora, corpora, boundaries)
def test_shards_add_up_to_the_whole(first: list[list[str]], second: list[list[str]], setting: str) -> None:
    parts = count_bigrams(first, boundaries=setting) + count_bigrams(second, boundaries=setting)
    assert plain(parts) == plain(count_bigrams(first + second, boundaries=setting))


def test_counts_of_different_boundaries_do_not_add() -> None:
    with pytest.raises(UserError, match=r"S001.*ignore.*stop"):
        count_bigrams(SENTENCES) + count_bigrams(SENTENCES, boundaries="stop")


@given(corpora)
def test_sorting_by_frequency_changes_nothing_but_the_order(corpus: list[list[str]]) -> None:
    counts = count_bigrams(corpus)
    ordered = counts.by_frequency()
    assert (np.diff(ordered.counts) <= 0).all()
    assert bigrams(ordered) == bigrams(counts)
    where = {word: i for i, word in enumerate(ordered.types)}
    order = [where[word] for word in counts.types]
    for name in ("counts", "starts", "ends", "case"):
        np.testing.assert_array_equal(getattr(ordered, name)[order], getattr(counts, name))
    assert [ordered.types[e] for e in ordered.edges if e >= 0] == [counts.types[e] for e in counts.edges if e >= 0]


def test_ties_in_frequency_keep_the_order_of_first_occurrence() -> None:
    assert count_bigrams([["b", "a", "c", "c"]]).by_frequency().types == ["c", "b", "a"]
