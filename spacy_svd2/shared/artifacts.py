"""One way to write and read trained data: arrays and JSON in one file, versioned, never pickle.

An artifact is an uncompressed `.npz` archive (any numpy can open it) with one more member, `meta.json`.
The same content always gives the same bytes; a file is written beside its target and moved into place;
reading checks sizes before it allocates and checksums (the archive's CRC-32) before it returns.
"""

import io
import json
import os
import re
import struct
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import prod
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import Errors, UserError
from .atomic import atomic_path
from .json_text import MOST_BYTES, parse_json
from .numerics import are_offsets
from .random_access import RandomAccessFile
from .string_table import StringTable

FORMAT_VERSION = 1
_META = "meta.json"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_MAGIC = b"\x93NUMPY\x01\x00"
_HEADER = re.compile(
    rb"\{'descr': '([<>|]?[a-zA-Z][0-9]{1,4})', 'fortran_order': False, 'shape': \(([0-9, ]*)\), \} *\n"
)
_MAX_DIGITS = 15
_END_BYTES, _LOCATOR_BYTES = 22, 20  # what ends an archive, and what stands before in one of more than 4 GB
_MOST_DIRECTORY_BYTES = 1 << 16

_DAMAGE = (zipfile.BadZipFile, struct.error, UnicodeError, NotImplementedError, EOFError, OSError, RuntimeError)
"""What zipfile raises for bytes that are not an archive."""

Array = NDArray[Any]
ArtifactSource = Path | bytes
Shape = tuple[int, ...]


@dataclass(frozen=True)
class ArraySpec:
    """What an array of an artifact must look like.

    dtype (str): numpy dtype string, for instance "float32".
    ndim (int): Number of dimensions.
    optional (bool): Whether the array may be absent.
    """

    dtype: str
    ndim: int
    optional: bool = False


@dataclass
class Artifact:
    """Trained data as it stands on disk.

    kind (str): What it holds, for instance "svd2_tagger".
    meta (dict): JSON-serialisable settings and statistics.
    arrays (dict): Arrays by name.
    stored (StoredArrays): Those that `read_artifact` left in the file.
    """

    kind: str
    meta: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, Array] = field(default_factory=dict)
    stored: "StoredArrays | None" = None


class StoredArrays:
    """Arrays that stay in the file of an artifact until they are asked for; their headers have been checked.

    The file is kept open, so that they can be read even if it has been replaced or deleted since. If the file has been
    overwritten in place, reading fails. A pickled copy in another process holds the arrays themselves.

    shapes (dict): Shapes by name.
    """

    def __init__(
        self,
        file: RandomAccessFile,
        schema: Mapping[str, ArraySpec],
        shapes: dict[str, Shape],
        members: Mapping[str, zipfile.ZipInfo],
        label: str,
    ) -> None:
        self.shapes = shapes
        self._file = file
        self._checksums = _checksums(members)
        self._schema = {name: replace(schema[name], optional=False) for name in shapes}
        self._label = label

    def read(self) -> dict[str, Array]:
        """Read all of them; each call reads them again.

        RAISES (UserError): The file has been damaged since (A002, A005), or overwritten in place (A007): what was read
            before does not belong to what would be read now.
        """
        with _reporting(self._label), self._file.reader() as file, _archive(file) as archive:
            members = _members(archive, file.seek(0, os.SEEK_END), self._label)
            if _checksums(members) != self._checksums:
                raise UserError(Errors.A007.format(path=self._label))
            wanted = {name: info for name, info in members.items() if name.removesuffix(".npy") in self._schema}
            return _read_arrays(archive, wanted, self._schema, self._label)

    def __deepcopy__(self, memo: dict[int, Any]) -> "StoredArrays":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _HeldArrays, (self.read(),)


class _HeldArrays(StoredArrays):
    """Arrays that are in memory after all."""

    def __init__(self, arrays: dict[str, Array]) -> None:
        self.shapes = _shapes(arrays)
        self._arrays = arrays

    def read(self) -> dict[str, Array]:
        return dict(self._arrays)

    def __reduce__(self) -> tuple[Any, ...]:
        return _HeldArrays, (self._arrays,)


