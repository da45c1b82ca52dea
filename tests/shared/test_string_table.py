import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.strings import get_string_id
from spacy.symbols import IDS

from spacy_svd2.errors import UserError
from spacy_svd2.shared.artifacts import checked_string_table, pack_strings
from spacy_svd2.shared.lookup import string_ids
from spacy_svd2.shared.string_table import StringTable

characters = st.characters(exclude_categories=["Cs"])
strings = st.lists(st.text(characters, max_size=40) | st.sampled_from(["", "a", "é", "\x00", "a" * 8, "b" * 16]))


def pack(items: list[str]) -> StringTable:
    return checked_string_table(*pack_strings(items))


@settings(deadline=None)
@given(strings)
def test_is_a_list_of_strings(items: list[str]) -> None:
    packed = pack(items)
    assert list(packed) == items
    assert [packed[i] for i in range(len(packed))] == items
    assert [packed[i] for i in range(-len(packed), 0)] == items
    assert packed[1:4] == items[1:4]
    assert packed == items
    assert packed == pack(items)
    assert packed != [*items, "x"]
    assert [packed.index(item) for item in items] == [items.index(item) for item in items]
    assert all(item in packed for item in items)
    assert ("not there" in packed) == ("not there" in items)


@settings(deadline=None)
@given(strings)
def test_ids_are_those_of_spacy(items: list[str]) -> None:
    assert string_ids(pack(items)).tolist() == [get_string_id(item) for item in items]


def test_ids_of_symbols() -> None:
    names = [*IDS, "nsubj", "word"]
    assert string_ids(pack(names)).tolist() == [get_string_id(name) for name in names]


def test_not_in_the_list() -> None:
    packed = pack(["a", "b"])
    with pytest.raises(ValueError, match="'c' is not in the list"):
        packed.index("c")
    with pytest.raises(IndexError):
        packed[2]
    assert 3 not in packed
    assert "\ud800" not in packed


@pytest.mark.parametrize(
    ("data", "offsets"),
    [(b"\xff", [0, 1]), ("é".encode(), [0, 1, 2]), (b"ab", [0, 1]), (b"ab", [1, 2]), (b"ab", [0, 3, 2]), (b"", [])],
)
def test_damage_is_found(data: bytes, offsets: list[int]) -> None:
    with pytest.raises(UserError, match="A005"):
        checked_string_table(np.frombuffer(data, dtype=np.uint8), np.array(offsets, dtype=np.int64))
