import gzip
import os
import zlib
from pathlib import Path

import pytest
import srsly
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.errors import UserError

GOOD_ROW = "1\ta\ta\tX\t_\t_\t_\t_\t_\t_\n"
GOOD_RECORD = '{"tokens": ["a"]}\n'

BAD = [
    # not UTF-8
    ("a.txt", b"gut\nna\xefv\n", "C006", 2, r"0xef at byte 3 of the line\."),
    ("a.tsv", "a\tX\n".encode("utf-16") + b"\x00\xdc", "C025", 0, "illegal"),
    ("a.txt", "mae ŵy\n".encode("utf-32"), "C006", 1, "looks like UTF-32"),
    ("a.txt", "mae ŵy\n".encode("utf-32"), "C006", 1, "Notepad, or in a spreadsheet, with Save As"),
    ("a.txt", "mae\n".encode("utf-16") + b"\x00\xdc", "C025", 0, "illegal"),
    ("a.tsv", b"# sent_id = 1\n1\tthe" + b"\t_" * 8 + b"\n", "C009", 2, "looks like CoNLL-U: name it .conllu"),
    ("a.tsv", b"1\tthe" + b"\t_" * 8 + b"\n# x\n", "C009", 2, "looks like CoNLL-U: name it .conllu"),
    ("a.conllu", GOOD_ROW.encode() + b"2\t\xe9\n", "C006", 2, "0xe9"),
    ("a.jsonl", b'{"text": "\xed\xa0\x80"}', "C006", 1, "0xed"),
    ("a.txt", b"x\n" + b"\n" * 400_000 + b"\xc3", "C006", 400_002, "0xc3 at byte 1 "),
    # nothing there
    ("a.txt", "", "C008", 0, ""),
    ("a.txt.gz", "", "C008", 0, ""),
    ("a.tsv", "\n \n\t\n", "C008", 3, ""),
    ("a.conllu", "# text = x\n", "C008", 1, ""),
    ("a.jsonl", '{"text": ""}\n{"tokens": []}', "C008", 2, ""),
    ("a.spacy", DocBin().to_bytes(), "C008", 0, ""),
    # word per line
    ("a.tsv", "a\tX\n\nb\n", "C009", 3, "1 columns.*have 2"),
    ("a.tsv", "a\tX\nb\tY\tZ\n", "C009", 2, "3 columns.*have 2"),
    ("a.tsv", "a\na b\tX\n", "C009", 2, "2 columns.*have 1"),
    ("a.tsv", "a\tX\n\nb\tX\n\tX\n", "C010", 4, ""),
    ("a.tsv", '"a\nb"\tX\nc\tX\n', "C027", 1, "line break"),
    ("a.tsv", 'd\tX\t"1\n2"\nc\tX\t\n\tX\t\n', "C010", 4, ""),
    ("a.tsv", "1-1\t0-3\tthe\tDET\n1-2\t4-7\tcat\tNOUN\n", "C026", 1, "--gold-column 3,4"),
    # CoNLL-U
    ("a.conllu", GOOD_ROW + "2 b b X _ _ _ _ _ _\n", "C012", 2, "10 columns.*spaces.*tabs"),
    ("a.conllu", GOOD_ROW + "2\tb\tX\n", "C012", 2, "3 columns instead of 10"),
    ("a.conllu", "Plain\n", "C012", 1, "1 columns"),
    ("a.conllu", GOOD_ROW + "\n" + GOOD_ROW.replace("1", "x", 1), "C013", 3, "'x'"),
    ("a.conllu", GOOD_ROW.replace("1", "²", 1), "C013", 1, "'²'"),
    ("a.conllu", GOOD_ROW.replace("1", "1-", 1), "C013", 1, "'1-'"),
    ("a.conllu", GOOD_ROW.replace("\ta", "\t", 1), "C010", 1, ""),
    # JSON lines
    ("a.jsonl", GOOD_RECORD + '{"text": ', "C014", 2, "Expecting value"),
    ("a.jsonl", GOOD_RECORD + "[" * 200_000, "C014", 2, ""),
    ("a.jsonl", GOOD_RECORD + '["text"]', "C015", 2, "object"),
    ("a.jsonl", GOOD_RECORD + '\n{"txt": "a"}', "C015", 3, "'text' nor 'tokens'"),
    ("a.jsonl", '{"text": 3}', "C015", 1, "'text' nor 'tokens'"),
    ("a.jsonl", '{"tokens": "a b"}', "C015", 1, "not a list"),
    ("a.jsonl", '{"tokens": ["a", 1]}', "C015", 1, "neither a string"),
    ("a.jsonl", '{"tokens": [{"id": 1}]}', "C015", 1, "neither a string"),
    ("a.jsonl", '{"tokens": ["a"], "tags": [1]}', "C015", 1, "'tags' is not a list of strings"),
    ("a.jsonl", '{"tokens": ["a"], "spaces": [1]}', "C015", 1, "'spaces' is not a list of booleans"),
    ("a.jsonl", '{"tokens": ["a", ""]}', "C010", 1, ""),
    ("a.jsonl", GOOD_RECORD + '{"tokens": ["a", "b"], "tags": ["X"]}', "C016", 2, "2 tokens but 1 'tags'"),
    ("a.jsonl", '{"tokens": ["a"], "spaces": []}', "C016", 1, "1 tokens but 0 'spaces'"),
    ("a.jsonl", GOOD_RECORD + r'{"text": "a\ud800"}', "C017", 2, "ud800"),
    ("a.jsonl", r'{"tokens": ["a\udc00"]}', "C017", 1, "udc00"),
    ("a.jsonl", r'{"tokens": ["a"], "tags": ["\uDBFF"]}', "C017", 1, "udbff"),
    # DocBin
    ("a.spacy", b"no such thing", "C018", 1, ""),
    ("a.spacy", b"", "C018", 1, ""),
    ("a.spacy.gz", b"no such thing", "C018", 1, ""),
    ("a.spacy", zlib.compress(b"\x81\xa1a\x01"), "C018", 1, ""),
    ("a.spacy", zlib.compress(b"\xff\xff"), "C018", 1, ""),
    ("a.spacy", zlib.compress(srsly.msgpack_dumps([1])), "C018", 1, ""),
]


