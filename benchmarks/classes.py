"""Compare recipes for word classes over corpora and numbers of classes, so that a default is decided by measurement.

    python -m benchmarks.classes                              # every corpus, recipes default, sqrt-cca and paper
    python -m benchmarks.classes --corpora brown --classes 45 500
    python -m benchmarks.classes --set refine.power=0.7       # and the default with a setting changed
    python -m benchmarks.classes --stability                  # tie order, 5 % of sentences left out, threads

Corpora are read from the folder that SPACY_SVD2_CORPORA names; Greek and Turkish from --greek and --turkish, files that
`python -m spacy project run greek` leaves in corpus/ and `python -m spacy project run turkish benchmarks` in
benchmarks/corpus/. Every figure is measured in a process of its own: CPU seconds from counts to clusters, peak memory
of the whole process. What was tried stands in classes_notes.md.
"""

import argparse
import json
import multiprocessing
import os
import random
import resource
import time
import warnings
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import wasabi

Sentences = list[list[tuple[str, str]]]
RECIPES = ("default", "sqrt-cca", "paper")
VARIANTS = ("ties", "dropped", "threads")


@dataclass(frozen=True)
class Gold:
    """A corpus with gold tags: its files below the corpora's folder, the tag column, the classes to ask for."""

    name: str
    pattern: str
    column: int | str | None
    classes: int


GOLD = [
    Gold("brown", "pos/brown.tsv.gz", 2, 45),
    Gold("brown-universal", "pos/brown.tsv.gz", 3, 45),
    Gold("ptb", "pos/ptb_sample.tsv.gz", 2, 45),
    Gold("welsh", "ud/cy_ccg*", None, 17),
    Gold("maltese", "ud/mt_mudt*", None, 17),
    Gold("wolof", "ud/wo_wtb*", None, 17),
    Gold("uyghur", "ud/ug_udt*", None, 17),
    Gold("greek", "", 2, 11),
    Gold("turkish", "", None, 14),
]


@dataclass(frozen=True)
class Cell:
    """One training to measure."""

    gold: Gold
    paths: tuple[str, ...]
    recipe: str
    changes: tuple[str, ...]
    classes: int
    variant: str = ""
    seed: int = 0


def main() -> None:
    arguments = parse()
    cells = [
        Cell(gold, paths, recipe, tuple(arguments.set) if recipe == "changed" else (), classes)
        for gold, paths in corpora(arguments)
        for recipe in [*arguments.recipes, *(["changed"] if arguments.set else [])]
        for classes in arguments.classes or [gold.classes]
    ]
    results = []
    for cell in cells:
        result = run(cell)
        if arguments.stability:
            result.update(stability(cell))
        results.append(result)
        show(results[-1:], header=len(results) == 1)
    means = [mean(results, recipe) for recipe in dict.fromkeys(result["recipe"] for result in results)]
    show(means, header=False)
    if arguments.output:
        arguments.output.write_text(json.dumps({"results": results, "means": means}, indent=1), "utf8")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", nargs="+", choices=[gold.name for gold in GOLD], help="default: all there are")
    parser.add_argument("--recipes", nargs="*", choices=RECIPES, default=list(RECIPES))
    parser.add_argument("--classes", nargs="+", type=int, help="default: as many as gold tags, or 45")
    parser.add_argument("--set", nargs="+", default=[], metavar="NAME=VALUE", help="add a recipe: default, but ...")
    parser.add_argument("--stability", action="store_true", help="also measure how labels vary (slower)")
    parser.add_argument("--greek", type=Path, default=Path("corpus/greek.tsv"))
    parser.add_argument("--turkish", type=Path, default=Path("benchmarks/corpus/turkish.conllu"))
    parser.add_argument("--output", type=Path, help="write the figures to this JSON file")
    return parser.parse_args()


def corpora(arguments: argparse.Namespace) -> list[tuple[Gold, tuple[str, ...]]]:
    folder = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder"))
    found = []
    for gold in GOLD:
        own = getattr(arguments, gold.name, None)
        paths = ([own] if own.is_file() else []) if own else sorted(folder.glob(gold.pattern))
        if paths and (not arguments.corpora or gold.name in arguments.corpora):
            found.append((gold, tuple(map(str, paths))))
    if not found:
        raise SystemExit("No corpora: set SPACY_SVD2_CORPORA to their folder.")
    return found


def run(cell: Cell, *, threads: int = 1) -> dict[str, Any]:
    """Measure one training in a process of its own."""
    os.environ["OPENBLAS_NUM_THREADS"] = str(threads)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(measure, (cell,))


