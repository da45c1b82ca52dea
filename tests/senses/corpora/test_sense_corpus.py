"""The reader spacy_svd2.SenseCorpus.v1: formats, places of targets, several answers."""

import gzip
import json

import pytest
import spacy
from spacy.tokens import Doc, DocBin, Span

from spacy_svd2.errors import UserError
from spacy_svd2.senses.corpora.corpus import make_sense_corpus, same_texts, word_offsets
from spacy_svd2.senses.corpora.docs import Target, doc_occurrences, read_targets, write_targets
from spacy_svd2.senses.corpora.instance import Instance

SENSEVAL = """<corpus><lexelt item="art.n">
<instance id="art.1"><answer instance="art.1" senseid="wrong"/><context>
She studies <head>arts</head> , and music .</context></instance>
<instance id="art.2"><context>The sub<head>art</head> .</context></instance>
</lexelt></corpus>"""
KEY = "art art.1 s1 s2\nart art.2 s3\n"
POS = """<instance id="hard.1"><answer instance="hard.1" senseid="HARD1"/><context>
<wf pos="PRP">it</wf> <wf pos="VBZ">is</wf> <head><wf pos="JJ">hard</wf></head></context></instance>"""
FORMATS = {
    "a.tsv": "s1|s2\tShe studies\tarts\t, and music\tart.n\n",
    "a.jsonl": json.dumps(
        {"text": "She studies arts , and music", "spans": [{"start": 12, "end": 16, "label": "s1"}], "word": "art.n"}
    ),
    "art.n.txt": "\tthe skill\ts1\n",
}


@pytest.fixture
def nlp():
    return spacy.blank("en")


@pytest.fixture
def senseval(tmp_path):
    (tmp_path / "a.xml").write_text(SENSEVAL, encoding="utf8")
    (tmp_path / "a.key").write_text(KEY, encoding="utf8")
    return make_sense_corpus(str(tmp_path / "a.xml"), key=str(tmp_path / "a.key"))


def spans(doc, key="senses"):
    return [(span.text, span.label_, span.id_) for span in doc.spans[key]]


def described(occurrences):
    return [(item.word, tuple(item.context.words), item.start, item.end, item.senses) for item in occurrences]


def test_senseval_with_key_and_several_answers(nlp, senseval):
    with pytest.warns(UserWarning, match=r"C151\] 1 of 2 targets in .*a\.xml.*art\.2"):
        examples = list(senseval(nlp))
    assert spans(examples[0].reference) == [("arts", "s1", "art.n"), ("arts", "s2", "art.n")]
    assert spans(examples[1].reference) == [("subart", "s3", "art.n")]
    assert (senseval.placement.total, senseval.placement.moved, senseval.placement.lost) == (2, 1, 0)
    assert not examples[0].predicted.spans
    assert examples[0].predicted.text == examples[0].reference.text


def test_the_fast_path_gives_the_same_occurrences(nlp, senseval):
    with pytest.warns(UserWarning, match="C151"):
        fast = described(senseval.occurrences(nlp))
    with pytest.warns(UserWarning, match="C151"):
        slow = described(doc_occurrences(senseval.docs(nlp)))
    assert fast == slow
    assert fast[0][0] == "art.n"
    assert fast[0][4] == ("s1", "s2")


def test_the_fast_path_leaves_the_vocabulary_alone(senseval):
    nlp = spacy.blank("en")
    with pytest.warns(UserWarning, match="C151"):
        list(senseval.occurrences(nlp))
    assert "subart" not in nlp.vocab.strings


def test_raw_text_for_other_components(senseval, tmp_path):
    nlp = spacy.blank("en")
    wanted = [["She", "studies", "arts", ",", "and", "music", "."], ["The", "subart", "."]]
    assert list(senseval.sentences(nlp)) == wanted
    assert "subart" not in nlp.vocab.strings
    with pytest.warns(UserWarning, match="C151"):
        DocBin(docs=senseval.docs(nlp), store_user_data=True).to_disk(tmp_path / "a.spacy")
    assert list(make_sense_corpus(str(tmp_path / "a.spacy")).sentences(nlp)) == wanted


def test_tokens_tags_and_sentences_of_nltk_files(nlp, tmp_path):
    path = tmp_path / "hard.pos.gz"
    path.write_bytes(gzip.compress(POS.encode()))
    corpus = make_sense_corpus(str(path))
    (doc,) = corpus.docs(nlp)
    assert [token.tag_ for token in doc] == ["PRP", "VBZ", "JJ"]
    assert spans(doc) == [("hard", "HARD1", "hard")]
    assert [sent.text for sent in doc.sents] == ["it is hard"]
    assert described(corpus.occurrences(nlp)) == [("hard", ("it", "is", "hard"), 2, 3, ("HARD1",))]


