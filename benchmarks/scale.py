"""How time and memory grow with the corpus, stage by stage, beside what reading and multiplying cost by themselves.

    python -m benchmarks.scale                                  # 1, 4 and 16 times the corpora that there are
    python -m benchmarks.scale --corpora rw --times 1 4 -n 2 --output scale.json
    python -m benchmarks.scale --types 250000 1000000           # the algebra alone, on made-up counts

Corpora are read from the folder that SPACY_SVD2_CORPORA names. A corpus is repeated, and in each repetition some of its
rare words are replaced by new ones, as many as make the types grow by Heaps' law with the corpus' own exponent. Each
stage runs in a process of its own: seconds on the wall, CPU seconds of it and its children, and the most memory that it
and all its children together can have held. The exponent is that of CPU seconds against tokens (or types), between the
smallest and the largest size. `spaCy's tokenizer` is measured on the first 50,000 lines and scaled up to the tokens.
"""

import argparse
import gzip
import json
import math
import multiprocessing
import os
import resource
import shutil
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import wasabi

TOKENIZER_LINES = 50_000
Numbers = dict[str, Any]


def main() -> None:
    arguments = parse()
    rows: list[Numbers] = []
    with tempfile.TemporaryDirectory(prefix="svd2-scale-", dir=arguments.work) as folder:
        for n_types in arguments.types or []:
            rows += algebra(n_types, arguments.n_tags, Path(folder))
        for name, path in () if arguments.types else corpora(arguments.corpora):
            for times in arguments.times:
                rows += one_size(name, path, times, arguments.n_process, Path(folder))
    grown = exponents(rows)
    show(rows, grown)
    if arguments.output:
        arguments.output.write_text(json.dumps({"stages": rows, "exponents": grown}, indent=1), "utf8")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", nargs="+", default=["rw", "brown"], choices=["rw", "brown"])
    parser.add_argument("--times", nargs="+", type=int, default=[1, 4, 16], help="how many times the corpus")
    parser.add_argument("--types", nargs="+", type=int, help="measure the algebra on made-up counts of so many types")
    parser.add_argument("--n-tags", type=int, default=500, help="clusters of --types")
    parser.add_argument("-n", "--n-process", type=int, default=2, help="processes at once")
    parser.add_argument("--work", type=Path, help="folder for large temporary files")
    parser.add_argument("--output", type=Path, help="write the figures to this JSON file")
    return parser.parse_args()


def corpora(names: list[str]) -> list[tuple[str, Path]]:
    folder = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder"))
    found = []
    for name in names:
        path = folder / {"rw": "raw/rw.txt.gz", "brown": "pos/brown.tsv.gz"}[name]
        if path.is_file():
            found.append((name, path))
    if not found:
        raise SystemExit("No corpora: set SPACY_SVD2_CORPORA to their folder.")
    return found


def grow(path: Path, times: int, out: Path) -> Numbers:
    """Write a corpus several times, with new words so that types grow as n ** beta."""
    text = gzip.decompress(path.read_bytes()).decode("utf8")
    blocks = text.split("\n\n") if ".tsv" in path.name else text.splitlines()
    tokens = [[row.split("\t")[0] for row in block.splitlines()] for block in blocks if block]
    if ".tsv" not in path.name:
        tokens = [line.split() for line in blocks]
    counts = Counter(word for line in tokens for word in line)
    half = len({word for line in tokens[::2] for word in line})
    beta = math.log(len(counts) / half, 2)
    rare = [word for word, _ in counts.most_common()[::-1]]
    with out.open("w", encoding="utf8") as file:
        for copy in range(times):
            n_new = round(len(counts) * ((copy + 1) ** beta - copy**beta)) if copy else 0
            mark = "".join("aeiouklmnprstvz"[int(digit)] for digit in str(copy))
            new = {word: f"{word}{mark}" for word in rare[:n_new]}
            file.writelines(" ".join([new.get(word, word) for word in line]) + "\n" for line in tokens)
    return {"beta": beta}


def one_size(name: str, path: Path, times: int, n_process: int, folder: Path) -> list[Numbers]:
    text = folder / f"{name}-{times}.txt"
    rows: list[Numbers] = []
    run = partial(measured, rows, {"corpus": f"{name} x {times}"}, n_process=n_process)
    run("grow", grow, path, times, text)  # in a process of its own too: a child's peak begins at its parent's size
    rows.clear()
    run("read", read, text)
    run("str.split", split, text)
    run("spaCy's tokenizer", tokenize, text)
    run("count, split text", count, text, folder / "split", n_process, True)
    counted = run("count, raw text", count, text, folder / "counts", n_process, False)
    run("add parts up", add_parts, folder / "counts")
    run("descriptors and k-means", k_means, folder / "counts", 500)
    run("train", train, folder / "counts", folder / "model.npz", 45)
    run("load", load, folder / "model.npz")
    run("tag", tag, folder / "model.npz", text)
    for row in rows:
        row.update({"tokens": counted["tokens"], "types": counted["types"]})
        if row["stage"] == "spaCy's tokenizer":
            factor = counted["tokens"] / row["sample"]
            row.update({key: row[key] * factor for key in ("seconds", "cpu_seconds")})
    for file in (text, folder / "counts", folder / "split", folder / "model.npz"):
        shutil.rmtree(file) if file.is_dir() else file.unlink()
    return rows


