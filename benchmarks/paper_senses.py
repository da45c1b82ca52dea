"""The claim of Wu, Su & Carpuat (2004): kernel PCA against four other methods on the same features, step by step.

    python -m benchmarks.paper_senses                 # Senseval-2, five folds of the training part
    python -m benchmarks.paper_senses --test          # its official split
    python -m benchmarks.paper_senses --words 15      # every so many-th word, for a first look

Features, tags and the last kernel are those of configs/kpca_wsd_paper.cfg: an svd2_tagger learns its tags from the
training texts, without their senses. The equations as printed come first; each row below changes one thing more. The
last rows add unlabelled occurrences, as Su, Carpuat & Wu (2004) did: the test contexts, without their senses. With
`--examples 10`, only so many examples of each sense are labelled, and the other training contexts are the unlabelled
ones.
"""

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import spacy
from spacy.language import Language
from spacy.util import load_config

from benchmarks.sense_baselines import Answer, fit_baseline
from benchmarks.sense_comparison import Split, make_folds, places_by_word
from benchmarks.senses_few import draw_examples
from spacy_svd2.senses.corpora.corpus import SenseCorpus
from spacy_svd2.senses.evaluation.scoring import bootstrap_interval
from spacy_svd2.senses.model.contexts import ContextWindow
from spacy_svd2.senses.model.features import Codes
from spacy_svd2.senses.model.kernel_pca import Kernel
from spacy_svd2.senses.model.sense_model import Occurrence, SenseModel, one_blas_thread, train_senses
from spacy_svd2.senses.model.settings import ModelSettings, paper_settings
from spacy_svd2.senses.model.word_model import Examples, WordModel
from spacy_svd2.senses.settings import SenseSettings

CONFIG = Path(__file__).parents[1] / "configs" / "kpca_wsd_paper.cfg"
RIVALS = {
    "most_frequent": "Most frequent sense",
    "naive_bayes": "Naive Bayes",
    "maximum_entropy": "Maximum entropy",
    "svm": "Linear SVM",
}
CONSTANT = 0.05
"""The small constant of the composite rule; the paper does not give its value."""
COMPONENTS = 50
"""With all components, unlabelled vectors only add directions in which an occurrence is like no labelled one."""


@dataclass(frozen=True)
class Row:
    """The figures of one method.

    name (str): What it is.
    accuracy (float): Share of the test occurrences that are answered correctly.
    interval (tuple): Its 95 % bootstrap interval.
    """

    name: str
    accuracy: float
    interval: tuple[float, float]


def config_settings() -> SenseSettings:
    """Read the settings of the config that carries the paper's name."""
    block = load_config(CONFIG)["initialize"]["components"]["kpca_wsd"]["settings"]
    return SenseSettings.from_dict(block).in_language("en")


def kernel_steps(last: ModelSettings) -> dict[str, ModelSettings]:
    """Give the ways from the equations as printed to the settings of the config, by name.

    last (ModelSettings): The settings of the config.
    RETURNS (dict): Settings by name. All components are kept: fewer were never better.
    """
    printed = replace(paper_settings(), n_components=None, kernel=Kernel(degree=2, cosine=False))
    cosine = replace(printed, metric="cosine")
    several = replace(cosine, neighbours=5)
    unit = replace(several, kernel=Kernel(degree=2))
    weighted = replace(unit, weighting=last.weighting, sqrt=last.sqrt)
    return {
        "PCA, as printed: d = 1, nearest neighbour": replace(printed, kernel=Kernel(cosine=False)),
        "KPCA, as printed: d = 2, nearest neighbour": printed,
        "... nearest by cosine": cosine,
        "... five neighbours": several,
        "... kernel of unit vectors": unit,
        "... features weighted by gain ratio": weighted,
        "... all neighbours vote (the config)": last,
        "PCA, with all the same": replace(last, kernel=replace(last.kernel, degree=1)),
        "KPCA, least squares instead of neighbours": replace(last, step="ridge", sharpness=None),
    }


def tagged_occurrences(folder: Path) -> Iterator[list[Occurrence]]:
    """Read the training and the test part of Senseval-2, tagged by a tagger that has seen the training texts only."""
    parts = [(folder / f"{part}.xml.gz", folder / f"{part}.key") for part in ("train", "test")]
    nlp = _tagging_pipeline(*parts[0])
    for path, key in parts:
        corpus = SenseCorpus([path], key=key, warn_widened=False)
        pipes = [pipe for _, pipe in nlp.pipeline]
        yield [item for item in corpus.occurrences(nlp, annotations=("tags",), pipes=pipes) if item.senses]


def _tagging_pipeline(path: Path, key: Path) -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("svd2_tagger")
    corpus = {"@readers": "spacy_svd2.SenseCorpus.v1", "path": str(path), "key": str(key)}
    nlp.config["initialize"]["components"]["svd2_tagger"] = {"corpus": corpus}
    nlp.initialize()
    return nlp


