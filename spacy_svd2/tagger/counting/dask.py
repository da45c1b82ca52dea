"""Counting a corpus with the workers of a Dask cluster; the counts are those of one machine, to the last byte.

Each part of the corpus (see `plan_parts`) is a task that any worker can do, and do again if another one died; the
counts of neighbouring parts are added up by workers too, in a tree: only the total comes to the client, which trains.
Workers read files on any file system that fsspec knows. Each needs this package and, for text, the tokenizer's.

A paper plan for 10^10 tokens (60 GB of text) in parts of 16 MiB, with the laws of growth of 3.6 million words of
Kinyarwanda, types 21 n^0.64 and bigrams 4.2 n^0.86 (tests/benchmarks/plan.py fits them to a corpus of yours, and checks
them and the bytes of the tree by counting: types within 13 %, bigrams 6 %, bytes moved 1 %, bytes of the sum 3 %):

- 50 million types, 1.8 billion distinct bigrams, 4,500 parts.
- Counting: 280,000 tokens a second of processor time for raw text, that is 10 minutes with 64 workers of one thread,
  or 10 hours with one; half a gigabyte of memory for each.
- Adding up: 250 GB move between workers, 4 GB for each of 64, most of it in the lowest layer; with parts of 256 MiB
  it is 105 GB, but each takes several GB of memory.
- The sum: 18 GB in a file, 7.5 GB of types and 44 GB of bigrams in the memory of the worker that adds up last and of
  the client. With `max_types` it is bounded: the types alone are added up and ranked first (10 GB on one worker), and
  of the bigrams only those among the types that stay are; a million types keep the algebra below 4 GB and the bigrams,
  at most 1.8 billion of 8 bytes, three times as many in the last addition, decide about the client's machine.
"""

import logging
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from inspect import signature
from typing import Any

from ...corpora.corpus import Corpus
from ...corpora.locations import Url
from ...errors import Errors, UserError, Warnings
from . import PART_BYTES, check_count
from .counts import BigramCounts, add_up
from .parts import CorpusPart, count_part, plan_parts
from .progress import CountProgress, OnProgress
from .settings import CountSettings

FAN_IN = 8
_REPORT_SECONDS = 0.5
_CONNECT_SECONDS = 30
_WARN_SECONDS, _WAIT_SECONDS = 10, 120
"""How long a cluster may have no worker before a warning, and before an error; to start some takes minutes."""


def count_with_dask(
    corpus: Corpus,
    settings: CountSettings,
    *,
    scheduler: str | None = None,
    n_workers: int | None = None,
    part_bytes: int = PART_BYTES,
    max_types: int | None = None,
    on_progress: OnProgress = lambda progress: None,
) -> BigramCounts:
    """Count a corpus with Dask.

    corpus (Corpus): Files that every worker can open; local paths must mean the same on all machines. Its `limit` is
        not used.
    settings (CountSettings): How to count.
    scheduler (str): Address of a cluster's scheduler ("tcp://host:8786"); by default a cluster of processes is started
        on this machine, and ended.
    n_workers (int): Processes of the cluster on this machine; by default one for each processor.
    part_bytes (int): See `plan_parts`.
    max_types (int): Keep the most frequent types only, exactly as `BigramCounts.most_frequent`: workers keep the counts
        of their parts, the types alone are added up and ranked, and then the bigrams among those that stay.
    on_progress (Callable): Called with how far the count is, twice a second and at the end.
    RETURNS (BigramCounts): The counts of the whole corpus.
    RAISES (UserError): Dask is missing (N009), the scheduler can't be reached (N010) or is lost (N017), there are no
        workers (N016), they die again and again over a part (N011), or what is wrong with which line of which file.
    """
    check_count("n_process", n_workers, optional=True)
    client_class, cluster_class = _dask()
    paths = [path if isinstance(path, Url) else path.absolute() for path in corpus.paths]
    corpus = Corpus([str(path) for path in paths], format=corpus.format, tokenized=corpus.options.tokenized)
    parts = plan_parts(corpus, part_bytes=part_bytes)
    if scheduler is not None:
        with _connect(client_class, scheduler) as client:
            return _count(client, settings, parts, max_types, on_progress)
    options = {"n_workers": n_workers, "threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": 50}
    with cluster_class(processes=True, **options) as cluster, client_class(cluster) as client:
        return _count(client, settings, parts, max_types, on_progress)


def _dask() -> tuple[Any, Any]:
    try:
        from distributed import Client, LocalCluster
    except ImportError as err:
        raise UserError(Errors.N009.format(engine="dask")) from err
    return Client, LocalCluster


