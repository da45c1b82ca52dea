"""No command writes over what it reads."""

from pathlib import Path

import pytest
from cli_helpers import Run, contents

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


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "texts", "texts/out"],
        ["train", "texts", "out", "-o", "texts/out.json"],
        ["train", "./texts/", "LINK/out"],
        ["train", "--counts", "texts", "texts/out"],
        ["count", "texts", "-o", "texts/counts"],
        ["merge", "texts", "-o", "texts/sum"],
        ["evaluate", "PIPELINE", "texts", "-o", "texts/scores.json"],
        ["report", "PIPELINE", "texts", "-o", "texts/page.html"],
        ["silver", "PIPELINE", "texts", "-o", "texts/silver.spacy"],
        ["silver", "PIPELINE", "texts", "-o", "new.spacy", "--dev", "texts/deep/dev.spacy"],
        ["suggest", "PIPELINE", "--corpus", "texts", "-o", "texts/words.tsv"],
        ["label", "PIPELINE", "-o", "texts/page.html", "--corpus", "other", "--corpus", "."],
    ],
)
def test_no_output_in_a_folder_that_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trained: Path, run: Run, arguments: list[str]
) -> None:
    _refused(tmp_path, monkeypatch, trained, run, arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "texts", "texts/out"],
        ["train", "other", "texts/out", "--unlabelled", "texts"],
        ["convert", "texts", "texts/new.spacy"],
        ["compare", "texts", "--markdown", "texts/new.md"],
        ["compare", "other", "--test", "texts", "-o", "texts/new.json"],
        ["evaluate", "PIPELINE", "texts", "-o", "texts/new.json"],
        ["report", "PIPELINE", "texts", "-o", "texts/new.html"],
    ],
)
def test_no_output_in_a_folder_of_senses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, senses: Path, kpca: Run, arguments: list[str]
) -> None:
    _refused(tmp_path, monkeypatch, senses, kpca, arguments)


def _refused(folder: Path, monkeypatch: pytest.MonkeyPatch, pipeline: Path, run: Run, arguments: list[str]) -> None:
    monkeypatch.chdir(folder)
    (folder / "texts").mkdir()
    (folder / "other").mkdir()
    (folder / "texts" / "a.txt").write_text("theirs")
    (folder / "link").symlink_to("texts")
    names = {"PIPELINE": str(pipeline)}
    result = run(*(names.get(argument, argument.replace("LINK", "link")) for argument in arguments))
    assert result.exit_code == 1
    assert "[L032]" in result.stderr
    assert sorted(path.name for path in folder.rglob("*")) == ["a.txt", "link", "other", "texts"]


@pytest.mark.parametrize("name", ["config.cfg", "vocab/new.json", "svd2_tagger/model.npz", "svd2_tagger/new.html"])
def test_no_output_over_the_files_of_the_pipeline(trained: Path, run: Run, name: str) -> None:
    before = contents(trained)
    result = run("report", trained, "-o", trained / name)
    assert result.exit_code == 1
    assert "[L033]" in result.stderr
    assert contents(trained) == before


@pytest.mark.parametrize("arguments", [["merge", "one", "-o", "one"], ["merge", "one", "two", "-o", ".", "--force"]])
def test_counts_are_not_replaced_by_their_sum(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        assert run("count", tiny / "corpus.txt", "-o", name).exit_code == 0
    before = contents(tmp_path)
    result = run(*arguments)
    assert result.exit_code == 1
    assert "[L030]" in result.stderr
    assert contents(tmp_path) == before


def test_what_may_be_the_same(tmp_path: Path) -> None:
    check_apart({"out": tmp_path / "page.html", "pipeline": str(tmp_path), "lang": str(tmp_path)})  # no corpus
    (tmp_path / "metrics").mkdir()
    check_apart({"out": tmp_path / "metrics" / "page.html", "pipeline": str(tmp_path)})
    check_apart({"out": tmp_path, "pipeline": str(tmp_path)})  # a pipeline named anew
    check_apart({"out": tmp_path, "config": tmp_path / "config.cfg"})  # of the pipeline that is trained again
    check_apart({"out": tmp_path / "b", "corpus": [str(tmp_path / "a"), "s3://bucket/b"], "dev": tmp_path / "c"})
    check_apart({"out": Path("/dev/null"), "output_json": Path("/dev/null"), "corpus": [Path("/dev/null")]})
    check_apart({"out": Path("NOUN"), "text": "NOUN" * 1000, "n": 3, "force": True, "words": ["a\0b"]})
    with pytest.raises(UserError, match="L031"):
        check_apart({"out": tmp_path / "a", "dev": tmp_path / "b" / ".." / "a"})
