import numpy as np
import pytest
from numpy.typing import NDArray

from spacy_svd2.shared.numerics import softmax
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.naming import tag_model
from spacy_svd2.tagger.naming.tag_model import TagModel

NONE = np.zeros((0, 2), dtype=np.float32)
NOUN, VERB = 0, 1
SENTENCES = [["the", "cat"], ["the", "dog"], ["they", "eat"], ["they", "walk"], ["the", "run"], ["they", "run"]] * 9
PROBABILITIES = {
    "the": (0.5, 0.5),
    "they": (0.5, 0.5),
    "run": (0.5, 0.5),
    "cat": (1, 0),
    "dog": (1, 0),
    "eat": (0, 1),
    "walk": (0, 1),
}


def model() -> tuple[TagModel, dict[str, int]]:
    counts = count_bigrams(SENTENCES, boundaries="stop").by_frequency()
    probabilities = np.array([PROBABILITIES[word] for word in counts.types], dtype=np.float32)
    labels = np.arange(counts.n_types, dtype=np.int32)
    rows = {word: i for i, word in enumerate(counts.types)}
    return TagModel.fit(counts, labels, probabilities), rows


def starts(*lengths: int) -> NDArray[np.bool_]:
    """Which tokens of units of these lengths begin one."""
    return np.array([place == 0 for length in lengths for place in range(length)], dtype=bool)


def test_a_word_of_two_tags_is_told_by_its_neighbour():
    found, row = model()
    tags, _ = found.tag(np.array([row["the"], row["run"], row["they"], row["run"]]), starts(2, 2), NONE)
    assert (tags[1], tags[3]) == (NOUN, VERB)


def test_so_is_an_unseen_word():
    found, row = model()
    unseen = found.unseen(np.full((2, 2), 0.5, dtype=np.float32))
    tags, _ = found.tag(np.array([row["the"], -1, row["they"], -1]), starts(2, 2), unseen)
    assert (tags[1], tags[3]) == (NOUN, VERB)


def test_neighbours_across_a_boundary_say_nothing():
    found, row = model()
    together = found.scores(np.array([row["the"], row["run"]]), starts(2), NONE)
    apart = found.scores(np.array([row["the"], row["run"]]), starts(1, 1), NONE)
    alone = found.scores(np.array([row["run"]]), starts(1), NONE)
    np.testing.assert_allclose(apart[1], alone[0])
    assert not np.allclose(together[1], alone[0])


def test_scores_are_the_sum_of_three_rows():
    found, row = model()
    words = np.array([row["the"], row["cat"], row["they"]])
    scores = found.scores(words, starts(3), NONE)
    expected = np.log(found.probabilities[row["cat"]] + found.least) + found.left[row["the"]] + found.right[row["they"]]
    np.testing.assert_allclose(scores[1], expected, rtol=1e-6)
    first = np.log(found.probabilities[row["the"]] + found.least) + found.edges[0] + found.right[row["cat"]]
    np.testing.assert_allclose(scores[0], first, rtol=1e-6)


def test_a_text_without_final_punctuation_ends_in_any_word():
    sentences = [["the", "cat", "."], ["the", "run", "."], ["they", "run", "."]] * 20
    counts = count_bigrams(sentences, boundaries="stop").by_frequency()
    given = {"cat": (1, 0, 0), "run": (0.5, 0.5, 0), "the": (1, 0, 0), "they": (1, 0, 0), ".": (0, 0, 1)}
    rows = {word: i for i, word in enumerate(counts.types)}
    probabilities = np.array([given[word] for word in counts.types], dtype=np.float32)
    found = TagModel.fit(counts, np.arange(counts.n_types, dtype=np.int32), probabilities)
    none = np.zeros((3, 0, 3), dtype=np.float32)
    words = np.array([rows["the"], rows["cat"]])
    last = found.scores(words, starts(2), none)[1]
    expected = np.log(found.probabilities[rows["cat"]] + found.least) + found.left[rows["the"]]
    np.testing.assert_allclose(last, expected, rtol=1e-6)


def test_log_odds_by_hand(monkeypatch: pytest.MonkeyPatch):
    # Without smoothing by class: after "the" 9 cat, 9 dog, 9 run; weighted by 9^-.5, 9^-.5, 18^-.5, run half noun.
    for name, value in {"WEIGHT": 1.0, "CLASS_STRENGTH": 0.0, "WORD_STRENGTH": 0.0}.items():
        monkeypatch.setattr(tag_model, name, value)
    found, row = model()
    light, heavy = 9**-0.5, 18**-0.5
    after_the = np.array([2 * light + heavy / 2, heavy / 2])
    overall = np.array([0.5, 0.5])  # as many nouns as verbs follow anything
    expected = np.log(after_the / after_the.sum() / overall)
    np.testing.assert_allclose(found.left[row["the"]], expected, rtol=1e-4)


def test_no_tokens():
    found, _ = model()
    tags, sure = found.tag(np.zeros(0, dtype=np.int64), starts(), NONE, confidence=True)
    assert len(tags) == 0
    assert sure is not None
    assert len(sure) == 0


def test_confidence_is_a_probability_and_greater_where_the_tag_is_clear():
    found, row = model()
    words = np.array([row["the"], row["cat"], row["the"], row["run"]])
    tags, sure = found.tag(words, starts(2, 2), NONE, confidence=True)
    assert sure is not None
    assert ((sure >= 0.5) & (sure <= 1)).all()
    assert sure[1] > sure[3]
    np.testing.assert_array_equal(tags, found.tag(words, starts(2, 2), NONE)[0])


def test_weight_zero_leaves_each_word_its_own_tag(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tag_model, "WEIGHT", 0.0)
    found, row = model()
    scores = found.scores(np.array([row["the"], row["cat"]]), starts(2), NONE)
    np.testing.assert_allclose(scores[1], np.log(found.probabilities[row["cat"]] + found.least), atol=1e-6)


@pytest.mark.parametrize("n_tags", [3, 17, 64, 90])
def test_scores_are_the_same_to_the_bit_whatever_else_is_in_the_batch(n_tags: int) -> None:
    rng = np.random.default_rng(n_tags)
    tables = [rng.normal(size=(size, n_tags)).astype(np.float32) for size in (50, 50, n_tags, n_tags, 2)]
    model = TagModel(
        softmax(tables[0]), tables[0], tables[1], *tables[2:], form_model=None, prior=None, least=0.003, sharpness=0.7
    )
    units = [rng.integers(-1, 50, size) for size in rng.integers(1, 9, 200)]
    guesses = [softmax(rng.normal(size=((unit < 0).sum(), n_tags)).astype(np.float32)) for unit in units]
    unseen = [model.unseen(rows) for rows in guesses]
    every = model.unseen(np.concatenate(guesses))
    together = model.tag(np.concatenate(units), starts(*map(len, units)), every, confidence=True)
    alone = [
        model.tag(unit, starts(len(unit)), rows, confidence=True) for unit, rows in zip(units, unseen, strict=True)
    ]
    for joined, parts in zip(together, zip(*alone, strict=True), strict=True):
        np.testing.assert_array_equal(joined, np.concatenate(parts))
