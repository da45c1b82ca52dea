"""Accuracy of word sense disambiguation on Senseval-2 English, line, hard and RL-WSD.

    python -m benchmarks.wsd                                    # Senseval-2, hard and line, four baselines
    python -m benchmarks.wsd --samples rlwsd --rlwsd FOLDER --baselines naive_bayes svm --output scores.json

Senseval-2: the official split. The others: 5 stratified folds, shuffled, seed 0. RL-WSD: the word files in text form
with 60 or more agreed contexts and more than one sense. Senseval-2, hard and line are read from the folder that
SPACY_SVD2_CORPORA names. "unlabelled" adds the test contexts, without labels, to the raw text that descriptors are
learned from. Defaults were chosen on the training part of Senseval-2 and on the words of RL-WSD that are not in this
test (its JSON files); that "idf" is a candidate comes from line and hard. `compare_senses` compares the same methods on
a corpus of your own.
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import spacy

from benchmarks.sense_baselines import BASELINES, fit_baseline, most_frequent_senses
from benchmarks.sense_comparison import Split, make_folds, places_by_word
from spacy_svd2.senses.corpora.instance import Instance
from spacy_svd2.senses.corpora.rlwsd import read_word_files
from spacy_svd2.senses.corpora.senseval import read_sensemap, read_senseval
from spacy_svd2.senses.evaluation.scoring import bootstrap_interval, score_senses
from spacy_svd2.senses.model.contexts import Context
from spacy_svd2.senses.model.sense_model import Occurrence, SenseModel, train_senses
from spacy_svd2.senses.model.settings import ModelSettings
from spacy_svd2.senses.model.storage import load_model, model_to_artifact
from spacy_svd2.senses.model.word_model import Examples
from spacy_svd2.shared.artifacts import write_artifact

SAMPLES = ("senseval2", "hard", "line", "rlwsd")


def occurrences(instances: Iterable[Instance], language: str) -> list[Occurrence]:
    """Tokenise with the language's blank pipeline, as the component's users would; white space is left out."""
    tokenizer = spacy.blank(language).tokenizer
    found = []
    for item in instances:
        if item.tokens:
            context = Context(item.tokens, tags=item.tags, sentence_starts=item.sentence_starts)
            found.append(Occurrence(item.word, context, *item.span, item.senses))
            continue
        low, high = item.target_span
        tokens = [token for token in tokenizer(item.text) if not token.is_space]
        inside = [n for n, token in enumerate(tokens) if token.idx < high and token.idx + len(token) > low]
        context = Context([token.text for token in tokens])
        found.append(Occurrence(item.word, context, inside[0], inside[-1] + 1, item.senses))
    return found


def senseval2(corpora: Path) -> list[Split]:
    folder = corpora / "wsd/senseval2-english"
    parts = [list(read_senseval(folder / f"{part}.xml.gz", key=folder / f"{part}.key")) for part in ("train", "test")]
    return [(occurrences(parts[0], "en"), occurrences(parts[1], "en"))]


def nltk_sample(corpora: Path, name: str) -> list[Split]:
    return make_folds(occurrences(read_senseval(corpora / f"wsd/nltk-senseval/{name}.pos.gz"), "en"))


def rlwsd(folder: Path) -> list[Split]:
    files = [file for file in read_word_files(folder) if (folder / f"{file.word}.txt").is_file()]
    instances = [
        item
        for file in files
        if len(file.instances) >= 60 and len({item.senses for item in file.instances}) > 1
        for item in file.instances
    ]
    return make_folds(occurrences(instances, "ru"))


def run_default(splits: Sequence[Split], *, unlabelled: bool = False, **options: Any) -> dict[str, Any]:
    """Train and answer every split; the last model is returned with the figures."""
    correct: list[bool] = []
    fit = predict = 0.0
    for train, test in splits:
        start = time.process_time()
        model = train_senses(train, unlabelled=test if unlabelled else (), **options)
        middle = time.process_time()
        answers = model.predict(test)
        fit, predict = fit + middle - start, predict + time.process_time() - middle
        correct += [found.sense in item.senses for found, item in zip(answers, test, strict=True)]
    return {**figures(correct, fit, predict), "model": model}


def run_baseline(name: Any, splits: Sequence[Split]) -> dict[str, Any]:
    correct: list[bool] = []
    spent = 0.0
    shell = train_senses(splits[0][0][:1], candidates=[ModelSettings()], latent_width=0)
    for train, test in splits:
        codes, asked = shell.describe(train)[0], shell.describe(test)[0]
        start = time.process_time()
        known = places_by_word(train)
        for word, queries in places_by_word(test).items():
            examples = Examples([codes[n] for n in known[word]], [train[n].senses for n in known[word]])
            answers = fit_baseline(name, examples)([asked[n] for n in queries])
            correct += [answer in test[n].senses for answer, n in zip(answers, queries, strict=True)]
        spent += time.process_time() - start
    return figures(correct, spent, 0.0)


def figures(correct: Sequence[bool], fit: float, predict: float) -> dict[str, Any]:
    rate = len(correct) / predict if predict else None
    low, high = bootstrap_interval(correct)
    accuracy = float(np.mean(correct))
    return {"accuracy": accuracy, "interval": [low, high], "n": len(correct), "fit_s": fit, "per_second": rate}


def extras(splits: Sequence[Split], model: SenseModel, corpora: Path, folder: Path) -> dict[str, Any]:
    """Baselines, coarse accuracy, and what the artifact costs, for Senseval-2."""
    train, test = splits[0]
    words, gold = [item.word for item in test], [item.senses for item in test]
    known = [item.word for item in train], [item.senses for item in train]
    result: dict[str, Any] = {}
    for name, options in (("all", {}), ("first", {"first_only": True, "ignored": ("U", "P")})):
        frequent = most_frequent_senses(*known, **options)
        result[f"mfs_{name}"] = score_senses(words, gold, [frequent[word] for word in words]).total.accuracy
    coarse = read_sensemap(corpora / "wsd/senseval2-english/sensemap")
    answers = [found.sense for found in model.predict(test)]
    result["coarse"] = score_senses(words, gold, answers, sense_map=coarse).total.accuracy
    path = folder / "wsd-benchmark.npz"
    write_artifact(path, model_to_artifact(model))
    start = time.process_time()
    load_model(path)
    result |= {"artifact_mb": path.stat().st_size / 1e6, "load_s": time.process_time() - start}
    path.unlink()
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", nargs="+", choices=SAMPLES, default=SAMPLES, help="rlwsd with --rlwsd only")
    parser.add_argument("--baselines", nargs="*", choices=BASELINES, default=BASELINES[:4])
    parser.add_argument("--rlwsd", type=Path, help="the folder rl_wsd_labeled of the unpacked sample")
    parser.add_argument("--output", type=Path, help="write the figures to this JSON file")
    chosen = parser.parse_args()
    corpora = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder"))
    samples = [name for name in chosen.samples if name != "rlwsd" or chosen.rlwsd]
    if not samples or (samples != ["rlwsd"] and not (corpora / "wsd").is_dir()):
        raise SystemExit("No corpora: set SPACY_SVD2_CORPORA to their folder (rlwsd alone: --rlwsd FOLDER).")
    readers: dict[str, Callable[[], list[Split]]] = {
        "senseval2": lambda: senseval2(corpora),
        "hard": lambda: nltk_sample(corpora, "hard"),
        "line": lambda: nltk_sample(corpora, "line"),
        "rlwsd": lambda: rlwsd(chosen.rlwsd),
    }
    results = {name: measure(name, readers[name](), chosen.baselines, corpora) for name in samples}
    if chosen.output:
        chosen.output.write_text(json.dumps(results, indent=1), encoding="utf8")


def measure(sample: str, splits: list[Split], baselines: Sequence[str], corpora: Path) -> dict[str, Any]:
    table: dict[str, Any] = {}

    def add(name: str, row: dict[str, Any]) -> None:
        model = row.pop("model", None)
        table[name] = row
        low, high = row["interval"]
        speed = f"{row['per_second']:8.0f}/s" if row["per_second"] else ""
        print(f"{sample:10} {name:18} {row['accuracy']:.2%}  [{low:.2%}, {high:.2%}]  {row['fit_s']:6.1f} s {speed}")
        if model is not None and sample == "senseval2" and name == "default":
            table["extras"] = extras(splits, model, corpora, Path.cwd())
            print(f"{sample:10} {table['extras']}")

    add("fixed settings", run_default(splits, candidates=[ModelSettings()]))
    add("default", run_default(splits))
    add("unlabelled", run_default(splits, unlabelled=True))
    add("no descriptors", run_default(splits, latent_width=0))
    for baseline in baselines:
        add(baseline, run_baseline(baseline, splits))
    return table


if __name__ == "__main__":
    main()
