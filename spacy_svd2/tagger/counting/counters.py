"""Ways to get the counts to train on: from a folder, or by counting with several processes first."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from spacy.language import Language

from ...corpora.corpus import Corpus
from ...errors import Errors, UserError
from ..settings import Settings
from .counts import BigramCounts
from .folder import read_counts
from .local import OnState, count_corpus
from .settings import CountSettings

Counter = Callable[[Language, Settings], BigramCounts]


def counts_of_folder(path: Path, settings: Settings, *, lang: str | None, max_types: int | None = None) -> BigramCounts:
    """Read a folder of counts for training with some settings.

    path (Path): The folder.
    settings (Settings): Its `attr` and `boundaries` must be those of the counts.
    lang (str): The language code of the pipeline; None not to check it.
    max_types (int): Keep the most frequent types only.
    RETURNS (BigramCounts): The counts.
    RAISES (UserError): They were made otherwise (N007), or see `read_counts`.
    """
    counts, about = read_counts(path, max_types=max_types)
    wanted: dict[str, Any] = {"attr": settings.attr, "boundaries": settings.boundaries, "lang": lang}
    for name, value in wanted.items():
        if value is not None and about.get(name) != value:
            raise UserError(Errors.N007.format(path=path, name=name, found=about.get(name), wanted=value))
    return counts


def folder_counter(path: Path, *, max_types: int | None = None) -> Counter:
    """A counter that reads a folder of counts."""
    return lambda nlp, settings: counts_of_folder(path, settings, lang=nlp.lang, max_types=max_types)


def process_counter(
    corpus: Corpus, n_process: int, *, max_types: int | None = None, on_state: OnState = lambda state: None
) -> Counter:
    """A counter that counts a corpus with several processes, in a temporary folder."""

    def count(nlp: Language, settings: Settings) -> BigramCounts:
        recipe = CountSettings.of(nlp, corpus, attr=settings.attr, boundaries=settings.boundaries)
        with tempfile.TemporaryDirectory(prefix="spacy-svd2-") as folder:
            counted = count_corpus(corpus, Path(folder), recipe, n_process=n_process, on_state=on_state)
            return counted.total(max_types=max_types)

    return count


def dask_counter(
    corpus: Corpus,
    *,
    scheduler: str | None,
    n_workers: int | None = None,
    max_types: int | None = None,
    on_state: OnState = lambda state: None,
) -> Counter:
    """A counter that counts a corpus with a Dask cluster, see `count_with_dask`."""

    def count(nlp: Language, settings: Settings) -> BigramCounts:
        from .dask import count_with_dask

        recipe = CountSettings.of(nlp, corpus, attr=settings.attr, boundaries=settings.boundaries)
        return count_with_dask(
            corpus, recipe, scheduler=scheduler, n_workers=n_workers, max_types=max_types, on_state=on_state
        )

    return count
