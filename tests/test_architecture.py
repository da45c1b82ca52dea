"""The shape of the package, read from its import statements: CONTRIBUTING.md says why."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "spacy_svd2"

NUMERICS = (
    "shared.hash_table",
    "shared.numerics",
    "shared.ranges",
    "shared.string_table",
    "tagger.settings",
    "tagger.counting.bigram_tables",
    "tagger.counting.counts",
    "tagger.counting.distinct_words",
    "tagger.counting.scan",
    "tagger.evaluation.metric_table",
    "tagger.induction",
    "tagger.forms",
    "tagger.naming",
    "tagger.model",
    "senses.model",
)
"""Modules and folders that know nothing of spaCy."""

MAY_IMPORT = {
    "errors": set(),
    "shared": {"errors"},
    "corpora": {"errors", "shared"},
    "tagger": {"errors", "shared", "corpora"},
    "senses": {"errors", "shared", "corpora"},
    "cli": {"errors", "shared", "corpora", "tagger", "senses"},
    "__main__": {"cli"},
}
"""Which part of the package may use which. The two wings, `tagger` and `senses`, do not know each other."""


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}
TREES = {name: ast.parse(path.read_text("utf8")) for name, path in MODULES.items()}


def imports(name: str) -> Iterator[tuple[str, str]]:
    """The imports within the package, wherever they stand in a module: (module, name taken from it)."""
    here = name.split(".") if name else []
    package = here if MODULES[name].name == "__init__.py" else here[:-1]
    for node in ast.walk(TREES[name]):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            target = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            for alias in node.names:
                inner = f"{target}.{alias.name}".strip(".")
                yield (inner, "") if inner in MODULES else (target, alias.name)


def names_defined(name: str) -> set[str]:
    """The names that a module defines itself at its top level."""
    found: set[str] = set()
    for node in ast.walk(TREES[name]):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def in_folder(name: str, folder: str) -> bool:
    return name == folder or name.startswith(f"{folder}.")


def test_imports_go_in_no_circle() -> None:
    graph = {name: {target for target, _ in imports(name)} for name in MODULES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as err:
        pytest.fail(f"imports go in a circle: {' -> '.join(err.args[1])}")


@pytest.mark.parametrize("name", [name for name in MODULES if name])
def test_a_part_uses_only_the_parts_below_it(name: str) -> None:
    part = name.split(".")[0]
    used = {target.split(".")[0] for target, _ in imports(name) if target} - {part}
    assert used <= MAY_IMPORT[part]


@pytest.mark.parametrize("name", [name for name in MODULES if any(in_folder(name, folder) for folder in NUMERICS)])
def test_numerics_do_not_know_spacy(name: str) -> None:
    """Neither does anything that a numerical module imports when it is imported."""
    waiting, seen = [name], set()
    while waiting:
        module = waiting.pop()
        seen.add(module)
        for node in ast.walk(TREES[module]):
            libraries = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                libraries.append(node.module or "")
            assert not {library.split(".")[0] for library in libraries} & {"spacy", "thinc"}, module
        waiting += [target for target, _ in imports(module) if target not in seen]


@pytest.mark.parametrize("name", MODULES)
def test_names_are_imported_from_the_module_that_defines_them(name: str) -> None:
    through = [
        f"{taken} from {target}"
        for target, taken in imports(name)
        if taken and not taken.startswith("__") and taken not in names_defined(target)
    ]
    assert through == []


def test_the_wings_are_there() -> None:
    """The tests above look at something."""
    assert [folder for folder in NUMERICS if folder not in MODULES] == []
    assert {"tagger.component", "senses.component", "corpora.formats.registry"} <= MODULES.keys()
    assert ("shared.numerics", "one_hot") in set(imports("tagger.induction.merging"))
