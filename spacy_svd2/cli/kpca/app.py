"""The command `kpca`: word senses, under `python -m spacy kpca`."""

import typer
from spacy.cli._util import app as spacy_app

from ..output import Commands
from .compare import compare_cli
from .convert import convert_cli
from .evaluate import evaluate_cli
from .explain import explain_cli
from .report import report_cli
from .train import train_cli

app = typer.Typer(
    name="kpca",
    cls=Commands,
    help="Word senses from labelled examples: train, evaluate, compare, explain and look at them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # as spaCy's own commands
    pretty_exceptions_enable=False,
)


@app.callback()
def _kpca() -> None:
    """Keep `kpca` a group whatever the number of its commands."""


app.command("train", no_args_is_help=True)(train_cli)
app.command("evaluate", no_args_is_help=True)(evaluate_cli)
app.command("compare", no_args_is_help=True)(compare_cli)
app.command("explain", no_args_is_help=True)(explain_cli)
app.command("report", no_args_is_help=True)(report_cli)
app.command("convert", no_args_is_help=True)(convert_cli)

spacy_app.add_typer(app)
