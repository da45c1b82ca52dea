"""`--code`: registered functions for every command that makes or loads a pipeline, in worker processes too."""

from pathlib import Path
from typing import Any

import pytest
import spacy
import typer.main
from cli_helpers import SMALL, Run, flat, start

from spacy_svd2.cli.senses.app import app as kpca_app
from spacy_svd2.cli.tagger.app import app as svd2_app

CODE = """
import spacy
from spacy.tokens import Doc

class Bars:
    def __init__(self, vocab):
        self.vocab = vocab

    def __call__(self, text):
        return Doc(self.vocab, words=text.replace("|", " ").split())

    def to_bytes(self, **options):
        return b""

    def from_bytes(self, data, **options):
        return self

    def to_disk(self, path, **options):
        pass

    def from_disk(self, path, **options):
        return self

@spacy.registry.tokenizers("{name}")
def make():
    return lambda nlp: Bars(nlp.vocab)
"""
CONFIG = """
[nlp]
lang = "xx"
pipeline = ["svd2_tagger"]

[nlp.tokenizer]
@tokenizers = "{name}"

[components]

[components.svd2_tagger]
factory = "svd2_tagger"
"""
NEEDS_NO_PIPELINE = {"new", "merge", "compare", "corpus", "dictionary"}


def write(folder: Path, name: str, code: str = CODE) -> list[Any]:
    (folder / "code.py").write_text(code.replace("{name}", name))
    (folder / "config.cfg").write_text(CONFIG.replace("{name}", name))
    for number in (1, 2):
        (folder / f"{number}.txt").write_text("the|cat|sleeps\na|dog|barks\nthe|dog|sleeps\na|cat|barks\n" * 20)
    return [folder / "1.txt", folder / "2.txt", folder / "out", "--config", folder / "config.cfg", *SMALL]


def test_a_registered_tokenizer_in_every_process(tmp_path: Path, run: Run) -> None:
    arguments = write(tmp_path, "in_workers")
    missing = run("train", *arguments)
    assert (missing.exit_code, "E893" in missing.stderr) == (1, True)
    code = ["--code", tmp_path / "code.py"]
    process = start("train", *arguments, *code, "--n-process", "2")
    assert process.wait(200) == 0, process.communicate()
    alone = run("clusters", tmp_path / "out")
    assert (alone.exit_code, "[L001]" in alone.stderr, "E893" in alone.stderr) == (1, True, True)
    found = run("clusters", tmp_path / "out", *code)
    assert {"cat", "barks"} <= {*found.stdout.split()}
    assert spacy.load(tmp_path / "out")("a|cat")[1].text == "cat"  # what is imported stays


def test_a_tokenizer_that_cannot_be_saved_is_an_error_before_training(tmp_path: Path, run: Run) -> None:
    arguments = write(tmp_path, "unsaved", CODE.replace("to_disk", "save"))
    result = run("train", *arguments, "--code", tmp_path / "code.py")
    assert (result.exit_code, "[L012]" in result.stderr, "to_disk" in result.stderr) == (1, True, True)


@pytest.mark.parametrize(("code", "error"), [(None, "L010"), ("1 / 0", "L043"), ("def", "L043")])
def test_code_that_cannot_be_imported(code: str | None, error: str, trained: Path, tmp_path: Path, run: Run) -> None:
    if code is not None:
        (tmp_path / "code.py").write_text(code)
    result = run("clusters", trained, "--code", tmp_path / "code.py")
    assert (result.exit_code, f"[{error}]" in result.stderr) == (1, True)
    assert "code.py" in flat(result.stderr)


@pytest.mark.parametrize("app", [svd2_app, kpca_app])
def test_every_command_with_a_pipeline_takes_it(app: Any) -> None:
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    without = {name for name, one in commands.items() if "--code" not in [flag for p in one.params for flag in p.opts]}
    assert without == NEEDS_NO_PIPELINE & {*commands}
