"""How much results depend on the arithmetic: precision, threads, and the processor's kernels for linear algebra.

    python -m benchmarks.numerics                                       # every corpus, recipe and variant
    python -m benchmarks.numerics --corpora brown maltese --recipes default named --variants float64 Haswell
    python -m benchmarks.numerics --senses --russian benchmarks/corpus  # word senses instead of tags

Corpora are read from the folder that SPACY_SVD2_CORPORA names; Greek and Turkish from --greek and --turkish: files that
`python -m spacy project run all` leaves in corpus/, and `python -m spacy project run turkish benchmarks` in
benchmarks/corpus/.
Each variant trains in a process of its own, and is compared with the first, which runs on one thread with the kernels
that OpenBLAS takes for this processor: whether the artifact has the same bytes, and the share of tokens whose label
differs, after the clusters of both have been matched as well as they can be. "float64" does in double what is done in
single precision, and "float32" the other way round. "Haswell" and so on are OpenBLAS' kernels for other processors,
"plain numpy" is numpy without its code for newer ones. "named" gives the tags names by 500 labelled words, so that
scores are accuracies.

`--senses` does the same with `kpca_wsd`, on the official split of Senseval-2 and on the Russian sample as the project
divides it (`python -m spacy project run russian benchmarks` leaves the folders russian-train and russian-test in
benchmarks/corpus/): share of instances whose sense differs. There most is done in double precision, so that "float32"
is the harder test.
"""

import argparse
import hashlib
import json
import os
import sys
import warnings
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import numpy as np
import wasabi
from numpy._core._multiarray_umath import __cpu_dispatch__

from benchmarks.classes import GOLD, Cell, corpora, read, settings
from benchmarks.sense_comparison import Split
from benchmarks.wsd import occurrences, senseval2
from spacy_svd2.senses.corpora.rlwsd import read_word_files
from spacy_svd2.tagger.model.storage import model_to_artifact

KERNELS = ("Prescott", "Nehalem", "Sandybridge", "Haswell", "Zen", "SkylakeX")
VARIANTS: dict[str, dict[str, str]] = {
    "same again": {},
    "float64": {},
    "float32": {},
    "2 threads": {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"},
    **{name: {"OPENBLAS_CORETYPE": name} for name in KERNELS},
    "plain numpy": {"NPY_DISABLE_CPU_FEATURES": " ".join(__cpu_dispatch__)},
}
PRECISIONS = ("float64", "float32")
USUAL = {"tags": ["float64", "2 threads", "Haswell", "Nehalem", "plain numpy"]}
USUAL["senses"] = ["float32", *USUAL["tags"]]
RECIPES = ("default", "paper", "named")
NAMED = {"named": "default"}
LABELLED = 500


@dataclass(frozen=True)
class Outcome:
    """One training.

    labels (NDArray): int64, the label of every token, or of every instance.
    digest (str): Of the artifact's bytes; "" where it can't be written.
    kernel (str): What OpenBLAS says that it uses.
    scores (dict): Per cent.
    """

    labels: Any
    digest: str
    kernel: str
    scores: dict[str, float] = field(default_factory=dict)


class OtherPrecision:
    """numpy, whose single and double precision are the same.

    precision (str): Which of `PRECISIONS`.
    """

    def __init__(self, precision: str) -> None:
        self.float32 = self.float64 = getattr(np, precision)

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)


def main() -> None:
    arguments = parse()
    rows: list[dict[str, Any]] = []
    variants = arguments.variants or USUAL["senses" if arguments.senses else "tags"]
    if arguments.senses:
        for sample, folder in samples(arguments):
            rows += compare(sample, variants, senses, (sample, folder))
    else:
        for gold, paths in corpora(arguments):
            cells = {name: Cell(gold, paths, NAMED.get(name, name), (), gold.classes) for name in arguments.recipes}
            rows += compare(gold.name, variants, tags, (cells,))
    print("\nShare of labels that differ from the first run's:")
    summary = summarise(rows)
    print(wasabi.table([list(row.values()) for row in summary], header=list(summary[0]), divider=True))
    if arguments.output:
        arguments.output.write_text(json.dumps({"rows": rows, "summary": summary}, indent=1), "utf8")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", nargs="+", choices=[gold.name for gold in GOLD], help="default: all there are")
    parser.add_argument("--recipes", nargs="+", choices=RECIPES, default=list(RECIPES))
    parser.add_argument("--variants", nargs="+", choices=list(VARIANTS), help="default: two kernels, and all others")
    parser.add_argument("--senses", action="store_true", help="word senses instead of tags")
    parser.add_argument("--greek", type=Path, default=Path("corpus/greek.tsv"))
    parser.add_argument("--turkish", type=Path, default=Path("benchmarks/corpus/turkish.conllu"))
    parser.add_argument(
        "--russian", type=Path, default=Path("benchmarks/corpus"), help="with russian-train and russian-test"
    )
    parser.add_argument("--output", type=Path, help="write the figures to this JSON file")
    return parser.parse_args()


