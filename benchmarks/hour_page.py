"""The figures of `hour_per_language` for people: a table for the docs, and a picture of the curves."""

from collections import defaultdict
from collections.abc import Sequence
from html import escape
from statistics import fmean, stdev
from typing import Any

from spacy_svd2.tagger.report.charts import HEIGHT, WIDTH, Chart, curve_chart

NAMES = {
    "mlg": "Malagasy", "cy_ccg": "Welsh", "mt_mudt": "Maltese", "wo_wtb": "Wolof", "ug_udt": "Uyghur", "swa": "Swahili",
    "fr_sequoia": "French", "ga_idt": "Irish", "zul": "Zulu", "greek": "Koine Greek", "turkish": "Turkish",
    "english": "English, a sixteenth of Brown",
}  # fmt: skip
TEXTS = {
    "gold": "Gold tokens",
    "raw": "Raw text, tokenized with the rules that all languages share",
    "splits": "Raw text, three of the minutes for questions about splits",
}
COLUMNS = {
    "words": "words", "half and half": "words and sentences", "sentences": "sentences",
    "occurrences": "words and occurrences",
    "classifier": "classifier", "spacy": "spaCy", "all tokens": "all tokens",
}  # fmt: skip
OURS, REFERENCE = ("words", "half and half", "sentences", "occurrences"), "all tokens"
_COLOURS = {
    "words": "#00796b", "half and half": "#1565c0", "sentences": "#6a1b9a", "occurrences": "#ef6c00",
    "classifier": "#6d4c41", "spacy": "#c2185b", "all tokens": "#9e9e9e",
}  # fmt: skip
_PER_ROW, _SCALE, _TITLE, _LEGEND = 3, 0.5, 26, 60

Cell = dict[str, Any]
Figures = dict[str, dict[int, list[float]]]
"""For each method and number of minutes the accuracies of all draws."""


def table(cells: Sequence[Cell]) -> str:
    """Lay out the figures as Markdown: a table for each text, a row for each language and number of minutes.

    cells (Sequence): The figures.
    RETURNS (str): Per cent, with the standard deviation over the draws; the best of a row but the reference is bold.
    """
    parts = []
    for text, title in TEXTS.items():
        languages = _figures(cells, text)
        if not languages:
            continue
        used = [name for name in COLUMNS if any(name in found for found in languages.values())]
        parts += [f"{title}:\n", f"| language | minutes | {' | '.join(COLUMNS[name] for name in used)} |"]
        parts.append(f"|---|---:|{'---:|' * len(used)}")
        for language, found in languages.items():
            for minutes in sorted({some for name in found if name != REFERENCE for some in found[name]}):
                parts.append(f"| {NAMES[language]} | {minutes} | {' | '.join(_row(found, minutes, used))} |")
        parts.append("")
    return "\n".join(parts)


def _figures(cells: Sequence[Cell], text: str) -> dict[str, Figures]:
    found: dict[str, Figures] = {}
    for cell in cells:
        if cell["text"] == text:
            methods = found.setdefault(cell["language"], defaultdict(lambda: defaultdict(list)))
            methods[cell["method"]][cell["minutes"]].append(100 * cell["accuracy"])
    return {language: found[language] for language in NAMES if language in found}


def _row(found: Figures, minutes: int, used: Sequence[str]) -> list[str]:
    values = {name: found[name].get(0 if name == REFERENCE else minutes, []) for name in used if name in found}
    means = {name: round(fmean(some), 1) for name, some in values.items() if some}
    best = max((mean for name, mean in means.items() if name != REFERENCE), default=0.0)
    return [_cell(values[name], means[name], best, name) if name in means else "" for name in used]


def _cell(values: Sequence[float], mean: float, best: float, name: str) -> str:
    shown = f"**{mean:.1f}**" if mean == best and name != REFERENCE else f"{mean:.1f}"
    return f"{shown} ± {stdev(values):.1f}" if len(values) > 1 else shown


