"""Texts in subtitles, web pages, Wikipedia, Leipzig corpora, TEI, other XML, and text documents."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from spacy_svd2.corpora.files import CorpusFile
from spacy_svd2.corpora.formats.registry import Item, guess_format, read_items
from spacy_svd2.corpora.formats.text import ReadingOptions, Tokens
from spacy_svd2.errors import UserError

Write = Callable[[str, str | bytes], str]

SRT = (
    "\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>the cat</i>\r\n{\\an8}sleeps\r\n\r\n"
    "2\r\n00:00:03,000 --> 00:00:04,000\r\n- 7 dogs\r\n"
)
VTT = (
    "WEBVTT - a title\n\nNOTE a comment\n\n1\n00:01.000 --> 00:02.500 align:start\n<v Ann>the cat &amp; dog\n\n"
    "00:03.000 --> 00:04.000\n7 dogs\n"
)
HTML = """<!DOCTYPE html><html><head><meta charset="windows-1252"><title>T</title><style>p {}</style></head>
<body><nav><a href="/">Home</a></nav><h1>Caf\xe9</h1><p>One <b>b</b>old&nbsp;line<br>and &eacute;.<p>Two
lines.<script>if (a < b) {}</script><ul><li>item<li>other</ul></body></html>"""
TEI = """<?xml version="1.0"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><p>About</p></teiHeader><text><body>
<head>A head</head><p>One <hi>text</hi><note>a note</note> here.<lb/>End.</p>
<p><s><w pos="DET">The</w> <w pos="NOUN">cat</w><pc>.</pc></s> <seg><s><w>So</w></s></seg></p><lg><l>A verse</l></lg>
</body></text></TEI>"""
WIKI = (
    '<doc id="1" url="u" title="A &amp; B">\nA & B\n\nFirst &lt;paragraph&gt;.\nSecond.\n\n</doc>\n'
    '<doc id="2" url="u" title="C">\nC\n\n</doc>\n'
)


def read(path: str, format: str = "auto", **options: str) -> list[Item]:
    return list(read_items(CorpusFile(Path(path)), format, ReadingOptions(**options)))  # type: ignore[arg-type]


def docx(body: str, *, name: str = "word/document.xml", head: str = "") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(name, f'{head}<w:document xmlns:w="w"><w:body>{body}</w:body></w:document>')
    return buffer.getvalue()


def test_subtitles(write: Write) -> None:
    assert read(write("a.srt", SRT)) == ["the cat sleeps", "7 dogs"]
    assert read(write("a.vtt", VTT)) == ["the cat & dog", "7 dogs"]
    assert (
        read(write("b.srt", SRT[1:].replace("cat", "caté").encode("cp1252")), encoding="cp1252")[0] == "the caté sleeps"
    )


def test_web_pages(write: Write) -> None:
    wanted = ["Café", "One bold line", "and é.", "Two lines.", "item", "other"]
    assert read(write("a.html", HTML.encode("cp1252"))) == wanted
    assert read(write("b.htm", HTML.replace("windows-1252", "utf-8"))) == wanted
    assert read(write("c.html", HTML.encode("utf-16"))) == wanted
    with pytest.raises(UserError, match=r"C062.*'utf-8-sig' from line 1"):
        read(write("e.html", b"<p>caf\xe9"))
    with pytest.raises(UserError, match=r"C061.*none-such"):
        read(write("f.html", "<meta charset=none-such>"))


def test_what_has_no_end_in_a_web_page(write: Write) -> None:
    with pytest.raises(UserError, match=r"C063.*line 2.*more than"):
        read(write("a.html", "<p>a\n<!-- " + "x" * (17 << 20)))


def test_wikipedia(write: Write) -> None:
    assert read(write("wiki_00", WIKI), "wikipedia") == ["First <paragraph>.", "Second."]
    record = {"id": "1", "revid": "2", "url": "u", "title": "A", "text": "A\nFirst.\n\nSecond."}
    assert read(write("wiki_01", json.dumps(record) + "\n"), "wikipedia") == ["First.", "Second."]
    for text, why in (("x\n", "outside of <doc>"), ('{"a": 1}\n', 'no "text"'), ('{"a', "not JSON")):
        with pytest.raises(UserError, match=rf"C063.*line 1.*{why}"):
            read(write("wiki_02", text), "wikipedia")


def test_leipzig(write: Write) -> None:
    assert read(write("a.leipzig", "1\tThe cat.\n2\tA dog.\n")) == ["The cat.", "A dog."]
    with pytest.raises(UserError, match=r"C063.*line 2.*no number"):
        read(write("a.leipzig", "1\tThe cat.\nA dog.\n"))
    with pytest.raises(UserError, match=r"C034.*--format leipzig"):
        from spacy_svd2.corpora.corpus import Corpus

        _ = Corpus([write("a_sentences.txt", "1\tThe cat.\n2\tA dog.\n3\tA bird.\n")]).files


def test_tei(write: Write) -> None:
    for name in ("a.tei", "a.xml"):
        head, paragraph, sentence, other, verse = read(write(name, TEI))
        assert [head, paragraph, verse] == ["A head", "One text here. End.", "A verse"]
        assert isinstance(sentence, Tokens)
        assert isinstance(other, Tokens)
        assert (sentence.words, sentence.tags) == (["The", "cat", "."], ["DET", "NOUN", "PUNCT"])
        assert (other.words, other.tags) == (["So"], None)
    assert read(write("a.tei", TEI), part="l") == ["A verse"]
    with pytest.raises(UserError, match=r"C065.*element 'x'.*p \(\d+\)"):
        read(write("a.tei", TEI), part="x")


def test_other_xml(write: Write) -> None:
    path = write("a.xml", "<?xml version='1.0'?>\n<c><t>x</t><s>the <b>cat</b> sleeps</s><s>a dog</s></c>")
    assert read(path, part="s") == ["the cat sleeps", "a dog"]
    with pytest.raises(UserError, match=r"C064.*which element.*s \(\d\), b \(1\), t \(1\).*--element"):
        read(path)
    with pytest.raises(UserError, match=r"C065.*'z'"):
        read(path, part="z")
    with pytest.raises(UserError, match=r"C060.*entity 'a'"):
        read(write("b.xml", '<!DOCTYPE c [<!ENTITY a "aa">]><c><s>&a;</s></c>'), part="s")


def test_word_documents(write: Write) -> None:
    body = (
        "<w:p><w:r><w:t>The </w:t></w:r><w:r><w:t>cat</w:t><w:tab/><w:t>sleeps.</w:t></w:r></w:p><w:p/>"
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>A cell</w:t></w:r><w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p>"
        "</w:tc></w:tr></w:tbl>"
    )
    assert read(write("a.docx", docx(body))) == ["The cat sleeps.", "A cell"]
    deleted = "<text:tracked-changes><text:p>old</text:p></text:tracked-changes>"
    odt = f"{deleted}<text:h>Head</text:h><text:p>a<text:s/>b</text:p>"
    assert read(write("a.odt", docx(odt, name="content.xml"))) == ["Head", "a b"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "C066.*not a zip"), (b"PK\x03\x04x", "C066.*not a zip"), (docx("<w:p>")[:-30], "C066"),
        (docx("", name="other.xml"), "C066.*no word/document.xml"), (docx("<w:p>"), "C060.*mismatched tag"),
        (docx("<w:p>&a;</w:p>", head='<!DOCTYPE a [<!ENTITY a "aa">]>'), "C060.*entity 'a'"),
        (docx("<w:p/>" + " " * (300 << 20)), r"C066.*inflates to more than"),
    ],
    ids=["empty", "no zip", "truncated", "other", "bad", "entity", "bomb"],
)  # fmt: skip
def test_broken_documents(write: Write, content: bytes, why: str) -> None:
    with pytest.raises(UserError, match=why):
        read(write("a.docx", content))


@pytest.mark.parametrize(
    ("name", "content", "format"),
    [
        ("a.txt", SRT, "subtitles"), ("a.txt", "1\tThe cat.\n2\tA dog.\n", "leipzig"), ("wiki_00", WIKI, "wikipedia"),
        ("wiki_00", '{"id": "1", "revid": "2", "url": "u", "title": "A", "text": "A"}\n', "wikipedia"),
        ("a.txt", "\\_sh v3.0  400  Text\n\\tx a\n", "toolbox"), ("a.sfm", "\\id GEN x\n\\c 1\n", "toolbox"),
        ("a.xml", TEI, "xml"), ("a.tei", TEI, "tei"), ("a.txt", "The cat.\n", "txt"), ("a.html", "<p>a", "html"),
        ("a.doc", docx(""), "office"),
    ],
)  # fmt: skip
def test_formats_are_recognised_by_their_content(write: Write, name: str, content: str | bytes, format: str) -> None:
    assert guess_format(Path(write(name, content))) == format


def test_what_can_not_be_read_is_refused(write: Write) -> None:
    with pytest.raises(UserError, match="C030.*pdftotext"):
        guess_format(Path(write("a.txt", b"%PDF-1.7\n")))
    with pytest.raises(UserError, match="C003"):
        guess_format(Path(write("a.unknown", "x")))
