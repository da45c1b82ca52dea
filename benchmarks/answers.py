"""What a person's answers on the pages are worth, simulated with the tags of a treebank.

    python -m benchmarks.answers                                        # Wolof, Welsh, Maltese; dev files
    python -m benchmarks.answers --tables asked --languages wo_wtb

400 words that `svd2 suggest` asks for get every tag that a tenth of their tokens has, from the train file alone.
asked: then the tokens that `svd2 suggest --occurrences` asks for are answered; per cent of the dev file that is right.
depends: the 30 of these words with the most tokens of another tag than the most common one get no tag, but the mark "it
depends"; 150 tokens are answered, without regard to the mark, and those of marked words first.
correct: `svd2 correct` until 1,000 tokens are read: one key for each sentence, two for each wrong tag.
"""

import argparse
import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.hour import Sentence, Task, common_tags, suggested
from benchmarks.label_next import answered, name_with
from benchmarks.sentences import LANGUAGES, score, show, train, treebank
from spacy_svd2.tagger.labelling.sentence_tasks import BACKING, LONGEST
from spacy_svd2.tagger.model.model import SVD2Model

TABLES = ("asked", "depends", "correct")
WORDS, MARKED, ANSWERS, READ = 400, 30, 150, 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", nargs="+", choices=TABLES, default=TABLES)
    parser.add_argument("--languages", nargs="+", default=LANGUAGES)
    arguments = parser.parse_args()
    folder = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder"))
    for name in arguments.languages:
        task = treebank(folder, name, "dev")
        model = train([word for word, _ in sentence] for sentence in task.gold)
        assert model.bigrams is not None
        tags, common, shares = common_tags(task, model.bigrams)
        rows = suggested(model.bigrams, model.find_clusterings(), common, WORDS)
        words = {model.types[row]: [tags[i] for i in np.flatnonzero(shares[row] >= 0.1)] for row in rows}
        doubtful = sorted(rows, key=lambda row: -float((1 - shares[row].max()) * model.counts[row]))
        marked = [model.types[row] for row in doubtful[:MARKED]]
        for table in arguments.tables:
            for row in globals()[table](task, model, words, marked):
                show(table, {"table": table, "language": name, **row}, header=True)


def asked(
    task: Task, model: SVD2Model, words: dict[str, list[str]], marked: Collection[str]
) -> Iterator[dict[str, Any]]:
    named = name_with(model, words, [])
    figures = {"0": right(named, task)}
    for n in (100, 300):
        figures[str(n)] = right(name_with(model, words, answered(named, short(task.gold), n)), task)
    yield figures


def depends(
    task: Task, model: SVD2Model, words: dict[str, list[str]], marked: Collection[str]
) -> Iterator[dict[str, Any]]:
    rest = {word: tags for word, tags in words.items() if word not in marked}
    named = name_with(model, rest, [])
    figures = {"with tags": right(name_with(model, words, []), task), "marked": right(named, task)}
    for title, first in (("answers", ()), ("first", marked)):
        answers = answered(named, short(task.gold), ANSWERS, first=first)
        figures[title] = right(name_with(model, rest, answers), task)
        figures[f"tags, {title}"] = right(name_with(model, words, answers), task)
    yield figures


def correct(
    task: Task, model: SVD2Model, words: dict[str, list[str]], marked: Collection[str]
) -> Iterator[dict[str, Any]]:
    named = name_with(model, words, [])
    hits, sure = score(named, task.gold)
    ends = np.cumsum([len(sentence) for sentence in task.gold])[:-1]
    doubts = [1 - part for part in np.split(sure, ends)]
    value = [-doubt.sum() / (len(doubt) + BACKING) * (len(doubt) <= LONGEST) for doubt in doubts]
    n_tokens = n_sentences = n_wrong = 0
    for at in np.argsort(np.round(value, 6), kind="stable").tolist():
        if n_tokens >= READ:
            break
        n_tokens += len(doubts[at])
        n_sentences += 1
        n_wrong += int((~np.split(hits, ends)[at]).sum())
    keys = n_sentences + 2 * n_wrong
    yield {"tokens": n_tokens, "sentences": n_sentences, "wrong": n_wrong, "keys": keys, "share": keys / n_tokens}


def right(model: SVD2Model, task: Task) -> float:
    return float(score(model, task.held)[0].mean())


def short(sentences: Sequence[Sentence]) -> list[Sentence]:
    return [sentence for sentence in sentences if len(sentence) <= LONGEST]


if __name__ == "__main__":
    main()
