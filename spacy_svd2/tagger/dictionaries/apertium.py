"""Apertium's dictionaries (`.dix`), and the dictionaries of GiellaLT, which are XML too."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from ...corpora.files import CorpusFile
from ...corpora.xml_stream import Element, stream_elements
from .entry import DictionaryOptions, Entry

LEFT, RIGHT = "left", "right"
"""The languages of a bilingual dictionary."""
_MOST_FORMS = 300
"""Forms of an entry or a paradigm at most: those of clitics multiply."""
_LONGEST = 1000
"""Characters of a form at most: a paradigm that names another one twice makes its forms twice as long."""

Paradigms = dict[str, list[tuple[str, str, str]]]
"""By name, for each form: what it adds to the surface, what to the lemma, and its first symbol or ""."""


def read_apertium(path: Path, options: DictionaryOptions) -> Iterator[Entry]:
    """Stream the entries of an Apertium dictionary: https://wiki.apertium.org/wiki/Monodix_basics.

    path (Path): The file.
    options (DictionaryOptions): Of a bilingual dictionary, `language` is "left" or "right".
    RETURNS (Iterator[Entry]): The entries. The part of speech is the first symbol (`<s n="n"/>`) of an entry or of its
        paradigm, or else the end of the paradigm's name (`house__n`). The forms are those of the paradigms.
    RAISES (UserError): C060 with the line of what is no XML.
    """
    paradigms: Paradigms = {}
    for element in stream_elements(CorpusFile(path, is_markup=True), ("pardef", "e")):
        if element.name == "pardef":
            forms = (form for one in element.children("e") for form in _forms(one, paradigms))
            paradigms[element.attributes.get("n", "")] = list(islice(forms, _MOST_FORMS))
        elif element.attributes.get("i") != "yes":
            yield from _entries(element, paradigms)


def _entries(element: Element, paradigms: Paradigms) -> Iterator[Entry]:
    pairs = [(one, one) for one in element.children("i")]
    pairs += [(side, other) for p in element.children("p") for side in p.children("l") for other in p.children("r")]
    both = next(((left, right) for left, right in pairs if _symbol(left) and _symbol(right)), None)
    if both is not None:
        for side, language in zip(both, (LEFT, RIGHT), strict=True):
            yield Entry(_text(side), (_symbol(side),), (), element.line, language)
        return
    forms = _forms(element, paradigms)
    pos = dict.fromkeys(filter(None, (symbol for _, _, symbol in forms)))
    if not pos:  # a list of words without its paradigms
        names = (one.attributes.get("n", "") for one in element.children("par"))
        pos = dict.fromkeys(name.rpartition("__")[2] for name in names if "__" in name)
    headword = element.attributes.get("lm") or next((lemma or surface for surface, lemma, _ in forms), "")
    surfaces = tuple(dict.fromkeys(surface for surface, _, _ in forms if surface not in ("", headword)))
    yield Entry(headword, tuple(pos), surfaces if pos else (), element.line)


def _forms(element: Element, paradigms: Paradigms) -> list[tuple[str, str, str]]:
    """Expand an entry, or a line of a paradigm: its parts, one after the other, each in all its forms."""
    forms = [("", "", "")]
    for part in element.children():
        if part.name == "i":
            own = [(_text(part), _text(part), _symbol(part))]
        elif part.name == "p":
            own = [(_side(part, "l")[0], *_side(part, "r"))]
        elif part.name == "par":
            own = paradigms.get(part.attributes.get("n", "")) or [("", "", "")]
        else:  # regular expressions are no words
            continue
        pairs = ((before, after) for before in forms for after in own)
        forms = [
            (surface + more, lemma + other, symbol or first)
            for (surface, lemma, symbol), (more, other, first) in islice(pairs, _MOST_FORMS)
            if max(len(surface) + len(more), len(lemma) + len(other)) <= _LONGEST
        ]
    return forms


def _side(pair: Element, name: str) -> tuple[str, str]:
    side = next(pair.children(name), None)
    return ("", "") if side is None else (_text(side), _symbol(side))


def _symbol(element: Element) -> str:
    return next((one.attributes.get("n", "") for one in element.all("s")), "")


def _text(element: Element) -> str:
    """The text before the first symbol; `<b/>` is a space."""
    parts: list[str] = []
    for one in element.content:
        if isinstance(one, str):
            parts.append(one)
        elif one.name == "s":
            break
        else:
            parts.append(" " if one.name == "b" else _text(one))
    return "".join(parts)


def read_giella(path: Path, options: DictionaryOptions) -> Iterator[Entry]:
    """Stream the entries of a dictionary of GiellaLT: `<e><lg><l pos="N">guolli</l></lg> ... </e>`.

    path (Path): The file.
    options (DictionaryOptions): None has an effect.
    RETURNS (Iterator[Entry]): The entries, without their translations. A noun with type "Prop" is a proper name.
    RAISES (UserError): C060 with the line of what is no XML.
    """
    for element in stream_elements(CorpusFile(path, is_markup=True), ("e",)):
        for lemma in (one for group in element.children("lg") for one in group.children("l")):
            is_name = lemma.attributes.get("type") == "Prop"
            pos = "Prop" if is_name else lemma.attributes.get("pos", "").strip()
            yield Entry(lemma.text(), (pos,) if pos else (), (), element.line)
