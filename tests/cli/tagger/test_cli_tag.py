"""From text to files of tagged text."""

import csv
from pathlib import Path

import pytest
import spacy
from cli_helpers import Run, flat
from spacy.cli.convert import convert
from spacy.tokens import DocBin
from ud_validation import faults


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text("the cat sleeps now\na dog barks here\n")
    return path


def cells(path: Path, column: int) -> list[str]:
    return [line.split("\t")[column] for line in path.read_text().splitlines() if line[:1].isdigit()]


def test_named_tags_are_universal(named: Path, text: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.conllu"
    result = run("tag", named, text, "-o", out)
    assert result.exit_code == 0, result.output
    assert "Tagged 8 tokens" in flat(result.output)
    assert faults(out.read_text()) == []
    assert cells(out, 3) == ["DET", "NOUN", "VERB", "ADV"] * 2
    assert {*cells(out, 4), *cells(out, 9)} == {"_"}
    assert run("evaluate", named, out, "--json").exit_code == 0
    assert run("tag", named, text, "-o", out, "--force", "--tag-column", "xpos").exit_code == 0
    assert cells(out, 4) == ["DET", "NOUN", "VERB", "ADV"] * 2


def test_clusters_are_in_xpos(trained: Path, text: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.conllu"
    assert run("tag", trained, text, "-o", out).exit_code == 0
    assert {*cells(out, 4)} == {"C0", "C1", "C2", "C3"}
    assert {*cells(out, 3)} == {"_"}
    assert run("tag", trained, text, "-o", out, "--force", "--tag-column", "upos").exit_code == 0
    assert {*cells(out, 3)} == {"C0", "C1", "C2", "C3"}


def test_probabilities(named: Path, trained: Path, text: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.conllu"
    assert run("tag", named, text, "-o", out, "--probability").exit_code == 0
    assert faults(out.read_text()) == []
    found = [float(cell.removeprefix("Prob=")) for cell in cells(out, 9)]
    assert all(0.25 < one <= 1 for one in found)
    table = tmp_path / "out.tsv"
    assert run("tag", named, text, "-o", table, "--probability").exit_code == 0
    rows = list(csv.DictReader(table.open(), delimiter="\t"))
    assert [float(row["probability"]) for row in rows if row["word"]] == found
    assert run("tag", named, text, "-o", tmp_path / "out.spacy", "--probability").exit_code == 0
    docs = DocBin().from_disk(tmp_path / "out.spacy").get_docs(spacy.blank("xx").vocab)
    assert [round(token._.svd2_probability, 4) for doc in docs for token in doc] == found
    assert "L061" in run("tag", trained, text, "-o", table, "--probability", "--force").stderr


def test_processes_change_nothing(named: Path, text: Path, run: Run, tmp_path: Path) -> None:
    for number in (1, 2):
        out = tmp_path / f"{number}.conllu"
        assert run("tag", named, text, "-o", out, "--n-process", number, "--probability").exit_code == 0
    assert (tmp_path / "1.conllu").read_bytes() == (tmp_path / "2.conllu").read_bytes()


def test_tags_of_the_files_are_replaced(named: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    for source in ("gold.conllu", "gold.tsv"):
        out = tmp_path / f"{source}.conllu"
        assert run("tag", named, tiny / source, "-o", out, "--limit", 3).exit_code == 0
        assert cells(out, 3) == ["DET", "NOUN", "VERB", "ADV"] * 3


def test_spacy_convert_reads_it(named: Path, text: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.conllu"
    assert run("tag", named, text, "-o", out).exit_code == 0
    convert(out, tmp_path, file_type="spacy", n_sents=1, converter="conllu", silent=True)
    docs = DocBin().from_disk(tmp_path / "out.spacy").get_docs(spacy.blank("xx").vocab)
    assert [[token.pos_ for token in doc] for doc in docs] == [["DET", "NOUN", "VERB", "ADV"]] * 2


def test_what_can_not_be_written(named: Path, text: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.conllu"
    out.write_text("mine")
    assert "L035" in run("tag", named, text, "-o", out).stderr
    assert "L060" in run("tag", named, text, "-o", tmp_path / "out.doc").stderr
    assert "L032" in run("tag", named, tmp_path, "-o", tmp_path / "new.tsv").stderr
    assert out.read_text() == "mine"
