"""`svd2 name`: from labelled words to tags with names."""

from collections import Counter
from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from ...shared.pipelines import save_pipeline
from ...shared.stopwatch import Stopwatch
from ...tagger.evaluation.metric_table import score_names
from ...tagger.settings import Method
from ..common import output
from ..common.options import PipelineArgument, TaggerOption
from ..common.performance import forget_scores
from ..common.pipelines import check_target, find_tagger, load_pipeline
from ..common.progress import show_stage

_SHOWN_WORDS = 8


def name_cli(
    pipeline: PipelineArgument,
    labels: Annotated[
        Path, typer.Argument(metavar="WORDS", help="The labelled words: words.tsv, or Prodigy's .jsonl.")
    ],
    out: Annotated[
        Path, typer.Option("--output", "-o", help="Directory of the new pipeline; an earlier one there is replaced.")
    ],
    method: Annotated[
        str,
        typer.Option(
            "--method",
            "-m",
            help="propagate: by contexts and forms; ensemble: the same over three sets of "
            "clusterings, at best a little better and about three times as slow; prototype: a cluster takes a tag.",
        ),
    ] = "propagate",
    component: TaggerOption = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="Replace whatever stands at the output.")] = False,
) -> None:
    """Give the tags names: spread the tags of labelled words to all words.

    The words come from svd2 suggest or svd2 label. Labelled words keep their
    tags; every other word, and words that the corpus did not have, are tagged
    by what they have in common with them, and by the words beside them.

    Examples:

    \b
      python -m spacy svd2 name my_tagger words.tsv -o my_named_tagger
      python -m spacy svd2 name my_tagger words.tsv -o other --method prototype
    """
    if method not in get_args(Method):
        raise typer.BadParameter(f"--method is one of {', '.join(get_args(Method))}")
    check_target(out, force=force)
    nlp = load_pipeline(pipeline)
    tagger = find_tagger(nlp, pipeline, component)
    watch = Stopwatch(show_stage)
    watch("read the labels")
    tagger.name_tags(labels, method=cast(Method, method), on_stage=watch)
    watch("save")
    forget_scores(nlp.meta, task="tags", known=score_names())  # they were those of the tags before
    save_pipeline(nlp, out)
    watch.stop()
    model = tagger.get_model()
    naming = model.naming
    if naming is not None:
        tags = [naming.tags[i] for i in naming.tagger.probabilities.argmax(axis=1).tolist()]
        types, tokens = Counter(tags), Counter[str]()
        for tag, count in zip(tags, model.counts.tolist(), strict=True):
            tokens[tag] += count
        words = {
            tag: [w for w, t in zip(model.types, tags, strict=True) if t == tag][:_SHOWN_WORDS] for tag in naming.tags
        }
        rows: list[tuple[str, ...]] = [
            (tag, f"{n / sum(tokens.values()):.1%}", f"{types[tag] / len(tags):.1%}", " ".join(words[tag]))
            for tag, n in tokens.most_common()
        ]
        output.table(rows, ("Tag", "Tokens", "Types", "Words, the most frequent first"), ("l", "r", "r", "l"))
        output.good(f"Spread {len(naming.labelled)} labelled words to {len(tags):,} words; saved the pipeline to {out}")
