"""Web pages: their text, without scripts, styles and navigation."""

import codecs
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import chain

from ...errors import Errors, UserError
from ..decompression import utf16_of
from ..files import CorpusFile
from .text import ReadingOptions

_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?([A-Za-z0-9_.:-]{2,30})""", re.IGNORECASE)
_HEAD = 4096
_LARGEST = 1 << 24
_SKIPPED = frozenset({"script", "style", "head", "nav", "noscript", "template", "svg", "math", "select", "button"})
_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark q rp rt ruby s samp small "  # noqa: SIM905
    "span strike strong sub sup time tt u var wbr".split()
)


class _Page(HTMLParser):
    """Collects the text of blocks."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[str] = []
        self._pieces: list[str] = []
        self._skipped: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a block, or leave one out."""
        if tag not in _INLINE:
            self.end_block()
        if tag == "body":
            self._skipped.clear()  # a head that was not closed
        elif tag in _SKIPPED:
            self._skipped.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """End a block."""
        if tag not in _INLINE:
            self.end_block()
        if tag in self._skipped:
            del self._skipped[self._skipped.index(tag) :]

    def handle_data(self, data: str) -> None:
        """Add text to the block."""
        if not self._skipped:
            self._pieces.append(data)

    def end_block(self) -> None:
        """Complete the current block."""
        if text := " ".join("".join(self._pieces).split()):
            self.blocks.append(text)
        self._pieces.clear()


def read_html(file: CorpusFile, options: ReadingOptions) -> Iterator[str]:
    """Stream the blocks of a page: paragraphs, headings, items of lists, cells of tables.

    file (CorpusFile): The file, in its own encoding, or in the one that it declares.
    options (ReadingOptions): Not used.
    RETURNS (Iterator[str]): The texts.
    RAISES (UserError): C062 it is in another encoding, C063 something in it has no end.
    """
    page = _Page()
    for text in _texts(file):
        page.feed(text.removeprefix("\ufeff"))
        if len(page.rawdata) > _LARGEST:
            line = page.getpos()[0]
            why = f"what begins here has more than {_LARGEST:,} characters"
            raise UserError(Errors.C063.format(path=file.path, line=line, kind="a web page", why=why))
        yield from page.blocks
        page.blocks.clear()
    page.close()
    page.end_block()
    yield from page.blocks


def _texts(file: CorpusFile) -> Iterator[str]:
    chunks = file.chunks()
    first = next(chunks, b"")
    declared = _CHARSET.search(first[:_HEAD])
    encoding = file.encoding or utf16_of(first) or (declared[1].decode("ascii") if declared else "utf-8-sig")
    try:
        "".encode(encoding)
        yield from codecs.iterdecode(chain([first], chunks), encoding)
    except LookupError as err:
        raise UserError(Errors.C061.format(path=file.path, encoding=encoding)) from err
    except UnicodeDecodeError as err:
        message = Errors.C062.format(path=file.path, line=1, encoding=encoding, why=err)
        raise UserError(message) from err
