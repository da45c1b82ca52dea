"""Lists in messages: the first few items, and how many more there are."""

from collections.abc import Sequence

MOST_SHOWN = 10


def listed(items: Sequence[str], *, most: int = MOST_SHOWN) -> str:
    """List items below each other.

    items (Sequence): The items.
    most (int): How many are shown.
    RETURNS (str): A line for each, indented; the last says how many are left out, if any are.
    """
    if len(items) <= most + 1:  # to count a single one takes a line, too
        most, more = len(items), []
    else:
        more = [f"and {len(items) - most:,} more"]
    return "".join(f"\n  {item}" for item in [*items[:most], *more])
