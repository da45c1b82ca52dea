import json
from pathlib import Path

import pytest

from spacy_svd2.errors import UserError
from spacy_svd2.senses.corpora.corpus import SenseCorpus
from spacy_svd2.senses.corpora.prodigy import read_prodigy
from spacy_svd2.senses.corpora.rlwsd import read_rlwsd, read_word_files
from spacy_svd2.senses.corpora.senseval import read_key, read_senseval
from spacy_svd2.senses.corpora.table import is_sense_table, read_sense_tsv, read_table_glosses

TABLE = """\t\tсосуд\t1\t1
\t\tцветочный\t\t2\t2
\t\tДругое\t\t3\t3
\t\tНе могу определить\t0
цветы в\t горшках\t, мелочи\t\t2\t2
старый\t горшок\tс вином\t\t1
спор\tгоршок\tтут\t1\t2
прочее\tгоршок\tтут\t3\t3
неясно\tгоршок\tтут\t0
"""


def test_russian_word_files(tmp_path: Path) -> None:
    (tmp_path / "nouns/RNC").mkdir(parents=True)
    (tmp_path / "nouns/RNC/горшок.txt").write_text(TABLE, encoding="utf8")
    senses = {"0": "?", "1": "цвет", "2": "Другое"}
    contexts = [[["он", " белый", "."], "1"], [["а", "белый", "б"], "2"], [["а", "белый", "б"], "0"]]
    (tmp_path / "белый.json").write_text(json.dumps([senses, contexts]), encoding="utf8")
    pot, white = sorted(read_word_files(tmp_path), key=lambda file: file.word)
    assert (pot.word, pot.glosses) == ("nouns/RNC/горшок", {"1": "сосуд", "2": "цветочный"})
    assert [(i.text, i.senses) for i in pot.instances] == [
        ("цветы в горшках, мелочи", ("2",)),
        ("старый горшок с вином", ("1",)),
    ]
    assert [(i.text, i.target, i.senses) for i in white.instances] == [("он белый.", "белый", ("1",))]
    assert len(list(read_rlwsd(tmp_path))) == 3


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.txt", "\t\tx\t1\nleft\tword\n", r"line 2.*a context needs"),
        ("a.txt", "\tx\n", r"line 1.*a sense needs"),
        ("a.txt", "\tx\tone\n", r"not a number"),
        ("a.txt", "a\tb\tc\t1\n", r"lists no senses"),
        ("a.json", '[{"1": "x"},\n oops', r"line 2.*not a JSON"),
        ("a.json", '{"a": 1}', r"not a JSON"),
        ("a.json", "[[], 3]", r"not a JSON"),
        ("a.json", "[" * 100_000, r"not a JSON"),
    ],
)
def test_broken_word_files(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf8")
    with pytest.raises(UserError, match=rf"C106.*{name}.*{message}"):
        list(read_rlwsd(tmp_path))


def test_folder_without_word_files(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="C107"):
        list(read_rlwsd(tmp_path))
    with pytest.raises(UserError, match="C10[17]"):
        list(read_rlwsd(tmp_path / "nowhere.txt"))


def write_jsonl(path: Path, *records: object) -> Path:
    path.write_text("\n".join(json.dumps(record) for record in records), encoding="utf8")
    return path


CHOICE = {
    "text": "By the Bank.",
    "spans": [{"start": 7, "end": 11}],
    "options": [{"id": "shore", "text": "land"}, {"id": "money", "text": "firm"}],
    "accept": ["shore"],
    "answer": "accept",
}


def test_choices(tmp_path: Path) -> None:
    path = write_jsonl(
        tmp_path / "a.jsonl",
        CHOICE,
        {**CHOICE, "answer": "reject"},
        {**CHOICE, "accept": [], "meta": {"word": "bank.n"}},
        {**CHOICE, "accept": ["shore", "money"], "word": "bank", "id": "x7"},
    )
    found = list(read_prodigy(path))
    assert [(i.id, i.word, i.senses) for i in found] == [
        ("1", "bank", ("shore",)),
        ("3", "bank.n", ()),
        ("x7", "bank", ("shore", "money")),
    ]
    assert (found[0].left, found[0].target, found[0].right) == ("By the ", "Bank", ".")


def test_spans(tmp_path: Path) -> None:
    record = {
        "text": "bank bank",
        "spans": [{"start": 0, "end": 4, "label": "a"}, {"start": 5, "end": 9, "label": "b"}],
    }
    found = list(read_prodigy(write_jsonl(tmp_path / "a.jsonl", record, {"text": "no spans"})))
    assert [(i.id, i.left, i.senses) for i in found] == [("1.0", "", ("a",)), ("1.1", "bank ", ("b",))]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ([], "no text"),
        ({"text": 3}, "no text"),
        ({**CHOICE, "spans": []}, "needs one span"),
        ({**CHOICE, "spans": 3}, "no list"),
        ({**CHOICE, "spans": [{"start": 7, "end": 99}]}, "from 7 to 99"),
        ({**CHOICE, "spans": [{"start": "7", "end": 9}]}, "not in the text"),
        ({**CHOICE, "accept": ["river"]}, "'river' is accepted"),
        ({**CHOICE, "options": [3]}, "options need ids"),
        ({"text": "bank", "spans": [{"start": 0, "end": 4}]}, "no label"),
        ({"text": "bank", "spans": [{"start": 0, "end": 4, "label": ""}]}, "no label"),
        ({"text": "bank", "spans": [{"start": 0, "end": 4, "label": ["a"]}]}, "label of a span is not a string"),
        ({**CHOICE, "accept": "shore"}, "'accept' is not a list of strings"),
        ({**CHOICE, "accept": None}, "'accept' is not a list of strings"),
        ({**CHOICE, "accept": ["shore", 1]}, "'accept' is not a list of strings"),
        ({**CHOICE, "word": ["bank"]}, "'word' is not a string"),
        ({**CHOICE, "word": 0}, "'word' is not a string"),
        ({**CHOICE, "meta": {"word": {"bank": 1}}}, "'word' is not a string"),
        ({**CHOICE, "id": [1]}, "id is neither"),
    ],
)
def test_broken_records(tmp_path: Path, record: object, message: str) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", CHOICE, record)
    with pytest.raises(UserError, match=rf"C106.*a\.jsonl', line 2.*{message}"):
        list(read_prodigy(path))


