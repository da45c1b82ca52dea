"""`kpca find` and `kpca suggest`: from raw text to a table to label, and to a pipeline."""

import json
from pathlib import Path

import pytest
import spacy
from cli_helpers import SENSES, Run, contents, flat, sense_lines


@pytest.fixture(scope="session")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The contexts of the examples of senses as raw text, some with an inflected form."""
    folder = tmp_path_factory.mktemp("raw")
    lines = []
    for number, line in enumerate(sense_lines(range(24))):
        _, left, target, right, _ = line.rstrip("\n").split("\t")
        lines.append(f"{left} {target}{'s' if number % 5 == 0 else ''} {right}\n")
    nouns = "".join(f"a {noun} , two {noun}s\n" for noun in ("house", "garden", "river", "window"))
    (folder / "raw.txt").write_text("".join(lines) + nouns)
    return folder / "raw.txt"


def test_find_lists_forms_and_writes_the_likely_ones(raw: Path, kpca: Run, tmp_path: Path) -> None:
    result = kpca("find", "bank", raw, "--lang", "en", "-o", tmp_path / "forms.tsv")
    assert result.exit_code == 0, result.output
    assert "banks 10 yes -, -s, as in 5 other words" in flat(result.stdout)
    assert (tmp_path / "forms.tsv").read_text() == "bank\tbank\nbank\tbanks\n"
    data = json.loads(kpca("find", "bank", raw, "--json").stdout)
    assert data[1] == {"form": "banks", "count": 10, "change": "-, -s", "n_alike": 5, "is_likely": True}
    result = kpca("find", "bank", raw, "-o", tmp_path / "forms.tsv")
    assert (result.exit_code, "[L035]" in result.stderr) == (1, True)


def test_find_writes_all_forms_if_asked_to(raw: Path, kpca: Run, tmp_path: Path) -> None:
    assert kpca("find", "plans", raw, "-o", tmp_path / "a.tsv").exit_code == 0
    assert kpca("find", "plans", raw, "-o", tmp_path / "b.tsv", "--all").exit_code == 0
    assert "plans\tplants" not in (tmp_path / "a.tsv").read_text()
    assert "plans\tplants" in (tmp_path / "b.tsv").read_text()


def test_from_raw_text_to_a_pipeline(raw: Path, kpca: Run, tmp_path: Path) -> None:
    assert kpca("find", "bank", raw, "-l", "en", "-o", tmp_path / "forms.tsv").exit_code == 0
    word = [raw, "-w", "bank", "-l", "en", "--forms", tmp_path / "forms.tsv"]
    result = kpca("suggest", *word, "-n", 6, "-o", tmp_path / "ask.tsv")
    assert result.exit_code == 0, result.output
    assert "6 occurrences" in result.stdout
    _label(tmp_path / "ask.tsv")
    result = kpca("suggest", *word, "-n", 3, "--labels", tmp_path / "ask.tsv", "-o", tmp_path / "more.tsv")
    assert result.exit_code == 0, result.output
    first, second = ((tmp_path / name).read_text().splitlines()[1:] for name in ("ask.tsv", "more.tsv"))
    assert len(second) == 3
    assert not {row.split("\t", 1)[1] for row in first} & {row.split("\t", 1)[1] for row in second}
    options = ["--lang", "en", "--forms", tmp_path / "forms.tsv", "-u", raw]
    assert kpca("train", tmp_path / "ask.tsv", tmp_path / "p", *options).exit_code == 0
    doc = spacy.load(tmp_path / "p")("the muddy banks and its river ; the rich bank and its account")
    assert [(span.text, span.label_) for span in doc.spans["senses"]] == [("banks", "shore"), ("bank", "money")]


def _label(path: Path) -> None:
    """Fill in the senses, as somebody would who knows them."""
    header, *rows = path.read_text().splitlines()
    labelled = []
    for row in rows:
        words = set(row.split())
        sense = next(sense for (word, sense), (before, after) in SENSES.items() if words & {*before, *after})
        labelled.append(sense + row)
    path.write_text("\n".join([header, *labelled]) + "\n")


def test_the_same_bytes_each_time_and_a_table_for_people(raw: Path, kpca: Run, tmp_path: Path) -> None:
    for name in ("a.tsv", "b.tsv"):
        assert kpca("suggest", raw, "-w", "plant", "-n", 4, "-o", tmp_path / name).exit_code == 0
    assert (tmp_path / "a.tsv").read_bytes() == (tmp_path / "b.tsv").read_bytes()
    result = kpca("suggest", raw, "-w", "plant", "-n", 4)
    assert result.stdout.count("typical of") == 4
    result = kpca("suggest", raw, "-w", "plant", "-o", tmp_path / "a.tsv")
    assert (result.exit_code, "[L035]" in result.stderr) == (1, True)


def test_a_word_that_is_not_there(raw: Path, kpca: Run) -> None:
    result = kpca("suggest", raw, "-w", "zebra")
    assert (result.exit_code, "[L107]" in result.stderr) == (1, True)
    assert "kpca find" in flat(result.stderr)


def test_a_page_to_label_on(raw: Path, kpca: Run, tmp_path: Path) -> None:
    (tmp_path / "labels.tsv").write_text(
        "sense\tleft\ttarget\tright\tword\tgloss\nmoney\tthe rich \tbank\t and its loan\tbank\tit lends\n"
    )
    result = kpca("label", raw, "-w", "bank", "-o", tmp_path / "bank.html", "--labels", tmp_path / "labels.tsv")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "bank.html").read_text()
    assert '{"name": "money", "gloss": "it lends"}' in page
    assert "Group 1" in page
    (tmp_path / "theirs.html").write_text("theirs")
    result = kpca("label", raw, "-w", "bank", "-o", tmp_path / "theirs.html")
    assert (result.exit_code, "[L034]" in result.stderr) == (1, True)


def test_senses_without_names(raw: Path, kpca: Run, tmp_path: Path) -> None:
    (tmp_path / "forms.tsv").write_text("bank\tbanks\nplant\tplants\n")
    options = ["-w", "bank", "-w", "plant", "-k", 2, "-l", "en", "--forms", tmp_path / "forms.tsv"]
    result = kpca("induce", raw, tmp_path / "p", *options, "--json")
    assert result.exit_code == 0, result.output
    senses = json.loads(result.stdout)
    assert [one["sense"] for one in senses] == ["bank#1", "bank#2", "plant#1", "plant#2"]
    assert sum(one["count"] for one in senses) == 96
    nlp = spacy.load(tmp_path / "p")
    doc = nlp("the muddy banks and its river ; the rich bank and its account")
    words = {one["sense"]: ", ".join(one["words"]) for one in senses}
    assert [(one["text"], one["gloss"]) for one in doc._.senses] == [
        (text, words[one["sense"]]) for text, one in zip(("banks", "bank"), doc._.senses, strict=True)
    ]
    assert all(words.values())
    assert kpca("induce", raw, tmp_path / "q", *options).exit_code == 0
    assert contents(tmp_path / "p") == contents(tmp_path / "q")


def test_forms_are_found_and_shown(raw: Path, kpca: Run, tmp_path: Path) -> None:
    word = [raw, "-w", "bank", "--lang", "en", "--forms", "auto"]
    result = kpca("suggest", *word, "-n", 4, "-o", tmp_path / "ask.tsv")
    assert result.exit_code == 0, result.output
    assert "bank: banks (10)" in flat(result.stderr)
    _label(tmp_path / "ask.tsv")
    options = ["--lang", "en", "--forms", "auto", "-u", raw, "--fast"]
    result = kpca("train", tmp_path / "ask.tsv", tmp_path / "p", *options, "--json")
    assert result.exit_code == 0, result.output
    assert "bank: banks (" in flat(result.stderr)
    assert json.loads(result.stdout)["n_words"] == 1
    doc = spacy.load(tmp_path / "p")("the muddy banks and its river")
    assert [(found["text"], found["key"]) for found in doc._.senses] == [("banks", "bank")]
    result = kpca("induce", raw, tmp_path / "q", "-w", "bank", "-l", "en", "--forms", "auto", "-k", 2, "--json")
    assert result.exit_code == 0, result.output
    assert "bank: banks (10)" in flat(result.stderr)
    assert sum(sense["count"] for sense in json.loads(result.stdout)) == 48
    result = kpca("label", *word, "-o", tmp_path / "page.html")
    assert (result.exit_code, "bank: banks (10)" in flat(result.stderr)) == (0, True)


def test_words_are_cut_as_the_table_of_splits_says(kpca: Run, tmp_path: Path) -> None:
    (tmp_path / "splits.tsv").write_text("word\tpieces\nf'bank\tf' bank\n")
    lines = [f"jien mort f'bank {word} u dar ." for word in (["flus", "xmara", "moll", "sigra", "kaxxa", "xitwa"])]
    (tmp_path / "raw.txt").write_text("\n".join(lines))
    raw, splits = tmp_path / "raw.txt", ["--splits", tmp_path / "splits.tsv"]
    assert "[L107]" in kpca("suggest", raw, "-w", "bank", "-n", 2).stderr
    result = kpca("suggest", raw, "-w", "bank", "-n", 2, *splits, "-o", tmp_path / "ask.tsv")
    assert result.exit_code == 0, result.output
    assert json.loads(kpca("find", "bank", raw, "--json", *splits).stdout)[0]["count"] == 6
    assert kpca("label", raw, "-w", "bank", "-o", tmp_path / "page.html", *splits).exit_code == 0
    result = kpca("induce", raw, tmp_path / "p", "-w", "bank", "-k", 2, *splits)
    assert result.exit_code == 0, result.output
    (found,) = spacy.load(tmp_path / "p")("jien mort f'bank flus .")._.senses
    assert (found["text"], found["key"]) == ("bank", "bank")