def picture(cells: Sequence[Cell]) -> str:
    """Draw the figures as SVG: a panel for each text and language, a curve for each method.

    cells (Sequence): The figures.
    RETURNS (str): The drawing, which needs nothing else.
    """
    panels = [(text, language, found) for text in TEXTS for language, found in _figures(cells, text).items()]
    width, height = WIDTH * _SCALE, HEIGHT * _SCALE + _TITLE
    rows = -(-len(panels) // _PER_ROW)
    total = (round(width * _PER_ROW), round(height * rows + _LEGEND))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total[0]} {total[1]}" font-family="sans-serif"',
        'role="img">',
        "<title>Accuracy against minutes of a person's time, language by language</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for number, (text, language, found) in enumerate(panels):
        x, y = number % _PER_ROW * width, number // _PER_ROW * height
        title = NAMES[language] + {"gold": "", "raw": ", raw text", "splits": ", raw text and splits"}[text]
        parts.append(f'<g transform="translate({x:g} {y:g})">')
        centre = f'x="{width / 2:g}" y="18" text-anchor="middle"'
        parts.append(f'<text {centre} font-size="13" font-weight="bold">{escape(title)}</text>')
        parts += [f'<g transform="translate(0 {_TITLE}) scale({_SCALE})">', *_panel(found), "</g></g>"]
    return "\n".join([*parts, *_legend(total[1] - _LEGEND / 2), "</svg>", ""])


def _panel(found: Figures) -> list[str]:
    """A plot of minutes and accuracy; the reference, which has no minutes, is a level line."""
    minutes = sorted({some for name in found if name != REFERENCE for some in found[name]})
    series = []
    for name in COLUMNS:
        points = {some: fmean(values) / 100 for some, values in found[name].items()} if name in found else {}
        if name == REFERENCE:
            points = {some: value for value in points.values() for some in (minutes[0], minutes[-1])} if minutes else {}
        if points:
            series.append((name, sorted(points.items())))
    chart: Chart = curve_chart(series, x_label="minutes", y_label="")
    parts = [
        f'<line x1="{chart.left}" x2="{chart.right}" y1="{y}" y2="{y}" stroke="#dddddd"/>'
        f'<text x="{chart.left - 6}" y="{y + 7}" font-size="20" text-anchor="end">{label}</text>'
        for y, label in chart.y_ticks
    ]
    parts += [
        f'<text x="{x}" y="{chart.bottom + 24}" font-size="20" text-anchor="middle">{label}</text>'
        for x, label in chart.x_ticks
    ]
    for curve in chart.curves:
        style = f'stroke="{_COLOURS[curve.name]}" stroke-width="4"{_dashes(curve.name)}'
        parts.append(f'<polyline points="{curve.path}" fill="none" {style}/>')
        parts += [
            f'<circle cx="{x}" cy="{y}" r="5" fill="{_COLOURS[curve.name]}"><title>{escape(title)}</title></circle>'
            for x, y, title in curve.dots
        ]
    return parts


def _dashes(name: str) -> str:
    return "" if name in OURS else ' stroke-dasharray="10 7"'


def _legend(y: float) -> list[str]:
    parts, x = [], 10.0
    for name, label in COLUMNS.items():
        style = f'stroke="{_COLOURS[name]}" stroke-width="3"{_dashes(name)}'
        parts.append(f'<line x1="{x:g}" x2="{x + 24:g}" y1="{y:g}" y2="{y:g}" {style}/>')
        parts.append(f'<text x="{x + 30:g}" y="{y + 4:g}" font-size="12">{escape(label)}</text>')
        x += 50 + 6.3 * len(label)  # about the width of a letter
    return [
        *parts,
        f'<text x="10" y="{y + 24:g}" font-size="12">Per cent of tokens right, by minutes of a person</text>',
    ]
