"""Tags in a copy of the file that the text comes from: where they go, and that all else is as it was."""

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc

from spacy_svd2.corpora.annotate import annotate
from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.corpora.formats.text import ReadingOptions
from spacy_svd2.corpora.formats.toolbox_text import align
from spacy_svd2.corpora.writers.source_file import word_tags
from spacy_svd2.corpora.writers.write_back import WrittenBack, find_source, write_back
from spacy_svd2.errors import UserError

TAGS = {"the": "DET", "Mwana": "PROPN", "agona": "VERB", "sleeps": "VERB", ".": "PUNCT", ",": "PUNCT"}

FLEXTEXT = """<?xml version="1.0" encoding="utf-8"?>
<!-- exported --><document version="2"><interlinear-text><item type="title" lang="en">T &amp; U</item>
<paragraphs><paragraph><phrases><phrase guid='p1'>
  <item type="txt" lang="seh">Mwana, agona pano.</item>
  <words>
    <word guid="w1">
      <item type="txt" lang="seh">Mwana</item>
      <morphemes><morph type="stem"><item type="msa" lang="pt">n</item></morph></morphemes>
      <item type="gls" lang="pt">child</item>
    </word>
    <word><item type="punct" lang="seh">,</item></word>
    <word><item type="txt" lang="seh"><![CDATA[agona]]></item></word>
    <word><item type="txt" lang="seh">pano</item><item type="pos" lang="pt">adv</item></word>
    <word><item type="txt" lang="seh">x</item><item lang="pt" type="pos" /></word>
  </words></phrase>
  <phrase><item type="txt" lang="seh">the baseline alone</item></phrase>
</phrases></paragraph></paragraphs></interlinear-text></document>
"""
TOOLBOX = (
    "\\_sh v3.0  400  Text\r\n"
    "\r\n"
    "\\ref 1\r\n"
    "\\tx Mwana    agona.   ñandú  the\r\n"
    "\\mb mw- ana  agona    ñandú  the\r\n"
    "\\ge CL- child sleep\r\n"
    "\\ft 'The child is asleep,\r\n"
    "  or ill.'  \r\n"
    "\r\n"
    "\\ref 2\r\n"
    "\\tx agona Mwana\r\n"
    "\\ps n     v\r\n"
    "\\ref 3\r\n"
    "\\tx agona Mwana\r\n"
    "\\ps   \r\n"
    "\\nt note\r\n"
    "\\ref 4\r\n"
    "\\tx a the"
)
TEI = """<?xml version="1.0"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><title>the</title></teiHeader><text><body>
<p><s n='1'><w xml:id="a" lemma="x>y">the</w> <w pos='X'>the</w> <w   pos = ""  >sle<lb/>eps</w><pc>.</pc></s></p>
<p>no words here</p></body></text></TEI>
"""
ELAN = """<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT><HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"/>
    <TIER LINGUISTIC_TYPE_REF="t" PARTICIPANT="Ann" TIER_ID="tx@A">
        <ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a1"><ANNOTATION_VALUE>the cat sleeps.</ANNOTATION_VALUE>
        </ALIGNABLE_ANNOTATION></ANNOTATION>
        <ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a2"><ANNOTATION_VALUE/></ALIGNABLE_ANNOTATION></ANNOTATION>
    </TIER>
    <TIER LINGUISTIC_TYPE_REF="t" TIER_ID="ft@A"><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a3">
    <ANNOTATION_VALUE>le chat</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>
    <LINGUISTIC_TYPE LINGUISTIC_TYPE_ID="t" TIME_ALIGNABLE="true"/>
    <LOCALE LANGUAGE_CODE="en"/>
</ANNOTATION_DOCUMENT>
"""


@Language.component("tests_write_back")
def tagged(doc: Doc) -> Doc:
    for token in doc:
        token.tag_ = TAGS.get(token.text, "NOUN")
    return doc


@pytest.fixture(scope="module")
def nlp() -> Language:
    nlp = spacy.blank("xx")
    nlp.add_pipe("tests_write_back")
    return nlp


