"""What kpca_wsd finds, decides and writes."""

import doctest
import pickle

import pytest
import spacy
from sense_helpers import LABELLED, TEXT, examples, pipeline, senses
from spacy.tokens import Doc, Span, Token

from spacy_svd2.errors import UserError
from spacy_svd2.senses import component as kpca_wsd
from spacy_svd2.senses.component import KPCAWSD
from spacy_svd2.senses.settings import SenseSettings
from spacy_svd2.shared.artifacts import artifact_to_bytes

PLAIN = (str, int, float)


@pytest.fixture(scope="module")
def nlp():
    return pipeline()


def test_examples_in_the_documentation():
    result = doctest.testmod(kpca_wsd)
    assert result.attempted > 5
    assert result.failed == 0


def test_what_is_written(nlp):
    doc = nlp(TEXT)
    assert [(span.text, span.label_, span.id_) for span in doc.spans["senses"]] == [
        ("banks", "shore", "bank"),
        ("bank", "money", "bank"),
        ("art gallery", "museum", "art_gallery"),
    ]
    assert [token._.sense for token in doc[3:12]] == ["shore", *[""] * 7, "money"]
    assert [token._.sense for token in doc[-4:]] == ["", "museum", "museum", ""]
    first = doc._.senses[0]
    assert list(first) == [
        "start",
        "end",
        "text",
        "key",
        "sense",
        "score",
        "best",
        "best_score",
        "runner_up",
        "runner_up_score",
        "gloss",
        "source",
        "reason",
    ]
    assert (first["start"], first["end"], first["key"], first["runner_up"]) == (3, 4, "bank", "money")
    assert first["score"] > 0.5 > first["runner_up_score"]
    assert first["score"] + first["runner_up_score"] == pytest.approx(1, abs=1e-5)
    assert all(type(value) in PLAIN for item in doc._.senses for value in item.values())


def test_names_can_be_changed():
    nlp = pipeline(senses_attr="my_senses", sense_attr="my_sense", spans_key="mine")
    doc = nlp("the bank")
    assert len(doc._.my_senses) == len(doc.spans["mine"]) == 1
    assert doc[1]._.my_sense == doc.spans["mine"][0].label_
    assert "senses" not in doc.spans


def test_names_can_be_null():
    nlp = pipeline()
    nlp.remove_pipe("kpca_wsd")
    quiet = KPCAWSD(nlp.vocab, senses_attr=None, sense_attr=None, spans_key=None)
    quiet.from_bytes(pipeline().get_pipe("kpca_wsd").to_bytes())
    doc = quiet(nlp.make_doc(TEXT))
    assert not doc.user_data
    assert not doc.spans
    assert len(quiet.predict([doc])[0]) == 3


@pytest.mark.parametrize(
    ("kind", "options"),
    [(Doc, {"default": None}), (Doc, {"getter": len}), (Token, {"default": ""}), (Token, {"method": len})],
)
def test_extensions_of_others_stay(kind, options):
    kind.set_extension("taken", **options)
    setting = "senses_attr" if kind is Doc else "sense_attr"
    before = kind.get_extension("taken")
    try:
        with pytest.raises(UserError, match=rf"K016.*'kpca_wsd'.*{setting}"):
            spacy.blank("en").add_pipe("kpca_wsd", config={setting: "taken"})
        assert kind.get_extension("taken") is before
    finally:
        kind.remove_extension("taken")


@pytest.mark.parametrize("setting", ["spans_key", "targets_key"])
@pytest.mark.parametrize("key", ["", " \t"])
def test_groups_without_a_name(setting, key):
    with pytest.raises(UserError, match=f"P005.*'{setting}'"):
        spacy.blank("en").add_pipe("kpca_wsd", config={setting: key})


def test_removed_extensions_come_back(nlp):
    Doc.remove_extension("senses")
    Token.remove_extension("sense")
    assert nlp("the bank")[1]._.sense
    Doc.remove_extension("senses")
    assert len(next(nlp.pipe(["the bank"]))._.senses) == 1


def test_an_extension_put_in_place_of_ours_is_noticed(nlp):
    Doc.set_extension("senses", getter=len, force=True)
    try:
        with pytest.raises(UserError, match="K016"):
            nlp("the bank")
    finally:
        Doc.remove_extension("senses")
    assert nlp("the bank")._.senses


