"""No command writes over what it reads."""

import shutil
from pathlib import Path

import pytest
import spacy
from cli_helpers import SMALL, Run, contents, flat

from spacy_svd2.cli.common.options import PAGE, TABLE, TEXTS
from spacy_svd2.cli.common.paths import check_apart
from spacy_svd2.cli.common.pipelines import CONFIG, PIPELINE, OutputPipeline
from spacy_svd2.cli.senses.options import SENSES
from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.corpora.locations import local_path
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
        ["train", "texts", "out", "-o", "texts/out.tsv"],
        ["train", "./texts/", "out", "-o", "LINK/deep/out.txt"],
        ["train", "--counts", "texts", "texts/out"],
        ["train", "--counts", "texts", "out", "-o", "texts/new.json"],
        ["merge", "texts", "-o", "texts/sum"],
        ["evaluate", "PIPELINE", "texts", "-o", "texts/scores.jsonl"],
        ["report", "PIPELINE", "texts", "-o", "texts/page.txt.gz"],
        ["suggest", "PIPELINE", "--corpus", "texts", "-o", "texts/words.tsv"],
        ["suggest", "PIPELINE", "--corpus", "texts", "--jsonl", "texts/words.jsonl"],
        ["label", "PIPELINE", "-o", "texts/page.TXT", "--corpus", "LINK", "--corpus", "."],
    ],
)
def test_no_output_that_would_be_read_with_a_folder_that_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trained: Path, run: Run, arguments: list[str]
) -> None:
    _refused(tmp_path, monkeypatch, trained, run, arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "texts", "texts/out"],
        ["train", "other", "out", "--unlabelled", "texts", "-o", "texts/out.txt"],
        ["evaluate", "PIPELINE", "texts", "-o", "texts/new.json"],
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
    assert "Name the files to read, or write elsewhere." in flat(result.stderr)
    assert sorted(path.name for path in folder.rglob("*")) == ["a.txt", "link", "other", "texts"]


def test_what_is_not_read_may_lie_in_a_folder_that_is(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.tsv").write_bytes((tiny / "gold.tsv").read_bytes())
    (tmp_path / "words.txt").write_text("word\ttag\nthe\tDET\ncat\tNOUN\nsleeps\tVERB\nnow\tADV\n")
    for _ in range(2):  # the second time beside what the first has written
        for arguments in (
            ["train", ".", "out", "--format", "tsv", *SMALL, "-o", "train.json"],
            ["count", ".", "-o", "counts", "--format", "tsv"],
            ["name", "out", "words.txt", "-o", "named"],
            ["label", "named", "--corpus", ".", "--format", "tsv", "-o", "label.html"],
            ["evaluate", "named", ".", "--format", "tsv", "-o", "scores.json"],
            ["report", "named", ".", "--format", "tsv", "-o", "report.html"],
        ):
            result = run(*arguments)
            assert result.exit_code == 0, (arguments, result.output)
    assert sorted(map(str, Corpus(["."], format="txt").files)) == ["words.txt"]


def test_what_is_not_read_may_lie_in_a_folder_of_senses(
    samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kpca: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("a river has two shores\n" * 9)
    for _ in range(2):
        result = kpca("train", samples / "train.tsv", "out", "--fast", "--unlabelled", ".", "-o", "train.json")
        assert result.exit_code == 0, result.output
    assert list(map(str, Corpus(["."]).files)) == ["a.txt"]
    SENSES.check(tmp_path, tmp_path / "new.md", TABLE, "auto")
    with pytest.raises(UserError, match="L032"):  # a pipeline holds .json
        SENSES.check(tmp_path, tmp_path / "new", OutputPipeline(), "auto")


@pytest.mark.parametrize("scheme", ["file://", "local://", "simplecache::file://"])
def test_addresses_of_this_machine(tmp_path: Path, run: Run, scheme: str) -> None:
    pytest.importorskip("fsspec")
    (tmp_path / "texts").mkdir()
    file = tmp_path / "texts" / "a.txt"
    file.write_text("theirs")
    for code, arguments in {
        "L031": [f"{scheme}{file}", tmp_path / "new", "-o", file],
        "L030": [f"{scheme}{file.parent}", file.parent, "--force"],
        "L032": [f"{scheme}{file.parent}", tmp_path / "new", "-o", file.with_name("b.txt")],
    }.items():
        result = run("train", *arguments)
        assert (result.exit_code, code in result.stderr) == (1, True), result.output
    assert contents(tmp_path) == {"texts/a.txt": b"theirs"}


def test_other_addresses_are_nowhere_here(tmp_path: Path) -> None:
    assert local_path("s3://bucket/a.txt") is None
    assert local_path("simplecache::s3://bucket/a.txt") is None
    assert local_path(f"zip://a.txt::{tmp_path}/a.zip") == tmp_path / "a.zip"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["label", "PIPELINE", "--corpus", "texts", "-o", "real/a.txt"], "L031"),
        (["evaluate", "PIPELINE", "texts", "-o", "texts/deep/a.txt"], "L031"),
        (["train", "texts", "real", "--force"], "L030"),
        (["train", "--counts", "texts", "new", "-o", "real/a.txt"], "L031"),
    ],
)
def test_files_that_a_folder_links_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trained: Path, run: Run, arguments: list[str], code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "real").mkdir()
    (tmp_path / "texts" / "deep").mkdir(parents=True)
    (tmp_path / "real" / "a.txt").write_text("theirs")
    (tmp_path / "texts" / "deep" / "a.txt").symlink_to("../../real/a.txt")
    result = run(*(str(trained) if argument == "PIPELINE" else argument for argument in arguments))
    assert (result.exit_code, code in result.stderr) == (1, True), result.output
    assert contents(tmp_path) == {"real/a.txt": b"theirs", "texts/deep/a.txt": b"theirs"}


