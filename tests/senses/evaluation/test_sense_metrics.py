"""Each metric of senses is one entry of a table, from which spaCy's scores and weights and the model card are made."""

import pytest
import spacy
from sense_helpers import examples
from spacy.language import Language

from spacy_svd2.senses.component import FACTORY
from spacy_svd2.senses.evaluation import scorer, scoring
from spacy_svd2.senses.evaluation.scoring import METRICS, SenseMetric, WordScore, score_names, score_weights


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> SenseMetric:
    """One more entry, of what is known already."""
    entry = SenseMetric("n_answered", "wsd_answered", "Answers", form="{:,}", weight=0.5)
    for module in (scorer, scoring):
        monkeypatch.setattr(module, "METRICS", (*METRICS, entry))
    return entry


def test_entries_are_of_fields_that_are_computed() -> None:
    assert {metric.key for metric in METRICS} <= WordScore.__dataclass_fields__.keys()
    assert len({metric.key for metric in METRICS}) == len(METRICS)


@pytest.mark.usefixtures("answered")
def test_a_new_entry_reaches_spacy() -> None:
    gold = examples(spacy.blank("en"))
    for one in gold:
        one.predicted.spans["senses"] = []
    assert scorer.score_wsd(gold)["wsd_answered"] == 0
    assert scorer.score_wsd([])["wsd_answered"] is None
    assert list(score_weights().items())[:2] == [("wsd_f", 1.0), ("wsd_answered", 0.5)]
    assert {"wsd_answered", "n_answered", "per_word", "interval"} <= {*score_names()}


def test_spacys_scores_and_weights_stay_as_they_are() -> None:
    names = ["wsd_acc", "wsd_precision", "wsd_recall", "wsd_f", "wsd_coverage", "wsd_mfs_acc", "wsd_per_word"]
    printed = ["spans_senses_p", "spans_senses_r", "spans_senses_f", "spans_senses_per_type"]
    assert {*scorer.score_wsd([])} == {*names, *printed}
    assert list(score_weights().items()) == [
        ("wsd_f", 1.0),
        ("wsd_acc", 0.0),
        ("wsd_precision", 0.0),
        ("wsd_recall", 0.0),
        ("wsd_coverage", 0.0),
        ("wsd_mfs_acc", 0.0),
        ("wsd_per_word", None),
    ]
    assert Language.get_factory_meta(FACTORY).default_score_weights == score_weights()


def test_a_value_that_is_not_known_is_a_dash() -> None:
    baseline = METRICS[-1]
    assert (baseline.text(None), baseline.text(0.5)) == ("-", "50.0%")