SPAN = {"text": "the bank", "spans": [{"start": 4, "end": 8, "label": "shore"}]}
HIGH = "\ud800"


@pytest.mark.parametrize(
    "record",
    [
        {**SPAN, "text": f"th{HIGH} bank"},
        {**SPAN, "spans": [{"start": 4, "end": 8, "label": HIGH}]},
        {**SPAN, "word": f"bank{HIGH}"},
        {**SPAN, "meta": {"word": HIGH}},
        {**SPAN, "id": HIGH},
        {**CHOICE, "options": [{"id": HIGH}], "accept": [HIGH]},
    ],
)
def test_lone_surrogates(tmp_path: Path, record: object) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", SPAN, {**SPAN, "text": "the bank \U0001f600"}, record)
    with pytest.raises(UserError, match=r"C017.*a\.jsonl', line 3:.*\\ud800"):
        list(read_prodigy(path))


@pytest.mark.parametrize(
    ("senses", "contexts"),
    [
        ({"1": "pot\udc80", "2": "other"}, [[["a", "b", "c"], "1"]]),
        ({"1": "pot", "2": "other"}, [[["a", "b", "c\udc80"], "1"]]),
    ],
)
def test_lone_surrogates_in_word_files(tmp_path: Path, senses: object, contexts: object) -> None:
    text = json.dumps([senses, contexts]).replace("\\udc80", "\\uDC80")
    (tmp_path / "a.json").write_text("\n" + text, encoding="utf8")
    with pytest.raises(UserError, match=r"C017.*a\.json', line 2:.*\\udc80"):
        list(read_rlwsd(tmp_path / "a.json"))


def test_encoding_that_lets_lone_surrogates_through(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes(b'<?xml version="1.0" encoding="utf-7"?>\n<corpus>+2AA-</corpus>')
    with pytest.raises(UserError, match=r"C017.*a\.xml', line 2:.*\\ud800"):
        list(read_senseval(path))


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["a.jsonl", "a.key", "a.xml"])
def test_utf16_is_read(tmp_path: Path, encoding: str, name: str) -> None:
    text = {
        "a.jsonl": '{"text": "the bânk", "spans": [{"start": 4, "end": 8, "label": "money"}]}\n',
        "a.key": "art art.1 ârt\n",
        "a.xml": '<lexelt item="bânk"><instance id="1"><context>a <head>bânk</head></context></instance></lexelt>',
    }[name]
    read = {"a.jsonl": read_prodigy, "a.key": read_key, "a.xml": read_senseval}[name]
    (tmp_path / name).write_text(text, "utf8")
    expected = list(read(tmp_path / name))
    assert expected
    (tmp_path / name).write_bytes(f"\ufeff{text}".encode(encoding))
    assert list(read(tmp_path / name)) == expected


def test_utf16_without_a_mark_gets_advice(tmp_path: Path) -> None:
    (tmp_path / "a.key").write_bytes("art art.1 1\n".encode("utf-16-le"))
    with pytest.raises(UserError, match=r"C102.*iconv -f UTF-16LE -t UTF-8.*Save As"):
        read_key(tmp_path / "a.key")


ORDER = ("money", "she owes the", "bank", "a lot of money", "bank.n")
RIVER = ("shore", "reeds on the", "banks", "of the wide green river", "bank.n")


