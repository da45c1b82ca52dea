"""Measures that compare induced clusters with gold tags, token by token.

Public: each measure can be used by itself. The commands and the scorer compute all of them through `metric_table`,
which also names them. All measures except the type-based ones are computed from one contingency table. Values are
fractions (not per cent); entropies are in bits. An empty corpus scores 0.0 on every measure: no measure raises on it or
returns nan.

Sources: Lamar, Maron, Johnson, Bienenstock (2010), "SVD and Clustering for Unsupervised POS Tagging", section 4
(M-1, 1-1, VI, prototypes); Rosenberg and Hirschberg (2007), "V-Measure"; Reichart and Rappoport (2009), "The NVI
Clustering Evaluation Measure".
"""

from operator import eq
from typing import Any

import numpy as np

from .contingency import Labels, Table, check_lengths, conditional_entropy, count_pairs, entropy, factorise, most_common


def contingency(clusters: Labels, gold: Labels) -> Table:
    """Count the tokens of every pair of cluster and gold tag.

    clusters (Labels): The cluster of each token, integers or strings.
    gold (Labels): The gold tag of each token, integers or strings.
    RETURNS (Table): Shape (n_clusters, n_gold); rows and columns in the order in which the labels first occur.
    RAISES (UserError): The sequences differ in length.
    """
    check_lengths(clusters=clusters, gold=gold)
    return count_pairs(factorise(clusters), factorise(gold))


def many_to_one(table: Table) -> float:
    """Token accuracy when each cluster is mapped to the gold tag it co-occurs with most (M-1).

    table (Table): Contingency table, shape (n_clusters, n_gold).
    RETURNS (float): Between 0 and 1.
    """
    return _share(table.max(axis=1).sum(), table) if table.size else 0.0


def one_to_one(table: Table) -> float:
    """Token accuracy under the best one-to-one map of clusters to gold tags (1-1, Hungarian algorithm).

    Clusters or gold tags that stay without a partner count as errors.

    table (Table): Contingency table, shape (n_clusters, n_gold).
    RETURNS (float): Between 0 and 1.
    """
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(table, maximize=True)
    return _share(table[rows, columns].sum(), table)


def one_to_one_greedy(table: Table) -> float:
    """Token accuracy under a greedy one-to-one map: match the largest cell, remove its row and column, repeat (1-1).

    Of equal cells, the one in the lowest row is matched first, then the one in the lowest column.

    table (Table): Contingency table, shape (n_clusters, n_gold).
    RETURNS (float): Between 0 and 1, never above `one_to_one`.
    """
    rows, columns = np.nonzero(table)
    order = np.argsort(-table[rows, columns], kind="stable")
    used_rows: set[int] = set()
    used_columns: set[int] = set()
    correct = 0
    for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        if row not in used_rows and column not in used_columns:
            used_rows.add(row)
            used_columns.add(column)
            correct += int(table[row, column])
    return _share(correct, table)


def variation_of_information(table: Table) -> float:
    """The distance of two partitions, H(T|C) + H(C|T).

    table (Table): Contingency table, shape (n_clusters, n_gold).
    RETURNS (float): Bits; 0.0 exactly when clusters and gold tags are the same partition.
    """
    return conditional_entropy(table) + conditional_entropy(table.T)


def nvi(table: Table) -> float:
    """Variation of information over the entropy of the gold tags, VI / H(T).

    If there is only one gold tag, H(T) = 0, and VI = H(C) itself is returned (Reichart and Rappoport 2009).

    table (Table): Contingency table, shape (n_clusters, n_gold).
    RETURNS (float): 0.0 for identical partitions, 1.0 for a single cluster; can be above 1 for many clusters.
    """
    distance, gold_entropy = variation_of_information(table), entropy(table.sum(axis=0))
    return distance / gold_entropy if gold_entropy > 0 else distance


def homogeneity(table: Table) -> float:
    """How far each cluster holds tokens of one gold tag only, 1 - H(T|C) / H(T); 1.0 where H(T) = 0.

    table (Table): Contingency table, shape (n_clusters, n_gold).
    RETURNS (float): Between 0 and 1.
    """
    if not table.sum():
        return 0.0
    gold_entropy = entropy(table.sum(axis=0))
    return max(0.0, 1.0 - conditional_entropy(table) / gold_entropy) if gold_entropy > 0 else 1.0


def completeness(table: Table) -> float:
    """How far each gold tag lies in one cluster only, 1 - H(C|T) / H(C); 1.0 where H(C) = 0.

    table (Table): Contingency table, shape (n_clusters, n_gold).
    RETURNS (float): Between 0 and 1.
    """
    return homogeneity(table.T)


def v_measure(table: Table) -> float:
    """The harmonic mean of homogeneity and completeness (beta = 1); 0.0 where both are 0.

    table (Table): Contingency table, shape (n_clusters, n_gold).
    RETURNS (float): Between 0 and 1.
    """
    h, c = homogeneity(table), completeness(table)
    return 2 * h * c / (h + c) if h + c > 0 else 0.0


def prototype_accuracy(types: Labels, clusters: Labels, gold: Labels) -> float:
    """Token accuracy when each cluster gets the most common gold tag of its prototype.

    The prototype is the type with most tokens in the cluster; its gold tag is its most common one over all its tokens.
    Of equal types, and of equal tags, the first in the corpus is used.

    types (Labels): The word type of each token.
    clusters (Labels): The cluster of each token.
    gold (Labels): The gold tag of each token.
    RETURNS (float): Between 0 and 1, never above `many_to_one`.
    RAISES (UserError): The sequences differ in length.
    """
    check_lengths(types=types, clusters=clusters, gold=gold)
    type_ids, cluster_ids, gold_ids = factorise(types), factorise(clusters), factorise(gold)
    prototypes = most_common(cluster_ids, type_ids)
    tags = most_common(type_ids, gold_ids)
    return tag_accuracy(tags[prototypes][cluster_ids], gold_ids)


def upper_bound(types: Labels, gold: Labels) -> float:
    """Token accuracy when each type gets its most common gold tag: the best that one tag for each type can do.

    types (Labels): The word type of each token.
    gold (Labels): The gold tag of each token.
    RETURNS (float): Between 0 and 1.
    RAISES (UserError): The sequences differ in length.
    """
    check_lengths(types=types, gold=gold)
    type_ids, gold_ids = factorise(types), factorise(gold)
    return tag_accuracy(most_common(type_ids, gold_ids)[type_ids], gold_ids)


def tag_accuracy(predicted: Labels, gold: Labels) -> float:
    """The share of tokens whose predicted tag has the same name as the gold tag.

    predicted (Labels): The predicted tag of each token.
    gold (Labels): The gold tag of each token.
    RETURNS (float): Between 0 and 1.
    RAISES (UserError): The sequences differ in length.
    """
    check_lengths(predicted=predicted, gold=gold)
    if not len(gold):
        return 0.0
    if isinstance(predicted, np.ndarray) and isinstance(gold, np.ndarray):
        return float(np.mean(predicted == gold))
    return sum(map(eq, predicted, gold)) / len(gold)


def _share(correct: int | np.integer[Any], table: Table) -> float:
    return float(correct / max(table.sum(), 1))
