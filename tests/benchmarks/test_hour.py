import json
import sys

import pytest

from benchmarks import hour
from spacy_svd2.tagger.naming import tag_model


@pytest.mark.corpora
def test_labels_are_worth_more_than_prototypes(corpora, monkeypatch, tmp_path):
    """The goals for 500 labelled words on a treebank, by the light path, with settings chosen on other text."""
    output = tmp_path / "hour.json"
    arguments = ["--languages", "wo_wtb", "--labels", "500", "--output", str(output)]
    monkeypatch.setattr(sys, "argv", ["hour.py", *arguments])
    hour.main()
    rows = {row["method"]: row for row in json.loads(output.read_text("utf8"))["results"]}
    assert rows["light"]["accuracy"] > 0.875
    assert rows["light"]["accuracy"] > rows["type"]["accuracy"] > rows["prototype"]["accuracy"]
    assert rows["light"]["unseen"] > rows["light"]["most_common"] + 0.15
    assert rows["light"]["calibration"] < 0.1


@pytest.mark.corpora
def test_two_tags_for_ambiguous_words_are_worth_more_than_one(corpora, monkeypatch, tmp_path):
    output = tmp_path / "hour.json"
    arguments = ["--languages", "wo_wtb", "--labels", "500", "--methods", "light", "--output", str(output)]
    monkeypatch.setattr(sys, "argv", ["hour.py", *arguments, "--several", "0.3"])
    hour.main()
    (row,) = json.loads(output.read_text("utf8"))["results"]
    assert row["accuracy"] > 0.88


def test_constants_can_be_changed_for_an_experiment(monkeypatch):
    monkeypatch.setattr(tag_model, "WEIGHT", tag_model.WEIGHT)  # which puts it back afterwards
    hour.set_constant("tag_model.WEIGHT=0.5")
    assert tag_model.WEIGHT == 0.5


@pytest.mark.parametrize("change", ["tag_model.WEIHGT=1", "decoder.WEIGHT=1", "tag_model.np=1", "WEIGHT=1"])
def test_an_unknown_constant_is_refused(change):
    with pytest.raises(SystemExit, match="no constant"):
        hour.set_constant(change)
