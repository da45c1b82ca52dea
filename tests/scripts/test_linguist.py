import json
from pathlib import Path

import pytest

from scripts.datasets.linguist import curve, divide, label
from spacy_svd2.errors import UserError
from spacy_svd2.tagger.labelling.labels import read_labels


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.tsv"
    sentences = ["The\tD\ncat\tN\nsleeps\tV\n"] * 11 + ["cat\tV\n", "cat\tV\n"]
    path.write_text("\n".join(sentences), encoding="utf8")
    return path


def test_every_tenth_sentence_is_held_out(gold: Path, tmp_path: Path) -> None:
    train, test = tmp_path / "train.tsv", tmp_path / "test.tsv"
    assert divide(gold, train, test) == (12, 1)
    assert test.read_text("utf8") == "The\tD\ncat\tN\nsleeps\tV\n\n"
    assert train.read_text("utf8").count("sleeps") == 10


def test_words_get_their_most_common_tag(gold: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.tsv"
    words.write_text("word\ttag\tfrequency\nsleeps\t\t11\nunicorn\t\t9\ncat\t\t13\nthe\t\t11\n", encoding="utf8")
    out = tmp_path / "out.tsv"
    assert label(words, gold, out, n=2) == 2
    assert out.read_text("utf8") == "word\ttag\nsleeps\tV\ncat\tN\n"


def test_what_tags_are_in_upos_is_written_too(gold: Path, tmp_path: Path) -> None:
    (tmp_path / "words.tsv").write_text("word\ttag\nsleeps\t\ncat\t\n", "utf8")
    (tmp_path / "tags.tsv").write_text("N\ta noun\tNOUN\nV\ta verb\n", "utf8")
    out = tmp_path / "out.tsv"
    assert label(tmp_path / "words.tsv", gold, out, n=2, tagset=tmp_path / "tags.tsv") == 2
    assert out.read_text("utf8") == "word\ttag\tpos\nsleeps\tV\t\ncat\tN\tNOUN\n"
    assert read_labels(out).pos_of == {"N": "NOUN"}


def test_words_without_a_header(gold: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.tsv"
    words.write_text("sleeps\t\n", encoding="utf8")
    with pytest.raises(UserError, match=r"D012.*words\.tsv"):
        label(words, gold, tmp_path / "out.tsv", n=2)


def test_a_curve_of_scores(tmp_path: Path) -> None:
    for n, accuracy in ((50, 0.5), (200, 0.75)):
        (tmp_path / f"hour-{n}.json").write_text(json.dumps({"tag_acc": accuracy}), encoding="utf8")
    paths = [tmp_path / "hour-50.json", tmp_path / "hour-200.json"]
    assert curve(paths, tmp_path / "curve.json", name="x") == [(50, 0.5), (200, 0.75)]
    series = json.loads((tmp_path / "curve.json").read_text("utf8"))["series"]
    assert series == [{"name": "x", "points": [[50, 0.5], [200, 0.75]]}]
    (tmp_path / "hour-9.json").write_text("{}", encoding="utf8")
    with pytest.raises(UserError, match=r"D009.*hour-9\.json"):
        curve([tmp_path / "hour-9.json"], tmp_path / "curve.json", name="x")
