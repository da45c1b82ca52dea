"""From a question about words to pipelines that cut them so."""

import csv
import json
from pathlib import Path

import pytest
import spacy
from cli_helpers import SMALL, Run, flat

from spacy_svd2.corpora.splits.tokenizer import splits_id
from spacy_svd2.tagger.component import SVD2Tagger

LINES = ["il-belt u il-ktieb ta' Malta .", "tal-belt ta' sa' u ma' il-baħar .", "fi' tal-ktieb u il-belt !"]


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text("\n".join(LINES * 30) + "\n", "utf8")
    return path


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    path = tmp_path / "splits.tsv"
    rows = ["word\tpieces", "il-belt\til- belt", "ta'\tta'", "sa'\tsa'", "ma'\tma'"]
    path.write_text("\n".join(rows) + "\n", "utf8")
    return path


def cut(pipeline: Path) -> list[str]:
    return [token.text for token in spacy.load(pipeline)("tal-qamar fi'")]


def test_questions_in_a_table(text: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.tsv"
    result = run("splits", text, "-o", out, "-n", 3, "--n-lines", 1)
    assert result.exit_code == 0, result.output
    rows = list(csv.DictReader(out.open(encoding="utf8"), delimiter="\t"))
    assert [(row["word"], row["pieces"], row["count"]) for row in rows] == [
        ("ta'", "ta '", "150"), ("il-belt", "il - belt", "120"), ("tal-belt", "tal - belt", "60"),
    ]  # fmt: skip
    assert all(row["word"] in row["examples"].split() for row in rows)
    assert "L035" in run("splits", text, "-o", out).stderr
    assert run("splits", text, "-o", out, "--force").exit_code == 0


def test_questions_on_a_page(text: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    for _ in range(2):  # a page is replaced
        assert run("splits", text, "-o", out).exit_code == 0
    assert "il-belt" in out.read_text("utf8")


def test_answers_become_part_of_the_pipeline(text: Path, answers: Path, run: Run, tmp_path: Path) -> None:
    result = run("train", text, tmp_path / "p", "--splits", answers, "--sentences", *SMALL)
    assert result.exit_code == 0, result.output
    assert cut(tmp_path / "p") == ["tal-", "qamar", "fi'"]
    nlp = spacy.load(tmp_path / "p")
    tagger = nlp.get_pipe("svd2_tagger")
    assert isinstance(tagger, SVD2Tagger)
    assert {"il-", "tal-", "ta'"} <= set(tagger.get_model().types)
    assert nlp.pipe_names == ["sentencizer", "svd2_tagger"]
    assert len(list(nlp("Malta . Belt ! Ktieb").sents)) == 3
    words = run("suggest", tmp_path / "p", "-n", 5, "-o", tmp_path / "words.tsv")
    assert words.exit_code == 0
    again = tmp_path / "again"
    assert run("train", text, again, "--splits", answers, "--sentences", *SMALL).exit_code == 0
    for file in ("tokenizer", "config.cfg", "svd2_tagger/model.npz"):
        assert not (again / file).is_file() or (again / file).read_bytes() == (tmp_path / "p" / file).read_bytes()


def test_counts_must_be_of_the_same_answers(text: Path, answers: Path, run: Run, tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    assert run("count", text, "-o", counts, "--splits", answers).exit_code == 0
    result = run("train", "--counts", counts, tmp_path / "p", *SMALL)
    assert result.exit_code == 1
    assert "N020" in result.stderr
    assert run("train", "--counts", counts, tmp_path / "p", "--splits", answers, *SMALL).exit_code == 0
    assert cut(tmp_path / "p") == ["tal-", "qamar", "fi'"]
    assert run("count", text, "-o", counts).exit_code == 1  # begun otherwise
    other = tmp_path / "other"
    assert run("count", text, "-o", other).exit_code == 0
    assert "N020" in run("train", "--counts", other, tmp_path / "q", "--splits", answers, *SMALL).stderr
    assert "N008" in run("merge", counts, other, "-o", tmp_path / "sum").stderr


def test_answers_in_a_config(text: Path, answers: Path, run: Run, tmp_path: Path) -> None:
    config = tmp_path / "config.cfg"
    block = f'[initialize.before_init]\n@callbacks = "spacy_svd2.Splits.v1"\npath = "{answers}"\n'
    head = '[nlp]\nlang = "xx"\npipeline = ["svd2_tagger"]\n[components]\n'
    head += '[components.svd2_tagger]\nfactory = "svd2_tagger"\n'
    config.write_text(f"{head}[initialize]\n{block}[initialize.components]\n", "utf8")
    result = run("train", text, tmp_path / "p", "-c", config, *SMALL)
    assert result.exit_code == 0, result.output
    assert cut(tmp_path / "p") == ["tal-", "qamar", "fi'"]
    assert "Splits" not in (tmp_path / "p" / "config.cfg").read_text("utf8")


def test_bad_answers_stop_before_the_training(text: Path, run: Run, tmp_path: Path) -> None:
    table = tmp_path / "bad.tsv"
    table.write_text("word\tpieces\nil-belt\til belt\n")
    for command in (["train", text, tmp_path / "p"], ["count", text, "-o", tmp_path / "p"]):
        result = run(*command, "--splits", table)
        assert result.exit_code == 1
        assert "line 2" in flat(result.stderr)
        assert "--tokenized text is split already" in flat(run(*command, "--splits", table, "--tokenized").stderr)
    assert not (tmp_path / "p").exists()


def test_without_answers_the_rules_of_all_languages_are_learned(text: Path, run: Run, tmp_path: Path) -> None:
    assert run("train", text, tmp_path / "p", *SMALL).exit_code == 0
    nlp = spacy.load(tmp_path / "p")
    assert splits_id(nlp) == ""
    assert [token.text for token in nlp("բան։ ሰላም።")] == ["բան", "։", "ሰላም", "።"]


def test_a_script_without_spaces_is_pointed_out(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "thai.txt"
    path.write_text("ข้อความภาษาไทยไม่มีช่องว่างระหว่างคำเลยสักนิด\n" * 20, "utf8")
    for command in (["splits", path, "-o", tmp_path / "s.tsv"], ["count", path, "-o", tmp_path / "counts"]):
        result = run(*command)
        assert result.exit_code == 0
        assert "C180" in result.stderr


def test_scores_on_raw_text(text: Path, answers: Path, run: Run, tmp_path: Path) -> None:
    gold = tmp_path / "gold.conllu"
    tokens = [("il-", "DET", "SpaceAfter=No"), ("belt", "NOUN", "_"), ("ta'", "ADP", "_"), ("Malta", "PROPN", "_")]
    rows = [f"{n}\t{form}\t_\t{tag}\t_\t_\t_\t_\t_\t{misc}" for n, (form, tag, misc) in enumerate(tokens, 1)]
    gold.write_text("\n".join(rows) + "\n\n", "utf8")
    labels = tmp_path / "words.tsv"
    labels.write_text("word\ttag\nil-\tDET\nbelt\tNOUN\nta'\tADP\nmalta\tPROPN\n", "utf8")
    assert run("train", text, tmp_path / "p", "--splits", answers, *SMALL).exit_code == 0
    assert run("name", tmp_path / "p", labels, "-o", tmp_path / "named").exit_code == 0
    result = run("evaluate", tmp_path / "named", gold, "--raw", "--json", "--save")
    assert result.exit_code == 0, result.output
    scores = json.loads(result.stdout)
    assert {"tokens_f1", "sentences_f1", "words_f1", "upos_f1", "end_to_end"} <= set(scores)
    assert scores["tokens_f1"] == scores["end_to_end"] == 1.0
    assert "End to end" in run("evaluate", tmp_path / "named", gold, "--raw").stdout
    saved = json.loads((tmp_path / "named" / "meta.json").read_text())
    assert saved["performance"]["end_to_end"] == 1.0


def test_a_language_with_a_tokenizer_of_its_own_learns_no_answers(text: Path, answers: Path, run: Run) -> None:
    result = run("train", text, text.parent / "p", "--splits", answers, "--lang", "zh")
    assert result.exit_code == 1
    assert "C051" in result.stderr
