import gzip
import json
from pathlib import Path

import numpy as np
import pytest
import spacy
from cli_helpers import Run, contents, flat

from spacy_svd2.senses.corpora.unlabelled_texts import UnlabelledTexts


def test_pipeline_gives_senses(senses: Path) -> None:
    nlp = spacy.load(senses)
    doc = nlp("The muddy bank near the river has a tall plant with leaves.")
    assert [(span.text, span.label_) for span in doc.spans["senses"]] == [("bank", "shore"), ("plant", "living")]
    assert (nlp.lang, nlp.pipe_names) == ("en", ["kpca_wsd"])


def test_summary(samples: Path, kpca: Run, tmp_path: Path) -> None:
    result = kpca("train", samples / "train.tsv", tmp_path / "p", "-o", tmp_path / "summary.json")
    assert result.exit_code == 0, result.output
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert (summary["n_words"], summary["n_senses"], summary["n_examples"]) == (2, 4, 96)
    assert summary["cross_validated"] == 1.0
    assert [word["word"] for word in summary["words"]] == ["bank.n", "plant.n"]
    assert summary["words"][0]["senses"] == {"money": 24.0, "shore": 24.0}
    assert summary["words"][0]["most_frequent"] == 0.5
    assert [stage["name"] for stage in summary["stages"]] == ["set up", "read", "train", "save"]
    text = flat(result.stdout)
    assert "bank.n 48 2 50.0% 100.0% gain_ratio + idf, 0.017, ridge" in text
    assert "all 96 4 100.0%" in text


def test_fast_does_without_cross_validation(samples: Path, kpca: Run, tmp_path: Path) -> None:
    result = kpca("train", samples / "train.tsv", tmp_path / "p", "--fast", "--json")
    summary = json.loads(result.stdout)
    assert summary["cross_validated"] is None
    assert {word["accuracy"] for word in summary["words"]} == {None}
    config = spacy.util.load_config(tmp_path / "p" / "config.cfg")
    assert config["initialize"]["components"]["kpca_wsd"]["settings"] == {"candidates": "fast"}


def test_raw_text_is_asked_for_when_examples_are_few(samples: Path, kpca: Run, tmp_path: Path) -> None:
    lines = (samples / "train.tsv").read_text("utf8").splitlines(keepends=True)
    (tmp_path / "few.tsv").write_text("".join(lines[:24]), "utf8")
    (tmp_path / "raw.txt").write_text("the river has a muddy shore\n" * 20)
    few = [tmp_path / "few.tsv", tmp_path / "p", "--fast", "--force"]
    hint = "examples per sense, raw text of the same kind helps most: give it with -u"
    assert flat(kpca("train", *few).stdout).count(hint) == 1
    assert hint not in flat(kpca("train", *few, "-u", tmp_path / "raw.txt").stdout)
    assert hint not in flat(kpca("train", samples / "train.tsv", tmp_path / "q", "--fast").stdout)


def test_same_input_same_bytes(samples: Path, kpca: Run, tmp_path: Path, senses: Path) -> None:
    assert kpca("train", samples / "train.tsv", tmp_path / "p", "--lang", "en").exit_code == 0
    assert contents(tmp_path / "p") == contents(senses)


def test_unlabelled_text_changes_the_descriptors(samples: Path, kpca: Run, tmp_path: Path) -> None:
    (tmp_path / "raw.txt").write_text("the river has a muddy shore\n" * 20)
    sample = '<lexelt item="bank.n"><instance id="a"><answer instance="a" senseid="x"/><context>a <head>bank</head> b'
    (tmp_path / "more.xml").write_text(f"{sample}</context></instance></lexelt>")
    extra = ["--unlabelled", tmp_path / "raw.txt", "-u", tmp_path / "more.xml"]
    assert kpca("train", samples / "train.tsv", tmp_path / "a", "--fast").exit_code == 0
    result = kpca("train", samples / "train.tsv", tmp_path / "b", "--fast", *extra)
    assert result.exit_code == 0, result.output
    models = [(tmp_path / name / "kpca_wsd" / "model.npz").read_bytes() for name in "ab"]
    assert models[0] != models[1]
    assert "x" not in spacy.load(tmp_path / "b").get_pipe("kpca_wsd").labels


def test_texts_are_the_words_of_files_and_of_contexts(tmp_path: Path) -> None:
    (tmp_path / "raw.txt").write_text("one two\nthree\n")
    sample = '<instance id="a.1"><context>a <head>bank</head> b</context></instance>'
    (tmp_path / "more.xml").write_text(sample)
    texts = UnlabelledTexts.open([tmp_path / "more.xml", tmp_path / "raw.txt"])
    found = [list(words) for words in texts.sentences(spacy.blank("xx"))]
    assert found == [["one", "two"], ["three"], ["a", "bank", "b"]]
    assert len(list(texts(spacy.blank("xx")))) == 3


