import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import homogeneity_completeness_v_measure, mutual_info_score

from spacy_svd2.errors import UserError
from spacy_svd2.tagger.evaluation import metrics as m
from spacy_svd2.tagger.evaluation.metric_table import clustering_scores

# Greedy takes 6, then only 0 is left (6 of 16); the best assignment is 5 + 5.
GREEDY_TRAP = np.array([[6, 5], [5, 0]])
# H(T|C): cluster 0 pure, cluster 1 half and half, 4 tokens each.
HALF_MIXED = np.array([[4, 0], [2, 2]])
TABLE_MEASURES = [
    m.many_to_one,
    m.one_to_one,
    m.one_to_one_greedy,
    m.variation_of_information,
    m.nvi,
    m.homogeneity,
    m.completeness,
    m.v_measure,
]
ACCURACIES = [m.many_to_one, m.one_to_one, m.one_to_one_greedy, m.homogeneity, m.completeness, m.v_measure]
KEYS = [
    "many_to_one",
    "one_to_one",
    "one_to_one_greedy",
    "vi",
    "nvi",
    "v_measure",
    "homogeneity",
    "completeness",
    "prototype_acc",
    "upper_bound",
    "tag_acc",
    "n_tokens",
    "n_types",
    "n_clusters",
]

pairs = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), min_size=1, max_size=60)
triples = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4), st.integers(0, 3)), min_size=1, max_size=60)


def entropy(*shares):
    return -sum(p * math.log2(p) for p in shares)


def unzip(rows):
    return [list(column) for column in zip(*rows, strict=True)]


def table_of(rows):
    return m.contingency(*unzip(rows))


@pytest.mark.parametrize(
    "clusters",
    [["b", "a", "b", "b"], [7, -2, 7, 7], np.array([7, -2, 7, 7]), np.array(["b", "a", "b", "b"])],
)
def test_contingency_numbers_labels_by_first_occurrence(clusters):
    table = m.contingency(clusters, ["N", "V", "V", "N"])
    assert table.tolist() == [[2, 1], [0, 1]]
    assert table.dtype == np.int64


def test_contingency_refuses_different_lengths():
    with pytest.raises(UserError, match=r"M001.*2 clusters, 1 gold"):
        m.contingency(["a", "b"], ["N"])


@pytest.mark.parametrize(
    ("table", "expected"), [(GREEDY_TRAP, 11 / 16), (HALF_MIXED, 6 / 8), ([[1, 0, 0], [3, 2, 3]], 4 / 9)]
)
def test_many_to_one(table, expected):
    assert m.many_to_one(np.array(table)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("table", "expected"),
    [(GREEDY_TRAP, 10 / 16), (HALF_MIXED, 6 / 8), ([[3], [4], [2]], 4 / 9), ([[3, 4, 2]], 4 / 9)],
)
def test_one_to_one(table, expected):
    assert m.one_to_one(np.array(table)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (GREEDY_TRAP, 6 / 16),
        (HALF_MIXED, 6 / 8),
        ([[3], [4], [2]], 4 / 9),
        # Ties: the first row goes first, and within it the first column; the other choice would give 4 + 4.
        ([[4, 4], [4, 0]], 4 / 12),
        ([[0, 4], [4, 4]], 8 / 12),
    ],
)
def test_one_to_one_greedy(table, expected):
    assert m.one_to_one_greedy(np.array(table)) == pytest.approx(expected)


def test_variation_of_information_by_hand():
    # H(T|C) = 1/2 bit; gold tag 0 holds 4 + 2, gold tag 1 only 2: H(C|T) = 3/4 H(2/3, 1/3).
    expected = 0.5 + 0.75 * entropy(2 / 3, 1 / 3)
    assert m.variation_of_information(HALF_MIXED) == pytest.approx(expected)
    assert m.nvi(HALF_MIXED) == pytest.approx(expected / entropy(3 / 4, 1 / 4))


def test_variation_of_information_of_independent_partitions_is_both_entropies():
    assert m.variation_of_information(np.ones((4, 2), int)) == pytest.approx(3.0)


def test_nvi_of_a_single_cluster_is_one():
    assert m.nvi(np.array([[3, 1, 5]])) == pytest.approx(1.0)


def test_nvi_with_a_single_gold_tag_is_the_entropy_of_the_clusters():
    assert m.nvi(np.array([[2], [2]])) == pytest.approx(1.0)
    assert m.nvi(np.array([[2], [1], [1]])) == pytest.approx(1.5)
    assert m.nvi(np.array([[9]])) == 0.0


