r"""Interlinear texts of Toolbox: records with `\tx` (words), `\mb` (morphemes) and `\ps` (parts of speech)."""

import re
from collections.abc import Callable, Iterator
from itertools import islice

from ...errors import Errors, UserError
from ..files import CorpusFile
from .interlinear import split_marks
from .text import ReadingOptions, Tokens
from .usfm import is_usfm, read_usfm

_MARKER = re.compile(r"\\(\S+)(?:[ \t](.*))?", re.DOTALL)
_RECORDS = ("ref", "id", "lx", "_sh")
_ITEM = re.compile(r"\S+")
_LONGEST = 1 << 20
_HEAD = 40

Field = tuple[int, str, str]
Columns = list[tuple[int, str]]


def read_toolbox_text(file: CorpusFile, options: ReadingOptions) -> Iterator[str | Tokens]:
    r"""Stream the records.

    file (CorpusFile): The file.
    options (ReadingOptions): `part` is the field of the text, by default `tx`; `column` the field of the tags, by
        default `ps`.
    RETURNS (Iterator[str | Tokens]): The words of each record with the parts of speech of their stems, if it has any,
        or else its text. A word whose stems differ, or that nothing is aligned with, has no tag.
    RAISES (UserError): C063 the file is a dictionary, or no Standard Format.
    """
    peeked = CorpusFile(file.path, encoding=file.encoding, is_markup=True)
    if is_usfm(list(islice(peeked.lines(is_table=True), _HEAD))):
        yield from read_usfm(file, options)
        return
    part, column = options.part or "tx", str(options.column or "ps")
    n_records, first = 0, 0
    markers: dict[str, None] = {}
    for record in records(file):
        first = first or record[0][0]
        markers.update(dict.fromkeys(marker for _, marker, _ in record))
        if item := _read_record(file, record, part, column):
            n_records += 1
            yield item
    if not n_records and markers:
        if part not in markers and "lx" in markers and not options.part:
            why = "it is a dictionary (svd2 name --dictionary takes it), unless --part names a field of sentences"
            raise UserError(Errors.C063.format(path=file.path, line=first, kind="an interlinear text", why=why))
        found = ", ".join(markers)
        raise UserError(Errors.C065.format(path=file.path, what="field", part=part, found=found, option="--part"))


def _read_record(file: CorpusFile, record: list[Field], part: str, column: str) -> str | Tokens | None:
    """The text of a record, which may be wrapped into several groups of lines."""
    words: list[str] = []
    tags: list[str] = []
    for group in text_groups(record, part):
        values = first_values(group)
        found = align(values[part], values.get("mb", ""), values.get(column, ""))
        words += [word for word, _ in found]
        tags += [tag for _, tag in found]
        if column in values and not all(tag for _, tag in found):
            file.leave("lines with words that have no part of speech", group[0][0])
    if not words:
        return None
    return split_marks(words, tags, record[0][0]) if any(tags) else " ".join(words)


def text_groups(record: list[Field], part: str) -> list[list[Field]]:
    """Divide a record into lines of text that are not blank, each with the fields below it.

    record (list): The fields of the record.
    part (str): The marker of the lines of text.
    RETURNS (list): The fields of each line of text, with the text first.
    """
    groups: list[list[Field]] = []
    for field in record:
        if field[1] == part:
            groups.append([])
        if groups:
            groups[-1].append(field)
    return [group for group in groups if group[0][2].strip()]


def first_values(group: list[Field]) -> dict[str, str]:
    """Give the value of the first field with each marker."""
    return {marker: value for _, marker, value in reversed(group)}


def align(text: str, morphemes: str, parts: str) -> list[tuple[str, str]]:
    """Find the parts of speech of the words of a line.

    text (str), morphemes (str), parts (str): The lines of words, of morphemes ("" if there is none), and of parts of
        speech. Their columns are aligned: in bytes of UTF-8 if Toolbox wrote them, in letters in other encodings.
    RETURNS (list): Each word with the part of speech of its stem, or "".
    """
    words = columns(text, len)
    if not parts.strip():
        return [(word, "") for _, word in words]
    for measure in (n_bytes, len):
        words, below, pos = (columns(one, measure) for one in (text, morphemes, parts))
        starts = {at for at, _ in pos}
        places = {at for at, _ in [*words, *below]}
        if starts <= places or all(at in starts for at, _ in words):
            ends = [*(at for at, _ in words[1:]), 1 << 62]
            return [
                (word, _stem_tag([one for one in pos if at <= one[0] < end], dict(below)))
                for (at, word), end in zip(words, ends, strict=True)
            ]
    stems = [tag for _, tag in pos if not is_affix(tag)]
    if len(stems) == len(words):
        return [(word, tag) for (_, word), tag in zip(words, stems, strict=True)]
    return [(word, "") for _, word in words]


def _stem_tag(pos: Columns, morphemes: dict[int, str]) -> str:
    stems = {tag for at, tag in pos if not is_affix(tag) and not is_affix(morphemes.get(at, ""))}
    return stems.pop() if len(stems) == 1 else ""


def is_affix(text: str) -> bool:
    """Tell affixes, which have a hyphen at an end."""
    return len(text) > 1 and (text[0] in "-=" or text[-1] in "-=")


def columns(text: str, measure: Callable[[str], int]) -> Columns:
    """Give the items of a line, each with the column where it begins."""
    return [(measure(text[: found.start()]), found[0]) for found in _ITEM.finditer(text)]


def n_bytes(text: str) -> int:
    """Measure a text as Toolbox does: in bytes of UTF-8."""
    return len(text.encode("utf8"))


def records(file: CorpusFile) -> Iterator[list[Field]]:
    """Stream the records.

    file (CorpusFile): The file.
    RETURNS (Iterator[list]): The fields of each record, each with its line, marker and value.
    RAISES (UserError): C063 it is no Standard Format.
    """
    record: list[Field] = []
    for field in _fields(file):
        if field[1] in _RECORDS and record:
            yield record
            record = []
        record.append(field)
        if len(record) > _LONGEST:
            raise _bad(file, record[0][0], f"a record has more than {_LONGEST:,} fields")
    if record:
        yield record


def _fields(file: CorpusFile) -> Iterator[Field]:
    """The line, the marker and the value of each field; a line without a marker continues the field before."""
    begun, marker, value = 0, "", ""
    for number, line in enumerate(file.lines(is_table=True), 1):
        found = _MARKER.fullmatch(line.rstrip())
        if found:
            if marker:
                yield begun, marker, value
            begun, marker, value = number, found[1], found[2] or ""
        elif line.strip() and not marker:
            raise _bad(file, number, "the line does not begin with a marker, such as \\tx")
        elif line.strip():
            value = f"{value} {line.strip()}"
            if len(value) > _LONGEST:
                raise _bad(file, begun, f"a field has more than {_LONGEST:,} letters")
    if marker:
        yield begun, marker, value


def _bad(file: CorpusFile, line: int, why: str) -> UserError:
    return UserError(Errors.C063.format(path=file.path, line=line, kind="Toolbox's Standard Format", why=why))
