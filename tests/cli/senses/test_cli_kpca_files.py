"""The commands that write files: report and convert."""

from pathlib import Path

import spacy
from cli_helpers import Run, flat
from spacy.tokens import DocBin


def test_report(senses: Path, samples: Path, kpca: Run, tmp_path: Path) -> None:
    gold = tmp_path / "gold.tsv"
    gold.write_text("money\tmuddy <script>alert(1)</script>\tbank\tof a river\tbank.n\n")
    result = kpca("report", senses, gold, "-o", tmp_path / "new" / "report.html")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "new" / "report.html").read_text("utf8")
    assert '<h3><bdi lang="en">bank.n</bdi></h3>' in page
    assert "0 of 1 correct" in page
    assert page.count("<script") == 1
    assert "&lt;" in page.split("<h4>Errors")[1]
    assert "alert(1)" in page.split("<h4>Errors")[1]
    assert kpca("report", senses, "-o", tmp_path / "plain.html").exit_code == 0
    assert "Answers by correct sense" not in (tmp_path / "plain.html").read_text("utf8")


def test_the_title_of_a_report_names_the_pipeline(senses: Path, kpca: Run, tmp_path: Path) -> None:
    for meta, title in [({}, "my_senses (en)"), ({"name": "homographs"}, "homographs (en)")]:
        nlp = spacy.load(senses)
        nlp.meta.update(meta)
        nlp.to_disk(tmp_path / "my_senses")
        assert kpca("report", tmp_path / "my_senses", "-o", tmp_path / "report.html").exit_code == 0
        assert f"<title>Word senses: {title}</title>" in (tmp_path / "report.html").read_text("utf8")


def test_convert_keeps_every_target(samples: Path, kpca: Run, tmp_path: Path) -> None:
    path = tmp_path / "two.tsv"
    path.write_text("money|shore\tthe\tbank\tof\tbank.n\nshore\ta\tbank\there\tbank.n\n")
    result = kpca("convert", path, tmp_path / "two.spacy", "--lang", "en")
    assert result.exit_code == 0, result.output
    assert "2 documents with 2 targets" in flat(result.stdout)
    docs = list(DocBin().from_disk(tmp_path / "two.spacy").get_docs(spacy.blank("en").vocab))
    found = [[(span.text, span.label_, span.id_) for span in doc.spans["senses"]] for doc in docs]
    assert found == [[("bank", "money", "bank.n"), ("bank", "shore", "bank.n")], [("bank", "shore", "bank.n")]]


def test_converted_corpus_trains_the_same_model(samples: Path, senses: Path, kpca: Run, tmp_path: Path) -> None:
    assert kpca("convert", samples / "train.tsv", tmp_path / "train.spacy", "--lang", "en").exit_code == 0
    assert kpca("train", tmp_path / "train.spacy", tmp_path / "p", "--lang", "en").exit_code == 0
    models = [(folder / "kpca_wsd" / "model.npz").read_bytes() for folder in (tmp_path / "p", senses)]
    assert models[0] == models[1]
