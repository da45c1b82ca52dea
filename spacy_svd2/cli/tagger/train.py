"""`svd2 train`: raw text in, a pipeline out."""

from pathlib import Path
from typing import Annotated, Any, Literal, cast

import typer
from thinc.api import Config

from ...corpora.corpus import Corpus
from ...corpora.splits.questions import warn_of_unspaced_text
from ...corpora.splits.tokenizer import add_common_rules, learn_splits, splits_id
from ...corpora.splitting import whitespace_tokenizer
from ...errors import Errors, UserError
from ...shared.pipelines import save_pipeline, set_up_pipeline, split_after_marks
from ...shared.stopwatch import Stopwatch
from ...tagger.component import FACTORY, SVD2Tagger
from ...tagger.model.summary import summarize_training
from ...tagger.settings import RECIPES, Attr, Recipe, Scaling
from ..common import output
from ..common.config import (
    add_sentencizer,
    change_config,
    config_to_save,
    counting_options,
    parse_settings,
    read_config,
    reader_options,
    recipe_config,
    settings_of,
    split_at_spaces,
)
from ..common.options import (
    CORPUS_HELP,
    COUNTS,
    TEXTS,
    CodeOption,
    ForceOption,
    Format,
    JsonLogOption,
    SettingsOption,
    SplitsOption,
    SummaryJsonOption,
    SummaryOption,
)
from ..common.pipelines import CONFIG, OutputPipeline
from ..common.progress import CountDisplay, print_costs, print_saved, reading_bar, show_stage

Engine = Literal["local", "dask"]

_SHOWN_CLUSTERS = 10
_SHOWN_WORDS = 8


def _by_recipe(text: str, setting: str) -> str:
    """The help for a setting, with its value in each recipe."""
    default, paper = (getattr(RECIPES[recipe], setting) for recipe in ("default", "paper"))
    return f"{text}  [default: {default}{'' if paper == default else f'; paper: {paper}'}]"


def _check_usage(ctx: typer.Context, out: Path) -> Path:
    """Check what was given together. OUT comes last: before it is checked, for a path too few makes it of CORPUS."""
    corpus, counts, summary = (ctx.params.get(name) for name in ("corpus", "counts", "output_json"))
    if ctx.params.get("config") is not None and ctx.params.get("recipe") is not None:
        raise typer.BadParameter("--config and --recipe exclude each other")
    if not corpus and counts is None:
        hint = "" if summary is None else f". -o '{summary}' names the JSON summary; OUT is an argument"
        raise typer.BadParameter(
            f"CORPUS or OUT is missing: give both (or --counts and OUT); there is only '{out}'{hint}"
        )
    if corpus and counts is not None:
        raise typer.BadParameter("give either CORPUS... or --counts, not both")
    return out