def write_artifact(path: Path, artifact: Artifact) -> None:
    """Write an artifact atomically: `path` holds the old or the new file, never a part.

    path (Path): The file to write; missing parent directories are made.
    artifact (Artifact): What to write.
    """
    with atomic_path(path) as temporary, temporary.open("wb") as file:
        _write(file, artifact)


def artifact_to_bytes(artifact: Artifact) -> bytes:
    """Exactly what `write_artifact` would put in the file."""
    buffer = io.BytesIO()
    _write(buffer, artifact)
    return buffer.getvalue()


def read_artifact(
    source: ArtifactSource, kind: str, schema: Mapping[str, ArraySpec], *, name: str = "", later: Collection[str] = ()
) -> Artifact:
    """Read and check an artifact.

    source (Path or bytes): The file, or its content.
    kind (str): The kind it must be of.
    schema (Mapping): The arrays it must hold; others are refused.
    name (str): How messages name the source; the path by default.
    later (Collection): Arrays of which only the headers are read, and which go to `stored` as far as they are there.
    RETURNS (Artifact): The artifact, its arrays of the dtypes and dimensions that `schema` wants.
    RAISES (UserError): The file is missing (A001), damaged or of another format (A002, A005), of
        another kind (A003) or of a newer version (A004).
    """
    label = name or (str(source) if isinstance(source, Path) else "bytes")
    if isinstance(source, Path) and not source.is_file():
        raise UserError(Errors.A001.format(path=label))
    with _reporting(label), _opened(source) as file, _archive(file) as archive:
        members = _members(archive, file.seek(0, os.SEEK_END), label)
        meta = _read_meta(archive, members, kind, label)
        held = RandomAccessFile.of(file) if later else None
        arrays = _read_arrays(archive, members, schema, label, without=() if held is None else later)
    found = {name: arrays.pop(name) for name in later if name in arrays}
    stored = _HeldArrays(found) if held is None else StoredArrays(held, schema, _shapes(found), members, label)
    return Artifact(kind, meta, arrays, stored if found else None)


def check_writable(
    artifact: Artifact,
    schema: Mapping[str, ArraySpec],
    load: Callable[[Artifact, str], object],
    *,
    later: Collection[str] = (),
) -> Artifact:
    """Make sure that an artifact can be read again, by the checks that reading makes.

    artifact (Artifact): What is about to be written.
    schema, later: See `read_artifact`.
    load (Callable): Checks an artifact as it is read, which gets a name for messages.
    RETURNS (Artifact): The artifact.
    RAISES (UserError): It could not be read again (A006).
    """
    try:
        for name, array in artifact.arrays.items():
            _check_array(array, name, schema, artifact.kind)
        stored = {name: array for name, array in artifact.arrays.items() if name in later}
        rest = {name: array for name, array in artifact.arrays.items() if name not in later}
        meta = json.loads(_head(artifact))["meta"]
        load(Artifact(artifact.kind, meta, rest, _HeldArrays(stored) if stored else None), artifact.kind)
    except UserError as err:
        raise UserError(Errors.A006.format(kind=artifact.kind, why=err)) from err
    return artifact


