"""`svd2 card` and `kpca card`: a model card from what a pipeline says of itself."""

import json
import re
import shutil
from pathlib import Path

import pytest
import spacy
from cli_helpers import Run, flat
from spacy.cli.package import package

from spacy_svd2.cli.common.card import MARK, model_card
from spacy_svd2.errors import UserError
from spacy_svd2.shared.description import N_ROWS, DescriptionTable, gold_of

WORDS = "word\ttag\nthe\tDET\ncat\tNOUN\nsleeps\tVERB\nnow\tADV\n"


@pytest.fixture(scope="module")
def named(trained: Path, run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pipeline whose tags have names, with scores saved."""
    folder = tmp_path_factory.mktemp("named")
    (folder / "words.tsv").write_text(WORDS, "utf8")
    assert run("name", trained, folder / "words.tsv", "-o", folder / "my_tagger").exit_code == 0
    assert run("evaluate", folder / "my_tagger", trained.parent / "gold.tsv", "--save").exit_code == 0
    return folder / "my_tagger"


def section(text: str, title: str) -> str:
    """What stands below a heading, to the next one."""
    return re.split(r"^#+ ", text.split(f" {title}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0].strip()


def test_clusters(trained: Path, run: Run) -> None:
    text = run("card", trained).stdout
    assert text.startswith(f"{MARK}\n# pipeline\n")
    assert "one of 4 clusters of words" in text
    assert "| Tokens | 1,200 |" in section(text, "Training corpus")
    assert "| n_tags | 4 |" in section(text, "Settings")
    assert re.search(r"^\| C0 \| 25\.0% \| (\w+ ?)+\|$", section(text, "Tags"), re.MULTILINE)
    assert section(text, "Scores").startswith("Not measured")
    assert "clusters without names, not parts of speech" in section(text, "Limits")
    assert "The training corpus is small (1,200 tokens)" in section(text, "Limits")


def test_tags_with_names_their_meanings_and_saved_scores(named: Path, run: Run) -> None:
    text = run("card", named).stdout
    assert "4 words were labelled; their tags" in text
    assert "| Labelled words | 4 |" in section(text, "Training corpus")
    assert "| NOUN | noun | 25.0% |" in section(text, "Tags")
    scores = section(text, "Scores")
    assert scores.startswith("On gold.tsv (1,200 tokens).")
    assert "| Tag accuracy, names as they are | 100.0% | more |" in scores
    assert "| Variation of information | 0.00 bits | less |" in scores
    assert "Only 4 words have tags that a person gave" in section(text, "Limits")
    expected = spacy.load(named).meta["performance"]["tag_acc_expected"]
    assert f"about {expected:.1%} of the tokens have the right tag" in section(text, "Limits")


def test_what_the_card_says_to_run_runs(named: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(named.parent)
    code = section(run("card", "my_tagger").stdout, "Use").removeprefix("```python\n").removesuffix("\n```")
    assert 'spacy.load("my_tagger")' in code
    exec(compile(code, "card", "exec"), {})


def test_senses(senses: Path, samples: Path, kpca: Run, tmp_path: Path) -> None:
    pipeline = shutil.copytree(senses, tmp_path / "my_senses")
    assert kpca("evaluate", pipeline, samples / "test.tsv", "--save").exit_code == 0
    text = kpca("card", pipeline).stdout
    assert "senses of 2 words" in text
    assert "| bank.n | 48 | 2 |" in section(text, "Words")
    assert "| bank.n | shore | 24 |" in section(text, "Senses")
    assert re.match(r"On test\.tsv \(32 instances\)\.", section(text, "Scores"))
    assert "| Accuracy | 100.0% | more |" in section(text, "Scores")
    assert "Other words than these get no sense" in section(text, "Limits")
    assert 'doc.spans["senses"]' in section(text, "Use")


def test_both_components_and_what_the_meta_data_says(named: Path, senses: Path) -> None:
    nlp = spacy.load(named)
    nlp.add_pipe("kpca_wsd", source=spacy.load(senses))
    nlp.meta.update(
        name="both",
        version="1.2.3",
        description="Tags & senses",
        license="CC BY 4.0",
        sources=[{"name": "A treebank", "license": "CC0"}, "texts"],
        performance={"svd2_v_measure": 0.5, "wsd_f": 0.25, "tag_acc": "good", "gold": 3},
    )
    text = model_card(nlp, name="both")
    assert r"Tags \& senses" in text
    assert "| Version | 1.2.3 |" in text
    assert "| Components | svd2_tagger, kpca_wsd |" in text
    assert "| License | CC BY 4.0 |" in text
    assert "| Sources | A treebank, CC0; texts |" in text
    assert "| V-measure | 50.0% | more |" in text  # as `spacy train` saves it
    assert "| F1 | 25.0% | more |" in text
    assert "On what data is not recorded." in text
    assert len(re.findall(r"^print\(", text, re.MULTILINE)) == 2


def test_name_and_version(named: Path, run: Run, tmp_path: Path) -> None:
    pipeline = shutil.copytree(named, tmp_path / "my_tagger")
    text = run("card", pipeline).stdout
    assert "| Name | my\\_tagger |" in text or "| Name | my_tagger |" in text
    assert "| Version |" not in text
    text = run("card", pipeline, "--name", "Welsh tagger", "--version", "1.0.1").stdout
    assert "# Welsh tagger" in text
    assert "| Name | Welsh tagger |" in text
    assert "| Version | 1.0.1 |" in text
    assert 'spacy.load("my_tagger")' in text
    nlp = spacy.load(pipeline)
    nlp.meta.update(name="chosen", version="0.0.0")
    text = model_card(nlp, name="x")
    assert "# chosen" in text
    assert "| Version | 0.0.0 |" in text


def test_a_pipeline_without_our_components() -> None:
    nlp = spacy.blank("grc")
    nlp.add_pipe("sentencizer")
    text = model_card(nlp, name="x")
    assert "| Language | Ancient Greek (grc) |" in text
    assert "| Components | sentencizer |" in text


@pytest.mark.parametrize(("factory", "code"), [("svd2_tagger", "P001"), ("kpca_wsd", "K013")])
def test_an_untrained_component(factory: str, code: str) -> None:
    nlp = spacy.blank("xx")
    nlp.add_pipe(factory)
    with pytest.raises(UserError, match=code):
        model_card(nlp, name="x")


def test_words_that_look_like_markdown_stay_words(train_words: list[str], run: Run, tmp_path: Path) -> None:
    (tmp_path / "corpus.txt").write_text("\n".join(train_words), "utf8")
    arguments = ["train", tmp_path / "corpus.txt", tmp_path / "out", "--tokenized", "-k", "3", "--min-count", "1"]
    assert run(*arguments).exit_code == 0
    rows = [line for line in section(run("card", tmp_path / "out").stdout, "Tags").splitlines() if "%" in line]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 4 for row in rows)
    assert any(r"\|" in row for row in rows)
    assert any(r"\<b>" in row for row in rows)


@pytest.fixture
def train_words() -> list[str]:
    return ["the | sleeps", "a | barks", "the <b> sleeps", "a <b> barks", "the *cat* sleeps", "a `dog` barks"] * 10


def test_the_card_is_written_and_replaces_a_card_only(named: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "card.md"
    for _ in range(2):
        assert run("card", named, "-o", out).exit_code == 0
        assert out.read_text("utf8") == run("card", named).stdout
    out.write_text("# My readme\n", "utf8")
    result = run("card", named, "-o", out)
    assert (result.exit_code, "[L034]" in result.stderr) == (1, True)
    assert out.read_text("utf8") == "# My readme\n"


def test_the_card_never_replaces_a_part_of_the_pipeline(named: Path, run: Run) -> None:
    before = (named / "meta.json").read_bytes()
    result = run("card", named, "-o", named / "meta.json")
    assert (result.exit_code, "[L033]" in result.stderr) == (1, True)
    assert (named / "meta.json").read_bytes() == before


def test_packages_take_the_card_as_their_readme(named: Path, run: Run, tmp_path: Path) -> None:
    pipeline = Path(shutil.copytree(named, tmp_path / "my_tagger"))
    assert run("card", pipeline, "-o", pipeline / "README.md").exit_code == 0
    spacy.load(pipeline)
    package(pipeline, tmp_path, name="my_tagger", version="1.0.0", create_sdist=False)
    assert (tmp_path / "xx_my_tagger-1.0.0" / "README.md").read_text("utf8").startswith(MARK)


@pytest.mark.parametrize("name", ["nowhere", "no_such_package"])
def test_no_pipeline(run: Run, kpca: Run, name: str) -> None:
    for command in (run, kpca):
        result = command("card", name)
        assert (result.exit_code, "[L001]" in result.stderr) == (1, True)


def test_help_teaches(run: Run, kpca: Run) -> None:
    for command in (run, kpca):
        text = flat(command("card", "--help").stdout)
        assert "evaluate --save" in text
        assert "python -m spacy svd2 card my_tagger" in text
        assert "README.md" in text


def test_long_tables_are_cut_and_counted() -> None:
    table = DescriptionTable.cut("Tags", ("Tag",), [(str(number),) for number in range(N_ROWS + 7)])
    assert (len(table.rows), table.n_more) == (N_ROWS, 7)


def test_gold_that_somebody_else_wrote_is_not_believed() -> None:
    for odd in (3, {"tags": 3}, {"tags": {"files": "x"}}, {}):
        assert gold_of(json.loads(json.dumps({"gold": odd})), "tags", "n_tokens") == ""
    assert gold_of({"gold": {"tags": {"files": ["a", "b"]}}}, "tags", "n_tokens") == "a, b"