def algebra(n_types: int, n_tags: int, folder: Path) -> list[Numbers]:
    rows: list[Numbers] = []
    run = partial(measured, rows, {"corpus": f"made up, {n_tags} tags"})
    counted = run("make up", make_up, n_types, folder / "counts")
    run("descriptors and k-means", k_means, folder / "counts", n_tags)
    run("train", train, folder / "counts", folder / "model.npz", n_tags)
    run("load", load, folder / "model.npz")
    for row in rows:
        row.update({"tokens": counted["tokens"], "types": counted["types"]})
    shutil.rmtree(folder / "counts")
    return rows


def measured(
    rows: list[Numbers], about: Numbers, stage: str, work: Callable[..., Numbers], *arguments: Any, n_process: int = 1
) -> Numbers:
    """Run a stage in a process of its own and note what it took."""
    os.environ.update({"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"})
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        found = pool.submit(run_stage, work, arguments, n_process).result()
    rows.append({**about, "stage": stage, **found})
    print(*(f"{key}={value}" for key, value in rows[-1].items()), flush=True)
    return rows[-1]


def run_stage(work: Callable[..., Numbers], arguments: tuple[Any, ...], n_process: int) -> Numbers:
    import spacy_svd2.tagger.model.model  # noqa: F401  (so that imports are not measured)

    before, wall = cpu(), time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = work(*arguments)
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    times = {"seconds": time.perf_counter() - wall, "cpu_seconds": cpu() - before}
    return {**times, "peak_mb": (own.ru_maxrss + n_process * children.ru_maxrss) / 1024, **found}


def cpu() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def read(text: Path) -> Numbers:
    with text.open(encoding="utf8") as file:
        return {"lines": sum(1 for _ in file)}


def split(text: Path) -> Numbers:
    with text.open(encoding="utf8") as file:
        return {"words": sum(len(line.split()) for line in file)}


def tokenize(text: Path) -> Numbers:
    import spacy

    nlp = spacy.blank("xx")
    with text.open(encoding="utf8") as file:
        lines = [line.strip() for _, line in zip(range(TOKENIZER_LINES), file, strict=False)]
    nlp.tokenizer("warm up")
    before, wall = cpu(), time.perf_counter()
    sample = 0
    for begin in range(0, len(lines), 10_000):
        with nlp.memory_zone():
            sample += sum(map(len, nlp.tokenizer.pipe(lines[begin : begin + 10_000])))
    return {"seconds": time.perf_counter() - wall, "cpu_seconds": cpu() - before, "sample": sample}


def count(text: Path, out: Path, n_process: int, tokenized: bool) -> Numbers:
    import spacy

    from spacy_svd2.corpora.corpus import Corpus
    from spacy_svd2.tagger.counting.local import count_corpus
    from spacy_svd2.tagger.counting.settings import CountSettings

    corpus = Corpus([text], tokenized=tokenized)
    settings = CountSettings.of(spacy.blank("xx"), corpus, attr="LOWER", boundaries="ignore")
    folder = count_corpus(corpus, out, settings, n_process=n_process)
    return {"tokens": sum(part.n_tokens for part in folder.read_parts()), "types": folder.total().n_types}


def add_parts(folder: Path) -> Numbers:
    from spacy_svd2.tagger.counting.folder import read_counts

    return {"bigrams": read_counts(folder)[0].bigrams.nnz}


def k_means(folder: Path, k: int) -> Numbers:
    """Only the work on the descriptors is timed; beside it one product of the size of a round of k-means."""
    from spacy_svd2.tagger.counting.folder import read_counts
    from spacy_svd2.tagger.induction.kmeans import cluster_types
    from spacy_svd2.tagger.induction.word_descriptors import describe_words
    from spacy_svd2.tagger.settings import Settings

    settings = Settings()
    counts = read_counts(folder)[0].by_frequency()
    begin = time.process_time()
    descriptors = describe_words(counts, settings)
    middle, wall = time.process_time(), time.perf_counter()
    cluster_types(descriptors, counts.counts, k, settings)
    end, wall = time.process_time(), time.perf_counter() - wall
    product = time.process_time()
    for first in range(0, len(descriptors.values), 1 << 17):
        descriptors.values[first : first + (1 << 17)] @ descriptors.values[:k].T
    product = time.process_time() - product
    return {
        "seconds": wall,
        "cpu_seconds": end - begin,
        "svd": middle - begin,
        "k_means": end - middle,
        "blas": product,
    }


