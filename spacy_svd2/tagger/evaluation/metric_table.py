"""The metrics of a tagger, one entry each; scores, tables, comparisons, pages and weights are made from these.

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
"""Tokens with a gold `pos`; those among them with a predicted `pos`; and those for which both are equal."""


@dataclass(frozen=True)
class TokenLabels:
    """What metrics compare, prepared once for all of them.

    types, clusters, gold (Ids): One for each token, numbered from 0 in the order of first occurrence.
    predicted_tags, gold_tags (Labels): One for each token, unchanged.
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
    """The kinds of metrics, in the order in which they are shown."""

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
    kind (Kind): What it compares.
    title (str): Its name as shown to users.
    compute (Callable): Its value, given the `TokenLabels`; None where it does not apply.
    form (str): The format of its value.
    unit (str): Its unit with a space before it, shown where there is room.
    greater_is_better (bool): Whether a greater value is better; None for a count.
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
        """Its name in the scores that spaCy collects; only comparisons by name have spaCy's own names."""
        return self.key if self.kind is Kind.NAMES else f"svd2_{self.key}"

    def text(self, value: float) -> str:
        """Format a value for display.

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
    """The share of tokens with a gold `pos` whose `pos` is right; None without any gold or any predicted `pos`."""
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
        "Best possible for one tag per type",
        _upper_bound,
        figure=(3, "Best with one tag per word"),
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

    types (Labels): The word type of each token.
    clusters (Labels): The cluster of each token.
    gold (Labels): The gold tag of each token.
    predicted_tags (Labels): The tag of each token, compared with the gold tags by name (for "tag_acc").
    pos (tuple): See `PosCounts`; without predicted ones there is no "pos_acc".
    RETURNS (dict): Fractions ("vi" in bits), and the counts "n_tokens", "n_types" and "n_clusters" as integers.
    RAISES (UserError): The sequences differ in length.
    """
    check_lengths(types=types, clusters=clusters, gold=gold, predicted_tags=predicted_tags)
    labels = TokenLabels(factorise(types), factorise(clusters), factorise(gold), predicted_tags, gold, pos)
    values = ((metric.key, metric.compute(labels)) for metric in METRICS)
    return {key: value for key, value in values if value is not None}


def shown_metrics(*, names_first: bool = False) -> list[Metric]:
    """Sort the metrics for display.

    names_first (bool): Put those that compare tags by name first, which matter most for named tags.
    RETURNS (list): All metrics.
    """
    return sorted(METRICS, key=lambda one: (names_first and one.kind is not Kind.NAMES, one.kind))


def shown_scores(value_of: Callable[[Metric], float | None]) -> list[tuple[Metric, float]]:
    """Pair metrics with their values for display, those that compare tags by name first.

    value_of (Callable): Gives the value of a metric; None if it is not known.
    RETURNS (list): Metrics with values. If no name is right, as for clusters, comparisons of names are left out.
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
    """List all names of tag scores.

    RETURNS (list): The names in our own scores and in those that spaCy collects.
    """
    return [name for metric in METRICS for name in dict.fromkeys([metric.key, metric.spacy_key])]


def score_weights() -> dict[str, float | None]:
    """Give the weights that `[training.score_weights]` has by default.

    RETURNS (dict): The weight by name, the heaviest first.
    """
    listed: Iterable[Metric] = (one for one in shown_metrics() if one.weight != UNLISTED)
    return {one.spacy_key: one.weight for one in sorted(listed, key=lambda one: -(one.weight or 0.0))}
