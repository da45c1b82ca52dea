"""Markers of what commands read and write, for annotations: `Annotated[Path, typer.Option("-o"), Output()]`."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_type_hints

from typer.core import TyperCommand

from ...corpora.locations import local_path
from ...errors import Errors, UserError
from ...shared.pipelines import CONFIG_FILE, META_FILE, import_code


@dataclass(frozen=True)
class Output:
    """Marks what a command writes: a file, or a folder.

    kind (str), begins (tuple): A file that begins like this is replaced. Without a kind, only --force replaces a file.
    sample (tuple): The path of a file that will be in a folder.
    only_adds (bool): Whether files are only added to a folder, so that it may be any, the current one too.
    """

    kind: str = ""
    begins: tuple[bytes, ...] = ()
    sample: tuple[str, ...] = ()
    only_adds: bool = False

    def check(self, path: Path, *, force: bool) -> None:
        """Refuse to replace what must stay; what is empty may go.

        RAISES (UserError): There is something (L034, L035).
        """
        if self.kind and (path.is_file() or path.is_dir()):
            with path.open("rb") as file:
                found = file.read(1 << 10).lstrip(b"\xef\xbb\xbf \t\r\n").lower()
            if found and not found.startswith(self.begins):
                raise UserError(Errors.L034.format(path=path, kind=self.kind))
        elif not force and path.exists() and (any(path.iterdir()) if path.is_dir() else path.stat().st_size):
            raise UserError(Errors.L035.format(path=path))


class OutputTable(Output):
    """Marks a table of tab-separated columns that a command writes."""

    def check(self, path: Path, *, force: bool) -> None:
        """Refuse a name of another kind of file, and to replace what must stay.

        RAISES (UserError): It ends otherwise than tables do (D020); there is something (L035).
        """
        if path.suffix.lower() not in TABLE_SUFFIXES:
            raise UserError(Errors.D020.format(path=path, name=path.with_suffix(TABLE_SUFFIXES[0]).name))
        super().check(path, force=force)


TABLE_SUFFIXES = (".tsv", ".tab", ".txt", "")


@dataclass(frozen=True)
class Input:
    """Marks what a command reads.

    reads (Callable): Whether it reads a file in a folder, given the path from there on, --format, and the folder.
    is_pipeline (bool): Whether it is a pipeline, or the config of one: the output may be that pipeline, made anew.
    """

    reads: Callable[[tuple[str, ...], str, Path], bool] = lambda parts, format, folder: True
    is_pipeline: bool = False

    def check(self, used: Path, path: Path, output: Output, format: str) -> None:
        """Refuse an output that harms what is read.

        RAISES (UserError): It destroys it (L030, L031), is part of it (L033), or would be read with it (L032).
        """
        real, folder = Path(os.path.realpath(path)), Path(os.path.realpath(used))
        if self.is_pipeline and folder in (real, real / CONFIG_FILE) and (real / META_FILE).is_file():
            return
        if folder in real.parents and self.reads((*real.relative_to(folder).parts, *output.sample), format, folder):
            message = Errors.L033 if self.is_pipeline else Errors.L032
            raise UserError(message.format(path=path, folder=used, pipeline=used))
        read = (file for file in folder.rglob("*") if self.reads(file.relative_to(folder).parts, format, folder))
        for file in (used, *read):
            check_apart(path, file)


class CheckedCommand(TyperCommand):
    """A command that first checks its marked paths: no output destroys what somebody needs, wherever links lead.

    Then it imports the file that `--code` names, if it has that option.
    """

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        marked: list[tuple[Input | Output, Path]] = []
        for name, hint in get_type_hints(self.callback, include_extras=True).items():
            marker, value = getattr(hint, "__metadata__", [None])[-1], ctx.params.get(name)
            if isinstance(marker, Input | Output):
                items = value if isinstance(value, list | tuple) else [value]
                marked += [(marker, path) for item in items if item and (path := local_path(item)) is not None]
        outputs = [(marker, path) for marker, path in marked if isinstance(marker, Output)]
        for output, path in outputs:
            try:
                path.stat()  # a link to itself is an error that names it
            except FileNotFoundError:
                pass
            except NotADirectoryError as err:
                raise UserError(Errors.L011.format(path=path, parent=path.parent)) from err
            for other in (Path.cwd(), *(other for _, other in outputs if other is not path)):
                if not output.only_adds:
                    check_apart(path, other)
            for source, used in marked:
                if isinstance(source, Input) and used.exists():
                    source.check(used, path, output, ctx.params.get("format") or "auto")
            output.check(path, force=bool(ctx.params.get("force")))
        if (code := ctx.params.get("code")) is not None:
            import_code(code)
        return super().invoke(ctx)


def check_apart(path: Path, used: Path) -> None:
    """Refuse to write to a path that is used, or to a folder around it.

    RAISES (UserError): It is one (L030, L031).
    """
    real, target = Path(os.path.realpath(path)), Path(os.path.realpath(used))
    if target.is_relative_to(real):
        message = Errors.L031 if target == real and not real.is_dir() else Errors.L030
        raise UserError(message.format(path=path, what=used))