def copied(
    nlp: Language, folder: Path, name: str, content: str | bytes, *, part: str = "", encoding: str = "", **how: object
) -> tuple[bytes, WrittenBack]:
    source, out = folder / name, folder / f"out_{name}"
    source.write_bytes(content if isinstance(content, bytes) else content.encode("utf8"))
    path, format = find_source([str(source)], out, "auto")
    done = write_back(nlp, path, out, format, ReadingOptions(part=part, encoding=encoding), **how)  # type: ignore[arg-type]
    return out.read_bytes(), done


def test_words_of_flextext_get_items(nlp: Language, tmp_path: Path) -> None:
    content, done = copied(nlp, tmp_path, "a.flextext", FLEXTEXT)
    expected = (
        FLEXTEXT.replace(
            'pt">child</item>', 'pt">child</item>\n      <item type="pos" lang="pt">PROPN</item>'
        )
        .replace("]]></item>", ']]></item><item type="pos" lang="pt">VERB</item>')
        .replace('<item lang="pt" type="pos" />', '<item lang="pt" type="pos" >NOUN</item>')
    )  # fmt: skip
    assert content.decode("utf8") == expected
    assert (done.n_words, done.n_kept) == (3, 1)
    assert list(done.notes) == ["phrases are not divided into words and got no tags"]
    content, done = copied(nlp, tmp_path, "a.flextext", FLEXTEXT, replace=True)
    assert content.decode("utf8") == expected.replace(">adv<", ">NOUN<")
    assert (done.n_words, done.n_kept) == (4, 0)


def test_the_tags_are_those_of_conllu(nlp: Language, tmp_path: Path) -> None:
    copied(nlp, tmp_path, "a.flextext", FLEXTEXT, replace=True)
    (doc, _), *_ = annotate(nlp, Corpus([tmp_path / "a.flextext"]))
    gold = next(Corpus([tmp_path / "out_a.flextext"]).docs(nlp))
    assert [(token.text, token.tag_) for token in gold] == [(token.text, token.tag_) for token in doc]


def test_lines_of_toolbox_get_a_line_of_tags(nlp: Language, tmp_path: Path) -> None:
    content, done = copied(nlp, tmp_path, "a.sfm", TOOLBOX)
    assert content.decode("utf8") == (
        TOOLBOX.replace("\\ge CL- child sleep\r\n", "\\ge CL- child sleep\r\n\\ps     PROPN VERB    NOUN     DET\r\n")
        .replace("\\ps   \r\n", "\\ps VERB  PROPN\r\n")
        .replace("\\tx a the", "\\tx a the\r\n\\ps NOUN DET")
    )
    assert (done.n_words, done.n_kept) == (8, 2)
    content, done = copied(nlp, tmp_path, "a.sfm", TOOLBOX, replace=True)
    assert b"\\ps VERB  PROPN\r\n\\ref 3" in content
    assert done.n_kept == 0
    docs = list(Corpus([tmp_path / "out_a.sfm"]).docs(nlp))
    tags = [[token.tag_ for token in doc] for doc in docs]
    assert tags == [["PROPN", "VERB", "PUNCT", "NOUN", "DET"], ["VERB", "PROPN"], ["VERB", "PROPN"], ["NOUN", "DET"]]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_old_encodings_and_line_ends_stay(nlp: Language, tmp_path: Path, end: str) -> None:
    text = end.join(("\\id 1", "\\t ñandú  the", "\\nt é", ""))
    content, _ = copied(nlp, tmp_path, "a.sfm", text.encode("cp1252"), part="t", encoding="cp1252")
    assert content == text.replace("the", f"the{end}\\ps NOUN   DET").encode("cp1252")
    marked = b"\xff\xfe" + text.encode("utf-16-le")
    content, _ = copied(nlp, tmp_path, "b.sfm", marked, part="t")
    assert re.sub(r"\\ps.*?(\r\n|\r|\n)", "", content.decode("utf-16-le")) == marked.decode("utf-16-le")
    assert "\\ps NOUN   DET" in content.decode("utf-16-le")


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(["a", "the", "agona", "ñ", "Mwana", "kk", "mw-", "."]), min_size=1, max_size=7))
def test_narrow_columns_lose_no_tag(nlp: Language, tmp_path_factory: pytest.TempPathFactory, words: list[str]) -> None:
    line = " ".join(words)
    content, _ = copied(nlp, tmp_path_factory.getbasetemp(), "narrow.sfm", f"\\id 1\n\\tx {line}\n\\mb {line}\n")
    below = content.decode("utf8").splitlines()[3].removeprefix("\\ps ")
    assert [tag for _, tag in align(line, "", below)] == [TAGS.get(word, "NOUN") for word in words]


