"""What no corpus file is or does: a device that never ends, a few bytes that inflate to more than memory holds."""

import errno
import os
import stat
from typing import IO, Any

_ALWAYS, _RATIO = 1 << 28, 200


def refuse_device(file: IO[bytes]) -> None:
    """Make sure that an open file is none of the devices that give bytes for ever; terminals and pipes are welcome.

    RAISES (OSError): It is a device.
    """
    mode = os.fstat(file.fileno()).st_mode
    if stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not file.isatty()):
        raise OSError(errno.EINVAL, "it is a device")


def most_inflated(n_bytes: int) -> int:
    """RETURNS (int): The most bytes that a compressed file of that size may hold; far more than text ever does."""
    return max(_ALWAYS, _RATIO * n_bytes)


def why_inflated(limit: int) -> str:
    """RETURNS (str): What is wrong with a file that holds more."""
    return f"it inflates to more than {limit:,} bytes"


def read_inflated(stream: Any, limit: int) -> bytes:
    """Read a decompressing stream to its end.

    RAISES (EOFError): It gives more than `limit` bytes.
    """
    data: bytes = stream.read(limit + 1)
    if len(data) > limit:
        raise EOFError(why_inflated(limit))
    return data
