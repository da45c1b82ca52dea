"""Plots as the coordinates of their parts, which the templates draw in SVG."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import Errors, UserError

WIDTH, HEIGHT = 720, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 16, 26, 44
_COLOURS = 6

PAPER_CURVE = (
    "Lamar et al. 2010, Figure 1: English newspapers, 17 tags, prototypes",
    [(50, 0.762), (100, 0.801), (200, 0.830), (300, 0.849), (500, 0.871)],
)
"""The paper's accuracy by number of clusters, on its own corpus and tags."""


@dataclass(frozen=True)
class Bar:
    """A bar with what it says.

    x, y, width, height (float): Its position and size, in the units of the drawing.
    title (str): What it shows.
    """

    x: float
    y: float
    width: float
    height: float
    title: str


@dataclass(frozen=True)
class Curve:
    """A line through points.

    name (str): What it shows.
    path (str): Its points as `points` of a polyline.
    dots (list): x, y and the title of each point.
    colour (int): Which of the colours.
    """

    name: str
    path: str
    dots: list[tuple[float, float, str]]
    colour: int


@dataclass(frozen=True)
class Chart:
    """A plot.

    bars, curves (list): What it shows.
    x_ticks, y_ticks (list): Positions and labels along the axes.
    x_label, y_label (str): What the axes mean.
    """

    bars: list[Bar]
    curves: list[Curve]
    x_ticks: list[tuple[float, str]]
    y_ticks: list[tuple[float, str]]
    x_label: str
    y_label: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    top: int = _TOP
    bottom: int = HEIGHT - _BOTTOM


def bar_chart(values: Sequence[float], titles: Sequence[str], *, x_label: str, y_label: str) -> Chart:
    """Draw fractions as bars beside each other.

    values (Sequence): Fractions, in the order of the bars.
    titles (Sequence): What each bar shows.
    RETURNS (Chart): The plot.
    """
    top, ticks = _scale(max(values, default=0.0))
    step = (WIDTH - _LEFT - _RIGHT) / max(len(values), 1)
    width = max(step - min(2.0, step / 4), 0.5)
    bars = [
        Bar(
            _round(_LEFT + at * step),
            _y(value, 0, top),
            _round(width),
            _round(_y(0, 0, top) - _y(value, 0, top)),
            title,
        )
        for at, (value, title) in enumerate(zip(values, titles, strict=True))
    ]
    return Chart(bars, [], [], [(_y(tick / 100, 0, top), f"{tick:.3g}%") for tick in ticks], x_label, y_label)


def curve_chart(series: Sequence[tuple[str, Sequence[tuple[float, float]]]], *, x_label: str, y_label: str) -> Chart:
    """Draw curves of fractions over positive numbers, the numbers on a logarithmic axis.

    series (Sequence): Names and points.
    RETURNS (Chart): The plot.
    """
    xs = sorted({x for _, points in series for x, _ in points})
    ys = [100 * y for _, points in series for _, y in points]
    low = math.floor(min(ys) / 10) * 10
    high = max(math.ceil(max(ys) / 10) * 10, low + 10)
    curves = []
    for number, (name, points) in enumerate(series):
        dots = [(_x(x, xs), _y(100 * y, low, high), f"{name}, {x:g}: {y:.1%}") for x, y in sorted(points)]
        curves.append(Curve(name, " ".join(f"{x},{y}" for x, y, _ in dots), dots, number % _COLOURS))
    y_ticks = [(_y(tick, low, high), f"{tick}%") for tick in range(low, high + 1, 10 if high - low > 20 else 5)]
    return Chart([], curves, [(_x(x, xs), f"{x:g}") for x in xs], y_ticks, x_label, y_label)


def read_curves(path: Path) -> list[tuple[str, list[tuple[float, float]]]]:
    """Read learning curves: {"series": [{"name": ..., "points": [[labelled words, accuracy], ...]}, ...]}.

    path (Path): A JSON file.
    RETURNS (list): Name and points of each curve.
    RAISES (UserError): It is not such a file (L016), or can't be read.
    """
    try:
        data = json.loads(path.read_text("utf8"))
        series = [(str(one["name"]), [_point(point) for point in one["points"]]) for one in data["series"]]
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as err:
        raise UserError(Errors.L016.format(path=path, why=f"{type(err).__name__}: {err}")) from err
    series = [(name, points) for name, points in series if points]
    if not series:
        raise UserError(Errors.L016.format(path=path, why="it has no points"))
    return series


def _point(point: Any) -> tuple[float, float]:
    x, y = map(float, point)
    if not (0 < x < math.inf and 0 <= y <= 1):
        raise ValueError(f"{point} is not a positive number and a fraction")
    return x, y


def _scale(largest: float) -> tuple[float, list[float]]:
    """The end of an axis of per cent that holds a fraction, and its ticks."""
    wanted = max(100 * largest, 0.1) / 4
    unit = 10.0 ** math.floor(math.log10(wanted))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= wanted)
    n = math.ceil(100 * largest / step - 1e-9) or 1
    return step * n / 100, [round(step * tick, 10) for tick in range(n + 1)]


def _x(value: float, xs: list[float]) -> float:
    low, high = math.log(xs[0]), math.log(xs[-1])
    share = (math.log(value) - low) / (high - low) if high > low else 0.5
    return _round(_LEFT + 10 + share * (WIDTH - _LEFT - _RIGHT - 20))


def _y(value: float, low: float, high: float) -> float:
    bottom = HEIGHT - _BOTTOM
    return _round(bottom - (value - low) / (high - low) * (bottom - _TOP))


def _round(value: float) -> float:
    return round(value, 2)