@pytest.mark.parametrize("method", ["sentences", "docs", "__call__"])
@pytest.mark.parametrize(("name", "content", "code", "line", "detail"), BAD)
def test_bad_file(method, name, content, code, line, detail, write, nlp: Language) -> None:
    corpus = make_corpus(write(name, content))
    with pytest.raises(UserError, match=rf"^\[{code}\].*{name}'.*\bline {line}\b.*{detail}"):
        list(getattr(corpus, method)(nlp))


@pytest.mark.parametrize(
    ("name", "content", "column", "line", "there"),
    [
        ("a.tsv", "\na\tX\n", 3, 2, "1, 2"),
        ("a.tsv", "a\tX\n", 0, 1, "1, 2"),
        ("a.tsv", "a\tX\n", "upos", 1, "1, 2"),
        ("a.tsv", "a\n", 2, 1, "are: 1"),
        ("a.tsv", "Token\tPOS\na\tX\n", "xpos", 1, "1, 2, token, pos"),
        ("a.tsv", "a\tX\n", "1,3", 1, "1, 2"),
        ("a.conllu", GOOD_ROW, 11, 1, r"upos \(4\), xpos \(5\)"),
        ("a.conllu", GOOD_ROW, "tag", 1, r"upos \(4\), xpos \(5\)"),
        ("a.jsonl", GOOD_RECORD + '{"tokens": ["a"]}', "pos", 1, "are: tokens"),
        ("a.txt", "a\n", 2, 1, "none"),
        ("a.spacy", DocBin().to_bytes(), "dep", 1, "tag, pos"),
    ],
)
def test_no_such_column(name, content, column, line, there, write, nlp: Language) -> None:
    corpus = make_corpus(write(name, content), column=column)
    with pytest.raises(UserError, match=rf"C011.*{name}', line {line}:.*'{column}'.*{there}"):
        list(corpus.docs(nlp))


def test_docbin_without_the_attribute(write, nlp: Language) -> None:
    path = write("a.spacy", DocBin(attrs=["ORTH", "TAG"], docs=[Doc(nlp.vocab, words=["a"])]).to_bytes())
    assert len(list(make_corpus(path, column="tag").docs(nlp))) == 1
    with pytest.raises(UserError, match=r"C011.*a\.spacy.*'pos'.*are: tag\."):
        list(make_corpus(path, column="pos").docs(nlp))


def test_truncated_gzip_says_how_far_it_got(tmp_path: Path, nlp: Language) -> None:
    lines = b"".join(os.urandom(20).hex().encode() + b"\n" for _ in range(10_000))
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(lines)[:150_000])
    read = []
    with pytest.raises(UserError, match=r"C007.*a\.txt\.gz'.*beyond line (\d+) \(.*truncated") as error:
        read.extend(make_corpus(str(path), tokenized=True).sentences(nlp))
    assert 5_000 < int(str(error.value).partition("line ")[2].partition(" ")[0]) < 10_000


@pytest.mark.parametrize("name", ["a.txt.gz", "a.spacy.gz"])
@pytest.mark.parametrize("damage", ["plain", "end", "checksum", "middle"])
def test_damaged_gzip(name: str, damage: str, tmp_path: Path, nlp: Language) -> None:
    data = bytearray(gzip.compress(b"some words\n" * 100))
    if damage == "plain":
        data = bytearray(b"some words\n")
    elif damage == "end":
        del data[-4:]
    else:
        data[-6 if damage == "checksum" else len(data) // 2] ^= 0xFF
    (tmp_path / name).write_bytes(data)
    with pytest.raises(UserError, match=rf"C007.*{name}'.*line \d+"):
        list(make_corpus(str(tmp_path / name)).sentences(nlp))


def test_missing_path(tmp_path: Path, nlp: Language) -> None:
    with pytest.raises(UserError, match=r"C001.*nowhere\.txt"):
        list(make_corpus(str(tmp_path / "nowhere.txt")).sentences(nlp))


def test_folder_without_corpus_files(write, tmp_path: Path) -> None:
    write("README.md", "no")
    write(".a.txt", "no")
    with pytest.raises(UserError, match=rf"C002.*{tmp_path.name}.*\.conllu"):
        _ = make_corpus(str(tmp_path)).files


@pytest.mark.parametrize("name", ["a.abc", "a", "a.gz", ".txt"])
def test_unknown_suffix(name: str, write) -> None:
    with pytest.raises(UserError, match=rf"C003.*{name}'.*\.tsv.*format"):
        _ = make_corpus(write(name, "a")).n_bytes


def test_unreadable_file(write, nlp: Language, monkeypatch) -> None:
    def refuse(*args: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = write("a.txt", "a")
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(UserError, match=r"C019.*a\.txt.*Permission denied"):
        list(make_corpus(path).sentences(nlp))
