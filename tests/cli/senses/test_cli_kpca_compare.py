import json
from pathlib import Path

from cli_helpers import Run, flat

METHODS = [
    "most_frequent",
    "naive_bayes",
    "maximum_entropy",
    "svm",
    "pca_neighbours",
    "kpca_paper",
    "kpca_default",
]


def test_all_methods_on_folds(samples: Path, kpca: Run, tmp_path: Path) -> None:
    files = ["-o", tmp_path / "methods.json", "--markdown", tmp_path / "table.md"]
    result = kpca("compare", samples / "train.tsv", "--folds", "3", *files)
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


def test_some_methods_on_a_test_corpus(samples: Path, kpca: Run) -> None:
    options = ["--test", samples / "test.tsv", "-m", "svm", "-m", "most_frequent", "--json"]
    figures = json.loads(kpca("compare", samples / "train.tsv", *options).stdout)
    assert [row["method"] for row in figures] == ["most_frequent", "svm"]
    assert {row["n_instances"] for row in figures} == {32}


def test_corpus_without_senses(kpca: Run, tmp_path: Path) -> None:
    (tmp_path / "none.tsv").write_text("\tthe\tbank\tof\n")
    result = kpca("compare", tmp_path / "none.tsv")
    assert result.exit_code == 1
    assert "has no labelled occurrence (1 without a sense)" in flat(result.stderr)
