"""Text that nobody would write, and files that are no files: the right result or a message, and never a hang."""

import gzip
import json
import os
import threading
import time
import zlib
from pathlib import Path

import pytest
import spacy
import srsly
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span

from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.corpora.whole_files import read_text
from spacy_svd2.errors import UserError
from spacy_svd2.senses.corpora.corpus import make_sense_corpus
from spacy_svd2.senses.corpora.senseval import read_senseval
from spacy_svd2.senses.corpora.table import read_sense_tsv
from spacy_svd2.tagger.labelling.labels import read_labels

WOMAN = "\U0001f469\u200d\U0001f469\u200d\U0001f467\U0001f3ff"


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ("a\0b c\n", [["a\0b", "c"]]),
        ("\ufeffa b\n", [["a", "b"]]),
        ("a b\r\nc\r\n", [["a", "b"], ["c"]]),
        ("a\u2028b\n", [["a", "b"]]),  # a space to str.split, no end of line
        ("a\u200bb e\u0301 \u0301\n", [["a\u200bb", "e\u0301", "\u0301"]]),
        (f"{WOMAN} x\n", [[WOMAN, "x"]]),
        ("\u202ea\u202c \u200fb\n", [["\u202ea\u202c", "\u200fb"]]),
        ("\n \n\t\na\n", [["a"]]),
    ],
)
def test_characters_that_mislead(write, nlp: Language, content: str, wanted: list[list[str]]) -> None:
    assert list(make_corpus(write("a.txt", content), tokenized=True).sentences(nlp)) == wanted


WRITTEN = [
    *(("a.txt", text) for text in ("gut ß\n", "the cat sleeps\n" * 1000, "при этом\n" * 9, "a")),
    ("a.jsonl", '{"text": "the cat"}\n'),
    ("a.conllu", "1\tthe\tthe\tDET\t_\t_\t0\troot\t_\t_\n"),
]


@pytest.mark.parametrize(("name", "text"), WRITTEN)
def test_utf16_with_a_byte_order_mark_is_read(write, nlp: Language, name: str, text: str) -> None:
    found = list(make_corpus(write(name, text.encode("utf-16"))).sentences(nlp))
    assert found
    assert found == list(make_corpus(write(name, text.encode("utf-8"))).sentences(nlp))


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "utf-32"])
@pytest.mark.parametrize(("name", "text"), WRITTEN)
def test_other_encodings_are_refused(write, nlp: Language, encoding: str, name: str, text: str) -> None:
    path = write(name, text.encode(encoding))
    with pytest.raises(UserError, match=r"C006.*a\.\w+', line 1.*UTF-(16|32)"):
        list(make_corpus(path).sentences(nlp))


@pytest.mark.parametrize("encoding", ["utf-32", "utf-32-le", "utf-32-be"])  # UTF-16 is read
def test_other_encodings_of_labels_and_senses_are_refused(write, encoding: str) -> None:
    path = write("a.tsv", "word\ttag\nthe\tDET\n".encode(encoding))
    with pytest.raises(UserError, match=r"C006.*line 1.*UTF-32"):
        read_labels(path, words=["the"], normalize=str.lower)
    with pytest.raises(UserError, match=r"C102.*line 1.*UTF-32"):
        read_text(path)
    with pytest.raises(UserError, match=r"C102.*line 1.*UTF-32"):
        list(read_sense_tsv(path))


def test_words_may_end_in_nul(write, nlp: Language) -> None:
    path = write("a.txt", "the\0 cats\0 sleep\nthe\0 cat sleeps\0\n" * 50)
    assert next(iter(make_corpus(path, tokenized=True).sentences(nlp))) == ["the\0", "cats\0", "sleep"]