def compare(splits: Sequence[Split], features: ContextWindow, last: ModelSettings) -> Iterator[Row]:
    """Measure the rivals and the kernels on the same features and the same divisions.

    YIELDS (Row): The rivals, then the kernels of `kernel_steps`.
    """
    shell = SenseModel({}, features)
    codes = [(shell.describe(train)[0], shell.describe(test)[0]) for train, test in splits]
    fits: dict[str, Callable[[Examples], Answer]] = {
        title: lambda examples, name=name: fit_baseline(name, examples) for name, title in RIVALS.items()
    }
    fits |= {
        name: lambda examples, settings=settings: fit_kernel(examples, settings)
        for name, settings in kernel_steps(last).items()
    }
    for name, fit in fits.items():
        correct: list[bool] = []
        for split, (known, asked) in zip(splits, codes, strict=True):
            with one_blas_thread():
                correct += _answers_correct(split, known, asked, fit)
        yield _row(name, correct)


def compare_unlabelled(
    divisions: Sequence[tuple[list[Occurrence], list[Occurrence], list[Occurrence]]],
    features: ContextWindow,
    last: ModelSettings,
) -> Iterator[Row]:
    """Measure what unlabelled occurrences add.

    divisions (Sequence): Labelled training, unlabelled training and test occurrences of each division.
    YIELDS (Row): Supervised, semi-supervised, and composite of both.
    """
    ways: dict[str, dict[str, Any]] = {
        f"supervised, {COMPONENTS} components": {},
        f"semi-supervised, {COMPONENTS} components": {"transform_unlabelled": True},
        f"composite, {COMPONENTS} components": {"composite": CONSTANT},
    }
    settings = replace(last, n_components=COMPONENTS)
    for name, options in ways.items():
        correct: list[bool] = []
        for known, unlabelled, test in divisions:
            model = train_senses(
                known, unlabelled=unlabelled, features=features, candidates=[settings], latent_width=0, **options
            )
            found = model.predict(test)
            correct += [answer.sense in item.senses for answer, item in zip(found, test, strict=True)]
        yield _row(name, correct)


def fit_kernel(examples: Examples, settings: ModelSettings) -> Answer:
    """Train a kernel model on one word's examples; see `fit_baseline`."""
    model = WordModel.fit("", examples, settings)
    return lambda codes: [model.senses[index] for index in model.scores(codes).argmax(axis=1)]


def _answers_correct(
    split: Split, known: Sequence[Codes], asked: Sequence[Codes], fit: Callable[[Examples], Answer]
) -> list[bool]:
    train, test = split
    training = places_by_word(train)
    correct = [False] * len(test)
    for word, places in places_by_word(test).items():
        if word in training:
            examples = Examples([known[n] for n in training[word]], [train[n].senses for n in training[word]])
            answers = fit(examples)([asked[n] for n in places])
            for place, answer in zip(places, answers, strict=True):
                correct[place] = answer in test[place].senses
    return correct


def _row(name: str, correct: Sequence[bool]) -> Row:
    return Row(name, float(np.mean(correct)), bootstrap_interval(correct))


def _unlabelled(items: Sequence[Occurrence]) -> list[Occurrence]:
    return [replace(item, senses=()) for item in items]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--test", action="store_true", help="the official test part instead of five folds")
    parser.add_argument("--words", type=int, default=1, metavar="N", help="only every Nth word")
    parser.add_argument("--examples", type=int, metavar="N", help="label only N examples of each sense")
    chosen = parser.parse_args()
    folder = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder")) / "wsd/senseval2-english"
    if not folder.is_dir():
        raise SystemExit("No corpora: set SPACY_SVD2_CORPORA to their folder.")
    settings = config_settings()
    last = settings.candidates[0]
    train, test = tagged_occurrences(folder)
    words = set(sorted({item.word for item in train})[:: chosen.words])
    train = [item for item in train if item.word in words]
    splits = [(train, [item for item in test if item.word in words])] if chosen.test else make_folds(train)
    divisions = [(known, _unlabelled(asked), asked) for known, asked in splits]
    if chosen.examples:
        drawn = [draw_examples(known, chosen.examples) for known, _ in splits]
        divisions = [(known, rest, asked) for (known, rest), (_, asked) in zip(drawn, splits, strict=True)]
        splits = [(known, asked) for known, _, asked in divisions]
    for part in (
        compare(splits, settings.features, last),
        compare_unlabelled(divisions, settings.features, last),
    ):
        for row in part:
            low, high = row.interval
            print(f"{row.name:46} {row.accuracy:6.1%}  [{low:.1%}, {high:.1%}]", flush=True)


if __name__ == "__main__":
    main()
