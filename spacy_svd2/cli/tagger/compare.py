"""`svd2 compare`: the scores of several pipelines side by side."""

from pathlib import Path
from typing import Annotated

import typer

from ...shared.artifacts import write_text
from ...tagger.evaluation.comparison import compare_scores
from ..common import output
from ..common.options import FILE, TABLE
from ..common.output import markdown_table, terminal_table


def compare_cli(
    scores: Annotated[
        list[Path], typer.Argument(metavar="SCORES...", help="JSON files written by svd2 evaluate --output."), FILE
    ],
    markdown: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="Write the table to this file in Markdown. A file of another kind is not replaced."
        ),
        TABLE,
    ] = None,
) -> None:
    """Show the scores of several pipelines side by side, one line per file.

    M-1 and 1-1 are accuracies and V is the V-measure (more is better);
    VI is the variation of information in bits (less is better).

    Examples:

    \b
      python -m spacy svd2 compare metrics/a.json metrics/b.json
      python -m spacy svd2 compare metrics/*.json -o metrics/table.md
    """
    header, rows = compare_scores(scores)
    if markdown is not None:
        write_text(markdown, markdown_table(header, rows))
    output.say(terminal_table(header, rows))
