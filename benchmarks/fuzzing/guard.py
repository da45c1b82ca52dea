"""Limits of one case: time, memory, and what it may touch."""

import faulthandler
import os
import resource
import signal
import sys
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC
_FORBIDDEN = (
    "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.symlink", "os.link", "os.truncate", "os.chmod", "os.chown",
    "os.system", "os.exec", "os.fork", "os.posix_spawn", "subprocess.Popen", "socket.connect", "socket.bind",
    "pickle.find_class", "marshal.loads", "ctypes.dlopen", "exec", "import",
)  # fmt: skip


class TooLong(BaseException):
    """A case takes longer than it may."""


class Forbidden(BaseException):
    """A case wrote a file, ran code, or reached out."""


class Guard:
    """Watches cases, one after the other.

    seconds (float): CPU time a case may take.
    memory (int): Bytes by which a case may raise the peak of the process.
    """

    def __init__(self, *, seconds: float = 5.0, memory: int = 64 << 20, folder: str = "") -> None:
        self.seconds = seconds
        self.memory = memory
        self.folder = folder
        self._touched: list[str] = []
        self._active = False
        self._peak = 0
        sys.addaudithook(self._audit)
        signal.signal(signal.SIGPROF, self._stop)
        limit = _virtual() + (1 << 30)
        resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))

    def __enter__(self) -> "Guard":
        self._touched.clear()
        self._peak = _peak()
        faulthandler.dump_traceback_later(60 * self.seconds, exit=True)  # where even a signal is not heard
        signal.setitimer(signal.ITIMER_PROF, self.seconds)
        self._active = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._active = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        if self._touched:
            raise Forbidden(", ".join(self._touched[:5]))
        grown = _peak() - self._peak
        if grown > self.memory:
            raise MemoryError(f"the peak rose by {grown / 1e6:.0f} MB")

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._active:
            return
        if event == "open":
            path, mode, flags = arguments
            writes = any(letter in (mode or "") for letter in "wax+") or (isinstance(flags, int) and flags & _WRITES)
            if writes and not (self.folder and str(path).startswith(self.folder)):
                self._touched.append(f"open {path} {mode} {flags}")
        elif event.startswith("os.") and self.folder and str(arguments[0]).startswith(self.folder):
            return
        elif event in _FORBIDDEN and not _is_codec(event, arguments):
            self._touched.append(f"{event} {getattr(arguments[0], 'co_filename', arguments[0])!s:.60}")

    def _stop(self, number: int, frame: FrameType | None) -> None:
        raise TooLong(f"more than {self.seconds} s")


def _is_codec(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether it is Python's own: a codec of the standard library that a file's declaration names is imported."""
    return event == "import" and str(arguments[0]).startswith("encodings.")


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _virtual() -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
