"""What annotated sentences, occurrences of ambiguous words and a whole dictionary are worth.

    python -m benchmarks.sentences --tables malagasy                # what one annotator did in half hours; dev file
    python -m benchmarks.sentences --tables malagasy --budgets 1+1 8+8 --test test.txt
    python -m benchmarks.sentences --tables occurrences dictionary --held dev --languages wo_wtb
    python -m benchmarks.sentences --tables occurrences --words 350 --occurrences 150 --held test

malagasy: "4+2" is what there was after four half hours of words and two of sentences (Garrette and Baldridge 2013).
"types" are the tags without the model of tokens, "tokens" a plain classifier of the sentences' tokens, without raw
text.
occurrences: the most common tag of suggested words, then tokens of those that are ambiguous, with the tag in context.
dictionary: all words of the training part, with the tags that make up a tenth of the word's tokens, in alphabetical
order; and the same with sentences. Corpora are read from the folder that SPACY_SVD2_CORPORA names.
"""

import argparse
import os
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import wasabi
from spacy.vocab import Vocab

from benchmarks.hour import Sentence, Task, calibration, common_tags, corpus_file, read, suggested
from benchmarks.token_baselines import accuracy, classifier, to_doc
from spacy_svd2.corpora.files import CorpusFile
from spacy_svd2.shared.lookup import type_maker
from spacy_svd2.tagger.component import SVD2Tagger
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.labelling.annotated import annotated_tokens
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.settings import Settings

BUDGETS = ("1+0", "2+0", "0+1", "0+2", "1+1", "0+4", "2+2", "4+4", "0+8", "8+8")
LANGUAGES = ("cy_ccg", "mt_mudt", "wo_wtb")
TABLES = ("malagasy", "occurrences", "dictionary")
PER_WORD = 30
"""Tokens of an ambiguous word that are answered."""


def main() -> None:
    arguments = parse()
    folder = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder"))
    for table in arguments.tables:
        for number, row in enumerate(globals()[table](folder, arguments)):
            show(table, row, header=not number)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", nargs="+", choices=TABLES, default=TABLES)
    parser.add_argument("--budgets", nargs="+", default=BUDGETS, help="half hours of words and of sentences")
    parser.add_argument("--test", type=Path, help="the Malagasy file to tag; its dev file by default")
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--held", choices=["dev", "test"], default="dev")
    parser.add_argument("--words", type=int, default=400)
    parser.add_argument("--occurrences", type=int, default=300)
    parser.add_argument("--tokens", type=int, default=500, help="annotated tokens beside the dictionary")
    return parser.parse_args()


