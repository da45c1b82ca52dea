"""Where the counts of a training come from, as the options of the command line say."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer

from ...corpora.corpus import Corpus
from .count_progress import CountProgress

if TYPE_CHECKING:
    from ...tagger.counting.counters import Counter

Engine = Literal["local", "dask"]


def counted_options(path: Path | None) -> dict[str, Any]:
    """The options of `train` that a folder of counts answers: "lang", "attr" and "boundaries"."""
    from ...tagger.counting.folder import CountsFolder

    about = {} if path is None else CountsFolder.open(path).about
    return {name: about.get(name) for name in ("lang", "attr", "boundaries")}


def choose_counter(
    corpus: Corpus,
    *,
    counts: Path | None,
    engine: Engine,
    scheduler: str | None,
    n_process: int | None,
    max_types: int | None,
    progress: CountProgress,
) -> "Counter | None":
    """How to count.

    corpus (Corpus): What to count; empty if there are counts.
    counts (Path): A folder of counts.
    engine (str): "local" or "dask".
    scheduler (str): Address of a Dask scheduler.
    n_process (int): Processes; None for one, or for Dask's choice.
    max_types (int): Keep the most frequent types only.
    progress (CountProgress): Is told how far it is.
    RETURNS (Counter): For `train_pipeline`; None to count as the corpus is read, in this process.
    """
    from ...tagger.counting.counters import dask_counter, folder_counter, process_counter

    if counts is not None:
        return folder_counter(counts, max_types=max_types)
    if scheduler is not None and engine != "dask":
        raise typer.BadParameter("--scheduler goes with --engine dask")
    if engine == "dask" and not corpus.limit:
        return dask_counter(corpus, scheduler=scheduler, n_workers=n_process, max_types=max_types, on_state=progress)
    n_process = n_process or 1
    if n_process == 1 and max_types is None and not progress.json_log:
        return None
    if corpus.limit:
        raise typer.BadParameter("--limit reads with one process, without --engine, --max-types and --json-log")
    return process_counter(corpus, n_process, max_types=max_types, on_state=progress)
