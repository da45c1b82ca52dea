"""Word lists for finite-state transducers (lexc), as GiellaLT and Apertium have them: the stems that stand there."""

import re
from collections.abc import Iterator
from pathlib import Path

from .abbreviations import propose
from .entry import DictionaryOptions, Entry, numbered, open_text

_COMMENT = re.compile(r"(?<!%)!.*")
_ENTRY = re.compile(r'((?:%.|[^\s%;"<])(?:%.|[^\s%;"])*)\s+([^\s;"]+)\s*(?:"[^"]*"\s*)?;')
_TAG = re.compile(r"%<(\w+)%>|\+(\w+)")
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SECTIONS = ("lexicon", "multichar_symbols", "definitions", "end")


def read_lexc(path: Path, options: DictionaryOptions) -> Iterator[Entry]:
    """Stream the stems of a lexc file: `stem Class ;` or `stem:form Class "gloss" ;`.

    path (Path): The file.
    options (DictionaryOptions): `encoding`.
    RETURNS (Iterator[Entry]): The stems. The part of speech is the first tag of the stem (`+N`, `%<n%>`), or else the
        name of the lexicon if it is known to be one, or else the continuation class.
    RAISES (UserError): L058 if it is in another encoding.
    """
    lexicon, is_pos = "", False
    for line, text in numbered(open_text(path, options)):
        text = _COMMENT.sub("", text).strip()
        word, _, rest = text.partition(" ")
        if word.lower() in _SECTIONS:
            lexicon = rest.split()[0] if word.lower() == "lexicon" and rest.split() else ""
            is_pos = bool(propose(_CAPITAL.sub(" ", lexicon)))  # NounRoot
        elif lexicon and (found := _ENTRY.match(text)):
            stem = re.split(r"(?<!%):", found[1])[0]
            tag = _TAG.search(stem)
            pos = next(filter(None, tag.groups())) if tag else lexicon if is_pos else found[2]
            headword = _plain(stem[: tag.start()] if tag else stem)
            if headword and headword != "0":
                yield Entry(headword, (pos,) if pos != "#" else (lexicon,), (), line)


def _plain(stem: str) -> str:
    """A stem without escapes, marks of boundaries, and other tags."""
    stem = re.sub(r"%[<{].*?%[>}]|[#^]", "", stem)
    return re.sub(r"%(.)", r"\1", stem)
