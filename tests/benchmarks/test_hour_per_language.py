"""An hour per language: a person's speed, resuming, raw text, the table and the picture, on a tiny treebank."""

import gzip
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks import hour_per_language, token_baselines
from benchmarks.annotators import METHODS, Recorded, Simulated, tokens_in, words_in
from benchmarks.hour_page import table
from benchmarks.sentences import train
from benchmarks.token_baselines import accuracy, classifier, first_tokens, most_common_tags, spacy_tagger

NOUNS, VERBS = ("paka", "mbwa", "mtu", "nyumba"), ("anakula", "analala", "anaona", "amekuja")
SENTENCES = [[(noun, "NOUN"), (verb, "VERB"), (".", "PUNCT")] for noun in NOUNS for verb in VERBS]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Corpora of one language, which the treebank cuts otherwise than white space does."""
    (tmp_path / "ud").mkdir()
    rows = [
        "".join(
            f"{n}\t{word}\t_\t{tag}" + "\t_" * 5 + ("\tSpaceAfter=No\n" if n == 2 else "\t_\n")
            for n, (word, tag) in enumerate(sentence, 1)
        )
        for sentence in SENTENCES
    ]
    for part in ("train", "dev", "test"):
        with gzip.open(tmp_path / "ud" / f"wo_wtb-ud-{part}.conllu.gz", "wt", encoding="utf8") as file:
            file.write("\n".join(rows) + "\n")
    monkeypatch.setenv("SPACY_SVD2_CORPORA", str(tmp_path))
    return tmp_path


def test_a_person_is_as_fast_as_the_annotator_of_malagasy() -> None:
    assert [words_in(minutes) for minutes in (0, 15, 30, 60, 240)] == [0, 136, 273, 560, 2480]
    assert [tokens_in(minutes) for minutes in (0, 15, 30, 90)] == [0, 258, 516, 1413]


def test_a_simulated_person_annotates_for_some_minutes() -> None:
    model = train([[word for word, _ in sentence] for sentence in SENTENCES])
    person = Simulated(model, [*SENTENCES, [("qqq", "")]], seed=0)
    work = {method: person.work(method, 60) for method in METHODS}
    assert work["words"].words == {word: [tag] for sentence in SENTENCES for word, tag in sentence}
    assert work["sentences"].words == {}
    assert sorted(map(str, work["sentences"].sentences)) == sorted(map(str, [*SENTENCES, [("qqq", "")]]))
    answered = [(word, tag) for sentence in work["occurrences"].sentences for word, tag in sentence if tag]
    assert answered
    assert set(answered) <= {pair for sentence in SENTENCES for pair in sentence}
    assert len(person.work("words", 0.5).words) == words_in(0.5) < 9


def test_only_what_the_annotator_of_malagasy_did_is_known(tmp_path: Path) -> None:
    (tmp_path / "mlg").mkdir()
    (tmp_path / "mlg" / "words-1.txt").write_text("Ny|DT ny|PCL trano|N\n", "utf8")
    (tmp_path / "mlg" / "sentences-1.txt").write_text("ny|DT trano|N\n", "utf8")
    person = Recorded(tmp_path)
    half = person.work("half and half", 60)
    assert half is not None
    assert (half.words, half.sentences) == ({"ny": ["DT", "PCL"], "trano": ["N"]}, [[("ny", "DT"), ("trano", "N")]])
    assert person.work("words", 15) is None
    assert person.work("occurrences", 60) is None


def test_references_learn_from_annotated_tokens_only() -> None:
    held = [[("Paka", "NOUN"), ("anakula", "VERB"), ("mpya", "ADJ")]]
    assert most_common_tags([*SENTENCES, [("pekee", "ADJ")]], held) == ["NOUN", "VERB", "ADJ"]
    assert first_tokens(SENTENCES, 4)[1] == [("paka", "NOUN"), ("analala", ""), (".", "")]
    assert classifier([[("paka", "NOUN"), ("x", "")]], held) == ["NOUN"] * 3
    assert accuracy(classifier(SENTENCES, SENTENCES), SENTENCES) == 1
    assert spacy_tagger([[("paka", "")]], held) == [""] * 3


def test_spacys_tagger_learns_and_is_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_baselines, "STEPS", 40)
    held = [[(word, "") for word, _ in sentence] for sentence in SENTENCES]
    first, second = (spacy_tagger(SENTENCES[::2], held) for _ in range(2))
    assert first == second
    assert accuracy(first, SENTENCES) > 0.8


def test_a_run_goes_on_where_it_stopped(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, methods = tmp_path / "hour.json", "words,half and half,classifier,all tokens"
    some = {"languages": "wo_wtb,zul", "methods": methods, "minutes": "30", "seeds": 1, "out": out}
    hour_per_language.main(**some, texts="gold")
    assert len(capsys.readouterr().out.splitlines()) == 4
    hour_per_language.main(**some, texts="gold,raw,splits")
    assert len(capsys.readouterr().out.splitlines()) == 8
    cells = json.loads(out.read_text("utf8"))["cells"]
    assert {cell["accuracy"] for cell in cells if cell["text"] == "gold"} == {1.0}
    assert {cell["words"] for cell in cells if cell["method"] == "words"} == {9}
    shown = out.with_suffix(".md").read_text("utf8").splitlines()
    assert shown[2:5] == [
        "| language | minutes | words | words and sentences | classifier | all tokens |",
        "|---|---:|---:|---:|---:|---:|",
        "| Wolof | 30 | **100.0** | **100.0** | **100.0** | 100.0 |",
    ]
    drawing = ElementTree.parse(out.with_suffix(".svg")).getroot()
    assert len(drawing.findall(".//{http://www.w3.org/2000/svg}circle")) > 9
    hour_per_language.main(**some, draw_only=True)
    with pytest.raises(SystemExit, match="no 'xx'"):
        hour_per_language.main(languages="xx")
    with pytest.raises(SystemExit, match="SPACY_SVD2_CORPORA"):
        hour_per_language.main(languages="zul", out=tmp_path / "none.json")


def test_a_gold_token_that_is_not_found_is_wrong() -> None:
    task = hour_per_language.Task([], [], [[("il-", "DET"), ("ktieb", ""), ("fi", "ADP+DET")]], 4)
    assert hour_per_language.right(["DET", "NOUN", "DET"], task) == 0.5


def test_the_best_of_a_row_is_bold_and_draws_have_their_spread() -> None:
    cells = [
        {"language": "zul", "text": "gold", "method": method, "minutes": 15, "seed": seed, "accuracy": value}
        for method, values in {"words": (0.7, 0.72), "classifier": (0.8,)}.items()
        for seed, value in enumerate(values)
    ]
    assert table(cells).splitlines()[4] == "| Zulu | 15 | 71.0 ± 1.4 | **80.0** |"
