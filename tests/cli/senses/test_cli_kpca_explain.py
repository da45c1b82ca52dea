import json
from pathlib import Path

import pytest
from cli_helpers import Run, flat

TEXT = "The muddy bank near the river has a tall plant."


def test_explains_each_target(senses: Path, samples: Path, kpca: Run) -> None:
    result = kpca("explain", senses, TEXT, "--corpus", samples / "train.tsv", "--json", "-n", "3")
    assert result.exit_code == 0, result.output
    bank, plant = json.loads(result.stdout)
    assert (bank["text"], bank["key"], bank["sense"], bank["source"]) == ("bank", "bank.n", "shore", "model")
    assert [score["sense"] for score in bank["scores"]] == ["shore", "money"]
    assert "form(-1)=muddy" in [feature["name"] for feature in bank["features"]]
    assert len(bank["neighbours"]) == 3
    assert all(item["sense"] == "shore" and " bank and its " in item["text"] for item in bank["neighbours"])
    assert plant["sense"] == "living"


def test_table(senses: Path, kpca: Run) -> None:
    text = flat(kpca("explain", senses, TEXT, "--word", "BANK").stdout)
    assert "bank (bank.n)" in text
    assert "Answer: shore (model)" in text
    assert "Training context" in text
    assert "example " in text
    assert "plant" not in text


def test_word_by_its_key(senses: Path, kpca: Run) -> None:
    found = json.loads(kpca("explain", senses, TEXT, "--word", "plant.n", "--json").stdout)
    assert [target["key"] for target in found] == ["plant.n"]
    assert {item["text"] for item in found[0]["neighbours"]} == {""}


def test_text_without_a_target(senses: Path, kpca: Run) -> None:
    result = kpca("explain", senses, "Nothing here.")
    assert result.exit_code == 1
    assert "[L104]" in result.stderr
    assert "bank.n, plant.n" in flat(result.stderr)
    assert "that is 'tree'" in flat(kpca("explain", senses, TEXT, "--word", "tree").stderr)


@pytest.mark.parametrize(
    ("arguments", "what"), [(["\udc80 bank"], "The text"), ([TEXT, "--word", "\udc80"], "The word")]
)
def test_arguments_that_are_not_utf8(senses: Path, kpca: Run, arguments: list[str], what: str) -> None:
    result = kpca("explain", senses, *arguments)
    assert result.exit_code == 1
    assert f"[L106] {what} holds a lone surrogate (\\udc80)" in flat(result.stderr)


def test_corpus_that_is_not_the_training_corpus(senses: Path, samples: Path, kpca: Run) -> None:
    result = kpca("explain", senses, TEXT, "--corpus", samples / "test.tsv")
    assert result.exit_code == 1
    assert "has 16 labelled examples of 'bank.n', but the pipeline was trained on 48" in flat(result.stderr)
