"""`kpca report`: an HTML page about the words of a pipeline."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...senses.corpora.docs import SPANS_KEY
from ...shared.artifacts import write_text
from ..common import output
from ..common.options import CodeOption, PageOption, PipelineArgument
from ..common.progress import counted, show_stage
from .options import (
    CORPUS_HELP,
    SENSES,
    ComponentOption,
    FormatOption,
    KeyOption,
    SpansKeyOption,
    load_senses,
    open_corpus,
    title_of,
)

if TYPE_CHECKING:
    from ...senses.evaluation.evaluate import AnsweredOccurrence
    from ...senses.evaluation.scoring import SenseScores


def report_cli(
    pipeline: PipelineArgument,
    gold: Annotated[
        Path | None, typer.Argument(metavar="[GOLD]", help=f"Gold examples, to show errors. {CORPUS_HELP}"), SENSES
    ] = None,
    *,
    page: PageOption,
    key: KeyOption = None,
    format: FormatOption = "auto",
    spans_key: SpansKeyOption = SPANS_KEY,
    component: ComponentOption = None,
    code: CodeOption = None,
) -> None:
    """Write a page that shows what a pipeline knows, and where it errs.

    For each word it plots the training contexts in two dimensions, coloured by
    sense. With gold examples it also shows the confusions, and the errors in
    context. The page is a single file that loads nothing from the network.

    Examples:

    \b
      python -m spacy kpca report my_senses -o senses.html
      python -m spacy kpca report my_senses test.xml.gz --key test.key
          -o senses.html
    """
    from ...senses.evaluation.evaluate import answer_occurrences, score
    from ...senses.report.page import render_report

    corpus = None if gold is None else open_corpus(gold, key=key, format=format, spans_key=spans_key)
    nlp, senses = load_senses(pipeline, component)
    answered: list[AnsweredOccurrence] = []
    scores: SenseScores | None = None
    if corpus is not None:
        docs = counted(corpus.docs(nlp), "Disambiguating", "documents")
        answered = list(answer_occurrences(nlp, senses, docs, spans_key=corpus.spans_key))
        scores = score(answered, senses)
    show_stage("make the page")
    text = render_report(
        senses.get_model(),
        title=title_of(nlp, pipeline),
        answered=answered,
        scores=scores,
        glosses={word: entry.glosses for word, entry in senses.inventory.entries.items()},
        lang=str(nlp.lang),
    )
    write_text(page, text)
    output.good(f"Wrote the report to {page}. Open it in a browser.")
