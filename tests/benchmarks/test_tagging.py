import json
import sys
from pathlib import Path

import pytest

from benchmarks import tagging


@pytest.fixture
def run(monkeypatch, capsys):
    def run(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", ["tagging.py", *arguments])
        tagging.main()
        return capsys.readouterr().out

    return run


def test_it_runs_on_a_little_made_up_text(run, tmp_path, monkeypatch):
    monkeypatch.setattr(tagging, "N_ANNOTATED", 5)  # the fewest that are learned from
    little = ("--sentences", "60", "--training", "200", "--repeats", "2", "--batch-size", "16")
    output = run("--synthetic", *little, "--output", str(tmp_path / "figures.json"))
    assert "made up" in output
    rows = [line.split() for line in output.splitlines() if line.startswith(("clusters", "named", "sentences"))]
    sizes = [("sentences", "60"), ("paragraphs", "10")]
    kinds = ("clusters", "named", "sentences")
    assert [tuple(row[:3]) for row in rows] == [(tags, *size) for size in sizes for tags in kinds]
    assert all(row[-1].endswith("%") for row in rows)
    figures = json.loads((tmp_path / "figures.json").read_text("utf8"))
    assert [f"{one['ratio']:.1%}" for one in figures] == [row[-1] for row in rows]


def test_what_sentences_teach_is_part_of_what_is_timed():
    text = list(tagging.synthetic(100))
    nlp = tagging.trained_pipeline(iter(text))
    naming = tagging.named_tagger(nlp, text[:40]).get_model().naming
    assert naming is not None
    assert naming.tokens is not None
    assert len(naming.tokens.keys) > 100


def test_ratio_is_that_of_the_medians(monkeypatch):
    times = iter([(9.0, 9.0), (1.0, 0.1), (2.0, 0.3), (4.0, 0.2)])  # the first round does not count
    monkeypatch.setattr(tagging, "time_once", lambda *args: (lambda a, b: (a, {"named": b}))(*next(times)))
    nlp = tagging.trained_pipeline(tagging.synthetic(100))
    taggers = {"named": tagging.named_tagger(nlp)}
    (row,) = tagging.measure(nlp, taggers, {"some": ["never seen", "before"]}, repeats=3, batch_size=8)
    assert (row.tokenizer, row.tagger, row.ratio) == (2.0, 0.2, 0.1)
    assert (row.n_docs, row.n_tokens, row.share_unknown) == (2, 3, 1.0)


@pytest.mark.corpora
def test_it_takes_the_corpus_where_there_is_one(corpora: Path):
    sentences = tagging.brown(str(corpora))
    assert sentences is not None
    assert len(next(sentences).split()) > 3
    assert tagging.brown("") is None
