"""One large corpus beside what reading it costs.

    python -m benchmarks.large --tokens 64e6 -n 2

Kinyarwanda (raw/rw.txt.gz of the folder SPACY_SVD2_CORPORA) is repeated with new rare words until it has so many words;
then, one after the other, with the same number of processes, and each from its start to its end:

- spaCy's tokenizer alone, over pieces of 16 MiB: in memory zones, as spaCy recommends for text that does not fit into
  memory, and (`fast`) with a vocabulary that grows, which keeps the tokenizer's cache;
- `svd2 train`, the whole command;
- `str.split` of every line of the file, and `svd2 count --tokenized`, the whole command.

Memory is that of all processes together, sampled ten times a second; pages that they share count for each.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import wasabi

from benchmarks.scale import cpu, grow

WORDS = 3_624_555  # of the corpus, split at spaces
PIECE = 16 << 20
ZONE_LINES = 10_000
Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=float, default=64e6, help="words of the corpus, split at spaces")
    parser.add_argument("-n", "--n-process", type=int, default=2, help="processes at once")
    parser.add_argument("--n-tags", type=int, default=45, help="clusters to train")
    parser.add_argument("--only", choices=["raw", "split"], help="raw text only, or split text only")
    parser.add_argument("--work", type=Path, help="folder for the corpus, 7 bytes a word, and the counts")
    parser.add_argument("--output", type=Path, help="write the figures to this JSON file")
    arguments = parser.parse_args()
    corpus = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder")) / "raw" / "rw.txt.gz"
    if not corpus.is_file():
        raise SystemExit("No corpus: set SPACY_SVD2_CORPORA to the folder of the corpora.")
    os.environ.update({"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"})
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="svd2-large-", dir=arguments.work) as folder:
        text = Path(folder) / "corpus.txt"
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            pool.submit(grow, corpus, max(round(arguments.tokens / WORDS), 1), text).result()
        if arguments.only != "split":
            raw_text(rows, text, arguments.n_process, arguments.n_tags)
        if arguments.only != "raw":
            split_text(rows, text, arguments.n_process)
    found = {"rows": rows, "ratios": ratios(rows)}
    show(rows, found["ratios"])
    if arguments.output:
        arguments.output.write_text(json.dumps(found, indent=1), "utf8")


def raw_text(rows: list[Row], text: Path, n: int, n_tags: int) -> None:
    measured(rows, "tokenizer, zones", n, partial(tokenize, text, n, zones=True))
    measured(rows, "tokenizer, fast", n, partial(tokenize, text, n, zones=False))
    out = text.parent / "tagger"
    options = ["train", str(text), str(out), "--n-process", str(n), "--n-tags", str(n_tags)]
    measured(rows, "svd2 train", n, partial(command, *options, "--output-json", str(out) + ".json"))
    rows[-1]["tokens"] = json.loads(out.with_suffix(".json").read_text("utf8"))["corpus"]["n_tokens"]


def split_text(rows: list[Row], text: Path, n: int) -> None:
    measured(rows, "str.split", 1, partial(split, text))
    counts = text.parent / "counts"
    measured(rows, "svd2 count --tokenized", n, partial(command, "count", str(text), "-o", str(counts), "--tokenized",
                                                       "--n-process", str(n)))  # fmt: skip
    rows[-1]["tokens"] = rows[-2]["tokens"]
    shutil.rmtree(counts)


def measured(rows: list[Row], stage: str, n_process: int, work: Callable[[], int]) -> None:
    """Do something and note what it took."""
    with Peak() as peak:
        wall, before = time.perf_counter(), cpu()
        tokens = work()
        times = {"seconds": time.perf_counter() - wall, "cpu_seconds": cpu() - before}
    rows.append({"stage": stage, "processes": n_process, "tokens": tokens, **times, "peak_mb": peak.highest / 1e6})
    print(*(f"{key}={value}" for key, value in rows[-1].items()), flush=True)


def command(*arguments: str) -> int:
    subprocess.run([sys.executable, "-m", "spacy", "svd2", *arguments], check=True, stdout=subprocess.DEVNULL)
    return 0


def split(text: Path) -> int:
    with text.open(encoding="utf8") as file:
        return sum(len(line.split()) for line in file)


def tokenize(text: Path, n_process: int, *, zones: bool) -> int:
    starts = list(range(0, text.stat().st_size, PIECE))
    with ProcessPoolExecutor(n_process, get_context("spawn")) as pool:
        return sum(pool.map(partial(tokenize_piece, text, zones=zones), starts))


def tokenize_piece(text: Path, start: int, *, zones: bool) -> int:
    """Tokenize the lines that begin in a piece."""
    import spacy

    nlp = spacy.blank("xx")
    with text.open("rb") as file:
        file.seek(max(start - 1, 0))
        skipped = file.readline() if start else b""
        at, lines = max(start - 1, 0) + len(skipped), []
        while at < start + PIECE and (line := file.readline()):
            at += len(line)
            lines.append(line.decode("utf8").strip())
    nlp.tokenizer("warm up")
    if not zones:
        return sum(map(len, nlp.tokenizer.pipe(lines)))  # type: ignore[attr-defined]
    tokens = 0
    for first in range(0, len(lines), ZONE_LINES):
        with nlp.memory_zone():
            tokens += sum(map(len, nlp.tokenizer.pipe(lines[first : first + ZONE_LINES])))  # type: ignore[attr-defined]
    return tokens


class Peak:
    """The most memory that all processes below this one held together, in bytes."""

    def __init__(self) -> None:
        self.highest = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Peak":
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(0.1):
            self.highest = max(self.highest, sum(map(resident, below(os.getpid()))))


def below(process: int) -> list[int]:
    """The processes that a process started, and those that they did."""
    try:
        files = list(Path(f"/proc/{process}/task").glob("*/children"))
        children = [int(child) for file in files for child in file.read_text().split()]
    except OSError:
        return []
    return children + [one for child in children for one in below(child)]


def resident(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def ratios(rows: list[Row]) -> dict[str, float]:
    seconds = {row["stage"]: row["seconds"] for row in rows}
    cpus = {row["stage"]: row["cpu_seconds"] for row in rows}
    found = {}
    for stage, other in (("svd2 train", "tokenizer, zones"), ("svd2 train", "tokenizer, fast"),
                         ("svd2 count --tokenized", "str.split")):  # fmt: skip
        if stage in seconds and other in seconds:
            found[f"{stage} / {other}: wall"] = round(seconds[stage] / seconds[other], 3)
            found[f"{stage} / {other}: CPU"] = round(cpus[stage] / cpus[other], 3)
    return found


def show(rows: list[Row], found: dict[str, float]) -> None:
    header = ("Stage", "Processes", "Tokens", "Seconds", "CPU s", "Peak MB", "Tokens/s", "Tokens/CPU s")
    cells = [
        (
            row["stage"],
            str(row["processes"]),
            f"{row['tokens']:,}",
            f"{row['seconds']:.1f}",
            f"{row['cpu_seconds']:.1f}",
            f"{row['peak_mb']:,.0f}",
            f"{row['tokens'] / row['seconds']:,.0f}",
            f"{row['tokens'] / row['cpu_seconds']:,.0f}",
        )
        for row in rows
    ]
    print(wasabi.table(cells, header=header, divider=True, aligns=["l"] + ["r"] * 7))
    print(wasabi.table([(key, f"{value:.2f}") for key, value in found.items()], header=("Ratio", ""), divider=True))


if __name__ == "__main__":
    main()
