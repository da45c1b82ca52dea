import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.tagger.forms.suffix_tree import Forms, affixes

words = st.lists(st.text(alphabet="ab\0", min_size=1, max_size=5), min_size=1, max_size=30, unique=True)


def no_case(n: int) -> np.ndarray:
    return np.zeros((n, 3), dtype=np.int64)


def member(labels: np.ndarray, k: int) -> np.ndarray:
    return np.eye(k, dtype=np.float32)[labels]


def test_suffixes_by_hand() -> None:
    forms = Forms.build(["walked", "talked", "talks", "ed"], no_case(4), length=3, min_types=2)
    assert forms.suffixes == ["", "d", "ed", "ked"]
    assert forms.parents.tolist() == [0, 0, 1, 2]
    assert forms.levels.tolist() == [0, 1, 2, 3, 4]
    assert [forms.suffixes[i] for i in forms.leaf] == ["ked", "ked", "", "ed"]
    assert forms.sizes.tolist() == [4, 3, 3, 2]


def test_a_word_shorter_than_the_suffix_ends_at_its_beginning() -> None:
    forms = Forms.build(["a", "ba", "ca"], no_case(3), length=2, min_types=1)
    assert forms.suffixes == ["", "a", "\x02a", "ba", "ca"]


@pytest.mark.parametrize(("side", "expected"), [("suffix", ["a\0", "ba"]), ("prefix", ["a\0", "ba"])])
def test_affixes_may_end_in_nul(side: str, expected: list[str]) -> None:
    names, which = affixes(["ba", "a\0"], 2, side)  # type: ignore[arg-type]
    assert (names, which.tolist()) == (expected, [1, 0])


@given(words, st.integers(1, 4), st.integers(1, 3))
def test_tree_against_plain_counting(types: list[str], length: int, min_types: int) -> None:
    forms = Forms.build(types, no_case(len(types)), length=length, min_types=min_types)
    padded = ["\x02" * length + word for word in types]
    counts = Counter(word[-size:] for word in padded for size in range(1, length + 1))
    expected = {suffix for suffix, n in counts.items() if n >= min_types}
    assert set(forms.suffixes) == expected | {""}
    assert len(forms.suffixes) == len(expected) + 1
    for row, suffix in enumerate(forms.suffixes):
        assert forms.sizes[row] == (counts[suffix] if suffix else len(types))
        assert forms.suffixes[forms.parents[row]] == suffix[1:]
    for word, leaf in zip(padded, forms.leaf, strict=True):
        longest = max((word[-size:] for size in range(1, length + 1) if word[-size:] in expected), key=len, default="")
        assert forms.suffixes[leaf] == longest


@given(words, st.integers(1, 4), st.floats(0.1, 50), st.randoms(use_true_random=False))
def test_suffix_scores_against_the_formula(types: list[str], k: int, strength: float, random) -> None:
    forms = Forms.build(types, no_case(len(types)), length=3, min_types=1)
    labels = np.array([random.randrange(k) for _ in types])
    scores = forms.suffix_scores((forms.by_leaf @ member(labels, k)).astype(np.float32), strength)
    for row, suffix in enumerate(forms.suffixes):
        for c in range(k):
            expected, shorter = 0.0, list(range(len(types)))
            for size in range(1, len(suffix) + 1):
                longer = [i for i in shorter if ("\x02" * 3 + types[i]).endswith(suffix[-size:])]
                in_class = [sum(labels[i] == c for i in group) for group in (longer, shorter)]
                share = in_class[0] * len(shorter) / len(longer)
                expected += math.log((share + strength) / (in_class[1] + strength))
                shorter = longer
            assert scores[row, c] == pytest.approx(expected, abs=1e-4)


def test_a_suffix_without_types_says_what_the_shorter_one_does() -> None:
    types = ["ba", "ca", "da", "db"]
    some = Forms.build(types, no_case(4), length=2, min_types=1).part(slice(None, 2))
    scores = some.suffix_scores((some.by_leaf @ member(np.array([0, 0]), 2)).astype(np.float32), 3.0)
    row = {suffix: scores[i] for i, suffix in enumerate(some.suffixes)}
    np.testing.assert_array_equal(row["da"], row["a"])
    np.testing.assert_array_equal(row["db"], row["b"])
    np.testing.assert_array_equal(row["b"], row[""])
