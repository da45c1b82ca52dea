"""The allowed values of numeric settings, and how messages show them."""

from dataclasses import dataclass
from typing import Any

_LONGEST = 60  # letters of a value in a message: a number may have thousands of digits


@dataclass(frozen=True)
class Range:
    """The allowed values of a numeric setting; with all of them, results are finite.

    low, high (float): The least and the greatest value.
    whole (bool): Whether it must be a whole number.
    """

    low: float
    high: float
    whole: bool = True

    def __contains__(self, value: object) -> bool:
        """Whether a value is in the range; NaN and values of other types are not."""
        fits = isinstance(value, int if self.whole else int | float) and not isinstance(value, bool)
        return fits and self.low <= value <= self.high  # type: ignore[operator]

    def __str__(self) -> str:
        return f"a {'whole ' * self.whole}number from {self.low:,} to {self.high:,}"


def shown(value: Any) -> str:
    """A value as messages show it.

    value (Any): Whatever a config or a program gave.
    RETURNS (str): Its Python representation, cut off if it is long.
    """
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write numbers of thousands of digits
        return f"a {type(value).__name__} too long to show"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
