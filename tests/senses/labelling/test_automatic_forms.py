"""Forms of words that nobody listed: by lemmas where spaCy has some, otherwise by endings that alternate."""

from collections import Counter

import spacy
import srsly

from spacy_svd2.senses.labelling.automatic_forms import automatic_forms, join_words
from spacy_svd2.senses.model.contexts import Context
from spacy_svd2.senses.model.sense_model import Occurrence
from spacy_svd2.shared.word_keys import word_key

KEY = word_key("", True)
NOUNS = ["bank", "tree", "house", "river", "plant"]
COUNTS = Counter({form: 3 + len(form) for noun in NOUNS for form in (noun, f"{noun}s")} | {"banking": 1})


def test_forms_by_endings():
    found = automatic_forms(["bank", "tree"], COUNTS, KEY, "xx")
    assert found.forms == {"bank": {"banks": 8}, "tree": {"trees": 8}}
    assert found.table == {"banks": "bank", "trees": "tree"}
    assert (found.by_lemma, found.source) == (False, "by endings that alternate, as in kpca find")


def test_words_of_their_own_and_forms_of_two_words_are_left_out():
    assert automatic_forms(["bank", "banks"], COUNTS, KEY, "xx").table == {}
    assert automatic_forms(["bank"], COUNTS, KEY, "xx", apart=["banks"]).table == {}


def test_forms_by_lemmas(monkeypatch, tmp_path):
    srsly.write_json(tmp_path / "lemmas.json", {"banking": "bank", "Geese": "goose", "gander": "goose"})
    tables = {"zz": {"lemma_lookup": tmp_path / "lemmas.json"}}
    monkeypatch.setattr(spacy.lookups.registry, "lookups", tables)
    counts = Counter({"bank": 2, "banks": 2, "banking": 1, "geese": 4, "gander": 5})
    found = automatic_forms(["bank", "goose"], counts, KEY, "zz")
    assert found.by_lemma
    assert found.forms == {"bank": {"banking": 1}, "goose": {"gander": 5, "geese": 4}}


def test_words_that_are_forms_of_one_word():
    def occurrence(word, sense):
        return Occurrence(word, Context([word]), 0, 1, (sense,))

    items = [occurrence("bank", "money"), occurrence("banks", "money"), occurrence("banker", "money")]
    assert join_words(items, Counter({"bank": 1, "banks": 3})) == {"bank": "banks", "banker": "banks"}
    assert join_words([occurrence("bank", "a"), occurrence("banks", "b")], Counter()) == {}
