import json

import pytest
from spacy.language import Language

from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.errors import UserError


def lines(*records: dict) -> str:
    return "\n".join(map(json.dumps, records))


def test_text_and_tokens_mixed(write, nlp: Language) -> None:
    records = [
        {"text": "Ja, gut\u2028so"},
        {"tokens": ["don't", "x y"]},
        {"text": " "},
        {"tokens": []},
        {"text": "Das Ende"},
    ]
    corpus = make_corpus(write("a.jsonl", lines(*records)))
    assert list(corpus.sentences(nlp)) == [["Ja", ",", "gut", "so"], ["don't", "x y"], ["Das", "Ende"]]
    assert "gut" not in nlp.vocab.strings
    assert [doc.has_annotation("SENT_START") for doc in corpus.docs(nlp)] == [False, True, False]


def test_tokens_win_over_text_as_prodigy_writes_them(write, nlp: Language) -> None:
    tokens = [{"text": "a", "id": 0, "ws": False}, {"text": ".", "id": 1, "ws": True}]
    (doc,) = make_corpus(write("a.jsonl", lines({"text": "a.", "tokens": tokens, "tags": ["X", "Y"]}))).docs(nlp)
    assert (doc.text, [token.tag_ for token in doc]) == ("a. ", ["X", "Y"])


def test_spaces(write, nlp: Language) -> None:
    record = {"tokens": ["a", "b"], "spaces": [False, False]}
    (doc,) = make_corpus(write("a.jsonl", lines(record))).docs(nlp)
    assert (doc.text, doc.has_unknown_spaces, doc.has_annotation("TAG")) == ("ab", False, False)


@pytest.mark.parametrize("column", [None, "xpos"])
def test_column_names_the_key(column: str | None, write, nlp: Language) -> None:
    record = {"tokens": ["a", "b"], "tags": ["T", "T"], "xpos": ["X", "X"]}
    (doc,) = make_corpus(write("a.jsonl", lines(record)), column=column).docs(nlp)
    assert doc[0].tag_ == ("T" if column is None else "X")


def test_tokenized_text(write, nlp: Language) -> None:
    corpus = make_corpus(write("a.jsonl", lines({"text": "don't stop."})), tokenized=True)
    assert list(corpus.sentences(nlp)) == [["don't", "stop."]]


def test_surrogate_pairs_and_nul_are_characters(write, nlp: Language) -> None:
    corpus = make_corpus(write("a.jsonl", r'{"tokens": ["\ud800\udf48", "a\u0000"]}'))
    assert list(corpus.sentences(nlp)) == [["\U00010348", "a\x00"]]


def test_what_an_annotator_rejected_is_neither_text_nor_gold(write, nlp: Language) -> None:
    records = [
        '{"text": "the cat", "answer": "accept"}',
        '{"text": "a bad text", "answer": "reject"}',
        '{"tokens": ["a", "dog"], "tags": ["DET", "NOUN"], "answer": "ignore"}',
        '{"image": "x.png", "answer": "reject"}',
    ]
    path = write("a.jsonl", "\n".join([*records, '{"text": "a dog"}']))
    with pytest.warns(UserWarning, match=r"C161.*a\.jsonl': 3 record"):
        assert list(make_corpus(path).sentences(nlp)) == [["the", "cat"], ["a", "dog"]]
    with pytest.warns(UserWarning, match=r"C161.*a\.jsonl': 3 record"):
        assert len(list(make_corpus(path).docs(nlp))) == 2
    path = write("b.jsonl", "\n".join(records[1:]))
    with pytest.warns(UserWarning, match="C161"), pytest.raises(UserError, match="C008"):
        list(make_corpus(path).sentences(nlp))


def test_spans_are_tags_if_every_token_has_one(write, nlp: Language) -> None:
    tokens = [{"text": "the"}, {"text": "cat"}]
    spans = [{"token_start": at, "token_end": at, "label": tag} for at, tag in enumerate(["DET", "NOUN"])]
    phrase = [{"token_start": 0, "token_end": 1, "label": "NP"}, spans[1]]
    records = [{"tokens": tokens, "spans": some} for some in (spans, spans[1:], phrase, [*spans, phrase[0]], None, [3])]
    path = write("a.jsonl", "".join(json.dumps(one) + "\n" for one in records))
    found = [[token.tag_ for token in doc] for doc in make_corpus(path).docs(nlp)]
    assert found == [["DET", "NOUN"], *[["", ""]] * 5]
