"""Every complaint of users has a test that exists, or a reason why it can't be one of ours."""

import ast
from functools import cache
from pathlib import Path

import pytest
from users_map import USERS

TESTS = Path(__file__).parent


@cache
def names_in(path: Path) -> set[str]:
    return {node.name for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))) if is_test(node)}


def is_test(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name.startswith("test_")


def test_every_complaint_is_there() -> None:
    assert list(USERS) == list(range(1, 84))


@pytest.mark.parametrize("number", USERS)
def test_its_tests_exist(number: int) -> None:
    title, tests = USERS[number]
    assert title
    if isinstance(tests, str):
        assert len(tests) > 40
        return
    assert tests
    for test in tests:
        path, name = test.split("::")
        assert name in names_in(TESTS / path), test
