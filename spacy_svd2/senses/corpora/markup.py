"""A tolerant tokeniser of SGML and XML, for lexical samples that no XML parser accepts.

One pass, linear time. No DTD is read, no entity is declared, expanded twice or fetched: a document
cannot make it open a file or grow.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from html.entities import html5
from pathlib import Path

from ...corpora.whole_files import decode, read_bytes
from ...errors import Errors, UserError

_ENTITY = re.compile(r"&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});?")
_ATTRIBUTE = re.compile(r"""([A-Za-z_:][\w:.-]*)[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*))""")
_DECLARED = re.compile(rb"""^\s*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_NAME = re.compile(r"[A-Za-z][\w:.-]*")
_GREEK = dict(zip("abgdezkilmnxoprstufw", "αβγδεζκιλμνξοπρστυφω", strict=True))
_ISO = {
    "bquo": "“",
    "equo": "”",
    "rehy": "-",
    "dash": "-",
    "ft": "′",
    "ins": "″",
    "formula": "",
    **{f"{latin}gr": greek for latin, greek in _GREEK.items()},
    "phgr": "φ",
    "khgr": "χ",
    "psgr": "ψ",
    "thgr": "θ",
    "ohgr": "ω",
    "eegr": "η",
}


@dataclass(frozen=True)
class MarkupToken:
    """A stretch of a document: text, or a tag.

    text (str): The text, entities resolved; empty for a tag.
    tag (str): Lower-cased name of the element; empty for text.
    closing (bool): Whether it is an end tag.
    attributes (dict): The attributes of a start tag.
    line (int): Line on which the stretch begins, from 1.
    """

    text: str = ""
    tag: str = ""
    closing: bool = False
    attributes: dict[str, str] = field(default_factory=dict)
    line: int = 1


def tokenize_markup(document: str) -> Iterator[MarkupToken]:
    """Cut a document into text and tags.

    document (str): Text with SGML or XML markup, well-formed or not.
    YIELDS (MarkupToken): Comments, declarations and processing instructions are left out; a `<` that
        opens none of these is text.
    """
    position, line, size = 0, 1, len(document)
    while position < size:
        end, piece = _next(document, position, line)
        if piece is not None:
            yield piece
        line += document.count("\n", position, end)
        position = end


def read_markup(path: Path, encoding: str | None = None) -> str:
    """Read a document.

    path (Path): The file, compressed or not.
    encoding (str): The encoding; by default the one declared, or UTF-8.
    RETURNS (str): The document.
    RAISES (UserError): The file can't be read (C101, C102, C017).
    """
    data = read_bytes(path)
    declared = _DECLARED.match(data)
    return decode(path, data, encoding or (declared[1].decode("ascii") if declared else "utf-8"))


def marked_words(document: str, *, sentence: str, words: Collection[str]) -> Iterator[list[tuple[MarkupToken, str]]]:
    """Go through the sentences of a document whose every word is an element.

    document (str): Text with markup.
    sentence (str): The element of a sentence.
    words (Collection): The elements of a word, which hold its text or are empty.
    YIELDS (list): The start tag of each word of a sentence, and its text.
    """
    found: list[tuple[MarkupToken, str]] = []
    is_open = False
    for piece in tokenize_markup(document):
        if piece.tag == sentence:
            if found:
                yield found
            found, is_open = [], False
        elif piece.tag in words:
            is_open = not piece.closing
            if is_open:
                found.append((piece, ""))
        elif not piece.tag and is_open:
            found[-1] = (found[-1][0], found[-1][1] + piece.text)
    if found:
        yield found


def bad_markup(path: Path, line: int, format: str, why: str) -> UserError:
    """Make the error for a document that is not of the format it is read as (C110)."""
    return UserError(Errors.C110.format(path=path, line=line, format=format, why=why))


def resolve_entities(text: str) -> str:
    """Replace character references once.

    text (str): Text with references such as `&eacute;`, `&#233;` or `&bquo;`.
    RETURNS (str): The text; what is no known reference stays as it is.
    """
    return _ENTITY.sub(_resolve, text) if "&" in text else text


def _next(document: str, position: int, line: int) -> tuple[int, MarkupToken | None]:
    if document[position] == "<":
        if document.startswith("<!--", position):
            return _after(document, "-->", position), None
        if document[position + 1 : position + 2] in ("!", "?"):
            return _after(document, ">", position), None
        start = position + 2 if document.startswith("</", position) else position + 1
        name = _NAME.match(document, start)
        if name:
            end = _tag_end(document, name.end())
            inner = document[name.end() : end - 1]
            attributes = {found[1]: _value(found) for found in _ATTRIBUTE.finditer(inner)}
            return end, MarkupToken("", name[0].lower(), start == position + 2, attributes, line)
    end = document.find("<", position + 1)
    end = len(document) if end < 0 else end
    return end, MarkupToken(resolve_entities(document[position:end]), line=line)


def _value(found: re.Match[str]) -> str:
    return resolve_entities(next(value for value in found.groups()[1:] if value is not None))


def _after(document: str, mark: str, position: int) -> int:
    end = document.find(mark, position)
    return len(document) if end < 0 else end + len(mark)


def _tag_end(document: str, position: int) -> int:
    end = _after(document, ">", position)
    quoted = document[position:end]
    if quoted.endswith('=">') and document[end : end + 1] == '"':  # the value is ">" itself
        end = _after(document, ">", end)
    return end


def _resolve(found: re.Match[str]) -> str:
    name = found[1]
    if not name.startswith("#"):
        return _ISO.get(name) or html5.get(f"{name};", found[0])
    code = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
    valid = 0x1F < code < 0x110000 and not 0xD800 <= code < 0xE000
    return chr(code) if valid or code in (9, 10) else found[0]
