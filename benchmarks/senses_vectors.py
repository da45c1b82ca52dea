"""Word senses with and without word vectors in the vocabulary, from a few examples of each sense and from all.

    python -m benchmarks.senses_vectors                                       # Senseval-2, hard, line; 3, 10, all
    python -m benchmarks.senses_vectors --samples line --examples 3 --draws 3 --development

Nothing is downloaded: the word vectors are the truncated SVD of the positive pointwise mutual information of words in
raw text, which is Brown and the training contexts of Senseval-2, hard and line without their labels (of RL-WSD: its
training contexts). With --development, the training part is divided into three quarters to learn from and a quarter to
test on, and the test part is not looked at. `examples` is the number of each sense; 0 means all.
"""

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import spacy
from spacy.language import Language

from benchmarks.sense_comparison import Split
from benchmarks.senses_few import draw_examples, read_split, score
from benchmarks.wsd import SAMPLES
from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.senses.model.contexts import Context, ContextWindow
from spacy_svd2.senses.model.hashed_texts import hash_text, hash_texts
from spacy_svd2.senses.model.latent import learn_latent
from spacy_svd2.senses.model.sense_model import Occurrence, Prediction, batched, train_senses
from spacy_svd2.senses.pipeline_vectors import PipelineVectors

ENGLISH = ("senseval2", "hard", "line")
_WHOLE = 1000  # letters of a "stem", so that it is the whole word


def make_vectors(contexts: Sequence[Context], lang: str, *, width: int = 100) -> Language:
    """Learn word vectors from raw text.

    contexts (Sequence): The text.
    lang (str): Code of its language.
    width (int): Dimensions.
    RETURNS (Language): A blank pipeline whose vocabulary has the vectors, of lower-case words.
    """
    window = ContextWindow(prefix=_WHOLE)
    learned = learn_latent([hash_texts(batch, window) for batch in batched(contexts, 512)], width=width)
    assert learned is not None
    nlp = spacy.blank(lang)
    words = sorted({window.key(word) for context in contexts for word in context.words})
    hashes = np.array([hash_text(word) for word in words], dtype=np.uint64)
    places = np.minimum(np.searchsorted(learned.keys, hashes), len(learned.keys) - 1)
    known = [(word, place) for word, place in zip(words, places.tolist(), strict=True)]
    known = [(word, place) for word, place in known if learned.keys[place] == hash_text(word)]
    nlp.vocab.vectors = spacy.vocab.Vectors(  # type: ignore[attr-defined]
        strings=nlp.vocab.strings,
        data=learned.vectors[[place for _, place in known]].astype(np.float32),
        keys=[nlp.vocab.strings.add(word) for word, _ in known],
    )
    return nlp


def raw_contexts(items: Sequence[Occurrence]) -> list[Context]:
    """The texts of occurrences, each once."""
    return [context for context, _ in groupby(item.context for item in items)]


def development(train: Sequence[Occurrence], *, seed: int = 7) -> Split:
    """Divide training data into three quarters to learn from and a quarter to test on."""
    order = np.random.default_rng(seed).permutation(len(train))
    cut = len(train) * 3 // 4
    return [train[place] for place in sorted(order[:cut])], [train[place] for place in sorted(order[cut:])]


def measure(split: Split, vectors: PipelineVectors, count: int, draws: int) -> Iterator[dict[str, Any]]:
    """Measure a sample with and without vectors, with `count` examples of each sense (0: all), over several draws.

    YIELDS (dict): "method", "accuracy", "interval", "calibration_error".
    """
    parts = [draw_examples(split[0], count, seed=seed)[0] for seed in range(draws)] if count else [split[0]]
    for name, used in (("default", False), ("vectors", True)):
        test = vectors.describe_words(split[1]) if used else split[1]
        answers: list[Prediction] = []
        for part in parts:
            known = vectors.describe_words(part) if used else part
            source = vectors.source(known) if used else None
            answers += train_senses(known, vectors=source).predict(test)
        yield score(name, answers, [*test] * len(parts))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", nargs="+", choices=SAMPLES, default=SAMPLES, help="rlwsd with --rlwsd only")
    parser.add_argument("--examples", nargs="+", type=int, default=[3, 10, 0], help="examples of each sense; 0: all")
    parser.add_argument("--draws", type=int, default=1, help="random draws of the examples")
    parser.add_argument("--development", action="store_true", help="test on a quarter of the training part")
    parser.add_argument("--rlwsd", type=Path, help="the folder rl_wsd_labeled of the unpacked sample")
    parser.add_argument("--output", type=Path, help="write the figures to this JSON file")
    chosen = parser.parse_args()
    corpora = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder"))
    samples = [name for name in chosen.samples if name != "rlwsd" or chosen.rlwsd]
    if not (corpora / "wsd").is_dir():
        raise SystemExit("No corpora: set SPACY_SVD2_CORPORA to their folder.")
    table, pipelines = [], {}
    for sample in samples:
        split = read_split(sample, corpora, chosen.rlwsd)
        lang = "ru" if sample == "rlwsd" else "en"
        if lang not in pipelines:
            names = ENGLISH if lang == "en" else (sample,)
            texts = [text for name in names for text in raw_contexts(read_split(name, corpora, chosen.rlwsd)[0])]
            if lang == "en":
                brown = Corpus([str(corpora / "pos/brown.tsv.gz")], format="tsv")
                texts += [Context(words) for words in brown.sentences(spacy.blank("en"))]
            pipelines[lang] = make_vectors(texts, lang)
        vectors = PipelineVectors("kpca_wsd", "vectors", pipelines[lang].vocab, ContextWindow())
        split = development(split[0]) if chosen.development else split
        for count in chosen.examples:
            for row in measure(split, vectors, count, chosen.draws):
                table.append({"sample": sample, "examples": count, **row})
                low, high = row["interval"]
                figures = f"{row['accuracy']:6.1%}  [{low:.1%}, {high:.1%}]  error {row['calibration_error']:.3f}"
                print(f"{sample:10} {count or 'all':>3} {row['method']:8} {figures}", flush=True)
    if chosen.output:
        chosen.output.write_text(json.dumps(table, indent=1), encoding="utf8")


if __name__ == "__main__":
    main()