def test_analyze_pipes_knows_what_is_written(nlp):
    found = nlp.analyze_pipes()["summary"]["kpca_wsd"]
    assert found["assigns"] == ["doc._.senses", "token._.sense", "doc.spans"]


# Targets


@pytest.mark.parametrize("text", ["Banks", "THE BANK", "bank", "the  bank\n of", "bank x", "x bank"])
def test_targets_at_the_ends_in_capitals_and_among_white_space(nlp, text):
    doc = nlp(text)
    assert [item["key"] for item in doc._.senses] == ["bank"]
    assert [span.text.lower().rstrip("s") for span in doc.spans["senses"]] == ["bank"]


def test_the_longest_form_wins(nlp):
    assert [item["key"] for item in nlp("art gallery art  gallery art , gallery art")._.senses] == [
        "art_gallery",
        "art_gallery",
        "art.n",
        "art.n",
    ]


def test_of_overlapping_forms_of_equal_length_the_first():
    labelled = [("a b c", "a b", "ab", "1"), ("a b c", "b c", "bc", "2"), ("c d e", "c d e", "cde", "3")]
    nlp = pipeline(labelled)
    doc = nlp("a b c d e")
    assert [(item["key"], item["text"]) for item in doc._.senses] == [("ab", "a b"), ("cde", "c d e")]
    assert [item["key"] for item in nlp("a b c")._.senses] == ["ab"]


def test_of_words_with_the_same_form_the_one_seen_more_often():
    labelled = [
        ("we call", "call", "call.v", "1"),
        ("we call him", "call", "call.v", "1"),
        ("a call", "call", "call.n", "2"),
    ]
    assert pipeline(labelled)("call")._.senses[0]["key"] == "call.v"
    settings = {"targets": [{"key": "call.v", "pos": ["VERB"]}, {"key": "call.n", "pos": ["NOUN"]}]}
    nlp = pipeline(labelled, settings=settings)
    doc = Doc(nlp.vocab, words=["a", "call"], pos=["DET", "NOUN"])
    assert nlp(doc)._.senses[0]["key"] == "call.n"
    assert nlp(Doc(nlp.vocab, words=["a", "call"], pos=["DET", "ADJ"]))._.senses == []
    with pytest.raises(UserError, match=r"K012.*token\.pos_"):
        nlp("a call")


def test_limited_by_tag():
    nlp = pipeline(settings={"targets": [{"key": "bank", "tags": ["NN"]}]})
    doc = Doc(nlp.vocab, words=["the", "bank", "bank", "art"], tags=["DT", "NN", "VB", "NN"])
    assert [(item["start"], item["key"]) for item in nlp(doc)._.senses] == [(1, "bank"), (3, "art.n")]


def test_found_by_lemma(nlp):
    doc = Doc(nlp.vocab, words=["they", "banked", "zebras"], lemmas=["they", "bank", "zebra"])
    assert [(item["text"], item["key"]) for item in nlp(doc)._.senses] == [("banked", "bank"), ("zebras", "zebra")]
    assert nlp("they banked zebras")._.senses == []


def test_the_inventory_can_be_added_to():
    targets = [{"key": "bank", "forms": ["Bank House", "bancos"], "glosses": {"money": "place for money"}}]
    doc = pipeline(settings={"targets": targets})("bank house , both bancos lend money at interest")
    assert [item["text"] for item in doc._.senses] == ["bank house", "bancos"]
    assert (doc.spans["senses"][1].label_, doc.spans["senses"][1].kb_id_) == ("money", "place for money")
    assert doc._.senses[1]["gloss"] == "place for money"


@pytest.mark.parametrize("target", [{}, {"key": 1}, {"key": " "}, {"key": "a", "forms": "b"}, {"key": "a", "x": []}, 3])
def test_wrong_targets(target):
    with pytest.raises(UserError, match="K010"):
        pipeline(settings={"targets": [target]})


def test_given_targets():
    nlp = pipeline(targets_key="given")
    doc = nlp.make_doc("the banks of the zebra , a sofa , art gallery")
    doc.spans["given"] = [doc[1:2], Span(doc, 7, 8, span_id="bank"), doc[9:11], doc[2:3]]
    assert [(item["start"], item["key"]) for item in nlp(doc)._.senses] == [
        (1, "bank"),
        (7, "bank"),
        (9, "art_gallery"),
    ]
    assert nlp("the banks")._.senses == []


