"""Arguments and options that several commands share."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ...corpora.decompression import LISTED_COMPRESSED
from ...corpora.files import is_read
from ...corpora.formats.registry import format_names, known_suffixes, listed_columns, listed_suffixes
from .paths import Input, Output
from .pipelines import PIPELINE

if TYPE_CHECKING:
    Format = str
else:
    Format = Literal["auto", *format_names()]

CORPUS_HELP = f"Files or folders: {listed_suffixes()}, each also {LISTED_COMPRESSED}; or addresses (s3://...)."
GOLD_HELP = f"Files or folders with gold tags: {listed_suffixes(tagged=True)}, each also {LISTED_COMPRESSED}."
GOLD_COLUMN_HELP = f"Where to find the gold tags: {listed_columns()}."

# what is read
TEXTS = Input(lambda parts, format, folder: is_read(parts, format, known_suffixes()))
FILE = Input(lambda parts, format, folder: False)
UNLABELLED = Input(lambda parts, format, folder: is_read(parts, "auto", known_suffixes()))
COUNTS = Input()

# what is written
PAGE = Output("a page (HTML)", (b"<!doctype html", b"<html"))
JSON = Output("indented JSON", (b"{\n", b"{\r", b"[\n", b"[\r", b"{}", b"[]"))  # lines of JSON may be annotation
TABLE = Output("a table in Markdown", (b"|",))
ANNOTATION = Output()

# what a command reads
PipelineArgument = Annotated[
    str, typer.Argument(metavar="PIPELINE", help="A pipeline: its directory, or the name of its package."), PIPELINE
]
CodeOption = Annotated[  # imported by `CheckedCommand`
    Path | None,
    typer.Option("--code", help="Python file with registered functions, imported first."),
    FILE,
]
TaggerOption = Annotated[
    str | None, typer.Option("--component", help="Name of the tagger, if the pipeline has several.")
]
ShownCorpusOption = Annotated[
    list[Path] | None,
    typer.Option("--corpus", "-c", help="A corpus to show the words in, such as the training corpus; repeatable."),
    TEXTS,
]
ShownFormatOption = Annotated[Format, typer.Option("--format", help="Format of the corpus; auto goes by its suffix.")]
ShownTokenizedOption = Annotated[
    bool,
    typer.Option("--tokenized/--raw", help="The corpus is already split into words by spaces.", show_default=False),
]

SplitsOption = Annotated[
    Path | None,
    typer.Option("--splits", help="How words are cut: a table of svd2 splits that someone has corrected."),
    FILE,
]

# what a command writes
PageOption = Annotated[
    Path,
    typer.Option("--output", "-o", help="The page to write. A file of another kind is not replaced."),
    PAGE,
]
ReplaceOption = Annotated[bool, typer.Option("--force", "-f", help="Replace an existing .spacy file.")]

# a training
SettingsOption = Annotated[
    list[str] | None, typer.Option("--set", "-s", metavar="NAME=VALUE", help="Set any setting by name; repeatable.")
]
ForceOption = Annotated[bool, typer.Option("--force", "-f", help="Replace whatever is at OUT.")]
SummaryOption = Annotated[
    Path | None,
    typer.Option(
        "--output-json", "-o", help="Write the summary to this file as JSON. A file of another kind is not replaced."
    ),
    JSON,
]
SummaryJsonOption = Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")]
JsonLogOption = Annotated[
    bool, typer.Option("--json-log", help="Report progress on stderr, as one JSON object per line.")
]

# scores
ScoresOption = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", help="Write the scores to this file as JSON. A file of another kind is not replaced."
    ),
    JSON,
]
ScoresJsonOption = Annotated[bool, typer.Option("--json", help="Print the scores as JSON.")]
