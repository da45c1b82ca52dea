"""`svd2 corpus`: texts of other programs as plain text, or as annotated sentences."""

from pathlib import Path

import pytest
import spacy
from cli_helpers import Run, contents, flat

from spacy_svd2.corpora.corpus import Corpus

TOOLBOX = "\\_sh v3.0  400  Text\n\\ref 1\n\\tx Mwana agona.\n\\ps n     v\n\\ref 2\n\\tx pano qqq\n\\ps adv\n"
FLEXTEXT = (
    '<?xml version="1.0"?><document><phrase><item type="txt" lang="x">Basi, pano.</item></phrase>\n'
    '<phrase><item type="segnum">2</item></phrase></document>'
)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    (folder / "more").mkdir(parents=True)
    (folder / "a.sfm").write_text(TOOLBOX, "utf8")
    (folder / "b.flextext").write_text(FLEXTEXT, "utf8")
    (folder / "more" / "a.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nthe cat\n", "utf8")
    return folder


def test_a_folder_of_files_becomes_text(files: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "texts"
    result = run("corpus", files, "-o", out)
    assert result.exit_code == 0, result.output
    assert contents(out) == {
        "a.txt": b"Mwana agona.\npano qqq\n", "b.txt": b"Basi, pano.\n", "a_2.txt": b"the cat\n"
    }  # fmt: skip
    text = flat(result.stdout)
    assert "a.sfm toolbox 2 5 4" in text
    assert "1 lines with words that have no part of speech (the first in line 6)" in text
    assert "b.flextext': 1 phrases without text (the first in line 2)" in text
    assert "Took 4 texts from 3 files" in text
    again = run("corpus", files, "-o", out)
    assert again.exit_code == 1
    assert "L035" in again.stderr
    assert len(list(Corpus([out]).sentences(spacy.blank("xx")))) == 4


def test_annotated_sentences(files: Path, run: Run, tmp_path: Path) -> None:
    out, tag_map = tmp_path / "gold.conllu", tmp_path / "map.tsv"
    result = run("corpus", files / "a.sfm", files / "b.flextext", "-o", out)
    assert result.exit_code == 0, result.output
    assert "n 1 NOUN Mwana" in flat(result.stdout)
    assert "these proposals are used. It gives UPOS to 4 of 4 tags (4 of 4 words)" in flat(result.stdout)
    assert "b.flextext': 1 texts that are not divided into words" in flat(result.stdout)
    assert "b.flextext flextext 0 0 0" in flat(result.stdout)
    assert "Took 2 texts from 1 file; wrote" in flat(result.stdout)
    first, second = Corpus([out]).docs(spacy.blank("xx"))
    assert [(token.text, token.tag_) for token in first] == [("Mwana", "NOUN"), ("agona", "VERB"), (".", "PUNCT")]
    assert first.text == "Mwana agona. "
    assert [token.tag_ for token in second] == ["ADV", ""]
    tag_map.write_text("from\tto\nn\tPROPN\n", "utf8")
    again = run("corpus", files / "a.sfm", "-o", out, "-m", tag_map, "--force")
    assert again.exit_code == 0
    assert "proposal" not in again.stdout
    (first, _) = Corpus([out]).docs(spacy.blank("xx"))
    assert [token.tag_ for token in first] == ["PROPN", "", "PUNCT"]


def test_files_with_misleading_names_and_parts(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text(TOOLBOX, "utf8")
    assert run("corpus", path, "-o", tmp_path / "a").exit_code == 0
    assert (tmp_path / "a" / "text.txt").read_text("utf8").startswith("Mwana agona.\n")
    result = run("corpus", path, "-o", tmp_path / "b", "--tier", "x", "--part", "y")
    assert "L067" in result.stderr
    assert "C065" in run("corpus", path, "-o", tmp_path / "b", "--part", "y").stderr
    assert not (tmp_path / "b").exists() or not contents(tmp_path / "b")


def test_texts_of_flex_name_the_tags(trained: Path, run: Run, tmp_path: Path) -> None:
    words = {"the": "art", "cat": "n", "sleeps": "vi", "now": "adv"}
    items = "".join(
        f'<word><item type="txt" lang="x">{word}</item><item type="pos" lang="en">{pos}</item></word>'
        for word, pos in words.items()
    )
    text = tmp_path / "x.flextext"
    text.write_text(f"<document><phrase><words>{items}</words></phrase></document>", "utf8")
    gold, named = tmp_path / "gold.conllu", tmp_path / "named"
    assert run("corpus", text, "-o", gold).exit_code == 0
    result = run("name", trained, "--sentences", gold, "-o", named)
    assert result.exit_code == 0, result.output
    assert [token.tag_ for token in spacy.load(named)("the cat sleeps now")] == ["DET", "NOUN", "VERB", "ADV"]
    bare = tmp_path / "bare.flextext"
    bare.write_text(text.read_text().replace("vi</item>", "</item>").replace("the<", "a<"), "utf8")
    assert run("tag", named, bare, "-o", tmp_path / "tagged.flextext").exit_code == 0
    assert (tmp_path / "tagged.flextext").read_text() == bare.read_text().replace('en"></item>', 'en">VERB</item>')


def test_nothing_to_write(files: Path, run: Run, tmp_path: Path) -> None:
    out, empty = tmp_path / "gold.conllu", tmp_path / "empty.txt"
    refused = run("corpus", files / "b.flextext", "-o", out)
    assert refused.exit_code == 1
    assert "[L082] The files hold no texts that are divided into words" in flat(refused.stderr)
    assert not out.exists()
    empty.write_text("", "utf8")
    refused = run("corpus", empty, "-o", tmp_path / "texts")
    assert refused.exit_code == 1
    assert "[L082] The files hold no text, so nothing was written" in flat(refused.stderr)
    assert not (tmp_path / "texts").exists()
