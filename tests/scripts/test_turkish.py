import pytest
import spacy

from scripts.datasets.turkish import MEMBERS, convert
from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.errors import UserError

WEB = "# sent_id = a\n1\tchip\tchip\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n2\tyok\tyok\tVERB\tNOMP\t_\t0\troot\t_\t_"
WIKI = "1\tBooker\tbooker\tNOUN\tNNP\t_\t0\troot\t_\t_\n\n1\tT\tt\tNOUN\tNNP\t_\t0\troot\t_\t_\n\n"


def test_both_files_in_one(make_archive, tmp_path):
    output = tmp_path / "turkish.conllu"
    assert convert(make_archive(dict(zip(MEMBERS, (WEB, WIKI), strict=True))), output) == 3
    docs = list(Corpus([output]).docs(spacy.blank("xx")))
    assert [[(token.text, token.tag_) for token in doc] for doc in docs] == [
        [("chip", "NOUN"), ("yok", "VERB")],
        [("Booker", "NOUN")],
        [("T", "NOUN")],
    ]


def test_wrong_archive(make_archive, tmp_path):
    with pytest.raises(UserError, match=r"D003.*data/wiki\.conllu"):
        convert(make_archive({MEMBERS[0]: WEB}), tmp_path / "turkish.conllu")
