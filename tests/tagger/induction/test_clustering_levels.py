import numpy as np
import pytest

from spacy_svd2.errors import UserError
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.induction.clustering_levels import build_clusterings


def test_levels_go_from_coarse_to_fine(toy):
    clusterings = build_clusterings(toy, sizes=(2, 4))
    assert [int(level.max()) + 1 for level in clusterings.levels] == [2, 4]
    assert all(level.shape == (toy.n_types,) for level in clusterings.levels)
    assert clusterings.context_labels.shape == (toy.n_types,)


def test_words_of_like_contexts_share_a_cluster(toy):
    row = {word: i for i, word in enumerate(toy.types)}
    finest = build_clusterings(toy, sizes=(2, 4)).levels[-1]
    assert len({int(finest[row[word]]) for word in ("sleeps", "barks", "eats", "walks")}) == 1
    assert finest[row["cat"]] != finest[row["eats"]]


def test_sizes_shrink_to_a_third_of_the_types(toy):
    clusterings = build_clusterings(toy, sizes=(3, 1000, 2000))
    assert [len(np.unique(level)) <= toy.n_types // 3 for level in clusterings.levels] == [True, True]


def test_same_counts_same_ladder(toy):
    first, second = build_clusterings(toy, sizes=(3,)), build_clusterings(toy, sizes=(3,))
    assert first.descriptors.tobytes() == second.descriptors.tobytes()
    assert first.levels[0].tobytes() == second.levels[0].tobytes()


def test_an_empty_corpus_is_refused():
    with pytest.raises(UserError, match="S004"):
        build_clusterings(count_bigrams([]))


def test_one_type_is_enough():
    assert build_clusterings(count_bigrams([["a", "a"]])).levels[0].tolist() == [0]