def train_cli(
    corpus: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CORPUS...",
            help=CORPUS_HELP,
            show_default=False,
        ),
        TEXTS,
    ] = None,
    *,
    out: Annotated[
        Path,
        typer.Argument(
            metavar="OUT",
            help="Directory for the new pipeline; replaces an earlier pipeline.",
            callback=_check_usage,
        ),
        OutputPipeline(),
    ],
    config: Annotated[
        Path | None,
        typer.Option("--config", "-c", help="A spaCy config to start from, such as configs/svd2.cfg."),
        CONFIG,
    ] = None,
    recipe: Annotated[
        Recipe | None,
        typer.Option("--recipe", "-r", help="Settings without a config: the best known, or those of the 2010 paper."),
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang", "-l", help="Language code of the tokenizer; by default the config's, or xx (any language)."
        ),
    ] = None,
    n_tags: Annotated[
        int | None, typer.Option("--n-tags", "-k", help=_by_recipe("Number of clusters.", "n_tags"))
    ] = None,
    attr: Annotated[
        Attr | None,
        typer.Option("--attr", help=_by_recipe("What counts as one word: LOWER ignores case.", "attr")),
    ] = None,
    min_count: Annotated[
        int | None,
        typer.Option("--min-count", help=_by_recipe("Rarer words join the nearest cluster at the end.", "min_count")),
    ] = None,
    scaling: Annotated[
        Scaling | None, typer.Option("--scaling", help=_by_recipe("How context counts are scaled.", "scaling"))
    ] = None,
    n_passes: Annotated[
        int | None,
        typer.Option("--n-passes", help=_by_recipe("1: contexts are words; 2: then also clusters.", "n_passes")),
    ] = None,
    settings: SettingsOption = None,
    splits: SplitsOption = None,
    sentences: Annotated[
        bool, typer.Option("--sentences", help="Add spaCy's sentencizer: the pipeline finds the ends of sentences.")
    ] = False,
    tokenized: Annotated[
        bool | None,
        typer.Option(
            "--tokenized/--raw",
            help="Text is already split into words by spaces; the pipeline will split there.",
            show_default=False,
        ),
    ] = None,
    format: Annotated[
        Format | None,
        typer.Option("--format", help="Format of the files; by default decided by their suffixes."),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", min=0, help="Read only this many lines or sentences; 0 reads all."),
    ] = None,
    counts: Annotated[
        Path | None, typer.Option("--counts", help="Folder written by svd2 count, instead of CORPUS."), COUNTS
    ] = None,
    n_process: Annotated[
        int | None, typer.Option("--n-process", min=1, help="Number of processes that count the corpus.")
    ] = None,
    engine: Annotated[
        Engine, typer.Option("--engine", help="Where counting runs: on this machine, or on a Dask cluster.")
    ] = "local",
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", help="Address of a Dask scheduler; without it, a cluster is started here."),
    ] = None,
    max_types: Annotated[
        int | None,
        typer.Option("--max-types", min=1, help="Train only on this many of the most frequent words; limits memory."),
    ] = None,
    force: ForceOption = False,
    output_json: SummaryOption = None,
    as_json: SummaryJsonOption = False,
    json_log: JsonLogOption = False,
    code: CodeOption = None,
) -> None:
    """Train a tagger on raw text and save it as a spaCy pipeline.

    Words that occur in similar contexts get the same tag (C0, C1, ...).
    No annotation is needed; ten thousand sentences are a good start.

    Examples:

    \b
      python -m spacy svd2 train corpus.txt my_tagger --lang tr
      python -m spacy svd2 train corpus.txt my_tagger --splits splits.tsv
      python -m spacy svd2 train a.txt.gz b.conllu my_tagger -k 100
      python -m spacy svd2 train texts/ my_tagger -c configs/svd2.cfg
      python -m spacy svd2 train --counts counts my_tagger

    Then spacy.load("my_tagger") tags text. If training is interrupted, OUT
    stays as it was.
    """
    training, name = (recipe_config(recipe or "default"), FACTORY) if config is None else read_config(config)
    options = {"n_tags": n_tags, "attr": attr, "min_count": min_count, "scaling": scaling, "n_passes": n_passes}
    if counts is not None:
        about = _how_counted(counts)
        block = training["initialize"]["components"].setdefault(name, {}).setdefault("settings", {})
        if config is None:
            lang = lang or about.get("lang")
            options.update({"attr": attr or about.get("attr"), "boundaries": about.get("boundaries")})
            block.pop("normalize")
        block.setdefault("normalize", about["normalize"])
    change_config(training, name, lang=lang, settings={**options, **parse_settings(settings or [])})
    reading = reader_options(training, name)
    if sentences:
        add_sentencizer(training)
    counted_tokenized = counts is not None and _was_tokenized(counts, reading.get("tokenized"), tokenized)
    given = {"tokenized": tokenized, "format": format, "limit": limit}
    reading.update({key: value for key, value in given.items() if value is not None})
    data = Corpus(corpus or [], **reading)
    is_split = data.options.tokenized if counts is None else counted_tokenized
    at_spaces = is_split and split_at_spaces(training)
    if data.options.tokenized and splits is not None:
        raise typer.BadParameter("--splits is for raw text: --tokenized text is split already")
    counting = counting_options(training, name)
    n_process, max_types = n_process or counting.get("n_process"), max_types or counting.get("max_types")
    dask = _dask(engine, scheduler) or counting.get("dask")
    if data.limit and counts is None and (dask or max_types or json_log or (n_process or 1) > 1):
        raise typer.BadParameter("--limit reads with one process, without --engine, --max-types and --json-log")
    if json_log and dask is None:
        n_process = n_process or 1  # lines of progress come from a count in parts
    report = train_pipeline(
        training,
        name,
        data,
        out,
        splits=splits,
        counts=counts,
        at_spaces=at_spaces,
        n_process=n_process,
        max_types=max_types,
        dask=dask,
        json_log=json_log,
    )
    output.present(report, lambda: _print_report(report, out, at_spaces), path=output_json, as_json=as_json)


