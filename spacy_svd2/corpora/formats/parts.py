"""Errors about the part of a file that holds the text: a tier, or an element."""

import shlex
from collections.abc import Mapping

from ...errors import Errors, UserError
from ..files import CorpusFile

_SHOWN = 12


def unknown_part(file: CorpusFile, what: str, part: str, counts: Mapping[str, int], option: str) -> UserError:
    """Make the error for a file whose text is in a part that is not named (C064), or not there (C065).

    file (CorpusFile): The file.
    what (str): What a part is: a tier, an element.
    part (str): The name that was given; "" if none was.
    counts (Mapping): What there is, and how many texts are in it.
    option (str): The option that names it.
    RETURNS (UserError): The error.
    """
    largest = sorted(counts, key=lambda name: (-counts[name], name))
    found = ", ".join(f"{name} ({counts[name]:,})" for name in largest[:_SHOWN])
    found = found + ", ..." * (len(largest) > _SHOWN) or "none"
    if part:
        return UserError(Errors.C065.format(path=file.path, what=what, part=part, found=found, option=option))
    quoted = shlex.quote(str(file.path))
    return UserError(Errors.C064.format(path=file.path, what=what, found=found, quoted=quoted, option=option))
