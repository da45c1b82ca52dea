"""The simulation of labelling from raw text alone."""

import random
from pathlib import Path

import pytest

from benchmarks.senses_none import STRATEGIES, main, make_split, measure
from spacy_svd2.senses.model.contexts import Context, ContextWindow
from spacy_svd2.senses.model.sense_model import Occurrence

TOPICS = {"money": ["loan", "interest", "account", "credit"], "shore": ["river", "reeds", "muddy", "stream"]}


def occurrences(n: int = 90) -> list[Occurrence]:
    chance = random.Random(0)
    found = []
    for number in range(n):
        sense = "shore" if number % 3 == 0 else "money"
        words = [*chance.sample(TOPICS[sense], 2), "bank", *chance.sample(TOPICS[sense], 2), str(number)]
        found.append(Occurrence("bank", Context(words), 2, 3, (sense,)))
    return found


def test_pool_and_test_part_have_nothing_in_common() -> None:
    pool, test = make_split(occurrences(), pool=40)
    assert (len(pool), len(test)) == (40, 30)
    assert not {id(item) for item in pool} & {id(item) for item in test}


@pytest.mark.parametrize("name", STRATEGIES)
def test_strategies_ask_for_different_occurrences_and_get_their_labels(name: str) -> None:
    pool, _ = make_split(occurrences())
    asked = STRATEGIES[name](pool, 12, ContextWindow(lang="en"))
    assert len({id(item) for item in asked}) == 12
    assert {item.senses for item in asked} == {("money",), ("shore",)}


def test_typical_occurrences_are_enough_where_groups_are_senses() -> None:
    found = measure(occurrences(), budgets=[2], draws=2)
    assert found["typical", 2] == 1.0


def test_the_table_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        f"{item.senses[0]}\t{' '.join(item.context.words[:2])}\tbank\t{' '.join(item.context.words[3:])}\n"
        for item in occurrences(60)
    ]
    (tmp_path / "bank.tsv").write_text("".join(rows))
    main([str(tmp_path / "bank.tsv")], draws=1)
    out = capsys.readouterr().out
    assert "bank (1)" in out
    assert "typical, then doubtful" in out