def samples(arguments: argparse.Namespace) -> list[tuple[str, Path]]:
    """The samples of senses that there are, and their folders."""
    corpora = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder"))
    places = {"senseval2": (corpora, "wsd/senseval2-english"), "russian": (arguments.russian, "russian-train")}
    found = [(name, folder) for name, (folder, inside) in places.items() if (folder / inside).is_dir()]
    return found or sys.exit("No samples of senses: set SPACY_SVD2_CORPORA to the folder of the corpora.")


def compare(corpus: str, variants: list[str], train: Any, given: tuple[Any, ...]) -> list[dict[str, Any]]:
    """A row a recipe for the first run and for each variant."""
    first = apart({}, train, *given, precision="")
    if first is None:
        raise SystemExit("The first run ended without a result.")
    rows = []
    for name in ["", *variants]:
        precision = name if name in PRECISIONS else ""
        found = apart(VARIANTS[name], train, *given, precision=precision) if name else first
        for recipe, base in first.items():
            row: dict[str, Any] = {"corpus": corpus, "recipe": recipe, "variant": name or "-"}
            if found is None:
                row["kernel"] = "not on this processor"
            else:
                other = found[recipe]
                differ = differing(base.labels, other.labels, match=recipe in ("default", "paper"))
                bytes_ = "" if not other.digest else "same" if other.digest == base.digest else "other"
                row |= {"kernel": other.kernel, "bytes": bytes_, "differ": differ, **other.scores}
            rows.append(row)
            show(row, header=len(rows) == 1)
    return rows


def apart(environment: dict[str, str], function: Any, *given: Any, precision: str) -> dict[str, Outcome] | None:
    """Run a function in a process with an environment of its own; None if that dies, for lack of instructions."""
    wanted = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", **environment}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            return pool.submit(function, *given, precision=precision).result()
    except BrokenProcessPool:
        return None
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def tags(cells: dict[str, Cell], *, precision: str) -> dict[str, Outcome]:
    """Train the tagger by each recipe, and label every token of its corpus."""
    sentences = read(next(iter(cells.values())))
    if precision:
        change_precision("spacy_svd2.tagger", precision)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {recipe: tag(sentences, cell, recipe in NAMED, usual=not precision) for recipe, cell in cells.items()}


def tag(sentences: list[list[tuple[str, str]]], cell: Cell, named: bool, *, usual: bool) -> Outcome:
    from spacy_svd2.shared.artifacts import artifact_to_bytes
    from spacy_svd2.tagger.counting.scan import count_bigrams
    from spacy_svd2.tagger.evaluation.metric_table import clustering_scores
    from spacy_svd2.tagger.model.model import SVD2Model

    chosen = settings(cell)
    words = [[word for word, _ in sentence] for sentence in sentences]
    model = SVD2Model.train(count_bigrams(words, boundaries=chosen.boundaries), chosen)
    types = [word.lower() for sentence in words for word in sentence]
    gold = [tag for sentence in sentences for _, tag in sentence]
    row = {word: number for number, word in enumerate(model.types)}
    rows = np.array([row[word] for word in types])
    if named:
        model = model.named(labelled(model, types, gold))
        tagger, names = model.naming.tagger, model.naming.tags
        starts = np.array([place == 0 for sentence in words for place in range(len(sentence))])
        labels = tagger.tag(rows, starts, tagger.unseen(np.zeros((0, len(names)), dtype=np.float32)))[0]
        found = {"accuracy": 100 * float(np.mean([names[n] == tag for n, tag in zip(labels, gold, strict=True)]))}
    else:
        labels = model.labels[rows]
        scores = clustering_scores(types, labels.tolist(), gold, gold)
        found = {"M-1": 100 * scores["many_to_one"], "V": 100 * scores["v_measure"]}
    digest = hashlib.sha256(artifact_to_bytes(model_to_artifact(model))).hexdigest() if usual else ""
    return Outcome(labels.astype(np.int64), digest, kernel(), found)


