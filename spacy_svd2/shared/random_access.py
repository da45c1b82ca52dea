"""A file that stays readable: by forked processes side by side, and when it has been replaced or deleted."""

import io
import os
import weakref
from typing import IO, Any


class RandomAccessFile:
    """An open file that keeps no position of its own, so that any number of readers, in any process, share it.

    descriptor (int): Of the open file; it is closed with this object.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        weakref.finalize(self, os.close, descriptor)

    @classmethod
    def of(cls, file: IO[bytes]) -> "RandomAccessFile | None":
        """The same file, held open; None for bytes in memory, and where the system has no `pread` (Windows)."""
        if isinstance(file, io.BytesIO) or not hasattr(os, "pread"):
            return None
        return cls(os.dup(file.fileno()))

    def reader(self) -> io.BufferedReader:
        """Open a stream of its own over the file; closing it leaves the file open."""
        return io.BufferedReader(_Stream(self))


class _Stream(io.RawIOBase):
    def __init__(self, file: RandomAccessFile) -> None:
        self._file = file
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        origins = {os.SEEK_SET: 0, os.SEEK_CUR: self._at}
        self._at = offset + (os.fstat(self._file.descriptor).st_size if whence == os.SEEK_END else origins[whence])
        return self._at

    def readinto(self, buffer: Any) -> int:
        data = os.pread(self._file.descriptor, len(buffer), self._at)
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)
