"""Rules for what to label next, and what a person's answers are worth, on a corpus of a few sentences."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from benchmarks import answers, label_next
from benchmarks.hour import Task
from benchmarks.label_next import by_curves, by_errors, by_greater_part, compare, follow, wanted

GOLD = [
    [("the", "DET"), (noun, "NOUN"), (verb, "VERB"), (".", "PUNCT")]
    for noun, verb in product(("cat", "dog", "duck", "cow"), ("sleeps", "eats", "runs", "sings"))
] + [[("the", "DET"), ("cats", "NOUN"), ("duck", "VERB"), (".", "PUNCT")]] * 8


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> Task:
    task = Task("tiny", GOLD, [], GOLD[::3])
    for module in (label_next, answers):
        monkeypatch.setattr(module, "treebank", lambda folder, name, held: task)
    monkeypatch.setattr(label_next, "WORDS", 4)
    monkeypatch.setattr(label_next, "TOKENS", 20)
    monkeypatch.setattr(label_next, "OCCURRENCES", 4)
    monkeypatch.setattr(answers, "WORDS", 6)
    monkeypatch.setattr(answers, "MARKED", 1)
    monkeypatch.setattr(answers, "READ", 40)
    return task


def row(state: tuple[int, int, int], right: float, **kinds: Any) -> dict[str, Any]:
    known = {"share": [0.5, 0.2, 0.2, 0.1], "errors": [0.1, 0.5, 0.3, 0.1], **kinds}
    return {"language": "x", "state": state, "right": right, "kinds": known, "words_curve": [0.5, 0.5, 0.5]}


def test_a_rule_is_followed_to_the_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(label_next, "WORDS", 280)
    rows = [{**row(state, sum(state) / 10 + state[2] / 100), "tokens_curve": []} for state in wanted(3)]
    assert len(rows) == 10
    known = {tuple(one["state"]): one for one in rows}
    assert follow(lambda one: "occurrences", known, 3) == ((1, 0, 2), pytest.approx(0.32))
    assert follow(by_curves, known, 3)[0] == (1, 0, 2)  # words teach nothing more, and many have several tags
    assert follow(by_errors(0.2), known, 3)[0] == (3, 0, 0)
    assert follow(by_greater_part, known, 3)[0] == (1, 0, 2)
    compare(rows, 3)
    printed = capsys.readouterr().out
    assert "x: best (1, 0, 2) 32.0%, worst" in printed
    assert "mean of 1 languages, always words         30.00%" in printed


def test_states_are_reached_and_gone_on_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "states.json"
    given = ["label_next", "--languages", "tiny", "--half-hours", "2", "--output", str(out)]
    monkeypatch.setattr("sys.argv", given)
    label_next.main()
    rows = json.loads(out.read_text())
    assert sorted(one["state"] for one in rows) == [[1, 0, 0], [1, 0, 1], [1, 1, 0], [2, 0, 0]]
    assert all(0 < one["right"] <= 1 for one in rows)
    assert [len(one["tokens_curve"]) for one in rows if one["state"][1]] == [4]
    monkeypatch.setattr("sys.argv", [*given[:-2], "--from", str(out)])
    capsys.readouterr()
    label_next.main()
    assert "tiny: best" in capsys.readouterr().out


def test_answers_on_the_pages(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["answers", "--languages", "tiny"])
    answers.main()
    printed = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in printed if "tiny" in line]
    assert [one[0] for one in rows] == ["asked", "depends", "correct"]
    assert float(rows[0][-1].rstrip("%")) >= 90  # answers about "duck"
    tokens, n_sentences, wrong, keys = map(int, rows[2][2:6])
    assert 40 <= tokens < 44
    assert keys == n_sentences + 2 * wrong
