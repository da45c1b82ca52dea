"""No command writes over what it reads, nor into it: somebody's corpus, or an hour of labels."""

import errno
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from typer.core import TyperCommand

from ...corpora.files import is_read
from ...corpora.formats.registry import known_suffixes
from ...corpora.locations import Url
from ...errors import Errors, UserError
from ...senses.corpora.registry import is_read_in_folder
from ...shared.pipelines import PIPELINE_FILES
from .written_files import WRITTEN, check_kinds, is_device

_FOLDERS = ("out",)
"""The parameters that name a folder to make: a pipeline or counts."""

_CORPORA_AS_TEXT = ("corpus",)
"""Those that name folders to read as texts, for they may be addresses; other texts may be names that a folder has."""

_PIPELINE = "pipeline"
_CONFIG = "config"

Reads = Callable[[Sequence[str], str], bool]
"""Whether a file is read with a folder: given are its path from there on and the option --format."""


def _reads_text(parts: Sequence[str], format: str) -> bool:
    return is_read(parts, format, known_suffixes())


def _reads_senses(parts: Sequence[str], format: str) -> bool:
    return is_read_in_folder(Path(*parts))


def _reads_unlabelled(parts: Sequence[str], format: str) -> bool:
    return is_read(parts, "auto", known_suffixes())


def _reads_all(parts: Sequence[str], format: str) -> bool:
    return True


