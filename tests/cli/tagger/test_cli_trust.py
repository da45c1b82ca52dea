"""Estimates of accuracy without gold, and from tokens that a person has checked."""

import json
from pathlib import Path

from cli_helpers import Run, flat

from spacy_svd2.cli.tagger.trust import match_tags


def test_the_table_and_the_figures(named: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    text = tmp_path / "new.txt"
    text.write_text((tiny / "corpus.txt").read_text() + "an unseen word sleeps\n\n")
    result = run("trust", named, text, "--tokenized", "-o", tmp_path / "trust.json")
    assert result.exit_code == 0, result.output
    assert "have the right tag" in flat(result.output)
    assert "Label next: words, because only 4 words have labels" in flat(result.output)
    figures = json.loads((tmp_path / "trust.json").read_text())
    assert (figures["low"], figures["high"]) == (0, 1)  # four labels prove nothing
    assert 0 < figures["accuracy"] < 1
    assert [one["name"] for one in figures["kinds"]][-1] == "new words"
    assert figures["kinds"][-1]["share"] > 0
    printed = run("trust", named, text, "--tokenized", "--json")
    assert json.loads(printed.output) == figures


def test_a_person_checks_random_tokens(named: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "check.conllu"
    result = run("trust", named, tiny / "corpus.txt", "--check", 12, "-o", out)
    assert result.exit_code == 0, result.output
    text = out.read_text("utf8")
    assert text.count("Ask=Yes|Suggested=No") == 12
    assert "Likely" not in text
    assert "L072" in run("trust", named, "--checked", out).stderr
    gold = {
        word: tag for line in (tiny / "gold.tsv").read_text().splitlines() if line for word, tag, _ in [line.split()]
    }
    rows = [line.split("\t") for line in text.splitlines()]
    for row in rows:
        if "Ask=Yes" in row[-1]:
            row[3] = gold[row[1]]
    out.write_text("\n".join("\t".join(row) for row in rows) + "\n", "utf8")
    result = run("trust", named, "--checked", out, "--json")
    figures = json.loads(result.output)
    assert figures["n_tokens"] == figures["n_right"] == 12
    assert figures["low"] > 0.7
    assert "12 of 12 checked tokens" in flat(run("trust", named, "--checked", out).output)


def test_what_can_not_be_done(named: Path, trained: Path, tiny: Path, run: Run) -> None:
    assert "Give TEXTS to estimate on, or answers with --checked" in flat(run("trust", named).stderr)
    assert "[L071] There is no output" in run("trust", named, tiny / "corpus.txt", "--check", 5).stderr
    assert "L073" in run("trust", named, tiny / "corpus.txt", "-o", tiny / "new.html").stderr
    assert "P012" in run("trust", trained, tiny / "corpus.txt").stderr


def test_answers_with_other_capitals_are_matched(named: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    checked = tmp_path / "check.conllu"
    text = (tiny / "gold.conllu").read_text().split("\n\n")[0]
    checked.write_text(text.replace("\tDET\t", "\tdet\t").replace("\tNOUN\t", "\tNUON\t") + "\n\n")
    figures = json.loads(run("trust", named, "--checked", checked, "--json").output)
    assert figures["matched_tags"] == {"det": "DET"}
    assert figures["unknown_tags"] == ["NUON"]
    assert figures["n_right"] == figures["n_tokens"] - text.count("\tNOUN\t") > 0
    shown = flat(run("trust", named, "--checked", checked).output)
    assert "det as DET" in shown
    assert "NUON (did you mean NOUN?)" in shown


def test_capitals_that_could_be_two_tags_are_not_matched() -> None:
    assert match_tags(["n", "N", "v", "\uff36"], ["N", "V", "Det", "DET"]) == {"n": "N", "v": "V", "\uff36": "V"}
    assert match_tags(["det"], ["Det", "DET"]) == {}


def test_a_table_of_words_is_not_answers(named: Path, run: Run, tmp_path: Path) -> None:
    words = tmp_path / "words.tsv"
    words.write_text("word\ttag\tfrequency\tconcordance\nthe\tDET\t9\ta line of text with the word\n")
    result = run("trust", named, "--checked", words)
    assert result.exit_code == 1
    assert "[L090]" in result.stderr
    assert "Give the file that --check wrote" in flat(result.stderr)
