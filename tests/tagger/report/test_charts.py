import json
from pathlib import Path

import pytest

from spacy_svd2.errors import UserError
from spacy_svd2.tagger.report.charts import bar_chart, curve_chart, read_curves


def test_bars_are_as_high_as_their_values() -> None:
    chart = bar_chart([0.1, 0.05, 0.0], ["a", "b", "c"], x_label="x", y_label="y")
    heights = [bar.height for bar in chart.bars]
    assert heights[0] == pytest.approx(2 * heights[1], abs=0.02)
    assert heights[2] == 0
    assert [bar.y + bar.height for bar in chart.bars] == pytest.approx([chart.bottom] * 3)
    assert all(chart.left <= bar.x and bar.x + bar.width <= chart.right and bar.y >= chart.top for bar in chart.bars)
    labels = [label for _, label in chart.y_ticks]
    assert (labels[0], labels[-1]) == ("0%", "10%")
    assert chart.y_ticks[-1][0] == pytest.approx(chart.bars[0].y)


@pytest.mark.parametrize("values", [[], [0.0], [1.0], [1e-6, 1e-7], [0.37] * 1000])
def test_bars_of_all_sizes_stay_within_the_drawing(values: list[float]) -> None:
    chart = bar_chart(values, [""] * len(values), x_label="", y_label="")
    assert all(bar.width > 0 and bar.y >= chart.top - 0.01 for bar in chart.bars)
    assert 2 <= len(chart.y_ticks) <= 6


def test_curves_on_a_logarithmic_axis() -> None:
    chart = curve_chart([("a", [(200, 0.8), (50, 0.6), (100, 0.7)]), ("b", [(50, 0.5)])], x_label="", y_label="")
    xs = [x for x, _, _ in chart.curves[0].dots]
    assert xs[1] - xs[0] == pytest.approx(xs[2] - xs[1], abs=0.02)  # 50, 100, 200
    assert [label for _, label in chart.x_ticks] == ["50", "100", "200"]
    assert [title for _, _, title in chart.curves[0].dots] == ["a, 50: 60.0%", "a, 100: 70.0%", "a, 200: 80.0%"]
    assert chart.curves[1].dots[0][1] == pytest.approx(chart.bottom)
    assert chart.curves[0].dots[2][1] == pytest.approx(chart.top)


def test_one_point_alone() -> None:
    chart = curve_chart([("a", [(7, 0.5)])], x_label="", y_label="")
    assert chart.left < chart.curves[0].dots[0][0] < chart.right


def test_read(tmp_path: Path) -> None:
    path = tmp_path / "curve.json"
    path.write_text(json.dumps({"series": [{"name": "a", "points": [[50, 0.5]]}, {"name": "none", "points": []}]}))
    assert read_curves(path) == [("a", [(50.0, 0.5)])]


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[]",
        "{}",
        '{"series": []}',
        '{"series": [{"name": "a", "points": [[0, 0.5]]}]}',
        '{"series": [{"name": "a", "points": [[1, 70]]}]}',
        '{"series": [{"name": "a", "points": [5]}]}',
    ],
)
def test_something_else(tmp_path: Path, content: str) -> None:
    path = tmp_path / "curve.json"
    path.write_text(content)
    with pytest.raises(UserError, match="L016"):
        read_curves(path)
