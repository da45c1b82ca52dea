"""Where a corpus file is: a path, or an address that fsspec can open (s3://, gs://, hdfs://, https://, ...)."""

import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..errors import Errors, UserError

_LOCAL = ("file:", "local:")


class Url:
    """A file or folder at an address, with the few methods of `Path` that reading needs.

    address (str): For instance "s3://bucket/corpus/part-0.txt.gz".
    """

    def __init__(self, address: str) -> None:
        self.address = address

    def __str__(self) -> str:
        return self.address

    def __fspath__(self) -> str:
        return self.address

    @property
    def name(self) -> str:
        return self.address.rstrip("/").rpartition("/")[2]

    @property
    def suffix(self) -> str:
        return Path(self.name).suffix

    def open(self, mode: str) -> io.BufferedReader:
        """Open the content for reading."""
        system, path = self._system()
        return io.BufferedReader(system.open(path, mode))

    def exists(self) -> bool:
        system, path = self._system()
        return bool(system.exists(path))

    def size(self) -> int:
        """Give the size in bytes."""
        system, path = self._system()
        return int(system.size(path))

    def stamp(self) -> str:
        """Give the store's mark of the file's version, which changes with the file."""
        system, path = self._system()
        return str(system.ukey(path))

    def files(self) -> list["Url"]:
        """List the file itself, or all files below a folder, sorted."""
        system, path = self._system()
        if not system.isdir(path):
            return [self]
        return [Url(system.unstrip_protocol(file)) for file in sorted(system.find(path))]

    def _system(self) -> tuple[Any, str]:
        try:
            from fsspec.core import url_to_fs

            return url_to_fs(self.address)
        except (ImportError, ValueError) as err:
            raise UserError(Errors.N001.format(path=self.address, why=err)) from err


Location = Path | Url


def as_location(name: str | Path | Url) -> Location:
    """A path as a `Path`, an address as a `Url`."""
    if isinstance(name, Path | Url):
        return name
    return Url(name) if "://" in name else Path(name)


def local_path(name: str | Path) -> Path | None:
    """Find a path or an address in this machine's own file system.

    RETURNS (Path): Where it is; None if it is elsewhere.
    """
    if isinstance(name, Path) or "://" not in name:
        return Path(name)
    inner = name.rpartition("::")[2]  # what is unpacked, cached, ...
    is_local = inner.startswith(_LOCAL) or "://" not in inner
    return Path(Url(inner)._system()[1]) if is_local else None


def missing(names: Iterable[str | Path | Url]) -> list[str]:
    """Find the paths and addresses where there is nothing.

    names (Iterable): Paths and addresses of files and folders.
    RETURNS (list): Those that lead nowhere.
    """
    return [str(name) for name in names if not as_location(name).exists()]


def size_of(source: Location) -> int:
    """Give the size of a file as it is stored, in bytes."""
    return source.size() if isinstance(source, Url) else source.stat().st_size


def stamp_of(source: Location) -> str:
    """Give a text that changes with the file."""
    return source.stamp() if isinstance(source, Url) else str(source.stat().st_mtime_ns)
