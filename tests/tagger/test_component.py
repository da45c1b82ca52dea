"""What the tagger writes on documents.

Not here, because they concern other parts: extensions and displacy views (the tagger has none), part-of-speech names
of prototypes, right-to-left text in reports, rules of the attribute_ruler that match what it sets itself.
"""

import unicodedata
from typing import ClassVar

import pytest
import spacy
from hypothesis import given
from hypothesis import settings as budget
from hypothesis import strategies as st
from spacy.attrs import LOWER, TAG
from spacy.language import BaseDefaults, Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import get_lang_class, registry
from spacy.vocab import Vocab

from spacy_svd2.errors import UserError
from spacy_svd2.shared.artifacts import artifact_to_bytes
from spacy_svd2.tagger.component import SVD2Tagger
from spacy_svd2.tagger.model.storage import model_from_artifact

UNKNOWN = ["zebra", "Zebra", "1999", "???"]
TEXTS = [
    "the cat sits in 2 days .",
    "a  fox\n\nnaps , zebra ",
    "",
    " ",
    "2 30 1999 !?",
    "THE Zebra does n't see\tyou",
    "\n",
    "you can't know",
]


def tags(doc):
    return [token.tag_ for token in doc]


def new_vocab():
    return spacy.blank("xx").vocab


@pytest.fixture(scope="module")
def tagger(model):
    return make_tagger(model, new_vocab())


def make_tagger(model, vocab, **config):
    tagger = SVD2Tagger(vocab, **config)
    tagger.set_model(model)
    return tagger


# Labels


def test_labels_are_the_cluster_names(nlp, model):
    tagger = nlp.get_pipe("svd2_tagger")
    assert tagger.labels == tuple(model.cluster_names)
    assert (
        list(tagger.labels) == tagger.label_data == nlp.pipe_labels["svd2_tagger"] == nlp.meta["labels"]["svd2_tagger"]
    )
    assert len(tagger.labels) == model.n_clusters
    assert not {"", "_SP"} & set(tagger.labels)


# Tags


@pytest.mark.parametrize("text", TEXTS)
def test_tags_are_those_of_the_clusters(nlp, expect, text):
    doc = nlp(text)
    assert tags(doc) == expect(doc)


def test_every_cluster_with_words_occurs(nlp, model, lines):
    found = {tag for doc in nlp.pipe(lines) for tag in tags(doc)}
    assert found == {model.cluster_names[label] for label in model.labels}
    assert len(found) > 3


def test_types_ignore_case(nlp):
    first, second = nlp("the cat"), nlp("THE Cat")
    assert tags(first) == tags(second)


def test_whitespace_is_tagged_apart(nlp):
    doc = nlp("the  cat\n\n\tsits \u00a0 ")
    assert [token.is_space for token in doc] == [tag == "_SP" for tag in tags(doc)]
    assert tags(doc).count("_SP") == 3


@pytest.mark.parametrize("word", UNKNOWN)
def test_unknown_words_get_a_cluster(nlp, model, word):
    tag = nlp(word)[0].tag_
    assert tag == model.cluster_names[model.unseen(word.lower(), word.lower())]  # at the start its capital says nothing
    assert tag in model.cluster_names


@pytest.mark.parametrize("spaces", [[], ["\n"], [" ", "\n\t"]])
@pytest.mark.parametrize("start", [0, 2])
def test_a_capital_says_nothing_after_white_space_that_begins_a_sentence(tagger, monkeypatch, spaces, start):
    model = tagger.get_model()
    monkeypatch.setattr(type(model), "unseen", lambda self, type_, text: int(text[:1].isupper()))
    words = [*["the", "cat"][:start], *spaces, "Zebradew", "Zebradew"]
    fresh = make_tagger(model, tagger.vocab)
    doc = fresh(Doc(tagger.vocab, words=words, sent_starts=[at in (0, start) for at in range(len(words))]))
    assert tags(doc)[-2:] == model.cluster_names[:2]