def pack_strings(strings: Sequence[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Strings as arrays: their UTF-8 bytes end to end, and n + 1 byte offsets."""
    if isinstance(strings, StringTable):
        return strings.data, strings.offsets
    encoded = [string.encode("utf8") for string in strings]
    offsets = np.zeros(len(encoded) + 1, dtype=np.int64)
    np.cumsum([len(item) for item in encoded], out=offsets[1:])
    return np.frombuffer(b"".join(encoded), dtype=np.uint8), offsets


def unpack_strings(data: Array, offsets: Array, *, path: str = "", name: str = "strings") -> list[str]:
    """The inverse of `pack_strings`.

    RAISES (UserError): Offsets or bytes are inconsistent (A005).
    """
    return list(checked_string_table(data, offsets, path=path, name=name))


def checked_string_table(data: Array, offsets: Array, *, path: str = "", name: str = "strings") -> StringTable:
    """Strings as `pack_strings` gave them, checked, and decoded when they are asked for.

    RAISES (UserError): Offsets or bytes are inconsistent (A005).
    """
    if not are_offsets(offsets, len(data)):
        raise UserError(Errors.A005.format(path=path, name=name, why="has offsets that do not fit its bytes"))
    inside = offsets[offsets < len(data)]
    continued = bool(((data[inside] & 0xC0) == 0x80).any())  # a string begins in the middle of a character
    try:
        data.tobytes().decode("utf8")
    except UnicodeDecodeError as err:
        raise UserError(Errors.A005.format(path=path, name=name, why="is not valid UTF-8")) from err
    if continued:
        raise UserError(Errors.A005.format(path=path, name=name, why="is not valid UTF-8"))
    return StringTable(data, offsets)


def write_text(path: Path, text: str) -> None:
    """Write text atomically: UTF-8, with the line ends it has.

    path (Path): The file to write; missing parent directories are made.
    text (str): Its content; the lone surrogates of file names that are not UTF-8 become escapes.
    RAISES (UserError): The path is a folder (L010).
    """
    if path.is_dir():
        raise UserError(Errors.L010.format(path=path, why="it is a folder"))
    with atomic_path(path) as temporary:
        temporary.write_text(text, encoding="utf8", errors="backslashreplace", newline="\n")


def _write(file: IO[bytes], artifact: Artifact) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo(_META, _EPOCH), _head(artifact))
        for name in sorted(artifact.arrays):
            array = np.ascontiguousarray(artifact.arrays[name])
            with archive.open(zipfile.ZipInfo(f"{name}.npy", _EPOCH), "w", force_zip64=True) as member:
                np.lib.format.write_array(member, array, version=(1, 0), allow_pickle=False)


def _head(artifact: Artifact) -> bytes:
    """The content of `meta.json`."""
    head = {"format": "spacy-svd2", "version": FORMAT_VERSION, "kind": artifact.kind, "meta": artifact.meta}
    try:
        data = json.dumps(head, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False).encode("utf8")
        parse_json(data)
    except ValueError as err:
        raise UserError(Errors.A006.format(kind=artifact.kind, why=f"its {_META} {err}")) from err
    return data


@contextmanager
def _reporting(label: str) -> Iterator[None]:
    try:
        yield
    except _DAMAGE as err:
        raise UserError(Errors.A002.format(path=label, why=str(err) or type(err).__name__)) from err


def _opened(source: ArtifactSource) -> IO[bytes]:
    return source.open("rb") if isinstance(source, Path) else io.BytesIO(source)


def _archive(file: IO[bytes]) -> zipfile.ZipFile:
    """Open an archive, unless its directory is larger than ours are: zipfile keeps a kilobyte for each entry.

    RAISES (BadZipFile): It is, or the file does not end as it is written.
    """
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END_BYTES - _LOCATOR_BYTES))
    end = file.read()
    is_large = end.startswith(b"PK\x06\x07")  # then sizes stand in another record
    if not end[-_END_BYTES:].startswith(b"PK\x05\x06") or (is_large and size < 1 << 32):
        raise zipfile.BadZipFile("it does not end as it was written")
    if int.from_bytes(end[-10:-6], "little") > _MOST_DIRECTORY_BYTES:
        raise zipfile.BadZipFile("it has too many members")
    return zipfile.ZipFile(file)


def _shapes(arrays: Mapping[str, Array]) -> dict[str, Shape]:
    return {name: array.shape for name, array in arrays.items()}


def _checksums(members: Mapping[str, zipfile.ZipInfo]) -> dict[str, tuple[int, int]]:
    """What tells two files apart: reading checks that the content is that of the checksums."""
    return {name: (info.CRC, info.file_size) for name, info in members.items()}


def _members(archive: zipfile.ZipFile, size: int, label: str) -> dict[str, zipfile.ZipInfo]:
    members: dict[str, zipfile.ZipInfo] = {}
    total = 0
    for info in archive.infolist():
        total += info.file_size
        stored = info.compress_type == zipfile.ZIP_STORED and info.compress_size == info.file_size
        if not stored or info.filename in members or total > size:  # zipfile allocates the size that the archive claims
            raise UserError(Errors.A002.format(path=label, why=f"member '{info.filename}' is not as written"))
        members[info.filename] = info
    return members


def _read_meta(
    archive: zipfile.ZipFile, members: Mapping[str, zipfile.ZipInfo], kind: str, label: str
) -> dict[str, Any]:
    if _META not in members or members[_META].file_size > MOST_BYTES:  # before it is read
        raise UserError(Errors.A002.format(path=label, why=f"it has no usable {_META}"))
    try:
        head = parse_json(archive.read(_META))
    except ValueError as err:
        raise UserError(Errors.A002.format(path=label, why=f"{_META} {err}")) from err
    known = isinstance(head, dict) and set(head) <= {"format", "version", "kind", "meta"}
    if not known or head.get("format") != "spacy-svd2" or not isinstance(head.get("meta"), dict):
        raise UserError(Errors.A002.format(path=label, why=f"{_META} is not a spacy-svd2 header"))
    version = head.get("version")
    if type(version) is not int or version < 1:
        raise UserError(Errors.A002.format(path=label, why=f"{_META} has no valid version"))
    if version > FORMAT_VERSION:
        raise UserError(Errors.A004.format(path=label, found=version, known=FORMAT_VERSION))
    if head.get("kind") != kind:
        raise UserError(Errors.A003.format(path=label, found=head.get("kind"), wanted=kind))
    meta: dict[str, Any] = head["meta"]
    return meta


def _read_arrays(
    archive: zipfile.ZipFile,
    members: Mapping[str, zipfile.ZipInfo],
    schema: Mapping[str, ArraySpec],
    label: str,
    *,
    without: Collection[str] = (),
) -> dict[str, Array]:
    """Read the arrays. Of those in `without`, only the header is read: they become zeros that take no memory."""
    known = {f"{name}.npy" for name in schema} | {_META}
    for name in members:
        if name not in known:
            raise UserError(Errors.A005.format(path=label, name=name, why="is not part of this kind of artifact"))
    arrays = {}
    for name, spec in schema.items():
        info = members.get(f"{name}.npy")
        if info is not None:
            arrays[name] = _read_array(archive, info, name, spec, label, content=name not in without)
        elif not spec.optional:
            raise UserError(Errors.A005.format(path=label, name=name, why="is missing"))
    return arrays


def _read_array(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, spec: ArraySpec, label: str, *, content: bool = True
) -> Array:
    with archive.open(info) as member:
        head = member.read(len(_MAGIC) + 2)
        length = int.from_bytes(head[len(_MAGIC) :], "little")
        header = _HEADER.fullmatch(member.read(length)) if head.startswith(_MAGIC) else None
        lengths = [] if header is None else header[2].decode("ascii").replace(",", " ").split()
        if header is None or any(len(digits) > _MAX_DIGITS for digits in lengths):
            raise UserError(Errors.A005.format(path=label, name=name, why="has a header that is not as written"))
        dtype, shape = header[1].decode("ascii"), tuple(map(int, lengths))
        _check_type(dtype, len(shape), name, spec, label)
        if prod(shape) * np.dtype(dtype).itemsize != info.file_size - member.tell():
            raise UserError(Errors.A005.format(path=label, name=name, why="has a shape that does not fit its size"))
        if not content:
            return np.broadcast_to(np.zeros((), dtype=dtype), shape)
        data = member.read()
    array = np.frombuffer(data, dtype=dtype).reshape(shape)
    _check_finite(array, name, label)
    return array


def _check_array(array: Array, name: str, schema: Mapping[str, ArraySpec], label: str) -> None:
    """Check an array in memory as `_read_array` does one in a file."""
    if name not in schema:
        raise UserError(Errors.A005.format(path=label, name=name, why="is not part of this kind of artifact"))
    _check_type(array.dtype.str, array.ndim, name, schema[name], label)
    _check_finite(array, name, label)


def _check_type(dtype: str, ndim: int, name: str, spec: ArraySpec, label: str) -> None:
    wanted = np.dtype(spec.dtype).str
    if dtype != wanted or ndim != spec.ndim:
        found = f"is {dtype} with {ndim} dimensions, not {wanted} with {spec.ndim}"
        raise UserError(Errors.A005.format(path=label, name=name, why=found))


def _check_finite(array: Array, name: str, label: str) -> None:
    if array.dtype.kind == "f" and not bool(np.isfinite(array).all()):
        raise UserError(Errors.A005.format(path=label, name=name, why="holds values that are not finite numbers"))