def test_failed_training_leaves_what_was_there(samples: Path, kpca: Run, senses: Path, tmp_path: Path) -> None:
    before = contents(senses)
    (tmp_path / "bad.tsv").write_text("only\ttwo\n")
    result = kpca("train", tmp_path / "bad.tsv", senses)
    assert result.exit_code == 1
    assert "C106" in result.stderr
    assert contents(senses) == before


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--lang", "nope"], "L012"),
        (["--set", "nothing=1"], "K017"),
        (["--set", "latent_width=0"], "K001"),
        (["--set", "domain=svd2_tagger"], "K018"),
        (["--format", "spacy"], "C018"),
        (["--unlabelled", "missing.xml"], "L010"),
        (["--unlabelled", "missing.txt"], "C001"),
    ],
)
def test_bad_options(samples: Path, kpca: Run, tmp_path: Path, arguments: list[str], code: str) -> None:
    result = kpca("train", samples / "train.tsv", tmp_path / "p", *arguments)
    assert result.exit_code == 1
    assert f"[{code}]" in result.stderr
    assert not (tmp_path / "p").exists()


def test_foreign_folder_is_not_replaced(samples: Path, trained: Path, kpca: Run, tmp_path: Path) -> None:
    before = contents(trained)
    result = kpca("train", samples / "train.tsv", trained)
    assert result.exit_code == 1
    assert "is a pipeline without kpca_wsd" in flat(result.stderr)
    assert contents(trained) == before
    spacy.load(trained).to_disk(tmp_path / "copy")
    assert kpca("train", samples / "train.tsv", tmp_path / "copy", "--fast", "--force").exit_code == 0
    assert spacy.load(tmp_path / "copy").pipe_names == ["kpca_wsd"]


def test_corpus_without_a_sense(kpca: Run, tmp_path: Path) -> None:
    (tmp_path / "none.tsv").write_text("\tthe\tbank\tof\n")
    result = kpca("train", tmp_path / "none.tsv", tmp_path / "p")
    assert result.exit_code == 1
    assert "K008" in result.stderr
    assert "none.tsv' (1 without a sense) to learn" in flat(result.stderr)
    assert "Fill in the senses (in a table, the column 'sense')" in flat(result.stderr)


@pytest.mark.parametrize("content", [b"", b" \n\n", b"\xef\xbb\xbf\n"])
@pytest.mark.parametrize("name", ["none.tsv", "none.jsonl", "none.tsv.gz"])
def test_empty_corpus(kpca: Run, tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    result = kpca("train", tmp_path / name, tmp_path / "p")
    assert result.exit_code == 1
    assert "[K008]" in result.stderr
    assert f"{name}' (the file is empty) to learn" in flat(result.stderr)


@pytest.mark.parametrize("value", ['[{"key": "\\ud800"}]', "\udc80"])
def test_setting_that_is_not_text(samples: Path, kpca: Run, tmp_path: Path, value: str) -> None:
    result = kpca("train", samples / "train.tsv", tmp_path / "p", "--set", f"targets={value}")
    assert result.exit_code == 1
    assert "[L106] --set targets holds a lone surrogate" in flat(result.stderr)


def test_a_pipeline_does_not_replace_what_it_learns_from(samples: Path, kpca: Run, tmp_path: Path) -> None:
    path = tmp_path / "folder" / "train.tsv"
    path.parent.mkdir()
    path.write_bytes((samples / "train.tsv").read_bytes())
    for options in (["--force"], ["--force", "-o", path.parent / "summary.json"]):
        result = kpca("train", path, path.parent, *options)
        assert (result.exit_code, path.exists()) == (1, True)
        assert "L030" in result.stderr
    result = kpca("train", path, tmp_path / "out", "-o", tmp_path / "out" / "summary.json")
    assert "L030" in result.stderr


def test_word_vectors_of_another_pipeline(samples: Path, kpca: Run, tmp_path: Path) -> None:
    other = spacy.blank("en")
    for number, word in enumerate(("river", "money", "the")):
        other.vocab.set_vector(word, np.eye(3, dtype="f")[number])
    other.to_disk(tmp_path / "other")
    fast = ["--fast", "--lang", "en", "--vectors"]
    result = kpca("train", samples / "train.tsv", tmp_path / "p", *fast, tmp_path / "other")
    assert result.exit_code == 0, result.output
    nlp = spacy.load(tmp_path / "p")
    assert nlp.vocab.get_vector("money").tolist() == [0, 1, 0]
    assert nlp.get_pipe("kpca_wsd").get_model().vectors.width == 3
    assert nlp("The bank of the river")._.senses[0]["sense"] == "shore"
    spacy.blank("en").to_disk(tmp_path / "none")
    result = kpca("train", samples / "train.tsv", tmp_path / "q", *fast, tmp_path / "none")
    assert result.exit_code == 1
    assert "L220" in flat(result.output)
