"""The comparison of methods of disambiguation, as a command."""

import json
from pathlib import Path
from typing import Any

import pytest
from cli_helpers import Run, flat, sense_lines
from typer.testing import CliRunner

from benchmarks.compare_senses import app
from spacy_svd2.senses.model.sense_model import train_senses

METHODS = [
    "most_frequent",
    "naive_bayes",
    "maximum_entropy",
    "svm",
    "pca_neighbours",
    "kpca_neighbours",
    "kpca_default",
]


@pytest.fixture(scope="module")
def compare() -> Run:
    runner = CliRunner(env={"NO_COLOR": "1", "COLUMNS": "80"})
    return lambda *arguments: runner.invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def train(tmp_path: Path) -> Path:
    (tmp_path / "train.tsv").write_text("".join(sense_lines(range(24))), "utf8")
    return tmp_path / "train.tsv"


def test_all_methods_on_folds(train: Path, compare: Run, tmp_path: Path) -> None:
    files = ["-o", tmp_path / "methods.json", "--markdown", tmp_path / "table.md"]
    result = compare(train, "--folds", "3", *files)
    assert result.exit_code == 0, result.output
    figures = json.loads((tmp_path / "methods.json").read_text())
    assert [row["method"] for row in figures] == METHODS
    assert {row["n_instances"] for row in figures} == {96}
    by_name = {row["method"]: row for row in figures}
    assert by_name["most_frequent"]["accuracy"] == 0.5
    assert by_name["kpca_default"]["accuracy"] == by_name["svm"]["accuracy"] == by_name["naive_bayes"]["accuracy"] == 1
    assert all(row["fit_seconds"] > 0 and row["predict_seconds"] > 0 for row in figures)
    low, high = by_name["most_frequent"]["interval"]
    assert low < 0.5 < high
    table = (tmp_path / "table.md").read_text().splitlines()
    assert len(table) == 2 + len(METHODS)
    assert "KPCA, default" in table[-1]
    assert "Most frequent sense 50.0%" in flat(result.stdout)


def test_some_methods_on_a_test_corpus(train: Path, compare: Run, tmp_path: Path) -> None:
    (tmp_path / "test.tsv").write_text("".join(sense_lines(range(24, 32))), "utf8")
    options = ["--test", tmp_path / "test.tsv", "-m", "svm", "-m", "most_frequent", "--json"]
    figures = json.loads(compare(train, *options).stdout)
    assert [row["method"] for row in figures] == ["most_frequent", "svm"]
    assert {row["n_instances"] for row in figures} == {32}


@pytest.mark.parametrize(
    ("content", "why"),
    [("\tthe\tbank\tof\n", "[L101]"), ("\tthe\tbank\tof\n", "(1 without a sense)"), ("\n", "(the file is empty)")],
)
def test_corpus_without_senses(compare: Run, tmp_path: Path, content: str, why: str) -> None:
    (tmp_path / "none.tsv").write_text(content)
    result = compare(tmp_path / "none.tsv")
    assert (result.exit_code, why in flat(result.stderr)) == (1, True)


def test_missing_files_and_wrong_options(compare: Run, tmp_path: Path) -> None:
    result = compare(tmp_path / "none.tsv")
    assert (result.exit_code, "[L010]" in result.stderr) == (1, True)
    for options in (["--folds", "1"], ["--method", "magic"]):
        assert compare(tmp_path / "none.tsv", *options).exit_code == 2


def test_help_names_the_options_and_gives_examples(compare: Run) -> None:
    text = compare("--help").stdout
    options = ["--key", "--test", "--test-key", "--folds", "--lang", "--method", "--output", "--markdown", "--json"]
    assert all(option in text for option in options)
    assert text.count("python -m benchmarks.compare_senses") == 3


def test_raw_text_reaches_the_default(
    train: Path, compare: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "raw.txt").write_text("the river has a muddy shore\n" * 20, "utf8")
    given = []

    def record(*arguments: Any, **options: Any) -> Any:
        given.append([context.words for context in options["texts"]])
        return train_senses(*arguments, **options)

    monkeypatch.setattr("benchmarks.sense_comparison.train_senses", record)
    files = ["-u", tmp_path / "raw.txt", "--folds", "2", "-m", "kpca_default", "--json"]
    assert compare(train, *files).exit_code == 0
    assert [len(texts) for texts in given] == [20, 20]
    assert list(given[0][0]) == ["the", "river", "has", "a", "muddy", "shore"]