def test_words_of_tei_get_an_attribute(nlp: Language, tmp_path: Path) -> None:
    content, done = copied(nlp, tmp_path, "a.tei", TEI)
    expected = TEI.replace('lemma="x>y"', 'lemma="x>y" pos="DET"').replace('pos = ""', 'pos = "VERB"')
    assert content.decode("utf8") == expected
    assert (done.n_words, done.n_kept) == (2, 1)
    assert copied(nlp, tmp_path, "a.xml", TEI, replace=True)[0].decode("utf8") == expected.replace("'X'", '"DET"')
    with pytest.raises(UserError, match="L079.*conllu"):
        copied(nlp, tmp_path, "b.tei", "<TEI><text><p>the cat</p></text></TEI>")
    assert not (tmp_path / "out_b.tei").exists()


def test_elan_gets_a_tier(nlp: Language, tmp_path: Path) -> None:
    content, done = copied(nlp, tmp_path, "a.eaf", ELAN, part="tx")
    before, after = ElementTree.fromstring(ELAN), ElementTree.fromstring(content)
    tier = after[2]
    assert tier.attrib == {
        "LINGUISTIC_TYPE_REF": "pos", "PARENT_REF": "tx@A", "PARTICIPANT": "Ann", "TIER_ID": "pos@A"
    }  # fmt: skip
    (annotation,) = tier.iter("REF_ANNOTATION")
    assert annotation.attrib == {"ANNOTATION_ID": "pos-a1", "ANNOTATION_REF": "a1"}
    assert annotation.findtext("ANNOTATION_VALUE") == "DET NOUN VERB"
    names = [one.tag for one in after]
    assert names == ["HEADER", "TIER", "TIER", "TIER", "LINGUISTIC_TYPE", "LINGUISTIC_TYPE", "LOCALE", "CONSTRAINT"]
    for added in (tier, after[5], after[7]):
        after.remove(added)
    canonical = [ElementTree.canonicalize(ElementTree.tostring(one), strip_text=True) for one in (before, after)]
    assert canonical[0] == canonical[1]
    assert (done.n_words, done.n_kept) == (3, 0)


def test_an_earlier_tier_is_kept_or_filled_or_replaced(nlp: Language, tmp_path: Path) -> None:
    first, _ = copied(nlp, tmp_path, "a.eaf", ELAN, part="tx")
    again, done = copied(nlp, tmp_path, "a.eaf", first, part="tx@A")
    assert again == first
    assert done.n_kept == 1
    corrected = first.replace(b"DET NOUN VERB", b"X")
    assert copied(nlp, tmp_path, "a.eaf", corrected, part="tx", replace=True)[0] == first
    more = corrected.replace(b"<ANNOTATION_VALUE/>", b"<ANNOTATION_VALUE>the</ANNOTATION_VALUE>")
    filled = copied(nlp, tmp_path, "a.eaf", more, part="tx")[0].decode("utf8")
    assert re.findall("<ANNOTATION_VALUE>([A-Z ]+)</ANNOTATION_VALUE>", filled) == ["X", "DET"]
    assert filled.count("<TIER") == 3
    with pytest.raises(UserError, match=r"C064.*ft@A \(1\)"):
        copied(nlp, tmp_path, "a.eaf", ELAN)


