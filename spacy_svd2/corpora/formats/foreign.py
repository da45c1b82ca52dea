"""Kinds of files that are not corpora: how each kind is recognised, and how to extract its text.

To add a kind, add an entry to `KINDS`. Errors about files and warnings about folders use these entries.
"""

import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...errors import Errors, UserError
from ..decompression import is_marked_utf16, open_content
from ..locations import Location, Url


@dataclass(frozen=True)
class ForeignKind:
    """A kind of file that can't be read as it is.

    name (str): What one of them is.
    plural (str): What several are.
    suffixes (tuple): How their names end, without the dot.
    advice (str): What to click or run. "{file}" stands for the file, "{text}" for the text file to make of it.
    content (Pattern): What its first bytes match, whatever its name is; None if they tell nothing.
    is_binary (bool): Whether no text can begin like this.
    format (str): The format of `registry.FORMATS` that reads it under its own name; "" if none does.
    """

    name: str
    plural: str
    suffixes: tuple[str, ...]
    advice: str
    content: re.Pattern[bytes] | None = None
    is_binary: bool = False
    format: str = ""


def _begins(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:" + pattern + rb")", re.IGNORECASE | re.DOTALL)


_PANDOC = "pandoc {file} -t plain --wrap=none -o {text}"
_CONVERT = "Make plain text of it: python -m spacy svd2 corpus {file} -o texts"

