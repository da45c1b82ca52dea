"""How many answers senses take from raw text alone: random, typical and doubtful occurrences, answered from gold.

`python -m benchmarks.senses_none DATA...` takes corpora with senses (as `kpca train` does, with "=KEY" after a corpus
that has a key). The occurrences of each word are divided into a pool and a test part. Labels of pool occurrences are
looked up as they are asked for; a pipeline's model is trained on them, with the pool as raw text, and scored on the
test part. Strategies: random occurrences (mean of several draws), the middle of each of so many groups, and that of
ten groups, then in steps those that the labels leave in doubt.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import spacy
import typer

from benchmarks.sense_comparison import places_by_word
from spacy_svd2.cli.common.output import terminal_table
from spacy_svd2.senses.corpora.corpus import SenseCorpus
from spacy_svd2.senses.labelling.snippets import Snippet
from spacy_svd2.senses.labelling.suggest import suggest_occurrences
from spacy_svd2.senses.model.contexts import ContextWindow
from spacy_svd2.senses.model.sense_model import Occurrence, train_senses

BUDGETS = (5, 10, 20, 40)
LEAST = 60
"""Occurrences of a word; with fewer, hardly any would be left for the test."""

Split = tuple[list[Occurrence], list[Occurrence]]
Strategy = Callable[[Sequence[Occurrence], int, ContextWindow], list[Occurrence]]


def make_split(items: Sequence[Occurrence], *, pool: int = 400, seed: int = 0) -> Split:
    """Divide the occurrences of a word into a pool to ask from, at most `pool`, and a test part: a third of them."""
    order = np.random.default_rng(seed).permutation(len(items))
    n_test = len(items) // 3
    test, asked = np.sort(order[:n_test]), np.sort(order[n_test : n_test + pool])
    return [items[number] for number in asked], [items[number] for number in test]


def ask_typical(pool: Sequence[Occurrence], n: int, window: ContextWindow) -> list[Occurrence]:
    """Ask for the middle of each of n groups."""
    return _suggest(pool, n, window, [])


def ask_typical_then_doubtful(pool: Sequence[Occurrence], n: int, window: ContextWindow) -> list[Occurrence]:
    """Ask for the middle of each of 10 groups, then for as many doubtful ones, and double again."""
    known = _suggest(pool, min(10, n), window, [])
    while len(known) < n:
        more = _suggest(pool, min(len(known), n - len(known)), window, known)
        if not more:
            break
        known += more
    return known


def _suggest(
    pool: Sequence[Occurrence], n: int, window: ContextWindow, known: Sequence[Occurrence]
) -> list[Occurrence]:
    gold = {(id(item.context), item.start): item for item in pool}
    snippets = [Snippet("", "", "", replace(item, senses=())) for item in pool]
    found = suggest_occurrences(snippets, n, window, labelled=known)
    return [gold[id(item.context), item.start] for item in (one.snippet.occurrence for one in found)]


STRATEGIES: dict[str, Strategy] = {"typical": ask_typical, "typical, then doubtful": ask_typical_then_doubtful}


def accuracy(known: Sequence[Occurrence], split: Split, window: ContextWindow) -> float:
    """Train on labels, with the pool as raw text; give the share of the test part that is right."""
    pool, test = split
    model = train_senses(known, texts=[item.context for item in pool], features=window)
    answers = [prediction.sense for prediction in model.predict(test)]
    return float(np.mean([answer in item.senses for answer, item in zip(answers, test, strict=True)]))


def measure(
    items: Sequence[Occurrence], *, lang: str = "en", budgets: Sequence[int] = BUDGETS, draws: int = 5, pool: int = 400
) -> dict[tuple[str, int], float]:
    """Measure all strategies on one word.

    items (Sequence): Its labelled occurrences.
    lang (str): The language.
    budgets (Sequence): Numbers of labels.
    draws (int): Draws of random occurrences.
    pool (int): Occurrences to ask from, at most.
    RETURNS (dict): Accuracy by strategy and number of labels.
    """
    split, window = make_split(items, pool=pool), ContextWindow(lang=lang)
    chance = np.random.default_rng(1)
    found: dict[tuple[str, int], float] = {}
    for n in budgets:
        drawn = [chance.permutation(len(split[0]))[:n] for _ in range(draws)]
        scores = [accuracy([split[0][number] for number in numbers], split, window) for numbers in drawn]
        found["random", n] = float(np.mean(scores))
        for name, strategy in STRATEGIES.items():
            found[name, n] = accuracy(strategy(split[0], n, window), split, window)
    return found


def print_table(rows: Iterable[tuple[str, dict[tuple[str, int], float]]], budgets: Sequence[int] = BUDGETS) -> None:
    """Print the accuracies of each set, a line per strategy."""
    cells = [
        [data, name, *(f"{scores[name, n]:.1%}" for n in budgets)]
        for data, scores in rows
        for name in ("random", *STRATEGIES)
    ]
    typer.echo(terminal_table(["Data", "Labels", *map(str, budgets)], cells))


def main(
    data: Annotated[list[str], typer.Argument(help="Corpora with senses, with =KEY where there is a key.")],
    lang: Annotated[str, typer.Option(help="Their language.")] = "en",
    n_words: Annotated[int, typer.Option(help="Words of a corpus at most, spread over the alphabet.")] = 12,
    draws: Annotated[int, typer.Option(help="Draws of random occurrences.")] = 5,
) -> None:
    """Measure how many answers senses take from raw text alone."""
    nlp = spacy.blank(lang)
    rows = []
    for name in data:
        path, _, key = name.partition("=")
        corpus = SenseCorpus([Path(path)], key=Path(key) if key else None, warn_widened=False)
        items = [item for item in corpus.occurrences(nlp) if item.senses]
        words = [places for places in places_by_word(items).values() if len(places) >= LEAST]
        chosen = words[:: max(1, len(words) // n_words)][:n_words]
        found = [measure([items[place] for place in places], lang=lang, draws=draws) for places in chosen]
        mean = {key: float(np.mean([one[key] for one in found])) for key in found[0]}
        rows.append((f"{Path(path).name.split('.')[0]} ({len(found)})", mean))
        print_table(rows[-1:])


if __name__ == "__main__":
    typer.run(main)
