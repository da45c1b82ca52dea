"""Files that tags are written into: their content, their texts, and the changes that make the copy with tags.

Only what is inserted or replaced is encoded anew. All other bytes of the copy are those of the file.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import quoteattr

from spacy.tokens import Doc

from ...errors import Errors, UserError
from ..decompression import is_marked_utf16
from ..files import CorpusFile
from ..formats.text import ReadingOptions, Tokens
from ..xml_stream import Element, stream_elements

Span = tuple[int, int]
"""The first character of something in a text, and the one after the last."""
Edit = tuple[int, int, str]
"""The first byte to replace, the one after the last, and what stands there instead."""

_DECLARED = re.compile(rb"""(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_START_TAG = re.compile(rb"""<([^\s/>]+)(?:\s+[^\s=>]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(/?)>""")
_ATTRIBUTE = re.compile(rb"""\s([^\s=>]+)\s*=\s*("[^"]*"|'[^']*')""")


@dataclass(slots=True)
class SourceText:
    """A text of a file, and its words that want a tag.

    item (Item): What the pipeline gets: the text, or its words.
    words (list[Span]): Where the words stand in it.
    place (Any): What the writer needs to put the tags where they belong.
    """

    item: str | Tokens
    words: list[Span]
    place: Any


TagTexts = Callable[[Iterable[SourceText]], Iterator[tuple[Any, list[str]]]]
"""Gives the place of each text, and a tag for each of its words, "" where there is none."""


@dataclass
class SourceFile:
    """A file that tags are written into.

    file (CorpusFile): The file, which also takes notes of what could not be done.
    data (bytes): Its content in UTF-8.
    encoding (str): Its own encoding.
    options (ReadingOptions): How to read it.
    replace (bool): Whether parts of speech that the file has are replaced; if not, they are kept.
    n_kept (int): The words that kept theirs.
    """

    file: CorpusFile
    data: bytes
    encoding: str
    options: ReadingOptions
    replace: bool = False
    n_kept: int = field(default=0, init=False)

    def keeps(self, existing: str) -> bool:
        """Decide whether a word keeps the part of speech that it has, and count it if so.

        existing (str): What the file has; "" if nothing.
        RETURNS (bool): Whether it stays.
        """
        is_kept = bool(existing) and not self.replace
        self.n_kept += is_kept
        return is_kept

    def elements(self, *names: str) -> Iterator[Element]:
        """Stream elements of an XML file, see `stream_elements`. Their bytes are those of `data`."""
        return stream_elements(self.file, names, chunks=[self.data], encoding="utf-8")


def open_source(file: CorpusFile, options: ReadingOptions, *, is_xml: bool, replace: bool) -> SourceFile:
    """Read a file that tags are to be written into.

    file (CorpusFile): The file.
    options (ReadingOptions): How to read it.
    is_xml (bool): Whether the file itself says what its encoding is.
    replace (bool): See `SourceFile`.
    RETURNS (SourceFile): The file in memory.
    RAISES (UserError): L077 it can't be kept byte for byte in its encoding, C061 there is no such encoding.
    """
    content = file.read()
    encoding = _encoding_of(content, is_xml) or options.encoding or "utf-8"
    try:
        text = content.decode(encoding)
        if text.encode(encoding) != content:
            raise UnicodeError("some of its bytes would change")
    except LookupError as err:
        raise UserError(Errors.C061.format(path=file.path, encoding=encoding)) from err
    except UnicodeError as err:
        raise UserError(Errors.L077.format(path=file.path, encoding=encoding, why=err)) from err
    return SourceFile(file, text.encode("utf8"), encoding, options, replace)


def _encoding_of(content: bytes, is_xml: bool) -> str:
    """The encoding that a file is marked with; "" if it is not marked. A byte order mark stays part of the text."""
    if is_marked_utf16(content) or (is_xml and content[:2] in (b"<\0", b"\0<")):
        return "utf-16-le" if content[:2] in (b"\xff\xfe", b"<\0") else "utf-16-be"
    declared = _DECLARED.match(content) if is_xml else None
    return declared[1].decode("ascii") if declared else "utf-8" if is_xml else ""


def apply_edits(source: SourceFile, edits: Iterable[Edit], *, is_xml: bool) -> bytes:
    """Make the copy of a file.

    source (SourceFile): The file.
    edits (Iterable): What to change; several insertions at one place stay in their order.
    is_xml (bool): Whether characters that the encoding lacks can be written as references.
    RETURNS (bytes): The content of the copy in the encoding of the file.
    RAISES (UserError): L078 a tag has characters that the encoding lacks.
    """
    pieces: list[str] = []
    at = 0
    for start, end, text in sorted(edits, key=lambda edit: edit[:2]):
        pieces += [source.data[at:start].decode("utf8"), text]
        at = end
    pieces.append(source.data[at:].decode("utf8"))
    try:
        return "".join(pieces).encode(source.encoding, "xmlcharrefreplace" if is_xml else "strict")
    except UnicodeEncodeError as err:
        tag = err.object[err.start : err.end]
        raise UserError(Errors.L078.format(path=source.file.path, encoding=source.encoding, text=tag)) from err


def word_spans(words: Sequence[str], spaces: Sequence[bool] | None = None) -> list[Span]:
    """Find out where words stand in the text that they make.

    words (Sequence): The words.
    spaces (Sequence): Whether a space follows each; None if one follows all.
    RETURNS (list[Span]): The place of each.
    """
    spans = []
    at = 0
    for word, space in zip(words, spaces or [True] * len(words), strict=True):
        spans.append((at, at + len(word)))
        at += len(word) + space
    return spans


def word_tags(doc: Doc, words: list[Span]) -> list[str]:
    """Find the tags of words, which the pipeline may have divided: the longest part of each decides.

    Parts without letters and digits, such as a full stop, decide only if there are no others.

    doc (Doc): The tagged text.
    words (list[Span]): The places of the words, in their order.
    RETURNS (list[str]): Their tags; "" where there is none.
    """
    tags = []
    at = 0
    for start, end in words:
        while at < len(doc) and doc[at].idx + len(doc[at]) <= start:
            at += 1
        last = at
        while last < len(doc) and doc[last].idx < end:
            last += 1
        parts = [token for token in doc[at:last] if not token.is_space]
        full = [token for token in parts if any(map(str.isalnum, token.text))] or parts
        best = max(full, key=len, default=None)
        tags.append("" if best is None else "_".join(best.tag_.split()))
    return tags


def outer_end(source: SourceFile, element: Element) -> int:
    """Find the byte after an element."""
    tag = _start_tag(source, element)
    return tag.end() if tag[2] else source.data.index(b">", element.end) + 1


def set_content(source: SourceFile, element: Element, xml: str, *, keep: bool = False) -> Edit:
    """Replace what is in an element.

    source (SourceFile), element (Element): The element and its file.
    xml (str): The new content.
    keep (bool): Whether it comes after what is in the element.
    RETURNS (Edit): The change.
    """
    tag = _start_tag(source, element)
    if tag[2]:
        return tag.start(2), tag.end(), f">{xml}</{tag[1].decode('utf8')}>"
    return element.end if keep else tag.end(), element.end, xml


def set_attribute(source: SourceFile, element: Element, name: str, value: str) -> Edit:
    """Set an attribute of an element.

    source (SourceFile), element (Element): The element and its file.
    name (str), value (str): The attribute.
    RETURNS (Edit): The change.
    """
    tag = _start_tag(source, element)
    for found in _ATTRIBUTE.finditer(source.data, tag.end(1), tag.end()):
        if found[1] == name.encode("utf8"):
            return *found.span(2), quoteattr(value)
    end = tag.start() + len(source.data[tag.start() : tag.start(2)].rstrip())
    return end, end, f" {name}={quoteattr(value)}"


def space_before(source: SourceFile, start: int) -> str:
    """Give the white space between a tag and the one before it, which is how the file is indented."""
    before = source.data[max(0, start - 200) : start]
    space = before[len(before.rstrip()) :]
    return space.decode("utf8") if before.rstrip().endswith(b">") else ""


def _start_tag(source: SourceFile, element: Element) -> re.Match[bytes]:
    found = _START_TAG.match(source.data, element.start)
    if found is None:  # the parser has accepted the tag, so this would be a fault of the pattern
        raise UserError(Errors.C060.format(path=source.file.path, line=element.line, why="its tag can't be changed"))
    return found