def measure(cell: Cell) -> dict[str, Any]:
    from spacy_svd2.tagger.evaluation.metric_table import clustering_scores

    labels, types, tags, seconds = train(cell)
    scores = clustering_scores(types, labels, tags, tags)
    return {
        "corpus": cell.gold.name,
        "recipe": " ".join(cell.changes) or cell.recipe,
        "classes": cell.classes,
        **{key: scores[key] for key in ("many_to_one", "one_to_one", "v_measure", "vi", "n_clusters")},
        "cpu_seconds": seconds,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def train(cell: Cell) -> tuple[list[int], list[str], list[str], float]:
    """RETURNS (tuple): The cluster, type and gold tag of every token, and the CPU seconds from tokens to clusters."""
    from spacy_svd2.tagger.counting.scan import count_bigrams
    from spacy_svd2.tagger.model.model import SVD2Model

    sentences = read(cell)
    words = [[word for word, _ in sentence] for sentence in sentences]
    kept = words
    if cell.variant == "dropped":
        chance = random.Random(cell.seed)
        kept = [sentence for sentence in words if chance.random() >= 0.05]
    if cell.variant == "ties":  # the order of first occurrence decides ties: another order of sentences, other ties
        kept = random.Random(cell.seed).sample(words, len(words))
    begin = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = SVD2Model.train(count_bigrams(kept, boundaries=settings(cell).boundaries), settings(cell))
    seconds = time.process_time() - begin
    label = dict(zip(model.types, model.labels.tolist(), strict=True))
    types = [word.lower() for sentence in words for word in sentence]
    return [label.get(word, -1) for word in types], types, [tag for s in sentences for _, tag in s], seconds


def read(cell: Cell) -> Sentences:
    import spacy

    from spacy_svd2.corpora.corpus import make_corpus

    nlp = spacy.blank("xx")
    docs = make_corpus(list(cell.paths), column=cell.gold.column).docs(nlp)
    return [[(token.text, token.tag_) for token in doc] for doc in docs]


def settings(cell: Cell) -> Any:
    from spacy_svd2.tagger.settings import RECIPES as SETTINGS
    from spacy_svd2.tagger.settings import Settings

    if cell.recipe == "sqrt-cca":
        return Settings(n_tags=cell.classes, r1=100, k1=500, r2=300, n_passes=2, min_count=1, max_iter=100, refine=None)
    values = replace(SETTINGS["paper" if cell.recipe == "paper" else "default"], n_tags=cell.classes).to_dict()
    for change in cell.changes:
        name, value = change.split("=", 1)
        section, _, key = name.rpartition(".")
        (values[section] if section else values)[key or name] = json.loads(value)
    return Settings.from_dict(values)


def stability(cell: Cell) -> dict[str, float]:
    """Adjusted Rand index of the token labels against the first run's, after a change that should not matter."""
    from sklearn.metrics import adjusted_rand_score

    base = labels_of(cell)
    found = {}
    for variant in VARIANTS:
        threads = 2 if variant == "threads" else 1
        others = [labels_of(replace(cell, variant=variant, seed=seed), threads=threads) for seed in range(2)]
        pairs = [(base[other >= 0], other[other >= 0]) for other in others]
        found[f"ari_{variant}"] = float(np.mean([adjusted_rand_score(*pair) for pair in pairs]))
    return found


def labels_of(cell: Cell, *, threads: int = 1) -> np.ndarray:
    os.environ["OPENBLAS_NUM_THREADS"] = str(threads)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return np.array(pool.apply(train, (cell,))[0])


def mean(results: list[dict[str, Any]], recipe: str) -> dict[str, Any]:
    rows = [row for row in results if row["recipe"] == recipe and row["corpus"] != "brown-universal"]
    averages = {key: float(np.mean([row[key] for row in rows])) for key in rows[0] if key not in ("corpus", "recipe")}
    return {"corpus": "mean", "recipe": recipe, **averages}


def show(rows: list[dict[str, Any]], *, header: bool) -> None:
    forms = {"cpu_seconds": "{:.1f}", "peak_mb": "{:.0f}", "vi": "{:.2f}", "classes": "{:.0f}", "n_clusters": "{:.0f}"}
    lines = [
        [
            forms.get(key, "{:.1%}").format(value) if isinstance(value, int | float) else value
            for key, value in row.items()
        ]
        for row in rows
    ]
    widths = [18, 24] + [11] * (len(lines[0]) - 2)
    aligns = ["l", "l"] + ["r"] * (len(lines[0]) - 2)
    names = list(rows[0]) if header else None
    print(wasabi.table(lines, header=names, widths=widths, aligns=aligns).strip("\n"), flush=True)


if __name__ == "__main__":
    main()
