"""Putting a page together: its text escaped, its data embedded, its own style and script the only ones allowed."""

import base64
import hashlib
import unicodedata
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

_TEMPLATES = files("spacy_svd2.shared") / "templates"


def render_page(name: str, *, scripts: Sequence[str] = (), **values: Any) -> str:
    """Render a page from its template, `common.css`, and its own style and script.

    All values are escaped; `value | tojson` embeds data. The page's security policy allows the two styles and the
    script by their hashes, and nothing else: no network, no other script, whatever a corpus may hold.

    name (str): The page: there are NAME.html.jinja, NAME.css and NAME.js among the templates.
    scripts (Sequence): Further scripts of the templates, before the page's own.
    **values (Any): What the template shows.
    RETURNS (str): The page.
    """
    style = _source("common.css") + _source(f"{name}.css")
    script = "".join(_source(f"{one}.js") for one in (*scripts, name))
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    template = _environment().get_template(f"{name}.html.jinja")
    return template.render(style=Markup(style), script=Markup(script), policy=policy, **values)


def direction(text: str) -> str:
    """The direction in which most letters of a text run: "rtl" or "ltr"."""
    classes = [unicodedata.bidirectional(letter) for letter in text]
    rightward, leftward = classes.count("L"), classes.count("R") + classes.count("AL")
    return "rtl" if leftward > rightward else "ltr"


def language(code: str) -> str:
    """A language code of spaCy as HTML wants it: empty for "xx", which means any."""
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
