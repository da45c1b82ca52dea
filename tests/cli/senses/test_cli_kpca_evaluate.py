import json
from pathlib import Path
from typing import Literal
from unicodedata import normalize

import pytest
import spacy
from cli_helpers import Run, flat
from spacy.tokens import DocBin, Span

KEYS = {"accuracy", "precision", "recall", "f1", "coverage", "mfs_accuracy", "n_instances", "n_answered", "n_correct"}


def test_json_has_the_documented_keys(senses: Path, samples: Path, kpca: Run, tmp_path: Path) -> None:
    result = kpca("evaluate", senses, samples / "test.tsv", "--output", tmp_path / "scores.json")
    assert result.exit_code == 0, result.output
    scores = json.loads((tmp_path / "scores.json").read_text())
    assert set(scores) == KEYS | {"interval", "per_word"}
    assert (scores["accuracy"], scores["coverage"], scores["n_instances"]) == (1.0, 1.0, 32)
    assert scores["mfs_accuracy"] == 0.5
    assert set(scores["per_word"]) == {"bank.n", "plant.n"}
    assert set(scores["per_word"]["bank.n"]) == KEYS | {"interval"}
    text = flat(result.stdout)
    assert "bank.n 16 100.0% 100.0% - 100.0% 100.0% 100.0% 50.0%" in text
    assert "all 32 100.0%" in text


def gold(folder: Path, *lines: str) -> Path:
    path = folder / "gold.tsv"
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_several_answers_unknown_words_and_unlabelled_targets(senses: Path, kpca: Run, tmp_path: Path) -> None:
    """By hand: 4 targets count, 3 are answered, 2 correctly."""
    path = gold(
        tmp_path,
        "other|shore\tmuddy\tbank\tof a river\tbank.n",
        "shore\tsteep\tbank\tof a lake\tbank.n",
        "living\tcentral\tbank\tloan\tbank.n",
        "x\tthe\ttree\tgrows\ttree.n",
        "\tthe\tbank\tloan\tbank.n",
    )
    scores = json.loads(kpca("evaluate", senses, path, "--json").stdout)
    assert (scores["n_instances"], scores["n_answered"], scores["n_correct"]) == (4, 3, 2)
    assert (scores["accuracy"], scores["recall"], scores["coverage"]) == (0.5, 0.5, 0.75)
    assert scores["precision"] == pytest.approx(2 / 3)
    low, high = scores["interval"]
    assert low < 0.5 < high


def test_sense_map_scores_coarse_senses(senses: Path, kpca: Run, tmp_path: Path) -> None:
    path = gold(tmp_path, "river_bank\tmuddy\tbank\tof a river\tbank.n")
    (tmp_path / "map").write_text("river_bank 1 land\nshore 1 land\n")
    assert json.loads(kpca("evaluate", senses, path, "--json").stdout)["accuracy"] == 0
    assert json.loads(kpca("evaluate", senses, path, "--sensemap", tmp_path / "map", "--json").stdout)["accuracy"] == 1


def test_threshold_of_the_pipeline_counts(senses: Path, samples: Path, kpca: Run, tmp_path: Path) -> None:
    spacy.load(senses, config={"components.kpca_wsd.threshold": 1}).to_disk(tmp_path / "p")
    scores = json.loads(kpca("evaluate", tmp_path / "p", samples / "test.tsv", "--json").stdout)
    assert (scores["accuracy"], scores["coverage"], scores["precision"]) == (0, 0, 0)


def test_names_of_attributes_do_not_matter(senses: Path, samples: Path, kpca: Run, tmp_path: Path) -> None:
    config = {"components.kpca_wsd.senses_attr": None, "components.kpca_wsd.spans_key": "found"}
    spacy.load(senses, config=config).to_disk(tmp_path / "p")
    assert json.loads(kpca("evaluate", tmp_path / "p", samples / "test.tsv", "--json").stdout)["accuracy"] == 1


