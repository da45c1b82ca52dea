r"""Texts in the files of FLEx, Toolbox, Paratext, ELAN and Praat, as these programs write them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.corpora.files import CorpusFile
from spacy_svd2.corpora.formats.registry import Item, read_items
from spacy_svd2.corpora.formats.text import ReadingOptions, Tokens
from spacy_svd2.errors import UserError

Write = Callable[[str, str | bytes], str]

FLEXTEXT = """<?xml version="1.0" encoding="utf-8"?>
<document version="2"><interlinear-text guid="1">
<item type="title" lang="en">A title</item>
<paragraphs><paragraph guid="2"><phrases>
<phrase guid="3"><item type="txt" lang="seh">Mwana agona, pano.</item><item type="segnum" lang="en">1</item>
<words>
<word guid="4"><item type="txt" lang="seh">Mwana</item><item type="txt" lang="seh-fonipa">mwána</item>
  <morphemes><morph type="stem"><item type="txt" lang="seh">mwana</item><item type="msa" lang="en">n</item></morph>
  </morphemes>
  <item type="gls" lang="en">child</item><item type="pos" lang="en">Noun</item></word>
<word guid="5"><item type="txt" lang="seh">agona</item><morphemes>
  <morph type="prefix"><item type="txt" lang="seh">a-</item><item type="msa" lang="en">v:Sub</item></morph>
  <morph type="stem"><item type="txt" lang="seh">gona</item><item type="msa" lang="en">v</item></morph>
  </morphemes></word>
<word><item type="punct" lang="seh">,</item></word>
<word guid="6"><item type="txt" lang="seh">pano</item></word>
<word><item type="punct" lang="seh">.</item></word>
</words><item type="gls" lang="en">The child sleeps here.</item></phrase>
<phrase guid="7"><item type="txt" lang="seh">Basi.</item><words/></phrase>
<phrase guid="8"><item type="segnum" lang="en">3</item><words/></phrase>
</phrases></paragraph></paragraphs></interlinear-text></document>
"""

TOOLBOX = r"""\_sh v3.0  400  Text

\id Story
\ref 001
\tx Mwana agona    pano.
\mb mwana a- gona  pano
\ge child 3- sleep here
\ps n     v- v     adv
\ft The child sleeps here.

\ref 002
\tx Basi,
\mb basi
\ps intj
\tx kúti  agona.
\mb kúti   a- gona
\ps conj   v- v
\ref 003
\tx no analysis
\ft x
"""

USFM = r"""\id GEN A test \ide UTF-8
\h Genesis
\toc1 Genesis
\mt1 Genesis
\c 1
\s1 A heading
\p
\v 1 In the \nd beginning\nd*\f + \ft a note
over lines\f*, it \w was|lemma="be"\w* so.
\q1 And then,
\q2 indeed. \v 2-3 A second verse.
\r (1 Chr 1)
\p
\v 4 Last\x - \xo 1:4 \xt Ps 1\x*.
\c 2
\v 1 New chapter.
"""

EAF = """<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="" VERSION="3.0"><HEADER MEDIA_FILE=""/><TIME_ORDER/>
<TIER LINGUISTIC_TYPE_REF="utterance" PARTICIPANT="A" TIER_ID="tx@A">
<ANNOTATION>
<ALIGNABLE_ANNOTATION ANNOTATION_ID="a1"><ANNOTATION_VALUE>Mwana agona.</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION>
</ANNOTATION>
<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a2"><ANNOTATION_VALUE/></ALIGNABLE_ANNOTATION>
</ANNOTATION></TIER>
<TIER LINGUISTIC_TYPE_REF="utterance" TIER_ID="tx@B">
<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a3"><ANNOTATION_VALUE>Basi.</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION>
</ANNOTATION></TIER>
<TIER LINGUISTIC_TYPE_REF="free" PARENT_REF="tx@A" TIER_ID="ft@A">
<ANNOTATION>
<REF_ANNOTATION ANNOTATION_ID="a4"><ANNOTATION_VALUE>The child sleeps.</ANNOTATION_VALUE></REF_ANNOTATION>
</ANNOTATION></TIER>
</ANNOTATION_DOCUMENT>
"""

TEXTGRID = """File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 2
tiers? <exists>
size = 2
item []:
    item [1]:
        class = "IntervalTier"
        name = "words"
        intervals: size = 3
        intervals [1]:
            xmin = 0
            xmax = 1
            text = "she said ""no""
then"
        intervals [2]:
            text = ""
    item [2]:
        class = "TextTier"
        name = "notes"
        points [1]:
            mark = "noise"
