"""`svd2 count` and `svd2 merge`: count a corpus once, for any number of trainings."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...corpora.corpus import Corpus
from ...corpora.splits.questions import warn_of_unspaced_text
from ...corpora.splits.tokenizer import add_common_rules, learn_splits
from ...shared.pipelines import split_after_marks
from ...tagger.counting import PART_BYTES
from ...tagger.settings import Attr, Boundaries
from ..common import output
from ..common.options import CORPUS_HELP, COUNTS, TEXTS, CodeOption, Format, JsonLogOption, SplitsOption
from ..common.paths import Output
from ..common.pipelines import blank_pipeline
from ..common.progress import CountDisplay, show_stage

if TYPE_CHECKING:
    from ...tagger.counting.counts import BigramCounts


class OutputCounts(Output):
    """Marks a folder of counts to write."""

    def check(self, path: Path, *, force: bool) -> None:
        """Refuse a folder that holds something else. Whether a count that was begun there can go on shows later.

        RAISES (UserError): It holds something else (N002).
        """
        from ...tagger.counting.folder import check_place

        check_place(path)


def count_cli(
    corpus: Annotated[
        list[str],
        typer.Argument(
            metavar="CORPUS...",
            help=CORPUS_HELP,
        ),
        TEXTS,
    ],
    out: Annotated[Path, typer.Option("--output", "-o", help="Folder for the counts."), OutputCounts()],
    n_process: Annotated[int, typer.Option("--n-process", "-n", min=1, help="Number of processes.")] = 1,
    lang: Annotated[str, typer.Option("--lang", "-l", help="Language code of the tokenizer; xx: any language.")] = "xx",
    attr: Annotated[Attr, typer.Option("--attr", help="What counts as one word: LOWER ignores case.")] = "LOWER",
    normalize: Annotated[
        bool, typer.Option("--normalize/--as-written", help="Whether words that look alike are one word.")
    ] = True,
    boundaries: Annotated[
        Boundaries,
        typer.Option("--boundaries", help="Sentence ends: ignore them, stop at them, or use them as a context token."),
    ] = "ignore",
    splits: SplitsOption = None,
    tokenized: Annotated[bool, typer.Option("--tokenized", help="Text is already split into words by spaces.")] = False,
    format: Annotated[
        Format, typer.Option("--format", help="Format of the files; auto goes by their suffixes.")
    ] = "auto",
    shard_mb: Annotated[
        int,
        typer.Option(
            "--shard-mb",
            min=1,
            max=1 << 20,
            help="Size of a part in MB. A process needs up to 40 times as much memory, more for very long lines.",
        ),
    ] = PART_BYTES >> 20,
    force: Annotated[
        bool,
        typer.Option(
            "--force", "-f", help="Count from the start; earlier counts are kept until the new ones are complete."
        ),
    ] = False,
    json_log: JsonLogOption = False,
    code: CodeOption = None,
) -> None:
    """Count the words and word pairs of a corpus, to train on later.

    The corpus is counted in parts: each file is a part, and long plain text is
    divided at line ends. Compressed files are not divided, so a single large
    .gz keeps only one process busy. If a count is interrupted, repeat the
    command: it continues with the first unfinished part. The result does not
    depend on the number of processes or parts.

    Examples:

    \b
      python -m spacy svd2 count texts/ -o counts --n-process 2 --lang tr
      python -m spacy svd2 merge counts more_counts -o all_counts
      python -m spacy svd2 train --counts all_counts my_tagger
    """
    from ...tagger.counting.local import count_corpus
    from ...tagger.counting.settings import CountSettings
    from ...tagger.training import warn_of_splitting

    if splits is not None and tokenized:
        raise typer.BadParameter("--splits is for raw text: --tokenized text is split already")
    data = Corpus(corpus, format=format, tokenized=tokenized)
    nlp = blank_pipeline(lang)
    if normalize:
        split_after_marks(nlp)
    if splits is not None:
        learn_splits(nlp, splits)
    elif not tokenized:
        add_common_rules(nlp)
    warn_of_unspaced_text(data, nlp)
    settings = CountSettings.of(nlp, data, attr=attr, boundaries=boundaries, normalize=normalize)
    with CountDisplay(json_log=json_log) as display:
        folder = count_corpus(
            data, out, settings, n_process=n_process, part_bytes=shard_mb << 20, force=force, on_progress=display
        )
    if not tokenized:  # of a pipeline trained on such counts, the tokenizer will split at spaces
        warn_of_splitting(nlp, data)
    n = len(folder.parts)
    if display.tokens:
        output.good(f"Counted {n} part{'s' * (n > 1)} to {out}")
    else:
        output.good(f"Nothing left to count: {out} has all counts ({n} part{'s' * (n > 1)}); --force counts anew")


def merge_cli(
    counts: Annotated[list[Path], typer.Argument(metavar="COUNTS...", help="Folders written by svd2 count."), COUNTS],
    out: Annotated[Path, typer.Option("--output", "-o", help="Folder for the sum."), OutputCounts()],
    max_types: Annotated[
        int | None,
        typer.Option("--max-types", min=1, help="Keep only this many of the most frequent words, with exact counts."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="Replace existing counts.")] = False,
) -> None:
    """Add up counts, as if their corpora had been counted together.

    With --max-types, the most frequent words and the pairs of these words keep
    their exact counts. The rest is lost: if a word is rare here and frequent in
    counts that you add later, its sum will be too small. This limits memory to
    200 bytes for each word while words are ranked, then 24 bytes for each pair
    that is kept.

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
