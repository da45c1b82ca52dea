"""Which tokens are asked for."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.tagger.labelling.occurrences import FIRST_OF_WORD, MOST_OF_WORD, choose_occurrences


def corpus(
    doubts: list[tuple[str, float]], *, tags: tuple[int, int] = (0, 1)
) -> tuple[list[str], np.ndarray, np.ndarray]:
    """Words, their probabilities of three tags, and the starts of sentences of four words."""
    table = np.zeros((len(doubts), 3), dtype=np.float32)
    for i, (_, doubt) in enumerate(doubts):
        table[i, :2] = 1 - doubt, doubt
    return [word for word, _ in doubts], table, np.arange(len(doubts)) % 4 == 0


def test_the_word_that_is_confused_most_in_the_whole_corpus_comes_first() -> None:
    words, table, starts = corpus([("rare", 0.49), *[("often", 0.2)] * 6, *[("sure", 0.001)] * 20])
    chosen = [words[at] for at in choose_occurrences(words, table, starts, 3)]
    assert chosen[0] == "often"
    assert "rare" in chosen


def test_pairs_of_tags_that_many_words_share_come_first() -> None:
    words, table, starts = corpus([(f"word{i}", 0.3) for i in range(10)])
    table = np.concatenate([table, [[0, 0.3, 0.7]]]).astype(np.float32)
    words, starts = ["alone", *words], np.append(starts, True)
    table = np.roll(table, 1, axis=0)
    assert choose_occurrences(words, table, starts, 11)[-1] == 0


def test_a_word_is_asked_for_a_few_times_only() -> None:
    words, table, starts = corpus([("often", 0.4)] * 50 + [("other", 0.01)] * 2)
    chosen = choose_occurrences(words, table, starts, 50)
    assert [words[at] for at in chosen].count("often") == MOST_OF_WORD
    assert len(chosen) == MOST_OF_WORD + 2
    assert [words[at] for at in choose_occurrences(words, table, starts, 4, most=1)] == ["often", "other"]


def test_the_questions_about_a_word_are_spread_over_contexts() -> None:
    words = ["a", "x", "b", "x"] * 6 + ["c", "x"] * 4
    table = np.array([[0.98, 0.01, 0.01], [0.6, 0.4, 0], [0, 0.99, 0.01], [0.6, 0.4, 0]] * 6, dtype=np.float32)
    table = np.concatenate([table, [[0, 0, 1], [0.6, 0.4, 0]] * 4]).astype(np.float32)
    starts = np.arange(len(words)) % 2 == 0
    chosen = choose_occurrences(words, table, starts, 3)
    assert {words[at - 1] for at in chosen} == {"a", "b", "c"}


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.floats(0, 0.5)), max_size=30), st.integers(0, 12))
def test_fewer_questions_are_the_first_of_more(doubts: list[tuple[str, float]], n: int) -> None:
    words, table, starts = corpus(doubts)
    every = choose_occurrences(words, table, starts, 40, most=40)
    assert choose_occurrences(words, table, starts, n, most=40) == every[:n]
    assert sorted(every) == list(range(len(words)))


@pytest.mark.parametrize("n_tags", [1, 2])
def test_nothing_to_choose_from(n_tags: int) -> None:
    assert choose_occurrences([], np.zeros((0, n_tags), np.float32), np.zeros(0, bool), 5) == []
    assert choose_occurrences(["a"], np.ones((1, 1), np.float32), np.ones(1, bool), 5) == []


def test_words_that_a_person_wants_to_be_asked_come_first() -> None:
    words, table, starts = corpus([("often", 0.4)] * 20 + [("rare", 0.1), ("never", 0.0)] + [("marked", 0.01)] * 9)
    chosen = [words[at] for at in choose_occurrences(words, table, starts, 12, first=["rare", "marked", "missing"])]
    assert chosen[0] == "rare"
    assert chosen[1:6] == ["marked"] * FIRST_OF_WORD
    assert chosen[6:] == ["often"] * 6
    assert "marked" not in [words[at] for at in choose_occurrences(words, table, starts, 12)]


def test_a_word_that_comes_first_is_asked_about_all_its_pairs() -> None:
    words, table, starts = corpus([("both", 0.4)] * 2 + [("both", 0.4)] * 2 + [("often", 0.4)] * 30)
    table[2:4] = [[0, 0.6, 0.4]] * 2
    assert {words[at] for at in choose_occurrences(words, table, starts, 4, first={"both"})} == {"both"}
