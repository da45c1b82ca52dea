"""`svd2 new`: a project for a language, from the files in the package."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import spacy
import srsly
from cli_helpers import PARTS, Run, contents, flat, sentences
from weasel.schemas import ProjectConfigSchema, validate

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "spacy_svd2"
TEMPLATE = PACKAGE / "cli" / "tagger" / "new_project"


def run_all(folder: Path) -> str:
    command = [sys.executable, "-m", "spacy", "project", "run", "all"]
    environment = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return flat(done.stdout)


def test_from_texts_to_named_tags(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "My Language"
    assert run("new", folder, "--lang", "en", "-k", "4").exit_code == 0
    (folder / "texts" / "some book").mkdir()
    text = "".join(" ".join(word for word, _ in sentence) + "\n" for sentence in sentences())
    (folder / "texts" / "some book" / "part 1.txt").write_text(text)

    first = run_all(folder)
    assert "There is no words.tsv yet" in first
    assert {tag.tag_[0] for tag in spacy.load(folder / "training" / "tagger")("the cat sleeps")} == {"C"}
    assert "my_language" in (folder / "label.html").read_text("utf8")
    assert (folder / "report.html").is_file()
    assert (folder / "splits.html").is_file()

    (folder / "words.tsv").write_text("word\ttag\n" + "".join(f"{words[0]}\t{tag}\n" for tag, words in PARTS.items()))
    second = run_all(folder)
    assert "Spread 4 labelled words" in second
    assert second.count("Skipping") == 3  # training and both pages: none depends on the labels
    nlp = spacy.load(folder / "training" / "tagger")
    assert nlp.lang == "en"
    assert [token.tag_ for token in nlp("this horse eats often")] == list(PARTS)

    (folder / "splits.tsv").write_text("word\tpieces\nthe-cat\tthe- cat\n")
    assert run_all(folder).count("Skipping") == 1  # the answers are used, so the clusters are made anew
    nlp = spacy.load(folder / "training" / "tagger")
    assert [token.text for token in nlp("the-dog")] == ["the-", "dog"]


@pytest.mark.parametrize("words", [None, "word\ttag\nthe\t\ncat\t\n"])
def test_without_labels_the_tags_keep_their_names_if_that_is_allowed(
    tmp_path: Path, trained: Path, run: Run, words: str | None
) -> None:
    table, out = tmp_path / "words.tsv", tmp_path / "out"
    if words is not None:
        table.write_text(words)
    assert run("name", trained, table, "-o", out).exit_code == 1
    assert not out.exists()
    assert " yet: the tags of " in flat(run("name", trained, table, "-o", out, "--if-labelled").stdout)
    assert spacy.load(out).get_pipe("svd2_tagger").labels == spacy.load(trained).get_pipe("svd2_tagger").labels


def test_the_files_of_a_project(tmp_path: Path, run: Run) -> None:
    result = run("new", tmp_path / "2 Höfe", "--lang", "tr", "--n-tags", 60)
    assert result.exit_code == 0, result.output
    assert "python -m spacy project run all" in result.stdout
    folder = tmp_path / "2 Höfe"
    assert set(contents(folder)) == set(contents(TEMPLATE))
    config = srsly.read_yaml(folder / "project.yml")
    assert validate(ProjectConfigSchema, config) == []
    assert (config["vars"]["lang"], config["vars"]["n_tags"]) == ("tr", 60)
    assert config["vars"]["name"] == "tagger_2_h_fe"  # a package can have this name
    assert "my_language" not in (folder / "project.yml").read_text("utf8")


def test_an_unknown_language_is_an_error_before_anything_is_written(tmp_path: Path, run: Run) -> None:
    result = run("new", tmp_path / "new", "--lang", "qqq")
    assert result.exit_code == 1
    assert "L012" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_no_file_of_a_person_is_replaced(tmp_path: Path, run: Run) -> None:
    theirs = {"project.yml": b"mine", "configs/svd2.cfg": b"mine", "words.tsv": b"an hour's work"}
    for name, content in theirs.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    refused = run("new", tmp_path)
    assert refused.exit_code == 1
    assert "L042" in refused.stderr
    assert contents(tmp_path) == theirs

    forced = run("new", tmp_path, "--force")
    assert forced.exit_code == 0
    assert "project.yml exists already" in forced.stdout
    assert contents(tmp_path) == {**contents(TEMPLATE), **theirs}


def test_an_empty_folder_is_filled_and_a_file_is_not_replaced(tmp_path: Path, run: Run) -> None:
    (tmp_path / "empty").mkdir()
    assert run("new", tmp_path / "empty").exit_code == 0
    (tmp_path / "file").write_text("theirs")
    assert "L010" in run("new", tmp_path / "file", "--force").stderr
    assert (tmp_path / "file").read_text() == "theirs"


def test_the_configs_of_a_project_are_those_of_the_repository() -> None:
    ours = {path.name: path.read_bytes() for path in (ROOT / "configs").glob("*.cfg")}
    theirs = {path.name: path.read_bytes() for path in (TEMPLATE / "configs").iterdir()}
    assert theirs == ours, f"copy configs/*.cfg to {TEMPLATE.relative_to(ROOT) / 'configs'}"


def test_the_wheel_holds_every_file_that_the_package_reads(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", minversion="77")
    script = """
import json
from setuptools.dist import Distribution

dist = Distribution({"script_name": "setup.py"})
dist.parse_config_files()
dist.include_package_data = False  # the patterns of pyproject.toml alone, without MANIFEST.in
command = dist.get_command_obj("build_py")
command.ensure_finalized()
print(json.dumps(command.get_outputs(include_bytecode=False)))
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    inside = {name.partition("spacy_svd2/")[2] for name in json.loads(done.stdout.splitlines()[-1])}
    files = (path.relative_to(PACKAGE) for path in PACKAGE.rglob("*") if path.is_file())
    assert {str(path) for path in files if "__pycache__" not in path.parts} - inside == set()
