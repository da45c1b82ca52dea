"""How predicted tags agree with gold tags: a confusion matrix, scores of each tag, and the common mistakes."""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np
from spacy.strings import StringStore

from .contingency import Table, factorise, most_common
from .metric_table import clustering_scores
from .scorer import Hashes, ScoredTokens

UNTAGGED = "(none)"


@dataclass(frozen=True)
class TagScore:
    """How well one gold tag is found.

    tag (str): The tag.
    n_gold, n_predicted (int): Tokens whose gold tag it is, and tokens for which it was predicted.
    precision, recall, f1 (float): Fractions; 0.0 where the divisor is zero.
    """

    tag: str
    n_gold: int
    n_predicted: int
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class Mistake:
    """A gold tag for which another tag was predicted.

    gold, predicted (str): The tags.
    n (int): The number of such tokens.
    words (list): The types with most such tokens.
    """

    gold: str
    predicted: str
    n: int
    words: list[str]


@dataclass(frozen=True)
class Agreement:
    """Predicted and gold tags compared.

    accuracy (float): Share of tokens with the right tag; clusters count as their most common gold tag.
    scores (dict): See `metric_table.clustering_scores`.
    mapped (dict): The gold tag of each cluster that has no name of its own.
    tags (list): Rows and columns of the matrix, the most common gold tag first.
    matrix (list): Tokens, by gold tag and then predicted tag.
    tag_scores (list): Of each gold tag.
    mistakes (list): The most common first.
    """

    accuracy: float
    scores: dict[str, float | int]
    mapped: dict[str, str]
    tags: list[str]
    matrix: list[list[int]]
    tag_scores: list[TagScore]
    mistakes: list[Mistake]


def compare_with_gold(
    tokens: ScoredTokens, strings: StringStore, clusters: Collection[str], *, n_mistakes: int = 15, n_words: int = 6
) -> Agreement:
    """Compare predicted with gold tags. A tag that is a cluster's name counts as the cluster's most common gold tag.

    tokens (ScoredTokens): The tokens.
    strings (StringStore): Has the strings of the tags and the words.
    clusters (Collection): The tags that are names of clusters.
    n_mistakes, n_words (int): How many mistakes to list, with how many words of each.
    RETURNS (Agreement): The comparison.
    """
    names = {hash_: strings[hash_] or UNTAGGED for hash_ in np.union1d(tokens.predicted, tokens.gold).tolist()}
    mapped = _map_clusters(tokens, names, set(clusters))
    predicted = [mapped.get(names[hash_], names[hash_]) for hash_ in tokens.predicted.tolist()]
    gold = [names[hash_] for hash_ in tokens.gold.tolist()]
    tags = sorted({*gold, *predicted}, key=_by_frequency(gold, predicted))
    number = {tag: at for at, tag in enumerate(tags)}
    rows = np.array([number[tag] for tag in gold], dtype=np.int64)
    columns = np.array([number[tag] for tag in predicted], dtype=np.int64)
    matrix = np.zeros((len(tags), len(tags)), dtype=np.int64)
    np.add.at(matrix, (rows, columns), 1)
    return Agreement(
        accuracy=float((rows == columns).mean()) if len(rows) else 0.0,
        scores=clustering_scores(tokens.types, tokens.predicted, tokens.gold, tokens.predicted),
        mapped=mapped,
        tags=tags,
        matrix=matrix.tolist(),
        tag_scores=[_tag_score(tag, matrix, number[tag]) for tag in tags if matrix[number[tag]].any()],
        mistakes=[
            Mistake(
                tags[row], tags[column], n, _words(tokens.types[(rows == row) & (columns == column)], strings, n_words)
            )
            for row, column, n in _largest_mistakes(matrix, n_mistakes)
        ],
    )


def _map_clusters(tokens: ScoredTokens, names: dict[int, str], clusters: set[str]) -> dict[str, str]:
    predicted, gold = factorise(tokens.predicted), factorise(tokens.gold)
    best = most_common(predicted, gold).tolist()
    gold_names = [names[hash_] for hash_ in dict.fromkeys(tokens.gold.tolist())]
    found = [names[hash_] for hash_ in dict.fromkeys(tokens.predicted.tolist())]
    return {name: gold_names[tag] for name, tag in zip(found, best, strict=True) if name in clusters - set(gold_names)}


def _by_frequency(gold: list[str], predicted: list[str]) -> Callable[[str], tuple[int, int, str]]:
    in_gold, in_predicted = Counter(gold), Counter(predicted)
    return lambda tag: (-in_gold[tag], -in_predicted[tag], tag)


def _tag_score(tag: str, matrix: Table, at: int) -> TagScore:
    right, n_gold, n_predicted = int(matrix[at, at]), int(matrix[at].sum()), int(matrix[:, at].sum())
    precision, recall = right / max(n_predicted, 1), right / max(n_gold, 1)
    return TagScore(tag, n_gold, n_predicted, precision, recall, 2 * right / max(n_gold + n_predicted, 1))


def _largest_mistakes(matrix: Table, n: int) -> list[tuple[int, int, int]]:
    wrong = matrix.copy()
    np.fill_diagonal(wrong, 0)
    order = np.argsort(-wrong, axis=None, kind="stable")[:n]
    cells = zip(*np.unravel_index(order, wrong.shape), strict=True)
    return [(int(row), int(column), int(wrong[row, column])) for row, column in cells if wrong[row, column]]


def _words(types: Hashes, strings: StringStore, n: int) -> list[str]:
    found, counts = np.unique(types, return_counts=True)
    words = sorted(zip((-counts).tolist(), (strings[hash_] for hash_ in found.tolist()), strict=True))
    return [word for _, word in words[:n]]
