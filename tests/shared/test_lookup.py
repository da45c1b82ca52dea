import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.strings import get_string_id

from spacy_svd2.shared import lookup
from spacy_svd2.shared.hash_table import MISSING, HashTable

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)


def hashes(strings):
    return np.array([get_string_id(string) for string in strings], dtype=np.uint64)


def table(strings):
    return HashTable(lookup.string_ids(strings), np.arange(len(strings), dtype=np.int32))


@settings(deadline=None)
@given(known=st.lists(words, min_size=1, unique=True), asked=st.lists(words))
def test_equals_a_dictionary(known, asked):
    numbers = {string: number for number, string in enumerate(known)}
    asked = known + asked
    found = table(known)(hashes(asked))
    assert found.dtype == np.int32
    assert found.tolist() == [numbers.get(string, MISSING) for string in asked]


@settings(deadline=None)
@given(
    stored=st.lists(st.integers(0, 2**64 - 1), min_size=1, unique=True),
    asked=st.lists(st.integers(0, 2**64 - 1)),
    near=st.integers(0, 2**64 - 1),
    n_near=st.integers(0, 40),
)
def test_any_hashes_even_all_in_one_bucket(stored, asked, near, n_near):
    stored = list(dict.fromkeys([*stored, *(min(near + i, 2**64 - 1) for i in range(n_near))]))
    numbers = {value: number for number, value in enumerate(stored)}
    asked = stored + asked + [0, 2**64 - 1, near, min(near + n_near, 2**64 - 1)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lookup, "get_string_id", int)
        found = table(stored)(np.array(asked, dtype=np.uint64))
    assert found.tolist() == [numbers.get(value, MISSING) for value in asked]


def test_one_string():
    assert table(["cat"])(hashes(["cat", "dog", "", "nsubj"])).tolist() == [0, MISSING, MISSING, MISSING]


def test_no_hashes():
    assert table(["cat"])(hashes([])).tolist() == []


def test_words_that_are_symbols_of_spacy_share_one_bucket():
    symbols = ["nsubj", "det", "case", "mark", "LOWER", "NOUN", "date", "root"]
    assert table([*symbols[1:], "cat"])(hashes(symbols)).tolist() == [MISSING, 0, 1, 2, 3, 4, 5, 6]


def test_many_strings_and_any_order_of_them():
    strings = [f"w{number}" for number in range(20_000)]
    numbers = np.arange(20_000, dtype=np.int32)
    shuffled = np.random.default_rng(0).permutation(20_000)
    again = HashTable(lookup.string_ids([strings[i] for i in shuffled]), numbers[shuffled])
    for made in (table(strings), again):
        assert (made(hashes(strings)) == numbers).all()
        assert (made(hashes(f"v{number}" for number in range(20_000))) == MISSING).all()


def test_hashes_may_be_a_column():
    both = np.stack([hashes(["cat", "dog"]), hashes(["x", "y"])], axis=1)
    assert table(["dog", "cat"])(both[:, 0]).tolist() == [1, 0]
