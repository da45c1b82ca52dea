"""`kpca evaluate`: compare a pipeline's senses with gold senses."""

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import Errors, UserError, Warnings
from ...senses.corpora.docs import SPANS_KEY
from ...senses.corpora.senseval import read_sensemap
from ...senses.evaluation.evaluate import (
    answer_occurrences,
    gold_strangers,
    known_like,
    missed_words,
    score,
    scores_to_dict,
    unknown_words,
)
from ...senses.evaluation.scoring import METRICS, score_names
from ...shared.listing import MOST_SHOWN, listed
from ..common import output
from ..common.options import FILE, CodeOption, PipelineArgument, ScoresJsonOption, ScoresOption
from ..common.performance import PipelineScores, SaveOption
from ..common.progress import counted
from .options import (
    CORPUS_HELP,
    SENSES,
    ComponentOption,
    FormatOption,
    KeyOption,
    SpansKeyOption,
    load_senses,
    open_corpus,
)

if TYPE_CHECKING:
    from ...senses.component import KPCAWSD
    from ...senses.evaluation.evaluate import AnsweredOccurrence

_COLUMNS = [metric for metric in METRICS if metric.column]


def evaluate_cli(
    pipeline: PipelineArgument,
    gold: Annotated[Path, typer.Argument(metavar="GOLD", help=CORPUS_HELP), SENSES],
    key: KeyOption = None,
    sensemap: Annotated[
        Path | None, typer.Option("--sensemap", help="Senseval's sense map, to score coarse senses."), FILE
    ] = None,
    component: ComponentOption = None,
    format: FormatOption = "auto",
    spans_key: SpansKeyOption = SPANS_KEY,
    save: SaveOption = False,
    output_path: ScoresOption = None,
    as_json: ScoresJsonOption = False,
    code: CodeOption = None,
) -> None:
    """Score a pipeline's senses against gold senses, as Senseval's scorer does.

    An answer is right if it is one of the correct senses. Accuracy, which equals
    recall, is the share of all targets that are answered correctly; precision
    is the share of the answers that are right. The interval is a 95 % bootstrap
    interval. The targets are those of the gold file.

    Examples:

    \b
      python -m spacy kpca evaluate my_senses test.tsv -o scores.json
      python -m spacy kpca evaluate my_senses test.xml.gz --key test.key
      python -m spacy kpca evaluate my_senses test.xml.gz --key test.key
          --sensemap sensemap
      python -m spacy kpca evaluate my_senses test.tsv --save
    """
    corpus = open_corpus(gold, key=key, format=format, spans_key=spans_key)
    coarse = None if sensemap is None else read_sensemap(sensemap)
    saved = PipelineScores.open(pipeline) if save else None
    nlp, senses = load_senses(pipeline, component)
    docs = counted(corpus.docs(nlp), "Disambiguating", "documents")
    answered = list(answer_occurrences(nlp, senses, docs, spans_key=corpus.spans_key))
    if not answered:
        raise UserError(Errors.L101.format(path=gold, more=corpus.why_unlabelled(0)))
    _tell_unknown(gold, answered, senses)
    if missed := missed_words(answered, senses):
        words = listed([f"{word} ({n})" for word, n in missed.items()])
        warnings.warn(
            Warnings.L210.format(n=sum(missed.values()), total=len(answered), path=gold, words=words), stacklevel=2
        )
    if coarse is None and (strangers := gold_strangers(answered, senses)):
        message = Warnings.L211.format(path=gold, senses=listed(strangers))
        warnings.warn(message, stacklevel=2)
    scores = scores_to_dict(score(answered, senses, sense_map=coarse))
    output.present(scores, lambda: _print_scores(scores), path=output_path, as_json=as_json)
    if saved is not None:
        notes = {"key": key and key.name, "sensemap": sensemap and sensemap.name, "component": component}
        size = scores["n_instances"]
        saved.save(scores, task="senses", gold=[gold], known=score_names(), n_instances=size, **notes)


def _tell_unknown(gold: Path, answered: "list[AnsweredOccurrence]", senses: "KPCAWSD") -> None:
    """Warn of targets whose word the pipeline does not know (L202), for they may be forms of words that it knows."""
    unknown = unknown_words(answered, senses)
    if not unknown:
        return
    like = known_like(list(unknown)[:MOST_SHOWN], senses)
    words = listed([f"{word} ({n}{f', like {like[word]}' if word in like else ''})" for word, n in unknown.items()])
    warnings.warn(
        Warnings.L202.format(n=sum(unknown.values()), total=len(answered), path=gold, words=words), stacklevel=2
    )


def _print_scores(scores: dict[str, Any]) -> None:
    rows = [_row(word, score) for word, score in scores["per_word"].items()]
    rows.append(_row("all", scores))
    header = [metric.column for metric in _COLUMNS]
    header.insert(1 + header.index("Accuracy"), "95 %")
    right: list[output.Align] = ["r"] * len(header)
    output.table(rows, ("Word", *header), ("l", *right))


def _row(word: str, score: dict[str, Any]) -> tuple[str, ...]:
    low, high = score["interval"]
    cells = [metric.text(score[metric.key]) for metric in _COLUMNS]
    cells.insert(1 + [metric.key for metric in _COLUMNS].index("accuracy"), f"{low:.1%} - {high:.1%}")
    return (word, *cells)