def train_pipeline(
    config: Config,
    name: str,
    corpus: Corpus,
    out: Path,
    *,
    splits: Path | None = None,
    counts: Path | None = None,
    at_spaces: bool = False,
    n_process: int | None = None,
    max_types: int | None = None,
    dask: str | None = None,
    json_log: bool = False,
) -> dict[str, Any]:
    """Train the tagger of a pipeline, and save the pipeline.

    config (Config): The config of the pipeline. A corpus or an artifact that it names is neither used nor saved.
    name (str): The tagger's name.
    corpus (Corpus): What to learn from.
    out (Path): The pipeline's directory. What stands there stays until the new pipeline is complete.
    splits (Path): A table of words and how they are cut, which the tokenizer learns.
    counts, n_process, max_types, dask: See `SVD2Tagger.initialize`.
    at_spaces (bool): Whether the pipeline splits text at white space only.
    json_log (bool): Whether to report progress as lines of JSON.
    RETURNS (dict): The summary, see `summarize_training`.
    RAISES (UserError): A bad corpus, setting or config.
    """
    watch = Stopwatch(show_stage)
    with CountDisplay(json_log=json_log) as display, reading_bar(corpus, "Reading") as bar:
        watch("set up")
        settings = settings_of(config, name)
        nlp = set_up_pipeline(config_to_save(config, name, settings))
        if at_spaces:
            nlp.tokenizer = whitespace_tokenizer(nlp.vocab)
        with nlp.select_pipes(disable=[name]):
            nlp.initialize()  # what else the config has: the tokenizer and other components, before the first text
        if settings.normalize:
            split_after_marks(nlp)
        if splits_id(nlp):
            nlp.config["initialize"]["before_init"] = (
                None  # learned, so that the pipeline needs neither us nor the table
            )
        if splits is not None:
            learn_splits(nlp, splits)
        elif not at_spaces and not corpus.options.tokenized:
            add_common_rules(nlp)
        warn_of_unspaced_text(corpus, nlp)
        tagger = cast(SVD2Tagger, nlp.get_pipe(name))
        tagger.initialize(
            list,
            nlp=nlp,
            corpus=corpus,
            counts=counts,
            settings=settings.to_dict(),
            n_process=n_process,
            max_types=max_types,
            dask=dask,
            on_stage=watch,
            on_read=bar.update,
            on_progress=display,
        )
        watch("save")
        save_pipeline(nlp, out)
    watch.stop()
    return summarize_training(tagger.get_model(), watch.stages)


def _how_counted(path: Path) -> dict[str, Any]:
    """What a folder of counts says about "lang", "attr", "normalize" and "boundaries"."""
    from ...tagger.counting.folder import CountsFolder

    return CountsFolder.open(path).about


def _was_tokenized(path: Path, configured: bool | None, given: bool | None) -> bool:
    """Whether counts are of words between spaces, so that the pipeline splits there.

    path (Path): The folder of counts.
    configured, given (bool): What the config and the command say of it; None if nothing.
    RETURNS (bool): Whether they are, or, where the corpus needed no tokenizer, whether the pipeline shall.
    RAISES (UserError): What is said contradicts the counts (N022).
    """
    from ...tagger.counting.folder import CountsFolder

    folder = CountsFolder.open(path)
    wanted, found = (configured or None) if given is None else given, folder.was_tokenized
    if found is None:
        return folder.about.get("tokenized") is True if wanted is None else wanted
    if wanted not in (None, found):
        kinds = {True: "text that was split at spaces (--tokenized)", False: "raw text (--raw)"}
        raise UserError(Errors.N022.format(path=path, found=kinds[found], wanted=kinds[wanted]))
    return found


def _dask(engine: Engine, scheduler: str | None) -> str | None:
    """The cluster that counts, as `SVD2Tagger.initialize` takes it."""
    if engine == "dask":
        return scheduler or "local"
    if scheduler is not None:
        raise typer.BadParameter("--scheduler goes with --engine dask")
    return None


def _print_report(report: dict[str, Any], out: Path, at_spaces: bool) -> None:
    output.heading("Corpus")
    output.table([(key[2:], f"{value:,}") for key, value in report["corpus"].items()], ("Unit", "Number"), ("l", "r"))
    print_costs(report)
    output.heading(f"Largest clusters (of {len(report['clusters'])})")
    output.cluster_table(report["clusters"][:_SHOWN_CLUSTERS], n_words=_SHOWN_WORDS)
    if at_spaces:
        output.say("\nThe pipeline splits text at white space only, as its corpus is split (--tokenized).")
    print_saved(out)
