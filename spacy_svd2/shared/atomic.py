"""Files and folders that are there whole or not at all, whatever interrupts the writing."""

import ctypes
import errno
import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

_MARK = ".svd2.tmp"
"""Ends the name of a private directory: nobody else's folder is taken for one."""
_PRIVATE = re.compile(rf"(\..*\.)[a-z0-9_]{{8}}{re.escape(_MARK)}", re.DOTALL)
_LONGEST_NAME = 100  # bytes; a longer one is hashed, for a file system allows 255 of the private directory's name
_ATTEMPTS = 100


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """Give a temporary sibling to write (a file or a directory), and move it to `path` on success.

    What killed runs left behind at the same target is removed first. A run that is alive holds a lock on its private
    directory, which the system lets go however the run ends; where there are no such locks nothing is removed.
    A link stays a link: what it leads to is replaced. A device or a pipe (/dev/stdout) is written to.

    path (Path): Where the result goes; what stands there stays until the new one is complete.
    YIELDS (Path): A path that does not exist yet, in a private directory beside `path`.
    RAISES (OSError): It can't be written, or would replace the current directory.
    """
    path = Path(path)
    if path.is_char_device() or path.is_fifo() or path.is_block_device() or path.is_socket():
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder) / "content"
            with (Path(folder) / "content").open("rb") as content, path.open("wb") as target:
                shutil.copyfileobj(content, target)
        return
    path = Path(os.path.realpath(path))
    if path.is_dir() and Path.cwd().is_relative_to(path):
        raise OSError(errno.EBUSY, "it is or holds the current directory", str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    remove_abandoned([path])
    holder, lock = _make_holder(path)
    try:
        temporary = holder / path.name
        yield temporary
        _move_into_place(temporary, path)
    finally:
        _put_back(holder, path)
        shutil.rmtree(holder, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def aside(temporary: Path) -> Path:
    """Where what stood at the target may go for the moment that it makes room; if that is the last moment, it is put
    back by the next run.

    temporary (Path): What `atomic_path` gave.
    """
    return temporary.with_name("old" if temporary.name != "old" else "older")


def _prefix(path: Path) -> str:
    """How the names of a target's private directories begin."""
    name = os.fsencode(path.name)
    return f".{path.name if len(name) <= _LONGEST_NAME else hashlib.sha256(name).hexdigest()}."


def _make_holder(path: Path) -> tuple[Path, int | None]:
    """A private directory beside a target, locked before it is used: until then another run may remove it."""
    while True:
        holder = Path(tempfile.mkdtemp(prefix=_prefix(path), suffix=_MARK, dir=path.parent))
        lock = _lock(holder, wait=True)
        if holder.exists():
            return holder, lock
        if lock is not None:
            os.close(lock)


def remove_abandoned(paths: Iterable[Path]) -> None:
    """Remove private directories of some targets that nobody holds any more.

    paths (Iterable): The targets, all in the same folder, which is read once.
    """
    targets = {_prefix(path): path for path in paths}
    parent = next((path.parent for path in targets.values()), None)
    if parent is None or not parent.is_dir():
        return
    found = [
        (Path(entry), targets[name[1]])
        for entry in os.scandir(parent)
        if (name := _PRIVATE.fullmatch(entry.name)) and name[1] in targets and entry.is_dir(follow_symlinks=False)
    ]
    for holder, path in found:
        lock = _lock(holder)
        if lock is None:
            continue
        inside = {child.name for child in holder.iterdir()} if holder.exists() else set()
        _put_back(holder, path)
        if inside <= {path.name, aside(holder / path.name).name}:
            shutil.rmtree(holder, ignore_errors=True)
        os.close(lock)


def _put_back(holder: Path, path: Path) -> None:
    """Put back what made room for something that did not come: the run ended between two moves.

    Another run with the same target may put its result there in the same moment: then that stays.
    """
    old = aside(holder / path.name)
    if old.exists() and not path.exists():
        try:
            old.rename(path)
        except OSError as err:
            if err.errno not in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR, errno.EISDIR):
                raise


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
    """Move the new to its place; again if another run with the same target was there in the same moment."""
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            _move_once(new, path)
        except OSError as err:
            if err.errno not in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT) or attempt == _ATTEMPTS:
                raise
        else:
            return


def _move_once(new: Path, path: Path) -> None:
    if not new.is_dir() or not path.is_dir():
        new.replace(path)
    elif not _exchange(new, path):
        shutil.rmtree(aside(new), ignore_errors=True)
        path.rename(aside(new))
        new.rename(path)


def _exchange(first: Path, second: Path) -> bool:
    """Swap two paths in one step where the system can (Linux: renameat2); say whether it did."""
    if not sys.platform.startswith("linux"):
        return False
    renameat2 = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    at_cwd, exchange = -100, 2
    return renameat2 is not None and renameat2(at_cwd, os.fsencode(first), at_cwd, os.fsencode(second), exchange) == 0
