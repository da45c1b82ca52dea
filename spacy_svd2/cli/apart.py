"""No command writes over what it reads: somebody's corpus, or an hour of labels."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from typer.core import TyperCommand

from ..errors import Errors, UserError

_WRITTEN = ("out", "output_path", "output_json", "dev", "jsonl", "markdown")
"""The parameters of all commands that name a file to write."""


class ApartCommand(TyperCommand):
    """A command that checks its paths before it does anything."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        check_apart(ctx.params)
        return super().invoke(ctx)


def check_apart(parameters: Mapping[str, Any]) -> None:
    """Make sure that a file to write is none that is read, nor written twice.

    parameters (Mapping): The parameters of a command by name.
    RAISES (UserError): It is (L031).
    """
    written = [path for name in _WRITTEN for path in _paths(parameters.get(name))]
    read = [path for name, value in parameters.items() if name not in _WRITTEN for path in _paths(value)]
    for number, path in enumerate(written):
        for other in (*read, *written[:number]):
            if not _is_no_file(path) and os.path.realpath(path) == os.path.realpath(other):
                raise UserError(Errors.L031.format(path=path, what=other))


def _paths(value: Any) -> Iterator[str]:
    """The paths that a parameter may mean; a text that means something else is no existing file."""
    for item in value if isinstance(value, (list, tuple)) else [value]:
        if isinstance(item, Path) or (isinstance(item, str) and os.path.isfile(item)):  # noqa: PTH113 - of any text
            yield str(item)


def _is_no_file(path: str) -> bool:
    """Whether something else stands there: a folder, which the commands that write one check, or /dev/null."""
    return Path(path).exists() and not Path(path).is_file()
