"""`svd2 evaluate`: compare a pipeline's tags with gold tags."""

import warnings
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from spacy.language import Language

from ...corpora.corpus import Corpus
from ...errors import Warnings
from ...tagger.component import SVD2Tagger
from ...tagger.evaluation.evaluate import evaluate, score_table
from ...tagger.evaluation.metric_table import score_names
from ...tagger.evaluation.raw_text import RAW_MEASURES, evaluate_raw, raw_table
from ..common import output
from ..common.options import (
    GOLD_COLUMN_HELP,
    GOLD_HELP,
    TEXTS,
    CodeOption,
    Format,
    PipelineArgument,
    ScoresJsonOption,
    ScoresOption,
)
from ..common.performance import PipelineScores, SaveOption
from ..common.pipelines import check_component, load_pipeline
from ..common.progress import reading_bar

_SHOWN_TAGS = 8


def evaluate_cli(
    pipeline: PipelineArgument,
    gold: Annotated[
        list[Path],
        typer.Argument(metavar="GOLD...", help=GOLD_HELP),
        TEXTS,
    ],
    gold_column: Annotated[
        str | None,
        typer.Option("--gold-column", "-g", help=GOLD_COLUMN_HELP),
    ] = None,
    component: Annotated[
        str | None, typer.Option("--component", help="Run only this component of the pipeline.")
    ] = None,
    format: Annotated[
        Format, typer.Option("--format", help="Format of the gold files; auto goes by their suffixes.")
    ] = "auto",
    limit: Annotated[int, typer.Option("--limit", min=0, help="Read only this many sentences; 0 reads all.")] = 0,
    raw: Annotated[
        bool, typer.Option("--raw", help="Split the text of CoNLL-U files anew, and score tokens and tags end to end.")
    ] = False,
    save: SaveOption = False,
    output_path: ScoresOption = None,
    as_json: ScoresJsonOption = False,
    code: CodeOption = None,
) -> None:
    """Score a pipeline's tags against gold tags.

    The tokens are those of the gold files, or with --raw those of the pipeline:
    then the scores are those of the CoNLL 2018 shared task, and the share of
    gold tokens that are found and have the right tag. Where words have been
    labelled, the tags are compared by name. Clusters have no names, so each is
    judged by how well it agrees with the gold tags: M-1 (each cluster counts as
    its most common gold tag), 1-1 (each gold tag is used once), V-measure and
    variation of information.

    Examples:

    \b
      python -m spacy svd2 evaluate my_tagger test.conllu
      python -m spacy svd2 evaluate my_tagger gold.tsv.gz --gold-column 3
      python -m spacy svd2 evaluate my_tagger dev.conllu -o scores.json
      python -m spacy svd2 evaluate my_tagger test.conllu --save
      python -m spacy svd2 evaluate my_tagger test.conllu --raw
    """
    corpus = Corpus(gold, format=format, column=gold_column, limit=limit)
    _ = corpus.files  # a wrong path is an error before the pipeline takes its time to load
    saved = PipelineScores.open(pipeline) if save else None
    nlp = load_pipeline(pipeline)
    if component is not None:
        check_component(nlp, pipeline, component)
    with nullcontext() if component is None else nlp.select_pipes(enable=[component]):
        with reading_bar(corpus, "Tagging") as bar:
            if raw:
                scores = evaluate_raw(
                    nlp, corpus.surface_sentences(progress=bar.update), own_tags=gold_column not in (None, "upos", "4")
                )
            else:
                scores = evaluate(nlp, corpus.docs(nlp, progress=bar.update))
        if not scores.get("end_to_end") and not scores.get("tag_acc") and not scores.get("pos_acc"):
            _warn_of_other_names(nlp, pipeline)
    table = raw_table if raw else score_table
    output.present(scores, lambda: output.say(table(scores).strip("\n")), path=output_path, as_json=as_json)
    if saved is not None:
        notes = {"column": gold_column, "limit": limit or None, "component": component}
        saved.save(
            scores, task="tags", gold=gold, known=[*score_names(), *RAW_MEASURES], n_tokens=scores["n_tokens"], **notes
        )


def _warn_of_other_names(nlp: Language, path: str) -> None:
    """Warn (L203) that no tag is right, if words were labelled: then the names of tags are what was asked for."""
    names = [pipe.labels for _, pipe in nlp.pipeline if isinstance(pipe, SVD2Tagger) and pipe.get_model().naming]
    if names:
        shown = ", ".join(names[0][:_SHOWN_TAGS]) + ", ..." * (len(names[0]) > _SHOWN_TAGS)
        warnings.warn(Warnings.L203.format(path=path, tags=shown), stacklevel=2)
