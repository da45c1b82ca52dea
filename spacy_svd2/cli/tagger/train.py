"""`svd2 train`: raw text in, a pipeline out."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ...corpora.corpus import Corpus
from ...shared.stopwatch import Stopwatch
from ...tagger.settings import RECIPES, Attr, Recipe, Scaling
from ...tagger.training import train_pipeline, training_report
from ..common import output
from ..common.config import change_config, parse_settings, read_config, reader_options, recipe_config
from ..common.options import (
    CORPUS_HELP,
    ForceOption,
    Format,
    JsonLogOption,
    NewPipelineArgument,
    SettingsOption,
    SummaryJsonOption,
    SummaryOption,
)
from ..common.pipelines import FACTORY, check_target
from ..common.progress import print_costs, print_saved, reading_bar, show_stage
from .count_progress import CountProgress
from .counters import Engine, choose_counter, counted_options

_SHOWN_CLUSTERS = 10
_SHOWN_WORDS = 8


def _by_recipe(text: str, setting: str) -> str:
    """The help for a setting, with its value in each recipe."""
    default, paper = (getattr(RECIPES[recipe], setting) for recipe in ("default", "paper"))
    return f"{text}  [default: {default}{'' if paper == default else f'; paper: {paper}'}]"


def train_cli(
    corpus: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CORPUS...",
            help=CORPUS_HELP,
            show_default=False,
        ),
    ] = None,
    *,
    out: NewPipelineArgument,
    config: Annotated[
        Path | None, typer.Option("--config", "-c", help="A spaCy config to start from, such as configs/svd2.cfg.")
    ] = None,
    recipe: Annotated[
        Recipe | None,
        typer.Option("--recipe", "-r", help="Settings without a config: the best known, or the paper's of 2010."),
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option("--lang", "-l", help="Language code of the tokenizer; xx (any language) unless the config says."),
    ] = None,
    n_tags: Annotated[int | None, typer.Option("--n-tags", "-k", help=_by_recipe("Clusters wanted.", "n_tags"))] = None,
    attr: Annotated[
        Attr | None,
        typer.Option("--attr", help=_by_recipe("What makes a word type: LOWER ignores case.", "attr")),
    ] = None,
    min_count: Annotated[
        int | None,
        typer.Option("--min-count", help=_by_recipe("Rarer words join the nearest cluster at the end.", "min_count")),
    ] = None,
    scaling: Annotated[
        Scaling | None, typer.Option("--scaling", help=_by_recipe("Of the context counts.", "scaling"))
    ] = None,
    n_passes: Annotated[
        int | None,
        typer.Option("--n-passes", help=_by_recipe("1: contexts are words; 2: then clusters.", "n_passes")),
    ] = None,
    settings: SettingsOption = None,
    tokenized: Annotated[
        bool | None,
        typer.Option("--tokenized/--raw", help="Text is split by spaces already.", show_default=False),
    ] = None,
    format: Annotated[
        Format | None,
        typer.Option("--format", help="Of the files; by their suffixes unless given."),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", min=0, help="Lines or sentences to read; 0 for all."),
    ] = None,
    counts: Annotated[
        Path | None, typer.Option("--counts", help="Folder that svd2 count wrote, instead of CORPUS.")
    ] = None,
    n_process: Annotated[
        int | None, typer.Option("--n-process", min=1, help="Processes that read and count; 1 unless given.")
    ] = None,
    engine: Annotated[
        Engine, typer.Option("--engine", help="What counts: this machine, or the workers of a Dask cluster.")
    ] = "local",
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", help="Address of a Dask scheduler; without, a cluster is started here.")
    ] = None,
    max_types: Annotated[
        int | None,
        typer.Option("--max-types", min=1, help="Train on this many of the most frequent types; bounds the memory."),
    ] = None,
    force: ForceOption = False,
    output_json: SummaryOption = None,
    as_json: SummaryJsonOption = False,
    json_log: JsonLogOption = False,
) -> None:
    """Train a tagger on raw text and save it as a spaCy pipeline.

    Words that stand in similar contexts get the same tag (C0, C1, ...).
    No annotation is needed; ten thousand sentences are a good start.

    Examples:

    \b
      python -m spacy svd2 train corpus.txt my_tagger --lang tr
      python -m spacy svd2 train a.txt.gz b.conllu my_tagger -k 100
      python -m spacy svd2 train texts/ my_tagger -c configs/svd2.cfg
      python -m spacy svd2 train --counts counts my_tagger

    Then spacy.load("my_tagger") tags text. An interrupted training leaves
    what stood at OUT as it was.
    """
    if config is not None and recipe is not None:
        raise typer.BadParameter("--config and --recipe exclude each other")
    if not corpus and counts is None:
        hint = "" if output_json is None else f". -o '{output_json}' names the JSON summary; OUT is an argument"
        raise typer.BadParameter(
            f"CORPUS or OUT is missing: give both (or --counts and OUT); there is only '{out}'{hint}"
        )
    if corpus and counts is not None:
        raise typer.BadParameter("give either CORPUS... or --counts, not both")
    check_target(out, force=force, beside=output_json)
    chosen, name = (recipe_config(recipe or "default"), FACTORY) if config is None else read_config(config)
    options = {"n_tags": n_tags, "attr": attr, "min_count": min_count, "scaling": scaling, "n_passes": n_passes}
    if counts is not None and config is None:
        counted = counted_options(counts)
        lang, boundaries = lang or counted.get("lang"), counted.get("boundaries")
        options.update({"attr": attr or counted.get("attr"), "boundaries": boundaries})
    change_config(chosen, name, lang=lang, settings={**options, **parse_settings(settings or [])})
    reading = reader_options(chosen, name)
    given = {"tokenized": tokenized, "format": format, "limit": limit}
    reading.update({key: value for key, value in given.items() if value is not None})
    data = Corpus(corpus or [], **reading)
    watch = Stopwatch(show_stage)
    with CountProgress(json_log=json_log) as progress, reading_bar(data, "Reading") as bar:
        how = choose_counter(
            data,
            counts=counts,
            engine=engine,
            scheduler=scheduler,
            n_process=n_process,
            max_types=max_types,
            progress=progress,
        )
        model = train_pipeline(data, out, chosen, name=name, counter=how, progress=bar.update, on_stage=watch)
    watch.stop()
    report = training_report(model, watch.stages)
    output.present(report, lambda: _print_report(report, out), path=output_json, as_json=as_json)


def _print_report(report: dict[str, Any], out: Path) -> None:
    output.heading("Corpus")
    output.table([(key[2:], f"{value:,}") for key, value in report["corpus"].items()], ("Unit", "Number"), ("l", "r"))
    print_costs(report)
    output.heading(f"Largest clusters (of {len(report['clusters'])})")
    output.cluster_table(report["clusters"][:_SHOWN_CLUSTERS], n_words=_SHOWN_WORDS)
    print_saved(out)
