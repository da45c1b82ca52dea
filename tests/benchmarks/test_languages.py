"""What labelled words are worth, language by language: arguments, a tiny run, and the references."""

import argparse
import gzip
import json
import sys
from pathlib import Path

import pytest

from benchmarks import languages
from benchmarks.hour import Task
from benchmarks.token_baselines import accuracy, most_common_tags
from spacy_svd2.tagger.labelling import suggest

NOUNS, VERBS = ("paka", "mbwa", "mtu", "nyumba"), ("anakula", "analala", "anaona", "amekuja")
SENTENCES = [[(noun, "NOUN"), (verb, "VERB"), (".", "PUNCT")] for noun in NOUNS for verb in VERBS]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Corpora of one language: sentences of three words."""
    new = [("simba", "NOUN"), ("anakimbia", "VERB"), (".", "PUNCT")]
    (tmp_path / "pos").mkdir()
    for part, sentences in {"train": SENTENCES, "dev": SENTENCES, "test": [*SENTENCES, new]}.items():
        lines = "\n\n".join("\n".join(f"{word}\t{tag}" for word, tag in sentence) for sentence in sentences)
        with gzip.open(tmp_path / "pos" / f"swa-{part}.tsv.gz", "wt", encoding="utf8") as file:
            file.write(lines + "\n")
    monkeypatch.setenv("SPACY_SVD2_CORPORA", str(tmp_path))
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", ["languages.py", *arguments])
    languages.main()


def test_by_default_all_languages_are_tested_with_three_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["languages.py"])
    arguments = languages.parse()
    assert tuple(arguments.languages) == languages.LANGUAGES
    assert (arguments.held, arguments.seeds, arguments.labels) == ("test", 3, [50, 100, 200, 500])


def test_an_unknown_language_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(monkeypatch, "--languages", "xx")
    assert "invalid choice: 'xx'" in capsys.readouterr().err


def test_without_corpora_there_is_nothing_to_measure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SPACY_SVD2_CORPORA", str(tmp_path))
    with pytest.raises(SystemExit, match="SPACY_SVD2_CORPORA"):
        run(monkeypatch, "--languages", "swa")


def test_a_tiny_run(
    monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(suggest, "SMALL", suggest.SMALL)  # which puts it back afterwards
    output = tmp_path / "languages.json"
    options = ["--seeds", "2", "--labels", "5", "9", "--set", "suggest.SMALL=1000", "--output", str(output)]
    run(monkeypatch, "--languages", "swa", *options)
    found = json.loads(output.read_text("utf8"))
    assert found["settings"] == ["suggest.SMALL=1000"]
    assert [(row["seed"], row["labels"]) for row in found["results"]] == [(0, 5), (0, 9), (1, 5), (1, 9)]
    assert all(row["common"] == 1 - row["share_unseen"] == pytest.approx(49 / 51) for row in found["results"])
    assert found["results"][1]["seen"] == 1  # every word of train and dev is labelled
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in shown if line.startswith(("swa", "mean"))] == [
        ["swa", "5"], ["swa", "9"], ["mean", "5"], ["mean", "9"]
    ]  # fmt: skip


def test_folds_hold_out_train_and_dev_only(folder: Path) -> None:
    arguments = argparse.Namespace(held="dev")
    learned, _ = languages.sentences_of(arguments, "swa")
    tasks = [languages.make_task(arguments, "swa", seed) for seed in range(languages.FOLDS)]
    assert all(task is not None and len(task.gold) + len(task.held) == len(learned) for task in tasks)
    assert sum(len(task.held) for task in tasks if task) == len(learned)


def test_the_references_learn_from_annotated_text() -> None:
    held = [[("Paka", "NOUN"), ("anakula", "VERB"), ("mpya", "ADJ")]]
    task = Task("x", [*SENTENCES, [("pekee", "ADJ")]], [], held)
    assert accuracy(most_common_tags(task.gold, held), held) == 1  # a new word gets the tag of words seen once
    seen = Task("x", SENTENCES, [], SENTENCES)
    few, many = (languages.by_annotated_tokens(seen, n, 0) for n in (3, 48))
    assert few <= many == 1
