"""Where a mutation's decisions come from: a seeded generator, or the bytes that a coverage-guided fuzzer gives."""

import random
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Choices(Protocol):
    """Decisions."""

    def integer(self, low: int, high: int) -> int:
        """RETURNS (int): From `low` to `high`, both included."""

    def data(self, size: int) -> bytes:
        """RETURNS (bytes): `size` bytes."""


class Seeded:
    """Decisions of a pseudo-random generator: the same number, the same mutation."""

    def __init__(self, number: int) -> None:
        self._random = random.Random(number)

    def integer(self, low: int, high: int) -> int:
        return self._random.randint(low, high)

    def data(self, size: int) -> bytes:
        return self._random.randbytes(size)


class Guided:
    """Decisions that a fuzzer's input spells out; zeros when it is used up.

    provider (FuzzedDataProvider): Of atheris.
    """

    def __init__(self, provider: Any) -> None:
        self._provider = provider

    def integer(self, low: int, high: int) -> int:
        return self._provider.ConsumeIntInRange(low, high)

    def data(self, size: int) -> bytes:
        return self._provider.ConsumeBytes(size).ljust(size, b"\0")


def pick(choices: Choices, items: Sequence[T]) -> T:
    """RETURNS (T): One of the items."""
    return items[choices.integer(0, len(items) - 1)]
