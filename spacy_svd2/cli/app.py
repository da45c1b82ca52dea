"""The command `svd2`: under `python -m spacy svd2`, and alone as `spacy-svd2`."""

import typer
from spacy.cli._util import app as spacy_app

app = typer.Typer(
    name="svd2",
    help="Part-of-speech tags from raw text: train, look at, evaluate and name word clusters.",
    no_args_is_help=True,
    add_completion=False,
)


@app.callback()
def _svd2() -> None:
    """Keep `svd2` a group whatever the number of its commands."""


spacy_app.add_typer(app)


def main() -> None:
    """Run the command line; the entry point of `spacy-svd2`."""
    app(prog_name="spacy-svd2")
