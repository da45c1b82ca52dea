"""Praat's TextGrids, in the long and the short form: the texts of a tier."""

import re
from collections.abc import Iterator

from ...errors import Errors, UserError
from ..files import CorpusFile
from .parts import unknown_part
from .text import ReadingOptions

_STRING = re.compile(r'"((?:[^"]|"")*)"')
_TIERS = ("IntervalTier", "TextTier")
_LONGEST = 1 << 20


def read_textgrid(file: CorpusFile, options: ReadingOptions) -> Iterator[str]:
    """Stream the texts of the intervals or points of a tier.

    file (CorpusFile): The file, in UTF-8 or UTF-16.
    options (ReadingOptions): `part` is the name of the tier; by default the only one that has texts.
    RETURNS (Iterator[str]): The texts, in the order of time.
    RAISES (UserError): C063 no TextGrid, C064 there are several tiers, C065 no such tier.
    """
    counts: dict[str, int] = {}
    for name, text, _ in _texts(CorpusFile(file.path, encoding=file.encoding, is_markup=True)):
        if text:
            counts[name] = counts.get(name, 0) + 1
    if options.part not in counts and (options.part or len(counts) != 1):
        raise unknown_part(file, "tier", options.part, counts, "--tier")
    for name, text, line in _texts(file):
        if options.part in ("", name):
            if text:
                yield text
            else:
                file.leave("intervals without text", line)


def _texts(file: CorpusFile) -> Iterator[tuple[str, str, int]]:
    """The tier, the text and the line of every interval."""
    tier: str | None = None
    is_name = False
    for line, string in _strings(file):
        if string in _TIERS:
            is_name = True
        elif is_name:
            tier, is_name = string, False
        elif tier is not None:
            yield tier, " ".join(string.split()), line


def _strings(file: CorpusFile) -> Iterator[tuple[int, str]]:
    """The quoted strings, which may have several lines."""
    begun, held = 0, ""
    for number, line in enumerate(file.lines(is_table=True), 1):
        if number == 1 and "ooTextFile" not in line:
            raise _bad(file, 1, 'it does not begin with File type = "ooTextFile"')
        begun = begun if held else number
        held = f"{held} {line}" if held else line
        if held.count('"') % 2:
            if len(held) > _LONGEST:
                raise _bad(file, begun, "a quotation mark is not closed")
            continue
        for found in _STRING.finditer(held):
            yield begun, found[1].replace('""', '"')
        held = ""
    if held:
        raise _bad(file, begun, "a quotation mark is not closed")


def _bad(file: CorpusFile, line: int, why: str) -> UserError:
    return UserError(Errors.C063.format(path=file.path, line=line, kind="a TextGrid", why=why))
