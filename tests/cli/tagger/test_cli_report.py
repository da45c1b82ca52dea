import json
import re
from pathlib import Path

import spacy
from cli_helpers import Run

from spacy_svd2.tagger.evaluation.expected import expect


def test_without_gold(trained: Path, run: Run, tmp_path: Path) -> None:
    result = run("report", trained, "-o", tmp_path / "report.html")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "report.html").read_text("utf8")
    assert "<dt>Tokens</dt><dd>1,200</dd>" in page
    assert "Confusion matrix" not in page
    assert 'id="trust"' not in page  # the tags have no names


def test_the_estimate_of_a_named_tagger_and_what_to_label_next(named: Path, run: Run, tmp_path: Path) -> None:
    result = run("report", named, "-o", tmp_path / "report.html")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "report.html").read_text("utf8")
    found = expect(spacy.load(named).get_pipe("svd2_tagger").get_model())
    assert found is not None
    assert f"<dt>Tokens with the right tag</dt><dd>{found.accuracy:.1%}</dd>" in page
    assert f"<dd>{found.low:.1%} and {found.high:.1%}</dd>" in page
    assert "Next, label words, because only 4 words have labels" in page
    assert "svd2 label PIPELINE --labels words.tsv" in page
    assert "can be far too high" in page


def test_with_gold_and_curve(trained: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    curve = tmp_path / "curve.json"
    curve.write_text(json.dumps({"series": [{"name": "mine", "points": [[50, 0.6], [100, 0.7]]}]}))
    gold = [tiny / "gold.tsv", "--gold-column", 3]
    result = run("report", trained, *gold, "-o", tmp_path / "report.html", "--curve", curve, "--title", "Tiny")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "report.html").read_text("utf8")
    assert "<small>Tiny</small>" in page
    assert "<small>gold.tsv</small>" in page
    assert re.search(r"by their most common tag</dt><dd>100.0%</dd>", page)
    assert page.count('<td class="same heat-10" title="100.0% of') == 4
    assert "mine, 50: 60.0%" in page
    assert "most common mistakes" not in page


def test_bad_curve_and_bad_gold(trained: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "curve.json").write_text("{}")
    out = tmp_path / "report.html"
    assert "L016" in run("report", trained, "-o", out, "--curve", tmp_path / "curve.json").stderr
    assert "L010" in run("report", trained, "-o", out, "--curve", tmp_path / "none.json").stderr
    assert "C001" in run("report", trained, tmp_path / "none.tsv", "-o", out).stderr
    assert not out.exists()
