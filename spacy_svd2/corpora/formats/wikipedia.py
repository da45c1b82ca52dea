"""Extracts of Wikipedia, as WikiExtractor writes them: articles in `<doc>` elements, or JSON lines."""

import json
import re
from collections.abc import Iterator
from html import unescape

from ...errors import Errors, UserError
from ..files import CorpusFile
from .text import ReadingOptions

_BEGIN = re.compile(r'<doc\b[^>]*?\btitle="([^"]*)"[^>]*>\s*')
_TAGS = re.compile(r"</?[A-Za-z][^<>]*>")


def read_wikipedia(file: CorpusFile, options: ReadingOptions) -> Iterator[str]:
    """Stream the paragraphs of the articles, without their titles.

    file (CorpusFile): The file.
    options (ReadingOptions): Not used.
    RETURNS (Iterator[str]): The paragraphs.
    RAISES (UserError): C063 with the line of what is no article.
    """
    title: str | None = None
    is_first = False
    for number, line in enumerate(file.lines(), 1):
        if line.startswith('{"') and title is None:
            yield from _paragraphs(file, number, line)
        elif begin := _BEGIN.match(line):
            title, is_first = unescape(begin[1]), True
        elif line.strip() == "</doc>":
            title = None
        elif line.strip() and title is None:
            raise _bad(file, number, "the line stands outside of <doc> and is no JSON")
        elif text := unescape(_TAGS.sub("", line)).strip():
            if not (is_first and text == title):
                yield text
            is_first = False


def _paragraphs(file: CorpusFile, number: int, line: str) -> Iterator[str]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as err:
        raise _bad(file, number, f"not JSON ({err})") from err
    text, title = (record.get(key) for key in ("text", "title"))
    if not isinstance(text, str):
        raise _bad(file, number, 'the article has no "text"')
    lines = [one.strip() for one in text.split("\n") if one.strip()]
    yield from lines[1:] if lines[:1] == [title] else lines


def _bad(file: CorpusFile, line: int, why: str) -> UserError:
    return UserError(Errors.C063.format(path=file.path, line=line, kind="an extract of Wikipedia", why=why))
