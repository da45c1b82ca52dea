"""A linguist's hour, simulated: label a few words of a corpus, tag text that was not in it.

    python -m benchmarks.hour                               # every language, 200 and 500 labels, test files
    python -m benchmarks.hour --held dev --labels 50 100 200 500 1000 --output hour.json
    python -m benchmarks.hour --languages fr_sequoia ga_idt zul swa
    python -m benchmarks.hour --methods light --several 0.3     # ambiguous words are given several tags
    python -m benchmarks.hour --set tag_model.WEIGHT=0.7 propagation.ROUNDS=0 type_features.SMOOTHED=1

The corpus is the words of the train file, with the dev file's where the test file is held out, and raw text where
there is any. A suggested word is given its most common gold tag there; words that only the raw text has are not
suggested. Corpora are read from the folder that SPACY_SVD2_CORPORA names; Greek and Turkish from --greek and
--turkish, files that `python -m spacy project run greek` leaves in corpus/ and `python -m spacy project run turkish
benchmarks` in benchmarks/corpus/: of these, one sentence in ten is held out as dev, another as test. Choose settings on
dev, never on test.
"""

import argparse
import json
import os
import time
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import spacy
import wasabi

from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.tagger.counting.counts import BigramCounts
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.forms import form_classifier
from spacy_svd2.tagger.forms.shapes import word_kinds
from spacy_svd2.tagger.induction.clustering_levels import Clusterings, build_clusterings
from spacy_svd2.tagger.labelling import suggest
from spacy_svd2.tagger.naming import propagation, tag_model, type_features
from spacy_svd2.tagger.naming.tag_model import TagModel

Sentence = list[tuple[str, str]]
TREEBANKS = ("cy_ccg", "mt_mudt", "wo_wtb", "ug_udt")
OTHERS = ("greek", "turkish")
UNSEEN = ("fr_sequoia", "ga_idt", "zul", "swa")  # chosen on with folds of train and dev only (`languages`)
METHODS = ("prototype", "type", "light")
MODULES = {
    "form_classifier": form_classifier,
    "propagation": propagation,
    "suggest": suggest,
    "tag_model": tag_model,
    "type_features": type_features,
}
"""Whose constants can be changed for an experiment."""


@dataclass(frozen=True)
class Task:
    """One language: what may be learned from, and the text to tag."""

    name: str
    gold: list[Sentence]
    raw: list[list[str]]
    held: list[Sentence]


def main() -> None:
    arguments = parse()
    for change in arguments.set:
        set_constant(change)
    results = []
    for task in tasks(arguments):
        for row in measure(task, arguments.labels, arguments.methods, several=arguments.several):
            results.append({"held": arguments.held, **row})
            show([results[-1]], header=len(results) == 1)
    if not results:
        raise SystemExit("No corpora: set SPACY_SVD2_CORPORA to their folder.")
    means = averages(results)
    show(means, header=False)
    if arguments.output:
        content = {"settings": arguments.set, "results": results, "means": means}
        arguments.output.write_text(json.dumps(content, indent=1), "utf8")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", nargs="+", choices=[*TREEBANKS, *OTHERS, *UNSEEN], default=[*TREEBANKS, *OTHERS])
    parser.add_argument("--labels", nargs="+", type=int, default=[200, 500], help="numbers of labelled words")
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=METHODS)
    parser.add_argument(
        "--several", type=float, default=1.0, help="a label names all tags that are this share of a word's tokens"
    )
    parser.add_argument("--held", choices=["dev", "test"], default="test", help="which part to tag")
    parser.add_argument("--no-raw", action="store_true", help="leave the raw text out")
    parser.add_argument("--set", nargs="+", default=[], metavar="MODULE.NAME=VALUE", help=", ".join(MODULES))
    parser.add_argument("--greek", type=Path, default=Path("corpus/greek.tsv"))
    parser.add_argument("--turkish", type=Path, default=Path("benchmarks/corpus/turkish.conllu"))
    parser.add_argument("--output", type=Path, help="write the figures to this JSON file")
    return parser.parse_args()


