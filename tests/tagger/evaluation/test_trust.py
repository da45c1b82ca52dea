"""How many tokens are right, without gold."""

import numpy as np
import pytest

from spacy_svd2.tagger.evaluation.trust import (
    FIRST_WORDS,
    HOUR_OF_WORDS,
    KNOWN,
    NEW,
    ONE,
    RIGHT_OF_MOST_COMMON,
    RIGHT_OF_ONE,
    SENTENCES_MORE,
    SEVERAL,
    TYPICAL,
    LabelCheck,
    TextCounts,
    advise,
    estimate,
    text_counts,
    wilson_interval,
)


def text(shares: dict[int, float], confidence: dict[int, float], *, n: int = 20) -> TextCounts:
    """Units of 100 tokens, all alike."""
    tokens = np.array([shares.get(kind, 0) * 100 for kind in range(4)])
    sums = np.array([tokens[kind] * confidence.get(kind, 0) for kind in range(4)])
    return TextCounts(np.tile(tokens, (n, 1)), np.tile(sums, (n, 1)))


def labels(hits: float, confidence: float, *, n: int = 400, **more: bool) -> LabelCheck:
    right = (np.arange(n) < hits * n).astype(float)
    return LabelCheck(right, np.full(n, confidence), **{"has_several": True, **more})


TEXT = text({ONE: 0.5, SEVERAL: 0.2, KNOWN: 0.2, NEW: 0.1}, {ONE: TYPICAL, SEVERAL: 0.6, KNOWN: 0.8, NEW: 0.7})


def test_the_interval_holds_the_estimate_and_kinds_add_up_to_it() -> None:
    found = estimate(TEXT, labels(0.8, 0.8))
    assert found.low < found.accuracy < found.high
    assert sum(one.share * one.accuracy for one in found.kinds) == pytest.approx(found.accuracy)
    assert sum(one.errors for one in found.kinds) == pytest.approx(1)
    assert [one.share for one in found.kinds] == pytest.approx([0.5, 0.2, 0.2, 0.1])
    assert found.kinds[KNOWN].accuracy == pytest.approx(0.8)
    assert (found.n_tokens, found.n_labelled) == (2000, 400)
    assert estimate(TEXT, labels(0.8, 0.8)) == found


def test_words_that_the_other_labels_get_wrong_lower_it() -> None:
    good, bad = estimate(TEXT, labels(0.8, 0.8)), estimate(TEXT, labels(0.6, 0.8))
    assert bad.kinds[KNOWN].accuracy < good.kinds[KNOWN].accuracy - 0.1
    assert bad.kinds[NEW].accuracy < good.kinds[NEW].accuracy
    assert bad.kinds[ONE].accuracy == good.kinds[ONE].accuracy == RIGHT_OF_ONE


def test_confidence_that_is_too_low_on_sure_words_is_raised_elsewhere() -> None:
    confidence = {ONE: 0.8, SEVERAL: 0.6, KNOWN: 0.7, NEW: 0.7}
    found = estimate(text({ONE: 0.5, SEVERAL: 0.2, KNOWN: 0.2, NEW: 0.1}, confidence), labels(0.8, 0.8))
    assert found.kinds[SEVERAL].accuracy > 0.7
    assert found.kinds[KNOWN].accuracy > 0.75


def test_labels_without_several_tags_name_only_the_most_common() -> None:
    several, one = estimate(TEXT, labels(0.8, 0.8)), estimate(TEXT, labels(0.8, 0.8, has_several=False))
    assert one.kinds[ONE].accuracy == RIGHT_OF_MOST_COMMON
    assert one.high - one.low > several.high - several.low


def test_sentences_have_calibrated_the_confidence() -> None:
    found = estimate(TEXT, labels(0.5, 0.9, has_sentences=True))
    assert found.kinds[SEVERAL].accuracy == pytest.approx(0.6 + SENTENCES_MORE)


def test_little_text_and_few_labels_widen_the_interval() -> None:
    wide = estimate(TEXT, labels(0.8, 0.8, n=10))
    narrow = estimate(TEXT, labels(0.8, 0.8))
    few = estimate(TEXT, labels(0.8, 0.8, n=50))
    assert few.accuracy - few.low > 0.2  # with 56 words of Welsh the estimate was 22 points too high
    assert wide.low < few.low
    assert wide.high - wide.low > narrow.high - narrow.low
    assert estimate(TEXT, None).kinds[KNOWN].accuracy == pytest.approx(0.8)


def test_what_to_label_next() -> None:
    few, half_an_hour, hour = (labels(0.8, 0.8, n=n) for n in (100, 400, 700))
    assert 100 < FIRST_WORDS < 400 < HOUR_OF_WORDS < 700
    assert estimate(TEXT, few).label_next == "words"
    assert estimate(TEXT, half_an_hour).label_next == estimate(TEXT, hour).label_next == "occurrences"
    assert "words with several tags make" in estimate(TEXT, hour).why
    other = text({ONE: 0.5, KNOWN: 0.3, NEW: 0.2}, {ONE: TYPICAL, KNOWN: 0.8, NEW: 0.7})
    assert estimate(other, half_an_hour).label_next == "words"
    assert estimate(other, hour).label_next == "sentences"
    assert "words without a label" in estimate(other, hour).why
    assert (estimate(TEXT, few).has_few_labels, estimate(TEXT, hour).has_few_labels) == (True, False)


def test_the_greater_part_of_the_errors_decides() -> None:
    assert advise(np.array([0.1, 0.4, 0.4, 0.1]), 300)[0] == "occurrences"
    assert advise(np.array([0.1, 0.3, 0.4, 0.2]), 300)[0] == "words"


def test_tokens_are_added_up_by_kind() -> None:
    units = [(np.array([ONE, NEW, ONE]), np.array([0.5, 1, 0.25], np.float32)), (np.zeros(0, int), np.zeros(0))]
    found = text_counts(units)
    assert found.tokens.tolist() == [[2, 0, 0, 1], [0, 0, 0, 0]]
    assert found.confidence.tolist() == [[0.75, 0, 0, 1], [0, 0, 0, 0]]


@pytest.mark.parametrize(
    ("n_right", "n", "low", "high"), [(90, 100, 0.8256, 0.9448), (0, 10, 0, 0.2775), (5, 5, 0.5655, 1)]
)
def test_wilson(n_right: int, n: int, low: float, high: float) -> None:
    assert wilson_interval(n_right, n) == pytest.approx((low, high), abs=1e-4)