@pytest.mark.parametrize("unit", ["x", "ab ", "(", ".", "-", "'"])
def test_ten_megabytes_in_a_line(write, nlp: Language, unit: str) -> None:
    size = 10 << 20 if unit.strip().isalnum() else 1 << 16
    path = write("a.txt", unit * (size // len(unit)))
    begun = time.process_time()
    (words,) = make_corpus(path, tokenized=unit == "ab ").sentences(nlp)
    assert "".join(words) == (unit * (size // len(unit))).replace(" ", "")
    assert time.process_time() - begun < 60


def test_a_token_of_ten_megabytes_in_every_format(write, nlp: Language) -> None:
    word = "x" * (10 << 20)
    row = f"1\t{word}\t_\tX\t_\t_\t0\t_\t_\t_\n"
    for name, content in (("a.tsv", f"{word}\tX\n"), ("a.conllu", row), ("a.jsonl", json.dumps({"tokens": [word]}))):
        assert list(make_corpus(write(name, content)).sentences(nlp)) == [[word]]


# Expansion and nesting


BOMB = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
INSTANCE = '<instance id="a.1"><answer senseid="s"/><context>x <head>a</head> {}</context></instance>'


def senseval(tmp_path: Path, text: str) -> Path:
    (tmp_path / "a.xml").write_text(text, "utf8")
    return tmp_path / "a.xml"


def test_entities_neither_grow_nor_open_files(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    declared = f'<!DOCTYPE c [{BOMB}<!ENTITY x SYSTEM "file://{tmp_path}/secret"><!ENTITY % y SYSTEM "http://[::1]/">]>'
    (found,) = read_senseval(senseval(tmp_path, declared + INSTANCE.format("&i; &x; %y; &eacute;")))
    assert found.text.endswith("&i; &x; %y; é")


@pytest.mark.parametrize("unit", ["<b>", "<context>", "[hi]", "&amp", "<", "</b>"])
def test_a_million_levels(tmp_path: Path, unit: str) -> None:
    begun = time.process_time()
    (found,) = read_senseval(senseval(tmp_path, INSTANCE.format(unit * (1_000_000 if unit == "<b>" else 50_000))))
    assert (found.target, found.senses) == ("a", ("s",))
    assert time.process_time() - begun < 30


@pytest.mark.parametrize("unit", ["<!--", "<instance id='x'>"])
def test_fifty_thousand_that_swallow_the_end(tmp_path: Path, unit: str) -> None:
    begun = time.process_time()
    with pytest.raises(UserError, match=r"C103.*a\.xml', line 1: .* not closed"):
        list(read_senseval(senseval(tmp_path, INSTANCE.format(unit * 50_000))))
    assert time.process_time() - begun < 30


@pytest.mark.parametrize("declared", ["idna", "punycode", "hex", "no-such", "undefined"])
def test_encodings_that_are_none(tmp_path: Path, declared: str) -> None:
    path = senseval(tmp_path, f'<?xml version="1.0" encoding="{declared}"?>' + "a" * 100_000)
    with pytest.raises(UserError, match=r"C102.*a\.xml"):
        list(read_senseval(path))


def test_nested_json(tmp_path: Path, write, nlp: Language) -> None:
    deep = '{"text": ' * 100_000
    with pytest.raises(UserError, match=r"C014.*line 1"):
        list(make_corpus(write("a.jsonl", deep)).sentences(nlp))
    with pytest.raises(UserError, match=r"C106.*line 1"):
        list(make_sense_corpus(write("b.jsonl", deep)).occurrences(nlp))
    with pytest.raises(UserError, match=r"L013.*b\.jsonl[\s\S]*line 1"):
        read_labels(Path(write("b.jsonl", deep)))


def test_contexts_of_two_parts(write, nlp: Language) -> None:
    path = write("a.json", '[{"1": "x", "2": "other"}, [[["left", "word"], "1"]]]')
    with pytest.raises(UserError, match=r"C106.*a\.json.*context 1 is not"):
        list(make_sense_corpus(path).occurrences(nlp))


def test_a_head_that_is_not_closed(tmp_path: Path) -> None:
    text = '<instance id="a"><context><wf pos="X">a</wf><head><wf pos="X">b</wf></context></instance>'
    with pytest.raises(UserError, match=r"C103.*<head> of instance 'a' is not closed"):
        list(read_senseval(senseval(tmp_path, text)))


# Binary


def test_a_docbin_that_inflates(write, nlp: Language) -> None:
    path = write("a.spacy", zlib.compress(bytes(300 << 20), 1))
    with pytest.raises(UserError, match=r"C018.*a\.spacy.*inflates to more than"):
        list(make_corpus(path).sentences(nlp))


@pytest.mark.parametrize("change", ["spans", "strings", "attrs", "no attrs", "tokens"])
def test_a_docbin_that_refers_to_nothing(write, nlp: Language, change: str) -> None:
    doc = Doc(nlp.vocab, words=["the", "bank"])
    doc.spans["senses"] = [Span(doc, 1, 2, "money", span_id="bank")]
    message = srsly.msgpack_loads(zlib.decompress(DocBin(docs=[doc]).to_bytes()))
    if change == "spans":
        message["span_groups"] = [message["span_groups"][0].replace(b"\0\0\0\2", b"\0\0\0\x7f")]
    elif change == "tokens":
        message["tokens"] = b"\xff" * len(message["tokens"])
    elif change == "no attrs":
        message["attrs"] = []
    else:
        message[change] = [] if change == "strings" else "x"
    path = write("a.spacy", zlib.compress(srsly.msgpack_dumps(message)))
    with pytest.raises(UserError, match=r"C018.*a\.spacy"):
        list(make_sense_corpus(path).docs(spacy.blank("xx")))


# Files that are no files


def test_pipes_and_loops_in_a_folder(tmp_path: Path, nlp: Language) -> None:
    os.mkfifo(tmp_path / "a.txt")
    (tmp_path / "b.txt").write_text("a b\n")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "c.txt").symlink_to(tmp_path / "c.txt")
    assert list(make_corpus(str(tmp_path), tokenized=True).sentences(nlp)) == [["a", "b"]]


def test_a_pipe_that_somebody_writes_to(tmp_path: Path, nlp: Language) -> None:
    os.mkfifo(tmp_path / "a.txt")
    thread = threading.Thread(target=lambda: (tmp_path / "a.txt").write_text("a b\n"))
    thread.start()
    assert list(make_corpus(str(tmp_path / "a.txt"), tokenized=True).sentences(nlp)) == [["a", "b"]]
    thread.join()


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/null"])
def test_devices(device: str, nlp: Language) -> None:
    with pytest.raises(UserError, match=rf"C019.*{device}.*device"):
        list(make_corpus(device, format="txt").sentences(nlp))
    with pytest.raises(UserError, match=rf"C101.*{device}.*device"):
        list(make_sense_corpus(device, format="tsv").docs(nlp))


@pytest.mark.parametrize("format", ["txt", "spacy"])
def test_a_folder_where_a_file_should_be(tmp_path: Path, nlp: Language, format: str) -> None:
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(UserError, match=r"C002.*a\.txt"):
        list(make_corpus(str(tmp_path / "a.txt"), format=format).sentences(nlp))


def test_gzip_that_inflates(tmp_path: Path, nlp: Language) -> None:
    path = tmp_path / "a.tsv.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        for _ in range(300):
            file.write(bytes(1 << 20))
    with pytest.raises(UserError, match=r"C101.*a\.tsv\.gz.*inflates to more than"):
        list(make_sense_corpus(str(path)).docs(nlp))
