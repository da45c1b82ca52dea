"""How our two groups of commands hang below `python -m spacy`."""

from collections.abc import Callable, Mapping
from typing import Any

import typer
from spacy.cli._util import app as spacy_app

from .output import Commands
from .paths import CheckedCommand


def command_group(name: str, *, help: str, commands: Mapping[str, Callable[..., Any]]) -> typer.Typer:
    """Make a group of commands, and hang it below `python -m spacy`.

    name (str): The group's name.
    help (str): What it is for.
    commands (Mapping): The functions by the names of their commands, in the order of the help.
    RETURNS (typer.Typer): The group.
    """
    app = typer.Typer(
        name=name,
        cls=Commands,
        help=help,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,  # as spaCy's own commands
        pretty_exceptions_enable=False,
    )
    app.callback()(_stay_a_group)
    for key, function in commands.items():
        app.command(key, cls=CheckedCommand, no_args_is_help=True)(function)
    spacy_app.add_typer(app)
    return app


def _stay_a_group() -> None:
    """Keep it a group whatever the number of its commands."""
