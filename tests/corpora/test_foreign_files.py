"""Files that are no corpus: each kind is recognised by its name or its first bytes, and gets advice that works."""

import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import spacy

from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.corpora.formats import registry
from spacy_svd2.corpora.formats.foreign import KINDS, ForeignKind, foreign_error
from spacy_svd2.errors import UserError
from spacy_svd2.senses.corpora.corpus import SenseCorpus

Write = Callable[[str, str | bytes], str]

SRT = "1\r\n00:00:01,000 --> 00:00:02,500\r\nthe cat sleeps\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\na dog\r\n"
VTT = "WEBVTT\n\n00:01.000 --> 00:02.500\nthe cat sleeps\n\n00:03.000 --> 00:04.000\na dog\n"
USFM = "\\id GEN test\n\\c 1\n\\p\n\\v 1 the \\nd cat\\nd*\\f + \\ft note\\f* sleeps\n\\v 2-3 a dog\n"
TOOLBOX = "\\_sh v3.0  400  Text\n\n\\ref 1\n\\tx the cat sleeps\n\\ge x\n\n\\ref 2\n\\tx a dog\n"
TEXTGRID = (
    'File type = "ooTextFile"\n class = "IntervalTier"\n name = "words"\n'
    '    text = "the cat sleeps" \n    text = "a dog" \n'
)
SENTENCES = ["the cat sleeps", "a dog"]