def test_unknown_words_are_answered_alike_however_many_there_were(nlp, expect, monkeypatch):
    monkeypatch.setattr("spacy_svd2.tagger.tagging._MAX_ANSWERS", 3)
    words = [f"{word}{number}" for number in range(20) for word in ("z", "?", "Z")] + UNKNOWN
    doc = Doc(nlp.vocab, words=words)
    names = expect(doc)
    for _ in range(2):
        assert tags(nlp(doc.copy())) == names
    assert len(nlp.get_pipe("svd2_tagger")._tagging._answers) <= 3


def test_a_new_model_forgets_the_answers_of_the_old(nlp, train):
    tagger = nlp.get_pipe("svd2_tagger")
    nlp("zebra cat")
    other = train(n_tags=1)
    tagger.set_model(other)
    assert tags(nlp("zebra cat sits")) == ["C0", "C0", "C0"]


@pytest.mark.parametrize("attr", ["LOWER", "ORTH", "NORM"])
def test_each_attribute(train, attr):
    model = train(attr=attr)
    assert ("The" in model.types) == (attr == "ORTH")
    nlp = spacy.blank("en")
    nlp.add_pipe("svd2_tagger").set_model(model)
    names = dict(zip(model.types, (model.cluster_names[label] for label in model.labels), strict=True))
    doc = nlp("The the A cat in 30 weeks")
    for token in doc:
        key = {"LOWER": token.lower_, "ORTH": token.orth_, "NORM": token.norm_}[attr]
        assert token.tag_ == names[key]


def test_norm_of_contractions(train):
    # The tokenizer says that "n't" has the norm "not", which no text of the training corpus says.
    model = train(attr="NORM")
    names = dict(zip(model.types, (model.cluster_names[label] for label in model.labels), strict=True))
    nlp = spacy.blank("en")
    nlp.add_pipe("svd2_tagger").set_model(model)
    doc = nlp("I can't know")
    assert [token.norm_ for token in doc] == ["i", "can", "not", "know"]
    assert tags(doc) == [names[word] for word in ("i", "can", "not", "know")]


def test_norm_that_the_corpus_did_not_have_falls_back_on_the_form(settings):
    nlp = spacy.blank("en")
    tagger = nlp.add_pipe("svd2_tagger")
    words = [["I", "do", "n't", "know"], ["they", "do", "n't", "see"], ["I", "know"], ["they", "see"]] * 3
    examples = [Example.from_dict(Doc(nlp.vocab, sentence), {}) for sentence in words]
    tagger.initialize(lambda: examples, nlp=nlp, settings={**settings, "attr": "NORM", "n_tags": 5, "w1": 6, "r1": 4})
    names = dict(
        zip(tagger.get_model().types, (tagger.labels[label] for label in tagger.get_model().labels), strict=True)
    )
    assert "not" not in names
    assert tags(nlp("I don't know")) == [names[word] for word in ("i", "do", "n't", "know")]


# Tags already there


def test_preset_tags_stay(model, expect):
    vocab = new_vocab()
    doc = Doc(vocab, words=["the", "cat", "sits", "\n", "\n"], tags=["", "NN", "", "", "WS"])
    wanted = expect(doc)
    make_tagger(model, vocab)(doc)
    assert tags(doc) == [wanted[0], "NN", wanted[2], "_SP", "WS"]


def test_preset_tags_are_replaced_if_wanted(model, expect):
    vocab = new_vocab()
    doc = Doc(vocab, words=["the", "cat", "\n"], tags=["", "NN", "WS"])
    make_tagger(model, vocab, overwrite=True)(doc)
    assert tags(doc) == expect(doc)


def test_preset_tags_of_one_document_do_not_touch_others(model, expect):
    vocab = new_vocab()
    docs = [Doc(vocab, words=["the", "cat"], tags=preset) for preset in (["X", "X"], None, ["", "Y"])]
    wanted = expect(docs[1])
    list(make_tagger(model, vocab).pipe(docs))
    assert [tags(doc) for doc in docs] == [["X", "X"], wanted, [wanted[0], "Y"]]


