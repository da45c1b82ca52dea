import pytest
from spacy.language import Language

from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.errors import UserError

TEXT = """# sent_id = 1
# text = Al mar, no.
1-2\tAl\t_\t_\t_\t_\t_\t_\t_\t_
1\tA\ta\tADP\tsps\t_\t3\tcase\t_\t_
2\tel\tel\tDET\tda\t_\t3\tdet\t_\t_
2.1\tgran\t_\tADJ\t_\t_\t_\t_\t_\t_
3\tmar\tmar\tNOUN\tnc\t_\t0\troot\t_\tSpaceAfter=No|Gloss=sea
4\t,\t,\tPUNCT\tfc\t_\t3\tpunct\t_\t_
5\tno\tno\tNOSUCH\t_\t_\t3\tdiscourse\t_\tSpaceAfter=No
6\t.\t.\t_\tfp\t_\t3\tpunct\t_\t_
"""


def test_syntactic_words_spaces_and_tags(write, nlp: Language) -> None:
    (doc,) = make_corpus(write("a.conllu", TEXT)).docs(nlp)
    assert [token.text for token in doc] == ["A", "el", "mar", ",", "no", "."]
    assert doc.text == "Ael mar, no. "
    assert [token.tag_ for token in doc] == ["ADP", "DET", "NOUN", "PUNCT", "NOSUCH", ""]
    assert [token.pos_ for token in doc] == ["ADP", "DET", "NOUN", "PUNCT", "", ""]


@pytest.mark.parametrize("column", ["xpos", 5, "5"])
def test_xpos(column, write, nlp: Language) -> None:
    (doc,) = make_corpus(write("a.conllu", TEXT), column=column).docs(nlp)
    assert [token.tag_ for token in doc] == ["sps", "da", "nc", "fc", "", "fp"]
    assert [token.pos_ for token in doc][:2] == ["ADP", "DET"]


@pytest.mark.parametrize(("misc", "text"), [("_", "xdel mar "), ("SpaceAfter=No", "xdelmar ")])
def test_space_after_a_range(misc: str, text: str, write, nlp: Language) -> None:
    rows = ["1\tx{}SpaceAfter=No", f"2-3\tdel{{}}{misc}", "2\tde{}_", "3\tl{}_", "4\tmar{}_"]
    path = write("a.conllu", "\n".join(row.format("\t_" * 7 + "\t") for row in rows))
    assert [doc.text for doc in make_corpus(path).docs(nlp)] == [text]


@pytest.mark.parametrize("end", ["", "\n", "\n\n\n"])
def test_last_blank_line_may_be_missing(end: str, write, nlp: Language) -> None:
    assert len(list(make_corpus(write("a.conllu", TEXT.strip() + end)).sentences(nlp))) == 1


def test_new_sentence_where_ids_start_again(write, nlp: Language) -> None:
    corpus = make_corpus(write("a.conllu", TEXT + TEXT))
    assert list(corpus.sentences(nlp)) == [["A", "el", "mar", ",", "no", "."]] * 2
    assert [doc.text for doc in corpus.docs(nlp)] == ["Ael mar, no. "] * 2


def test_windows_line_ends(write, nlp: Language) -> None:
    corpus = make_corpus(write("a.conllu", "\ufeff" + (TEXT + "\n").replace("\n", "\r\n") * 2))
    assert [doc.text for doc in corpus.docs(nlp)] == ["Ael mar, no. "] * 2


def withheld(*forms: str) -> str:
    rows = (f"{number}\t{form}\t_\tNOUN\t_\t_\t0\troot\t_\t_\n" for number, form in enumerate(forms, start=1))
    return "".join(rows) + "\n"


def test_withheld_text_is_left_out_and_said(write, nlp: Language) -> None:
    path = write("a.conllu", withheld("_", "_", "_") + withheld("the", "_", "cat") + withheld("_"))
    with pytest.warns(UserWarning, match=r"C163.*a\.conllu': 2 of 3 sentences.*withheld"):
        assert list(make_corpus(path).sentences(nlp)) == [["the", "_", "cat"]]
    with pytest.raises(UserError, match=r"C033.*b\.conllu': every word of its 2 sentences.*withheld"):
        list(make_corpus(write("b.conllu", withheld("_", "_") + withheld("_"))).docs(nlp))