@pytest.mark.parametrize("name", ["a.tsv", "a.jsonl"])
def test_other_formats(nlp, tmp_path, name):
    (tmp_path / name).write_text(FORMATS[name], encoding="utf8")
    corpus = make_sense_corpus(str(tmp_path / name))
    (doc,) = corpus.docs(nlp)
    assert spans(doc)[0] == ("arts", "s1", "art.n")
    assert described(corpus.occurrences(nlp)) == described(doc_occurrences([doc]))


def test_word_files_and_their_glosses(nlp, tmp_path):
    content = [
        {"1": "a place", "2": "a castle", "3": "other"},
        [[["the", "lock", "is open"], 2], [["a", "lock", "on a hill"], 1], [["no", "lock", "here"], 3]],
    ]
    (tmp_path / "nouns").mkdir()
    (tmp_path / "nouns" / "lock.json").write_text(json.dumps(content), encoding="utf8")
    corpus = make_sense_corpus(str(tmp_path))
    assert [spans(doc) for doc in corpus.docs(nlp)] == [[("lock", "2", "nouns/lock")], [("lock", "1", "nouns/lock")]]
    assert corpus.glosses() == {"nouns/lock": {"1": "a place", "2": "a castle"}}


def test_spacys_own_format(nlp, tmp_path, senseval):
    with pytest.warns(UserWarning, match="C151"):
        DocBin(docs=senseval.docs(nlp), store_user_data=True).to_disk(tmp_path / "a.spacy")
    corpus = make_sense_corpus(str(tmp_path / "a.spacy"))
    docs = list(corpus.docs(spacy.blank("xx")))
    assert spans(docs[0]) == [("arts", "s1", "art.n"), ("arts", "s2", "art.n")]
    with pytest.warns(UserWarning, match="C151"):
        assert described(corpus.occurrences(nlp)) == described(senseval.occurrences(nlp))
    one = make_sense_corpus(str(tmp_path / "a.spacy"), limit=1)
    assert len(list(one(nlp))) == len(list(one.occurrences(nlp))) == 1


def test_other_span_groups(nlp, tmp_path):
    doc = nlp.make_doc("the art")
    doc.spans["mine"] = [Span(doc, 1, 2, "s")]
    DocBin(docs=[doc]).to_disk(tmp_path / "a.spacy")
    corpus = make_sense_corpus(str(tmp_path / "a.spacy"), spans_key="mine")
    assert described(corpus.occurrences(nlp)) == [("art", ("the", "art"), 1, 2, ("s",))]


def test_targets_of_one_text_share_a_document(nlp, tmp_path):
    text = "a bank and a bank"
    record = {"text": text, "spans": [{"start": 2, "end": 6, "label": "x"}, {"start": 13, "end": 17, "label": "y"}]}
    (tmp_path / "a.jsonl").write_text(json.dumps(record), encoding="utf8")
    corpus = make_sense_corpus(str(tmp_path / "a.jsonl"))
    (doc,) = corpus.docs(nlp)
    assert [(span.start, span.label_) for span in doc.spans["senses"]] == [(1, "x"), (4, "y")]
    first, second = corpus.occurrences(nlp)
    assert first.context is second.context


def test_targets_without_senses_for_the_component(nlp, senseval):
    senseval.targets_key = "given"
    with pytest.warns(UserWarning, match="C151"):
        first, _ = senseval(nlp)
    assert spans(first.predicted, "given") == [("arts", "", "art.n")]
    assert "given" not in first.reference.spans


def test_equal_instances_stay_apart():
    one = Instance("1", "a", "x ", "a", " y", ("s",))
    other = Instance("2", "a", "x a y ", "a", "", ("s",))
    assert [len(group) for group in same_texts([one, one, other])] == [1, 1, 1]


def test_white_space_and_word_offsets():
    text = "  a \n b  a"
    assert word_offsets(text, ["  ", "a", "\n ", "b", " ", "a"]) == [(1, 2, 3), (3, 6, 7), (5, 9, 10)]


