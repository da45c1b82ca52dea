"""`svd2 count` and `svd2 merge`: the counts of a corpus, made once, for any number of trainings."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...corpora.corpus import Corpus
from ...tagger.counting import PART_BYTES
from ...tagger.settings import Attr, Boundaries
from ..common import output
from ..common.options import CORPUS_HELP, Format, JsonLogOption
from ..common.pipelines import blank_pipeline
from ..common.progress import show_stage
from .count_progress import CountProgress

if TYPE_CHECKING:
    from ...tagger.counting.counts import BigramCounts


def count_cli(
    corpus: Annotated[
        list[str],
        typer.Argument(
            metavar="CORPUS...",
            help=CORPUS_HELP,
        ),
    ],
    out: Annotated[Path, typer.Option("--output", "-o", help="Folder of the counts.")],
    n_process: Annotated[int, typer.Option("--n-process", "-n", min=1, help="Processes.")] = 1,
    lang: Annotated[str, typer.Option("--lang", "-l", help="Language code of the tokenizer; xx is any.")] = "xx",
    attr: Annotated[Attr, typer.Option("--attr", help="What makes a word type: LOWER ignores case.")] = "LOWER",
    boundaries: Annotated[
        Boundaries, typer.Option("--boundaries", help="At ends of sentences: run on, stop, or count them as a context.")
    ] = "ignore",
    tokenized: Annotated[bool, typer.Option("--tokenized", help="Text is split by spaces already.")] = False,
    format: Annotated[Format, typer.Option("--format", help="Of the files; by their suffixes unless given.")] = "auto",
    shard_mb: Annotated[
        int,
        typer.Option(
            "--shard-mb", min=1, help="Size of a part; a process needs 40 times that in memory, more for huge lines."
        ),
    ] = PART_BYTES >> 20,
    force: Annotated[bool, typer.Option("--force", "-f", help="Count anew what is in the folder.")] = False,
    json_log: JsonLogOption = False,
) -> None:
    """Count the words of a corpus and which follows which.

    The corpus is counted in parts: a file each, and long plain text in ranges
    of whole lines. A compressed file can't be divided: one large .gz keeps one
    process busy, and several keep several. An interrupted count goes on with its first unfinished part
    when the same command is given again. The result does not depend on the
    number of processes or parts.

    Examples:

    \b
      python -m spacy svd2 count texts/ -o counts --n-process 2 --lang tr
      python -m spacy svd2 merge counts more_counts -o all_counts
      python -m spacy svd2 train --counts all_counts my_tagger
    """
    from ...tagger.counting.local import count_corpus
    from ...tagger.counting.settings import CountSettings

    data = Corpus(corpus, format=format, tokenized=tokenized)
    recipe = CountSettings.of(blank_pipeline(lang), data, attr=attr, boundaries=boundaries)
    with CountProgress(json_log=json_log) as progress:
        folder = count_corpus(
            data, out, recipe, n_process=n_process, part_bytes=shard_mb << 20, force=force, on_state=progress
        )
    n = len(folder.pieces)
    if progress.tokens:
        output.good(f"Counted {n} part{'s' * (n > 1)} to {out}")
    else:
        output.good(f"Nothing left to count: {out} has all counts ({n} part{'s' * (n > 1)}); --force counts anew")


def merge_cli(
    counts: Annotated[list[Path], typer.Argument(metavar="COUNTS...", help="Folders that svd2 count wrote.")],
    out: Annotated[Path, typer.Option("--output", "-o", help="Folder of the sum.")],
    max_types: Annotated[
        int | None,
        typer.Option("--max-types", min=1, help="Keep this many of the most frequent types, with exact counts."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="Replace counts that are there.")] = False,
) -> None:
    """Add counts up, as if their corpora had been counted one after the other.

    With --max-types, what stays is exact: the counts of the most frequent types
    and the bigrams among them. What goes is not part of the sum any more, so
    that a type that is rare here and frequent in later counts would lack some.
    Memory is then bounded by 200 bytes for each type of all, while they are
    ranked, and by 24 bytes for each bigram among those that stay.

    Examples:

    \b
      python -m spacy svd2 merge counts_2024 counts_2025 -o counts
      python -m spacy svd2 merge counts -o small --max-types 1000000
    """
    from ...tagger.counting.folder import merge_folders

    show_stage("add up")
    total = merge_folders(counts, out, max_types=max_types, force=force)
    rows: list[tuple[str, ...]] = [(name, f"{value:,}") for name, value in numbers(total).items()]
    output.table(rows, ("Unit", "Number"), ("l", "r"))
    output.good(f"Saved the counts to {out}")


def numbers(counts: "BigramCounts") -> dict[str, int]:
    """What there is in counts, by unit."""
    found: dict[str, int] = {
        "sentences": counts.n_sentences,
        "tokens": counts.n_tokens,
        "types": counts.n_types,
        "bigrams": counts.bigrams.nnz,
    }
    return {**found, "tokens dropped": counts.n_dropped} if counts.n_dropped else found
