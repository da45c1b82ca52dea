"""What the documentation shows is run: the README's Python and commands, and the examples in docstrings."""

import doctest
import importlib
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import spacy_svd2

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf8")
COMMANDS = [
    line.split("  #")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.strip().startswith(("python -m spacy svd2", "python -m spacy kpca", "python -m spacy assemble"))
]


def test_readme_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(>>>.*?)```", README, re.DOTALL)
    assert len(blocks) >= 2
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(test) == (0, len(test.examples))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the README's commands name: a corpus, a folder of texts, gold tags, the configs."""
    path = tmp_path_factory.mktemp("readme")
    sentences = [
        f"{det} {noun} {verb} {where} ."
        for det in ("the", "a", "my")
        for noun in ("house", "cat", "dog", "cow")
        for verb in ("stands", "sleeps", "waits")
        for where in ("here", "there", "again")
    ]
    (path / "corpus.txt").write_text("\n".join(sentences), encoding="utf8")
    (path / "texts").mkdir()
    (path / "texts" / "one.txt").write_text("\n".join(sentences), encoding="utf8")
    rows = enumerate(zip(sentences[0].split(), ("DET", "NOUN", "VERB", "ADV", "PUNCT"), strict=True), 1)
    lines = ["\t".join([str(i), word, "_", tag, *"_" * 6]) for i, (word, tag) in rows]
    (path / "gold.conllu").write_text("\n".join([*lines, "", ""]), encoding="utf8")
    (path / "configs").symlink_to(ROOT / "configs")
    labels = ("the\tDET", "house\tNOUN", "cat\tNOUN", "sleeps\tVERB", "here\tADV", ".\tPUNCT")
    (path / "words.tsv").write_text("\n".join(["word\ttag", *labels, ""]), encoding="utf8")
    contexts = [f"money\tShe owes {who} a lot of\tbank\tloans ." for who in ("him", "her", "us", "them")]
    contexts += [f"shore\tHe sat on the {what} of the\tbank\tof the river ." for what in ("grass", "sand", "mud")]
    for name in ("examples.tsv", "gold.tsv"):
        (path / name).write_text("\n".join([*contexts, ""]), encoding="utf8")
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_readme_commands(command: str, folder: Path) -> None:
    """The commands are run in the order in which they stand."""
    arguments = shlex.split(command)
    assert arguments[0] == "python"
    done = subprocess.run(
        [sys.executable, *arguments[1:]], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def modules() -> list[str]:
    found = pkgutil.walk_packages(spacy_svd2.__path__, "spacy_svd2.")
    return [module.name for module in found if not module.name.endswith("__main__")]


@pytest.mark.parametrize("name", modules())
def test_docstring_examples(name: str) -> None:
    failures, _ = doctest.testmod(importlib.import_module(name))
    assert failures == 0


def test_the_component_has_an_example() -> None:
    module = importlib.import_module("spacy_svd2.tagger.component")
    assert any(test.examples for test in doctest.DocTestFinder().find(module.SVD2Tagger))


def test_every_setting_of_the_configs_is_explained() -> None:
    text = (ROOT / "spacy_svd2" / "tagger" / "settings.py").read_text(encoding="utf8")
    for config in ("svd2.cfg", "svd2_paper.cfg"):
        body = (ROOT / "configs" / config).read_text(encoding="utf8").split("settings]", 1)[1]
        for name in re.findall(r"^(\w+) =", body, re.MULTILINE):
            assert re.search(rf"^    (\w+, )?{name}(, \w+)? \(", text, re.MULTILINE), name