@contextmanager
def _connect(client_class: Any, scheduler: str) -> Iterator[Any]:
    """Connect to a scheduler, without what Dask logs of a lost connection: an error says that."""
    log = logging.getLogger("distributed.client")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        try:
            client = client_class(scheduler, timeout=_CONNECT_SECONDS)
        except (OSError, ValueError) as err:
            raise UserError(Errors.N010.format(address=scheduler, why=err)) from err
        with client:
            yield client
    finally:
        log.setLevel(level)


def _count(
    client: Any, settings: CountSettings, parts: list[CorpusPart], max_types: int | None, on_progress: OnProgress
) -> BigramCounts:
    from distributed import KilledWorker, wait
    from distributed.comm import CommClosedError

    address = client.scheduler.address
    counted = [client.submit(count_part, settings, part, pure=False) for part in parts]
    watch = _Watch(client, parts, client.map(_n_tokens, counted, pure=False))
    names = {future.key: str(part) for future, part in zip(counted, parts, strict=True)}
    if max_types is None:
        total = _tree(client, counted)
    else:
        types = _tree(client, client.map(BigramCounts.without_bigrams, counted, pure=False))
        wanted = client.submit(_most_frequent, types, max_types, pure=False)
        total = _tree(client, [client.submit(BigramCounts.only, part, wanted, pure=False) for part in counted])
    del counted  # or the workers would keep the counts of every part to the end
    try:
        while not total.done():
            with suppress(TimeoutError):
                wait(total, timeout=_REPORT_SECONDS)  # type: ignore[no-untyped-call, unused-ignore]
            on_progress(watch.progress())
            watch.check_workers(address)
        counts: BigramCounts = total.result()
        on_progress(watch.finished(counts.n_tokens + counts.n_dropped))
    except KilledWorker as err:
        key = str(err.args[0])
        raise UserError(Errors.N011.format(part=names.get(key, key), why="workers die over it")) from err
    except (CancelledError, CommClosedError) as err:  # what was counted is lost with the scheduler
        raise UserError(Errors.N017.format(address=address)) from err
    return counts


def _tree(client: Any, layer: list[Any]) -> Any:
    """The future sum of future counts, neighbours first."""
    while len(layer) > 1:
        groups = [layer[i : i + FAN_IN] for i in range(0, len(layer), FAN_IN)]
        layer = [client.submit(add_up, group, pure=False) for group in groups]
    return layer[0]


def _most_frequent(counts: BigramCounts, max_types: int) -> frozenset[str]:
    return frozenset(counts.most_frequent(max_types).types)


def _n_tokens(counts: BigramCounts) -> int:
    return counts.n_tokens


class _Watch:
    """How far the workers are.

    client (Client): Of the cluster.
    parts (list): What they count.
    tokens (list): The future number of tokens of each part.
    """

    def __init__(self, client: Any, parts: list[CorpusPart], tokens: list[Any]) -> None:
        self.client = client
        self.parts = parts
        self.waiting = dict(enumerate(tokens))
        self.total = sum(part.n_bytes for part in parts)
        self.tokens = self.n_bytes = 0
        self.began = self.had_workers = time.perf_counter()
        self.warned = False

    def check_workers(self, address: str) -> None:
        """Warn if the cluster has had no workers for a while.

        address (str): Of its scheduler.
        RAISES (UserError): It has had none for long (N016).
        """
        if self._workers():
            self.had_workers, self.warned = time.perf_counter(), False
        seconds = int(time.perf_counter() - self.had_workers)
        if seconds >= _WAIT_SECONDS:
            raise UserError(Errors.N016.format(address=address, seconds=seconds))
        if seconds >= _WARN_SECONDS and not self.warned:
            self.warned = True
            warnings.warn(Warnings.N101.format(address=address, seconds=seconds, most=_WAIT_SECONDS), stacklevel=2)

    def progress(self) -> CountProgress:
        """How far the finished parts are."""
        done = {number: future for number, future in self.waiting.items() if future.status == "finished"}
        for number, n_tokens in self.client.gather(done, errors="skip").items():
            self.tokens += n_tokens
            self.n_bytes += self.parts[number].n_bytes
            del self.waiting[number]
        return self._make(len(self.parts) - len(self.waiting))

    def finished(self, tokens: int) -> CountProgress:
        """How far it is at the end, when all parts are added up."""
        self.n_bytes, self.tokens = self.total, tokens
        return self._make(len(self.parts))

    def _make(self, parts: int) -> CountProgress:
        seconds = time.perf_counter() - self.began
        return CountProgress(self.n_bytes, self.total, self.tokens, seconds, parts, len(self.parts), [], self._memory())

    def _memory(self) -> int:
        """Bytes that all workers hold, as they told the scheduler last."""
        return sum(worker.get("metrics", {}).get("memory", 0) for worker in self._workers())

    def _workers(self) -> list[dict[str, Any]]:
        options = {"n_workers": -1} if "n_workers" in signature(self.client.scheduler_info).parameters else {}
        return list(self.client.scheduler_info(**options)["workers"].values())
