"""Labelled contexts in composed (NFC), decomposed (NFD) and mixed encoding are one corpus, to every command."""

import json
import unicodedata
from itertools import cycle
from pathlib import Path

import pytest
import spacy
from cli_helpers import Run

SENSES = {
    ("ọ̀rọ̀", "ìmọ̀ èdè"): (["sọ", "gbọ́", "kọ"], ["àdúrà", "èdè", "ohùn"]),
    ("ọ̀rọ̀", "ọrọ̀ ajé"): (["owó", "ilé", "oko"], ["pọ̀", "tà", "rà"]),
    ("việt", "người"): (["nói", "dạy", "được"], ["tiếng", "thầy", "chữ"]),
    ("việt", "nước"): (["đất", "biển", "núi"], ["bắc", "nam", "đẹp"]),
}
FORMS = ("NFC", "NFD", "mixed")


def table(numbers: range, form: str, *, keyed: bool) -> str:
    """Contexts with their senses; in a mixture every other line is decomposed. Some targets begin with a capital."""
    lines = []
    for number in numbers:
        for (word, sense), (before, after) in SENSES.items():
            target = word.capitalize() if number % 3 == 0 else word
            cells = [sense, f"a {before[number % 3]}", target, f"ní {after[number // 3 % 3]} .", *([word] * keyed)]
            lines.append("\t".join(cells) + "\n")
    forms = cycle(["NFC", "NFD"] if form == "mixed" else [form])
    return "".join(unicodedata.normalize(one, line) for one, line in zip(forms, lines, strict=False))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("encodings")
    for form in FORMS:
        (folder / f"train.{form}.tsv").write_text(table(range(18), form, keyed=False), "utf8")
        (folder / f"test.{form}.tsv").write_text(table(range(18, 27), form, keyed=True), "utf8")
    return folder


@pytest.fixture(scope="module")
def pipelines(kpca: Run, folder: Path) -> dict[str, Path]:
    for form in FORMS:
        result = kpca("train", folder / f"train.{form}.tsv", folder / form, "--fast")
        assert result.exit_code == 0, result.output
    return {form: folder / form for form in FORMS}


def test_pipelines_are_the_same(pipelines: dict[str, Path]) -> None:
    assert len({(path / "kpca_wsd" / "model.npz").read_bytes() for path in pipelines.values()}) == 1


def test_scores_are_the_same(kpca: Run, folder: Path, pipelines: dict[str, Path]) -> None:
    scores = {kpca("evaluate", pipelines["NFD"], folder / f"test.{form}.tsv", "--json").stdout for form in FORMS}
    assert len(scores) == 1
    found = json.loads(scores.pop())
    assert found["accuracy"] == 1.0
    assert set(found["per_word"]) == {unicodedata.normalize("NFC", word) for word in ("ọ̀rọ̀", "việt")}


def test_spacy_scores_the_same(kpca: Run, folder: Path, pipelines: dict[str, Path]) -> None:
    nlp = spacy.load(pipelines["NFC"])
    found = []
    for form in FORMS:
        reader = spacy.registry.readers.get("spacy_svd2.SenseCorpus.v1")(str(folder / f"test.{form}.tsv"))
        scores = nlp.evaluate(list(reader(nlp)))
        found.append({name: value for name, value in scores.items() if name.startswith("wsd_")})
    assert found[0] == found[1] == found[2]
    assert found[0]["wsd_acc"] == 1.0


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_senses_in_running_text(pipelines: dict[str, Path], form: str) -> None:
    nlp = spacy.load(pipelines["mixed"])
    text = unicodedata.normalize(form, "A owó Ọ̀rọ̀ ní tà. A đất \ufeffviệt ní nam. A VI\u00adỆT.")
    doc = nlp(text)
    assert doc.text == text
    assert [(one["key"], one["sense"]) for one in doc._.senses][:2] == [
        (unicodedata.normalize("NFC", key), unicodedata.normalize("NFC", sense))
        for key, sense in (("ọ̀rọ̀", "ọrọ̀ ajé"), ("việt", "nước"))
    ]
    assert len(doc._.senses) == 3


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_explanations(kpca: Run, folder: Path, pipelines: dict[str, Path], form: str) -> None:
    word, text = (unicodedata.normalize(form, one) for one in ("Ọ̀RỌ̀", "a sọ ọ̀rọ̀ ní èdè"))
    options = ["--word", word, "--corpus", folder / "train.mixed.tsv", "--json"]
    result = kpca("explain", pipelines["NFC"], text, *options)
    assert result.exit_code == 0, result.output
    (target,) = json.loads(result.stdout)
    assert target["sense"] == unicodedata.normalize("NFC", "ìmọ̀ èdè")
    assert target["neighbours"][0]["text"]
