"""The options that both corpus readers have, as a config gives them."""

from collections.abc import Collection

from ..errors import Errors, UserError


def path_list(path: str | list[str] | None) -> list[str]:
    """The paths of a reader's option `path`: one, several or none.

    RAISES (UserError): C001 an empty path, which would be the current folder.
    """
    paths = [] if path is None else path if isinstance(path, list) else [path]
    if "" in paths:
        raise UserError(Errors.C001.format(path=""))
    return paths


def check_reading(format: str, known: Collection[str], limit: int) -> None:
    """Check the format and the limit of a reader.

    format (str): The format.
    known (Collection): What there is beside "auto".
    limit (int): Documents or lines to read; 0 for all.
    RAISES (UserError): C004 unknown format, C005 negative limit.
    """
    if format not in ("auto", *known):
        raise UserError(Errors.C004.format(format=format, known=", ".join(known)))
    if limit < 0:
        raise UserError(Errors.C005.format(limit=limit))
