"""What 50 to 500 labelled words are worth in each language at hand, against annotated text.

    python -m benchmarks.languages                                   # test files, three samples of each raw text
    python -m benchmarks.languages --held dev --languages zul swa    # choose settings here: test files stay unseen
    python -m benchmarks.languages --held dev --seeds 1 --labels 200 --set suggest.FIRST=50

The raw text is the words of the train and dev files, and a suggested word gets its most common tag there (`hour`, which
reads the same corpora). Seed 0 learns from all of it, each further seed from another 95 % of the sentences: the spread
is the noise. With --held dev a seed holds out another fifth of train and dev. Two references learn from annotated text:
"common" knows the most common tag of every word of all of it, "annotated" is a classifier of tokens (the word, its
affixes, its neighbours) that was shown as many tokens as words were labelled.
"""

import argparse
import json
import os
import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import wasabi

from benchmarks.hour import Sentence, Task, common_tags, corpus_file, learn, read, score, set_constant, suggested
from benchmarks.token_baselines import accuracy, classifier, first_tokens, most_common_tags
from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.induction.clustering_levels import build_clusterings

FILES = ("cy_ccg", "mt_mudt", "wo_wtb", "ug_udt", "fr_sequoia", "ga_idt", "zul", "swa")
LANGUAGES = (*FILES, "greek", "turkish", "english")
ENGLISH_EVERY = 16  # of Brown's sentences one: as much text as the others have
FOLDS = 5
DROPPED = 0.05
S = TypeVar("S")


def main() -> None:
    arguments = parse()
    for change in arguments.set:
        set_constant(change)
    results: list[dict[str, Any]] = []
    for name in arguments.languages:
        rows = [row for seed in range(arguments.seeds) for row in measure(arguments, name, seed)]
        results += rows
        show(summary(rows), header=len(results) == len(rows))
    if not results:
        raise SystemExit("No corpora: set SPACY_SVD2_CORPORA to their folder.")
    show(summary([{**row, "language": "mean"} for row in results]), header=False)
    if arguments.output:
        content = {"held": arguments.held, "settings": arguments.set, "results": results}
        arguments.output.write_text(json.dumps(content, indent=1), "utf8")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--labels", nargs="+", type=int, default=[50, 100, 200, 500], help="numbers of labelled words")
    parser.add_argument("--held", choices=["dev", "test"], default="test", help="which part to tag")
    parser.add_argument("--seeds", type=int, default=3, help=f"samples of the raw text; at most {FOLDS} with dev")
    parser.add_argument("--set", nargs="+", default=[], metavar="MODULE.NAME=VALUE", help="as in benchmarks.hour")
    parser.add_argument("--greek", type=Path, default=Path("corpus/greek.tsv"))
    parser.add_argument("--turkish", type=Path, default=Path("benchmarks/corpus/turkish.conllu"))
    parser.add_argument("--output", type=Path, help="write the figures to this JSON file")
    return parser.parse_args()


def measure(arguments: argparse.Namespace, name: str, seed: int) -> Iterator[dict[str, Any]]:
    """One row for each number of labels; none if the language's files are not at hand."""
    task = make_task(arguments, name, seed)
    if task is None:
        return
    counts = count_bigrams([[word for word, _ in sentence] for sentence in task.gold]).by_frequency()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        clusterings = build_clusterings(counts)
        tags, common, _ = common_tags(task, counts)
        words = np.array(suggested(counts, clusterings, common, max(arguments.labels)))
        known = accuracy(most_common_tags(task.gold, task.held), task.held)
        for n in arguments.labels:
            targets = np.eye(len(tags), dtype=np.float32)[common[words[:n]]]
            model = learn(counts, clusterings, words[:n], targets, "light")
            found = score(model, counts, task, tags, "light")
            figures = {key: float(found[key]) for key in ("accuracy", "seen", "unseen", "share_unseen")}
            references = {"common": known, "annotated": by_annotated_tokens(task, n, seed)}
            yield {"language": name, "seed": seed, "labels": n, **figures, **references}


def make_task(arguments: argparse.Namespace, name: str, seed: int) -> Task | None:
    """Of one language: text to learn from, and text to tag."""
    learned, test = sentences_of(arguments, name)
    kept, held = divide(learned, test, arguments.held, seed)
    return Task(name, kept, [], held) if learned else None


def divide(learned: list[S], test: list[S], held: str, seed: int) -> tuple[list[S], list[S]]:
    """Sentences to learn from and to tag: the test file, or a fold of the others."""
    if held == "dev":
        return [one for i, one in enumerate(learned) if i % FOLDS != seed], learned[seed::FOLDS]
    return sample(learned, seed), test


def sample(sentences: list[S], seed: int) -> list[S]:
    """All sentences for seed 0, and most of them for each other."""
    chance = random.Random(seed)
    return [one for one in sentences if not seed or chance.random() >= DROPPED]


def sentences_of(arguments: Any, name: str) -> tuple[list[Sentence], list[Sentence]]:
    """Train and dev, and test; one sentence in ten is test where there is but one file."""
    folder = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder"))
    if name in FILES:
        files = [corpus_file(folder, name, part) for part in ("train", "dev", "test")]
        train, dev, test = (read(path) if path.is_file() else [] for path in files)
        return train + dev, test
    paths = {"greek": arguments.greek, "turkish": arguments.turkish, "english": folder / "pos" / "brown.tsv.gz"}
    if not paths[name].is_file():
        return [], []
    sentences = read_english(paths[name]) if name == "english" else read(paths[name])
    return [s for i, s in enumerate(sentences) if i % 10 != 9], sentences[9::10]


def read_english(path: Path) -> list[Sentence]:
    import spacy

    docs = make_corpus(str(path), column=3).docs(spacy.blank("xx"))  # type: ignore[arg-type]
    return [[(token.text, token.tag_) for token in doc] for i, doc in enumerate(docs) if not i % ENGLISH_EVERY]


def by_annotated_tokens(task: Task, n: int, seed: int) -> float:
    """Accuracy of a classifier of tokens, after the first `n` tokens of sentences in random order."""
    sentences = random.Random(seed).sample(task.gold, len(task.gold))
    return accuracy(classifier(first_tokens(sentences, n), task.held), task.held)


def summary(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Means over the seeds, and the standard deviation of accuracy over them."""
    found = []
    for n in sorted({row["labels"] for row in rows}):
        some = [row for row in rows if row["labels"] == n]
        keys = ("accuracy", "seen", "unseen", "share_unseen", "common", "annotated")
        by_seed = [np.mean([r["accuracy"] for r in some if r["seed"] == seed]) for seed in {r["seed"] for r in some}]
        means = {key: float(np.nanmean([row[key] for row in some])) for key in keys}
        noise = float(np.std(by_seed, ddof=1)) if len(by_seed) > 1 else 0.0
        found.append({"language": some[0]["language"], "labels": n, **means, "noise": noise})
    return found


def show(rows: list[dict[str, Any]], *, header: bool) -> None:
    if not rows:
        return
    lines = [
        [str(value) if key in ("language", "labels") else f"{100 * value:.2f}" for key, value in row.items()]
        for row in rows
    ]
    widths = [10, 6] + [12] * (len(lines[0]) - 2)
    table = wasabi.table(lines, header=list(rows[0]) if header else None, widths=widths, aligns=["l"] + ["r"] * 8)
    print(table.strip("\n"), flush=True)


if __name__ == "__main__":
    main()
