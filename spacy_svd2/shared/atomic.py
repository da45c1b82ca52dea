"""Files and folders that appear whole or not at all: written into a hidden `.svd2.XXXXXXXX.tmp` beside, then renamed.

No system replaces a full folder in one step: an earlier one is first set aside, to `old` in the hidden folder. A run
that is killed leaves its hidden folder, which may be removed. If the target is missing when the next run ends, `old` is
put back.
"""

import glob
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """Give a temporary path to write (a file or a folder), and move it to `path` on success.

    path (Path): Where the result goes. What stands there stays until the new one is complete, and its permissions are
        kept. A link stays a link: what it leads to is replaced. A device or a pipe is written to.
    YIELDS (Path): A path that does not exist yet, or the device.
    RAISES (OSError): It can't be written.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            yield path
            return
        path = Path(os.path.realpath(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(".tmp", ".svd2.", path.parent, ignore_cleanup_errors=True) as holder:
            new, old = Path(holder, "new"), Path(holder, "old", path.name)
            try:
                yield new
                if path.exists() and path.is_dir() == new.is_dir():
                    new.chmod(path.stat().st_mode & 0o7777)
                if path.exists() and new.is_dir():
                    old.parent.mkdir()
                    path.rename(old)
                new.replace(path)
            finally:  # if no result came, restore what was set aside, also by a run that was killed
                for aside in path.parent.glob(f".svd2.*.tmp/old/{glob.escape(path.name)}"):
                    if not path.exists() and (aside.parents[1] / "new").exists():
                        aside.rename(path)
    except OSError as err:
        if err.errno and (err.filename is None or ".svd2." in str(err.filename)):
            err.filename = str(path)  # the error of a full disk names no file; a temporary name tells the user nothing
        raise
