"""`kpca induce`: a pipeline with senses that have no names yet, from raw text alone."""

from pathlib import Path
from typing import Annotated, Any, cast

import typer

from ...corpora.splits.tokenizer import learn_splits
from ...senses.component import FACTORY, KPCAWSD
from ...senses.corpora.unlabelled_texts import UnlabelledTexts
from ...senses.labelling.induce import InducedSense, InducedSenses, induce_senses
from ...shared.pipelines import save_pipeline, set_up_pipeline, split_after_marks
from ..common import output
from ..common.options import CodeOption, ForceOption, SplitsOption
from ..common.pipelines import OutputPipeline
from ..common.progress import print_saved, show_stage
from .options import LangOption
from .train import pipeline_config
from .word_options import FormsOption, TextsArgument, find_word, read_table, words_pipeline


def induce_cli(
    texts: TextsArgument,
    out: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="Directory for the new pipeline; replaces an earlier pipeline."),
        OutputPipeline(factory=FACTORY),
    ],
    words: Annotated[list[str], typer.Option("--word", "-w", help="A word, as a dictionary lists it; repeatable.")],
    n: Annotated[int, typer.Option("--n-senses", "-k", min=2, max=50, help="Senses of each word at most.")] = 4,
    forms: FormsOption = None,
    lang: LangOption = "xx",
    splits: SplitsOption = None,
    force: ForceOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the senses as JSON.")] = False,
    code: CodeOption = None,
) -> None:
    """Divide the occurrences of words into senses, without any labels; save a spaCy pipeline.

    The senses of bank are called bank#1, bank#2 and so on, the most frequent
    first. The words that are typical of each are shown, and are its gloss. To
    name senses and to correct them, label some occurrences (kpca label), and
    train on these labels.

    Examples:

    \b
      python -m spacy kpca induce texts/ my_senses --word bank --lang en
      python -m spacy kpca induce texts/ my_senses -w bank -w plant -k 3
          --forms forms.tsv
    """
    senses: list[InducedSense] = []
    raw, reader = UnlabelledTexts.open(texts), words_pipeline(lang, splits)
    table = read_table(forms, words, raw, reader)
    for word in words:
        found = find_word(word, raw, reader, table)
        show_stage(f"divide the occurrences of '{word}'")
        senses += induce_senses([one.occurrence for one in found.snippets], n, found.window)
    data = InducedSenses(senses)
    settings: dict[str, Any] = {"candidates": "fast", "targets": data.targets()}
    nlp = set_up_pipeline(pipeline_config(lang, settings))
    split_after_marks(nlp)
    if splits is not None:
        learn_splits(nlp, splits)
    component = cast(KPCAWSD, nlp.get_pipe(FACTORY))
    component.initialize(
        list,
        nlp=nlp,
        corpus=cast(Any, data),  # of a reader, training takes the occurrences alone
        texts=raw,
        forms=table,
        settings=settings,
    )
    save_pipeline(nlp, out)
    report = [{"sense": one.name, "count": len(one.occurrences), "words": list(one.words)} for one in senses]
    output.present(report, lambda: _print_senses(senses, out), as_json=as_json)


def _print_senses(senses: list[InducedSense], out: Path) -> None:
    rows: list[tuple[str, ...]] = [(one.name, f"{len(one.occurrences):,}", ", ".join(one.words)) for one in senses]
    output.table(rows, ("Sense", "Occurrences", "Typical words"), ("l", "r", "l"))
    print_saved(out)
