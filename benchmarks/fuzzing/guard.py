"""Limits of one case: time, memory, and what it may touch."""

import encodings
import faulthandler
import importlib
import os
import pkgutil
import resource
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

SECONDS = 5.0
"""CPU time that a case may take."""
HANGS = 120
"""Seconds after which a case is taken to hang; it ends the process."""
MEMORY = 64 << 20
"""Bytes by which a case may raise the peak of the process."""
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC
_FORBIDDEN = (
    *("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.symlink", "os.link", "os.truncate", "os.chmod"),
    *("os.system", "os.exec", "os.fork", "os.posix_spawn", "subprocess.Popen", "socket.connect", "socket.bind"),
    *("pickle.find_class", "marshal.loads", "ctypes.dlopen", "exec", "import"),
)


class Guard:
    """Watches cases, one after the other, in a process of their own.

    folder (str): Where they may write.
    stack (Path): Where the stack is written when the process crashes.
    """

    def __init__(self, folder: str, stack: Path) -> None:
        self._folder = folder
        self._stack = stack.open("w", encoding="utf8")
        self._touched: list[str] = []
        self._active = False
        for codec in pkgutil.iter_modules(encodings.__path__):  # a file may name any: no import is then code it runs
            with suppress(ImportError):  # Windows has some of its own
                importlib.import_module(f"encodings.{codec.name}")
        faulthandler.enable(self._stack)
        sys.addaudithook(self._audit)
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 30), resource.getrlimit(resource.RLIMIT_AS)[1]))

    def __enter__(self) -> None:
        self._touched.clear()
        self._peak, self._begun = _peak(), time.process_time()
        faulthandler.dump_traceback_later(HANGS, exit=True, file=self._stack)
        self._active = True

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._active = False
        faulthandler.cancel_dump_traceback_later()
        assert not self._touched, f"forbidden: {self._touched[:5]}"
        assert time.process_time() - self._begun < SECONDS, "too slow"
        assert _peak() - self._peak < MEMORY, "too much memory"

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._active or (self._folder and str(arguments[:1]).startswith(f"('{self._folder}")):
            return
        if event == "open":
            _, mode, flags = arguments
            forbidden = any(letter in (mode or "") for letter in "wax+") or (isinstance(flags, int) and flags & _WRITES)
        else:
            forbidden = event in _FORBIDDEN and not _is_harmless(event, str(arguments[0]))
        if forbidden:
            self._touched.append(f"{event} {getattr(arguments[0], 'co_filename', arguments[0])!s:.60}")


def _is_harmless(event: str, what: str) -> bool:
    """Whether it is a codec of the standard library that a file names, or a library whose threads are limited."""
    return (event == "import" and what.startswith("encodings.")) or (event == "ctypes.dlopen" and ".libs/" in what)


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