def labelled(model: Any, types: list[str], gold: list[str]) -> dict[str, list[str]]:
    """The most common gold tag of the most frequent types."""
    counts: dict[str, Counter[str]] = {word: Counter() for word in model.types[:LABELLED]}
    for word, tag in zip(types, gold, strict=True):
        if word in counts:
            counts[word][tag] += 1
    return {word: [count.most_common(1)[0][0]] for word, count in counts.items()}


def senses(sample: str, folder: Path, *, precision: str) -> dict[str, Outcome]:
    """Train on a sample, and answer its test."""
    from spacy_svd2.senses.model.sense_model import train_senses
    from spacy_svd2.senses.model.storage import model_to_artifact
    from spacy_svd2.shared.artifacts import artifact_to_bytes

    train, test = senseval2(folder)[0] if sample == "senseval2" else russian(folder)
    if precision:
        change_precision("spacy_svd2.senses.model", precision)
    model = train_senses(train)
    answers = [prediction.sense for prediction in model.predict(test)]
    correct = np.mean([answer in item.senses for answer, item in zip(answers, test, strict=True)])
    number = {sense: index for index, sense in enumerate(sorted({s for m in model.words.values() for s in m.senses}))}
    labels = np.array([number.get(answer, -1) for answer in answers])
    digest = "" if precision else hashlib.sha256(artifact_to_bytes(model_to_artifact(model, {}))).hexdigest()
    return {"kpca_wsd": Outcome(labels, digest, kernel(), {"accuracy": 100 * float(correct)})}


def russian(folder: Path) -> Split:
    """The Russian sample, divided as the project divides it."""
    files = [list(read_word_files(folder / f"russian-{part}")) for part in ("train", "test")]
    train, test = (occurrences((item for file in part for item in file.instances), "ru") for part in files)
    return train, test


def change_precision(package: str, precision: str) -> None:
    """Let the modules of a package compute in one precision, whichever they ask for."""
    for module in walk_packages(import_module(package).__path__, f"{package}."):
        import_module(module.name)
    for name, module in list(sys.modules.items()):
        if name.startswith(package) and hasattr(module, "np"):
            module.np = OtherPrecision(precision)  # type: ignore[attr-defined]


def kernel() -> str:
    from threadpoolctl import threadpool_info

    found = {str(library.get("architecture")) for library in threadpool_info() if library["user_api"] == "blas"}
    return ", ".join(sorted(found))


def differing(first: Any, other: Any, *, match: bool) -> float:
    """Per cent of the labels that differ; where asked for, once the numbers of `other` are matched with `first`."""
    from scipy.optimize import linear_sum_assignment

    if not match:
        return 100 * float((first != other).mean())
    table = np.zeros((first.max() + 1, other.max() + 1), dtype=np.int64)
    np.add.at(table, (first, other), 1)
    return 100 * float(1 - table[linear_sum_assignment(-table)].sum() / len(first))


def summarise(rows: list[dict[str, Any]]) -> list[dict[str, str]]:
    """A row a recipe and variant."""
    found = []
    for recipe, variant in dict.fromkeys((row["recipe"], row["variant"]) for row in rows):
        values = [row for row in rows if (row["recipe"], row["variant"]) == (recipe, variant) and "differ" in row]
        if variant == "-" or not values:
            continue
        scores = [key for key in ("M-1", "V", "accuracy") if key in values[0]]
        first = {row["corpus"]: row for row in rows if (row["recipe"], row["variant"]) == (recipe, "-")}
        change = max(abs(row[key] - first[row["corpus"]][key]) for row in values for key in scores)
        same = sum(row["bytes"] == "same" for row in values)
        found.append(
            {
                "recipe": recipe,
                "variant": variant,
                "same bytes": f"{same} of {len(values)}" if any(row["bytes"] for row in values) else "",
                "greatest": f"{max(row['differ'] for row in values):.2f} %",
                "mean": f"{np.mean([row['differ'] for row in values]):.2f} %",
                "greatest change of a score": f"{change:.2f}",
            }
        )
    return found


def show(row: dict[str, Any], *, header: bool) -> None:
    widths = {"corpus": 16, "recipe": 9, "variant": 12, "kernel": 22, "bytes": 6}
    if header:
        print()
    parts = [f"{row.get(name, ''):{width}}" for name, width in widths.items()]
    numbers = [f"{name} {row[name]:6.2f}" for name in ("differ", "M-1", "V", "accuracy") if name in row]
    print(" ".join([*parts, *numbers]), flush=True)


if __name__ == "__main__":
    main()
