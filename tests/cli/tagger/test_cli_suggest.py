import json
from pathlib import Path

import pytest
import spacy
from cli_helpers import Run, contents, flat
from thinc.api import ConfigValidationError

from spacy_svd2.errors import UserError
from spacy_svd2.tagger.labelling.labels import read_labels


def test_table_of_words(trained: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "words.tsv"
    result = run("suggest", trained, "-n", 8, "-o", out, "--corpus", tiny / "corpus.txt", "--tokenized")
    assert result.exit_code == 0, result.output
    assert "Wrote 8 words" in result.stdout
    header, *rows = [line.split("\t") for line in out.read_text("utf8").splitlines()]
    assert header == ["word", "tag", "frequency", "share", "coverage", "companions", "concordance"]
    assert len(rows) == 8
    assert all(row[1] == "" and f"«{row[0]}»" in row[6] and row[6].count(" | ") == 2 for row in rows)
    assert {row[0] for row in rows[:4]} == {"the", "cat", "sleeps", "now"}
    assert read_labels(out).unlabelled == [row[0] for row in rows]


def test_labels_are_not_overwritten(trained: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "words.tsv"
    assert run("suggest", trained, "-n", 3, "-o", out).exit_code == 0
    assert run("suggest", trained, "-n", 4, "-o", out).exit_code == 0
    labelled = out.read_text("utf8").replace("\t\t", "\tNOUN\t", 1)
    out.write_text(labelled, "utf8")
    result = run("suggest", trained, "-n", 4, "-o", out)
    assert result.exit_code == 1
    assert "L015" in result.stderr
    assert "holds 1 labelled word," in flat(result.stderr)
    assert out.read_text("utf8") == labelled
    assert run("suggest", trained, "-n", 4, "-o", out, "--force").exit_code == 0
    other = tmp_path / "other.txt"
    other.write_text("something\n")
    assert "is not a list of words" in flat(run("suggest", trained, "-o", other).stderr)


def test_tasks_with_tags_of_a_file(trained: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "tags.tsv").write_text("N\tnoun\nV\tverb\n")
    out = tmp_path / "words.jsonl"
    result = run("suggest", trained, "-n", 5, "--jsonl", out, "--tags", tmp_path / "tags.tsv")
    assert result.exit_code == 0, result.output
    tasks = [json.loads(line) for line in out.read_text("utf8").splitlines()]
    assert len(tasks) == 5
    assert [option["id"] for option in tasks[0]["options"]] == ["N", "V"]


def test_shown_without_a_file(trained: Path, run: Run) -> None:
    lines = run("suggest", trained, "-n", 4).stdout.splitlines()
    assert lines[0].split() == ["Word", "Count", "Coverage", "Behaves", "like"]
    assert len(lines) == 6


def test_why(trained: Path, run: Run) -> None:
    lines = run("suggest", trained, "-n", 3, "--why").stdout.splitlines()
    assert lines[0].split() == ["Word", "Count", "Coverage", "Why"]
    assert any("its cluster has no word yet" in line for line in lines)


def test_a_named_pipeline_keeps_what_took_time(trained: Path, run: Run, tmp_path: Path, monkeypatch) -> None:
    before, named = contents(trained), tmp_path / "named"
    first = run("suggest", trained, "-n", 9)
    (tmp_path / "words.tsv").write_text("word\ttag\ncat\tNOUN\nthe\tDET\n")
    assert run("name", trained, tmp_path / "words.tsv", "-o", named).exit_code == 0
    assert contents(trained) == before
    monkeypatch.setattr("spacy_svd2.tagger.induction.clustering_levels.anneal", None)
    assert run("suggest", named, "-n", 9).stdout == first.stdout
    assert run("label", named, "-o", tmp_path / "label.html").exit_code == 0
    assert run("name", named, tmp_path / "words.tsv", "-o", tmp_path / "again").exit_code == 0
    assert contents(tmp_path / "again") == contents(named)


def test_a_method_by_command_and_by_config(trained: Path, run: Run, tmp_path: Path) -> None:
    words = tmp_path / "words.tsv"
    words.write_text("word\ttag\ncat\tNOUN\nthe\tDET\n")
    for name in ("one", "two"):
        assert run("name", trained, words, "-o", tmp_path / name, "--method", "prototype").exit_code == 0
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    nlp = spacy.load(trained)
    tagger = nlp.get_pipe("svd2_tagger")
    tagger.initialize(list, nlp=nlp, labels=words, method="prototype")
    assert tagger.get_model().naming.method == "prototype"
    assert tagger.to_bytes() == spacy.load(tmp_path / "one").get_pipe("svd2_tagger").to_bytes()
    result = run("name", trained, words, "-o", tmp_path / "three", "--method", "ensemble")
    assert (result.exit_code, "'propagate', 'prototype'" in flat(result.stderr)) == (2, True)
    with pytest.raises(UserError, match="S002.*'method' is 'ensemble'"):
        tagger.initialize(list, nlp=nlp, labels=words, method="ensemble")


def test_an_old_config_with_the_method_ensemble_is_refused(trained: Path) -> None:
    nlp = spacy.load(trained)
    nlp.config["initialize"]["components"]["svd2_tagger"] = {"method": "ensemble"}
    with pytest.raises(ConfigValidationError) as error:
        nlp.initialize()
    assert all(part in str(error.value) for part in ("svd2_tagger -> method", "'propagate' or 'prototype'", "ensemble"))


def test_bad_tags_and_bad_corpus(trained: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "tags.tsv").write_text("N\nN\n")
    result = run("suggest", trained, "--tags", tmp_path / "tags.tsv")
    assert (result.exit_code, "line 2: the tag 'N' is there already" in flat(result.stderr)) == (1, True)
    assert "C001" in run("suggest", trained, "--corpus", tmp_path / "none.txt").stderr
    assert "C019" in run("suggest", trained, "--tags", tmp_path / "none.tsv").stderr
