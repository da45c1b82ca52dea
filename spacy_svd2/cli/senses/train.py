"""`kpca train`: labelled examples in, a pipeline out."""

from pathlib import Path
from typing import Annotated, Any

import typer
from tqdm import tqdm

from ...senses.pipeline_training import Texts, train_pipeline, training_report
from ...shared.stopwatch import Stopwatch
from ..common import output
from ..common.config import parse_settings
from ..common.options import ForceOption, NewPipelineArgument, SettingsOption, SummaryJsonOption, SummaryOption
from ..common.pipelines import check_target
from ..common.progress import print_costs, print_saved, show_stage
from .options import CORPUS_HELP, FACTORY, FormatOption, KeyOption, LangOption, open_corpus


def train_cli(
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help=CORPUS_HELP)],
    out: NewPipelineArgument,
    key: KeyOption = None,
    lang: LangOption = "xx",
    format: FormatOption = "auto",
    unlabelled: Annotated[
        list[Path] | None,
        typer.Option(
            "--unlabelled",
            "-u",
            help="Text to learn word descriptors from, repeatable: what svd2 train reads, or a Senseval .xml, whose "
            "senses do not count.",
        ),
    ] = None,
    fast: Annotated[
        bool, typer.Option("--fast", help="One good setting for all words instead of cross-validation.")
    ] = False,
    settings: SettingsOption = None,
    force: ForceOption = False,
    output_json: SummaryOption = None,
    as_json: SummaryJsonOption = False,
) -> None:
    """Learn the senses of words from labelled examples; save a spaCy pipeline.

    A few dozen examples of each word are a good start. How each word's model
    is built is chosen by cross-validation on its own examples.

    Examples:

    \b
      python -m spacy kpca train examples.jsonl my_senses --lang en
      python -m spacy kpca train train.xml.gz my_senses --key train.key
          --lang en --unlabelled texts/
      python -m spacy kpca train examples.tsv my_senses --fast

    Then spacy.load("my_senses") writes senses to doc._.senses. An interrupted
    training leaves what stood at OUT as it was.
    """
    check_target(out, force=force, factory=FACTORY, beside=output_json)
    data = open_corpus(corpus, key=key, format=format, warn_widened=True)
    texts = Texts.open(unlabelled) if unlabelled else None
    chosen = {**({"candidates": "fast"} if fast else {}), **parse_settings(settings or [])}
    watch = Stopwatch(show_stage)
    # the bar shows itself on a terminal only
    with tqdm(desc="Training", unit=" words", disable=None, leave=False) as bar:
        component = train_pipeline(
            data,
            out,
            lang=lang,
            texts=texts,
            settings=chosen,
            on_stage=watch,
            on_words=bar.reset,
            on_word=lambda word: bar.update(),
        )
    watch.stop()
    report = training_report(component, watch.stages)
    output.present(report, lambda: _print_report(report, out), path=output_json, as_json=as_json)


def _print_report(report: dict[str, Any], out: Path) -> None:
    output.heading("Words")
    rows: list[tuple[str, ...]] = [
        (
            word["word"],
            f"{word['n_examples']:,}",
            f"{len(word['senses'])}",
            f"{word['most_frequent']:.1%}",
            "-" if word["accuracy"] is None else f"{word['accuracy']:.1%}",
            f"{' + '.join(word['settings']['weighting'])}, {word['settings']['domain']:g}, {word['settings']['step']}",
        )
        for word in report["words"]
    ]
    total = "-" if report["cross_validated"] is None else f"{report['cross_validated']:.1%}"
    rows.append(("all", f"{report['n_examples']:,}", f"{report['n_senses']:,}", "", total, ""))
    header = ("Word", "Examples", "Senses", "Most frequent", "Cross-validated", "Weighting, domain, last step")
    output.table(rows, header, ("l", "r", "r", "r", "r", "l"))
    print_costs(report)
    print_saved(out)
