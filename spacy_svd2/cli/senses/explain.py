"""`kpca explain`: why a pipeline gives a word in a sentence the sense it does."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import Errors, UserError
from ...senses.corpora.docs import SPANS_KEY
from ...senses.explanation import explain_text
from ..common import output
from ..common.options import CodeOption, PipelineArgument
from ..common.progress import counted
from .options import SENSES, ComponentOption, FormatOption, KeyOption, SpansKeyOption, load_senses, open_corpus

if TYPE_CHECKING:
    from ...senses.model.sense_model import Occurrence


def explain_cli(
    pipeline: PipelineArgument,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A sentence with a word that the pipeline knows.")],
    word: Annotated[
        str | None, typer.Option("--word", "-w", help="Explain only this word, as it is in the text, or its key.")
    ] = None,
    count: Annotated[int, typer.Option("-n", "--count", min=1, help="Features and training contexts to show.")] = 8,
    corpus: Annotated[
        Path | None,
        typer.Option("--corpus", help="The training corpus, to show the text of training contexts."),
        SENSES,
    ] = None,
    key: KeyOption = None,
    format: FormatOption = "auto",
    spans_key: SpansKeyOption = SPANS_KEY,
    component: ComponentOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    code: CodeOption = None,
) -> None:
    """Show why a word in a sentence gets its sense.

    For each target it shows the scores of the senses, the features that the
    sentence shares with the training examples, the most telling first, and the
    nearest training contexts. A pipeline does not store its training texts;
    give the training corpus to see them.

    Examples:

    \b
      python -m spacy kpca explain my_senses "He sat on the river bank."
      python -m spacy kpca explain my_senses "The bank lent him money."
          --word bank --corpus examples.jsonl
    """
    training = None if corpus is None else open_corpus(corpus, key=key, format=format, spans_key=spans_key)
    nlp, senses = load_senses(pipeline, component)
    known: list[Occurrence] = []
    if training is not None:
        found = counted(training.occurrences(nlp), "Reading", "contexts")
        known = [item for item in found if item.senses]
    targets = explain_text(nlp, senses, text, word=word, count=count, training=known, corpus=str(corpus))
    if not targets:
        which = f" that is '{word}'" if word else ""
        words = ", ".join(sorted(senses.get_model().words)[:20])
        raise UserError(Errors.L104.format(which=which, hint=f"The pipeline knows these words: {words}."))
    if as_json:
        output.print_json(targets)
    else:
        for target in targets:
            _print_target(target, count)


def _print_target(target: dict[str, Any], count: int) -> None:
    output.heading(f"{target['text']} ({target['key']})")
    senses: list[tuple[str, ...]] = [
        (score["sense"], f"{score['score']:.3f}", score["gloss"]) for score in target["scores"][:count]
    ]
    output.table(senses, ("Sense", "Score", "Meaning"), ("l", "r", "l"))
    answer = target["sense"] or "no sense"
    output.say(f"\nAnswer: {answer} ({target['source']}{', ' + target['reason'] if target['reason'] else ''})\n")
    features: list[tuple[str, ...]] = [(item["name"], f"{item['weight']:.3f}") for item in target["features"]]
    output.table(features, ("Feature", "Weight"), ("l", "r"))
    output.say("")
    rows: list[tuple[str, ...]] = [
        (item["sense"] or "-", f"{item['similarity']:.3f}", item["text"] or f"example {item['row'] + 1}")
        for item in target["neighbours"]
    ]
    output.table(rows, ("Sense", "Similarity", "Training context"), ("l", "r", "l"))
