"""Files out of an archive, without unpacking or installing the rest."""

import struct
import tarfile
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from spacy_svd2.errors import Errors, UserError


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
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, UnicodeError, struct.error) as err:
        raise UserError(Errors.D002.format(path=archive, why=err)) from err
    if len(content) > max_bytes:
        raise UserError(Errors.D004.format(path=archive, member=member, limit=max_bytes))
    return content


def read_tar_members(archive: Path, pattern: str, *, max_bytes: int) -> dict[str, bytes]:
    """Read the files of a gzipped tar archive, such as an sdist, that match a pattern. Nothing is written to disk.

    archive (Path): The archive.
    pattern (str): What the whole path of a file must match, as in `pathlib`: "*/data/*.txt".
    max_bytes (int): How large they may be together, decompressed.
    RETURNS (dict): Content by path, ordered by path; links and folders are left out.
    RAISES (UserError): D001 no archive, D010 damaged, D003 no such file in it, D004 too large.
    """
    if not archive.is_file():
        raise UserError(Errors.D001.format(path=archive))
    found: dict[str, bytes] = {}
    left = max_bytes
    try:
        with tarfile.open(archive, "r:gz") as opened:
            for member in opened:
                wanted = member.isreg() and PurePosixPath(member.name).match(pattern)
                file = opened.extractfile(member) if wanted else None
                if file is not None:
                    found[member.name] = file.read(left + 1)
                    left -= len(found[member.name])
                if left < 0:
                    raise UserError(Errors.D004.format(path=archive, member=pattern, limit=max_bytes))
    except (tarfile.TarError, zlib.error, EOFError, OSError) as err:
        raise UserError(Errors.D010.format(path=archive, why=err)) from err
    if not found:
        raise UserError(Errors.D003.format(path=archive, member=pattern))
    return dict(sorted(found.items()))


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
