import json
import sys

import pytest

from benchmarks import hour


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
