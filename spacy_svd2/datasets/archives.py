"""One file out of an archive, without unpacking or installing the rest."""

import zipfile
import zlib
from pathlib import Path

from ..errors import Errors, UserError


def read_member(archive: Path, member: str, *, max_bytes: int) -> bytes:
    """Read one file of a zip archive, such as a wheel, into memory. Nothing is written to disk.

    archive (Path): The archive.
    member (str): The file's path in it.
    max_bytes (int): How large the file may be, decompressed.
    RETURNS (bytes): Its content.
    RAISES (UserError): D001 no archive, D002 damaged, D003 no such file in it, D004 too large.
    """
    if not archive.is_file():
        raise UserError(Errors.D001.format(path=archive))
    try:
        with zipfile.ZipFile(archive) as opened:
            if member not in opened.NameToInfo:
                raise UserError(Errors.D003.format(path=archive, member=member))
            with opened.open(member) as file:
                content = file.read(max_bytes + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as err:
        raise UserError(Errors.D002.format(path=archive, why=err)) from err
    if len(content) > max_bytes:
        raise UserError(Errors.D004.format(path=archive, member=member, limit=max_bytes))
    return content


def read_text_member(archive: Path, member: str, *, max_bytes: int) -> str:
    r"""Read one UTF-8 file of a zip archive, with "\n" as the only line end.

    archive, member, max_bytes: See `read_member`.
    RETURNS (str): Its text, without a byte order mark.
    RAISES (UserError): See `read_member`; D005 not UTF-8.
    """
    content = read_member(archive, member, max_bytes=max_bytes)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as err:
        line = content.count(b"\n", 0, err.start) + 1
        raise UserError(Errors.D005.format(path=archive, member=member, line=line, why="not UTF-8")) from err
    return text.replace("\r\n", "\n")
