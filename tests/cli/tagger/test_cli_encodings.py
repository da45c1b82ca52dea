"""A corpus in composed (NFC), decomposed (NFD) and mixed encoding is one corpus, to every command."""

import json
import random
import re
import unicodedata
from pathlib import Path

import pytest
from cli_helpers import SMALL, Run

PARTS = {
    "DET": ["awọn", "ọ\u0300kan", "những"],
    "NOUN": ["ẹ\u0300kọ́", "ọmọdé", "oúnjẹ", "việt", "người"],
    "VERB": ["ńsùn", "jẹ", "gbọ́", "được"],
    "ADV": ["nísisìyí", "níbí", "sáà"],
}
"""Words in the letters of Yoruba and Vietnamese, some of which have no code of their own."""
FORMS = ("NFC", "NFD", "mixed")


def encoded(text: str, form: str) -> str:
    """A text in an encoding; in a mixture, each line in one by chance, every tenth with a byte order mark before it."""
    if form != "mixed":
        return unicodedata.normalize(form, text)
    chance = random.Random(0)
    lines = [unicodedata.normalize(chance.choice(["NFC", "NFD"]), line) for line in text.split("\n")]
    return "\n".join("\ufeff" * (line != "" and not at % 10) + line for at, line in enumerate(lines))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Raw text, gold tags and labels in each encoding."""
    folder = tmp_path_factory.mktemp("encodings")
    chance = random.Random(1)
    sentences = [
        [(chance.choices(words, [4, *[1] * (len(words) - 1)])[0], tag) for tag, words in PARTS.items()]
        for _ in range(200)
    ]
    lines = [" ".join(word for word, _ in one).capitalize() + ". " + one[1][0].upper() for one in sentences]
    gold = "\n".join("".join(f"{word}\t{tag}\n" for word, tag in one) for one in sentences)
    labels = "word\ttag\n" + "".join(f"{words[0]}\t{tag}\n" for tag, words in PARTS.items()) + ".\tPUNCT\n"
    for form in FORMS:
        (folder / f"raw.{form}.txt").write_text(encoded("\n".join(lines), form), "utf8")
        (folder / f"gold.{form}.tsv").write_text(encoded(gold, form), "utf8")
        (folder / f"words.{form}.tsv").write_text(encoded(labels, form), "utf8")
    return folder


@pytest.fixture(scope="module")
def pipelines(run: Run, folder: Path) -> dict[str, Path]:
    """A pipeline trained and named in each encoding."""
    for form in FORMS:
        result = run("train", folder / f"raw.{form}.txt", folder / form, *SMALL)
        assert result.exit_code == 0, result.output
        result = run("name", folder / form, folder / f"words.{form}.tsv", "-o", folder / f"{form}.named")
        assert result.exit_code == 0, result.output
        assert "Spread 5 labelled words" in result.output
        assert "L201" not in result.output
    return {form: folder / f"{form}.named" for form in FORMS}


def test_pipelines_are_the_same(pipelines: dict[str, Path]) -> None:
    models = {(path / "svd2_tagger" / "model.npz").read_bytes() for path in pipelines.values()}
    assert len(models) == 1


def test_scores_are_the_same(run: Run, folder: Path, pipelines: dict[str, Path]) -> None:
    scores = [run("evaluate", pipelines["NFC"], folder / f"gold.{form}.tsv", "--json") for form in FORMS]
    assert len({one.stdout for one in scores}) == 1
    assert json.loads(scores[0].stdout)["tag_acc"] > 0.9


@pytest.mark.parametrize("form", FORMS)
def test_suggestions_and_lines_are_the_same(run: Run, folder: Path, pipelines: dict[str, Path], form: str) -> None:
    tables = []
    for corpus in ("NFC", form):
        out = folder / f"suggested.{corpus}.tsv"
        result = run("suggest", pipelines[form], "-o", out, "--corpus", folder / f"raw.{corpus}.txt", "--force")
        assert result.exit_code == 0, result.output
        tables.append(out.read_text("utf8"))
    assert tables[0] == tables[1]
    words = [line.split("\t")[0] for line in tables[0].splitlines()[1:]]
    assert len(words) == len({unicodedata.normalize("NFC", word) for word in words}) == 16


@pytest.mark.parametrize("form", FORMS)
def test_no_word_is_asked_twice_on_the_page(run: Run, folder: Path, pipelines: dict[str, Path], form: str) -> None:
    page = folder / f"label.{form}.html"
    result = run("label", pipelines["NFC"], "-o", page, "--labels", folder / f"words.{form}.tsv")
    assert result.exit_code == 0, result.output
    assert "with 16 words" in result.output
    found = re.search(r'id="data">(.*?)</script>', page.read_text("utf8"), re.DOTALL)
    assert found is not None
    data = json.loads(found[1])
    assert len(data["words"]) == 16
    assert set(data["labels"]) < {one["word"] for one in data["words"]}


@pytest.mark.parametrize("word", ["ẹ\u0300kọ́", "E\u0323\u0300KỌ\u0301", "\ufeffẹ\u0300kọ́"])
def test_neighbours(run: Run, pipelines: dict[str, Path], word: str) -> None:
    found = [run("neighbours", pipelines["mixed"], one, "--json") for one in ("ẹ\u0300kọ́", word)]
    assert found[0].exit_code == 0, found[0].output
    assert json.loads(found[0].stdout)["neighbours"] == json.loads(found[1].stdout)["neighbours"]


def test_words_as_written(run: Run, folder: Path, tmp_path: Path) -> None:
    """Counts say whether words are normalized, and training goes by that."""
    for options in (["--as-written"], []):
        out = tmp_path / f"counts{len(options)}"
        result = run("count", folder / "raw.mixed.txt", "-o", out, *options)
        assert result.exit_code == 0, result.output
        result = run("train", "--counts", out, tmp_path / f"model{len(options)}", *SMALL, "--json")
        n_types = json.loads(result.stdout)["corpus"]["n_types"]
        assert n_types > 16 if options else n_types == 16
    result = run("train", "--counts", tmp_path / "counts1", tmp_path / "other", *SMALL, "-s", "normalize=true")
    assert result.exit_code == 1
    assert "N007" in result.output
    result = run("merge", tmp_path / "counts0", tmp_path / "counts1", "-o", tmp_path / "sum")
    assert result.exit_code == 1
    assert "N008" in result.output