def test_nothing_else_is_written(model):
    vocab = new_vocab()
    doc = Doc(
        vocab, words=["the", "cat"], pos=["DET", "NOUN"], lemmas=["the", "cat"], deps=["det", "ROOT"], heads=[1, 1]
    )
    before = doc.to_array(["POS", "LEMMA", "DEP", "HEAD", "SENT_START", "NORM"]).tolist()
    make_tagger(model, vocab)(doc)
    assert doc.to_array(["POS", "LEMMA", "DEP", "HEAD", "SENT_START", "NORM"]).tolist() == before
    assert doc.user_data == {}


def test_tags_can_be_changed_afterwards(nlp):
    doc = nlp("the cat")
    doc[0].tag_ = "DT"
    assert doc[0].tag_ == "DT"


# Documents


def test_pretokenised_document(nlp, expect):
    doc = Doc(nlp.vocab, words=["the", "New York", "cat", "sits."], spaces=[True, True, False, False])
    assert tags(nlp(doc)) == expect(doc)


def test_documents_of_several_vocabularies_in_a_batch(tagger, expect):
    docs = [Doc(spacy.blank(lang).vocab, words=["The", "cat", "\n", "zebra"]) for lang in ("xx", "en", "tr", "xx")]
    list(tagger.pipe(docs))
    assert [tags(doc) for doc in docs] == [expect(doc) for doc in docs]


def test_vocabulary_of_no_language(tagger, expect):
    # It gives its words neither lower-case forms nor flags.
    words = ["The", "cat", "\n", "zebra", "?"]
    bare = Doc(Vocab(), words=words)
    assert bare[0].lower_ == ""
    assert tags(tagger(bare)) == expect(Doc(new_vocab(), words=words))


@budget(deadline=None, max_examples=60)
@given(
    st.lists(
        st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8), max_size=6), max_size=4
    )
)
def test_any_words(tagger, expect, sentences):
    vocab = tagger.vocab
    docs = [Doc(vocab, words=words) for words in sentences]
    wanted = [expect(doc) for doc in docs]
    assert [tags(doc) for doc in tagger.pipe(docs, batch_size=3)] == wanted


@pytest.mark.parametrize(
    "word",
    [
        "e\u0301",  # combining mark
        "\u0301",
        "👩\u200d👩\u200d👧",  # joined emoji
        "\u200d",
        "\u200b",  # not white space to Python
        "\ufeff",
        "\u202e",
        "שלום",
        "ⅷ",
        "²",
        "\x00",
        "İ",  # two characters in lower case
        "nsubj",  # a symbol of spaCy
        "NOUN",
        "C0",  # a tag
        "_SP",
        "a" * 5000,
    ],
)
def test_odd_words(tagger, model, word):
    doc = Doc(tagger.vocab, words=["the", word, word, "cat"])
    plain = tags(tagger(Doc(tagger.vocab, words=["the", "cat"])))
    found = tags(tagger(doc))
    assert [found[0], found[3]] == plain
    assert found[1] == found[2]
    assert found[1] in model.cluster_names


@pytest.mark.parametrize("refine", [True, False])
def test_words_that_end_in_nul_are_words(refine):
    nlp = spacy.blank("xx")
    texts = ["a\0 cat sleeps", "a cat\0 sleeps", "a cats\0\0 sleep", "the\0 cat sleep\0", "\0 cat sleeps"] * 9
    examples = [Example.from_dict(Doc(nlp.vocab, words=text.split(" ")), {}) for text in texts]
    tagger = nlp.add_pipe("svd2_tagger")
    settings = {"n_tags": 3, "w1": 6, "r1": 2, "min_count": 1, "refine": {"suffix_min_types": 1} if refine else False}
    tagger.initialize(lambda: examples, nlp=nlp, settings=settings)
    tagger.set_model(tagger.get_model().named({"cat": ["NOUN"], "cat\0": ["NUL"], "a": ["DET"], "a\0": ["DET"]}))
    again = SVD2Tagger(nlp.vocab).from_bytes(tagger.to_bytes())
    for text in texts[:5]:
        doc, other = (Doc(nlp.vocab, words=text.split(" ")) for _ in range(2))
        assert tags(tagger(doc)) == tags(again(other))


