"""Files and folders that are there whole or not at all, whatever interrupts the writing."""

import ctypes
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_OLD = "old"


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """Give a temporary sibling to write (a file or a directory), and move it to `path` on success.

    What killed runs left behind at the same target is removed first. A run that is alive holds a lock on its private
    directory, which the system lets go however the run ends; where there are no such locks nothing is removed.

    path (Path): Where the result goes; what stands there stays until the new one is complete.
    YIELDS (Path): A path that does not exist yet, in a private directory beside `path`.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(path)
    holder, lock = _make_holder(path)
    try:
        temporary = holder / path.name
        yield temporary
        _move_into_place(temporary, path)
    finally:
        shutil.rmtree(holder, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def _make_holder(path: Path) -> tuple[Path, int | None]:
    """A private directory beside a target, locked before it is used: until then another run may remove it."""
    while True:
        holder = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent))
        lock = _lock(holder, wait=True)
        if holder.exists():
            return holder, lock
        if lock is not None:
            os.close(lock)


def _remove_abandoned(path: Path) -> None:
    """Remove private directories of this target that nobody holds any more."""
    ours = re.compile(rf"\.{re.escape(path.name)}\.[a-z0-9_]{{8}}\.tmp")
    found = [
        Path(entry)
        for entry in os.scandir(path.parent)
        if ours.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False)
    ]
    for holder in found:
        lock = _lock(holder)
        if lock is None:
            continue
        inside = {child.name for child in holder.iterdir()} if holder.exists() else set()
        if _OLD in inside and not path.exists():  # killed between the two moves of `_move_into_place`
            (holder / _OLD).rename(path)
        if inside <= {path.name, _OLD}:
            shutil.rmtree(holder, ignore_errors=True)
        os.close(lock)


def _lock(holder: Path, *, wait: bool = False) -> int | None:
    """Lock a directory, for as long as the number returned stays open.

    RETURNS (int): An open file; None if another run has the lock, or the system has no such locks.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    lock = None
    try:
        lock = os.open(holder, os.O_RDONLY)
        fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        if lock is not None:
            os.close(lock)
        return None
    return lock


def _move_into_place(new: Path, path: Path) -> None:
    if new.is_dir() and path.is_dir():
        if not _exchange(new, path):
            path.rename(new.parent / _OLD)
            new.rename(path)
    else:
        new.replace(path)


def _exchange(first: Path, second: Path) -> bool:
    """Swap two paths in one step where the system can (Linux: renameat2); say whether it did."""
    if not sys.platform.startswith("linux"):
        return False
    renameat2 = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    at_cwd, exchange = -100, 2
    return renameat2 is not None and renameat2(at_cwd, os.fsencode(first), at_cwd, os.fsencode(second), exchange) == 0
