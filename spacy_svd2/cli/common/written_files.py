"""What kind of file each command writes; an earlier one of its kind is replaced, somebody's file of another is not."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...errors import Errors, UserError

_PAGE = ("a page (HTML)", re.compile(rb"\s*<(!doctype\s+html|html)\b", re.IGNORECASE))
_JSON = ("indented JSON", re.compile(rb"\s*([\[{][ \t]*\r?\n|\[\]|\{\})"))  # lines of JSON are data, and never indented
_TABLE = ("a table in Markdown", re.compile(rb"\s*\|"))

_CARD = ("a model card", re.compile(rb"\s*<!-- model card"))

_ANY = None
"""Its own function checks it, or any file that is there needs --force."""

WRITTEN: Mapping[str, tuple[str, re.Pattern[bytes]] | None] = {
    "page": _PAGE,
    "output_path": _JSON,
    "output_json": _JSON,
    "markdown": _TABLE,
    "card": _CARD,
    "table": _ANY,
    "jsonl": _ANY,
    "docs": _ANY,
    "dev": _ANY,
}
"""The parameters of our commands that name a file to write; for each what it is called, and how it begins."""

_FORCED = ("jsonl", "docs", "dev")
"""Those whose file may be somebody's annotation, which looks the same: it is replaced with --force only."""

_MARK = b"\xef\xbb\xbf"
_BEGINNING = 1 << 10


def check_kinds(outputs: Mapping[str, Any], *, force: bool = False) -> None:
    """Make sure that no file to write replaces a file of another kind. An empty one, or a device, is nobody's.

    outputs (Mapping): The paths by parameter.
    force (bool): Whether a file may be replaced that could be somebody's annotation.
    RAISES (UserError): It is of another kind (L034), or any at all where that needs --force (L035).
    """
    for name, path in outputs.items():
        if not isinstance(path, Path) or not path.is_file() or not path.stat().st_size:
            continue
        if name in _FORCED and not force:
            raise UserError(Errors.L035.format(path=path))
        kind = WRITTEN.get(name)
        if kind is not None:
            with path.open("rb") as file:
                beginning = file.read(_BEGINNING).removeprefix(_MARK)
            if not kind[1].match(beginning):
                raise UserError(Errors.L034.format(path=path, kind=kind[0]))


def is_device(path: str) -> bool:
    """Whether something is written to instead of replaced, such as /dev/null."""
    return Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir()
