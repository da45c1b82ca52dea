"""Names of files that are not UTF-8: every command that reads or writes files works with them."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import spacy
from cli_helpers import SMALL, Run

E = os.fsdecode(b"\xe9")


@pytest.fixture
def folder(tiny: Path, samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, with a corpus, gold tags, labels and senses in files with such names."""
    place = tmp_path / f"caf{E}"
    try:
        place.mkdir()
    except OSError:
        pytest.skip("this file system has UTF-8 names only")
    for source, name in [
        (tiny / "corpus.txt", f"c{E}.txt"),
        (tiny / "gold.tsv", f"g{E}.tsv"),
        (samples / "train.tsv", f"s{E}.tsv"),
    ]:
        (place / name).write_bytes(source.read_bytes())
    (place / f"d{E}").mkdir()
    (place / f"d{E}/c{E}.txt").write_bytes((tiny / "corpus.txt").read_bytes())
    (place / f"w{E}.tsv").write_text("word\ttag\n", "utf8")
    monkeypatch.chdir(place)
    return place


def ok(run: Run, *arguments: object) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.usefixtures("folder")
def test_commands_on_tags(run: Run) -> None:
    ok(run, "train", f"c{E}.txt", f"p{E}", "--tokenized", *SMALL, "--n-process", 2, "-o", f"t{E}.json")
    for name, processes in (("a", 1), ("b", 2)):
        ok(run, "count", f"c{E}.txt", f"d{E}", "-o", f"{name}{E}", "--n-process", processes)
        assert "Nothing left" in ok(run, "count", f"c{E}.txt", f"d{E}", "-o", f"{name}{E}")
    ok(run, "merge", f"a{E}", f"b{E}", "-o", f"m{E}")
    ok(run, "train", "--counts", f"m{E}", f"q{E}", *SMALL)
    ok(run, "evaluate", f"p{E}", f"g{E}.tsv", "--save", "-o", f"e{E}.json")
    assert json.loads(Path(f"e{E}.json").read_text("utf8"))["n_tokens"]
    nlp = spacy.load(f"p{E}")
    assert nlp.meta["performance"]["gold"]["tags"]["files"] == [r"g\udce9.tsv"]
    nlp.to_disk("again")
    ok(run, "compare", f"e{E}.json", "-o", f"t{E}.md")
    ok(run, "suggest", f"p{E}", "-n", 1, "-o", f"l{E}.tsv", "--corpus", f"c{E}.txt")
    ok(run, "label", f"p{E}", "-o", f"l{E}.html", "--corpus", f"c{E}.txt", "--title", f"p{E}")
    words = Path(f"l{E}.tsv").read_text("utf8").splitlines()
    Path(f"w{E}.tsv").write_text(f"word\ttag\n{words[1].split(chr(9))[0]}\tX\n", "utf8")
    ok(run, "name", f"p{E}", f"w{E}.tsv", "-o", f"n{E}")
    ok(run, "report", f"p{E}", f"g{E}.tsv", "-o", f"r{E}.html")
    ok(run, "card", f"p{E}", "-o", f"r{E}.md")
    ok(run, "new", f"x{E}")


@pytest.mark.usefixtures("folder")
def test_commands_on_senses(kpca: Run) -> None:
    ok(kpca, "train", f"s{E}.tsv", f"p{E}", "--fast", "-u", f"c{E}.txt", "-o", f"t{E}.json")
    ok(kpca, "evaluate", f"p{E}", f"s{E}.tsv", "--save", "-o", f"e{E}.json")
    ok(kpca, "explain", f"p{E}", "the bank of a river", "--corpus", f"s{E}.tsv")
    ok(kpca, "report", f"p{E}", f"s{E}.tsv", "-o", f"r{E}.html")
    ok(kpca, "convert", f"s{E}.tsv", f"d{E}.spacy")
    ok(kpca, "card", f"p{E}", "-o", f"r{E}.md")
    ok(kpca, "find", "bank", f"s{E}.tsv", "-o", f"f{E}.tsv")
    ok(kpca, "suggest", f"s{E}.tsv", "-w", "bank", "--forms", f"f{E}.tsv", "--labels", f"s{E}.tsv", "-o", f"a{E}.tsv")
    ok(kpca, "label", f"s{E}.tsv", "-w", "bank", "--labels", f"s{E}.tsv", "-o", f"b{E}.html")
    ok(kpca, "induce", f"s{E}.tsv", f"i{E}", "-w", "bank", "--forms", f"f{E}.tsv")