KINDS = (
    ForeignKind(
        "a spreadsheet", "spreadsheets", ("xlsx", "xls", "xlsm", "ods", "numbers"),
        "Open it and save the sheet with Save As: in LibreOffice as Text CSV with UTF-8 and Tab as the field "
        "delimiter, in Excel as Unicode Text. Name it .tsv if it has a word per row, or .txt if you keep only the "
        "column of sentences.",
        _begins(rb"PK\x03\x04.*(?:xl/|opendocument\.spreadsheet)"), True,
    ),
    ForeignKind(
        "a text document", "text documents", ("docx", "docm", "odt"),
        f"{_CONVERT} (the commands of svd2 read it with --format office).",
        _begins(rb"PK\x03\x04.*(?:word/|opendocument\.text)"), True, "office",
    ),
    ForeignKind(
        "a text document", "text documents", ("doc", "rtf", "pages", "wpd"),
        "Open it in Word or LibreOffice and choose Save As, Plain Text (.txt), with the encoding UTF-8; or run: "
        "soffice --headless --convert-to 'txt:Text (encoded):UTF8' --outdir converted {file}",
        _begins(rb"\{\\rtf|\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), True,
    ),
    ForeignKind("an e-book", "e-books", ("epub", "mobi", "azw3", "fb2"), f"Install pandoc and run: {_PANDOC}",
                _begins(rb"PK\x03\x04.*application/epub\+zip"), True),
    ForeignKind(
        "a PDF", "PDFs", ("pdf",),
        "Install poppler and run: pdftotext -enc UTF-8 {file} {text} (scanned pages need ocrmypdf first)",
        _begins(rb"%PDF-"), True,
    ),
    ForeignKind(
        "an archive", "archives", ("zip", "tar", "tgz", "tbz2", "txz", "7z", "rar"),
        "Unpack it (double-click it; or run: unzip, tar -xf, 7z x or unrar x) and give the folder.",
        re.compile(rb"PK\x03\x04|PK\x05\x06|7z\xbc\xaf\x27\x1c|Rar!\x1a|.{257}ustar", re.DOTALL), True,
    ),
    ForeignKind(
        "compressed data", "compressed files", ("z", "lz4", "br"),
        "Give it a name that ends as it is compressed, for instance .txt.gz, .txt.bz2, .txt.xz or .txt.zst, or "
        "decompress it.",
        re.compile(rb"\x1f\x8b\x08|BZh[1-9]1AY&SY|\xfd7zXZ\x00|\x28\xb5\x2f\xfd|\x04\x22\x4d\x18"), True,
    ),
    ForeignKind(
        "a recording or a picture", "recordings and pictures",
        ("wav", "mp3", "m4a", "ogg", "flac", "mp4", "avi", "mov", "jpg", "jpeg", "png", "gif", "tif", "tiff", "djvu"),
        "It holds no text: transcribe the recording, or recognise the picture's text (OCR), first.",
        re.compile(rb"RIFF....WAVE|ID3[\x02-\x04]|\xff\xd8\xff|\x89PNG|GIF8[79]a|II\*\x00|MM\x00\*", re.DOTALL), True,
    ),
    ForeignKind(
        "subtitles", "files of subtitles", ("srt", "vtt"),
        f"{_CONVERT} (the commands of svd2 read it with --format subtitles).",
        _begins(rb"WEBVTT\s|\d+\r?\n\d\d:\d\d:\d\d[,.]\d\d\d -->"), format="subtitles",
    ),
    ForeignKind(
        "subtitles", "files of subtitles", ("sub", "ass", "ssa"),
        "Open it in Subtitle Edit and save it as SubRip (.srt), which can be read.",
    ),
    ForeignKind(
        "a Paratext text", "Paratext texts", ("usfm", "ptx"),
        f"{_CONVERT} (the commands of svd2 read it with --format usfm).",
        _begins(rb"\\id [A-Z1-4]{3}\b.*\n\\(?:c|v|h|mt\d?|rem|ide|usfm|toc\d) "), format="usfm",
    ),
    ForeignKind(
        "a Paratext text", "Paratext texts", ("usx",),
        "Export it from Paratext as USFM, or make plain text of it: python -m spacy svd2 corpus {file} -o texts "
        "--format xml --element para",
    ),
    ForeignKind(
        "a Toolbox file", "Toolbox files", ("sfm", "db", "sf", "txx"),
        f"{_CONVERT} (the commands of svd2 read it with --format toolbox; a dictionary is for svd2 dictionary).",
        _begins(rb"\\_sh |\\id .*\n\\(?:ref|tx) |\\lx "), format="toolbox",
    ),
    ForeignKind(
        "a FieldWorks text", "FieldWorks texts", ("flextext",),
        f"{_CONVERT} (the commands of svd2 read it with --format flextext).",
        _begins(rb"<\?xml[^>]*>\s*<document[^>]*>\s*<interlinear-text"), format="flextext",
    ),
    ForeignKind(
        "a FieldWorks project", "FieldWorks projects", ("fwdata", "fwbackup"),
        "Open it in FieldWorks and export its texts: Texts & Words, File, Export Interlinear, FLExText. The file "
        ".flextext can be read.",
    ),
    ForeignKind(
        "a LIFT dictionary", "LIFT dictionaries", ("lift", "lift-ranges"),
        "It is a dictionary, and running text is needed. For labels, give it to svd2 name --dictionary; for text, "
        "export the interlinear texts from FieldWorks as .flextext.",
        _begins(rb"<\?xml[^>]*>\s*(?:<!--.*?-->\s*)?<lift\b"),
    ),
    ForeignKind(
        "an ELAN file", "ELAN files", ("eaf",),
        f"{_CONVERT} (the commands of svd2 read it with --format elan).",
        _begins(rb"<\?xml[^>]*>\s*<ANNOTATION_DOCUMENT"), format="elan",
    ),
    ForeignKind(
        "an ELAN file", "ELAN files", ("etf", "pfsx"), "It holds settings; the annotations are in the .eaf beside it."
    ),
    ForeignKind(
        "a Praat TextGrid", "Praat TextGrids", ("textgrid",),
        f"{_CONVERT} (the commands of svd2 read it with --format textgrid).",
        _begins(rb'File type = "ooTextFile"'), format="textgrid",
    ),
    ForeignKind(
        "a web page", "web pages", ("html", "htm", "xhtml"),
        f"{_CONVERT} (the commands of svd2 read it with --format html).",
        _begins(rb"(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html)\b"), format="html",
    ),
    ForeignKind(
        "a web page", "web pages", ("mhtml",), f"Open it in Firefox and save it as a Text File; or run: {_PANDOC}"
    ),
    ForeignKind(
        "an extract of Wikipedia", "extracts of Wikipedia", ("wiki",),
        f"{_CONVERT} (the commands of svd2 read it with --format wikipedia).",
        _begins(rb"<doc\b[^>]*\btitle="), format="wikipedia",
    ),
    ForeignKind(
        "XML", "XML files", ("xml", "tei"),
        f"{_CONVERT} (the commands of svd2 read it with --format xml). "
        "A corpus with senses is for: python -m spacy kpca train",
        _begins(rb"<\?xml\b"), format="xml",
    ),
    ForeignKind(
        "XML", "XML files", ("tmx", "xliff"),
        "Make plain text of it: python -m spacy svd2 corpus {file} -o texts --format xml --element NAME",
    ),
    ForeignKind(
        "JSON", "JSON files", ("json",),
        "Put a record on each line of a .jsonl file: run: jq -c '.[]' {file}, if it is a list of records that have "
        "\"text\".",
    ),
    ForeignKind(
        "a CSV table", "CSV tables", ("csv",),
        "Rename it to .tsv if it has a word per row and an empty row after each sentence, or examples with senses: "
        "commas and semicolons are read too. If you want its column of sentences, save that alone as .txt in UTF-8.",
    ),
    ForeignKind(
        "marked-up text", "files of marked-up text", ("tex", "md", "rst", "org"), f"Install pandoc and run: {_PANDOC}"
    ),
)  # fmt: skip


def kind_of_name(suffix: str) -> ForeignKind | None:
    """Find the kind of a file by its suffix.

    suffix (str): See `files.split_suffix`.
    RETURNS (ForeignKind): The kind; None if the suffix is not known.
    """
    return next((kind for kind in KINDS if suffix in kind.suffixes), None)


def kind_of_content(data: bytes, *, binary_only: bool = False) -> ForeignKind | None:
    """Find the kind of a file by how it begins, whatever it is called.

    data (bytes): Its first bytes, some hundreds or more.
    binary_only (bool): Whether marked-up text is welcome.
    RETURNS (ForeignKind): The kind; None if it may be a corpus.
    """
    kinds = (kind for kind in KINDS if kind.content is not None and (kind.is_binary or not binary_only))
    return next((kind for kind in kinds if kind.content is not None and kind.content.match(data)), None)


def check_content(path: Location, data: bytes, *, binary_only: bool = False) -> None:
    """Refuse what is no corpus, whatever its name says.

    path (Path or Url), data (bytes), binary_only (bool): The file, and see `kind_of_content`.
    RAISES (UserError): It is of a foreign kind (C030).
    """
    kind = kind_of_content(data, binary_only=binary_only)
    if kind is not None:
        raise foreign_error(path, kind)


def check_plain_text(path: Path) -> None:
    """Refuse a .txt that holds no plain text but words with tags, or numbered sentences: they would count as words.

    path (Path): The file, compressed or not.
    RAISES (UserError): What it looks like, and what to do (C034). A file that can't be read says so when it is read.
    """
    try:
        with open_content(path) as (_, content):
            head = content.read(_LOOKED_AT)
        head = head.decode("utf-16" if is_marked_utf16(head) else "utf8", "ignore")
    except (OSError, EOFError, UserError):
        return
    lines = [line for line in head.split("\n")[:-1] if line.strip() and not line.startswith("#")]
    for what, advice, is_like in _ANNOTATED:
        if len(lines) >= _ENOUGH_LINES and sum(map(is_like, lines)) >= _MOST * len(lines):
            raise UserError(Errors.C034.format(path=path, what=what, advice=advice))


def _is_tagged(line: str) -> bool:
    """Whether nearly all words of a line carry a tag in capitals."""
    chunks = line.split()
    return len(chunks) > 2 and sum(map(bool, map(_TAGGED.fullmatch, chunks))) >= _MOST * len(chunks)


_MOST_ADVICE = 3
_LOOKED_AT, _ENOUGH_LINES, _MOST = 1 << 14, 3, 0.9
_TAGGED = re.compile(r"\S+[/_][A-Z][A-Z0-9$.-]{0,11}")
_ANNOTATED: tuple[tuple[str, str, Callable[[str], bool]], ...] = (
    (
        "CoNLL-U, with ten columns",
        "Name it .conllu, or give --format conllu.",
        lambda line: line.count("\t") == 9 and line[0].isdigit(),
    ),
    (
        "a table of numbered sentences",
        "Give --format leipzig, or name it .leipzig.",
        lambda line: re.match(r"\d+\t\S+ \S", line) is not None,
    ),
    (
        "a table with a word per line",
        "Name it .tsv, or give --format tsv.",
        lambda line: re.match(r"[^\s\t]+\t[^\s\t]+(?:\t|$)", line.rstrip("\r")) is not None,
    ),
    (
        "text whose words carry tags, such as the/DET",
        "Remove the tags: sed 's/[/_][A-Z][^ ]*//g' FILE > OTHER_FILE",
        _is_tagged,
    ),
)
"""What else is called .txt: what it is, what to do, and what most of its lines are like."""


def foreign_error(path: Location, kind: ForeignKind) -> UserError:
    """Make the error that says what to do with a file (C030)."""
    return UserError(Errors.C030.format(path=path, kind=kind.name, advice=_advice(path, kind)))


def skipped_files(files: Sequence[tuple[str, Location]]) -> str:
    """Say which files of a folder are not read, and what to do with the most frequent kinds.

    files (Sequence): The suffix and the place of each.
    RETURNS (str): For instance "30 text documents ('a.docx', ...), 1 .log ('b.log')", and the advice.
    """
    groups: dict[str, list[Location]] = {}
    kinds: dict[str, ForeignKind] = {}
    for suffix, file in files:
        kind = kind_of_name(suffix)
        title = kind.plural if kind is not None else f".{suffix}" if suffix else "without a suffix"
        groups.setdefault(title, []).append(file)
        if kind is not None:
            kinds[title] = kind
    largest = sorted(groups, key=lambda title: -len(groups[title]))
    counted = ", ".join(f"{len(groups[title]):,} {title} ('{groups[title][0].name}')" for title in largest)
    known = [title for title in largest if title in kinds][:_MOST_ADVICE]
    if len(known) == 1:
        return f"{counted}. {_advice(groups[known[0]][0], kinds[known[0]])}"
    told = [f"{title[0].upper()}{title[1:]}: {_advice(groups[title][0], kinds[title])}" for title in known]
    return " ".join([f"{counted}.", *(text if text.endswith(".") else f"{text}." for text in told)])


def _advice(path: Location, kind: ForeignKind) -> str:
    """What to do with a file, with its name put into the commands."""
    file = Path(path.name if isinstance(path, Url) else path)
    text = file.with_suffix(".txt")
    if text == file:  # a command must not empty the file that it reads
        text = file.with_name(f"{file.stem}_text.txt")
    return kind.advice.replace("{file}", shlex.quote(str(path))).replace("{text}", shlex.quote(str(text)))
