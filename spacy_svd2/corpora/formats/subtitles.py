"""Subtitles: SubRip (.srt) and WebVTT (.vtt)."""

import re
from collections.abc import Iterator
from html import unescape

from ..files import CorpusFile
from .text import ReadingOptions

_TIMES = re.compile(r"\s*(?:\d+:)?\d+:\d+[,.]\d+\s*-->\s*(?:\d+:)?\d+:\d+[,.]\d+")
_MARKS = re.compile(r"<[^<>]*>|\{\\[^{}]*\}")


def read_subtitles(file: CorpusFile, options: ReadingOptions) -> Iterator[str]:
    """Stream the texts, without numbers, times and marks.

    file (CorpusFile): The file.
    options (ReadingOptions): Not used.
    RETURNS (Iterator[str]): The text of each cue, on one line.
    RAISES (UserError): The file can't be read.
    """
    cue: list[str] = []
    is_open = False
    for number, line in enumerate(file.lines(is_table=True), 1):
        if _TIMES.match(line):
            is_open = True
        elif not line.strip():
            if text := _clean(cue):
                yield text
            cue, is_open = [], False
        elif is_open:
            cue.append(line)
        elif not line.strip().isdigit() and not line.startswith(("WEBVTT", "NOTE", "STYLE", "REGION", "\ufeff")):
            file.leave("lines without a time", number)
    if text := _clean(cue):
        yield text


def _clean(lines: list[str]) -> str:
    text = " ".join(_MARKS.sub("", line).strip().removeprefix("- ") for line in lines)
    return " ".join(unescape(text).split())
