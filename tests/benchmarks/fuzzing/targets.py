"""What can be fuzzed, by name."""

from collections.abc import Callable
from typing import Any

from .components import SenseTarget, TaggerTarget

TARGETS: dict[str, Callable[[], Any]] = {"svd2_tagger": TaggerTarget, "kpca_wsd": SenseTarget}


def make_target(name: str) -> Any:
    """RETURNS (Any): The target of a name, warmed up: whatever it imports is imported."""
    return TARGETS[name]()