def set_constant(change: str) -> None:
    """Change a constant of a module, for an experiment: "tag_model.WEIGHT=0.7"."""
    name, value = change.split("=", 1)
    module, _, constant = name.partition(".")
    if module not in MODULES or not constant.isupper() or not hasattr(MODULES[module], constant):
        raise SystemExit(f"There is no constant {name}; modules are {', '.join(MODULES)}.")
    setattr(MODULES[module], constant, json.loads(value))


def tasks(arguments: argparse.Namespace) -> Iterator[Task]:
    folder = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder"))
    for name in arguments.languages:
        if name in OTHERS:
            path = getattr(arguments, name)
            if path.is_file():
                yield split(name, read(path), arguments.held)
            continue
        files = {part: corpus_file(folder, name, part) for part in ("train", "dev", "test")}
        parts = ["train"] if arguments.held == "dev" else ["train", "dev"]
        gold = [sentence for part in parts if files[part].is_file() for sentence in read(files[part])]
        if not gold:
            continue
        text = folder / "raw" / f"{name[:2]}.txt.gz"
        raw = (
            list(make_corpus(str(text)).sentences(spacy.blank("xx"))) if text.is_file() and not arguments.no_raw else []
        )
        yield Task(name, gold, raw, read(files[arguments.held]))


def corpus_file(folder: Path, name: str, part: str) -> Path:
    """A part of a treebank of Universal Dependencies, or of a table of words and tags. Irish has no train file here."""
    table = folder / "pos" / f"{name}-{part}.tsv.gz"
    return table if table.is_file() else folder / "ud" / f"{name}-ud-{part}.conllu.gz"


def split(name: str, sentences: list[Sentence], held: str) -> Task:
    parts = {"dev": sentences[4::10], "test": sentences[9::10]}
    kept = [sentence for number, sentence in enumerate(sentences) if number % 10 not in (4, 9)]
    return Task(name, kept + (parts["dev"] if held == "test" else []), [], parts[held])


def read(path: Path) -> list[Sentence]:
    docs = make_corpus(str(path)).docs(spacy.blank("xx"))
    return [[(token.text, token.tag_) for token in doc] for doc in docs]


def measure(
    task: Task, sizes: list[int], methods: Sequence[str] = METHODS, *, several: float = 1.0
) -> Iterator[dict[str, Any]]:
    """One row for each number of labels and method."""
    words = [[word for word, _ in sentence] for sentence in task.gold]
    counts = count_bigrams([*words, *task.raw]).by_frequency()
    begin = time.process_time()
    clusterings = build_clusterings(counts)
    built = time.process_time() - begin
    tags, common, shares = common_tags(task, counts)
    words = np.array(suggested(counts, clusterings, common, max(sizes)))
    for n in sizes:
        rows = words[:n]
        given = (shares[rows] >= several) | np.eye(len(tags), dtype=bool)[common[rows]]
        targets = (given / given.sum(axis=1, keepdims=True)).astype(np.float32)
        for method in methods:
            begin = time.process_time()
            model = learn(counts, clusterings, rows, targets, method)
            seconds = {"clusterings_seconds": built, "naming_seconds": time.process_time() - begin}
            labels = {"language": task.name, "labels": len(rows), "method": method}
            yield {**labels, **score(model, counts, task, tags, method), **seconds}


def suggested(counts: BigramCounts, clusterings: Clusterings, common: np.ndarray, n: int) -> list[int]:
    """The words to label, of those that have a gold tag."""
    eligible, kinds = suggest.askable(counts.types) & (common >= 0), word_kinds(counts.types)
    return list(suggest.choose_words(clusterings.levels, counts.counts, n, eligible=eligible, kinds=kinds))


