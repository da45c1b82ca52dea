"""Tagged sentences for a person to correct."""

import json
from pathlib import Path

from cli_helpers import Run, flat
from ud_validation import faults


def test_conllu_for_any_editor(named: Path, trained: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "correct.conllu"
    result = run("correct", named, tiny / "corpus.txt", "-n", 8, "-o", out)
    assert result.exit_code == 0, result.output
    assert "Wrote 8 sentences" in flat(result.output)
    text = out.read_text("utf8")
    assert faults(text) == []
    rows = [line.split("\t") for line in text.splitlines() if line[:1].isdigit()]
    assert {row[3] for row in rows} == {"DET", "NOUN", "VERB", "ADV"}
    assert run("name", trained, "--sentences", out, "-o", tmp_path / "new").exit_code == 0


def test_jsonl_for_prodigy_is_read_back(named: Path, trained: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "correct.jsonl"
    assert run("correct", named, tiny / "corpus.txt", "-n", 8, "-o", out).exit_code == 0
    first = json.loads(out.read_text("utf8").splitlines()[0])
    assert [first["text"][one["start"] : one["end"]] for one in first["tokens"]] == first["text"].split()
    assert [one["label"] for one in first["spans"]] == ["DET", "NOUN", "VERB", "ADV"]
    assert run("name", trained, "--sentences", out, "-o", tmp_path / "new").exit_code == 0


def test_the_least_certain_sentences_come_first(named: Path, run: Run, tmp_path: Path) -> None:
    text, out = tmp_path / "text.txt", tmp_path / "correct.conllu"
    text.write_text("the cat sleeps now\nunseen words everywhere here\n")
    assert run("correct", named, text, "-o", out).exit_code == 0
    assert [line for line in out.read_text().splitlines() if line.startswith("# text")] == [
        "# text = unseen words everywhere here",
        "# text = the cat sleeps now",
    ]


def test_a_page(named: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "correct.html"
    (tmp_path / "tags.tsv").write_text("EXTRA\tmore\n")
    for _ in range(2):  # a page is replaced
        assert run("correct", named, tiny / "corpus.txt", "-o", out, "-t", tmp_path / "tags.tsv").exit_code == 0
    assert "Correct sentences" in out.read_text("utf8")
    assert "EXTRA" in out.read_text("utf8")


def test_what_can_not_be_written(named: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "correct.conllu"
    out.write_text("mine")
    assert "L035" in run("correct", named, tiny / "corpus.txt", "-o", out).stderr
    assert "L071" in run("correct", named, tiny / "corpus.txt", "-o", tmp_path / "correct.txt").stderr
    assert out.read_text() == "mine"