def test_v_measure_by_hand():
    homogeneity = 1 - 0.5 / entropy(3 / 4, 1 / 4)
    completeness = 1 - 0.75 * entropy(2 / 3, 1 / 3) / 1.0
    assert m.homogeneity(HALF_MIXED) == pytest.approx(homogeneity)
    assert m.completeness(HALF_MIXED) == pytest.approx(completeness)
    assert m.v_measure(HALF_MIXED) == pytest.approx(2 * homogeneity * completeness / (homogeneity + completeness))


def test_v_measure_without_any_information_is_zero():
    assert m.v_measure(np.array([[2, 2], [2, 2]])) == pytest.approx(0.0, abs=1e-12)


def test_prototype_accuracy_by_hand():
    # Cluster 0: "the" (3 D) is the prototype -> D, its "a" (D) right, "run" (V) wrong.
    # Cluster 1: "dog" -> N by its three tokens in the whole corpus, though the one in this cluster is V.
    types = ["the", "the", "the", "a", "run", "dog", "dog", "dog"]
    clusters = [0, 0, 0, 0, 0, 2, 1, 2]
    gold = ["D", "D", "D", "D", "V", "N", "V", "N"]
    assert m.prototype_accuracy(types, clusters, gold) == pytest.approx(6 / 8)


@pytest.mark.parametrize(("types", "expected"), [("xyz", 1 / 3), ("yzx", 1 / 3), ("xyy", 2 / 3)])
def test_prototype_ties_go_to_the_first_occurrence(types, expected):
    gold = ["N", "V", "V"]
    assert m.prototype_accuracy(list(types), [0, 0, 0], gold) == pytest.approx(expected)


def test_ambiguous_type_ties_go_to_the_first_gold_tag():
    assert m.prototype_accuracy(["x", "x", "y"], [0, 0, 0], ["V", "N", "V"]) == pytest.approx(2 / 3)


def test_upper_bound_by_hand():
    assert m.upper_bound(["x", "x", "x", "y", "y"], ["N", "V", "N", "V", "N"]) == pytest.approx(3 / 5)


@pytest.mark.parametrize("kind", [list, tuple, np.array])
def test_tag_accuracy_compares_names(kind):
    assert m.tag_accuracy(kind(["N", "V", "", "N"]), kind(["N", "N", "N", "N"])) == 0.5


def test_clustering_scores_agree_with_the_single_measures():
    rng = np.random.default_rng(0)
    types, gold = rng.integers(0, 40, 500).tolist(), rng.choice(list("NVDJ"), 500).tolist()
    clusters = [f"c{t % 7}" for t in types]
    names = rng.choice(list("NVDJ"), 500).tolist()
    table = m.contingency(clusters, gold)
    scores = clustering_scores(types, clusters, gold, names)
    assert list(scores) == KEYS
    assert scores == {
        "many_to_one": m.many_to_one(table),
        "one_to_one": m.one_to_one(table),
        "one_to_one_greedy": m.one_to_one_greedy(table),
        "vi": m.variation_of_information(table),
        "nvi": m.nvi(table),
        "v_measure": m.v_measure(table),
        "homogeneity": m.homogeneity(table),
        "completeness": m.completeness(table),
        "prototype_acc": m.prototype_accuracy(types, clusters, gold),
        "upper_bound": m.upper_bound(types, gold),
        "tag_acc": m.tag_accuracy(names, gold),
        "n_tokens": 500,
        "n_types": 40,
        "n_clusters": 7,
    }
    assert [type(value) for value in scores.values()] == [float] * 11 + [int] * 3


def test_clustering_scores_refuse_different_lengths():
    with pytest.raises(UserError, match=r"M001.*1 types, 1 clusters, 1 gold, 0 predicted_tags"):
        clustering_scores(["x"], [0], ["N"], [])


@pytest.mark.parametrize("empty", [[], np.array([], int), np.array([], str)], ids=["list", "int", "str"])
def test_empty_input_scores_zero(empty):
    table = m.contingency(empty, empty)
    assert table.shape == (0, 0)
    assert [measure(table) for measure in TABLE_MEASURES] == [0.0] * len(TABLE_MEASURES)
    scores = clustering_scores(empty, empty, empty, empty)
    assert list(scores) == KEYS
    assert set(scores.values()) == {0}


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (2, 3)])
def test_a_table_without_tokens_scores_zero(shape):
    assert [measure(np.zeros(shape, np.int64)) for measure in TABLE_MEASURES] == [0.0] * len(TABLE_MEASURES)


