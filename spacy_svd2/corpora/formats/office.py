"""Text documents of Word (.docx) and LibreOffice (.odt): their paragraphs."""

import zipfile
import zlib
from collections.abc import Iterator

from ...errors import Errors, UserError
from ..decompression import most_inflated, why_inflated
from ..files import CorpusFile
from ..locations import size_of
from ..xml_stream import stream_elements
from .text import ReadingOptions

_CHUNK = 1 << 16
_MEMBERS = ("word/document.xml", "content.xml")
_PARAGRAPHS = ("p", "h")
_DELETED = "tracked-changes"
_NO_TEXT = (
    "Fallback",
    "delText",
    "instrText",
    "annotation",
    "note",
    "del",
    "footnote",
    "comment",
    "posOffset",
    "align",
)
_SPACES = ("tab", "br", "cr", "s", "line-break")


def read_office(file: CorpusFile, options: ReadingOptions) -> Iterator[str]:
    """Stream the paragraphs and headings, without notes, comments and deleted text.

    file (CorpusFile): The file.
    options (ReadingOptions): Not used.
    RETURNS (Iterator[str]): The texts.
    RAISES (UserError): C066 the file is damaged, encrypted or no text document; C060 with the line of bad XML.
    """
    for element in stream_elements(file, (*_PARAGRAPHS, _DELETED), chunks=_content(file)):
        if element.name != _DELETED and (text := element.text(_NO_TEXT, _SPACES)):
            yield text
    if file.progress is not None:
        file.progress(size_of(file.path))


def _content(file: CorpusFile) -> Iterator[bytes]:
    """The XML in the document, of a limited size."""
    limit = most_inflated(size_of(file.path))
    size = 0
    try:
        with file.path.open("rb") as stored, zipfile.ZipFile(stored) as archive:
            name = next((name for name in _MEMBERS if name in archive.namelist()), None)
            if name is None:
                raise _bad(file, f"there is no {' or '.join(_MEMBERS)} in it")
            with archive.open(name) as member:
                while chunk := member.read(_CHUNK):
                    size += len(chunk)
                    if size > limit:
                        raise _bad(file, why_inflated(limit))
                    yield chunk
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as err:
        raise _bad(file, str(err)) from err
    except OSError as err:
        raise UserError(Errors.C019.format(path=file.path, why=err.strerror or err)) from err


def _bad(file: CorpusFile, why: str) -> UserError:
    return UserError(Errors.C066.format(path=file.path, kind="a text document", why=why))
