"""Stream the elements of an XML file: in bounded memory, with line numbers, and without entities of its own.

Nothing outside the file is opened, and a file that declares entities is refused, so that it can neither read other
files nor grow in memory.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from ..errors import Errors, UserError
from .files import CorpusFile

_LARGEST = 1 << 24
_DEEPEST = 500


@dataclass(slots=True)
class Element:
    """An element of XML. Names are without the prefix of their namespace.

    name (str): Its name.
    attributes (dict): Its attributes.
    line (int): The line on which it begins, from 1.
    content (list): Its elements and texts, in their order.
    start (int): The byte at which its start tag begins.
    end (int): The byte at which its end tag begins; of an empty element's only tag, the byte after it.
    """

    name: str
    attributes: dict[str, str]
    line: int
    content: list["Element | str"] = field(default_factory=list)
    start: int = 0
    end: int = 0

    def children(self, name: str = "") -> Iterator["Element"]:
        """The elements directly in it.

        name (str): Only those of this name; "" for all.
        RETURNS (Iterator[Element]): The elements.
        """
        return (one for one in self.content if isinstance(one, Element) and name in ("", one.name))

    def all(self, name: str) -> Iterator["Element"]:
        """Find the elements of a name in it, however deep, in the order of the file.

        name (str): The name.
        RETURNS (Iterator[Element]): The elements.
        """
        for one in self.children():
            if one.name == name:
                yield one
            yield from one.all(name)

    def text(self, without: Collection[str] = (), spaces: Collection[str] = ()) -> str:
        """Give the text in it and in its elements.

        without (Collection): The names of elements whose text is left out.
        spaces (Collection): The names of elements that stand for white space, such as a tab or a line break.
        RETURNS (str): The text, with single spaces for white space.
        """
        return " ".join("".join(self._pieces(without, spaces)).split())

    def _pieces(self, without: Collection[str], spaces: Collection[str]) -> Iterator[str]:
        for one in self.content:
            if isinstance(one, str):
                yield one
            elif one.name in spaces:
                yield " "
            elif one.name not in without:
                yield from one._pieces(without, spaces)


class _Builder:
    """Makes elements of what the parser reports, and keeps those that are complete until they are fetched."""

    def __init__(self, file: CorpusFile, wanted: Collection[str], encoding: str | None = None) -> None:
        self.complete: list[Element] = []
        self.path: list[str] = []  # the names of the open elements
        self._file = file
        self._wanted = wanted
        self._open: list[Element] = []  # a wanted element and those in it
        self._size = 0
        self.parser = expat.ParserCreate(encoding)
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.EntityDeclHandler = self._refuse_entity

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = _local(name)
        self.path.append(name)
        if len(self.path) > _DEEPEST:
            raise self.error(f"its elements are nested more than {_DEEPEST} deep")
        if self._open or name in self._wanted:
            local = {_local(key): value for key, value in attributes.items()}
            element = Element(name, local, self.parser.CurrentLineNumber, start=self.parser.CurrentByteIndex)
            self._grow(len(name) + sum(map(len, attributes.values())))
            if self._open:
                self._open[-1].content.append(element)
            self._open.append(element)

    def _end(self, name: str) -> None:
        self.path.pop()
        if self._open:
            element = self._open.pop()
            element.end = self.parser.CurrentByteIndex
            if not self._open:
                self.complete.append(element)
                self._size = 0

    def _characters(self, text: str) -> None:
        if self._open:
            self._open[-1].content.append(text)
            self._grow(len(text))

    def _grow(self, size: int) -> None:
        self._size += size
        if self._size > _LARGEST:
            raise self.error(f"an element has more than {_LARGEST:,} characters")

    def _refuse_entity(self, name: str, *declared: object) -> None:
        raise self.error(f"it declares the entity '{name}', and entities are not expanded, for safety")

    def error(self, why: str) -> UserError:
        """Make the error for the place that is being read (C060)."""
        return UserError(Errors.C060.format(path=self._file.path, line=self.parser.CurrentLineNumber, why=why))


def stream_elements(
    file: CorpusFile, names: Collection[str], *, chunks: Iterable[bytes] | None = None, encoding: str | None = None
) -> Iterator[Element]:
    """Stream the outermost elements of some names. Only the current one is in memory.

    file (CorpusFile): The file, whose name stands in messages.
    names (Collection): The names of the elements wanted.
    chunks (Iterable): The XML, if it is not the content of the file as it is.
    encoding (str): Its encoding, if it is not the one that it declares.
    RETURNS (Iterator[Element]): The elements with all that is in them, in the order in which they end.
    RAISES (UserError): C060 no well-formed XML, or entities; C007, C019 the file can't be read.
    """
    builder = _Builder(file, names, encoding)
    size = 0
    for chunk in file.chunks() if chunks is None else chunks:
        size += len(chunk)
        _parse(builder, chunk, is_last=False)
        yield from builder.complete
        builder.complete.clear()
    if size:
        _parse(builder, b"", is_last=True)
    yield from builder.complete


def count_texts(file: CorpusFile) -> Counter[str]:
    """Count the elements of each name that have text directly in them.

    file (CorpusFile): The file.
    RETURNS (Counter): The number by name.
    RAISES (UserError): See `stream_elements`.
    """
    found: Counter[str] = Counter()
    builder = _Builder(file, ())

    def note(text: str) -> None:
        if text.strip():
            found[builder.path[-1]] += 1

    builder.parser.CharacterDataHandler = note
    for chunk in file.chunks():
        _parse(builder, chunk, is_last=False)
    return found


def _parse(builder: _Builder, data: bytes, *, is_last: bool) -> None:
    try:
        builder.parser.Parse(data, is_last)
    except (expat.ExpatError, LookupError, ValueError) as err:
        if isinstance(err, UserError):
            raise
        raise builder.error(_explain(err)) from err


def _explain(err: Exception) -> str:
    if not isinstance(err, expat.ExpatError):
        return str(err)
    why = expat.ErrorString(err.code)
    ends = (expat.errors.XML_ERROR_NO_ELEMENTS, expat.errors.XML_ERROR_UNCLOSED_TOKEN)
    return f"{why}: the file is truncated" if why in ends else why


def _local(name: str) -> str:
    """A name without its prefix."""
    return name.rpartition(":")[2]