def test_targets_that_touch_no_token_are_reported(nlp, tmp_path):
    record = {"text": "a \n\n b", "spans": [{"start": 2, "end": 4, "label": "x"}]}
    (tmp_path / "a.jsonl").write_text(json.dumps(record), encoding="utf8")
    corpus = make_sense_corpus(str(tmp_path / "a.jsonl"))
    for read in (corpus.docs, corpus.occurrences):
        with pytest.warns(UserWarning, match="1 touch no token"):
            list(read(nlp))
        assert corpus.placement.lost == 1


def test_span_groups_there_and_back(nlp):
    doc = nlp.make_doc("an art gallery of arts")
    targets = [Target(1, 3, "art_gallery", ("a", "b")), Target(4, 5, "art", ())]
    write_targets(doc, "x", targets)
    assert read_targets(doc, "x") == targets
    assert read_targets(doc, "y") == []


def test_words_of_spans_without_id(nlp):
    plain = Doc(nlp.vocab, words=["The", "Arts"])
    lemmas = Doc(nlp.vocab, words=["The", "Arts"], lemmas=["the", "Art"])
    for doc, word in ((plain, "arts"), (lemmas, "art")):
        doc.spans["senses"] = [Span(doc, 1, 2, "s")]
        assert [target.word for target in read_targets(doc, "senses")] == [word]


@pytest.mark.parametrize(
    ("options", "code"),
    [({"path": ""}, "C001"), ({"format": "xml"}, "C004"), ({"limit": -1}, "C005")],
)
def test_bad_options(options, code):
    with pytest.raises(UserError, match=code):
        make_sense_corpus(**options)


@pytest.mark.parametrize(
    ("name", "code"), [("gone.tsv", "C001"), ("gone.spacy", "C001"), ("a.csv", "C003"), ("bad.spacy", "C018")]
)
def test_bad_paths(nlp, tmp_path, name, code):
    if not name.startswith("gone"):
        (tmp_path / name).write_text("x", encoding="utf8")
    for read in (make_sense_corpus(str(tmp_path / name)).docs, make_sense_corpus(str(tmp_path / name)).occurrences):
        with pytest.raises(UserError, match=code):
            list(read(nlp))


def test_registered_and_empty(nlp):
    make = spacy.registry.readers.get("spacy_svd2.SenseCorpus.v1")
    assert list(make()(nlp)) == list(make().occurrences(nlp)) == []


@pytest.mark.parametrize("word", ["and/or", "node.js", "u.s.", "km/h", "snake_case", "c#", "n/a.n"])
@pytest.mark.parametrize("format", ["tsv", "jsonl", "spacy"])
def test_a_users_word_is_a_word_as_it_stands(word, format, tmp_path, nlp):
    path = tmp_path / f"a.{format}"
    if format == "tsv":
        path.write_text("".join(f"s{n}\tthe {n}\t{word}\tit is\n" for n in "1212"))
    elif format == "jsonl":
        span = {"start": 0, "end": len(word)}
        path.write_text(
            "".join(json.dumps({"text": f"{word} {n}", "spans": [span | {"label": n}]}) + "\n" for n in "12")
        )
    else:
        docs = [nlp(f"{word} {n}") for n in "12"]
        for doc in docs:
            doc.spans["senses"] = [doc.char_span(0, len(word), label=doc[-1].text, span_id=word)]
        DocBin(docs=docs).to_disk(path)
    wsd = nlp.add_pipe("kpca_wsd")
    wsd.initialize(list, nlp=nlp, corpus=make_sense_corpus(str(path)), settings={"candidates": "fast"})
    assert list(wsd.inventory.entries) == [word]
    parts = " ".join(word.replace("_", "/").replace(".", "/").replace("#", "/").split("/"))
    assert nlp(f"{parts} or and node js case")._.senses == []
    assert [(item["text"], item["key"]) for item in nlp(f"this {word} here")._.senses] == [(word, word)]


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        ("a.xml", SENSEVAL.replace("art.n", "call_up.v"), "call up"),
        ("RNC/node.js.txt", "\ta\t1\n\tb\t2\nx\ty\tz\t1\n", "node.js"),
    ],
)
def test_keys_with_a_notation_name_their_word(name, content, text, tmp_path, nlp):
    path = tmp_path / "corpus" / name
    path.parent.mkdir(parents=True)
    path.write_text(content)
    wsd = nlp.add_pipe("kpca_wsd")
    corpus = make_sense_corpus(str(path if path.suffix == ".xml" else tmp_path / "corpus"))
    wsd.initialize(list, nlp=nlp, corpus=corpus, settings={"candidates": "fast"})
    assert [item["text"] for item in nlp(f"they {text} here")._.senses] == [text]
