"""No command writes over what it reads."""

from pathlib import Path

import pytest
from cli_helpers import Run

from spacy_svd2.cli.apart import check_apart
from spacy_svd2.errors import UserError


@pytest.mark.parametrize(
    "arguments",
    [
        ["suggest", "PIPELINE", "-o", "FILE", "--corpus", "FILE"],
        ["suggest", "PIPELINE", "-o", "new.tsv", "--jsonl", "./new.tsv"],
        ["suggest", "PIPELINE", "--jsonl", "FILE", "--tags", "FILE"],
        ["label", "PIPELINE", "-o", "FILE", "--labels", "FILE"],
        ["label", "PIPELINE", "-o", "FILE", "--corpus", "LINK"],
        ["report", "PIPELINE", "FILE", "-o", "FILE"],
        ["report", "PIPELINE", "-o", "FILE", "--curve", "FILE"],
        ["evaluate", "PIPELINE", "FILE", "-o", "LINK"],
        ["compare", "FILE", "-o", "FILE"],
        ["silver", "PIPELINE", "FILE", "-o", "FILE"],
        ["silver", "PIPELINE", "FILE", "-o", "new.spacy", "--dev", "new.spacy"],
        ["train", "FILE", "new", "-o", "FILE"],
        ["train", "FILE", "new", "-c", "LINK", "-o", "FILE"],
    ],
)
def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trained: Path, run: Run, arguments: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file.tsv").write_text("theirs")
    (tmp_path / "link.tsv").symlink_to("file.tsv")
    places = {"PIPELINE": str(trained), "FILE": "file.tsv", "LINK": str(tmp_path / "link.tsv")}
    result = run(*(places.get(argument, argument) for argument in arguments))
    assert result.exit_code == 1
    assert "[L031]" in result.stderr
    assert (tmp_path / "file.tsv").read_text() == "theirs"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file.tsv", "link.tsv"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["convert", "FILE", "FILE"],
        ["compare", "FILE", "--markdown", "FILE"],
        ["compare", "FILE", "-o", "new.json", "--markdown", "new.json"],
        ["evaluate", "PIPELINE", "FILE", "-o", "FILE"],
        ["report", "PIPELINE", "FILE", "-o", "FILE"],
    ],
)
def test_files_of_senses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kpca: Run, arguments: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file.tsv").write_text("theirs")
    result = kpca(*({"FILE": "file.tsv"}.get(argument, argument) for argument in arguments))
    assert result.exit_code == 1
    assert "[L031]" in result.stderr
    assert (tmp_path / "file.tsv").read_text() == "theirs"


def test_what_may_be_the_same(tmp_path: Path) -> None:
    check_apart({"out": tmp_path, "pipeline": str(tmp_path)})  # a folder: the commands that write one check it
    check_apart({"out": Path("/dev/null"), "output_json": Path("/dev/null"), "corpus": [Path("/dev/null")]})
    check_apart({"out": Path("NOUN"), "text": "NOUN" * 1000, "n": 3, "force": True, "words": ["a\0b"]})
    with pytest.raises(UserError, match="L031"):
        check_apart({"out": tmp_path / "a", "dev": tmp_path / "b" / ".." / "a"})
