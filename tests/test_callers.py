"""Every public function of the package is called in it, or says that it is there for others."""

import ast
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "spacy_svd2"
CALLED_BY_OTHERS = {
    "readable": "io.BufferedReader",
    "readinto": "io.BufferedReader",
    "handle_starttag": "html.parser.HTMLParser",
    "handle_endtag": "html.parser.HTMLParser",
    "handle_data": "html.parser.HTMLParser",
    "label_data": "spacy init labels",
    "make_corpus": "the entry point spacy_svd2.Corpus.v1",
    "make_sense_corpus": "the entry point spacy_svd2.SenseCorpus.v1",
}


def test_every_public_function_has_a_caller() -> None:
    trees = {path: ast.parse(path.read_text("utf8")) for path in PACKAGE.rglob("*.py")}
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    used = Counter(node.id for node in nodes if isinstance(node, ast.Name))
    used += Counter(node.attr for node in nodes if isinstance(node, ast.Attribute))
    without = {
        node.name
        for tree in trees.values()
        if "\n\nPublic" not in (ast.get_docstring(tree) or "")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not used[node.name]
        and not any(isinstance(decorator, ast.Call) for decorator in node.decorator_list)  # registered somewhere
        and "Public" not in (ast.get_docstring(node) or "")
    }
    assert without == set(CALLED_BY_OTHERS)