def train(folder: Path, out: Path, n_tags: int) -> Numbers:
    from spacy_svd2.shared.artifacts import write_artifact
    from spacy_svd2.tagger.counting.folder import read_counts
    from spacy_svd2.tagger.model.model import SVD2Model
    from spacy_svd2.tagger.model.storage import model_to_artifact
    from spacy_svd2.tagger.settings import Settings

    model = SVD2Model.train(read_counts(folder)[0], Settings(n_tags=n_tags))
    begin = time.process_time()
    write_artifact(out, model_to_artifact(model))
    return {"save": time.process_time() - begin, "artifact_mb": out.stat().st_size / 1e6}


def load(path: Path) -> Numbers:
    import spacy

    tagger = spacy.blank("xx").add_pipe("svd2_tagger", config={"artifact": str(path)})
    before, wall = cpu(), time.perf_counter()
    tagger.get_model()  # type: ignore[attr-defined]
    return {"seconds": time.perf_counter() - wall, "cpu_seconds": cpu() - before}


def tag(path: Path, text: Path) -> Numbers:
    """The component alone, on the first lines."""
    import spacy

    nlp = spacy.blank("xx")
    tagger = nlp.add_pipe("svd2_tagger", config={"artifact": str(path)})
    tagger.get_model()  # type: ignore[attr-defined]
    with text.open(encoding="utf8") as file:
        docs = [nlp.make_doc(line.strip()) for _, line in zip(range(20_000), file, strict=False)]
    before, wall = cpu(), time.perf_counter()
    n = sum(map(len, tagger.pipe(docs)))  # type: ignore[attr-defined]
    times = {"seconds": time.perf_counter() - wall, "cpu_seconds": cpu() - before}
    return {**times, "tagged": n}


def make_up(n_types: int, out: Path) -> Numbers:
    from benchmarks.synthetic import synthetic_counts
    from spacy_svd2.tagger.counting.folder import CountsFolder

    counts = synthetic_counts(n_types, 10 * n_types)
    CountsFolder.begin(out, {"boundaries": "ignore"}, [{}]).write_part(0, counts)
    return {"tokens": counts.n_tokens, "types": counts.n_types}


def exponents(rows: list[Numbers]) -> dict[str, float]:
    """Of CPU seconds: against types for the algebra, against tokens for all else."""
    found = {}
    series: dict[tuple[str, str], list[Numbers]] = {}
    for row in rows:
        for part in ("svd", "k_means"):
            if part in row:
                key = (row["corpus"].split(" x ")[0], part)
                series.setdefault(key, []).append({**row, "cpu_seconds": row[part]})
        series.setdefault((row["corpus"].split(" x ")[0], row["stage"]), []).append(row)
    for (corpus, stage), sizes in series.items():
        first, last = (min(sizes, key=lambda x: x["types"]), max(sizes, key=lambda x: x["types"]))
        unit = "types" if stage in ("svd", "k_means", "descriptors and k-means", "train", "load") else "tokens"
        if last[unit] > first[unit]:
            ratio = np.log(last["cpu_seconds"] / first["cpu_seconds"]) / np.log(last[unit] / first[unit])
            found[f"{corpus}: {stage} in {unit}"] = round(float(ratio), 3)
    return found


def show(rows: list[Numbers], grown: dict[str, float]) -> None:
    header = ("Corpus", "Stage", "Tokens", "Types", "Seconds", "CPU s", "Peak MB", "Tokens/s", "x split", "x tokenizer")
    lines = []
    for row in rows:
        mates = {other["stage"]: other for other in rows if other["corpus"] == row["corpus"]}
        beside = [mates.get(stage, {}).get("cpu_seconds") for stage in ("str.split", "spaCy's tokenizer")]
        ratios = [f"{row['cpu_seconds'] / other:.2f}" if other else "" for other in beside]
        speed = f"{row.get('tagged', row['tokens']) / row['seconds']:,.0f}"
        sizes = (f"{row['tokens']:,}", f"{row['types']:,}")
        times = (f"{row['seconds']:.2f}", f"{row['cpu_seconds']:.2f}", f"{row['peak_mb']:,.0f}")
        lines.append((row["corpus"], row["stage"], *sizes, *times, speed, *ratios))
    print(wasabi.table(lines, header=header, divider=True, aligns=["l", "l"] + ["r"] * 8))
    print(wasabi.table([(k, f"{v:.2f}") for k, v in grown.items()], header=("Growth of CPU seconds", "Exponent")))
    for row in rows:
        if "blas" in row:
            print(f"{row['corpus']}: k-means takes {row['k_means'] / row['blas']:.1f} products of its size")


if __name__ == "__main__":
    main()
