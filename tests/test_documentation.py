"""What the documentation shows is run: the blocks of every page, word for word, and the examples in docstrings.

A page's blocks run in order in a folder of their own: `sh` by bash, `python` with prompts by doctest. A block that
cannot run has a comment `<!-- not executed: why -->` before it; its commands must at least exist, with their options.
"""

import ast
import doctest
import importlib
import importlib.util
import os
import pkgutil
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import typer

import spacy_svd2
from spacy_svd2.cli.senses.app import app as kpca
from spacy_svd2.cli.tagger.app import app as svd2

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
GROUPS: dict[str, Any] = {"svd2": typer.main.get_command(svd2), "kpca": typer.main.get_command(kpca)}
MOST_WORDS = 1500

BLOCK = re.compile(
    r"^ *(?P<marker><!-- not executed: [^>]+ -->\n)?"
    r"^(?P<indent> *)```(?P<language>sh|python)\n(?P<code>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
MENTION = re.compile(r"`(?:python -m spacy )?((?:svd2|kpca) [a-z][^`]*)`")


@dataclass(frozen=True)
class Block:
    """A block of code on a page."""

    language: str
    code: str
    executed: bool
    line: int


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf8")
    return [
        Block(
            match["language"],
            dedent(match["code"]),
            match["marker"] is None,
            text.count("\n", 0, match.start("code")),
        )
        for match in BLOCK.finditer(text)
    ]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [page for page in PAGES if any(one.executed for one in blocks(page))], ids=name_of)
def test_the_blocks_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "configs").symlink_to(ROOT / "configs")
    names: dict[str, Any] = {}
    for block in blocks(page):
        if block.executed:
            run(block, page, names)


def run(block: Block, page: Path, names: dict[str, Any]) -> None:
    """Run a block in the current folder; Python keeps its names from block to block."""
    if block.language == "python":
        test = doctest.DocTestParser().get_doctest(block.code, names, name_of(page), str(page), block.line)
        assert test.examples, f"{name_of(page)}:{block.line}: Python without prompts is not executed; say so"
        assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
        names.update(test.globs)
        return
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    command = ["bash", "-euo", "pipefail", "-c", block.code]
    done = subprocess.run(command, capture_output=True, encoding="utf8", env=environment, timeout=300, check=False)
    assert done.returncode == 0, f"{name_of(page)}:{block.line}\n{block.code}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("page", [page for page in PAGES if any(not one.executed for one in blocks(page))], ids=name_of)
def test_the_commands_of_blocks_that_cannot_run_exist(page: Path) -> None:
    for block in blocks(page):
        if block.executed:
            continue
        if block.language == "python":
            ast.parse(block.code)
            continue
        for line in block.code.replace("\\\n", " ").splitlines():
            check_command(shlex.split(line, comments=True))


def check_command(words: list[str]) -> None:
    """A command of ours parses; a module that is run exists."""
    words = [word for word in words if not re.match(r"[A-Z_0-9]+=", word)]
    if words[:1] != ["python"] or "-m" not in words:
        return
    module, *arguments = words[words.index("-m") + 1 :]
    if module == "spacy" and arguments and arguments[0] in GROUPS:
        command = command_of(arguments[0], arguments[1])
        command.make_parser(command.context_class(command)).parse_args(list(arguments[2:]))
    elif module.startswith(("benchmarks", "scripts")):
        assert importlib.util.find_spec(module) is not None, module


def command_of(group: str, name: str) -> Any:
    command = GROUPS[group].commands.get(name)
    assert command is not None, f"there is no command {group} {name}"
    return command


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_and_options_that_the_text_mentions_exist(page: Path) -> None:
    text = FENCED.sub("", page.read_text(encoding="utf8"))
    for mention in MENTION.findall(text):
        group, name, *words = mention.split()
        known = {option for one in command_of(group, name).params for option in (*one.opts, *one.secondary_opts)}
        assert {word for word in words if word.startswith("-")} <= {*known, "--help"}, mention


def test_commands_that_need_a_marker_are_found() -> None:
    assert any(not block.executed for page in PAGES for block in blocks(page))
    with pytest.raises(AssertionError, match="no command"):
        check_command(["python", "-m", "spacy", "svd2", "fly"])
    with pytest.raises(Exception, match="--wings"):
        check_command(["python", "-m", "spacy", "svd2", "train", "a", "b", "--wings"])


def test_the_paths_that_contributing_names_exist() -> None:
    text = FENCED.sub("", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf8"))
    paths = re.findall(r"`([\w.-]+/[\w./-]*)`", text)
    assert len(paths) > 20
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_version_is_the_same_everywhere() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf8")
    assert f"\nversion: {spacy_svd2.__version__}\n" in citation
    assert f"## [{spacy_svd2.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf8")


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf8").split()) < MOST_WORDS


def test_pages_are_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf8")
    for page in (ROOT / "docs").rglob("*.md"):
        assert f": {page.relative_to(ROOT / 'docs')}\n" in navigation


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
