"""`kpca train`: labelled examples in, a pipeline out."""

from pathlib import Path
from typing import Annotated, Any, cast

import typer
from thinc.api import Config
from tqdm import tqdm

from ...corpora.splits.tokenizer import learn_splits
from ...senses.component import FACTORY, KPCAWSD
from ...senses.corpora.docs import SPANS_KEY
from ...senses.corpora.unlabelled_texts import UnlabelledTexts
from ...senses.description import summarize_training
from ...shared.pipelines import save_pipeline, set_up_pipeline, split_after_marks
from ...shared.stopwatch import Stopwatch
from ..common import output
from ..common.config import parse_settings
from ..common.options import (
    FILE,
    UNLABELLED,
    CodeOption,
    ForceOption,
    SettingsOption,
    SplitsOption,
    SummaryJsonOption,
    SummaryOption,
)
from ..common.pipelines import OutputPipeline, copy_vectors
from ..common.progress import print_costs, print_saved, show_stage
from .options import CORPUS_HELP, SENSES, FormatOption, KeyOption, LangOption, SpansKeyOption, open_corpus

_FEW_PER_SENSE = 20
_RAW_TEXT_HINT = (
    f"With fewer than {_FEW_PER_SENSE} examples per sense, raw text of the same kind helps most: give it with -u. With "
    "3 examples\nper sense, it raised the accuracy on the noun 'line' from 41 to 58 per cent (docs/results.md)."
)


def train_cli(
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help=CORPUS_HELP), SENSES],
    out: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="Directory for the new pipeline; replaces an earlier pipeline."),
        OutputPipeline(factory=FACTORY),
    ],
    key: KeyOption = None,
    lang: LangOption = "xx",
    format: FormatOption = "auto",
    spans_key: SpansKeyOption = SPANS_KEY,
    unlabelled: Annotated[
        list[Path] | None,
        typer.Option(
            "--unlabelled",
            "-u",
            help="Text to learn word descriptors from; repeatable. What svd2 train reads, or examples with senses "
            "(.xml, .tsv), whose senses are ignored.",
        ),
        UNLABELLED,
    ] = None,
    forms: Annotated[
        Path | None,
        typer.Option(
            "--forms",
            help="Table of inflected forms (word, tab, form), so that banks counts as bank.",
        ),
        FILE,
    ] = None,
    vectors: Annotated[
        str | None,
        typer.Option(
            "--vectors",
            metavar="PIPELINE",
            help="A pipeline whose word vectors to use, and to save with the new one: its directory or package.",
        ),
    ] = None,
    fast: Annotated[
        bool, typer.Option("--fast", help="Use one good setting for all words instead of cross-validation.")
    ] = False,
    settings: SettingsOption = None,
    splits: SplitsOption = None,
    force: ForceOption = False,
    output_json: SummaryOption = None,
    as_json: SummaryJsonOption = False,
    code: CodeOption = None,
) -> None:
    """Learn the senses of words from labelled examples; save a spaCy pipeline.

    A few dozen examples of each word are a good start. The settings of
    each word's model are chosen by cross-validation on its examples.

    Examples:

    \b
      python -m spacy kpca train examples.jsonl my_senses --lang en
      python -m spacy kpca train train.xml.gz my_senses --key train.key
          --lang en --unlabelled texts/
      python -m spacy kpca train examples.tsv my_senses --fast

    Then spacy.load("my_senses") writes senses to doc._.senses. If training is
    interrupted, OUT stays as it was.
    """
    data = open_corpus(corpus, key=key, format=format, spans_key=spans_key, warn_widened=True)
    texts = UnlabelledTexts.open(unlabelled) if unlabelled else None
    chosen = {**({"candidates": "fast"} if fast else {}), **parse_settings(settings or [])}
    watch = Stopwatch(show_stage)
    # the bar shows itself on a terminal only
    with tqdm(desc="Training", unit=" words", disable=None, leave=False) as bar:
        watch("set up")
        nlp = set_up_pipeline(pipeline_config(lang, chosen, vectors=None if vectors is None else "vectors"))
        split_after_marks(nlp)
        if vectors is not None:
            copy_vectors(nlp, vectors)
        if splits is not None:
            learn_splits(nlp, splits)
        component = cast(KPCAWSD, nlp.get_pipe(FACTORY))
        component.initialize(
            list,
            nlp=nlp,
            corpus=data,
            texts=texts,
            forms=forms,
            settings=chosen,
            on_stage=watch,
            on_words=bar.reset,
            on_word=lambda word: bar.update(),
        )
        watch("save")
        save_pipeline(nlp, out)
    watch.stop()
    report = summarize_training(component.get_model(), component.inventory, watch.stages)
    output.present(
        report, lambda: _print_report(report, out, has_texts=texts is not None), path=output_json, as_json=as_json
    )


def pipeline_config(lang: str, settings: dict[str, Any], *, vectors: str | None = None) -> Config:
    """Make the config of a pipeline with nothing but the disambiguator; its settings are saved for the record."""
    return Config(
        {
            "nlp": {"lang": lang, "pipeline": [FACTORY]},
            "components": {FACTORY: {"factory": FACTORY, "vectors": vectors}},
            "initialize": {"components": {FACTORY: {"settings": settings}}},
        }
    )


def _print_report(report: dict[str, Any], out: Path, *, has_texts: bool) -> None:
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
    if not has_texts and report["n_examples"] < _FEW_PER_SENSE * report["n_senses"]:
        output.say(_RAW_TEXT_HINT)
    print_saved(out)
