import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.tagger.labelling.suggest import (
    CLUSTER,
    DRAWN,
    FREQUENT,
    KIND,
    SMALL,
    askable,
    choose_words,
    find_companions,
)

COUNTS = np.array([9, 8, 5, 4, 2, 1])
COARSE = np.array([0, 0, 1, 1, 0, 1], dtype=np.int32)
FINE = np.array([0, 1, 2, 2, 3, 4], dtype=np.int32)


def test_prototypes_of_coarse_clusters_then_of_clusters_not_yet_hit_then_by_frequency():
    # coarse: 0 (19 tokens), then 2 (10); fine clusters without a word: of 1 (8 tokens), 4 (2) and 5 (1); then 3
    assert list(choose_words([COARSE, FINE], COUNTS, 6)) == [0, 2, 1, 4, 5, 3]


def test_clusters_of_most_tokens_come_first():
    assert list(choose_words([np.array([0, 1, 1], dtype=np.int32)], np.array([5, 4, 3]), 2)) == [1, 0]


def test_a_shorter_list_is_the_beginning_of_a_longer_one():
    assert list(choose_words([COARSE, FINE], COUNTS, 3)) == list(choose_words([COARSE, FINE], COUNTS, 6))[:3]


def test_only_eligible_types():
    eligible = np.array([False, True, True, False, True, True])
    assert list(choose_words([COARSE, FINE], COUNTS, 6, eligible=eligible)) == [1, 2, 4, 5]


def test_nothing_eligible_gives_nothing():
    assert list(choose_words([COARSE], COUNTS, 3, eligible=np.zeros(6, dtype=bool))) == []


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9)), min_size=1, max_size=30), st.integers(0, 40))
def test_every_word_once_and_as_many_as_asked_for(labels, n):
    levels = [np.unique(column, return_inverse=True)[1].astype(np.int32) for column in np.array(labels).T]
    counts = np.arange(len(labels), 0, -1)
    found = list(choose_words(levels, counts, n))
    assert len(set(found)) == len(found) == min(n, len(labels))
    companions = find_companions(levels, found, 5)
    assert all(row not in others and len(others) <= 5 for row, others in zip(found, companions, strict=True))


def test_one_word_of_each_kind_comes_after_the_first_clustering():
    # 4 and 5 are numbers, 3 is the only symbol: nothing to spread its label to
    kinds = np.array([0, 0, 0, 3, 1, 1])
    assert list(choose_words([COARSE, FINE], COUNTS, 6, kinds=kinds)) == [0, 2, 4, 1, 5, 3]
    eligible = np.array([True, True, True, True, False, True])
    assert list(choose_words([COARSE, FINE], COUNTS, 6, kinds=kinds, eligible=eligible)) == [0, 2, 1, 5, 3]


def test_no_second_word_of_a_kind_is_sought():
    kinds = np.array([1, 0, 0, 0, 1, 1])
    assert choose_words([COARSE, FINE], COUNTS, 6, kinds=kinds) == choose_words([COARSE, FINE], COUNTS, 6)


def test_companions_are_of_the_finest_cluster_first():
    fine, coarse = np.array([0, 1, 0, 1, 2, 2, 2]), np.array([0, 0, 0, 0, 1, 1, 0])
    assert find_companions([coarse, fine], [0, 1, 4], 3) == [[2, 1, 3], [3, 0, 2], [5, 6]]
    assert find_companions([coarse, fine], [0], 0) == [[]]


def test_companions_of_a_word_alone_in_its_cluster_are_the_nearest():
    labels, points = np.array([0, 1, 1, 1, 1]), np.eye(4, 2, dtype=np.float16)
    points[2:] = [[0.6, 0.8], [0.8, 0.6]]
    assert find_companions([labels], [0], 2, points) == [[3, 2]]
    assert find_companions([labels], [0], 2) == [[]]


def test_words_are_drawn_as_often_as_the_uncovered_share_squared_says():
    # one cluster, and words of one token: the first covers a tenth of the text, so that .81 of the next are
    counts = np.array([10, *[1] * 90])
    found = choose_words([np.zeros(91, dtype=np.int32)], counts, 11)
    assert list(found.values()).count(DRAWN) == 7  # the sum of (1 - place / 100) ** 2 from 10 to 19 is 7.3
    assert list(found)[:2] == [0, 1]
    assert list(found.values())[:3] == [CLUSTER, FREQUENT, DRAWN]
    assert max(found) > 80  # of all frequencies


def test_few_words_of_a_large_text_are_drawn():
    counts = np.array([10, *[1] * 90])
    found = choose_words([np.zeros(91, dtype=np.int32)], counts * SMALL // 25, 11)  # four times as large: a 16th of 7.3
    assert DRAWN not in found.values()


def test_an_open_class_of_rare_words_is_asked_as_often_as_it_stands_in_the_text():
    # frequent words are of the classes 0 and 1; half of the text is class 2, a thousand words of one token each
    counts = np.array([50] * 20 + [1] * 1000)
    found = list(choose_words([np.array([0, 1] * 10 + [0] * 1000, dtype=np.int32)], counts, 60))
    assert 20 <= sum(row >= 20 for row in found) <= 45


def test_reasons():
    kinds = np.array([0, 0, 0, 3, 1, 1])
    found = choose_words([COARSE, FINE], np.array([90, 80, 50, 4, 2, 1]), 4, kinds=kinds)
    assert found == {0: CLUSTER, 2: CLUSTER, 4: KIND, 1: CLUSTER}


def test_no_second_spelling_and_few_of_a_kind():
    types = ["nga", "n'a", "n\u2019a", "caf\u00e9", "cafe\u0301", *"12345", "a\tb"]
    asked = [word for word, may in zip(types, askable(types), strict=True) if may]
    assert asked == ["nga", "n'a", "caf\u00e9", "1", "2", "3"]
