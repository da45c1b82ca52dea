"""Scatter plots for a report: points in two dimensions, told apart by colour and by shape."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT, MARGIN = 360, 260, 12
MAX_POINTS = 800

SHAPES = (
    "M-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0",
    "M-3 -3H3V3H-3Z",
    "M0 -3.8L3.6 2.8H-3.6Z",
    "M0 -4L4 0L0 4L-4 0Z",
    "M0 3.8L3.6 -2.8H-3.6Z",
    "M-1.2 -3.6H1.2V-1.2H3.6V1.2H1.2V3.6H-1.2V1.2H-3.6V-1.2H-1.2Z",
    "M0 -4L1.2 -1.2L4 0L1.2 1.2L0 4L-1.2 1.2L-4 0L-1.2 -1.2Z",
    "M-2 0a2 2 0 1 0 4 0a2 2 0 1 0 -4 0",
)
"""SVG paths around the origin; `senses.css` has a colour for each. The last is for all senses beyond the others."""
OTHER = len(SHAPES) - 1


@dataclass(frozen=True)
class Mark:
    """How a sense is drawn.

    name (str): What the legend says.
    number (int): Its shape in `SHAPES`, and its colour.
    """

    name: str
    number: int


@dataclass(frozen=True)
class Point:
    """A point.

    x, y (float): Place in the drawing.
    mark (Mark): How it is drawn.
    title (str): What the mouse shows.
    hollow (bool): Whether it is drawn as an outline.
    """

    x: float
    y: float
    mark: Mark
    title: str
    hollow: bool = False


@dataclass
class Scatter:
    """A drawing.

    marks (list): The legend.
    points (list): The points.
    left_out (int): Points beyond the first `MAX_POINTS`.
    """

    marks: list[Mark]
    points: list[Point]
    left_out: int = 0
    width: int = field(default=WIDTH)
    height: int = field(default=HEIGHT)


def make_marks(names: Sequence[str]) -> list[Mark]:
    """Give each sense a mark; those beyond the shapes share one, and only their title tells them apart.

    names (Sequence): The senses.
    RETURNS (list): A mark for each.
    """
    return [Mark(name, min(number, OTHER)) for number, name in enumerate(names)]


def make_scatter(
    places: NDArray[Any], marks: Sequence[Mark], which: Sequence[int], titles: Sequence[str], hollow: Sequence[bool]
) -> Scatter:
    """Lay out points.

    places (ndarray): Coordinates, (n, 0 to 2); those that are missing are 0.
    marks (Sequence): The marks.
    which (Sequence): The number of each point's mark, -1 for none.
    titles (Sequence): A text for each point.
    hollow (Sequence): Whether each is drawn as an outline; these come last, on top.
    RETURNS (Scatter): The drawing.
    """
    flat = np.zeros((len(places), 2))
    flat[:, : places.shape[1]] = places[:, :2]
    low, high = flat.min(axis=0, initial=0), flat.max(axis=0, initial=0)
    shares = (flat - low) / np.where(high > low, high - low, 1)
    sizes = np.array([WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN])
    shares[:, 1] = 1 - shares[:, 1]
    drawn = np.round(MARGIN + shares * sizes, 1).tolist()
    none = Mark("without a sense", OTHER)
    points = [
        Point(x, y, marks[number] if number >= 0 else none, title, outline)
        for (x, y), number, title, outline in zip(drawn, which, titles, hollow, strict=True)
    ]
    points = [*(point for point in points if not point.hollow), *(point for point in points if point.hollow)]
    return Scatter(list(marks), points[-MAX_POINTS:], max(0, len(points) - MAX_POINTS))
