"""`svd2 card`, `kpca card`: a model card, from what a pipeline and its components say of themselves."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
import wasabi
from spacy.language import Language

from ...shared.artifacts import write_text
from ...shared.component import ArtifactComponent
from ...shared.description import Description
from . import output
from .options import CodeOption, PipelineArgument
from .paths import Output
from .pipelines import load_pipeline

MARK = "<!-- model card of a spaCy pipeline -->"
"""How a card begins: only such a file is replaced."""

_UNNAMED = ("pipeline", "0.0.0")  # what spaCy calls a pipeline until it gets a name and version
_SPECIAL = re.compile(r"[\\`*\[\]<|#&]|(?<![^\W_])_|_(?![^\W_])")  # an underscore within a word is no emphasis


def card_cli(
    pipeline: PipelineArgument,
    card: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write the card to this file. A file of another kind is not replaced."),
        Output("a model card", (b"<!-- model card",)),
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Name in the card; by default that in meta.json.")] = None,
    version: Annotated[
        str | None, typer.Option("--version", help="Version in the card; by default that in meta.json.")
    ] = None,
    code: CodeOption = None,
) -> None:
    """Write a model card in Markdown: what a pipeline is and how good it is.

    It says how to load and use the pipeline, what it was trained on and with
    which settings, which labels it gives, and what to know before relying on
    it. The scores are those that svd2 evaluate --save, kpca evaluate --save or
    spacy train left in the pipeline; name, version, license, author and
    sources come from its meta.json, which you may edit, or name and version
    from the options: as long as nobody has chosen a name, it is the folder's. If you save the card
    as README.md in the pipeline's folder, spacy package includes it.

    Examples:

    \b
      python -m spacy svd2 card my_tagger
      python -m spacy svd2 card my_tagger -o my_tagger/README.md
      python -m spacy kpca card my_senses -o card.md
    """
    nlp = load_pipeline(pipeline)
    where = Path(pipeline).resolve().name if Path(pipeline).is_dir() else pipeline
    text = model_card(nlp, name=where, title=name, version=version)
    if card is None:
        output.say(text.rstrip("\n"))
        return
    write_text(card, text)
    output.good(f"Wrote the model card to {card}")


def model_card(nlp: Language, *, name: str, title: str | None = None, version: str | None = None) -> str:
    """Make the model card of a pipeline.

    nlp (Language): The pipeline.
    name (str): How to load it: its folder or package.
    title (str), version (str): Its name and version; by default those of its meta data, if they have been chosen.
    RETURNS (str): Markdown.
    RAISES (UserError): A component of ours is not trained.
    """
    performance = nlp.meta.get("performance")
    scores = performance if isinstance(performance, dict) else {}
    described = {key: pipe.describe(scores) for key, pipe in nlp.components if isinstance(pipe, ArtifactComponent)}
    named, numbered = str(nlp.meta.get("name") or ""), str(nlp.meta.get("version") or "")
    title = title or (name if named in ("", _UNNAMED[0]) else named)
    version = version or ("" if (named, numbered) == _UNNAMED else numbered)
    parts = [f"{MARK}\n# {_escape(title)}"]
    if nlp.meta.get("description"):
        parts.append(_escape(str(nlp.meta["description"])))
    parts += [_facts(nlp, title, version), "## Use", _usage(name, described)]
    for key, description in described.items():
        parts += [f"## {_escape(key)}", *_component(description)]
    return "\n\n".join(parts) + "\n"


def _facts(nlp: Language, name: str, version: str) -> str:
    """What the meta data says, as far as it says something."""
    meta = nlp.meta
    language = "any" if nlp.lang == "xx" else re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(nlp).__name__)
    rows = [
        ("Name", name),
        ("Version", version),
        ("Language", f"{language} ({nlp.lang})"),
        ("spaCy", str(meta.get("spacy_version") or "")),
        ("Components", ", ".join(nlp.component_names)),
        ("License", str(meta.get("license") or "not stated")),
        ("Author", str(meta.get("author") or "")),
        ("Sources", "; ".join(map(_source, meta.get("sources") or []))),
    ]
    return _table(("", ""), [row for row in rows if row[1]])


def _source(source: Any) -> str:
    """A source of training data, which spaCy's meta data has as a text or as a dict."""
    if not isinstance(source, dict):
        return str(source)
    return ", ".join(str(source[key]) for key in ("name", "author", "url", "license") if source.get(key))


def _usage(name: str, described: dict[str, Description]) -> str:
    lines = ["import spacy", f'nlp = spacy.load("{name}")', 'doc = nlp("Put your text here.")']
    return "\n".join(["```python", *lines, *(one.usage for one in described.values()), "```"])


def _component(description: Description) -> list[str]:
    parts = [description.summary]
    for table in description.tables:
        parts += [f"### {table.title}", _table(table.header, table.rows)]
        if table.n_more:
            parts.append(f"And {table.n_more:,} more.")
    parts.append("### Scores")
    if description.scores:
        gold = f"On {_escape(description.gold)}." if description.gold else "On what data is not recorded."
        parts += [gold, _table(("Measure", "Score", "Better"), description.scores)]
    else:
        parts.append("Not measured: `evaluate --save` saves scores on gold data.")
    return [*parts, "### Limits", "\n".join(f"- {limit}" for limit in description.limits)]


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = [[_escape(cell) for cell in row] for row in rows]
    return wasabi.MarkdownRenderer().table(cells, list(header))


def _escape(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return _SPECIAL.sub(r"\\\g<0>", " ".join(text.split()))