@pytest.mark.parametrize(
    ("order", "number"),
    [("12304", 3), ("21034", 3), ("43210", 5), ("13024", 1), ("02314", 3), ("01234", 0), ("0123", 0), ("03214", 0)],
)
def test_columns_in_another_order_without_a_header(tmp_path: Path, order: str, number: int) -> None:
    rows = [
        [f"{cell} and so on {n}" if " " in cell else cell for cell in row] for n in range(4) for row in (ORDER, RIVER)
    ]
    path = tmp_path / "a.tsv"
    path.write_text("".join("\t".join(row[int(at)] for at in order) + "\n" for row in rows))
    if not number:
        assert len(list(read_sense_tsv(path))) == 8
        return
    with pytest.raises(UserError, match=rf"C108.*a\.tsv': column {number} holds .*: sense, left, target, right, word"):
        list(read_sense_tsv(path))
    header = "\t".join(("sense", "left", "target", "right", "word")[int(at)] for at in order)
    path.write_text(f"{header}\n{path.read_text()}")
    assert {instance.target for instance in read_sense_tsv(path)} == {"bank", "banks"}


def test_whole_sentences_beside_their_target(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("".join(f"money\tthe bank lends it {n}\tbank\t\n" for n in range(5)))
    with pytest.raises(UserError, match=r"C108.*column 2 holds texts with the target in them \('the bank lends it"):
        list(read_sense_tsv(path))


def test_glosses_may_be_senses(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("".join(f"an office that lends\tthe old {n}\tbank\tof it\n" for n in range(8)))
    assert len(list(read_sense_tsv(path))) == 8


def test_key_file_with_surrogate_bytes(tmp_path: Path) -> None:
    (tmp_path / "a.key").write_bytes(b"art art.1 1\nart art.2 \xed\xa0\x80\n")
    with pytest.raises(UserError, match=r"C102.*a\.key', line 2"):
        read_key(tmp_path / "a.key")


def test_line_that_is_no_json(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("\n{oops", encoding="utf8")
    with pytest.raises(UserError, match=r"C106.*line 2.*not JSON"):
        list(read_prodigy(tmp_path / "a.jsonl"))


def test_table(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("shore\tby the\tBank\t.\r\n\r\na|b\t\tbanks\tfail\tbank.n\n\tx \tbank\t\n", encoding="utf-8-sig")
    found = list(read_sense_tsv(path))
    assert [(i.id, i.word, i.text, i.senses) for i in found] == [
        ("1", "bank", "by the Bank.", ("shore",)),
        ("3", "bank.n", "banks fail", ("a", "b")),
        ("4", "bank", "x bank", ()),
    ]


@pytest.mark.parametrize("line", ["a\tb\tc", "a\tb\t \td", "a\tb\tc\td\te\tf"])
def test_broken_tables(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.tsv"
    path.write_text(f"s\tl\tt\tr\n{line}\n", encoding="utf8")
    with pytest.raises(UserError, match=r"C106.*a\.tsv', line 2.*columns"):
        list(read_sense_tsv(path))


@pytest.mark.parametrize(
    "text",
    [
        "Sense\tleft context\tTarget\tright context\nshore\tthe\tBank\tis, wet\n",
        "label\tleft\tword\tright\nshore\tthe\tBank\tis, wet\n",
        'target,sense,after,before,word\nBank,shore,"is, wet",the,\n',
        "sense;left;target;right;word;;\nshore;the;Bank;is, wet;;;\n",
        '"shore"\t"the"\t"Bank"\t"is, wet"\n',
        'shore\tthe\tBank\t"is,\nwet"\n',
        "shore;the;Bank;is, wet\nshore;a;bank;is dry\n",
        '"sep=,"\nshore,the,Bank,"is, wet"\n',
    ],
)
@pytest.mark.parametrize("encoding", ["utf8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_tables_of_spreadsheets(tmp_path: Path, text: str, encoding: str) -> None:
    path = tmp_path / "a.tsv"
    path.write_bytes(text.replace("\n", "\r\n").encode(encoding))
    first = next(iter(read_sense_tsv(path)))
    assert (first.word, first.text, first.senses) == ("bank", "the Bank is, wet", ("shore",))


def test_sense_and_target_are_words_like_others_below_the_first_line(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("aim\tthe\ttarget\t.\nsense\tthe\ttarget\t.\n", encoding="utf8")
    assert [instance.word for instance in read_sense_tsv(path)] == ["target", "target"]


def test_a_table_may_say_what_senses_mean(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    rows = ["\tm\tthe\tbank\tlends money", "it lends\tm\ta\tbank\tfailed today", "x\tm|s\ta\tbank\tb c"]
    path.write_text("\n".join(["gloss\tsense\tleft\ttarget\tright", *rows]) + "\n")
    assert is_sense_table(path)
    assert [(one.senses, one.text) for one in read_sense_tsv(path)] == [
        (("m",), "the bank lends money"),
        (("m",), "a bank failed today"),
        (("m", "s"), "a bank b c"),
    ]
    assert read_table_glosses(path) == {"bank": {"m": "it lends"}}
    assert SenseCorpus([path]).glosses() == {"bank": {"m": "it lends"}}
    path.write_text("m\tthe\tbank\tlends\n")
    assert read_table_glosses(path) == {}
