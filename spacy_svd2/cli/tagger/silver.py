"""`svd2 silver`: text with sure tags, to train spaCy's own tagger on."""

from pathlib import Path
from typing import Annotated

import typer

from ...corpora.corpus import Corpus
from ...tagger.silver import write_silver
from ..common import output
from ..common.options import ANNOTATION, TEXTS, Format, PipelineArgument, ReplaceOption
from ..common.pipelines import find_tagger, load_pipeline
from ..common.progress import reading_bar


def silver_cli(
    pipeline: PipelineArgument,
    corpus: Annotated[list[Path], typer.Argument(metavar="CORPUS...", help="Files or folders of text."), TEXTS],
    docs: Annotated[Path, typer.Option("--output", "-o", help="The .spacy file to write."), ANNOTATION],
    dev: Annotated[
        Path | None, typer.Option("--dev", help="A .spacy file that every tenth document goes to instead."), ANNOTATION
    ] = None,
    min_prob: Annotated[
        float, typer.Option("--min-prob", "-p", min=0, max=1, help="A tag that is less probable is left out.")
    ] = 0.8,
    tokenized: Annotated[
        bool, typer.Option("--tokenized/--raw", help="The corpus is split by spaces already.", show_default=False)
    ] = False,
    format: Annotated[Format, typer.Option("--format", help="Of the corpus; by its suffix unless given.")] = "auto",
    limit: Annotated[int, typer.Option("--limit", min=0, help="Lines or sentences to read; 0 for all.")] = 0,
    component: Annotated[
        str | None, typer.Option("--component", help="Name of the tagger, if the pipeline has several.")
    ] = None,
    force: ReplaceOption = False,
) -> None:
    """Write text with the tags that a named tagger is sure of, as .spacy.

    For training spaCy's own tagger, or any other. A token whose tag is not
    probable enough gets none, and training passes over it. Tags that the
    corpus has already are not looked at.

    Examples:

    \b
      python -m spacy svd2 silver my_named_tagger texts/ -o silver.spacy
      python -m spacy svd2 silver my_named_tagger texts/ -o silver.spacy --dev dev.spacy --min-prob 0.9
    """
    for path in (docs, dev):
        if path is not None and path.suffix != ".spacy":
            raise typer.BadParameter(f"'{path}' must end in .spacy, by which spaCy knows such files")
    data = Corpus(corpus, format=format, tokenized=tokenized, limit=limit)
    _ = data.files  # a wrong path is an error before the pipeline takes its time to load
    nlp = load_pipeline(pipeline)
    tagger = find_tagger(nlp, pipeline, component)
    with reading_bar(data, "Tagging") as bar:
        done = write_silver(nlp, tagger, data.docs(nlp, progress=bar.update), docs, dev=dev, min_prob=min_prob)
    n_tagged = done.tags.total()
    rows: list[tuple[str, ...]] = [(tag, f"{n:,}", f"{n / n_tagged:.1%}") for tag, n in done.tags.most_common()]
    output.table(rows, ("Tag", "Tokens", "Share"), ("l", "r", "r"))
    beside = "" if dev is None else f" and {done.n_dev_docs:,} to {dev}"
    output.good(
        f"Wrote {done.n_docs:,} documents to {docs}{beside}; {n_tagged / done.n_tokens:.1%} of {done.n_tokens:,} "
        f"tokens have a tag of probability {min_prob:g} or more"
    )