# Decisions


def test_words_with_few_examples():
    labelled = [LABELLED[0], ("x shore", "shore", "shore", "a"), ("y shore", "shore", "shore", "b")]
    doc = pipeline(labelled)("the bank at the shore of nowhere")
    bank, shore = doc._.senses
    assert (bank["sense"], bank["source"], bank["reason"], bank["score"]) == (
        "money",
        "most_frequent",
        "one_sense",
        1.0,
    )
    assert (shore["source"], shore["sense"] in "ab") == ("model", True)


def test_a_word_without_labelled_examples():
    doc = pipeline([*LABELLED, ("a sofa", "sofa", "sofa", "")])("the sofa and the bank")
    sofa = doc._.senses[0]
    assert (sofa["sense"], sofa["source"], sofa["reason"], sofa["score"]) == ("", "none", "no_examples", 0.0)
    assert [span.text for span in doc.spans["senses"]] == ["bank"]
    assert doc[1]._.sense == ""


def test_identical_contexts():
    labelled = [("the same bank", "bank", "bank", sense) for sense in "abba"]
    doc = pipeline(labelled)("the same bank")
    assert doc._.senses[0]["sense"] == "a"  # equal scores: the more frequent, then the first by alphabet
    assert doc._.senses[0]["score"] == pytest.approx(0.5, abs=1e-4)


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [("abstain", ("", "none", "below_threshold")), ("most_frequent", ("money", "most_frequent", "below_threshold"))],
)
def test_below_the_threshold(rule, wanted):
    nlp = pipeline(threshold=0.999999, below_threshold=rule)
    doc = nlp("He sat on the bank of the river")
    item = doc._.senses[0]
    assert (item["sense"], item["source"], item["reason"]) == wanted
    assert (item["best"], item["runner_up"]) == ("shore", "money")
    assert item["best_score"] > 0.5 > item["runner_up_score"] > 0
    assert item["score"] == item["best_score" if rule == "abstain" else "runner_up_score"]
    assert [span.label_ for span in doc.spans["senses"]] == [sense for sense in wanted[:1] if sense]
    assert doc[4]._.sense == wanted[0]
    assert nlp("a zebra")._.senses[0]["source"] == "most_frequent"


