"""LIFT, the exchange format of FieldWorks (FLEx) and WeSay."""

from collections.abc import Iterator
from pathlib import Path

from ...corpora.files import CorpusFile
from ...corpora.xml_stream import Element, stream_elements
from .entry import DictionaryOptions, Entry

_AFFIXES = ("fix", "clitic", "bound")  # prefix, infix, circumfix, enclitic, bound root, ...


def read_lift(path: Path, options: DictionaryOptions) -> Iterator[Entry]:
    """Stream the entries of a LIFT file.

    path (Path): The file.
    options (DictionaryOptions): `language` is the writing system of the headwords, by default each entry's first.
    RETURNS (Iterator[Entry]): The entries. One that has no sense but names the entry that it is a variant of comes
        last, with the parts of speech of that.
    RAISES (UserError): C060 with the line of what is no XML.
    """
    pos_of: dict[str, tuple[str, ...]] = {}
    variants: list[tuple[Element, list[str]]] = []
    for entry in stream_elements(CorpusFile(path, is_markup=True), ("entry",)):
        pos = _pos(entry)
        if pos:
            pos_of[entry.attributes.get("id", "")] = pos
        refs = [one.attributes["ref"] for one in entry.children("relation") if one.attributes.get("ref")]
        if refs and not pos:
            variants.append((_without_senses(entry), refs))
        else:
            yield _entry(entry, pos, options)
    for entry, refs in variants:
        yield _entry(entry, tuple(dict.fromkeys(pos for ref in refs for pos in pos_of.get(ref, ()))), options)


def _entry(entry: Element, pos: tuple[str, ...], options: DictionaryOptions) -> Entry:
    citation, lexical = (_forms(entry, name, options) for name in ("citation", "lexical-unit"))
    variants = [form for one in entry.children("variant") for form in _own_forms(one, options)]
    words = [*citation, *lexical]
    kind = next((one.attributes.get("value", "") for one in entry.children("trait") if _is_type(one)), "")
    is_affix = any(name in kind for name in _AFFIXES)
    others = tuple(dict.fromkeys([*words[1:], *variants]))
    return Entry(words[0] if words else "", pos, others, entry.line, is_affix=is_affix)


def _without_senses(entry: Element) -> Element:
    """What is kept of an entry until the end of the file."""
    kept: list[Element | str] = [one for one in entry.children() if one.name != "sense"]
    return Element(entry.name, entry.attributes, entry.line, kept)


def _is_type(trait: Element) -> bool:
    return trait.attributes.get("name") in ("morph-type", "MorphType", "morphtype")


def _pos(entry: Element) -> tuple[str, ...]:
    found = (info.attributes.get("value", "").strip() for info in entry.all("grammatical-info"))
    return tuple(dict.fromkeys(filter(None, found)))


def _forms(entry: Element, name: str, options: DictionaryOptions) -> list[str]:
    return [form for one in entry.children(name) for form in _own_forms(one, options)]


def _own_forms(element: Element, options: DictionaryOptions) -> list[str]:
    """The form in the wanted writing system."""
    forms = list(element.children("form"))
    if options.language:
        forms = [one for one in forms if one.attributes.get("lang") == options.language]
    return list(filter(None, (form.text() for form in forms[:1])))
