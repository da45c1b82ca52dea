"""Each metric is one entry of a table: scores, tables, comparisons, the report and spaCy's weights go by it."""

import json
from pathlib import Path

import numpy as np
import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from spacy_svd2.tagger.evaluation import metric_table
from spacy_svd2.tagger.evaluation.agreement import compare_with_gold
from spacy_svd2.tagger.evaluation.comparison import compare_scores
from spacy_svd2.tagger.evaluation.evaluate import score_table
from spacy_svd2.tagger.evaluation.metric_table import METRICS, Kind, Metric, clustering_scores, score_weights
from spacy_svd2.tagger.evaluation.scorer import ScoredTokens, score_tagger
from spacy_svd2.tagger.report import page

LABELS = (["the", "cat", "the"], [0, 1, 0], ["D", "N", "D"], ["D", "D", "D"])
PREFIXED = ["many_to_one", "one_to_one", "one_to_one_greedy", "v_measure", "homogeneity", "completeness", "vi", "nvi"]


@pytest.fixture
def purity(monkeypatch: pytest.MonkeyPatch) -> Metric:
    """A metric of one's own, shown everywhere."""
    entry = Metric(
        "purity",
        Kind.AGREEMENT,
        "Purity",
        lambda labels: float(labels.table.max(axis=1).sum() / max(1, labels.table.sum())),
        form="{:.3f}",
        unit=" pu",
        column=(9, "Pu"),
        figure=(9, "How pure"),
        weight=0.5,
    )
    monkeypatch.setattr(metric_table, "METRICS", (*METRICS, entry))
    for module in ("tagger.evaluation.comparison", "tagger.report.page"):
        monkeypatch.setattr(f"spacy_svd2.{module}.METRICS", metric_table.METRICS)
    return entry


def test_keys_are_unique() -> None:
    assert len({metric.key for metric in METRICS}) == len(METRICS)


@pytest.mark.usefixtures("purity")
def test_a_new_entry_is_scored_and_shown_to_people() -> None:
    scores = clustering_scores(*LABELS)
    assert scores["purity"] == 1.0
    lines = [" ".join(line.split()) for line in score_table(scores).splitlines()]
    assert lines.index("Purity 1.000 pu") == lines.index("Completeness 100.0%") + 1


@pytest.mark.usefixtures("purity")
def test_a_new_entry_is_a_column_of_comparisons(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(clustering_scores(*LABELS)), "utf8")
    header, rows = compare_scores([path])
    assert (header[-1], rows[0][-1]) == ("Pu", "1.000")


@pytest.mark.usefixtures("purity")
def test_a_new_entry_is_a_figure_of_the_report() -> None:
    hashes = np.array([1, 2, 1], np.uint64)
    strings = spacy.blank("xx").vocab.strings
    ids = np.array([strings.add("D"), strings.add("N"), strings["D"]], np.uint64)
    agreement = compare_with_gold(ScoredTokens(hashes, ids, ids), strings, [])
    assert page._figures(agreement)[-1] == ("How pure", "1.000 pu")


@pytest.mark.usefixtures("purity")
def test_a_new_entry_reaches_spacy() -> None:
    nlp = spacy.blank("xx")
    doc = Doc(nlp.vocab, ["the"], tags=["D"])
    assert score_tagger([Example(doc, doc)])["svd2_purity"] == 1.0
    assert list(score_weights())[:3] == ["svd2_v_measure", "svd2_purity", "svd2_many_to_one"]


def test_spacys_weights_stay_as_they_are() -> None:
    assert list(score_weights().items()) == [
        ("svd2_v_measure", 1.0),
        ("svd2_many_to_one", 0.0),
        ("svd2_one_to_one", 0.0),
        ("svd2_vi", None),
        ("tag_acc", 0.0),
        ("pos_acc", 0.0),
    ]
    assert Language.get_factory_meta("svd2_tagger").default_score_weights == score_weights()


def test_the_order_of_spacys_scores_stays_as_it_is() -> None:
    names = [f"svd2_{name}" for name in (*PREFIXED, "prototype_acc", "upper_bound")]
    assert list(score_tagger([])) == ["tag_acc", "pos_acc", *names]


def test_the_score_of_parts_of_speech_is_there_where_some_were_predicted() -> None:
    assert "pos_acc" not in clustering_scores(*LABELS, pos=(3, 0, 0))
    assert list(clustering_scores(*LABELS, pos=(4, 3, 1)).items())[-1] == ("pos_acc", 0.25)
