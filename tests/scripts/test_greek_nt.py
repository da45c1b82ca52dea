import pytest
import spacy

from scripts.datasets.greek_nt import MEMBER, convert
from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.errors import UserError

HEADER = "id\taltId\ttext\tstrongs\tgloss\tgloss2\tlemma\tpos\tmorph\r\n"


def line(id_: str, word: str, pos: str, morph: str) -> str:
    return f"{id_}\t{word}-1\t{word}\tG1\tgloss\t\tlemma\t{pos}\t{morph}\r\n"


LINES = [
    line("n40001001001", "Βίβλος", "noun", "N-NSF"),
    line("n40001001002", "γενέσεως", "noun", "N-GSF"),
    line("n40001002001", "ἐγέννησεν", "verb", "V-AAI-3S"),
    line("n41001002001", "καὶ", "conj", "CONJ"),
]


def test_a_verse_becomes_a_sentence(make_archive, tmp_path):
    archive = make_archive({MEMBER: HEADER + "".join(LINES), "setup.py": "raise SystemExit"})
    output = tmp_path / "corpus" / "greek.tsv"
    assert convert(archive, output) == 4
    assert output.read_bytes().decode("utf8") == (
        "Βίβλος\tnoun\tN-NSF\nγενέσεως\tnoun\tN-GSF\n\nἐγέννησεν\tverb\tV-AAI-3S\n\nκαὶ\tconj\tCONJ\n"
    )


def test_columns_are_found_by_name(make_archive, tmp_path):
    archive = make_archive({MEMBER: "morph\tpos\tid\ttext\nCONJ\tconj\tn40001001001\tκαὶ\n"})
    convert(archive, tmp_path / "greek.tsv")
    assert (tmp_path / "greek.tsv").read_text("utf8") == "καὶ\tconj\tCONJ\n"


def test_the_reader_takes_it(make_archive, tmp_path):
    output = tmp_path / "greek.tsv"
    convert(make_archive({MEMBER: HEADER + "".join(LINES)}), output)
    docs = list(Corpus([output], column=2).docs(spacy.blank("xx")))
    assert [[(token.text, token.tag_) for token in doc] for doc in docs] == [
        [("Βίβλος", "noun"), ("γενέσεως", "noun")],
        [("ἐγέννησεν", "verb")],
        [("καὶ", "conj")],
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "line 1: no column id, text, pos, morph"),
        (HEADER.replace("morph", "parse") + LINES[0], "line 1: no column morph"),
        (HEADER + LINES[0] + "n40001001002\tx\n", "line 3: 2 columns instead of 9"),
        (HEADER + line("n40001001001", "", "noun", "N"), "line 2: a word lacks"),
        (HEADER + line("n40001001001", "καὶ", "", "N"), "line 2: a word lacks"),
        (HEADER + line("n40", "καὶ", "conj", "N"), "line 2: a word lacks"),
    ],
)
def test_unexpected_content_leaves_what_was_there(make_archive, tmp_path, content, message):
    output = tmp_path / "greek.tsv"
    output.write_text("earlier")
    with pytest.raises(UserError, match=f"D005.*{message}"):
        convert(make_archive({MEMBER: content}), output)
    assert output.read_text() == "earlier"
