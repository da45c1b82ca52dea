"""No command writes over what it reads, nor into it: somebody's corpus, or an hour of labels."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from typer.core import TyperCommand

from ..errors import Errors, UserError

_WRITTEN = ("out", "output_path", "output_json", "dev", "jsonl", "markdown")
"""The parameters of our commands for spaCy that name what to write."""

_CORPORA_AS_TEXT = ("corpus",)
"""Those that name folders to read as texts, for they may be addresses; other texts may be names that a folder has."""

_PIPELINE = "pipeline"
_PIPELINE_FILES = ("config.cfg", "meta.json", "tokenizer", "vocab")
_COMPONENT_FILES = ("model.npz", "model", "cfg")

_REWRITTEN = ("config",)
"""Those whose file may stand in the folder to write: a pipeline's own config trains it again."""


class ApartCommand(TyperCommand):
    """A command that checks its paths before it does anything."""

    written: ClassVar[Sequence[str]] = _WRITTEN

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        check_apart(ctx.params, written=self.written)
        return super().invoke(ctx)


def check_apart(parameters: Mapping[str, Any], *, written: Sequence[str] = _WRITTEN) -> None:
    """Make sure that nothing to write is read, holds or replaces what is read, stands among it, or is written twice.

    parameters (Mapping): The parameters of a command by name.
    written (Sequence): The names of those that say what to write.
    RAISES (UserError): It is or holds something else (L030, L031), lies in a folder that is read (L032), or is part of
        the pipeline (L033). That anything else lies in the pipeline's folder, such as its scores, is nobody's harm.
    """
    outputs = [path for name in written for path in _paths(name, parameters) if not _is_device(path)]
    for number, path in enumerate(outputs):
        for other in outputs[:number]:
            outer, inner = sorted((path, other), key=lambda one: len(os.path.realpath(one)))
            _check_not_in(outer, inner)
        _check_not_part(path, str(parameters.get(_PIPELINE) or ""))
        for name in parameters.keys() - set(written):
            for read in _paths(name, parameters):
                if name not in _REWRITTEN or _same(path, read):
                    _check_not_in(path, read)
                if Path(read).is_dir() and _is_in(path, read):
                    raise UserError(Errors.L032.format(path=path, folder=read))


def _check_not_in(path: str, other: str) -> None:
    """RAISES (UserError): What is written is another path (L031), or a folder that is or holds it (L030)."""
    if _same(path, other) and not Path(path).is_dir():
        raise UserError(Errors.L031.format(path=path, what=other))
    if _is_in(other, path):
        raise UserError(Errors.L030.format(path=path, what=other))


def _check_not_part(path: str, pipeline: str) -> None:
    """RAISES (UserError): What is written is a file that the pipeline was saved to (L033)."""
    folder = Path(os.path.realpath(pipeline))
    if not pipeline or not folder.is_dir() or _same(path, pipeline) or not _is_in(path, pipeline):
        return
    first = Path(os.path.realpath(path)).relative_to(folder).parts[0]
    if first in _PIPELINE_FILES or any((folder / first / name).exists() for name in _COMPONENT_FILES):
        raise UserError(Errors.L033.format(path=path, pipeline=pipeline))


def _same(path: str, other: str) -> bool:
    return os.path.realpath(path) == os.path.realpath(other)


def _is_in(path: str, folder: str) -> bool:
    """Whether a path is another or lies below it, wherever links lead."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _paths(name: str, parameters: Mapping[str, Any]) -> Iterator[str]:
    """The paths that a parameter may mean; a text that means something else is no existing file."""
    value = parameters.get(name)
    exists = os.path.exists if name in _CORPORA_AS_TEXT else os.path.isfile  # of any text, as `Path` is not
    for item in value if isinstance(value, (list, tuple)) else [value]:
        if isinstance(item, Path) or (isinstance(item, str) and exists(item)):
            yield str(item)


def _is_device(path: str) -> bool:
    """Whether something is written to instead of replaced, such as /dev/null."""
    return Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir()
