"""Every public docstring begins with a plain sentence: arguments and what comes back are told after it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import spacy_svd2

PACKAGE = Path(spacy_svd2.__file__).parent
DOCUMENTED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
NOT_A_SENTENCE = re.compile(r"(RETURNS|RAISES|YIELDS)\b|[\w*, ]+ \([^)]*\): |[\w*]+(, [\w*]+)+: ")


def public_docstrings(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    """Name and docstring of a module, of its public functions and classes, and of their methods."""
    if isinstance(node, ast.Module | DOCUMENTED) and (text := ast.get_docstring(node)):
        yield name, text
    if isinstance(node, ast.Module | ast.ClassDef):
        for child in node.body:
            is_public = isinstance(child, DOCUMENTED) and (child.name[:1] != "_" or child.name[:2] == "__")
            if is_public:
                yield from public_docstrings(child, f"{name}.{child.name}")


def wrong(text: str) -> bool:
    first = text.strip().split("\n\n")[0].splitlines()
    begin = next((number for number, line in enumerate(first) if NOT_A_SENTENCE.match(line)), len(first))
    return begin == 0 or not first[begin - 1].rstrip().endswith((".", ":"))


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        ("Read a file.", False),
        ("Read a file, whatever\nits suffix is.\n\npath (Path): The file.", False),
        ("Like this:\n\n    x", False),
        ("Read a file.\nRAISES (UserError): It is gone.", False),
        ("RETURNS (int): A number.", True),
        ("YIELDS (int): Numbers.", True),
        ("RAISES (UserError): It is gone.", True),
        ("path (Path): The file.", True),
        ("key, format: See there.", True),
        ("Read a file", True),
        ("Read a file\n\nthat is there.", True),
    ],
)
def test_a_wrong_docstring_is_found(text: str, is_wrong: bool) -> None:
    assert wrong(text) == is_wrong


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_public_docstrings_begin_with_a_sentence(path: Path) -> None:
    found = public_docstrings(ast.parse(path.read_text(encoding="utf8")), path.stem)
    assert [f"{name}: {text.splitlines()[0]}" for name, text in found if wrong(text)] == []
