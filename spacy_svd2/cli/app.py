"""The command `svd2`: under `python -m spacy svd2`, and alone as `spacy-svd2`."""

import typer
from spacy.cli._util import app as spacy_app

from .clusters import clusters_cli
from .compare import compare_cli
from .count import count_cli, merge_cli
from .evaluate import evaluate_cli
from .label import label_cli
from .name import name_cli
from .neighbours import neighbours_cli
from .output import Commands
from .report import report_cli
from .silver import silver_cli
from .suggest import suggest_cli
from .train import train_cli

app = typer.Typer(
    name="svd2",
    cls=Commands,
    help="Part-of-speech tags from raw text: train, look at, evaluate and name word clusters.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # as spaCy's own commands
    pretty_exceptions_enable=False,
)


@app.callback()
def _svd2() -> None:
    """Keep `svd2` a group whatever the number of its commands."""


app.command("train", no_args_is_help=True)(train_cli)
app.command("count", no_args_is_help=True)(count_cli)
app.command("merge", no_args_is_help=True)(merge_cli)
app.command("evaluate", no_args_is_help=True)(evaluate_cli)
app.command("compare", no_args_is_help=True)(compare_cli)
app.command("clusters", no_args_is_help=True)(clusters_cli)
app.command("neighbours", no_args_is_help=True)(neighbours_cli)
app.command("suggest", no_args_is_help=True)(suggest_cli)
app.command("label", no_args_is_help=True)(label_cli)
app.command("name", no_args_is_help=True)(name_cli)
app.command("report", no_args_is_help=True)(report_cli)
app.command("silver", no_args_is_help=True)(silver_cli)

spacy_app.add_typer(app)


def main() -> None:
    """Run the command line; the entry point of `spacy-svd2`."""
    app(prog_name="spacy-svd2")