@pytest.mark.parametrize(("words", "error"), [(["the", ""], ValueError), (["the", "\ud800"], UnicodeEncodeError)])
def test_words_that_spacy_itself_refuses(nlp, words, error):
    with pytest.raises(error):
        nlp(Doc(nlp.vocab, words=words))
    assert nlp("the cat")[0].tag_


def test_without_sentence_boundaries(model):
    nlp = spacy.blank("xx")
    nlp.add_pipe("svd2_tagger").set_model(model)
    doc = nlp("the cat sits . the dog naps .")
    assert not doc.has_annotation("SENT_START")
    assert all(token.tag_ for token in doc)


def test_custom_language(model, settings):
    class CustomDefaults(BaseDefaults):
        lex_attr_getters: ClassVar = {LOWER: lambda text: text.lower().replace("ç", "c")}

    @registry.languages("svd2test")
    class Custom(Language):
        lang = "svd2test"
        Defaults = CustomDefaults

    assert get_lang_class("svd2test") is Custom
    nlp = spacy.blank("svd2test")
    tagger = nlp.add_pipe("svd2_tagger")
    examples = [Example.from_dict(nlp.make_doc(text), {}) for text in ("Ça va", "ça suit", "ca dort", "tu dors") * 2]
    tagger.initialize(lambda: examples, nlp=nlp, settings={**settings, "n_tags": 4, "w1": 6, "r1": 3})
    assert "ca" in tagger.get_model().types
    assert not {"ça", "Ça"} & set(tagger.get_model().types)
    assert len({nlp(word)[0].tag_ for word in ("Ça", "ça", "ca", "CA")}) == 1


def test_attribute_ruler_maps_tags_to_parts_of_speech(nlp, model):
    parts = dict(zip(model.cluster_names, ["NOUN", "DET", "VERB", "ADP", "NUM"], strict=False))
    ruler = nlp.add_pipe("attribute_ruler")
    for tag, pos in {**parts, "_SP": "SPACE"}.items():
        ruler.add(patterns=[[{"TAG": tag}]], attrs={"POS": pos})
    doc = nlp("the zebra  sits in 2 days")
    assert [token.pos_ for token in doc] == [{**parts, "_SP": "SPACE"}[token.tag_] for token in doc]


# The pipeline's view


def test_what_the_pipeline_knows_of_it(nlp):
    analysis = nlp.analyze_pipes()
    assert analysis["summary"]["svd2_tagger"]["assigns"] == ["token.tag", "token.pos"]
    assert analysis["problems"]["svd2_tagger"] == []
    assert nlp.get_pipe_meta("svd2_tagger").default_score_weights["svd2_v_measure"] == 1.0
    assert nlp.get_pipe("svd2_tagger").is_trainable is False


def test_it_is_scored(nlp):
    docs = [Doc(nlp.vocab, ["the", "cat", " ", "sits"], tags=["D", "N", "_SP", "V"])]
    scores = nlp.evaluate([Example(Doc(nlp.vocab, [token.text for token in doc]), doc) for doc in docs])
    assert set(nlp.get_pipe_meta("svd2_tagger").default_score_weights) <= set(scores)


def test_identical_documents_score_full_marks_whatever_their_whitespace(nlp):
    gold = nlp("the  cat\n\nsits in 2 days ")
    scores = nlp.get_pipe("svd2_tagger").score([Example(gold.copy(), gold)])
    assert scores["tag_acc"] == scores["svd2_v_measure"] == 1.0


# Errors


def test_writes_through_hashes_that_the_store_knows(nlp):
    doc = nlp("the zebra ")
    assert all(nlp.vocab.strings[int(tag)] for tag in doc.to_array([TAG]))


SMALL = {"n_tags": 3, "n_passes": 1, "w1": 6, "r1": 2, "min_count": 1, "refine": False}