def test_empty_rows_and_columns_change_nothing():
    padded = np.pad(HALF_MIXED, ((0, 2), (1, 0)))
    assert [f(padded) for f in TABLE_MEASURES] == pytest.approx([f(HALF_MIXED) for f in TABLE_MEASURES])


@pytest.mark.parametrize("seed", range(20))
def test_same_as_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 400))
    clusters, gold = rng.integers(0, rng.integers(1, 30), n), rng.integers(0, rng.integers(1, 12), n)
    table = m.contingency(clusters, gold)
    ours = m.homogeneity(table), m.completeness(table), m.v_measure(table)
    assert ours == pytest.approx(homogeneity_completeness_v_measure(gold, clusters), abs=1e-9)
    nats = sum(mutual_info_score(x, x) for x in (clusters, gold)) - 2 * mutual_info_score(clusters, gold)
    assert m.variation_of_information(table) == pytest.approx(nats / math.log(2), abs=1e-9)


@given(rows=triples)
def test_renaming_changes_nothing(rows):
    types, clusters, gold = unzip(rows)
    scores = clustering_scores(types, clusters, gold, clusters)
    renamed = clustering_scores(
        [f"w{t}" for t in types], [f"C{-c}" for c in clusters], [f"tag {9 - g}" for g in gold], clusters
    )
    assert {**renamed, "tag_acc": scores["tag_acc"]} == scores


@given(rows=pairs, seed=st.integers(0, 99))
def test_order_of_tokens_changes_nothing_but_greedy_ties(rows, seed):
    shuffled = [rows[i] for i in np.random.default_rng(seed).permutation(len(rows))]
    measures = [f for f in TABLE_MEASURES if f is not m.one_to_one_greedy]
    assert [f(table_of(shuffled)) for f in measures] == pytest.approx([f(table_of(rows)) for f in measures], abs=1e-9)


@given(rows=pairs)
def test_order_of_the_measures(rows):
    table = table_of(rows)
    many, one, greedy = m.many_to_one(table), m.one_to_one(table), m.one_to_one_greedy(table)
    assert many >= one >= greedy >= one / 2
    assert many >= table.sum(axis=0).max() / table.sum()


@given(rows=triples)
def test_prototypes_are_never_better_than_the_best_map(rows):
    types, clusters, gold = unzip(rows)
    assert m.prototype_accuracy(types, clusters, gold) <= m.many_to_one(m.contingency(clusters, gold))


@given(rows=triples, k=st.integers(1, 10))
def test_no_tagger_of_types_beats_the_upper_bound(rows, k):
    types, _, gold = unzip(rows)
    assert m.many_to_one(m.contingency([t % k for t in types], gold)) <= m.upper_bound(types, gold)
    assert m.prototype_accuracy(types, types, gold) == m.upper_bound(types, gold)


@given(rows=pairs)
def test_bounds(rows):
    table = table_of(rows)
    assert all(0.0 <= f(table) <= 1.0 for f in ACCURACIES)
    assert 0.0 <= m.variation_of_information(table) <= math.log2(len(rows)) + 1e-9
    assert m.nvi(table) >= 0.0


@given(rows=pairs)
def test_variation_of_information_is_symmetric(rows):
    table = table_of(rows)
    assert m.variation_of_information(table) == pytest.approx(m.variation_of_information(table.T))


@given(rows=pairs)
def test_variation_of_information_is_zero_for_the_same_partition_only(rows):
    clusters, gold = unzip(rows)
    same = len(set(rows)) == len(set(clusters)) == len(set(gold))
    assert (m.variation_of_information(m.contingency(clusters, gold)) == 0.0) == same


@given(labels=st.lists(st.integers(0, 9), min_size=1))
def test_identical_partitions_are_perfect(labels):
    scores = clustering_scores(labels, [f"c{x}" for x in labels], labels, labels)
    assert (scores.pop("vi"), scores.pop("nvi")) == (0.0, 0.0)
    assert {key: value for key, value in scores.items() if not key.startswith("n_")} == dict.fromkeys(
        (k for k in KEYS if k not in ("vi", "nvi") and not k.startswith("n_")), 1.0
    )
