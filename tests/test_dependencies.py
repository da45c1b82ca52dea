"""What the package depends on: declared, with the bounds that are tested, and no more."""

import ast
import sys
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))["project"]
DEPENDENCIES = {one.name: one for one in map(Requirement, PROJECT["dependencies"])}
OPTIONAL = {one.name for extra in PROJECT["optional-dependencies"].values() for one in map(Requirement, extra)}

DASK = {"distributed", "fsspec"}  # that the extra "dask" brings


def lowest() -> dict[str, Version]:
    lines = (ROOT / ".ci" / "lowest.txt").read_text(encoding="utf8").splitlines()
    pins = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {name: Version(version) for name, version in pins}


def imported() -> set[str]:
    """The modules of others that the package imports anywhere."""
    found = set()
    for path in (ROOT / "spacy_svd2").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                found.add(node.module.split(".")[0])
    return found - set(sys.stdlib_module_names) - {"spacy_svd2"}


def test_the_lowest_versions_tested_are_the_bounds() -> None:
    bounds = {
        name: Version(spec.version)
        for name, one in DEPENDENCIES.items()
        for spec in one.specifier
        if spec.operator == ">="
    }
    assert lowest() == bounds


def test_only_what_is_known_to_break_is_bounded_above() -> None:
    above = {name for name, one in DEPENDENCIES.items() for spec in one.specifier if spec.operator.startswith("<")}
    assert above == {"spacy", "typer"}


@pytest.mark.parametrize("module", sorted(imported()))
def test_what_is_imported_is_declared_or_comes_with_what_is(module: str) -> None:
    names = {canonicalize_name(name) for name in distributions().get(module, [module])}
    assert names & ({*map(canonicalize_name, OPTIONAL)} | DASK | below(frozenset(DEPENDENCIES)))


@cache
def distributions() -> Mapping[str, list[str]]:
    return packages_distributions()


@cache
def below(names: frozenset[str]) -> set[str]:
    """Distributions and all that they require, without extras."""
    found: set[str] = set()
    waiting = {canonicalize_name(name) for name in names}
    while waiting:
        name = waiting.pop()
        found.add(name)
        with suppress(PackageNotFoundError):
            lines = [line for line in requires(name) or [] if "extra ==" not in line]
            waiting |= {canonicalize_name(Requirement(line).name) for line in lines} - found
    return found
