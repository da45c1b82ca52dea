"""Counting a corpus on one machine, by one or several processes, into a folder that survives interruptions."""

import multiprocessing
import os
import shutil
import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from typing import Any

from ...corpora.corpus import Corpus
from ...errors import Errors, UserError
from . import PART_BYTES, check_count
from .folder import CountsFolder, new_counts
from .parts import CorpusPart, count_part, plan_parts
from .progress import CountProgress, OnProgress
from .settings import CountSettings

_REPORT_SECONDS = 0.5


def count_corpus(
    corpus: Corpus,
    out: Path,
    settings: CountSettings,
    *,
    n_process: int = 1,
    part_bytes: int = PART_BYTES,
    force: bool = False,
    temporary: bool = False,
    on_progress: OnProgress = lambda progress: None,
) -> CountsFolder:
    """Count a corpus into a folder; go on where an earlier call for the same corpus stopped.

    Memory of a process: about 250 MB for spaCy and the tokenizer's cache, 200 bytes for each distinct text of its
    part and 24 for each distinct bigram of it; not more than 40 times `part_bytes`, whatever the corpus, but for
    lines of megabytes: each is split whole, by the tokenizer into one document.

    corpus (Corpus): The corpus; its `limit` is not used.
    out (Path): The folder.
    settings (CountSettings): How to count.
    n_process (int): Processes; with 1 this one does it.
    part_bytes (int): See `plan_parts`.
    force (bool): Whether to count anew; the earlier counts stay until the new ones are complete, see `new_counts`.
    temporary (bool): Whether the processes remove the folder if this one is killed.
    on_progress (Callable): Called with how far the count is, twice a second and at the end.
    RETURNS (CountsFolder): The finished folder.
    RAISES (UserError): What is wrong with which line of which file or with an earlier part (N015), or see `new_counts`.
    """
    check_count("n_process", n_process)
    parts = plan_parts(corpus, part_bytes=part_bytes)
    with new_counts(out, settings.about(), [part.to_dict() for part in parts], force=force) as folder:
        folder.check_parts()
        run = _Run(folder, parts, settings, on_progress)
        if n_process == 1 or len(run.todo) <= 1:
            run.alone()
        else:
            run.together(min(n_process, len(run.todo)), remove=out if temporary else None)
    return replace(folder, path=out)


class _Run:
    """One run of `count_corpus`."""

    def __init__(
        self, folder: CountsFolder, parts: list[CorpusPart], settings: CountSettings, on_progress: OnProgress
    ) -> None:
        self.folder = folder
        self.parts = parts
        self.settings = settings
        self.on_progress = on_progress
        self.todo = folder.missing()
        self.began = time.perf_counter()
        self.reported = 0.0
        self.total = sum(part.n_bytes for part in parts)
        self.read = self.total - sum(parts[number].n_bytes for number in self.todo)
        self.tokens = 0
        self.n_done = len(parts) - len(self.todo)

    def alone(self) -> None:
        for number in self.todo:
            counts = count_part(self.settings, self.parts[number], progress=self._progress)
            self.folder.write_part(number, counts)
            self._finished(counts.n_tokens)
        self.report([os.getpid()])

    def together(self, n_process: int, *, remove: Path | None) -> None:
        context = multiprocessing.get_context("spawn")
        read = context.Value("q", 0)
        before = self.read
        pool = ProcessPoolExecutor(n_process, context, _prepare, (read, remove))
        try:
            with _holding_interrupts():
                futures: set[Future[int]] = {
                    pool.submit(_count_part, self.folder, self.settings, self.parts[number], number)
                    for number in self.todo
                }
            while futures:
                done, futures = wait(futures, _REPORT_SECONDS, FIRST_COMPLETED)
                for future in done:
                    self._finished(future.result())
                self.read = before + read.value
                self.report(list(pool._processes))
        except BrokenProcessPool as err:
            raise UserError(Errors.N006) from err
        finally:
            for process in list((pool._processes or {}).values()):
                process.terminate()
            pool.shutdown(cancel_futures=True)

    def report(self, workers: list[int]) -> None:
        seconds = time.perf_counter() - self.began
        self.reported = seconds
        progress = CountProgress(self.read, self.total, self.tokens, seconds, self.n_done, len(self.parts), workers)
        self.on_progress(progress)

    def _progress(self, n_bytes: int) -> None:
        self.read += n_bytes
        if time.perf_counter() - self.began - self.reported > _REPORT_SECONDS:
            self.report([os.getpid()])

    def _finished(self, n_tokens: int) -> None:
        self.tokens += n_tokens
        self.n_done += 1


_read: Any = None


@contextmanager
def _holding_interrupts() -> Iterator[None]:
    """Have Ctrl-C wait; processes started meanwhile never hear it, not even before they can say so (`_prepare`).

    They inherit the mask; this process may have threads that have none, so that its handler has to wait, too.
    """
    if not hasattr(signal, "pthread_sigmask") or threading.current_thread() is not threading.main_thread():
        yield  # Windows, or nobody is interrupted
        return
    pressed: list[int] = []
    handler = signal.getsignal(signal.SIGINT)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    if callable(handler):
        signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        if callable(handler):
            signal.signal(signal.SIGINT, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if pressed:
            signal.raise_signal(signal.SIGINT)


def _prepare(read: Any, remove: Path | None) -> None:
    """Set a worker up: it counts its bytes where the parent sees them, leaves Ctrl-C to it, and ends when it ends.

    Then it removes a folder, if the parent has been killed and could not do so. Its warnings are messages for people,
    without the line of code that they come from.
    """
    global _read
    _read = read
    warnings.showwarning = lambda message, *others, **named: print(message, file=sys.stderr)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(remove,), daemon=True).start()


def _end_with_parent(remove: Path | None) -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        if remove is not None:
            shutil.rmtree(remove, ignore_errors=True)
        os._exit(1)


def _progress(n_bytes: int) -> None:
    with _read.get_lock():
        _read.value += n_bytes


def _count_part(folder: CountsFolder, settings: CountSettings, part: CorpusPart, number: int) -> int:
    """What a worker does: count a part and write it down. RETURNS (int): Its tokens."""
    counts = count_part(settings, part, progress=_progress)
    folder.write_part(number, counts)
    return counts.n_tokens
