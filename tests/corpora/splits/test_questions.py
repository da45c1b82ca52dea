import warnings
from pathlib import Path

import pytest
import spacy

from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.corpora.splits.families import ChunkCounts, Question, find_questions, strip_punctuation
from spacy_svd2.corpora.splits.page import choices_of, splits_page
from spacy_svd2.corpora.splits.questions import make_questions, warn_of_unspaced_text
from spacy_svd2.corpora.splits.table import COLUMNS, read_splits, write_splits
from spacy_svd2.errors import UserError

TEXT = """il-belt u il-ktieb ta' Malta
il-baħar , tal-belt
tal-ktieb ta' il-belt , "il-qamar"
tal-baħar http://a.bc/x-y a-b@c.dd 10:30 3,14 kelma, kelma.
sa' Dr. min Dr. huwa
"""


def questions_of(text: str) -> list[Question]:
    counts = ChunkCounts()
    for line in text.splitlines():
        counts.add(line)
    return find_questions(counts)


def test_one_question_for_each_clitic_the_most_frequent_first() -> None:
    assert [(one.word, one.count) for one in questions_of(TEXT)] == [
        ("il-belt", 5), ("ta'", 3), ("tal-baħar", 3), ("Dr.", 2),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "mere words , and “punctuation” !",
        "a@b.cc www.ab.cd 1,000.5 12/3/2010 2010-03-12, 10:30 🙂 (e.g. U.S.A.) the",
        "",
    ],
)
def test_nothing_to_ask(text: str) -> None:
    assert questions_of(text) == []


@pytest.mark.parametrize(
    ("sign", "text"),
    [
        ("’", "l’eau d’or"), ("ʼ", "oʼzbek"), ("·", "col·legi"), (":", "EU:n WHO:n"), ("/", "km/h"), ("_", "a_b"),
        ("%", "5%"), ("", "5km 17km"), ("#", "#word"), ("״", "דו״ח"), ("՞", "ի՞նչ"), ("־", "בית־ספר"), ("&", "AT&T"),
    ],
)  # fmt: skip
def test_signs_of_many_kinds_are_asked_about(sign: str, text: str) -> None:
    found = [one.word for one in questions_of(text)]
    assert found
    assert all(sign in word and word in text.split() for word in found)


@pytest.mark.parametrize(
    ("chunk", "core"),
    [("(il-belt),", "il-belt"), ("'word'", "word"), ("ta'.", "ta'"), ("«5%»!", "5%"), ("...", ""), ("'n", "'n")],
)
def test_punctuation_around_a_chunk(chunk: str, core: str) -> None:
    assert strip_punctuation(chunk) == core


def test_pieces_are_those_of_now_and_lines_have_the_word(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text(TEXT, "utf8")
    first, second = make_questions(Corpus([path]), spacy.blank("xx"), n=2, n_lines=2)
    assert first.pieces == ("il", "-", "belt")
    assert second.pieces == ("ta", "'")
    assert [word for _, word, _ in first.lines] == ["il-belt"] * 2


def test_tokens_of_gold_files_are_put_together(tmp_path: Path) -> None:
    path = tmp_path / "gold.conllu"
    rows = [("1", "il-", "SpaceAfter=No"), ("2", "belt", "_"), ("3-4", "ta'", "_"), ("3", "ta", "_"), ("4", "'", "_")]
    path.write_text("".join(f"{id_}\t{form}{chr(9)}_\tX\t_\t_\t_\t_\t_\t{misc}\n" for id_, form, misc in rows), "utf8")
    assert list(Corpus([path]).texts()) == ["il-belt ta' "]


def test_a_table_and_back(tmp_path: Path) -> None:
    path = tmp_path / "splits.tsv"
    write_splits(
        path, [Question("il-belt", 4, ("il-", "belt"), (("fi", "il-belt", "u"),)), Question('a"b', 1, ('a"b',))]
    )
    lines = path.read_text("utf8").splitlines()
    assert lines[0].split("\t") == list(COLUMNS) == ["word", "pieces", "count", "examples"]
    assert lines[1] == "il-belt\til- belt\t4\tfi il-belt u"
    assert read_splits(path) == {"il-belt": ("il-", "belt"), 'a"b': ('a"b',)}
    path.write_text("Pieces\tword\n\til-belt\nta '\tta'\n\n", "utf8")
    assert read_splits(path) == {"ta'": ("ta", "'")}


def test_every_line_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    path = tmp_path / "splits.tsv"
    path.write_text("word\tpieces\nil-belt\til- bel\na b\ta b\n\tx\na-b\ta-b\na-b\ta - b\n", "utf8")
    with pytest.raises(UserError, match="C050") as caught:
        read_splits(path)
    assert [line.split(":")[0].strip() for line in str(caught.value).splitlines()[1:]] == [
        "line 2", "line 3", "line 4", "line 6",
    ]  # fmt: skip
    path.write_text("il-belt\til- belt\n", "utf8")
    with pytest.raises(UserError, match="header"):
        read_splits(path)


@pytest.mark.parametrize(
    ("text", "script", "advice"),
    [
        ("ข้อความภาษาไทยไม่มีช่องว่างระหว่างคำ แต่มีช่องว่างระหว่างประโยคยาว\n", "Thai", "--lang th"),
        ("我们在这里写一个很长的句子没有任何空格的那种。\n", "Cjk", "--lang zh"),
        ("これはとてもながいぶんしょうでスペースがありません\n", "Hiragana", "--lang ja"),
        ("ភាសាខ្មែរមិនមានដកឃ្លារវាងពាក្យទេ\n", "Khmer", "--tokenized"),
    ],
)
def test_text_without_spaces_is_recognised(text: str, script: str, advice: str, tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text(text * 3, "utf8")
    with pytest.warns(UserWarning, match="C180") as caught:
        warn_of_unspaced_text(Corpus([path]), spacy.blank("xx"))
    assert script in str(caught[0].message)
    assert advice in str(caught[0].message)


@pytest.mark.parametrize(
    "text",
    [
        "我们 在 这里 写",
        "donaudampfschifffahrtsgesellschaft",
        "한국어 문장입니다",
        "word 我们在这里写一个很长的句子没有任何 " + "word " * 9,
    ],
)
def test_text_with_spaces_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text(text + "\n", "utf8")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_unspaced_text(Corpus([path]), spacy.blank("xx"))


def test_choices_on_the_page() -> None:
    assert choices_of("l'eau", ["l'eau"]) == [["l'eau"], ["l'", "eau"], ["l", "'eau"], ["l", "'", "eau"]]
    assert choices_of("5km", ["5", "km"]) == [["5", "km"], ["5km"]]
    found = choices_of("a-b-c", ["a-b-c"])
    assert found[:4] == [["a-b-c"], ["a-", "b-", "c"], ["a", "-b", "-c"], ["a", "-", "b", "-", "c"]]
    assert len(found) == 9
    page = splits_page([Question("<b>-'x", 1, ("<b>-'x",))], title="t")
    assert "<b>-" not in page