class ApartCommand(TyperCommand):
    """A command that checks its paths before it does anything."""

    written: ClassVar[Sequence[str]] = (*_FOLDERS, *WRITTEN)
    """The parameters that name what to write."""
    reads: ClassVar[Mapping[str, Reads]] = {"corpus": _reads_text, "gold": _reads_text}
    """What is read of folders, by the parameters that name them; of others everything."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        check_apart(ctx.params, written=self.written, reads=self.reads)
        check_kinds({name: ctx.params.get(name) for name in self.written}, force=bool(ctx.params.get("force")))
        return super().invoke(ctx)


class SenseCommand(ApartCommand):
    """The same for commands whose corpora are of senses."""

    reads: ClassVar[Mapping[str, Reads]] = {
        **dict.fromkeys(("corpus", "gold", "test"), _reads_senses),
        "unlabelled": _reads_unlabelled,
    }


class _Input(NamedTuple):
    """A file or folder to read.

    name (str): The parameter.
    path (str): As given.
    files (list): What is read of a folder, wherever links lead.
    reads (Callable): Whether a file at a place in the folder would be read with it.
    """

    name: str
    path: str
    files: list[str]
    reads: Callable[[Sequence[str]], bool]


def check_apart(
    parameters: Mapping[str, Any],
    *,
    written: Sequence[str] = ApartCommand.written,
    reads: Mapping[str, Reads] = ApartCommand.reads,
) -> None:
    """Make sure that nothing to write is read, holds or replaces what is read, would be read with it, or is written
    twice.

    parameters (Mapping): The parameters of a command by name.
    written (Sequence): The names of those that say what to write.
    reads (Mapping): See `ApartCommand`.
    RAISES (UserError): It is or holds something else (L030, L031), would be read with a folder the next time (L032), is
        part of the pipeline (L033), or is a link to itself (L010). That anything else lies in the pipeline's folder,
        such as its scores, is nobody's harm.
    """
    outputs = [(name, path) for name in written for path in _paths(name, parameters) if not is_device(path)]
    inputs = list(_inputs(parameters, written, reads)) if outputs else []
    for number, (name, path) in enumerate(outputs):
        _check_leads_somewhere(path)
        for _, other in outputs[:number]:
            outer, inner = sorted((path, other), key=lambda one: len(os.path.realpath(one)))
            _check_not_in(outer, inner)
        _check_not_part(path, str(parameters.get(_PIPELINE) or ""))
        for item in inputs:
            if item.name != _CONFIG or not _is_own_config(item.path, path):
                _check_not_in(path, item.path)
            _check_not_read(path, item, is_folder=name in _FOLDERS)


def _inputs(parameters: Mapping[str, Any], written: Sequence[str], reads: Mapping[str, Reads]) -> Iterator[_Input]:
    format = parameters.get("format") or "auto"
    for name in parameters:
        if name not in written:
            rule = reads.get(name, _reads_all)
            for path in _paths(name, parameters):

                def read(parts: Sequence[str], rule: Reads = rule) -> bool:
                    return rule(parts, format)

                yield _Input(name, path, _files(path, read), read)


def _files(path: str, reads: Callable[[Sequence[str]], bool]) -> list[str]:
    """The files that are read of a folder, wherever links lead; none if it is no folder."""
    folder = Path(os.path.realpath(path))
    found = (file for file in folder.rglob("*") if reads(file.relative_to(folder).parts) and file.is_file())
    return [os.path.realpath(file) if file.is_symlink() else str(file) for file in found] if folder.is_dir() else []


def _check_leads_somewhere(path: str) -> None:
    """RAISES (UserError): There is a link that leads to itself (L010): only of such a one a link is left."""
    real = Path(os.path.realpath(path))
    if any(map(os.path.islink, (real, *real.parents))):
        raise UserError(Errors.L010.format(path=path, why=os.strerror(errno.ELOOP)))


def _check_not_in(path: str, other: str) -> None:
    """RAISES (UserError): What is written is another path (L031), or a folder that is or holds it (L030)."""
    if _same(path, other) and not Path(path).is_dir():
        raise UserError(Errors.L031.format(path=path, what=other))
    if _is_in(other, path):
        raise UserError(Errors.L030.format(path=path, what=other))


def _check_not_read(path: str, item: _Input, *, is_folder: bool) -> None:
    """RAISES (UserError): What is written is or holds a file of a folder (see above), or would be one (L032)."""
    real = os.path.realpath(path)
    for file in item.files:
        if file == real or file.startswith(real + os.sep):
            _check_not_in(path, file)
    if Path(item.path).is_dir() and _is_in(path, item.path):
        parts = Path(real).relative_to(os.path.realpath(item.path)).parts
        if item.reads((*parts, "meta.json") if is_folder else parts):  # as each pipeline has one, and counts alike
            raise UserError(Errors.L032.format(path=path, folder=item.path))


def _check_not_part(path: str, pipeline: str) -> None:
    """RAISES (UserError): What is written holds the pipeline (L030), or is of what it was saved to (L033)."""
    folder = Path(os.path.realpath(pipeline))
    if not pipeline or not folder.is_dir() or _same(path, pipeline):
        return
    _check_not_in(path, pipeline)
    if _is_in(path, pipeline):
        first = Path(os.path.realpath(path)).relative_to(folder).parts[0]
        if first in (*PIPELINE_FILES, *_components(folder)):
            raise UserError(Errors.L033.format(path=path, pipeline=pipeline))


def _components(pipeline: Path) -> list[str]:
    """The names of a pipeline's components; none if it is none, which is told when it is loaded."""
    try:
        meta = json.loads((pipeline / "meta.json").read_bytes())
        return [*map(str, meta["components"])]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return []


def _is_own_config(config: str, out: str) -> bool:
    """Whether a config is that of the pipeline that stands at the output: it trains it again."""
    return _same(config, f"{out}/config.cfg") and Path(out, "meta.json").is_file()


def _same(path: str, other: str) -> bool:
    return os.path.realpath(path) == os.path.realpath(other)


def _is_in(path: str, folder: str) -> bool:
    """Whether a path is another or lies below it, wherever links lead."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _paths(name: str, parameters: Mapping[str, Any]) -> Iterator[str]:
    """The paths that a parameter may mean; a text that means something else is no existing file."""
    value = parameters.get(name)
    is_corpus = name in _CORPORA_AS_TEXT
    exists = os.path.exists if is_corpus else os.path.isfile  # of any text, as `Path` is not
    for item in value if isinstance(value, (list, tuple)) else [value]:
        local = Url(item).local_path() if is_corpus and isinstance(item, str) and "://" in item else None
        if local is not None:
            yield str(local)
        elif isinstance(item, Path) or (isinstance(item, str) and exists(item)):
            yield str(item)
