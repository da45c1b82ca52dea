"""TEI, and other XML by the name of the element that holds a text."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice

from ..files import CorpusFile
from ..xml_stream import Element, count_texts, stream_elements
from .elan import read_elan
from .flextext import read_flextext
from .html_page import read_html
from .interlinear import PUNCTUATION
from .parts import unknown_part
from .text import ReadingOptions, Tokens

_TEI_TEXTS = ("s", "p", "ab", "l", "u", "head", "item", "cell")
_NO_TEXT = ("note", "fw", "del", "gap", "sic", "orig", "abbr", "figDesc", "teiHeader")
_SPACES = ("lb", "pb", "cb", "br", "tab", "space", "milestone")
_HEAD = 4096


def read_tei(file: CorpusFile, options: ReadingOptions) -> Iterator[str | Tokens]:
    """Stream the sentences of TEI, or its paragraphs, verses, utterances and headings if they are not divided.

    file (CorpusFile): The file.
    options (ReadingOptions): `part` is the element of a text; `column` the attribute of `w` with the tag, by default
        `pos`.
    RETURNS (Iterator[str | Tokens]): The words of a sentence that has `w` elements, or else its text. Notes and the
        header are left out.
    RAISES (UserError): C065 there is no such element, C060 no XML.
    """
    is_found = False
    for element in tei_sentences(stream_elements(file, tei_names(options.part)), options.part):
        if item := tei_item(element, tei_tokens(element), str(options.column or "pos")):
            is_found = True
            yield item
    if not is_found and options.part:
        counts = count_texts(CorpusFile(file.path, is_markup=True))
        raise unknown_part(file, "element", options.part, counts, "--element")


def tei_names(part: str) -> tuple[str, ...]:
    """Name the elements that `tei_sentences` needs.

    part (str): The element of a text; "" for those of TEI.
    RETURNS (tuple): The names.
    """
    return (*((part,) if part else _TEI_TEXTS), *_NO_TEXT)


def tei_sentences(elements: Iterable[Element], part: str) -> Iterator[Element]:
    """Find the sentences of TEI.

    elements (Iterable): The outermost elements that `tei_names` names.
    part (str): The element of a text; "" for those of TEI.
    RETURNS (Iterator[Element]): Sentences, or paragraphs and the like if they are not divided.
    """
    for element in elements:
        if element.name == part or (not part and element.name in _TEI_TEXTS):
            yield from _sentences(element)


def tei_tokens(element: Element) -> list[tuple[Element, str]]:
    """Find the words and punctuation marks of a sentence.

    element (Element): The sentence.
    RETURNS (list): The elements `w` and `pc` with their texts, which are not empty.
    """
    tokens = ((one, one.text(_NO_TEXT)) for one in _tokens(element))
    return [(one, text) for one, text in tokens if text]


def tei_item(element: Element, tokens: list[tuple[Element, str]], column: str) -> str | Tokens | None:
    """Make what a reader yields of a sentence.

    element (Element), tokens (list): The sentence and its `tei_tokens`.
    column (str): The attribute with the tags.
    RETURNS (str | Tokens): The words, or else the text; None if there is neither.
    """
    if tokens:
        tags = [one.attributes.get(column) or (PUNCTUATION if one.name == "pc" else "") for one, _ in tokens]
        has_tags = any(column in one.attributes for one, _ in tokens)
        return Tokens([text for _, text in tokens], tags if has_tags else None, line=element.line)
    return element.text(_NO_TEXT, _SPACES) or None


def read_xml(file: CorpusFile, options: ReadingOptions) -> Iterator[str | Tokens]:
    """Stream the texts of the elements of a name. TEI and the XML of known programs is read as what it is.

    file (CorpusFile): The file.
    options (ReadingOptions): `part` is the name of the element.
    RETURNS (Iterator[str | Tokens]): The texts.
    RAISES (UserError): C064 no element is named, C065 there is none of the name, C060 no XML.
    """
    _, read = _KNOWN.get(_root(file), ("", None))
    if read is not None and not (options.part and read is read_html):
        yield from read(file, options)
        return
    is_found = False
    for element in stream_elements(file, (options.part,)) if options.part else ():
        if text := element.text(spaces=_SPACES):
            is_found = True
            yield text
    if not is_found:
        counts = count_texts(CorpusFile(file.path, is_markup=True))
        raise unknown_part(file, "element", options.part, counts, "--element")


_TEI = ("tei", read_tei)
_KNOWN: dict[str, tuple[str, Callable[..., Iterator[str | Tokens]]]] = {
    "TEI": _TEI, "TEI.2": _TEI, "teiCorpus": _TEI, "document": ("flextext", read_flextext),
    "ANNOTATION_DOCUMENT": ("elan", read_elan), "html": ("html", read_html),
}  # fmt: skip


def known_format(file: CorpusFile) -> str:
    """Find out what XML a file is by its outermost element.

    file (CorpusFile): The file.
    RETURNS (str): The name of its format; "" if it is of no known program.
    """
    return _KNOWN.get(_root(file), ("", None))[0]


def _root(file: CorpusFile) -> str:
    """The name of the outermost element."""
    head = b"".join(islice(CorpusFile(file.path, is_markup=True).chunks(), 1))[:_HEAD]
    for piece in head.decode("utf8", "ignore").replace("\0", "").split("<")[1:]:
        name = piece.replace(">", " ").replace("/", " ").split()[:1]
        if name and name[0][0] not in "?!-":
            return name[0].rpartition(":")[2]
    return ""


def _sentences(element: Element) -> Iterator[Element]:
    """The sentences of an element, or itself."""
    first = next(element.all("s"), None)
    if element.name == "s" or first is None:
        return iter([element])
    return (one for one in _outermost(element) if not _is_blank(one))


def _outermost(element: Element) -> Iterator[Element]:
    return chain.from_iterable([one] if one.name == "s" else _outermost(one) for one in element.children())


def _is_blank(element: Element) -> bool:
    return not element.text(_NO_TEXT)


def _tokens(element: Element) -> Iterator[Element]:
    for one in element.children():
        if one.name in ("w", "pc"):
            yield one
        elif one.name not in _NO_TEXT:
            yield from _tokens(one)
