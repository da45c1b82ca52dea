"""Tokens to be tagged in their sentences: asked for, answered, and learned from."""

from pathlib import Path

import pytest
from cli_helpers import Run, flat
from ud_validation import faults


def rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf8").splitlines() if line[:1].isdigit()]


def asked(path: Path) -> list[list[str]]:
    return [row for row in rows(path) if "Ask=Yes" in row[9].split("|")]


@pytest.fixture
def ask(named: Path, tiny: Path, run: Run, tmp_path: Path) -> Path:
    out = tmp_path / "ask.conllu"
    result = run("suggest", named, "--occurrences", "-n", 20, "--corpus", tiny / "corpus.txt", "-o", out)
    assert result.exit_code == 0, result.output
    assert "20 tokens to tag" in flat(result.output)
    return out


def test_tokens_are_asked_for_in_sentences_without_tags(ask: Path) -> None:
    assert faults(ask.read_text("utf8")) == []
    assert len(asked(ask)) == 20
    assert {(row[3], row[4]) for row in rows(ask)} == {("_", "_")}
    assert all("Likely=" in row[9] or "Suggested=No" in row[9] for row in asked(ask))
    assert len({row[1] for row in asked(ask)}) > 4


def test_the_same_questions_each_time_and_the_first_are_those_of_a_shorter_list(
    ask: Path, named: Path, tiny: Path, run: Run
) -> None:
    shorter = ask.with_name("shorter.conllu")
    for n, out in ((20, ask.with_name("again.conllu")), (5, shorter)):
        assert run("suggest", named, "--occurrences", "-n", n, "-c", tiny / "corpus.txt", "-o", out).exit_code == 0
    assert ask.with_name("again.conllu").read_bytes() == ask.read_bytes()
    assert len(asked(shorter)) == 5
    first = ask.read_text("utf8").split("\n")[0]
    assert shorter.read_text("utf8").split("\n")[0] == first


def test_name_learns_from_the_answers(ask: Path, trained: Path, run: Run, tmp_path: Path) -> None:
    assert "L022" in run("name", trained, "--sentences", ask, "-o", tmp_path / "new").stderr
    text = "\n".join(
        line.replace("\t_\t_\t_", "\t_\tNEW\t_", 1) if "Ask=Yes" in line else line
        for line in ask.read_text("utf8").split("\n")
    )
    ask.write_text(text, "utf8")
    result = run("name", trained, "--sentences", ask, "-o", tmp_path / "new")
    assert result.exit_code == 0, result.output
    assert "NEW" in result.output


def test_what_can_not_be_asked(named: Path, trained: Path, tiny: Path, run: Run, ask: Path, tmp_path: Path) -> None:
    corpus = ("--corpus", tiny / "corpus.txt")
    assert "L070" in run("suggest", named, "--occurrences", "-o", tmp_path / "new.conllu").stderr
    assert "L071" in run("suggest", named, "--occurrences", *corpus, "-o", tmp_path / "new.tsv").stderr
    assert "L071" in run("suggest", named, "--occurrences", *corpus).stderr
    assert "L073" in run("suggest", named, *corpus, "-o", tmp_path / "new.conllu").stderr
    assert "P012" in run("suggest", trained, "--occurrences", *corpus, "-o", tmp_path / "new.conllu").stderr
    assert "L035" in run("suggest", named, "--occurrences", *corpus, "-o", ask).stderr


def test_words_marked_it_depends_are_asked_for_first(named: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    words, out = tmp_path / "words.tsv", tmp_path / "first.conllu"
    words.write_text("word\ttag\tnote\nnow\tADV\tit depends\nnowhere\t\tdepends\nthe\tDET\t\n")
    given = ("suggest", named, "--occurrences", "-n", 3, "-c", tiny / "corpus.txt", "-l", words, "-f", "-o", out)
    result = run(*given)
    assert result.exit_code == 0, result.output
    assert [row[1].lower() for row in asked(out)] == ["now"] * 3
    assert "3 tokens are of 1 of the 2 words that depend on the sentence" in flat(result.output)
    words.write_text("word\ttag\nnow\tADV\n")
    result = run(*given)
    assert result.exit_code == 0, result.output
    assert "No word of" in flat(result.output)
    assert [row[1].lower() for row in asked(out)] != ["now"] * 3
    result = run("suggest", named, "-l", words)
    assert result.exit_code == 1
    assert "[L092]" in result.stderr


def test_label_makes_the_same_page(named: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    corpus = ("--occurrences", "-n", 5, "--corpus", tiny / "corpus.txt")
    for command, folder in (("suggest", "by suggest"), ("label", "by label")):
        (tmp_path / folder).mkdir()
        result = run(command, named, *corpus, "-o", tmp_path / folder / "ask.html")
        assert result.exit_code == 0, result.output
        assert "5 tokens to tag" in flat(result.output)
    pages = [(tmp_path / folder / "ask.html").read_text("utf8") for folder in ("by suggest", "by label")]
    assert pages[0] == pages[1]
    result = run("label", named, *corpus, "--title", "Second round", "-o", tmp_path / "other.html")
    assert ">Second round</small></h1>" in (tmp_path / "other.html").read_text("utf8")
    assert "L071" in run("label", named, *corpus, "-o", tmp_path / "ask.conllu").stderr
    assert "L070" in run("label", named, "--occurrences", "-o", tmp_path / "ask.html").stderr
