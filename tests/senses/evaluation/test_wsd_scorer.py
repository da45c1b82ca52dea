"""Scores of senses on documents."""

import pytest
import spacy
from sense_helpers import example, pipeline
from spacy.tokens import Doc, Span
from spacy.training import Example

from spacy_svd2.senses.evaluation.scorer import make_wsd_scorer, score_wsd


@pytest.fixture(scope="module")
def blank():
    return spacy.blank("en")


def pair(nlp, gold, predicted, words="a b c d"):
    """Gold and predicted spans: (start, end, key, sense)."""
    docs = []
    for rows in (predicted, gold):
        doc = Doc(nlp.vocab, words=words.split())
        doc.spans["senses"] = [Span(doc, start, end, sense, span_id=key) for start, end, key, sense in rows]
        docs.append(doc)
    return Example(*docs)


def test_hand_computed(blank):
    examples = [
        pair(blank, [(0, 1, "x", "1"), (1, 2, "x", "2"), (2, 3, "y", "1")], [(0, 1, "x", "1"), (1, 2, "x", "1")]),
        pair(blank, [(0, 1, "x", "2"), (0, 1, "x", "1"), (3, 4, "y", "")], [(0, 1, "x", "1"), (2, 3, "y", "9")]),
    ]
    scores = score_wsd(examples, most_frequent={"x": "1", "y": "2"})
    assert scores["wsd_acc"] == scores["wsd_recall"] == 0.5
    assert scores["wsd_precision"] == pytest.approx(2 / 3)
    assert scores["wsd_f"] == pytest.approx(4 / 7)
    assert scores["wsd_coverage"] == 0.75
    assert scores["wsd_mfs_acc"] == 0.5
    assert {word: score["n_instances"] for word, score in scores["wsd_per_word"].items()} == {"x": 3, "y": 1}
    assert scores["wsd_per_word"]["x"]["accuracy"] == pytest.approx(2 / 3)
    printed = [scores[f"spans_senses_{letter}"] for letter in "prf"]
    assert printed == [scores["wsd_precision"], scores["wsd_recall"], scores["wsd_f"]]
    assert scores["spans_senses_per_type"]["y"] == {"p": 0.0, "r": 0.0, "f": 0.0}


def test_gold_against_itself_is_right(blank):
    rows = [(0, 2, "x", "1"), (3, 4, "y", "2")]
    assert score_wsd([pair(blank, rows, rows)])["wsd_acc"] == 1.0


def test_the_place_must_be_the_same(blank):
    scores = score_wsd([pair(blank, [(0, 2, "x", "1")], [(0, 1, "x", "1")])])
    assert (scores["wsd_coverage"], scores["wsd_f"]) == (0.0, 0.0)


@pytest.mark.parametrize("examples", [[], [([], [(0, 1, "x", "1")])], [([(0, 1, "x", "")], [])]])
def test_nothing_to_score(blank, examples):
    scores = score_wsd(pair(blank, *one) for one in examples)
    assert set(scores.values()) == {None}
    assert "wsd_per_word" in scores


def test_no_baseline_without_training_senses(blank):
    assert score_wsd([pair(blank, [(0, 1, "x", "1")], [])])["wsd_mfs_acc"] is None


def test_gold_without_ids_takes_the_predicted_word(blank):
    scores = score_wsd([pair(blank, [(0, 1, "", "1")], [(0, 1, "key", "1")])])
    assert list(scores["wsd_per_word"]) == ["key"]
    assert list(score_wsd([pair(blank, [(0, 1, "", "1")], [])])["wsd_per_word"]) == ["a"]


def test_other_tokens(blank):
    gold = Doc(blank.vocab, words=["the", "art", "-", "gallery"], spaces=[True, False, False, False])
    gold.spans["senses"] = [Span(gold, 1, 4, "1", span_id="x")]
    predicted = Doc(blank.vocab, words=["the", "art-gallery"])
    predicted.spans["senses"] = [Span(predicted, 1, 2, "1", span_id="x")]
    assert score_wsd([Example(predicted, gold)])["wsd_acc"] == 1.0


def test_registered():
    assert spacy.registry.scorers.get("spacy_svd2.wsd_scorer.v1") is make_wsd_scorer
    assert make_wsd_scorer() is score_wsd


def test_a_pipeline_scores_itself():
    nlp = pipeline()
    gold = [
        example(nlp, "He sat on the bank of the river", ("bank", "bank", "shore")),
        example(nlp, "She owes the bank a lot of money", ("bank", "bank", "money")),
    ]
    scores = nlp.evaluate(gold)
    assert (scores["wsd_acc"], scores["wsd_mfs_acc"], scores["wsd_coverage"]) == (1.0, 0.5, 1.0)
    assert nlp.config["training"]["score_weights"]["wsd_f"] == 1.0
    assert spacy.blank("en").add_pipe("kpca_wsd", config={"scorer": None}).score(gold) == {}
