"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated, Literal

import typer

Format = Literal["auto", "txt", "conllu", "tsv", "jsonl", "spacy"]

# what a command reads
PipelineArgument = Annotated[str, typer.Argument(metavar="PIPELINE", help="Directory or package name of a pipeline.")]
TaggerOption = Annotated[
    str | None, typer.Option("--component", help="Name of the tagger, if the pipeline has several.")
]
ShownCorpusOption = Annotated[
    list[Path] | None,
    typer.Option("--corpus", "-c", help="A corpus to show the words in, such as the training corpus; repeatable."),
]
ShownFormatOption = Annotated[Format, typer.Option("--format", help="Of the corpus; by its suffix unless given.")]
ShownTokenizedOption = Annotated[
    bool, typer.Option("--tokenized/--raw", help="The corpus is split by spaces already.", show_default=False)
]

# what a command writes
PageOption = Annotated[
    Path,
    typer.Option("--output", "-o", help="The page to write; replaces no file of another kind."),
]
ReplaceOption = Annotated[bool, typer.Option("--force", "-f", help="Replace a .spacy file that is there.")]

# a training
NewPipelineArgument = Annotated[
    Path, typer.Argument(metavar="OUT", help="Directory of the new pipeline; an earlier one there is replaced.")
]
SettingsOption = Annotated[
    list[str] | None, typer.Option("--set", "-s", metavar="NAME=VALUE", help="Any setting by name, repeatable.")
]
ForceOption = Annotated[bool, typer.Option("--force", "-f", help="Replace whatever stands at OUT.")]
SummaryOption = Annotated[
    Path | None,
    typer.Option(
        "--output-json", "-o", help="Write the summary to this file as JSON; replaces no file of another kind."
    ),
]
SummaryJsonOption = Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")]
JsonLogOption = Annotated[
    bool, typer.Option("--json-log", help="Report progress as lines of JSON on stderr, terminal or not.")
]

# scores
ScoresOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Write the scores to this file as JSON; replaces no file of another kind."),
]
ScoresJsonOption = Annotated[bool, typer.Option("--json", help="Print the scores as JSON.")]
