"""Word senses from a few examples of each sense: accuracy with its interval, and calibration.

    python -m benchmarks.senses_few                                   # Senseval-2, hard, line; 3, 5, 10, 20
    python -m benchmarks.senses_few --samples line --examples 3 50 --draws 3 --output few.json

The examples are drawn at random from the training part, up to so many of each sense of each word; the test part is that
of `benchmarks.wsd` (of samples in folds: the first). "raw text" has the other training contexts without their labels.
"""

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.sense_comparison import Split, compare_methods, places_by_word
from benchmarks.wsd import SAMPLES, nltk_sample, rlwsd, senseval2
from spacy_svd2.senses.evaluation.scoring import bootstrap_interval
from spacy_svd2.senses.model.sense_model import Occurrence, Prediction, train_senses

RIVALS = ("naive_bayes", "maximum_entropy", "svm")
_BINS = 10


def draw_examples(
    items: Sequence[Occurrence], count: int, *, seed: int = 0
) -> tuple[list[Occurrence], list[Occurrence]]:
    """Draw up to `count` examples of each sense of each word.

    items (Sequence): Labelled occurrences.
    count (int): How many of each sense; the first sense of an occurrence counts.
    seed (int): Of the shuffling.
    RETURNS (tuple): The examples, and the other occurrences without their labels, both in the order given.
    """
    generator = np.random.default_rng(seed)
    chosen: set[int] = set()
    for places in places_by_word(items).values():
        taken: Counter[str] = Counter()
        for place in generator.permutation(places).tolist():
            sense = items[place].senses[0]
            if taken[sense] < count:
                taken[sense] += 1
                chosen.add(place)
    rest = [item for place, item in enumerate(items) if place not in chosen]
    return [items[place] for place in sorted(chosen)], [
        Occurrence(item.word, item.context, item.start, item.end) for item in rest
    ]


def calibration_error(scores: Sequence[float], correct: Sequence[bool]) -> float:
    """Compute the expected calibration error (Naeini et al. 2015): the mean of |accuracy - score| over ten bins.

    scores (Sequence): Score of each answer, from 0 to 1.
    correct (Sequence): Whether it is correct.
    RETURNS (float): The error, from 0 to 1.
    """
    values, right = np.asarray(scores), np.asarray(correct, dtype=float)
    bins = np.minimum((values * _BINS).astype(int), _BINS - 1)
    parts = [bins == number for number in range(_BINS)]
    return float(sum(abs(right[part].sum() - values[part].sum()) for part in parts) / max(len(values), 1))


def measure(split: Split, count: int, draws: int) -> Iterator[dict[str, Any]]:
    """Measure all methods with `count` examples of each sense, over several draws.

    YIELDS (dict): "method", "accuracy", "interval", and for our own methods "calibration_error".
    """
    drawn = [draw_examples(split[0], count, seed=seed) for seed in range(draws)]
    test = split[1]
    for result in compare_methods([(known, test) for known, _ in drawn], methods=RIVALS):
        yield {"method": result.method, "accuracy": result.accuracy, "interval": list(result.interval)}
    for name, with_text in (("default", False), ("raw text", True)):
        answers: list[Prediction] = []
        for known, rest in drawn:
            answers += train_senses(known, unlabelled=rest if with_text else ()).predict(test)
        yield score(name, answers, [*test] * draws)


def score(method: str, answers: Sequence[Prediction], test: Sequence[Occurrence]) -> dict[str, Any]:
    """Score answers: "method", "accuracy", "interval", "calibration_error"."""
    correct = [found.sense in item.senses for found, item in zip(answers, test, strict=True)]
    error = calibration_error([found.score for found in answers], correct)
    interval = list(bootstrap_interval(correct))
    return {"method": method, "accuracy": float(np.mean(correct)), "interval": interval, "calibration_error": error}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", nargs="+", choices=SAMPLES, default=SAMPLES, help="rlwsd with --rlwsd only")
    parser.add_argument("--examples", nargs="+", type=int, default=[3, 5, 10, 20], help="examples of each sense")
    parser.add_argument("--draws", type=int, default=1, help="random draws of the examples")
    parser.add_argument("--rlwsd", type=Path, help="the folder rl_wsd_labeled of the unpacked sample")
    parser.add_argument("--output", type=Path, help="write the figures to this JSON file")
    chosen = parser.parse_args()
    corpora = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder"))
    samples = [name for name in chosen.samples if name != "rlwsd" or chosen.rlwsd]
    if not samples or (samples != ["rlwsd"] and not (corpora / "wsd").is_dir()):
        raise SystemExit("No corpora: set SPACY_SVD2_CORPORA to their folder (rlwsd alone: --rlwsd FOLDER).")
    table = []
    for sample in samples:
        split = read_split(sample, corpora, chosen.rlwsd)
        for count in chosen.examples:
            for row in measure(split, count, chosen.draws):
                table.append({"sample": sample, "examples": count, **row})
                error = f"  error {row['calibration_error']:.3f}" if "calibration_error" in row else ""
                low, high = row["interval"]
                figures = f"{row['accuracy']:6.1%}  [{low:.1%}, {high:.1%}]{error}"
                print(f"{sample:10} {count:3} {row['method']:16} {figures}", flush=True)
    if chosen.output:
        chosen.output.write_text(json.dumps(table, indent=1), encoding="utf8")


def read_split(sample: str, corpora: Path, folder: Path) -> Split:
    """Read the first division of a sample into training and test occurrences."""
    if sample == "senseval2":
        return senseval2(corpora)[0]
    return rlwsd(folder)[0] if sample == "rlwsd" else nltk_sample(corpora, sample)[0]


if __name__ == "__main__":
    main()