def zipped(*names: str) -> bytes:
    """A zip archive of empty files, such as office programs write."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return buffer.getvalue()


def tarred() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.txt"))
    return buffer.getvalue()


def test_kinds_have_suffixes_of_their_own() -> None:
    suffixes = [suffix for kind in KINDS for suffix in kind.suffixes]
    assert len(set(suffixes)) == len(suffixes)


def test_kinds_that_are_read_name_the_format_of_their_suffixes() -> None:
    formats = registry.known_suffixes()
    for kind in KINDS:
        for suffix in kind.suffixes:
            assert (suffix in formats) == bool(kind.format), suffix
            assert f"--format {kind.format}" in kind.advice or not kind.format


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("a.doc", "Plain Text"), ("a.rtf", "soffice"), ("A.PDF", "pdftotext -enc UTF-8"), ("a.xlsx", "Tab"),
        ("a.ods", "Tab"), ("a.fwbackup", "FLExText"), ("a.lift", "svd2 name --dictionary"), ("a.usx", "--element para"),
        ("a.pfsx", ".eaf"), ("a.ass", "SubRip"), ("a.mhtml", "Firefox"), ("a.tmx", "--element"),
        ("a.zip", "Unpack"), ("a.tar", "Unpack"), ("a.tar.gz", "Unpack"), ("a.tgz", "Unpack"),
        ("a.7z", "Unpack"), ("a.rar", "Unpack"), ("a.doc.gz", "Plain Text"), ("a.json", "jq"),
    ],
)  # fmt: skip
def test_advice_by_suffix(name: str, advice: str, write: Write) -> None:
    path = write(name, b"")
    with pytest.raises(UserError) as error:
        _ = Corpus([path]).files
    message = str(error.value)
    assert message.startswith(f"[C030] '{path}' is ")
    assert advice in message
    assert "ename" not in message
    if not path.endswith(".json"):  # senses may stand in it
        with pytest.raises(UserError, match="C030"):
            list(SenseCorpus([Path(path)]).docs(spacy.blank("xx")))


@pytest.mark.parametrize("name", ["a.txt", "a.unknown", "a.conllu", "a.jsonl", "a.tsv", "a.txt.gz"])
@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (zipped("a.txt"), "an archive"), (zipped("[Content_Types].xml", "word/document.xml"), "a text document"),
        (zipped("[Content_Types].xml", "xl/workbook.xml"), "a spreadsheet"), (tarred(), "an archive"),
        (b"%PDF-1.7\n", "a PDF"), (b"{\\rtf1 x}", "a text document"), (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a text"),
        (b"7z\xbc\xaf\x27\x1c", "an archive"), (b"Rar!\x1a\x07", "an archive"), (b"\x1f\x8b\x08\x00", "compressed"),
        (b"\xfd7zXZ\x00\x00", "compressed"), (SRT.encode(), "subtitles"), (VTT.encode(), "subtitles"),
        (USFM.encode(), "a Paratext"), (TOOLBOX.encode(), "a Toolbox"), (b"<!DOCTYPE html>\n", "a web page"),
        (b"\xef\xbb\xbf<?xml version='1.0'?>\n<a/>", "XML"),
    ],
)  # fmt: skip
def test_misleading_names(name: str, content: bytes, kind: str, write: Write) -> None:
    path = write(name, content)
    with pytest.raises(UserError, match=rf"C030.*{name}' is {kind}"):
        list(Corpus([path]).sentences(spacy.blank("xx")))


@pytest.mark.parametrize("content", [zipped("a.txt"), b"%PDF-1.7\n"])
@pytest.mark.parametrize("name", ["a.xml", "a.tsv", "a.jsonl"])
def test_misleading_names_of_senses(name: str, content: bytes, write: Write) -> None:
    with pytest.raises(UserError, match=rf"C030.*{name}' is a"):
        list(SenseCorpus([Path(write(name, content))]).docs(spacy.blank("xx")))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("my film.srt", SRT), ("a.vtt", VTT), ("a.usfm", USFM), ("a.sfm", TOOLBOX), ("a.textgrid", TEXTGRID),
    ],
)  # fmt: skip
def test_files_of_other_programs_are_read(name: str, content: str, write: Write) -> None:
    path = write(name, content)
    assert [" ".join(words) for words in Corpus([path]).sentences(spacy.blank("xx"))] == SENTENCES
    with pytest.raises(UserError, match=rf"C030.*svd2 corpus '?{path}'? -o texts"):  # senses can't stand in them
        list(SenseCorpus([Path(path)]).docs(spacy.blank("xx")))


def test_a_folder_says_in_one_line_what_it_skips(write: Write, tmp_path: Path) -> None:
    for number in range(30):
        write(f"letters/{number:02}.doc", b"")
    write("a.txt", "the cat sleeps\n")
    write("b.log", "")
    write(".hidden.pdf", "")
    with pytest.warns(UserWarning, match="C160") as caught:
        assert len(Corpus([tmp_path]).files) == 1
    (message,) = (str(warning.message) for warning in caught)
    assert f"31 of 32 files in '{tmp_path}' were not read: 30 text documents ('00.doc'), 1 .log ('b.log'). " in message
    assert (
        f"soffice --headless --convert-to 'txt:Text (encoded):UTF8' --outdir converted {tmp_path}/letters/00.doc"
        in message
    )
    assert "\n" not in message


def test_each_kind_that_a_folder_skips_gets_its_advice(write: Write, tmp_path: Path) -> None:
    write("a.txt", "the cat sleeps\n")
    write("b.csv", "the,DET\n")
    for name in ("c.doc", "d.doc"):
        write(name, b"")
    message = (
        r"C160.*2 text documents \('c.doc'\), 1 CSV tables \('b.csv'\)\. Text documents: Open it.* CSV tables: Rename"
    )
    with pytest.warns(UserWarning, match=message):
        assert len(Corpus([tmp_path]).files) == 1


def test_a_folder_of_nothing_else(write: Write, tmp_path: Path) -> None:
    write("a.pdf", b"")
    write("b.pdf", b"")
    with pytest.raises(UserError, match=r"C002.*It holds 2 PDFs \('a\.pdf'\)\. .*pdftotext"):
        _ = Corpus([tmp_path]).files


def test_a_pipeline_in_the_place_of_the_texts(tmp_path: Path) -> None:
    spacy.blank("xx").to_disk(tmp_path)
    with pytest.raises(UserError, match="C002.*It is a spaCy pipeline"):
        _ = Corpus([tmp_path]).files


def test_a_name_without_a_suffix(write: Write) -> None:
    with pytest.raises(UserError, match="C003.*the name has no suffix"):
        _ = Corpus([write("notes", "a")]).files


def test_files_that_format_leaves_out_are_not_mentioned(
    write: Write, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    write("a.txt", "a")
    write("a.tsv", "a")
    assert len(Corpus([tmp_path], format="txt").files) == 1
    assert not recwarn.list


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("1\tthe\tthe\tDET\t_\t_\t0\troot\t_\t_\n2\tcat\tcat\tNOUN\t_\t_\t1\tdep\t_\t_\n\n" * 2, "CoNLL-U"),
        ("the\tDET\ncat\tNOUN\n\nsleeps\tVERB\n", "a word per line"),
        ("1\tThe cat sleeps.\n2\tA dog barks.\n3\tSo it is.\n", "numbered sentences"),
        ("the/DET cat/NOUN sleeps/VERB ./PUNCT\n" * 3, "words carry tags"),
        ("der_ART Hund_NN bellt_VVFIN\n" * 3, "words carry tags"),
    ],
)
def test_words_with_tags_are_no_plain_text(text: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf8")
    with pytest.raises(UserError, match=rf"C034.*a\.txt' looks like .*{what}"):
        list(Corpus([path]).sentences(spacy.blank("xx")))
    assert list(Corpus([path], format="txt").sentences(spacy.blank("xx")))


@pytest.mark.parametrize(
    "text",
    ["and/or he/she AC/DC w/o\n" * 4, "1 The cat.\n2 A dog.\n3 So.\n", "a\nb\nc\nd\n", "# x\n\n", "A\tB c d\n" * 3],
)
def test_texts_with_odd_signs_are_plain_text(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf8")
    assert Corpus([path]).files == [path]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "{text}" in kind.advice], ids=lambda kind: kind.name)
def test_no_advice_empties_the_file_that_it_reads(kind: ForeignKind) -> None:
    assert "a_text.txt" in str(foreign_error(Path("a.txt"), kind))
