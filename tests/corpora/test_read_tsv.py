import pytest
from spacy.language import Language

from spacy_svd2.corpora.corpus import make_corpus


def tags(corpus, nlp: Language) -> list[list[str]]:
    return [[token.tag_ for token in doc] for doc in corpus.docs(nlp)]


@pytest.mark.parametrize(
    ("column", "expected"),
    [(None, [["DT", "NN"], ["UH"]]), (3, [["DET", "NOUN"], ["INTJ"]]), ("3", [["DET", "NOUN"], ["INTJ"]])],
)
def test_column(column, expected, write, nlp: Language) -> None:
    path = write("a.tsv", "the\tDT\tDET\ndog\tNN\tNOUN\n\nhey\tUH\tINTJ\n")
    assert tags(make_corpus(path, column=column), nlp) == expected


def test_lone_word_column_has_no_tags(write, nlp: Language) -> None:
    doc, other = make_corpus(write("a.tsv", "the\ndog\n\nhey\n")).docs(nlp)
    assert [token.text for token in doc] == ["the", "dog"]
    assert not doc.has_annotation("TAG")
    assert other.text == "hey "


def test_spaces_are_unknown(write, nlp: Language) -> None:
    (doc,) = make_corpus(write("a.tsv", "a\tX\n.\tX\n")).docs(nlp)
    assert doc.has_unknown_spaces


def test_blank_lines(write, nlp: Language) -> None:
    path = write("a.tsv", "\ufeff\n\na\tX\r\n\r\n \t\n\t\nb\tY\n  \n\nc\tZ")
    assert list(make_corpus(path).sentences(nlp)) == [["a"], ["b"], ["c"]]


def test_only_newlines_end_a_line(write, nlp: Language) -> None:
    words = ["a\u2028b", "c\x85d", "e\x0bf", "g\x0ch", "k\x1cl", "\x00", "#", "!", "\u00a0x", " y"]
    path = write("a.tsv", "".join(f"{word}\tT\n" for word in words))
    assert list(make_corpus(path).sentences(nlp)) == [words]


def test_white_space_words_are_kept_in_docs_only(write, nlp: Language) -> None:
    corpus = make_corpus(write("a.tsv", "a\tX\n\u3000\t_SP\n\n \t_SP\n"))
    assert list(corpus.sentences(nlp)) == [["a"]]
    assert tags(corpus, nlp) == [["X", "_SP"], ["_SP"]]
