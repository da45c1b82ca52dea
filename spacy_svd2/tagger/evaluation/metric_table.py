"""The metrics of a tagger: one entry for each, from which scores, tables, comparisons, pages and weights are made.

To add a metric, write its function in `metrics` and add an entry to `METRICS`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from . import metrics
from .contingency import Ids, Labels, Table, check_lengths, count_pairs, factorise, most_common

UNLISTED = -1.0
"""The weight of a metric that `[training.score_weights]` does not mention."""

PosCounts = tuple[int, int, int]
"""Tokens that have a gold `pos`; of these, a predicted one too; and the same."""


@dataclass(frozen=True)
class TokenLabels:
    """What metrics compare, prepared once for all of them.

    types, clusters, gold (Ids): One a token, numbered from 0 as they first occur.
    predicted_tags, gold_tags (Labels): One a token, as they stand.
    pos (tuple): See `PosCounts`.
    """

    types: Ids
    clusters: Ids
    gold: Ids
    predicted_tags: Labels
    gold_tags: Labels
    pos: PosCounts = (0, 0, 0)

    @cached_property
    def table(self) -> Table:
        """Tokens of each pair of cluster and gold tag, shape (n_clusters, n_gold)."""
        return count_pairs(self.clusters, self.gold)

    @cached_property
    def tags_of_types(self) -> Ids:
        """The most common gold tag of each type."""
        return most_common(self.types, self.gold)

    @cached_property
    def prototypes(self) -> Ids:
        """The most common type of each cluster."""
        return most_common(self.clusters, self.types)


class Kind(IntEnum):
    """What metrics look at, in the order in which people see them."""

    MAPPED = 1
    AGREEMENT = 2
    INFORMATION = 3
    TYPES = 4
    NAMES = 5
    SIZES = 6


@dataclass(frozen=True)
class Metric:
    """A metric.

    key (str): Its name in the scores.
    kind (Kind): What it looks at.
    title (str): Its name for people.
    compute (Callable): Its value, given the `TokenLabels`; None where it does not apply.
    form (str): How its value is written.
    unit (str): What follows it where there is room, with a space.
    greater_is_better (bool): Whether more is better; None for a size.
    column (tuple): Its place and heading where pipelines are compared; None to leave it out there.
    figure (tuple): Its place and title among the main figures of the report; None to leave it out there.
    weight (float): Its weight in `[training.score_weights]`; None hides it from the table of `spacy train`, which
        shows all values as per cent.
    """

    key: str
    kind: Kind
    title: str
    compute: Callable[[TokenLabels], float | int | None]
    form: str = "{:.1%}"
    unit: str = ""
    greater_is_better: bool | None = True
    column: tuple[int, str] | None = None
    figure: tuple[int, str] | None = None
    weight: float | None = UNLISTED

    @property
    def spacy_key(self) -> str:
        """Its name in the scores that spaCy collects, where only those by name are called as spaCy calls them."""
        return self.key if self.kind is Kind.NAMES else f"svd2_{self.key}"

    def text(self, value: float) -> str:
        """Write a value as people read it.

        value (float): The value.
        RETURNS (str): For instance "84.3%".
        """
        return self.form.format(value) + self.unit


def _of_table(measure: Callable[[Table], float]) -> Callable[[TokenLabels], float]:
    return lambda labels: measure(labels.table)


def _prototype_accuracy(labels: TokenLabels) -> float:
    return metrics.tag_accuracy(labels.tags_of_types[labels.prototypes][labels.clusters], labels.gold)


def _upper_bound(labels: TokenLabels) -> float:
    return metrics.tag_accuracy(labels.tags_of_types[labels.types], labels.gold)


def _tag_accuracy(labels: TokenLabels) -> float:
    return metrics.tag_accuracy(labels.predicted_tags, labels.gold_tags)


def _pos_accuracy(labels: TokenLabels) -> float | None:
    """The share of right `pos` among tokens with a gold one; None if there is none, or none was predicted."""
    wanted, found, right = labels.pos
    return right / wanted if found else None


METRICS = (
    Metric(
        "many_to_one",
        Kind.MAPPED,
        "Many-to-one accuracy (M-1)",
        _of_table(metrics.many_to_one),
        column=(2, "M-1"),
        weight=0.0,
    ),
    Metric(
        "one_to_one",
        Kind.MAPPED,
        "One-to-one accuracy (1-1)",
        _of_table(metrics.one_to_one),
        column=(3, "1-1"),
        figure=(2, "One-to-one"),
        weight=0.0,
    ),
    Metric("one_to_one_greedy", Kind.MAPPED, "One-to-one accuracy, greedy", _of_table(metrics.one_to_one_greedy)),
    Metric(
        "vi",
        Kind.INFORMATION,
        "Variation of information",
        _of_table(metrics.variation_of_information),
        form="{:.2f}",
        unit=" bits",
        greater_is_better=False,
        column=(5, "VI"),
        weight=None,
    ),
    Metric(
        "nvi",
        Kind.INFORMATION,
        "Normalised VI, VI / H(T)",
        _of_table(metrics.nvi),
        form="{:.3f}",
        greater_is_better=False,
    ),
    Metric(
        "v_measure",
        Kind.AGREEMENT,
        "V-measure",
        _of_table(metrics.v_measure),
        column=(4, "V"),
        figure=(1, "V-measure"),
        weight=1.0,
    ),
    Metric("homogeneity", Kind.AGREEMENT, "Homogeneity", _of_table(metrics.homogeneity)),
    Metric("completeness", Kind.AGREEMENT, "Completeness", _of_table(metrics.completeness)),
    Metric("prototype_acc", Kind.TYPES, "Prototype accuracy", _prototype_accuracy),
    Metric(
        "upper_bound",
        Kind.TYPES,
        "Best possible for one tag a type",
        _upper_bound,
        figure=(3, "Best with one tag a word"),
    ),
    Metric(
        "tag_acc",
        Kind.NAMES,
        "Tag accuracy, names as they are",
        _tag_accuracy,
        column=(1, "Accuracy"),
        weight=0.0,
    ),
    Metric(
        "n_tokens",
        Kind.SIZES,
        "Tokens",
        lambda labels: len(labels.gold),
        form="{:,}",
        greater_is_better=None,
        column=(7, "Tokens"),
        figure=(4, "Tokens compared"),
    ),
    Metric(
        "n_types",
        Kind.SIZES,
        "Word types",
        lambda labels: len(labels.tags_of_types),
        form="{:,}",
        greater_is_better=None,
    ),
    Metric(
        "n_clusters",
        Kind.SIZES,
        "Different tags",
        lambda labels: len(labels.table),
        form="{:,}",
        greater_is_better=None,
        column=(6, "Clusters"),
    ),
    Metric("pos_acc", Kind.NAMES, "Accuracy of token.pos_", _pos_accuracy, weight=0.0),
)
"""All metrics, in the order of the keys of the scores."""


def clustering_scores(
    types: Labels, clusters: Labels, gold: Labels, predicted_tags: Labels, *, pos: PosCounts = (0, 0, 0)
) -> dict[str, float | int]:
    """Compute all metrics at once.

    types (Labels): One word type a token.
    clusters (Labels): One cluster a token.
    gold (Labels): One gold tag a token.
    predicted_tags (Labels): One tag a token, compared with the gold tags as they stand (for "tag_acc").
    pos (tuple): See `PosCounts`; without predicted ones there is no "pos_acc".
    RETURNS (dict): Fractions ("vi" in bits), and the counts "n_tokens", "n_types" and "n_clusters" as integers.
    RAISES (UserError): The sequences differ in length.
    """
    check_lengths(types=types, clusters=clusters, gold=gold, predicted_tags=predicted_tags)
    labels = TokenLabels(factorise(types), factorise(clusters), factorise(gold), predicted_tags, gold, pos)
    values = ((metric.key, metric.compute(labels)) for metric in METRICS)
    return {key: value for key, value in values if value is not None}


def shown_metrics(*, names_first: bool = False) -> list[Metric]:
    """Sort the metrics as people see them.

    names_first (bool): Put those that compare tags by name in front: tags that have names are judged by these.
    RETURNS (list): All metrics.
    """
    return sorted(METRICS, key=lambda one: (names_first and one.kind is not Kind.NAMES, one.kind))


def shown_scores(value_of: Callable[[Metric], float | None]) -> list[tuple[Metric, float]]:
    """Pair metrics with their values, as people see them: those that compare tags by name in front.

    value_of (Callable): The value of a metric, None if it is not known.
    RETURNS (list): Metrics with values. Without those that compare names if no name is right: clusters without names
        have none that could be.
    """
    pairs = [(metric, value_of(metric)) for metric in shown_metrics(names_first=True)]
    return [
        (metric, value) for metric, value in pairs if value is not None and (value or metric.kind is not Kind.NAMES)
    ]


def spacy_metrics() -> list[Metric]:
    """List the metrics that spaCy's own commands show.

    RETURNS (list): The metrics, in their order there.
    """
    return [one for one in shown_metrics(names_first=True) if one.kind is not Kind.SIZES]


def score_names() -> list[str]:
    """List all names that scores of tags have.

    RETURNS (list): The names in our own scores and in those that spaCy collects.
    """
    return [name for metric in METRICS for name in dict.fromkeys([metric.key, metric.spacy_key])]


def score_weights() -> dict[str, float | None]:
    """Give the weights that `[training.score_weights]` has by default.

    RETURNS (dict): The weight by name, the heaviest first.
    """
    listed: Iterable[Metric] = (one for one in shown_metrics() if one.weight != UNLISTED)
    return {one.spacy_key: one.weight for one in sorted(listed, key=lambda one: -(one.weight or 0.0))}