def common_tags(task: Task, counts: BigramCounts) -> tuple[list[str], np.ndarray, np.ndarray]:
    """The tags of the corpus; for each type the number of its most common one, -1 without gold; all tags' shares."""
    seen = Counter((word.lower(), tag) for sentence in task.gold for word, tag in sentence)
    tags = sorted({tag for _, tag in seen})
    number = {tag: i for i, tag in enumerate(tags)}
    best: dict[str, str] = {}
    for (word, tag), _ in sorted(seen.items(), key=lambda item: (item[1], item[0])):
        best[word] = tag
    row = {word: i for i, word in enumerate(counts.types)}
    shares = np.zeros((len(row), len(tags)), dtype=np.float32)
    for (word, tag), tokens in seen.items():
        shares[row[word], number[tag]] = tokens
    shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1)
    return tags, np.array([number[best[word]] if word in best else -1 for word in counts.types]), shares


def learn(
    counts: BigramCounts, clusterings: Clusterings, rows: np.ndarray, targets: np.ndarray, method: str
) -> TagModel:
    if method == "prototype":
        finest = [labels for labels in clusterings.levels if labels.max() < len(rows)] or clusterings.levels[:1]
        probabilities = propagation.prototype(finest[-1], counts.counts, rows, targets)
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            features = type_features.type_features(counts, clusterings)
            probabilities = propagation.propagate(features, counts, rows, targets)
    return TagModel.fit(counts, clusterings.context_labels, probabilities)


def score(model: TagModel, counts: BigramCounts, task: Task, tags: list[str], method: str) -> dict[str, float]:
    row = {word: i for i, word in enumerate(counts.types)}
    tokens = [(word, i) for sentence in task.held for i, (word, _) in enumerate(sentence)]
    gold = np.array([tags.index(tag) if tag in tags else -1 for sentence in task.held for _, tag in sentence])
    rows = np.array([row.get(word.lower(), -1) for word, _ in tokens])
    new = [(word.lower(), word if i else word.lower()) for (word, i), at in zip(tokens, rows, strict=True) if at < 0]
    begin = time.process_time()
    unseen = model.by_form([type_ for type_, _ in new], [text for _, text in new])
    if method == "light":
        starts = np.array([i == 0 for _, i in tokens])
        found, sure = model.tag(rows, starts, model.unseen(unseen), confidence=True)
    else:
        own = model.probabilities[rows]
        own[rows < 0] = unseen
        found, sure = own.argmax(axis=1), own.max(axis=1)
    seconds = time.process_time() - begin
    right, known = found == gold, rows >= 0
    common = np.bincount(gold[~known & (gold >= 0)]).max(initial=0) / max((~known).sum(), 1)
    return {
        "accuracy": right.mean(),
        "seen": right[known].mean(),
        "unseen": right[~known].mean(),
        "most_common": common,
        "share_unseen": 1 - known.mean(),
        "calibration": calibration(sure, right),
        "microseconds": 1e6 * seconds / len(rows),
    }


def calibration(sure: np.ndarray, right: np.ndarray) -> float:
    """Expected calibration error in ten bins of equal width."""
    bins = np.minimum((10 * sure).astype(int), 9)
    totals = [np.bincount(bins, weights=values, minlength=10) for values in (sure, right)]
    return float(np.abs(totals[0] - totals[1]).sum() / len(right))


def averages(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    means = []
    for labels, method in sorted({(row["labels"], row["method"]) for row in results}):
        rows = [row for row in results if (row["labels"], row["method"]) == (labels, method)]
        figures = {
            key: float(np.mean([row[key] for row in rows])) for key in rows[0] if isinstance(rows[0][key], float)
        }
        means.append({"held": rows[0]["held"], "language": "mean", "labels": labels, "method": method, **figures})
    return means


def show(rows: list[dict[str, Any]], *, header: bool) -> None:
    forms = {"labels": "{}", "clusterings_seconds": "{:.1f}", "naming_seconds": "{:.1f}", "microseconds": "{:.2f}"}
    lines = [
        [value if isinstance(value, str) else forms.get(key, "{:.1%}").format(value) for key, value in row.items()]
        for row in rows
    ]
    widths = [5, 10, 7, 10] + [12] * (len(lines[0]) - 4)
    aligns = ["l", "l", "r", "l"] + ["r"] * (len(lines[0]) - 4)
    print(
        wasabi.table(lines, header=list(rows[0]) if header else None, widths=widths, aligns=aligns).strip("\n"),
        flush=True,
    )


if __name__ == "__main__":
    main()
