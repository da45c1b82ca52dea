import json
from pathlib import Path

import pytest
import spacy
from cli_helpers import Run, flat

KEYS = [
    "many_to_one",
    "one_to_one",
    "one_to_one_greedy",
    "vi",
    "nvi",
    "v_measure",
    "homogeneity",
    "completeness",
    "prototype_acc",
    "upper_bound",
    "tag_acc",
    "n_tokens",
    "n_types",
    "n_clusters",
]


def test_json_has_exactly_the_documented_keys(trained: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    result = run("evaluate", trained, tiny / "gold.tsv", "--output", path)
    scores = json.loads(path.read_text())
    assert sorted(scores) == sorted(KEYS)
    assert scores["many_to_one"] == scores["one_to_one"] == scores["v_measure"] == 1.0
    assert (scores["vi"], scores["tag_acc"]) == (0.0, 0.0)
    assert (scores["n_tokens"], scores["n_types"], scores["n_clusters"]) == (1200, 15, 4)
    assert "Many-to-one accuracy (M-1) 100.0%" in flat(result.stdout)


def test_names_and_universal_parts_of_speech(trained: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    words = tmp_path / "words.tsv"
    rows = ("the\tART\tDET", "cat\tN\tNOUN", "dog\tN\tNOUN", "sleeps\tV\tNOUN", "now\tA\tADV")  # one is wrong
    words.write_text("\n".join(["word\ttag\tpos", *rows, ""]))
    assert run("name", trained, words, "-o", tmp_path / "named").exit_code == 0
    result = run("evaluate", tmp_path / "named", tiny / "gold.conllu", "-o", tmp_path / "scores.json")
    scores = json.loads((tmp_path / "scores.json").read_text())
    assert sorted(scores) == sorted([*KEYS, "pos_acc"])
    assert (scores["tag_acc"], scores["pos_acc"]) == (0.0, 0.75)  # every word but the verbs
    assert "Accuracy of token.pos_ 75.0%" in flat(result.stdout)
    assert run("evaluate", tmp_path / "named", tiny / "gold.tsv", "-o", tmp_path / "scores.json").exit_code == 0
    assert "pos_acc" not in json.loads((tmp_path / "scores.json").read_text())  # the gold has none


def test_json_on_stdout(trained: Path, tiny: Path, run: Run) -> None:
    assert sorted(json.loads(run("evaluate", trained, tiny / "gold.conllu", "--json").stdout)) == sorted(KEYS)


def test_gold_column(trained: Path, tiny: Path, run: Run) -> None:
    assert _m1(run("evaluate", trained, tiny / "gold.tsv", "-g", "3", "--json").stdout) == 1.0
    assert json.loads(run("evaluate", trained, tiny / "gold.conllu", "-g", "xpos", "--json").stdout)["homogeneity"] == 1
    result = run("evaluate", trained, tiny / "gold.tsv", "-g", "7")
    assert result.exit_code == 1
    assert "there is no column '7'" in flat(result.stderr)


def test_several_files_and_limit(trained: Path, tiny: Path, run: Run) -> None:
    both = [tiny / "gold.tsv", tiny / "gold.conllu"]
    assert json.loads(run("evaluate", trained, *both, "--json").stdout)["n_tokens"] == 2400
    assert json.loads(run("evaluate", trained, *both, "--json", "--limit", "10").stdout)["n_tokens"] == 40


def test_component_runs_alone(trained: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    nlp = spacy.load(trained)
    ruler = nlp.add_pipe("attribute_ruler", config={"validate": False})
    ruler.add([[{}]], {"TAG": "SAME"})  # type: ignore[attr-defined]
    nlp.to_disk(tmp_path / "two")
    gold = tiny / "gold.tsv"
    assert _m1(run("evaluate", tmp_path / "two", gold, "--json", "--component", "svd2_tagger").stdout) == 1.0
    assert _m1(run("evaluate", tmp_path / "two", gold, "--json").stdout) < 0.5
    result = run("evaluate", tmp_path / "two", gold, "--component", "nothing")
    assert result.exit_code == 1
    assert "svd2_tagger, attribute_ruler" in flat(result.stderr)


@pytest.mark.parametrize(
    ("pipeline", "gold", "message"),
    [
        ("missing", "gold.tsv", "missing"),
        ("gold.tsv", "gold.tsv", "gold.tsv"),
        ("", "gold.tsv", "L001"),
        ("pipeline", "missing.tsv", "missing.tsv"),
        ("pipeline", "corpus.txt", "M002"),
    ],
)
def test_errors(trained: Path, tiny: Path, run: Run, pipeline: str, gold: str, message: str) -> None:
    result = run("evaluate", tiny / pipeline, tiny / gold)
    assert result.exit_code == 1
    assert message in flat(result.stderr)
    assert result.stdout == ""


def test_what_spacy_says_and_what_we_say_are_two_sentences(tiny: Path, run: Run) -> None:
    why, _, advice = flat(run("evaluate", tiny, tiny / "gold.tsv").stderr).partition(" Check the path, or train")
    assert advice
    assert why.endswith(".")
    assert not why.endswith("..")


def test_damaged_artifact_is_named(trained: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    spacy.load(trained).to_disk(tmp_path / "p")
    (tmp_path / "p" / "svd2_tagger" / "model.npz").write_bytes(b"PK")
    result = run("evaluate", tmp_path / "p", tiny / "gold.tsv")
    assert result.exit_code == 1
    assert "model.npz" in flat(result.stderr)


def test_untrained_tagger(tiny: Path, run: Run, tmp_path: Path) -> None:
    nlp = spacy.blank("xx")
    nlp.add_pipe("svd2_tagger")
    nlp.to_disk(tmp_path / "p", exclude=["svd2_tagger"])
    result = run("evaluate", tmp_path / "p", tiny / "gold.tsv")
    assert result.exit_code == 1
    assert "Traceback" not in result.output


@pytest.mark.corpora
def test_paper_recipe(corpora: Path, run: Run, tmp_path: Path) -> None:
    """The golden figures of `test_induce`, by the config that is shipped, through the commands."""
    sample = corpora / "pos" / "ptb_sample.tsv.gz"
    config = Path(__file__).parents[3] / "configs" / "svd2_paper.cfg"
    assert run("train", sample, tmp_path / "out", "-c", config).exit_code == 0
    scores = json.loads(run("evaluate", tmp_path / "out", sample, "--gold-column", "2", "--json").stdout)
    assert scores["many_to_one"] == pytest.approx(0.610, abs=0.015)
    assert scores["v_measure"] == pytest.approx(0.541, abs=0.015)
    assert scores["vi"] == pytest.approx(4.31, abs=0.1)


def _m1(text: str) -> float:
    return float(json.loads(text)["many_to_one"])


def test_names_that_the_gold_tags_do_not_have(trained: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    words = tmp_path / "words.tsv"
    words.write_text("word\ttag\nthe\tDET\ncat\tNOUN\nsleeps\tVERB\nnow\tADV\n")
    assert run("name", trained, words, "-o", tmp_path / "named").exit_code == 0
    small = tmp_path / "small.tsv"
    small.write_text((tiny / "gold.tsv").read_text().lower())
    result = run("evaluate", tmp_path / "named", small)
    assert result.exit_code == 0
    assert "[L203] None of the gold tags is a tag of" in flat(result.stderr)
    assert "capital letters" in flat(result.stderr)
    assert "L203" not in run("evaluate", tmp_path / "named", tiny / "gold.tsv").stderr
    assert "L203" not in run("evaluate", trained, tiny / "gold.tsv").stderr  # clusters have no names
