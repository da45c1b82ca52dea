"""Whether Ctrl-C was pressed, also where a library makes another error of it."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def noting_interrupts() -> Iterator[Callable[[], bool]]:
    """Note Ctrl-C, which raises `KeyboardInterrupt` as ever.

    Compiled modules that are being imported turn that into an ImportError, in which nothing is left of it.

    YIELDS (Callable): Whether it was pressed. Not noted where somebody else handles it, or in another thread.
    """
    seen: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        seen.append(number)
        signal.default_int_handler(number, frame)

    ours = threading.current_thread() is threading.main_thread()
    ours = ours and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if ours:
        signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(seen)
    finally:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
