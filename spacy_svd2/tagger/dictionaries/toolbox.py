r"""Toolbox and Shoebox dictionaries in Standard Format, with the markers of MDF: `\lx`, `\ps`, `\se`, ..."""

import re
from collections.abc import Iterator
from pathlib import Path

from .entry import DictionaryOptions, Entry, numbered, open_text

_MARKER = re.compile(r"\\([A-Za-z0-9_+-]+)(?:\s+(.*))?")
_FORMS = frozenset(
    {"va", "sg", "pl", "rd", "pdv", *(f"{person}{number}" for person in "1234" for number in ("s", "d", "p", "e", "i"))}
)
"""The markers of other forms of the word: variants, and the paradigm."""


def read_toolbox(path: Path, options: DictionaryOptions) -> Iterator[Entry]:
    r"""Stream the entries and subentries (`\se`) of a dictionary.

    path (Path): The file.
    options (DictionaryOptions): `encoding`.
    RETURNS (Iterator[Entry]): The entries: the citation form (`\lc`) or else the lexeme (`\lx`), every `\ps` (or `\pn`)
        of the entry, and its variants and paradigm as forms.
    RAISES (UserError): L058 if it is in another encoding.
    """
    for line, fields in _parts(path, options):
        values: dict[str, list[str]] = {}
        for marker, value in fields:
            if value:
                values.setdefault(marker, []).append(value)
        words = [*values.get("lc", ()), *values.get("lx", ()), *values.get("se", ())]
        pos = values.get("ps") or values.get("pn") or ()
        others = [form for marker in values if marker in _FORMS for form in values[marker]]
        headword = words[0] if words else ""
        forms = tuple(dict.fromkeys(form for form in [*words[1:], *others] if form != headword))
        yield Entry(headword, tuple(dict.fromkeys(pos)), forms, line)


def _parts(path: Path, options: DictionaryOptions) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """The first line and the fields of each entry or subentry."""
    begun = 0
    fields: list[tuple[str, str]] = []
    for line, marker, value in _fields(path, options):
        if marker in ("lx", "se"):
            if begun:
                yield begun, fields
            begun, fields = line, []
        if begun and (marker in _FORMS or marker in ("lx", "lc", "se", "ps", "pn")):
            fields.append((marker, value))
    if begun:
        yield begun, fields


def _fields(path: Path, options: DictionaryOptions) -> Iterator[tuple[int, str, str]]:
    """The line, the marker and the value of each field; a line without a marker continues the field before."""
    begun, marker, value = 0, "", ""
    for line, text in numbered(open_text(path, options)):
        found = _MARKER.fullmatch(text.strip())
        if found:
            if marker:
                yield begun, marker, value
            begun, marker, value = line, found[1], " ".join((found[2] or "").split())
        elif text.strip() and len(value) < _LONGEST:
            value = f"{value} {' '.join(text.split())}".strip()
    if marker:
        yield begun, marker, value


_LONGEST = 1000
"""Letters of a field from which on its continuation is no word any more and is not kept."""
