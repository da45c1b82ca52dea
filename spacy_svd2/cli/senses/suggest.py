"""`kpca suggest`: which occurrences of a word to label."""

from pathlib import Path
from typing import Annotated

import typer

from ...senses.corpora.unlabelled_texts import UnlabelledTexts
from ...senses.labelling.suggest import Suggestion, suggest_occurrences, write_suggestions
from ..common import output
from ..common.options import ANNOTATION, CodeOption, SplitsOption
from ..common.progress import show_stage
from .options import LangOption
from .word_options import FormsOption, LabelsOption, TextsArgument, WordOption, find_word, read_table, words_pipeline

_SHOWN_WIDTH = 40


def suggest_cli(
    texts: TextsArgument,
    word: WordOption,
    n: Annotated[int, typer.Option("-n", "--count", min=1, help="Number of occurrences to label.")] = 20,
    forms: FormsOption = None,
    labels: LabelsOption = None,
    table: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write the occurrences to this table, whose column sense is empty (.tsv)."),
        ANNOTATION,
    ] = None,
    lang: LangOption = "xx",
    splits: SplitsOption = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="Replace a table that is there.")] = False,
    code: CodeOption = None,
) -> None:
    """Choose the occurrences of a word whose labels help most, best first.

    Without labels, these are typical of groups of occurrences that are alike;
    with labels of two senses, those that the labels leave in doubt. Fill in the
    column `sense` in a spreadsheet, with names of your own, or use the page
    that kpca label makes. Stop whenever you like: kpca train ignores rows
    without a sense.

    Examples:

    \b
      python -m spacy kpca suggest texts/ --word bank --lang en -o ask.tsv
      python -m spacy kpca suggest texts/ --word bank --forms forms.tsv
          --labels ask.tsv -n 10 -o more.tsv
    """
    data, nlp = UnlabelledTexts.open(texts), words_pipeline(lang, splits)
    found = find_word(word, data, nlp, read_table(forms, [word], data, nlp), labels)
    show_stage("choose the occurrences")
    suggestions = suggest_occurrences(found.snippets, n, found.window, labelled=found.labelled)
    if table is not None:
        write_suggestions(table, suggestions)
        output.good(f"Wrote {len(suggestions)} occurrences to {table}. Fill in the column 'sense'.")
    else:
        rows: list[tuple[str, ...]] = [_row(one) for one in suggestions]
        output.table(rows, ("Before", "Target", "After", "Why"), ("r", "l", "l", "l"))


def _row(one: Suggestion) -> tuple[str, ...]:
    left = " ".join(one.snippet.left.split())[-_SHOWN_WIDTH:]
    right = " ".join(one.snippet.right.split())[:_SHOWN_WIDTH]
    return left, one.snippet.target, right, one.why