"""


def read(path: str, format: str = "auto", **options: str) -> list[Item]:
    return list(read_items(CorpusFile(Path(path)), format, ReadingOptions(**options)))  # type: ignore[arg-type]


def tagged(item: Item) -> list[tuple[str, str]]:
    assert isinstance(item, Tokens)
    return list(zip(item.words, item.tags or [], strict=True))


def test_flextext(write: Write) -> None:
    first, second = read(write("a.flextext", FLEXTEXT))
    assert tagged(first) == [("Mwana", "Noun"), ("agona", "v"), (",", "PUNCT"), ("pano", ""), (".", "PUNCT")]
    assert isinstance(first, Tokens)
    assert first.spaces == [True, False, True, False, True]
    assert first.line == 5
    assert second == "Basi."
    (phonetic, *_) = read(write("a.flextext", FLEXTEXT), part="seh-fonipa")
    assert isinstance(phonetic, Tokens)
    assert phonetic.words == ["mwána", ",", "."]
    (glosses, _) = read(write("a.xml", FLEXTEXT), column="gls")
    assert tagged(glosses)[0] == ("Mwana", "child")


def test_toolbox(write: Write) -> None:
    first, second, third = read(write("a.sfm", TOOLBOX))
    assert tagged(first) == [("Mwana", "n"), ("agona", "v"), ("pano", "adv"), (".", "PUNCT")]
    assert tagged(second) == [("Basi", "intj"), (",", "PUNCT"), ("kúti", "conj"), ("agona", "v"), (".", "PUNCT")]
    assert third == "no analysis"


def test_toolbox_in_windows_encoding(write: Write) -> None:
    path = write("a.db", TOOLBOX.replace("kúti  ag", "kúti   ag").encode("cp1252"))
    with pytest.raises(UserError, match="C006"):
        read(path)
    assert ("kúti", "conj") in tagged(read(path, encoding="cp1252")[1])


def test_fields_of_toolbox(write: Write) -> None:
    assert read(write("a.sfm", TOOLBOX), part="ft") == ["The child sleeps here.", "x"]
    with pytest.raises(UserError, match=r"C065.*field 'xv'.*tx, mb"):
        read(write("a.sfm", TOOLBOX), part="xv")
    with pytest.raises(UserError, match=r"C063.*line 1.*it is a dictionary"):
        read(write("b.sfm", "\\lx a\n\\ps n\n"))
    assert read(write("b.sfm", "\\lx a\n\\ps n\n\\xv An example.\n"), part="xv") == ["An example."]
    with pytest.raises(UserError, match=r"C063.*line 2.*does not begin with a marker"):
        read(write("b.sfm", "\nsome text\n"))


WORDS = st.tuples(st.text("aáb-", min_size=1), st.text("nv", min_size=1))


@given(records=st.lists(st.lists(WORDS, min_size=1, max_size=4), min_size=1, max_size=4))
def test_what_is_aligned_is_read_aligned(
    tmp_path_factory: pytest.TempPathFactory, records: list[list[tuple[str, str]]]
) -> None:
    """Write records as Toolbox aligns them, in bytes of UTF-8, and read them again."""
    lines = ["\\_sh v3.0  400  Text"]
    for record in records:
        rows = ["\\tx ", "\\ps "]
        for pair in record:
            width = max(len(cell.encode()) for cell in pair) + 1
            rows = [row + cell + " " * (width - len(cell.encode())) for row, cell in zip(rows, pair, strict=True)]
        lines += ["\\ref x", *rows]
    path = tmp_path_factory.getbasetemp() / "aligned.sfm"
    path.write_text("\n".join(lines), "utf8")
    assert [tagged(one) for one in read(str(path))] == records


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.sfm"
    path.write_bytes(b"\\ref 1\n\\tx a\n" + data)
    for format in ("toolbox", "usfm", "subtitles", "textgrid", "html", "xml", "wikipedia", "flextext"):
        try:
            read(str(path), format)
        except UserError as err:
            assert str(path) in str(err)  # noqa: PT017


def test_usfm(write: Write) -> None:
    wanted = [
        "In the beginning, it was so. And then, indeed.", "A second verse.", "Last.", "New chapter."
    ]  # fmt: skip
    assert read(write("a.usfm", USFM)) == wanted
    assert read(write("a.SFM", USFM)) == wanted  # Toolbox's files are called so, too


def test_elan(write: Write) -> None:
    path = write("a.eaf", EAF)
    assert read(path, part="tx") == ["Mwana agona.", "Basi."]
    assert read(path, part="tx@B") == ["Basi."]
    assert read(path, part="free") == ["The child sleeps."]
    with pytest.raises(UserError, match=r"C064.*which tier.*ft@A \(1\), tx@A \(1\), tx@B \(1\).*--tier"):
        read(path)
    with pytest.raises(UserError, match=r"C065.*no tier 'mb'.*tx@A"):
        read(path, part="mb")


def test_textgrid(write: Write) -> None:
    for data in (TEXTGRID.encode(), TEXTGRID.encode("utf-16"), TEXTGRID.replace("\n", "\r\n").encode()):
        path = write("a.TextGrid", data)
        assert read(path, part="words") == ['she said "no" then']
        with pytest.raises(UserError, match=r"C064.*notes \(1\), words \(1\)"):
            read(path)
    short = '"ooTextFile"\n"TextGrid"\n0\n1\n<exists>\n1\n"IntervalTier"\n"words"\n0\n1\n1\n0\n1\n"hello"\n'
    assert read(write("b.TextGrid", short)) == ["hello"]
    with pytest.raises(UserError, match=r"C063.*not closed"):
        read(write("c.TextGrid", 'File type = "ooTextFile"\ntext = "open\n'))
    with pytest.raises(UserError, match=r"C063.*line 1"):
        read(write("d.TextGrid", "x\n"))