def test_several_parts_of_speech_of_an_annotation_are_kept(nlp: Language, tmp_path: Path) -> None:
    first, _ = copied(nlp, tmp_path, "a.eaf", ELAN, part="tx")
    start, end = first.index(b"<ANNOTATION><REF_ANNOTATION"), first.index(b"</TIER>", first.index(b"<REF_ANNOTATION"))
    divided = first[:end] + first[start:end].replace(b"pos-a1", b"b2") + first[end:]
    again, done = copied(nlp, tmp_path, "a.eaf", divided, part="tx", replace=True)
    assert again == divided
    assert list(done.notes) == ["annotations have several parts of speech of their own, which were kept"]


def test_a_limit_leaves_the_rest_as_it_is(nlp: Language, tmp_path: Path) -> None:
    content, done = copied(nlp, tmp_path, "a.sfm", TOOLBOX, limit=1)
    assert content.decode("utf8").replace("\\ps     PROPN VERB    NOUN     DET\r\n", "") == TOOLBOX
    assert done.n_texts == 1


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "iso-8859-1"])
def test_xml_keeps_its_encoding(nlp: Language, tmp_path: Path, encoding: str) -> None:
    declared = encoding.removesuffix("-sig")
    text = f'<?xml version="1.0" encoding="{declared}"?>\n<TEI><text><s><w>é</w>&#233;</s></text></TEI>'
    content, _ = copied(nlp, tmp_path, "a.tei", text.encode(encoding))
    assert content == text.replace("<w>", '<w pos="NOUN">').encode(encoding)


def test_tags_are_escaped(tmp_path: Path) -> None:
    nlp = spacy.blank("xx")
    nlp.add_pipe("tests_write_back")
    TAGS["odd"] = 'a<b&"я c'
    text = '<?xml version="1.0" encoding="iso-8859-1"?><TEI><s><w>odd</w></s></TEI>'
    content, _ = copied(nlp, tmp_path, "a.tei", text)
    assert ElementTree.fromstring(content).find("s/w").get("pos") == 'a<b&"я_c'  # type: ignore[union-attr]
    with pytest.raises(UserError, match="L078.*cp1252"):
        copied(nlp, tmp_path, "a.sfm", "\\id 1\n\\tx odd\n", encoding="cp1252")
    del TAGS["odd"]


BOMB = '<!DOCTYPE d [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>'


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("a.flextext", f'<?xml version="1.0"?>{BOMB}<document><phrase/></document>', "C060"),
        ("a.flextext", FLEXTEXT[:-30], "C060.*truncated"),
        ("a.tei", "<a>" * 600, "C060.*nested"),
        ("a.tei", '<?xml version="1.0" encoding="no-such"?><TEI/>', "C061"),
        ("a.tei", b"<TEI><s><w>\xff</w></s></TEI>", "L077"),
        ("a.eaf", ELAN.replace("</TIER>", "", 1), "C060"),
        ("a.sfm", "no marker\n\\tx the\n", "C063.*line 1"),
        ("a.sfm", b"\\id 1\n\\tx \xe9\n", "L077.*--encoding"),
        ("a.sfm", "\\lx word\n\\ps n\n", r"L080.*\\tx"),
        ("a.sfm", "\\id GEN\n\\c 1\n\\v 1 In the beginning\n", "L080"),
    ],
)
def test_what_cant_be_read_is_not_written(
    nlp: Language, tmp_path: Path, name: str, content: str | bytes, code: str
) -> None:
    with pytest.raises(UserError, match=f"(?s){code}"):
        copied(nlp, tmp_path, name, content)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_divided_words_get_the_tag_of_their_longest_part() -> None:
    nlp = spacy.blank("en")
    doc = nlp("(don't) stop ...")
    for token, tag in zip(doc, ["PUNCT", "AUX", "PART", "PUNCT", "VERB", "PUNCT"], strict=True):
        token.tag_ = tag
    assert word_tags(doc, [(0, 7), (8, 12), (13, 16)]) == ["PART", "VERB", "PUNCT"]
    assert word_tags(doc[:0].as_doc(), [(0, 3)]) == [""]


def test_compressed_copies(nlp: Language, tmp_path: Path) -> None:
    content, _ = copied(nlp, tmp_path, "a.tei.gz", gzip.compress(TEI.encode()))
    assert gzip.decompress(content).count(b'pos="DET"') == 1
