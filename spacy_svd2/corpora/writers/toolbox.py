r"""Parts of speech in Toolbox's interlinear texts: a line `\ps` below each line `\tx`, aligned by columns."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from ...errors import Errors, UserError
from ..files import CorpusFile
from ..formats.interlinear import split_marks
from ..formats.toolbox_text import Field, align, columns, first_values, is_affix, n_bytes, records, text_groups
from ..formats.usfm import is_usfm
from .source_file import Edit, SourceFile, SourceText, TagTexts, word_spans

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_MARKER = re.compile(rb"\\\S")
_FIELD = "ps"
_ABOVE = ("mb", "ge", "gl")  # where they are aligned with the text, they stand between it and the parts of speech
_UNKNOWN = "***"  # as Toolbox marks what it can't analyse
_WIDEST = 4
_HEAD = 40
_NARROW = "lines have tags wider than the columns of their words: those stand in order, but farther right"


@dataclass
class _Line:
    """A line of text and the fields below it."""

    fields: list[Field]
    words: list[str]


def write_toolbox(source: SourceFile, tag: TagTexts) -> Iterator[Edit]:
    r"""Put tags into lines `\ps`; lines that are there and not empty are kept unless they are to be replaced.

    source (SourceFile): The file; `part` of its options is the field of the text, by default `tx`.
    tag (TagTexts): Tags the records.
    RETURNS (Iterator[Edit]): The changes. A tag stands where its word begins, or the stem of its word in a line `\mb`:
        measured in bytes, as Toolbox does, of files in UTF-8, and in letters of others. No other line is widened.
    RAISES (UserError): C063 it is no Standard Format, L080 it has no lines of text.
    """
    lines = [found.span() for found in _LINE.finditer(source.data)]
    for wanted, tags in tag(_records(source)):
        at = 0
        for line in wanted:
            of_line = tags[at : at + len(line.words)]
            at += len(line.words)
            if any(of_line):
                yield _edit(source, lines, line, of_line)


def _records(source: SourceFile) -> Iterator[SourceText]:
    path, encoding, part = source.file.path, source.options.encoding, source.options.part or "tx"
    file = CorpusFile(path, encoding=encoding, is_markup=True)
    if is_usfm(list(islice(CorpusFile(path, encoding=encoding, is_markup=True).lines(is_table=True), _HEAD))):
        raise UserError(Errors.L080.format(path=path, part=part))
    n_lines = 0
    for record in records(file):
        words: list[str] = []
        tags: list[str] = []
        wanted: list[tuple[int, _Line]] = []
        for group in text_groups(record, part):
            values = first_values(group)
            found = align(values[part], values.get("mb", ""), values.get(_FIELD, ""))
            of_line = [word for word, _ in found]
            if not values.get(_FIELD, "").strip() or source.replace:
                wanted.append((len(words), _Line(group, of_line)))
            else:
                source.n_kept += len(of_line)
            words += of_line
            tags += [tag for _, tag in found]
            n_lines += 1
        spans = word_spans(words)
        item = split_marks(words, tags, record[0][0]) if any(tags) else " ".join(words)
        places = [span for at, line in wanted for span in spans[at : at + len(line.words)]]
        if words:
            yield SourceText(item, places, [line for _, line in wanted])
    if not n_lines:
        raise UserError(Errors.L080.format(path=path, part=part))


def _edit(source: SourceFile, lines: list[tuple[int, int]], line: _Line, tags: list[str]) -> Edit:
    value = _value(source, line, tags)
    number, _, _ = next((field for field in line.fields if field[1] == _FIELD), (0, "", ""))
    if number:
        first, last = lines[number - 1], lines[_last_line(source, lines, number)]
        text = source.data[first[0] : first[1]].decode("utf8")
        end = last[0] + len(source.data[last[0] : last[1]].rstrip(b"\r\n"))
        marker = text[: text.index("\\") + 1 + len(_FIELD)]
        return first[0], end, f"{marker} {value}"
    above = line.fields[0][0]
    for begun, marker, _ in line.fields[1:]:
        if marker not in _ABOVE:
            break
        above = begun
    start, end = lines[_last_line(source, lines, above)]
    line_end = _line_end(source.data[start:end])
    if not line_end:  # the file ends without one, and so does the copy
        return end, end, f"{_line_end(source.data[slice(*lines[0])])}\\{_FIELD} {value}"
    return end, end, f"\\{_FIELD} {value}{line_end}"


def _last_line(source: SourceFile, lines: list[tuple[int, int]], number: int) -> int:
    """The index of the last line of the field that begins on a line, numbered from 1."""
    last = number - 1
    for index in range(number, len(lines)):
        text = source.data[slice(*lines[index])]
        if _MARKER.match(text):
            break
        if text.strip():
            last = index
    return last


def _line_end(line: bytes) -> str:
    return line[len(line.rstrip(b"\r\n")) :].decode("ascii")


def _value(source: SourceFile, line: _Line, tags: list[str]) -> str:
    """The line of tags: in the columns of the words where they fit, and such that the words get their own back."""
    values = first_values(line.fields)
    text, morphemes = line.fields[0][2], values.get("mb", "")
    measure = _measure(source, text, morphemes)
    places = _places(text, morphemes, measure)
    shown = [tag or _UNKNOWN for tag in tags]
    candidates = [_in_columns(shown, places, measure, gap) for gap in range(1, _WIDEST)]
    value = next((one for one in candidates if [tag for _, tag in align(text, morphemes, one)] == shown), candidates[0])
    if [at for at, _ in columns(value, measure)] != places:
        source.file.leave(_NARROW, line.fields[0][0])
    return value


def _measure(source: SourceFile, text: str, morphemes: str) -> Callable[[str], int]:
    """How columns are counted: in bytes of UTF-8, unless it is letters in which words and morphemes are aligned."""
    by_letters = {at for at, _ in columns(text, len)} <= {at for at, _ in columns(morphemes, len)}
    by_bytes = {at for at, _ in columns(text, n_bytes)} <= {at for at, _ in columns(morphemes, n_bytes)}
    is_utf8 = source.encoding.lower().replace("_", "-") in ("utf-8", "utf8")
    return n_bytes if is_utf8 and (by_bytes or not by_letters) else len


def _places(text: str, morphemes: str, measure: Callable[[str], int]) -> list[int]:
    """The column of each word, or of the first of its morphemes that is no affix."""
    starts = [at for at, _ in columns(text, measure)]
    stems = [at for at, morpheme in columns(morphemes, measure) if not is_affix(morpheme)]
    ends = [*starts[1:], 1 << 62]
    return [next((at for at in stems if start <= at < end), start) for start, end in zip(starts, ends, strict=True)]


def _in_columns(tags: list[str], places: list[int], measure: Callable[[str], int], gap: int) -> str:
    value = ""
    for tag, place in zip(tags, places, strict=True):
        value += " " * max(place - measure(value), gap if value else 0) + tag
    return value
