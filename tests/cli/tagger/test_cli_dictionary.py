"""`svd2 dictionary`, and `svd2 name --dictionary`."""

from pathlib import Path

import pytest
import spacy
from cli_helpers import PARTS, Run, flat

from spacy_svd2.tagger.labelling.labels import read_labels

POS = {"DET": "art.", "NOUN": "n.", "VERB": "v.i.", "ADV": "qqq"}


@pytest.fixture
def toolbox(tmp_path: Path) -> Path:
    """A Toolbox dictionary of all words of the tiny corpus; adverbs have an unknown abbreviation."""
    path = tmp_path / "dict.sfm"
    entries = [f"\\lx {word}\n\\ps {POS[tag]}\n\\ge x\n" for tag, words in PARTS.items() for word in words]
    path.write_text("\\_sh v3.0  400  MDF 4.0\n\n" + "\n".join([*entries, "\\lx -s\n\\ps suf\n"]), "utf8")
    return path


def test_proposal_and_words(toolbox: Path, run: Run, tmp_path: Path) -> None:
    words, saved = tmp_path / "words.tsv", tmp_path / "map.tsv"
    result = run("dictionary", toolbox, "-o", words, "--save-map", saved)
    assert result.exit_code == 0, result.output
    text = flat(result.stdout)
    assert "dict.sfm' is Toolbox, Shoebox or FLEx Standard Format (MDF): 16 entries" in text
    assert "n. 5 NOUN cat, dog, bird" in text
    assert "suf 1 (left out) -s" in text
    assert "Not covered: 3 entries, whose parts of speech have no tag: qqq 3" in text
    assert (
        "No tag map was given, so these proposals are used. It gives tags to 3 of 5 parts of speech (12 of 16 "
        "entries), and leaves out 1 (1 entry); 1 are not covered (3 entries)."
    ) in text
    advice = "dict.sfm --save-map map.tsv, correct the column 'to' of map.tsv, and give --tags-map map.tsv"
    assert advice in flat(run("dictionary", toolbox).stdout)
    assert "To change it" not in text  # the map has been saved already
    assert "Took 15 words; 12 get tags. Left out 1 entry: a part of a word, such as -ka (1)." in text
    found = read_labels(words)
    assert found.tags["cat"] == ("NOUN",)
    assert len(found.rows) == 12
    assert not found.notes

    saved.write_text(saved.read_text("utf8").replace("qqq\t", "qqq\tADV"), "utf8")
    assert "L035" in run("dictionary", toolbox, "-o", words, "-m", saved).stderr
    result = run("dictionary", toolbox, "-o", words, "-m", saved, "--force")
    assert result.exit_code == 0, result.output
    assert "Not covered" not in result.stdout
    assert "the proposal" not in result.stdout
    assert len(read_labels(words).rows) == 15


def test_words_that_differ_in_capitals_get_the_same_tags(run: Run, tmp_path: Path) -> None:
    table, out = tmp_path / "a.tsv", tmp_path / "out.tsv"
    table.write_text("March\tname\nmarch\tv\n", "utf8")
    assert run("dictionary", table, "-o", out).exit_code == 0
    with pytest.warns(UserWarning, match="L201"):
        found = read_labels(out, normalize=str.lower)
    assert found.tags == {"march": ("PROPN", "VERB")}


def test_naming_with_a_dictionary(toolbox: Path, trained: Path, run: Run, tmp_path: Path) -> None:
    tag_map, labels = tmp_path / "map.tsv", tmp_path / "words.tsv"
    tag_map.write_text("from\tto\nn.\tNOUN\nv.i.\tVERB\nart.\tDET\nqqq\tADV\n", "utf8")
    result = run("name", trained, "-o", tmp_path / "a", "--dictionary", toolbox, "--tags-map", tag_map)
    assert result.exit_code == 0, result.output
    assert "Spread 15 labelled words" in flat(result.output)
    assert [token.tag_ for token in spacy.load(tmp_path / "a")("the cat sleeps now")] == ["DET", "NOUN", "VERB", "ADV"]

    labels.write_text("word\ttag\nnow\tINTJ\n", "utf8")  # the person's label wins
    result = run("name", trained, labels, "-o", tmp_path / "b", "-d", toolbox, "--tags-map", tag_map)
    assert result.exit_code == 0, result.output
    assert [token.tag_ for token in spacy.load(tmp_path / "b")("the cat sleeps now")][3] == "INTJ"
    assert "L250" in flat(result.stderr)


def test_a_proposal_is_never_used_silently(toolbox: Path, trained: Path, run: Run, tmp_path: Path) -> None:
    result = run("name", trained, "-o", tmp_path / "a", "--dictionary", toolbox)
    assert result.exit_code == 0, result.output
    text = flat(result.output)
    assert "Proposed tags" in text
    assert "these proposals are used. It gives tags to 3 of 5 parts of speech (12 of 16 entries)" in text
    assert "Not covered: 3 entries, whose parts of speech have no tag: qqq 3" in text
    assert "give --tags-map map.tsv" in text
    assert "Spread 12 labelled words" in text


def test_a_table_of_words_is_a_dictionary_whose_tags_stay(trained: Path, run: Run, tmp_path: Path) -> None:
    words = tmp_path / "words.tsv"
    words.write_text("word\ttag\n" + "".join(f"{w}\tv{tag}\n" for tag, ws in PARTS.items() for w in ws), "utf8")
    result = run("name", trained, "-o", tmp_path / "a", "--dictionary", words)
    assert result.exit_code == 0, result.output
    assert spacy.load(tmp_path / "a")("the")[0].tag_ == "vDET"
    assert "the proposal" not in result.output


def test_no_labels_at_all(trained: Path, run: Run, tmp_path: Path) -> None:
    result = run("name", trained, "-o", tmp_path / "a")
    assert result.exit_code == 1
    assert "L021" in result.stderr


def test_an_entry_of_several_parts_of_speech_is_counted_once(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "a.tsv"
    table.write_text("kata\tn|v\nmira\tv|qqq\nsika\tqqq|zzz\nka\tsuf\n", "utf8")
    text = flat(run("dictionary", table).stdout)
    assert "is a table with columns of words and parts of speech: 4 entries" in text
    assert (
        "tags to 2 of 5 parts of speech (2 of 4 entries), and leaves out 1 (1 entry); 2 are not covered (1 entry)"
        in text
    )
    assert "Not covered: 1 entry, whose part of speech has no tag: qqq 2, zzz 1" in text
    table.write_text("kata\tn\n", "utf8")
    result = run("dictionary", table, "-o", tmp_path / "words.tsv")
    assert "parts of speech: 1 entry" in flat(result.stdout)
    assert "Took 1 word; 1 get tags." in flat(result.stdout)
    assert "Wrote 1 word to" in flat(result.stdout)


@pytest.mark.parametrize("option", ["-o", "--save-map"])
@pytest.mark.parametrize("name", ["words.docx", "words.csv", "words.lift"])
def test_a_table_is_named_like_a_table(toolbox: Path, run: Run, tmp_path: Path, option: str, name: str) -> None:
    result = run("dictionary", toolbox, option, tmp_path / name)
    assert result.exit_code == 1
    assert f"[D020] '{tmp_path / name}' would be a table" in flat(result.stderr)
    assert "Call it 'words.tsv'" in flat(result.stderr)
    assert not (tmp_path / name).exists()


def test_columns_of_what_is_no_table(toolbox: Path, run: Run) -> None:
    result = run("dictionary", toolbox, "--columns", "1,3")
    assert result.exit_code == 1
    assert "[D021] --columns has no effect on" in flat(result.stderr)
