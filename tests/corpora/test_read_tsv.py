import warnings

import pytest
from spacy.language import Language

from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.errors import UserError


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
    words = ["a\u2028b", "c\x85d", "e\x0bf", "g\x0ch", "k\x1cl", "\x00", "#", "!"]
    path = write("a.tsv", "".join(f"{word}\tT\n" for word in words))
    assert list(make_corpus(path).sentences(nlp)) == [words]


def test_white_space_words_are_kept_in_docs_only(write, nlp: Language) -> None:
    corpus = make_corpus(write("a.tsv", "a\tX\n\u3000\t_SP\n\n \t_SP\n"))
    assert list(corpus.sentences(nlp)) == [["a"]]
    assert tags(corpus, nlp) == [["X", "_SP"], ["_SP"]]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.tsv", "the \tDET\n cat\t NOUN \n\u00a0cà cuống\u00a0\tNOUN\u00a0\n"),
        (
            "a.conllu",
            "".join(
                f"{n}\t{word}\t_\t{tag}\t_\t_\t0\troot\t_\t_\n"
                for n, word, tag in [
                    (1, "the ", "DET"),
                    (2, " cat", " NOUN "),
                    (3, "\u00a0cà cuống\u00a0", "NOUN\u00a0"),
                ]
            ),
        ),
        ("a.jsonl", '{"tokens": ["the ", " cat", "\u00a0cà cuống"], "tags": ["DET", " NOUN ", "NOUN\u00a0"]}\n'),
    ],
)
def test_spaces_around_words_and_tags_do_not_count(write, nlp: Language, name: str, content: str) -> None:
    corpus = make_corpus(write(name, content))
    assert list(corpus.sentences(nlp)) == [["the", "cat", "cà cuống"]]
    assert tags(corpus, nlp) == [["DET", "NOUN", "NOUN"]]


@pytest.mark.parametrize(
    ("content", "column"),
    [
        ("the cat sleeps\tdie Katze schläft\na dog\tein Hund\n", 1),
        ("1\tthe cat sleeps\n2\ta dog\n3\tsleep\n", 2),
        ("the cat sleeps\n\na dog barks\n\nbarks\n", 1),
        ("firm\tShe owes the\tbank\ta lot\nshore\the sat on the\tbank\tof the river\n", 2),
        ("1\tthe cat sleeps\n" * 3000, 2),
    ],
)
def test_a_table_of_sentences_is_refused(content: str, column: int, write, nlp: Language) -> None:
    with pytest.raises(UserError, match=rf"C032.*a\.tsv': most cells of column {column} .*cut -f{column} "):
        list(make_corpus(write("a.tsv", content)).sentences(nlp))


def test_words_and_glosses_may_hold_spaces(write, nlp: Language) -> None:
    vietnamese = "sinh viên\tN\nhọc\tV\ntiếng Việt\tN\n.\tP\n\n" * 3
    glossed = "kuća\tthe house\njer\tis because\n\nda\tso that\n"
    for content in (vietnamese, glossed):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert len(list(make_corpus(write("a.tsv", content)).sentences(nlp))) in (2, 3)


@pytest.mark.parametrize("content", ["a\tX\n" * 150, "b\tX\n\n" + "a\tX\n" * 1200])
def test_missing_blank_lines_are_said(content: str, write, nlp: Language) -> None:
    with pytest.warns(UserWarning, match=r"C162.*a\.tsv': 1[25]0+ words"):
        list(make_corpus(write("a.tsv", content)).sentences(nlp))


QUOTES = [['"', "a, b", 'say "x"'], ["the", '"tis', '5"']]


@pytest.mark.parametrize(
    "text",
    [
        '"\tP\n"a, b"\tN\n"say ""x"""\tV\n\nthe\tD\n"tis\tA\n5"\tN\n',
        'Token\tPOS\n""""\tP\n"a, b"\tN\n"say ""x"""\tV\n\nthe\tD\n"""tis"\tA\n"5"""\tN\n',
        '""""\tP\t\n"a, b"\tN\t\n"say ""x"""\tV \t\n\t\t\nthe\tD\ufeff\t\n"""tis"\tA\u200b\t\n"5"""\tN\t\n',
        '"""";P\n"a, b";N\n"say ""x""";V\n;\nthe;D\n"""tis";A\n"5""";N\n',
        'sep=;\nToken;POS\n"""";P\n"a, b";N\n"say ""x""";V\n;\nthe;D\n"""tis";A\n"5""";N\n',
        '"""",P\n"a, b",N\n"say ""x""",V\n,\nthe,D\n"""tis",A\n"5""",N\n',
        'pos,id,word\nP,1,""""\nN,2,"a, b"\nV,3,"say ""x"""\n,,\nD,1,the\nA,2,"""tis"\nN,3,"5"""\n',
    ],
)
@pytest.mark.parametrize("encoding", ["utf8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_tables_of_spreadsheets(text: str, encoding: str, write, nlp: Language) -> None:
    corpus = make_corpus(write("a.tsv", text.replace("\n", "\r\n").encode(encoding)))
    assert list(corpus.sentences(nlp)) == QUOTES
    assert tags(corpus, nlp) == [["P", "N", "V"], ["D", "A", "N"]]


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("1-1\t0-3\tthe\tDET\n1-2\t4-7\tcat\tNOUN\n", "3,4", ["DET", "NOUN"]),
        ("id\tword\tlemma\tUPOS\txpos\n1\tthe\tthe\tDET\tDT\n2\tcat\tcat\tNOUN\tNN\n", None, ["DET", "NOUN"]),
        ("id\tword\tlemma\tUPOS\txpos\n1\tthe\tthe\tDET\tDT\n2\tcat\tcat\tNOUN\tNN\n", "XPOS", ["DT", "NN"]),
    ],
)
def test_columns_of_words_and_tags(text: str, column: str | None, expected: list[str], write, nlp: Language) -> None:
    corpus = make_corpus(write("a.tsv", text), column=column)
    assert list(corpus.sentences(nlp)) == [["the", "cat"]]
    assert tags(corpus, nlp) == [expected]


@pytest.mark.parametrize("words", [[",", ";", "a"], ["1,5", "b"], ["word", "tag"], ['"', '"yes', 'no"']])
def test_lone_words_are_words(words: list[str], write, nlp: Language) -> None:
    assert list(make_corpus(write("a.tsv", "\n".join(words))).sentences(nlp)) == [words]