def test_the_new_pipeline_does_not_take_the_place_of_what_holds_the_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trained: Path, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(trained, "all/pipe")
    shutil.copytree(trained, "old")
    (tmp_path / "old" / "other.cfg").write_bytes((trained / "config.cfg").read_bytes())
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs" / "config.cfg").write_bytes((trained / "config.cfg").read_bytes())
    (tmp_path / "a.txt").write_text("the cat sleeps\n")
    (tmp_path / "w.tsv").write_text("word\ttag\nthe\tDET\n")
    before = contents(tmp_path)
    for arguments in (
        ["name", "all/pipe", "w.tsv", "-o", "all", "--force"],
        ["train", "a.txt", "configs", "-c", "configs/config.cfg", "--force"],
        ["train", "a.txt", "all", "-c", "all/pipe/config.cfg", "--force"],
        ["train", "a.txt", "old", "-c", "old/other.cfg", "--force"],
    ):
        result = run(*arguments)
        assert (result.exit_code, "[L030]" in result.stderr) == (1, True), result.output
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    "arguments", [["train", "FILE", "loop"], ["count", "FILE", "-o", "loop"], ["train", "FILE", "loop/new"]]
)
def test_links_to_themselves(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop").symlink_to("loop")
    result = run(*(str(tiny / "corpus.txt") if argument == "FILE" else argument for argument in arguments))
    assert (result.exit_code, "[L010]" in result.stderr) == (1, True), result.output
    assert [path.name for path in tmp_path.iterdir()] == ["loop"]


def test_no_output_over_a_file_of_any_component(tmp_path: Path, run: Run) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("attribute_ruler").add([[{"ORTH": "a"}]], {"TAG": "DET"})
    nlp.to_disk(tmp_path / "pipe")
    before = contents(tmp_path)
    result = run("report", tmp_path / "pipe", "-o", tmp_path / "pipe" / "attribute_ruler" / "patterns")
    assert result.exit_code == 1
    assert "[L033]" in result.stderr
    assert contents(tmp_path) == before


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
    PIPELINE.check(tmp_path, tmp_path / "page.html", PAGE, "auto")  # it lies beside the files of the pipeline
    PIPELINE.check(tmp_path, tmp_path / "metrics" / "page.html", PAGE, "auto")
    (tmp_path / "meta.json").write_text("{}")
    PIPELINE.check(tmp_path, tmp_path, OutputPipeline(), "auto")  # a pipeline is named anew
    CONFIG.check(tmp_path / "config.cfg", tmp_path, OutputPipeline(), "auto")  # or trained again
    TEXTS.check(tmp_path, tmp_path / "b", OutputPipeline(), "auto")
    check_apart(tmp_path / "a", tmp_path / "b")
    with pytest.raises(UserError, match="L031"):
        check_apart(tmp_path / "a", tmp_path / "b" / ".." / "a")


def test_a_name_that_is_no_path_stops_nothing(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "upos").mkdir()  # --tags upos means the tag set
    result = run("label", trained, "-o", "upos/page.html", "--tags", "upos")
    assert result.exit_code == 0, result.output
