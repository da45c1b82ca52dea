import json
import re
from pathlib import Path
from typing import Any

from cli_helpers import Run, flat


def data_of(page: Path) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text("utf8"), re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_page(trained: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "label.html"
    corpus = ["--corpus", tiny / "corpus.txt", "--tokenized"]
    result = run("label", trained, "-o", out, "-n", 6, "--title", "Tiny", "--lang", "en-GB", *corpus)
    assert result.exit_code == 0, result.output
    data = data_of(out)
    assert len(data["words"]) == 6
    assert all(len(one["lines"]) == 4 and one["companions"] for one in data["words"])
    assert [tag["name"] for tag in data["tags"]][:2] == ["NOUN", "VERB"]
    page = out.read_text("utf8")
    assert "<title>Label words: Tiny</title>" in page
    assert 'id="word" dir="auto" lang="en-GB"' in page


def test_same_page_each_time(trained: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert run("label", trained, "-o", tmp_path / name, "--corpus", tiny / "corpus.txt").exit_code == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_continue_and_other_tags(trained: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "tags.tsv").write_text("N\tnoun\tNOUN\nV\tverb\tVERB\n")
    (tmp_path / "words.tsv").write_text("word\ttag\nthe\tN|V\nunheard\tN\n")
    options = ["--tags", tmp_path / "tags.tsv", "--labels", tmp_path / "words.tsv"]
    result = run("label", trained, "-o", tmp_path / "label.html", "-n", 6, *options)
    assert result.exit_code == 0, result.output
    data = data_of(tmp_path / "label.html")
    assert data["labels"] == {"the": ["N", "V"], "unheard": ["N"]}
    assert [one["word"] for one in data["words"]][6:] == ["unheard"]
    assert data["pos"] is True


def test_labels_that_do_not_fit_the_tags(trained: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "words.tsv").write_text("word\ttag\nthe\tDET\na\tART\nan\tART\n")
    result = run("label", trained, "-o", tmp_path / "label.html", "--labels", tmp_path / "words.tsv")
    assert result.exit_code == 1
    assert "lines 3, 4: 'ART' is not one of the tags" in flat(result.stderr)
    assert "--tags FILE" in flat(result.stderr)
    assert not (tmp_path / "label.html").exists()


def test_a_folder_is_no_page(trained: Path, run: Run, tmp_path: Path) -> None:
    assert "L010" in run("label", trained, "-o", tmp_path).stderr
