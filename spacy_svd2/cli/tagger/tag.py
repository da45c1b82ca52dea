"""`svd2 tag`: text in, tagged text out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer
from spacy.tokens import Doc

from ...corpora.annotate import Source, annotate
from ...corpora.corpus import Corpus
from ...corpora.formats.text import ReadingOptions
from ...corpora.writers.conllu import UPOS
from ...corpora.writers.registry import (
    COMPRESSIONS,
    check_compression,
    is_copy,
    listed_outputs,
    listed_sources,
    output_format_of,
    write_annotated,
)
from ...corpora.writers.sentences import WritingOptions
from ...corpora.writers.write_back import WrittenBack, find_source, write_back
from ...errors import Errors, UserError
from ...tagger.component import SVD2Tagger
from ..common import output
from ..common.options import ANNOTATION, CORPUS_HELP, TEXTS, CodeOption, Format, PipelineArgument, TaggerOption
from ..common.pipelines import find_tagger, load_pipeline
from ..common.progress import reading_bar

_PROBABILITY = "svd2_probability"
_SPACE_TAG = "_SP"


def tag_cli(
    pipeline: PipelineArgument,
    texts: Annotated[list[str], typer.Argument(metavar="TEXTS...", help=CORPUS_HELP), TEXTS],
    out: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            help=f"The file to write: {listed_outputs()}; or a copy of TEXTS with the tags in it: {listed_sources()}. "
            f"Also with {', '.join(COMPRESSIONS)}.",
        ),
        ANNOTATION,
    ],
    tag_column: Annotated[
        Literal["auto", "upos", "xpos"],
        typer.Option(
            "--tag-column",
            help="Column of CoNLL-U for the tags. auto: UPOS if all tags of the tagger are UPOS tags, else XPOS; with "
            "xpos, UPOS holds the universal tags that labels gave.",
        ),
    ] = "auto",
    probability: Annotated[
        bool, typer.Option("--probability", help="Write the probability of each tag: Prob= in MISC, or a column.")
    ] = False,
    tokenized: Annotated[
        bool,
        typer.Option("--tokenized/--raw", help="Plain text is already split into words by spaces.", show_default=False),
    ] = False,
    part: Annotated[
        str,
        typer.Option(
            "--part",
            "--tier",
            "--element",
            help="The part of each file that holds the text: a tier, an element, a field or a writing system.",
        ),
    ] = "",
    encoding: Annotated[
        str, typer.Option("--encoding", help="Encoding of text files, such as cp1252; UTF-8 unless given.")
    ] = "",
    replace: Annotated[
        bool,
        typer.Option("--replace", help="In a copy of TEXTS, also replace the parts of speech that they have."),
    ] = False,
    n_process: Annotated[int, typer.Option("--n-process", "-n", min=1, help="Number of processes.")] = 1,
    limit: Annotated[
        int, typer.Option("--limit", min=0, help="Read only this many lines, sentences or documents.")
    ] = 0,
    format: Annotated[
        Format, typer.Option("--format", help="Format of the texts; auto goes by their suffixes.")
    ] = "auto",
    component: TaggerOption = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="Replace an existing file.")] = False,
    code: CodeOption = None,
) -> None:
    """Tag texts, and write them as CoNLL-U, as a table, or for spaCy.

    Sentences are those of the pipeline (train with --sentences). If it has
    none, each line is a sentence. Tokens, spaces and sentences of files that
    have them stay as they are; tags of the files are replaced.

    An output like the input, such as .flextext for a .flextext, is a copy of
    the file: words without a part of speech get one, and all else stays.

    Examples:

    \b
      python -m spacy svd2 tag my_tagger corpus.txt -o tagged.conllu
      python -m spacy svd2 tag my_tagger texts/ -o tagged.conllu.gz --probability
      python -m spacy svd2 tag my_tagger texts/ -o tagged.spacy --n-process 4
      python -m spacy svd2 tag my_tagger stories.flextext -o tagged.flextext
    """
    if is_copy(out):
        if probability:
            raise UserError(Errors.L076.format(out=out))
        check_compression(out)
        path, source = find_source(texts, out, format)
        nlp = load_pipeline(pipeline)
        find_tagger(nlp, pipeline, component)
        options = ReadingOptions(part=part, encoding=encoding)
        _show(write_back(nlp, path, out, source, options, replace=replace, limit=limit, n_process=n_process), out)
        return
    output_format_of(out)
    corpus = Corpus(texts, format=format, tokenized=tokenized, limit=limit, part=part, encoding=encoding)
    _ = corpus.files  # a wrong path is an error before the pipeline takes its time to load
    nlp = load_pipeline(pipeline)
    tagger = find_tagger(nlp, pipeline, component)
    column = ("upos" if has_universal_tags(tagger) else "xpos") if tag_column == "auto" else tag_column
    writing = WritingOptions(column, _probability_of(tagger, pipeline) if probability else None)
    n_tokens = [0]
    with reading_bar(corpus, "Tagging") as bar:
        docs = _counted(annotate(nlp, corpus, n_process=n_process, progress=bar.update), n_tokens)
        write_annotated(out, docs, writing)
    output.good(f"Tagged {n_tokens[0]:,} tokens; wrote {out}")


def _show(done: WrittenBack, out: Path) -> None:
    for why, (n, line) in done.notes.items():
        output.say(f"{n:,} {why} (the first in line {line})")
    if done.n_kept:
        output.say(f"Kept {done.n_kept:,} parts of speech that the file has; --replace replaces them.")
    output.good(f"Tagged {done.n_words:,} words of {done.n_texts:,} texts; wrote {out}")


def has_universal_tags(tagger: SVD2Tagger) -> bool:
    """Whether all tags of a tagger are universal parts of speech."""
    return {*tagger.labels} - {_SPACE_TAG} <= UPOS


def _probability_of(tagger: SVD2Tagger, pipeline: str) -> str:
    """The token extension for probabilities, which the tagger gets if it has none."""
    if tagger.get_model().naming is None:
        raise UserError(Errors.L061.format(path=pipeline))
    if tagger.prob_attr is None:
        tagger.prob_attr = _PROBABILITY
    return tagger.prob_attr


def _counted(docs: Iterator[tuple[Doc, Source]], count: list[int]) -> Iterator[tuple[Doc, Source]]:
    """Pass documents on, and add up their words."""
    for doc, source in docs:
        count[0] += len(doc)
        yield doc, source