@pytest.mark.parametrize(
    ("setting", "value"),
    [("below_threshold", "guess"), *(("threshold", value) for value in (-0.1, 1.5, float("nan"), 10**400, True))],
    ids=repr,
)
def test_wrong_settings_of_the_component(setting, value):
    with pytest.raises(UserError, match=f"P005.*{setting}"):
        KPCAWSD(spacy.blank("en").vocab, **{setting: value})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"candidate": 1}, "K017"),
        ({"features": {"width": 3}}, "K017"),
        ({"candidates": [{"penalty": 1, "colour": "red"}]}, "K005"),
        ({"candidates": [{"weighting": 5}]}, "K005"),
        *(({name: value}, f"K001.*'{name}'") for name, value in [("domain", "web"), ("annotations", ["pos"])]),
        *(({"candidates": value}, "K001.*'candidates'") for value in ("best", [], [1], [{}] * 101)),
        *(({"latent_width": value}, "K001.*to 1,000") for value in (0, 10**30, 2.0, None)),
        *(({"composite": value}, "K001.*'composite'") for value in (float("nan"), float("inf"), 10**400, True, "1")),
        *(({"seed": value}, "K001.*'seed'") for value in (-1, 10**30, 0.5)),
        *(({name: 5}, f"K001.*'{name}'") for name in ("features", "annotations", "targets", "candidates")),
        *(({"features": {name: 10**30}}, f"K001.*'{name}'") for name in ("window", "near", "positions", "prefix")),
        *(({"candidates": [{"kernel": {name: 1e308}}]}, f"K001.*'{name}'") for name in ("degree", "offset", "gamma")),
        *(({"candidates": [{name: 1e-300}]}, f"K001.*'{name}'") for name in ("penalty", "sharpness", "n_components")),
        *(({"candidates": [{name: 10**30}]}, f"K001.*'{name}'") for name in ("neighbours", "landmarks", "max_exact")),
        ({"candidates": [{"domain": float("nan")}]}, "K001.*'domain'"),
        ({"candidates": [{"weighting": ["idf", "idf"]}]}, "K001.*'weighting'"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_wrong_settings_of_the_training(settings, message):
    with pytest.raises(UserError, match=message) as error:
        SenseSettings.from_dict(settings)
    assert len(str(error.value)) < 400


# Documents


def test_documents_without_a_language(nlp):
    from spacy.vocab import Vocab

    doc = Doc(Vocab(), words=["The", "BANK", "of", "the", "river"])
    assert senses(nlp.get_pipe("kpca_wsd")(doc)) == [("BANK", "shore", "model")]
    assert doc.spans["senses"][0].label_ == "shore"


def test_a_long_document_is_read_around_its_targets(nlp):
    filler = " ".join(["nothing to see here"] * 60)
    text = f"{filler} he sat on the bank of the river {filler} she owes the bank a lot of money"
    wsd = nlp.get_pipe("kpca_wsd")
    occurrences = wsd.occurrences(nlp.make_doc(text))
    assert [len(item.context.words) for item in occurrences] == [101, 55]
    assert [item.context.words[item.start] for item in occurrences] == ["bank", "bank"]
    whole = nlp(text)
    for item, found in zip(occurrences, whole._.senses, strict=True):
        assert item.context.words[item.start - 1] == whole[found["start"] - 1].text
    assert [item["sense"] for item in whole._.senses] == ["shore", "money"]


def test_the_whole_document_gives_the_same_scores():
    nlp = pipeline(settings={"features": {"window": 6}, "domain": None})
    text = " ".join(f"w{i}" for i in range(40)) + " he sat on the bank of the river " + "x " * 30 + "bank"
    doc = nlp(text)
    wsd = nlp.get_pipe("kpca_wsd")
    from spacy_svd2.senses.model.contexts import Context
    from spacy_svd2.senses.model.sense_model import Occurrence

    context = Context([token.text for token in doc])
    whole = [Occurrence("bank", context, item["start"], item["end"]) for item in doc._.senses]
    assert [found.score for found in wsd.get_model().predict(whole)] == [item["score"] for item in doc._.senses]


def test_a_second_call_replaces_the_first(nlp):
    doc = nlp(TEXT)
    doc.user_data["mine"] = 1
    wsd = nlp.get_pipe("kpca_wsd")
    gallery = pipeline([("the art gallery", "gallery", "gallery", "room")]).get_pipe("kpca_wsd")
    again = pickle.loads(pickle.dumps(wsd))
    again.set_model(gallery.get_model())
    wsd(doc)
    for answered in (doc, doc.copy(), Doc(nlp.vocab).from_bytes(doc.to_bytes())):
        writer = wsd if answered is doc else again
        writer(answered)
        if writer is again:
            assert senses(answered) == [("gallery", "room", "most_frequent")]
            assert [token._.sense for token in answered if token._.sense] == ["room"]
            assert [span.label_ for span in answered.spans["senses"]] == ["room"]
        assert answered.user_data["mine"] == 1


def twin(**names):
    """A pipeline with two components of the same name, as renaming can leave them."""
    nlp = pipeline(**names)
    nlp.rename_pipe("kpca_wsd", "first")
    nlp.add_pipe("kpca_wsd", source=pipeline(**names))
    return nlp


@pytest.mark.parametrize("kept", ["senses_attr", "sense_attr", "spans_key"])
@pytest.mark.parametrize("text", [TEXT, "nothing here"])
def test_two_components_do_not_replace_each_others_answers(kept, text):
    names = dict.fromkeys(["senses_attr", "sense_attr", "spans_key"]) | {kept: "same"}
    nlp = twin(**names)
    if text == TEXT or kept == "spans_key":
        with pytest.raises(UserError, match=rf"K019.*'kpca_wsd'.*same.*'{kept}'"):
            nlp(text)
    else:
        nlp(text)


def test_two_components_in_worker_processes():
    with pytest.raises(ValueError, match="K019"):
        list(twin().pipe([TEXT] * 2, n_process=2))


def test_spans_of_the_users_own_stay(nlp):
    doc = nlp.make_doc(TEXT)
    doc.spans["senses"] = [Span(doc, 0, 1, "mine")]
    with pytest.raises(UserError, match=r"K019.*doc\.spans\['senses'\].*your own.*'spans_key'"):
        nlp.get_pipe("kpca_wsd")(doc)
    assert [span.label_ for span in doc.spans["senses"]] == ["mine"]
    del doc.spans["senses"]
    assert len(nlp(doc).spans["senses"]) == 3
    doc.spans["senses"] = [Span(doc, 0, 1, "corrected")]
    with pytest.raises(UserError, match="K019"):
        nlp(doc)


def test_what_another_component_wrote_can_be_removed(nlp):
    doc = nlp(TEXT)
    other = pipeline()
    with pytest.raises(UserError, match="K019"):
        other(doc)
    del doc.spans["senses"]
    doc.user_data.clear()
    assert senses(other(doc)) == senses(nlp(TEXT))


def test_predict_ranks_all_senses(nlp):
    (start, end, key, prediction), *_ = nlp.get_pipe("kpca_wsd").predict([nlp.make_doc(TEXT)])[0]
    assert (start, end, key, set(prediction.senses)) == (3, 4, "bank", {"money", "shore"})
    assert sum(prediction.scores) == pytest.approx(1, abs=1e-5)


def test_training_data_is_found_again(nlp):
    assert [doc._.senses[0]["key"] for doc in nlp.pipe(text for text, *_ in LABELLED)] == [row[2] for row in LABELLED]
    assert len(examples(nlp)) == len(LABELLED)


def test_the_case_of_turkish() -> None:
    data = [
        ("IŞIK çok parlak", "IŞIK", "işik", "lamba"),  # as readers name a word: in the lower case of no language
        ("Işık odayı doldurdu", "Işık", "işık", "lamba"),
        ("ışık yandı odada", "ışık", "ışık", "lamba"),
        ("bana ışık tuttu hocam", "ışık", "ışık", "yol"),
        ("İyi bir adam", "İyi", "i\u0307yi", "hoş"),
    ]
    nlp = pipeline(data, lang="tr")
    component = nlp.get_pipe("kpca_wsd")
    assert set(component.get_model().words) == {"ışık", "iyi"}
    assert component.get_model().words["ışık"].counts.sum() == 4
    other = spacy.blank("xx")  # the language of the words is the model's
    other.add_pipe("kpca_wsd").from_bytes(component.to_bytes())
    for one in (nlp, other):
        found = one("Işık, IŞIK, IS\u0327IK ışık İYİ iyi işik")._.senses
        assert [item["key"] for item in found] == ["ışık"] * 4 + ["iyi"] * 2


def test_words_that_the_settings_add_have_one_key() -> None:
    targets = [{"key": "cafe\u0301", "forms": ["Cafe\u0301s", "CAFÉ"], "glosses": {"thé": "a place"}}]
    data = [("the café sells tea", "café", "café", "the\u0301"), ("un café noir", "café", "café", "noir")]
    nlp = pipeline(data, settings={"targets": targets})
    entry = nlp.get_pipe("kpca_wsd").inventory.entries["café"]
    assert set(entry.forms) == {("café",), ("cafés",)}
    assert entry.glosses == {"thé": "a place"}
    assert [item["text"] for item in nlp("Cafe\u0301s CAFÉ cafés")._.senses] == ["Cafe\u0301s", "CAFÉ", "cafés"]


def test_words_as_written() -> None:
    """Artifacts of version 0.1.0 do not say whether words are normalized: they are not."""
    data = [("the café sells tea", "café", "café", "shop"), ("un cafe\u0301 noir", "cafe\u0301", "cafe\u0301", "drink")]
    component = pipeline(data, settings={"features": {"normalize": False}}).get_pipe("kpca_wsd")
    assert set(component.get_model().words) == {"café", "cafe\u0301"}
    artifact = component.to_artifact()
    del artifact.meta["features"]["normalize"], artifact.meta["features"]["lang"]
    nlp = spacy.blank("en")
    nlp.add_pipe("kpca_wsd")._restore(artifact_to_bytes(artifact))
    assert [item["sense"] for item in nlp("a café and a cafe\u0301")._.senses] == ["shop", "drink"]


@pytest.mark.parametrize("features", [{"normalize": 1}, {"lang": None}])
def test_settings_of_keys_are_checked(features: dict[str, object]) -> None:
    with pytest.raises(UserError, match=f"K001.*{next(iter(features))}"):
        pipeline(settings={"features": features})
