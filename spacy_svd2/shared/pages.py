"""Pages that work from disk: text is escaped, data embedded, and only their own style and script may run."""

import base64
import hashlib
import unicodedata
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

_TEMPLATES = files("spacy_svd2.shared") / "templates"

HEAT_LEVELS = 10
"""The strengths of colour that `report.css` has for the cells of a matrix."""


def render_page(name: str, *, styles: Sequence[str] = (), scripts: Sequence[str] = (), **values: Any) -> str:
    """Render a page from its template, with the shared style, its own style and its script.

    All values are escaped; `value | tojson` embeds data. The page's security policy allows the style and the script
    by their hashes, and nothing else: no network and no other script, whatever a corpus may hold.

    name (str): The page: the templates hold NAME.html.jinja, NAME.css and NAME.js.
    styles (Sequence): Further styles from the templates, such as "report" for report.css, before the page's own.
    scripts (Sequence): Further scripts from the templates, before the page's own.
    **values (Any): What the template shows.
    RETURNS (str): The page.
    """
    style = "".join(_source(f"{one}.css") for one in ("common", *styles, name))
    script = "".join(_source(f"{one}.js") for one in (*scripts, name))
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    template = _environment().get_template(f"{name}.html.jinja")
    return template.render(style=Markup(style), script=Markup(script), policy=policy, **values)


class Cell(NamedTuple):
    """A cell of a confusion matrix.

    n (int): What was counted.
    heat (int): How strong its colour is, from 0 to `HEAT_LEVELS`.
    share (float): Its share of the row.
    same (bool): Whether row and column have the same name.
    """

    n: int
    heat: int
    share: float
    same: bool


def matrix_rows(
    rows: Sequence[str], columns: Sequence[str], counts: Sequence[Sequence[int]]
) -> list[tuple[str, list[Cell]]]:
    """Prepare the rows of a confusion matrix for its template, without those that are empty.

    The colour follows the square root of the share, so that rare confusions can be seen too.

    rows, columns (Sequence): Their names.
    counts (Sequence): The counts of each row.
    RETURNS (list): The name and the cells of each row.
    """
    shown = []
    for name, row in zip(rows, counts, strict=True):
        total = sum(row)
        if total:
            shares = [n / total for n in row]
            cells = [
                Cell(n, round(HEAT_LEVELS * share**0.5), share, name == column)
                for n, share, column in zip(row, shares, columns, strict=True)
            ]
            shown.append((name, cells))
    return shown


def direction(text: str) -> str:
    """Find the direction in which most letters of a text run.

    text (str): The text.
    RETURNS (str): "rtl" or "ltr".
    """
    classes = [unicodedata.bidirectional(letter) for letter in text]
    rightward, leftward = classes.count("L"), classes.count("R") + classes.count("AL")
    return "rtl" if leftward > rightward else "ltr"


def language(code: str) -> str:
    """Convert a language code of spaCy for HTML: empty for "xx", which means any language."""
    return "" if code == "xx" else code


def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "allow_nan": False}
    environment.filters["percent"] = lambda value: f"{value:.1%}"
    environment.filters["thousands"] = lambda value: f"{value:,}"
    return environment


def _source(name: str) -> str:
    return (_TEMPLATES / name).read_text("utf8")


def _hash(source: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(source.encode("utf8")).digest()).decode("ascii")
