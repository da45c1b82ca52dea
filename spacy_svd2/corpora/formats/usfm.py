r"""USFM, the texts of Paratext: the verses, without headings, notes and references."""

import re
from collections.abc import Iterator, Sequence

from ..files import CorpusFile
from .text import ReadingOptions

_NOTES = re.compile(r"\\(\+?(?:f|fe|ef|x|ex|fig|rb|rq|va|vp|ca|cat)) .*?\\\1\*", re.DOTALL)
_OPEN_NOTE = re.compile(r"\\\+?(?:f|fe|ef|x|ex|fig) (?!.*\\\+?(?:f|fe|ef|x|ex|fig)\*)")
_ATTRIBUTES = re.compile(r"\|[^\\|]*(?=\\)")
_CHARACTERS = re.compile(r"\\\+?[a-z]+\d*(?:-[se])?(?:\*|[ \t]?)|\\\*|//|~")
_LINE = re.compile(r"\\([a-z]+\d*(?:-\w+)?\*?)[ \t]*(.*)")
_VERSE = re.compile(r"\\v\s+\S+[ \t]*")
_BODY = re.compile(
    r"(?:p|m|po|pr|pm|pmo|pmc|pmr|pi\d?|mi|nb|cls|li\d?|lim\d?|pc|ph\d?|q\d?|qr|qc|qm\d?|tr|tc\d?|tcr\d?|b)"
)
_NOTE_LINES = 100


def is_usfm(lines: Sequence[str]) -> bool:
    """Say whether a file that begins with these lines is USFM rather than Toolbox's Standard Format."""
    head = [line.removeprefix("\ufeff") for line in lines if line.strip()]
    begins = bool(head) and re.match(r"\\id [A-Z0-9]{3}\b", head[0]) is not None
    return begins and not any(line.startswith(("\\tx ", "\\ref ", "\\mb ")) for line in head)


def read_usfm(file: CorpusFile, options: ReadingOptions) -> Iterator[str]:
    """Stream the verses.

    file (CorpusFile): The file.
    options (ReadingOptions): Not used.
    RETURNS (Iterator[str]): The text of each verse.
    RAISES (UserError): The file can't be read.
    """
    verse: list[str] = []
    is_verse = is_body = False
    for number, text in _whole_lines(file):
        marker, rest = _marker(text)
        if marker == "c":
            is_verse = False
        elif marker is not None and marker != "v":
            is_body = _BODY.fullmatch(marker) is not None
            if not is_body and rest:
                file.leave("lines that are no verse, such as headings", number)
        pieces = _VERSE.split(text if marker in (None, "v") else rest)
        if marker == "v" or (is_body and len(pieces) > 1):
            is_body = True
        for n, piece in enumerate(pieces if is_body else ()):
            if n:
                if found := _clean(verse):
                    yield found
                verse, is_verse = [], True
            if is_verse:
                verse.append(piece)
        if marker == "c":
            if found := _clean(verse):
                yield found
            verse = []
    if found := _clean(verse):
        yield found


def _marker(text: str) -> tuple[str | None, str]:
    """The marker of a paragraph or verse that begins a line, if one does, and what follows."""
    found = _LINE.match(text)
    if not found:
        return None, text
    is_paragraph = found[1] in ("v", "c") or _BODY.fullmatch(found[1]) or not found[1].endswith("*")
    is_character = f"\\{found[1]}*" in text  # a character style, which ends in the line
    return (found[1], found[2]) if is_paragraph and not is_character else (None, text)


def _whole_lines(file: CorpusFile) -> Iterator[tuple[int, str]]:
    """The lines; one in which a note is open has the lines up to its end."""
    begun, held = 0, ""
    for number, line in enumerate(file.lines(is_table=True), 1):
        text = f"{held} {line.strip()}" if held else line.strip()
        begun = begun if held else number
        if _OPEN_NOTE.search(text) and number - begun < _NOTE_LINES:
            held = text
            continue
        held = ""
        yield begun, _NOTES.sub("", text)
    if held:
        yield begun, _NOTES.sub("", held)


def _clean(pieces: list[str]) -> str:
    text = _ATTRIBUTES.sub("", " ".join(pieces))
    return " ".join(_CHARACTERS.sub("", text).split())
