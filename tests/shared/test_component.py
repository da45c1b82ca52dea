"""What both components write on documents: batches, order, errors, formats."""

import numpy as np
import pytest
from component_helpers import COMPONENTS, TEXTS, both, other, written
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spacy import displacy
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

PIECES = [
    "the",
    "bank",
    "banks",
    "money",
    "river",
    "art gallery",
    "zebra",
    "Zyx9",
    "\u0130\u0308",
    "\u200b",
    " ",
    "\n",
    ".",
]

texts = st.lists(
    st.lists(st.sampled_from(PIECES) | st.text(st.characters(exclude_categories=["Cs"]), max_size=6), max_size=8).map(
        " ".join
    ),
    max_size=9,
)


class Broken(Doc):
    """A document that no component can read."""

    def to_array(self, attrs):
        raise RuntimeError("cannot be read")


def is_plain(value):
    if isinstance(value, list):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_plain(item) for key, item in value.items())
    return type(value) in (str, int, float, type(None))


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(texts, st.integers(1, 12), st.randoms(use_true_random=False))
def test_a_document_is_all_that_counts_whatever_batch_and_order(nlp, texts, size, chance):
    alone = [written(nlp(text)) for text in texts]
    order = chance.sample(range(len(texts)), len(texts))
    shuffled = list(nlp.pipe([texts[n] for n in order], batch_size=size))
    assert [written(doc) for doc in shuffled] == [alone[n] for n in order]


def test_what_is_compared_is_not_empty(nlp):
    docs = [written(doc) for doc in nlp.pipe(TEXTS)]
    assert sum(len(doc["senses"]) for doc in docs) >= 6
    assert {tag for doc in docs for tag in doc["tags"]} >= {("DET", "DET"), ("NOUN", "NOUN"), ("_SP", "SPACE")}
    assert all(0 < p <= 1 for doc in docs for p in doc["probabilities"])


@pytest.mark.parametrize("size", [1, 2, 3, len(TEXTS), 1000])
def test_contexts_stay_with_their_texts(nlp, expected, size):
    pairs = list(nlp.pipe([(text, number) for number, text in enumerate(TEXTS)], as_tuples=True, batch_size=size))
    assert [number for _, number in pairs] == list(range(len(TEXTS)))
    assert [written(doc) for doc, _ in pairs] == expected


@pytest.mark.parametrize("place", range(len(TEXTS) + 1))
def test_empty_documents_at_any_place_change_no_other(nlp, expected, place):
    docs = list(nlp.pipe([*TEXTS[:place], "", *TEXTS[place:]]))
    assert len(docs.pop(place)) == 0
    assert [written(doc) for doc in docs] == expected


def test_no_document_has_anything_to_say(nlp):
    assert list(nlp.pipe([])) == []
    assert [len(doc) for doc in nlp.pipe([""] * 3)] == [0, 0, 0]


@pytest.mark.parametrize("count", [0, 1, 2])
def test_contexts_of_no_one_and_two_words(nlp, count):
    doc = nlp(" ".join(["bank", "money"][:count]))
    assert [item["sense"] for item in doc._.senses] == ["money"] * min(count, 1) or count == 1
    assert all(token.tag_ for token in doc)


@pytest.mark.parametrize("name", COMPONENTS)
@pytest.mark.parametrize("size", [1, 2, 50])
def test_an_error_costs_its_batch_and_no_more(nlp, name, size):
    seen = []
    alone = both()
    alone.remove_pipe(other(name))
    alone.set_error_handler(lambda *failure: seen.append((*failure[:2], len(failure[2]), str(failure[3]))))
    docs = [alone.make_doc(text) for text in TEXTS]
    docs.insert(5, Broken(alone.vocab, words=["the", "bank"]))
    batch = range(5 // size * size, min(len(docs), 5 // size * size + size))
    left = [doc.text for doc in alone.pipe(docs, batch_size=size)]
    assert left == [doc.text for number, doc in enumerate(docs) if number not in batch]
    assert seen == [(name, alone.get_pipe(name), len(batch), "cannot be read")]
    with pytest.raises(RuntimeError, match="cannot be read"):
        nlp(Broken(nlp.vocab, words=["the", "bank"]))


def test_what_is_stored_is_plain_data(nlp):
    for doc in nlp.pipe(TEXTS):
        assert all(is_plain(value) for value in doc.user_data.values())


def test_binary_documents_in_a_fresh_vocabulary(nlp):
    for doc in nlp.pipe(TEXTS):
        assert written(Doc(Vocab()).from_bytes(doc.to_bytes())) == written(doc)
        copied = doc.copy()
        assert written(copied) == written(doc)


def test_a_docbin_keeps_tags_and_spans_and_with_user_data_all(nlp):
    docs = list(nlp.pipe(TEXTS))
    for store in (True, False):
        packed = DocBin(store_user_data=store, docs=docs, attrs=["ORTH", "TAG", "POS", "SPACY"]).to_bytes()
        found = list(DocBin().from_bytes(packed).get_docs(Vocab()))
        kept = ["words", "tags", "spans", *(["probabilities", "senses", "sense"] if store else [])]
        for doc, copy in zip(docs, found, strict=True):
            assert {key: written(copy)[key] for key in kept} == {key: written(doc)[key] for key in kept}
    assert [doc._.senses for doc in found] == [[]] * len(docs)


def test_json_and_displacy_take_a_processed_document(nlp):
    doc = nlp(TEXTS[2])
    assert [token["tag"] for token in doc.to_json()["tokens"]] == [token.tag_ for token in doc]
    assert doc.to_json()["spans"]["senses"][0]["label"] == "shore"
    shown = displacy.render(doc, style="span", options={"spans_key": "senses"}, page=False, jupyter=False)
    assert "shore" in shown
    assert "money" in shown


def test_a_second_run_of_the_pipeline_changes_nothing(nlp):
    docs = [nlp(text) for text in TEXTS]
    before = [written(doc) for doc in docs]
    assert [written(doc) for doc in nlp.pipe(docs)] == before


def test_numbers_are_pythons_own(nlp):
    doc = nlp(TEXTS[2])
    assert type(doc._.senses[0]["score"]) is float
    assert not isinstance(doc[0]._.users_prob, np.generic)
