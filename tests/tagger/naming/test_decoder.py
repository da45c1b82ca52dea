import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from spacy_svd2.tagger.naming import decoder
from spacy_svd2.tagger.naming.decoder import Decoder, Places

N_TYPES, N_KEPT = 12, 5


def slow_scores(
    tables: NDArray[np.float32],
    edges: NDArray[np.float32],
    rows: list[int],
    starts: list[bool],
    unseen: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Token by token, from the definition."""
    seen_so_far = -1
    three = []
    for row in rows:
        seen_so_far += row < 0
        three.append(tables[:, row] if row >= 0 else unseen[:, seen_so_far])
    scores = []
    for i, own in enumerate(three):
        first = i == 0 or starts[i]
        last = i == len(rows) - 1 or starts[i + 1]
        scores.append(own[0] + (edges[0] if first else three[i - 1][1]) + (edges[1] if last else three[i + 1][2]))
    return np.array(scores, dtype=np.float32).reshape(len(rows), tables.shape[2])


@given(st.data(), st.integers(1, 6), st.sampled_from([0.1, 1.0, 6.0]))
def test_the_best_tag_is_that_of_the_greatest_score(data: st.DataObject, n_tags: int, spread: float) -> None:
    rows = data.draw(st.lists(st.integers(-1, N_TYPES - 1), max_size=20))
    starts = data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
    rng = np.random.default_rng(data.draw(st.integers(0, 1 << 20)))
    tables = rng.normal(size=(3, N_TYPES, n_tags)).astype(np.float32)
    tables[0] *= spread
    edges = rng.normal(size=(2, n_tags)).astype(np.float32)
    unseen = rng.normal(size=(3, rows.count(-1), n_tags)).astype(np.float32)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decoder, "_KEPT_NUMBERS", 3 * n_tags * N_KEPT)
        found = Decoder(N_TYPES, edges, lambda some: tables[:, some])
    places = Places.of(np.array(rows, dtype=np.int64), np.array(starts, dtype=bool), unseen, N_TYPES)
    expected = slow_scores(tables, edges, rows, starts, unseen)
    np.testing.assert_array_equal(found.scores(places), expected)
    np.testing.assert_array_equal(found.best(places), expected.argmax(axis=1))


def test_a_word_too_far_ahead_is_not_looked_up_beside_its_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = np.array([[[9, 0], [1, 0]], [[0, 2], [0, 2]], [[0, 2], [0, 2]]], dtype=np.float32)
    found = Decoder(2, np.zeros((2, 2), dtype=np.float32), lambda some: tables[:, some])
    asked: list[int] = []
    sums = found._sums
    monkeypatch.setattr(found, "_sums", lambda places, at: asked.extend(at.tolist()) or sums(places, at))
    rows = np.array([1, 0, 1, 0, 1])
    none = np.zeros((3, 0, 2), dtype=np.float32)
    places = Places.of(rows, np.array([True, False, False, False, False]), none, 2)
    assert found.best(places).tolist() == [1, 0, 1, 0, 1]
    assert asked == [0, 2, 4]


def test_equal_scores_go_to_the_first_tag() -> None:
    tables = np.zeros((3, 1, 3), dtype=np.float32)
    found = Decoder(1, np.zeros((2, 3), dtype=np.float32), lambda some: tables[:, some])
    places = Places.of(np.zeros(2, dtype=np.int64), np.array([True, False]), np.zeros((3, 0, 3), np.float32), 1)
    assert found.best(places).tolist() == [0, 0]