def trained_on(lines: list[str], lang: str = "xx", **settings: object) -> Language:
    nlp = spacy.blank(lang)
    examples = [Example(doc, doc) for doc in (Doc(nlp.vocab, words=line.split()) for line in lines)]
    nlp.add_pipe("svd2_tagger").initialize(lambda: examples, nlp=nlp, settings={**SMALL, **settings})
    return nlp


@pytest.mark.parametrize("again", [False, True], ids=["as trained", "saved and loaded"])
def test_the_case_of_turkish(again: bool) -> None:
    lines = ["IŞIK söndü .", "Işık yandı .", "ışık İçinden geçti .", "içinden İZLEDİ .", "kirik KIRIK izledi ."] * 4
    nlp = trained_on(lines, "tr")
    if again:  # the language of the words is the model's, whatever the pipeline's
        data = nlp.get_pipe("svd2_tagger").to_bytes()
        nlp = spacy.blank("xx")
        nlp.add_pipe("svd2_tagger").from_bytes(data)
    tagger = nlp.get_pipe("svd2_tagger")
    types = tagger.get_model().types
    assert {"ışık", "içinden", "izledi", "kirik", "kırık"} < set(types)
    assert not {"işik", "işık", "i\u0307çinden", "i\u0307zledi\u0307"} & set(types)
    tag_of = dict(zip(types, tagger.get_model().labels, strict=True))
    for words in (
        ["IŞIK", "Işık", "ışık"],
        ["KIRIK", "kırık"],
        ["KİRİK", "kirik"],
        ["IS\u0327IK", "I\u0307ZLEDI\u0307"],
    ):
        doc = nlp(Doc(nlp.vocab, words=words))
        assert [token.tag_ for token in doc] == [f"C{tag_of[tagger.make_type(word)]}" for word in words]
        assert [token.text for token in doc] == words


def test_words_are_tagged_alike_however_they_are_encoded() -> None:
    lines = ["ẹ\u0300kọ́ dára .", "Việt là Ẹ\u0300KỌ́ .", "oúnjẹ dára ."] * 4
    models = []
    for form in ("NFC", "NFD"):
        nlp = trained_on([unicodedata.normalize(form, line) for line in lines])
        models.append(nlp.get_pipe("svd2_tagger").to_bytes())
        unseen = ["ẹ\u0300kọ́lé", "É", "Ọ\u0300RỌ\u0300", "\ufeffViệt", "vi\u00adệt", "Đà-Lạt"]
        words = [word for line in lines for word in line.split()] + unseen
        docs = [Doc(nlp.vocab, words=[unicodedata.normalize(one, word) for word in words]) for one in ("NFC", "NFD")]
        first, second = ([token.tag_ for token in nlp(doc)] for doc in docs)
        assert first == second
        assert first[-4 + 1] == first[-4 + 2] == first[words.index("Việt")]
    assert models[0] == models[1]


def test_artifacts_that_do_not_say_it_are_not_normalized() -> None:
    lines = ["the café is new .", "a cafe\u0301 is old .", "the cafe\u0301 was old ."] * 3
    tagger = trained_on(lines, normalize=False).get_pipe("svd2_tagger")
    artifact = tagger.to_artifact()
    del artifact.meta["settings"]["normalize"], artifact.meta["lang"]
    model = model_from_artifact(artifact_to_bytes(artifact))
    assert model.settings.normalize is False
    assert {"café", "cafe\u0301"} < set(model.types)
    nlp = spacy.blank("xx")
    nlp.add_pipe("svd2_tagger").set_model(model)
    names = dict(zip(model.types, model.labels, strict=True))
    for word in ("café", "cafe\u0301", "CAFE\u0301"):
        assert nlp(Doc(nlp.vocab, words=[word]))[0].tag_ == f"C{names[word.lower()]}"
    artifact.meta["lang"] = 7
    with pytest.raises(UserError, match="A002.*language"):
        model_from_artifact(artifact_to_bytes(artifact))
