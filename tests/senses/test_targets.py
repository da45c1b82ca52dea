"""The finder of targets against a plain search at every place."""

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from sense_helpers import example
from spacy.tokens import Doc

from spacy_svd2.corpora.splitting import whitespace_tokenizer
from spacy_svd2.senses.model.inventory import Entry, Inventory
from spacy_svd2.senses.targets import TargetFinder

VOCAB = spacy.blank("xx").vocab
WORDS = st.sampled_from(["a", "b", "c", "A", " "])
FORMS = st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map(tuple)
INVENTORIES = st.dictionaries(
    st.sampled_from(["one", "two", "three"]),
    st.dictionaries(FORMS, st.integers(0, 3), min_size=1, max_size=3),
    max_size=3,
)


def plain_search(words, inventory):
    """All forms at all places, then the longest, and the first of equally long ones, of those that overlap."""
    words = [word.lower() for word in words if not word.isspace()]
    matches = []
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            fitting = [
                (-forms[form], word)
                for word, forms in inventory.items()
                for form in forms
                if form == tuple(words[start:end])
            ]
            if fitting:
                matches.append((start, end, min(fitting)[1]))
    found = []
    for start, end, word in sorted(matches, key=lambda item: (item[0] - item[1], item[0])):
        if all(end <= other[0] or start >= other[1] for other in found):
            found.append((start, end, word))
    return sorted(found)


@given(st.lists(st.lists(WORDS, max_size=8), min_size=1, max_size=4), INVENTORIES)
def test_equals_a_plain_search(texts, inventory):
    docs = [Doc(VOCAB, words=words) for words in texts]
    finder = TargetFinder(Inventory({word: Entry(dict(forms)) for word, forms in inventory.items()}))
    found = finder.find(docs)
    assert [one.targets for one in found] == [plain_search(words, inventory) for words in texts]
    assert [one.places.tolist() for one in found] == [
        [place for place, word in enumerate(words) if not word.isspace()] for words in texts
    ]


@pytest.mark.parametrize("words", [[], ["x"], ["a"]])
def test_an_empty_inventory(words):
    assert TargetFinder(Inventory()).find([Doc(VOCAB, words=words)])[0].targets == []


APOSTROPHES = ("sy'n", "sy\u2019n", "Sy\u02bcn", "sy\uff07n")


@pytest.mark.parametrize("trained", APOSTROPHES[:2])
def test_any_sign_for_an_apostrophe(trained):
    nlp = spacy.blank("xx")
    nlp.tokenizer = whitespace_tokenizer(nlp.vocab)
    texts = [("mae dyn {} mynd", "who"), ("a {} yw hyn", "is"), ("{} wedi dod", "who"), ("hwn {} yma", "is")]
    data = [example(nlp, text.format(trained), (trained, "", sense)) for text, sense in texts]
    wsd = nlp.add_pipe("kpca_wsd")
    wsd.initialize(lambda: data, nlp=nlp, settings={"candidates": "fast"})
    assert list(wsd.get_model().words) == ["sy'n"]
    for written in APOSTROPHES:
        (found,) = nlp(f"mae dyn {written} mynd")._.senses
        assert (found["text"], found["key"], found["sense"]) == (written, "sy'n", "who")


def test_examples_with_either_sign_are_of_one_word():
    nlp = spacy.blank("xx")
    nlp.tokenizer = whitespace_tokenizer(nlp.vocab)
    texts = [("mae dyn sy'n mynd", "sy'n", "who"), ("a sy\u2019n yw hyn", "sy\u2019n", "is")]
    data = [example(nlp, text, (target, "", sense)) for text, target, sense in texts]
    wsd = nlp.add_pipe("kpca_wsd", config={"targets_key": "asked"})
    wsd.initialize(lambda: data, nlp=nlp, settings={"candidates": "fast"})
    assert wsd.get_model().words["sy'n"].senses == ("is", "who")
    doc = nlp.make_doc("mae \u02bc sy\u02bcn mynd")
    doc.spans["asked"] = [doc[2:3]]
    assert wsd(doc)._.senses[0]["key"] == "sy'n"