@pytest.mark.parametrize(
    ("pipeline", "arguments", "code"),
    [("missing", [], "L001"), ("", ["--component", "x"], "L004"), ("tagger", [], "L102")],
)
def test_errors(
    senses: Path, trained: Path, samples: Path, kpca: Run, pipeline: str, arguments: list[str], code: str
) -> None:
    path = {"missing": "missing", "": senses, "tagger": trained}[pipeline]
    result = kpca("evaluate", path, samples / "test.tsv", *arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"[{code}]" in result.stderr


def test_two_components_need_a_name(senses: Path, samples: Path, kpca: Run, tmp_path: Path) -> None:
    nlp = spacy.load(senses)
    names = {"senses_attr": "others", "sense_attr": None, "spans_key": "others"}
    nlp.add_pipe("kpca_wsd", "second", config=names).set_model(nlp.get_pipe("kpca_wsd").get_model())  # type: ignore[attr-defined]
    nlp.to_disk(tmp_path / "p")
    result = kpca("evaluate", tmp_path / "p", samples / "test.tsv")
    assert "[L103]" in result.stderr
    assert "kpca_wsd, second" in flat(result.stderr)
    assert kpca("evaluate", tmp_path / "p", samples / "test.tsv", "--component", "second").exit_code == 0


def test_gold_without_senses(senses: Path, kpca: Run, tmp_path: Path) -> None:
    result = kpca("evaluate", senses, gold(tmp_path, "\tthe\tbank\tloan\tbank.n"))
    assert result.exit_code == 1
    assert "L101" in result.stderr
    assert "(the file is empty)" not in flat(result.stderr)
    assert "(the file is empty)" in flat(kpca("evaluate", senses, gold(tmp_path, "")).stderr)


@pytest.mark.parametrize("name", ["a.tsv", "a.jsonl", "a.spacy"])
def test_gold_senses_that_stand_for_none(senses: Path, kpca: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name == "a.tsv":
        path.write_text("_\tthe\tbank\tloan\tbank.n\n")
    elif name == "a.jsonl":
        path.write_text('{"text": "the bank", "spans": [{"start": 4, "end": 8, "label": "_", "word": "bank.n"}]}\n')
    else:
        doc = spacy.blank("en")("the bank")
        doc.spans["senses"] = [Span(doc, 1, 2, "_", span_id="bank.n")]
        DocBin(docs=[doc], store_user_data=True).to_disk(path)
    result = kpca("evaluate", senses, path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "[L101]" in result.stderr


def test_gold_senses_that_the_pipeline_does_not_have(senses: Path, kpca: Run, tmp_path: Path) -> None:
    result = kpca("evaluate", senses, gold(tmp_path, "bank%1\tthe\tbank\tloan\tbank.n"))
    assert "[L211] The pipeline gives none of the gold senses of" in flat(result.stderr)
    assert "bank%1" in result.stderr
    assert "L211" not in kpca("evaluate", senses, gold(tmp_path, "x|shore\tthe\tbank\tloan\tbank.n")).stderr


@pytest.mark.parametrize(("in_gold", "in_map"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_sense_map_in_another_encoding(
    senses: Path, kpca: Run, tmp_path: Path, in_gold: Literal["NFC", "NFD"], in_map: Literal["NFC", "NFD"]
) -> None:
    path = gold(tmp_path, f"{normalize(in_gold, 'créek')}\tmuddy\tbank\tof a river\tbank.n")
    (tmp_path / "map").write_text(f"{normalize(in_map, 'créek')} 1 {normalize(in_map, 'é')}\nshore 1 é\n", "utf8")
    assert json.loads(kpca("evaluate", senses, path, "--sensemap", tmp_path / "map", "--json").stdout)["accuracy"] == 1


def test_unknown_words_are_named_with_what_they_look_like(senses: Path, kpca: Run, tmp_path: Path) -> None:
    path = gold(
        tmp_path,
        "shore\tmuddy\tbanks\tof a river",
        "money\tthe\tBanks\tlend",
        "x\ta\tzebra\truns",
        "shore\tmuddy\tbanks\tof a river\tbank.n",
    )
    result = kpca("evaluate", senses, path)
    assert result.exit_code == 0
    told = flat(result.stderr)
    assert "[L202] 3 of the 4 targets" in told
    assert "banks (2, like bank.n) zebra (1) A target that is a form" in told
    assert "fifth column" in told
    (path).write_text("shore\tmuddy\tbanks\tof a river\tbank.n\n")
    told = flat(kpca("evaluate", senses, path).stderr)
    assert "L202" not in told
    assert "[L210] 1 of the 1 targets" in told
    assert "bank.n ('banks') (1) Add examples" in told
    (path).write_text("shore\tmuddy\tbank\tof a river\tbank.n\n")
    assert kpca("evaluate", senses, path).stderr == ""


def test_many_unknown_words_are_not_all_named(senses: Path, kpca: Run, tmp_path: Path) -> None:
    path = gold(tmp_path, *(f"x\ta\tq{number:02}\truns" for number in range(13)))
    told = flat(kpca("evaluate", senses, path).stderr)
    assert "13 of the 13 targets" in told
    assert "q09 (1) and 3 more A target" in told


def test_widened_targets_are_told_in_training_only(samples: Path, kpca: Run, tmp_path: Path) -> None:
    path = tmp_path / "train.tsv"
    widened = "shore\ta sub_\tbank\tof the river\tbank.n\n"
    path.write_text((samples / "train.tsv").read_text("utf8") + widened, "utf8")
    trained = kpca("train", path, tmp_path / "p", "--fast")
    assert trained.exit_code == 0, trained.output
    assert trained.stderr.count("C151") == 1
    evaluated = kpca("evaluate", tmp_path / "p", path)
    assert (evaluated.exit_code, evaluated.stderr) == (0, "")


@pytest.mark.parametrize(("lang", "moved"), [("zh", 0), ("xx", 4)])
def test_words_without_spaces_between_them(lang: str, moved: int, kpca: Run, tmp_path: Path) -> None:
    rows = [
        "firm\t他在\t银行\t存钱",
        "firm\t这家\t银行\t借钱",
        "shore\t坐在河边的\t银行\t旁边",
        "shore\t湖的\t银行\t很美",
    ]
    path = gold(tmp_path, *rows)
    trained = kpca("train", path, tmp_path / "p", "--lang", lang, "--fast")
    assert trained.exit_code == 0, trained.output
    assert (f"{moved} of 4 targets" in flat(trained.stderr)) == bool(moved)
    assert "L210" not in kpca("evaluate", tmp_path / "p", path).stderr
    doc = spacy.load(tmp_path / "p")("他在银行存钱")
    assert [target["sense"] for target in doc._.senses] == ["firm"]


def test_senses_under_another_key(senses: Path, kpca: Run, tmp_path: Path) -> None:
    path = gold(tmp_path, "shore\tmuddy\tbank\tof a river\tbank.n")
    docs = tmp_path / "gold.spacy"
    assert kpca("convert", path, docs, "--spans-key", "sc").exit_code == 0
    failed = kpca("evaluate", senses, docs)
    assert failed.exit_code == 1
    assert "1 spans in doc.spans['sc'] (--spans-key sc)" in flat(failed.stderr)
    assert kpca("evaluate", senses, docs, "--spans-key", "sc").exit_code == 0
    assert kpca("report", senses, docs, "--spans-key", "sc", "-o", tmp_path / "page.html").exit_code == 0
    assert kpca("train", docs, tmp_path / "p", "--spans-key", "sc", "--fast").exit_code == 0
    corpus = ["--corpus", docs, "--spans-key", "sc"]
    assert "muddy" in kpca("explain", tmp_path / "p", "a muddy bank", *corpus).stdout
