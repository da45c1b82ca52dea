"""Temporary folders for counts; what a killed process leaves behind goes when the next one is made."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from .folder import MANIFEST

PREFIX, SUFFIX = "spacy-svd2-", ".tmp"


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Give a temporary folder, and remove those of processes that were killed.

    A folder is locked (`flock`) while it is in use. The lock ends with the process, however that ends, and unlike a
    process id it means the same in every container that shares the place for temporary files. Windows has no such lock:
    there, nothing is removed.

    YIELDS (Path): The folder, which is empty, and is removed at the end.
    """
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*{SUFFIX}"):
        _remove_if_abandoned(path)
    with tempfile.TemporaryDirectory(SUFFIX, PREFIX) as name, ExitStack() as lock:
        with suppress(OSError):  # on a file system without locks, nobody else gets one either
            lock.enter_context(_locked(Path(name)))
        yield Path(name)


def _remove_if_abandoned(path: Path) -> None:
    # without the manifest it is not ours, or was made just now and is not locked yet
    with suppress(OSError):
        if sys.platform != "win32" and (path / MANIFEST).is_file():
            with _locked(path):
                shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Lock a folder. RAISES (OSError): Another process has locked it, or it is another user's."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(folder)
