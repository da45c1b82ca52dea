"""How long the stages of a training take, and how much memory."""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Stage:
    """How long a part of the training took.

    name (str): What was done.
    seconds, cpu_seconds (float): Time on the wall and of all processors.
    """

    name: str
    seconds: float
    cpu_seconds: float


class Stopwatch:
    """Times stages that follow one another; each begins when its name is given.

    on_stage (Callable): Called with the name of each stage as it begins.
    """

    def __init__(self, on_stage: Callable[[str], None] = lambda stage: None) -> None:
        self.stages: list[Stage] = []
        self._on_stage = on_stage
        self._running: tuple[str, float, float] | None = None

    def __call__(self, name: str) -> None:
        self.stop()
        self._on_stage(name)
        self._running = (name, time.perf_counter(), time.process_time())

    def stop(self) -> None:
        """End the stage that runs."""
        if self._running is not None:
            name, wall, cpu = self._running
            self.stages.append(Stage(name, time.perf_counter() - wall, time.process_time() - cpu))
            self._running = None


def peak_memory() -> int | None:
    """The most memory that this process has held so far.

    RETURNS (int): Bytes; None if the system does not report it (Windows).
    """
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