def malagasy(folder: Path, arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """One row for each budget."""
    model = train(line.split() for line in CorpusFile(folder / "mlg" / "raw.txt.gz").lines())
    held = pairs(arguments.test or folder / "mlg" / "dev.txt")
    for budget in arguments.budgets:
        n_words, n_sentences = budget.split("+")
        words: dict[str, list[str]] = {}
        for word, tag in (pair for line in half_hours(folder, "words", n_words) for pair in line):
            words.setdefault(word.lower(), []).append(tag)
        sentences = half_hours(folder, "sentences", n_sentences)
        plain = accuracy(classifier(sentences, held), held) if sentences else float("nan")
        yield {"budget": budget, **measure(model, words, sentences, held), "tokens": plain}


def occurrences(folder: Path, arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Two rows for each language: the words alone, and with answered occurrences."""
    for name in arguments.languages:
        task = treebank(folder, name, arguments.held)
        model = train([word for word, _ in sentence] for sentence in task.gold)
        assert model.bigrams is not None
        tags, common, shares = common_tags(task, model.bigrams)
        rows = suggested(model.bigrams, model.find_clusterings(), common, arguments.words)
        words = {model.types[row]: [tags[common[row]]] for row in rows}
        minority = {model.types[row]: float((1 - shares[row].max()) * model.counts[row]) for row in rows}
        asked = answered(task.gold, minority, arguments.occurrences)
        for sentences in ([], asked):
            yield {"language": name, "answers": len(sentences), **measure(model, words, sentences, task.held)}


def dictionary(folder: Path, arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Three rows for each language: one tag a word, all tags from a tenth, and these with sentences."""
    for name in arguments.languages:
        task = treebank(folder, name, arguments.held)
        model = train([word for word, _ in sentence] for sentence in task.gold)
        assert model.bigrams is not None
        tags, common, shares = common_tags(task, model.bigrams)
        known = [row for row in range(len(model.types)) if common[row] >= 0]
        one = {model.types[row]: [tags[common[row]]] for row in known}
        several = {model.types[row]: [tags[i] for i in np.flatnonzero(shares[row] >= 0.1)] for row in known}
        ends = np.cumsum([len(sentence) for sentence in task.gold])
        some = task.gold[: int(np.searchsorted(ends, arguments.tokens)) + 1]
        for label, words, sentences in (
            ("one tag", one, []),
            ("sets", several, []),
            ("sets, sentences", several, some),
        ):
            yield {"language": name, "labels": label, **measure(model, words, sentences, task.held)}


def measure(
    model: SVD2Model, words: dict[str, list[str]], sentences: Sequence[Sentence], held: Sequence[Sentence]
) -> dict[str, Any]:
    """Accuracy with and without the model of tokens, calibration, and the time of naming."""
    begin = time.process_time()
    found = named(model, words, sentences)
    seconds = time.process_time() - begin
    assert found.naming is not None
    alone = replace(found, naming=replace(found.naming, tokens=None))
    right, sure = score(found, held)
    return {
        "right": right.mean(),
        "types": score(alone, held)[0].mean(),
        "calibration": calibration(sure, right),
        "seconds": seconds,
    }


def score(model: SVD2Model, held: Sequence[Sentence]) -> tuple[np.ndarray, np.ndarray]:
    """Whether each token is right, and its confidence."""
    found = probabilities(model, held)
    gold = [tag for sentence in held for _, tag in sentence]
    tags = [model.tag_names[i] for i in found.argmax(axis=1)]
    return np.array([a == b for a, b in zip(tags, gold, strict=True)]), found.max(axis=1)


def named(model: SVD2Model, words: dict[str, list[str]], sentences: Sequence[Sentence]) -> SVD2Model:
    """Name the tags of a model by labelled words and annotated sentences."""
    vocab = Vocab()
    docs = [to_doc(vocab, sentence) for sentence in sentences]
    make_type = type_maker(vocab, "LOWER", normalize=True)
    return model.named(words, sentences=annotated_tokens(docs, model.types, make_type) if docs else None)


def probabilities(model: SVD2Model, sentences: Sequence[Sentence]) -> np.ndarray:
    """The probabilities of all tags for each token of sentences, whose own tags are not looked at."""
    tagger = SVD2Tagger(Vocab())
    tagger.set_model(model)
    return tagger.tag_probabilities([to_doc(tagger.vocab, [(w, "") for w, _ in sentence]) for sentence in sentences])


def answered(gold: Sequence[Sentence], weights: dict[str, float], n: int) -> list[Sentence]:
    """Sentences with one answered token each: `PER_WORD` of each word, the words of the greatest weight first."""
    order = sorted(weights, key=lambda word: (-weights[word], word))
    wanted = Counter(dict.fromkeys(order[: -(-n // PER_WORD)], PER_WORD))
    found: list[Sentence] = []
    for sentence in random.Random(0).sample(gold, len(gold)):
        for at, (word, _) in enumerate(sentence):
            if wanted[word.lower()] > 0 and len(found) < n:
                wanted[word.lower()] -= 1
                found.append([(other, tag if i == at else "") for i, (other, tag) in enumerate(sentence)])
                break
    return found


def train(sentences: Iterable[list[str]]) -> SVD2Model:
    """The model of a corpus, with the clusterings that naming needs."""
    model = SVD2Model.train(
        count_bigrams(sentences, normalize=type_maker(Vocab(), "LOWER", normalize=True)), Settings()
    )
    return model.with_clusterings(model.find_clusterings())


def treebank(folder: Path, name: str, held: str) -> Task:
    parts = ["train"] if held == "dev" else ["train", "dev"]
    gold = [sentence for part in parts for sentence in read(corpus_file(folder, name, part))]
    return Task(name, gold, [], read(corpus_file(folder, name, held)))


def half_hours(folder: Path, kind: str, n: str) -> list[Sentence]:
    return pairs(folder / "mlg" / f"{kind}-{n}.txt") if n != "0" else []


def pairs(path: Path) -> list[Sentence]:
    """Sentences of a file of `token|TAG` separated by spaces."""
    lines = path.read_text("utf8").split("\n")
    return [[(word, tag) for word, _, tag in (pair.rpartition("|") for pair in line.split())] for line in lines if line]


def show(table: str, row: dict[str, Any], *, header: bool) -> None:
    forms = {"seconds": "{:.0f}", "calibration": "{:.3f}"}
    cells = [
        v if isinstance(v, str) else forms.get(k, "{}" if isinstance(v, int) else "{:.1%}").format(v)
        for k, v in row.items()
    ]
    widths = [16] * len(cells)
    print(wasabi.table([cells], header=list(row) if header else None, widths=widths).strip("\n"), flush=True)


if __name__ == "__main__":
    main()
