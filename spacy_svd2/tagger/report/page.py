"""The page that shows what a tagger has learned and how good it is."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...shared.pages import direction, language, matrix_rows, render_page
from ..evaluation.agreement import Agreement
from ..evaluation.metric_table import METRICS
from ..evaluation.trust import Trust
from .charts import PAPER_CURVE, Chart, bar_chart, curve_chart

if TYPE_CHECKING:
    from ..model.model import SVD2Model
    from ..model.summary import ClusterSummary

Curves = Sequence[tuple[str, Sequence[tuple[float, float]]]]

_NEXT_COMMANDS = {
    "words": "label PIPELINE --labels words.tsv -o label.html",
    "occurrences": "suggest PIPELINE --occurrences -n 100 --corpus TEXTS -o ask.html",
    "sentences": "correct PIPELINE TEXTS -o correct.html",
}

_SHOWN_WORDS = 14
_MORE_WORDS = 60


@dataclass(frozen=True)
class UncertainWord:
    """A word whose tag is in doubt.

    word (str): The type.
    count (int): Its tokens in the corpus.
    tag, second (str): Its two likeliest tags.
    probability, second_probability (float): The probabilities of these tags.
    """

    word: str
    count: int
    tag: str
    probability: float
    second: str
    second_probability: float


def least_certain(
    types: Sequence[str],
    counts: NDArray[np.int64],
    probabilities: NDArray[np.float32],
    names: Sequence[str],
    *,
    n: int = 30,
    labelled: NDArray[np.int64] | None = None,
) -> list[UncertainWord]:
    """Find the words whose tags cause most expected errors: those with the greatest count * (1 - probability).

    types, counts: The types of the model and their tokens.
    probabilities (NDArray): float (N, n_tags), of the tags of each type.
    names (Sequence): The tags.
    n (int): How many words.
    labelled (NDArray): int64 (m,), types that are labelled already, which are left out.
    RETURNS (list): The words, the most urgent first.
    """
    wrong = counts * (1.0 - probabilities.max(axis=1).astype(np.float64))
    if labelled is not None:
        wrong[labelled] = 0.0
    found = []
    for at in np.argsort(-wrong, kind="stable")[:n].tolist():
        first, second = np.argsort(-probabilities[at], kind="stable")[:2].tolist()
        p, q = float(probabilities[at, first]), float(probabilities[at, second])
        if wrong[at] > 0:
            found.append(UncertainWord(types[at], int(counts[at]), names[first], p, names[second], q))
    return found


def report_page(
    model: "SVD2Model",
    *,
    title: str,
    lang: str = "xx",
    agreement: Agreement | None = None,
    trust: Trust | None = None,
    gold_name: str = "",
    curves: Curves = (),
    n_searched: int = 20_000,
) -> str:
    """Make the page.

    model (SVD2Model): The trained model.
    title (str): What the report is about.
    lang (str): Language code of the words.
    agreement (Agreement): How its tags agree with gold tags, if known.
    trust (Trust): How many tokens of new text are right, as estimated.
    gold_name (str): The name to show for the gold corpus.
    curves (Sequence): Learning curves: names, and points of labelled words and accuracy. The paper's curve is added.
    n_searched (int): How many of the most frequent words the search finds.
    RETURNS (str): HTML.
    """
    from ..model.summary import STATISTICS, summarize_clusters, summarize_tags

    clusters = _groups(summarize_clusters(model, n_words=_MORE_WORDS))
    columns = [model.types[:n_searched], model.counts[:n_searched].tolist(), model.labels[:n_searched].tolist()]
    if model.naming is not None:
        best = model.naming.tagger.probabilities[:n_searched].argmax(axis=1).tolist()
        columns.append([model.naming.tags[tag] for tag in best])
    searched = list(zip(*columns, strict=True))
    shown_curves = [*curves, PAPER_CURVE] if curves else []
    return render_page(
        "report",
        title=title,
        lang=language(lang),
        dir=direction("".join(model.types[:1000])),
        corpus=[(name, model.statistics[key]) for key, name in STATISTICS.items() if key in model.statistics],
        settings=_flat(model.settings.to_dict()),
        clusters=clusters,
        data=searched,
        sizes=_size_chart(clusters),
        agreement=agreement,
        figures=_figures(agreement) if agreement else [],
        gold_name=gold_name,
        cells=matrix_rows(agreement.tags, agreement.tags, agreement.matrix) if agreement else [],
        curve=curve_chart(shown_curves, x_label="Labelled words", y_label="Accuracy") if curves else None,
        curves=shown_curves,
        tags=_groups(summarize_tags(model, n_words=_MORE_WORDS)),
        n_labelled=0 if model.naming is None else len(model.naming.labelled),
        uncertain=_uncertain(model),
        trust=trust,
        next_command=_NEXT_COMMANDS[trust.label_next] if trust else "",
    )


def _figures(agreement: Agreement) -> list[tuple[str, str]]:
    """The main scores: titles and values."""
    placed = sorted((metric.figure, metric.key, metric) for metric in METRICS if metric.figure is not None)
    return [(title, metric.text(agreement.scores[key])) for (_, title), key, metric in placed]


def _uncertain(model: "SVD2Model") -> list[UncertainWord]:
    if model.naming is None or len(model.naming.tags) < 2:
        return []
    probabilities, tags = model.naming.tagger.probabilities.astype(np.float32), model.naming.tags
    return least_certain(model.types, model.counts, probabilities, tags, labelled=model.naming.labelled)


def _groups(summaries: "list[ClusterSummary]") -> list[dict[str, Any]]:
    found = [asdict(summary) for summary in summaries]
    return [{**one, "words": one["words"][:_SHOWN_WORDS], "more": one["words"][_SHOWN_WORDS:]} for one in found]


def _size_chart(clusters: list[dict[str, Any]]) -> Chart:
    titles = [f"{one['name']} ({one['prototype'] or 'empty'}): {one['token_share']:.1%} of tokens" for one in clusters]
    shares = [one["token_share"] for one in clusters]
    return bar_chart(shares, titles, x_label="Clusters, the largest first", y_label="Share of tokens")


def _flat(settings: dict[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    rows: list[tuple[str, Any]] = []
    for name, value in settings.items():
        rows += _flat(value, f"{prefix}{name}.") if isinstance(value, dict) else [(prefix + name, value)]
    return rows
