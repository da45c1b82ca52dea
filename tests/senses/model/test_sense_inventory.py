"""The list of words: what training data show, what keys name, what the user adds."""

import pytest

from spacy_svd2.errors import UserError
from spacy_svd2.senses.model.contexts import Context
from spacy_svd2.senses.model.inventory import Entry, Inventory, find_forms
from spacy_svd2.senses.model.sense_model import Occurrence


@pytest.mark.parametrize("key", ["and/or", "node.js", "U.S.", "km/h", "art.n", "Bank House"])
def test_a_key_is_a_word_as_it_stands(key):
    form = tuple(key.lower().split())
    assert Inventory.from_meta({}, [key]).entries[key].forms == {form: 0}
    assert Inventory.learn([occurrence("x", 0, 1, "a", word=key)]).entries[key].forms == {form: 0, ("x",): 1}


def occurrence(text, start, end, *senses, word="art.n", **more):
    return Occurrence(word, Context(text.split(), **more), start, end, senses)


def test_learned_from_occurrences():
    found = Inventory.learn(
        [
            occurrence("The Arts", 1, 2, "a"),
            occurrence("the arts", 1, 2),
            occurrence("an Art Gallery", 1, 3, "a", "b", word="art_gallery"),
            occurrence("arty", 0, 1, "a", lemmas=["arty"]),
        ],
        ["lemmas"],
        {"art.n": "art"},
    )
    assert found.entries["art.n"] == Entry({("art",): 0, ("arts",): 1, ("arty",): 1}, ["art", "arty"], n_examples=2)
    assert found.entries["art_gallery"].forms == {("art", "gallery"): 1}
    assert found.annotations == ("lemmas",)


def test_underscores_join_tokens_unless_the_text_has_them():
    assert Inventory.from_meta({}, ["art_gallery"]).entries["art_gallery"].forms == {("art", "gallery"): 0}
    learned = Inventory.learn([occurrence("a snake_case name", 1, 2, "a", word="snake_case")])
    assert learned.entries["snake_case"] == Entry({("snake_case",): 1}, ["snake_case"], n_examples=1)


def test_there_and_back():
    found = Inventory.learn([occurrence("the arts", 1, 2, "a")], ["tags"])
    found.add([{"key": "x", "forms": ["A  b"], "lemmas": ["c"], "tags": ["T"], "pos": ["P"], "glosses": {"1": "one"}}])
    assert found.entries["x"] == Entry({("a", "b"): 0}, ["c"], ["T"], ["P"], {"1": "one"})
    assert Inventory.from_meta({"inventory": found.to_meta()}) == found


def test_added_twice_is_there_once():
    found = Inventory()
    for _ in range(2):
        found.add([{"key": "x", "forms": ["a"], "tags": ["T"]}])
    assert found.entries == {"x": Entry({("a",): 0}, tags=["T"])}


def test_words_with_a_model_are_always_looked_for():
    assert Inventory.from_meta({}, ["art"]).entries == {"art": Entry({("art",): 0}, ["art"])}


@pytest.mark.parametrize(
    "change", [{"key": "a\udc80"}, {"forms": ["\udc80"]}, {"tags": ["\udc80"]}, {"glosses": {"1": "\udc80"}}]
)
def test_lone_surrogates_in_targets(change):
    with pytest.raises(UserError, match="K010"):
        Inventory().add([{"key": "a", **change}])


def test_damage():
    with pytest.raises(UserError, match=r"K011.*'x\.npz'"):
        Inventory.from_meta({"inventory": {"words": {"a": {"forms": []}}, "annotations": []}}, path="x.npz")


def test_forms_in_raw_text():
    found = Inventory()
    found.add([{"key": "ab", "forms": ["a b"]}, {"key": "a", "forms": ["a"]}, {"key": "b", "forms": ["b"]}])
    texts = [Context(["A", "B", "a", "c", "b"]), Context(["x"]), Context(["a"])]
    places = [(item.word, item.start, item.end) for item in find_forms(texts, found)]
    assert places == [("ab", 0, 2), ("a", 2, 3), ("b", 4, 5), ("a", 0, 1)]
