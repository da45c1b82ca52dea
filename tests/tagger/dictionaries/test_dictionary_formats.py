"""Each format of a dictionary: its entries, as the program that makes such files writes them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from spacy_svd2.errors import UserError
from spacy_svd2.tagger.dictionaries.entry import DictionaryOptions
from spacy_svd2.tagger.dictionaries.registry import FORMATS, find_format, read_dictionary
from spacy_svd2.tagger.dictionaries.tag_map import map_pos

Write = Callable[[str, str | bytes], Path]

LIFT = """<?xml version="1.0" encoding="UTF-8" ?>
<!-- See http://example.org for more information on the format used here. -->
<lift producer="SIL.FLEx 9.1.15" version="0.13">
<header><ranges><range id="grammatical-info" href="file://x.lift-ranges"/></ranges><fields/></header>
<entry dateCreated="2020-01-01T00:00:00Z" id="kufa_1" guid="1" order="1">
<lexical-unit><form lang="seh"><text>-fa</text></form></lexical-unit>
<trait name="morph-type" value="bound stem"/>
<citation><form lang="seh"><text>kufa</text></form><form lang="seh-fonipa"><text>kúfa</text></form></citation>
<sense id="s1"><grammatical-info value="Verb"><trait name="x" value="y"/></grammatical-info>
<gloss lang="en"><text>die</text></gloss></sense>
</entry>
<entry id="nyumba_2" guid="2">
<lexical-unit><form lang="seh"><text>nyumba</text></form></lexical-unit>
<variant><form lang="seh"><text>nyumbà</text></form></variant>
<sense id="s2"><grammatical-info value="Noun"/></sense>
<sense id="s3"><grammatical-info value="Adverb"/><subsense id="s4"><grammatical-info value="Noun"/></subsense></sense>
</entry>
<entry id="manyumba_3" guid="3"><lexical-unit><form lang="seh"><text>manyumba</text></form></lexical-unit>
<relation type="_component-lexeme" ref="nyumba_2"><trait name="variant-type" value="Plural"/></relation></entry>
<entry id="ku_4" guid="4"><lexical-unit><form lang="seh"><text>ku</text></form></lexical-unit>
<trait name="morph-type" value="prefix"/><sense id="s5"><grammatical-info value="Verb:Any"/></sense></entry>
<entry id="empty_5" guid="5"><sense id="s6"><grammatical-info value="Noun"/></sense></entry>
</lift>
"""

TOOLBOX = """\\_sh v3.0  400  MDF 4.0
\\_DateStampHasFourDigitYear

\\lx kam
\\hm 1
\\lc kamu
\\ps n
\\sn 1
\\ge house
\\sn 2
\\ge home of
a long line
\\ps v.t.
\\ge build
\\va kamo
\\pl makam
\\se kamisi
\\ps adv
\\ge homely
\\dt 01/Jan/2001

\\lx -ka
\\ps suf
\\lx toki nanga
\\ps n
\\lx lone
\\ge x
"""

UNIMORPH = "walk\twalked\tV;PST\nwalk\twalks\tV;PRS;3;SG\nhouse\thouses\tN;PL\n"

LEXC = """! Nouns
Multichar_Symbols +N +V %<adj%>

LEXICON Root
Nouns ;

LEXICON Nouns
guolli:guol'li GOAHTI "fish" ; ! a fish
sahp%-beana GOAHTI ;

LEXICON Stems
boahtit+V:boahti LOOHTA ;
nuorra%<adj%>:nuorra A1 ; ! "young"
jna # ;
END
"""

CLDF = 'ID,Language_ID,Headword,Part_Of_Speech\nE1,abc,kata,noun\nE2,abc,"mira, miro",verb\n'


def test_lift(write: Write) -> None:
    lexicon = read_dictionary(write("a.lift", LIFT))
    assert {word: list(pos) for word, pos in lexicon.words.items()} == {
        "nyumba": ["Noun", "Adverb"],
        "nyumbà": ["Noun", "Adverb"],
        "manyumba": ["Noun", "Adverb"],
    }
    assert lexicon.n_entries == 5
    assert lexicon.n_forms == 1
    assert lexicon.left == {"a part of a word, such as -ka": 2, "no headword": 1}


def test_a_stem_of_lift_with_a_citation_form_is_a_word(write: Write) -> None:
    lexicon = read_dictionary(write("a.lift", LIFT.replace("bound stem", "stem")))
    assert list(lexicon.words["kufa"]) == ["Verb"]
    other = read_dictionary(
        write("b.lift", LIFT.replace("bound stem", "stem")), options=DictionaryOptions("seh-fonipa")
    )
    assert list(other.words) == ["kúfa"]


def test_toolbox(write: Write) -> None:
    lexicon = read_dictionary(write("a.db", TOOLBOX))
    assert {word: list(pos) for word, pos in lexicon.words.items()} == {
        "kamu": ["n", "v.t."],
        "kam": ["n", "v.t."],
        "kamo": ["n", "v.t."],
        "makam": ["n", "v.t."],
        "kamisi": ["adv"],
    }
    assert lexicon.left == {"a part of a word, such as -ka": 1, "several words": 1, "no part of speech": 1}
    assert lexicon.pos == {"n": 2, "v.t.": 1, "adv": 1, "suf": 1}


def test_toolbox_in_another_encoding(write: Write) -> None:
    data = TOOLBOX.replace("kamo", "kamó").encode("cp1252")
    with pytest.raises(UserError, match=r"L058.*line \d+: not UTF-8.*--encoding cp1252"):
        read_dictionary(write("a.sfm", data))
    for encoding in ("cp1252", "mac-roman"):
        data = TOOLBOX.replace("kamo", "kamó").encode(encoding)
        lexicon = read_dictionary(write("b.sfm", data), options=DictionaryOptions(encoding=encoding))
        assert "kamó" in lexicon.words
    for encoding in ("no-such", "base64", "rot13"):
        with pytest.raises(UserError, match=r"C061.*no-such|C061.*base64|C061.*rot13"):
            read_dictionary(write("b.sfm", data), options=DictionaryOptions(encoding=encoding))
    assert "kamó" in read_dictionary(write("c.txt", TOOLBOX.replace("kamo", "kamó").encode("utf-16"))).words


def test_wiktionary(write: Write) -> None:
    records = [
        {
            "word": "kala", "pos": "noun", "lang": "Finnish", "lang_code": "fi", "senses": [{"glosses": ["fish"]}],
            "forms": [
                {"form": "no-table-tags", "tags": ["table-tags"]}, {"form": "fi-decl", "tags": ["inflection-template"]},
                {"form": "kalat", "tags": ["nominative", "plural"]}, {"form": "-", "tags": ["plural"]},
            ],
        },
        {"word": "kala", "pos": "verb", "lang_code": "fi"},
        {"title": "Kala", "redirect": "kala"},
        {"word": "-kin", "pos": "suffix", "lang_code": "fi"},
    ]  # fmt: skip
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    lexicon = read_dictionary(write("a.jsonl.gz", lines))
    assert {word: list(pos) for word, pos in lexicon.words.items()} == {"kala": ["noun", "verb"], "kalat": ["noun"]}
    both = lines + '{"word": "bok", "pos": "noun", "lang_code": "sv", "lang": "Swedish"}\n'
    with pytest.raises(UserError, match=r"L053.*fi, sv.*--language fi"):
        read_dictionary(write("b.jsonl", both))
    for name in ("sv", "Swedish"):
        assert list(read_dictionary(write("b.jsonl", both), options=DictionaryOptions(name)).words) == ["bok"]
    with pytest.raises(UserError, match=r"L054.*'xx'.*fi, sv"):
        read_dictionary(write("b.jsonl", both), options=DictionaryOptions("xx"))
    with pytest.raises(UserError, match=r"L051.*line 5.*not JSON"):
        read_dictionary(write("c.jsonl", lines + '{"word": "tr'))


def test_unimorph(write: Write) -> None:
    lexicon = read_dictionary(write("eng", UNIMORPH))
    assert {word: list(pos) for word, pos in lexicon.words.items()} == {
        "walk": ["V"], "walked": ["V"], "walks": ["V"], "house": ["N"], "houses": ["N"]
    }  # fmt: skip
    assert lexicon.n_forms == 3
    with pytest.raises(UserError, match=r"L051.*line 4.*1 column instead"):
        read_dictionary(write("eng", UNIMORPH + "walk"))


def test_lexc(write: Write) -> None:
    lexicon = read_dictionary(write("nouns.lexc", LEXC))
    assert {word: list(pos) for word, pos in lexicon.words.items()} == {
        "guolli": ["Nouns"], "sahp-beana": ["Nouns"], "boahtit": ["V"], "nuorra": ["adj"], "jna": ["Stems"]
    }  # fmt: skip


def test_cldf(write: Write) -> None:
    path = write("cldf/entries.csv", CLDF)
    metadata = write("cldf/Dictionary-metadata.json", "{}")
    for place in (path, path.parent, path.parent.parent, metadata):
        lexicon = read_dictionary(place)
        assert {word: list(pos) for word, pos in lexicon.words.items()} == {
            "kata": ["noun"], "mira": ["verb"], "miro": ["verb"]
        }  # fmt: skip


TERMS = "http://cldf.clld.org/v1.0/terms.rdf#"


def test_cldf_under_other_names(write: Write) -> None:
    write("a/words.csv", "ID,Headword\nE1,kata\n")
    write("a/meanings.csv", "ID,Entry_ID,Part_Of_Speech\nS1,E1,noun\n")
    tables = [
        {"url": "other.csv"},
        {"url": "../a/words.csv", "dc:conformsTo": f"{TERMS}EntryTable"},
        {"url": "meanings.csv", "dc:conformsTo": f"{TERMS}SenseTable"},
    ]
    metadata = write("a/b-metadata.json", json.dumps({"tables": tables}))
    for place in (metadata, metadata.parent):
        assert {word: list(pos) for word, pos in read_dictionary(place).words.items()} == {"kata": ["noun"]}


@pytest.mark.parametrize("content", ["", "[]", '{"tables": 1}', '{"tables": [{"url": 1}, 2]}', "[" * 99999, "\xff"])
def test_metadata_that_name_no_table(write: Write, content: str) -> None:
    metadata = write("a/b-metadata.json", content)
    with pytest.raises(UserError, match="L05"):
        read_dictionary(metadata)
    with pytest.raises(UserError, match=r"L051.*no entries\.csv"):
        read_dictionary(metadata, "cldf")


def test_parts_of_speech_of_the_senses_of_cldf(write: Write) -> None:
    path = write("entries.csv", "ID,Language_ID,Headword\nE1,abc,kata\n")
    write("senses.csv", "ID,Entry_ID,Description,Part_Of_Speech\nS1,E1,x,noun\nS2,E1,y,verb\n")
    assert list(read_dictionary(path.parent).words["kata"]) == ["noun", "verb"]
    write("entries.csv", "ID,Name_Of_It\nE1,kata\n")
    with pytest.raises(UserError, match=r"L051.*line 1.*no column headword or form"):
        read_dictionary(path)


@pytest.mark.parametrize(
    ("content", "columns"),
    [
        ("kata\tn\nmira\tv\n", ""),
        ("Headword,Gloss,Part of speech\nkata,house,n\nmira,see,v\n", ""),
        ("id;word;class\n1;kata;n\n2;mira;v\n", "word,class"),
        ("1\tkata\thouse\tn\n2\tmira\tsee\tv\n", "2,4"),
        ("Mot\tCatégorie\tx\nkata\tn\t\nmira\tv\t\n", ""),
        ("Eintrag\tArt\tx\nkata\tn\t\nmira\tv\t\n", "eintrag,art"),
    ],
)
def test_tables(write: Write, content: str, columns: str) -> None:
    lexicon = read_dictionary(write("a.csv", content), options=DictionaryOptions(columns=columns))
    assert {word: list(pos) for word, pos in lexicon.words.items()} == {"kata": ["n"], "mira": ["v"]}


@pytest.mark.parametrize("columns", ["", "4,5", "word,none", "1", "1,2,3"])
def test_columns_that_are_not_known(write: Write, columns: str) -> None:
    with pytest.raises(UserError, match=r"L055.*line 1.*--columns.*1 kata, 2 house, 3 n"):
        read_dictionary(write("a.tsv", "kata\thouse\tn\n"), options=DictionaryOptions(columns=columns))


@pytest.mark.parametrize(
    ("name", "content", "format"),
    [
        ("a.txt", TOOLBOX, "toolbox"), ("a.xml", LIFT, "lift"), ("a.dat", UNIMORPH, "unimorph"),
        ("a.txt", "kata\tn\n", "table"), ("a.tsv", "word\ttag\nkata\tNOUN\n", "words"), ("a.txt", LEXC, "lexc"),
        ("a.json", '{"pos": "noun", "word": "kata"}\n', "wiktionary"), ("a.txt", "\\lx kata\n\\ps n\n", "toolbox"),
    ],
)  # fmt: skip
def test_formats_are_recognised_by_their_content(write: Write, name: str, content: str, format: str) -> None:
    assert find_format(write(name, content)).name == format


def test_what_is_no_dictionary(write: Write, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"L050.*lift: LIFT.*--format"):
        read_dictionary(write("a.bin", "x"))
    with pytest.raises(UserError, match="C019"):
        read_dictionary(tmp_path / "missing.lift")
    with pytest.raises(UserError, match=r"C019|L050"):
        read_dictionary(tmp_path)
    for one in FORMATS:
        for suffix in one.suffixes:
            with pytest.raises(UserError, match=r"L052"):
                read_dictionary(write(f"empty.{suffix}", ""))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (LIFT[:900], "line 1[0-9].*(truncated|no element found|unclosed token)"),
        (LIFT.replace("</sense>", "", 1), "line 11.*mismatched tag"),
        ('<?xml version="1.0"?><!DOCTYPE lift [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><lift>&b;</lift>', "entity 'a'"),
        ('<!DOCTYPE lift [<!ENTITY a SYSTEM "file:///etc/passwd">]><lift><entry>&a;</entry></lift>', "entity 'a'"),
        ('<?xml version="1.0" encoding="none-such"?><lift/>', "unknown encoding"),
        ("<lift>" + "<a>" * 1000, "nested more than"),
        (LIFT.encode("utf8").replace("nyumbà".encode(), b"nyumb\xe0"), "line 14.*not well-formed"),
    ],
)
def test_broken_xml(write: Write, content: str | bytes, why: str) -> None:
    with pytest.raises(UserError, match=rf"C060.*{why}"):
        read_dictionary(write("a.lift", content), "lift")


def test_xml_in_other_encodings(write: Write) -> None:
    for encoding in ("utf-16", "iso-8859-1", "windows-1252"):
        content = LIFT.replace("UTF-8", encoding).encode(encoding)
        assert "nyumbà" in read_dictionary(write("a.lift", content)).words


def test_a_large_file_is_streamed(write: Write) -> None:
    entry = "<entry id='{0}'><lexical-unit><form lang='x'><text>w{1}</text></form></lexical-unit></entry>"
    words = ["".join(chr(97 + int(digit)) for digit in f"{n:05}") for n in range(20000)]
    body = "".join(entry.format(n, word) for n, word in enumerate(words))
    path = write("a.lift.gz", f"<lift>{body}</lift>")
    lexicon = read_dictionary(path)
    assert lexicon.n_entries == 20000
    assert lexicon.left == {"no part of speech": 20000}


def test_an_element_without_end_is_refused(write: Write) -> None:
    with pytest.raises(UserError, match=r"C060.*more than 16,777,216 characters"):
        read_dictionary(write("a.lift", "<lift><entry>" + "x" * (17 << 20)))


@pytest.mark.parametrize(
    ("content", "columns"),
    [
        ("Form,Gloss,POS\n", "1,3"), ("Form,Gloss,Klasse\n", "1,3"), ("Vedette,Gloss,Art\n", "1,3"), ("", "1,3"),
        ("Eintrag,Bedeutung,Art\n", "1,3"),
    ],
)  # fmt: skip
def test_a_header_is_no_entry_whose_columns_are_numbered(write: Write, content: str, columns: str) -> None:
    rows = "kata,house,n\nmira,see,v\nsika,come,v\nloma,hill,n\n"
    lexicon = read_dictionary(write("a.csv", content + rows), options=DictionaryOptions(columns=columns))
    assert list(lexicon.words) == ["kata", "mira", "sika", "loma"]


@pytest.mark.parametrize("first", ["kata,house,n", "kata,house,qqq", "form,shape,n"])
def test_a_first_entry_is_no_header(write: Write, first: str) -> None:
    others = "mira,see,qqq\nsika,come,v\nloma,hill,n\n"
    lexicon = read_dictionary(write("a.csv", f"{first}\n{others}"), options=DictionaryOptions(columns="1,3"))
    assert list(lexicon.words) == [first.partition(",")[0], "mira", "sika", "loma"]


def test_columns_have_an_effect_on_tables_only(write: Write) -> None:
    with pytest.raises(UserError, match=r"D021.*--columns has no effect.*Toolbox.*--format"):
        read_dictionary(write("a.sfm", TOOLBOX), options=DictionaryOptions(columns="1,3"))


APERTIUM = """<?xml version="1.0" encoding="UTF-8"?>
<!-- English -->
<dictionary>
  <alphabet>abc</alphabet>
  <sdefs><sdef n="n" c="Noun"/></sdefs>
  <pardefs>
    <pardef n="s__gen">
      <e><p><l></l><r></r></p></e>
      <e><p><l>'s</l><r><j/>'s<s n="gen"/></r></p></e>
    </pardef>
    <pardef n="house__n">
      <e><p><l></l><r><s n="n"/><s n="sg"/></r></p><par n="s__gen"/></e>
      <e><p><l>s</l><r><s n="n"/><s n="pl"/></r></p></e>
    </pardef>
    <pardef n="wol/f__n">
      <e><p><l>f</l><r>f<s n="n"/><s n="sg"/></r></p></e>
      <e><p><l>ves</l><r>f<s n="n"/><s n="pl"/></r></p></e>
    </pardef>
  </pardefs>
  <section id="main" type="standard">
    <e lm="house"><i>house</i><par n="house__n"/></e>
    <e lm="wolf"><i>wol</i><par n="wol/f__n"/></e>
    <e><p><l>went</l><r>go<s n="vblex"/><s n="past"/></r></p></e>
    <e lm="and"><p><l>and</l><r>and<s n="cnjcoo"/></r></p></e>
    <e lm="ice cream"><i>ice<b/>cream</i><par n="house__n"/></e>
    <e i="yes" lm="bad"><i>bad</i><par n="house__n"/></e>
    <e lm="old"><i>old</i><par n="expensive__adj"/></e>
    <e><re>[0-9]+</re><p><l/><r><s n="num"/></r></p></e>
  </section>
</dictionary>
"""


def test_apertium(write: Write) -> None:
    lexicon = read_dictionary(write("apertium-eng.eng.dix", APERTIUM))
    assert {word: list(pos) for word, pos in lexicon.words.items()} == {
        "house": ["n"], "house's": ["n"], "houses": ["n"], "wolf": ["n"], "wolves": ["n"], "go": ["vblex"],
        "went": ["vblex"], "and": ["cnjcoo"], "old": ["adj"],
    }  # fmt: skip
    assert lexicon.n_forms == 4
    assert lexicon.left == {"several words": 1, "no headword": 1}
    assert find_format(write("a.xml", APERTIUM)).name == "apertium"
    with pytest.raises(UserError, match=r"C060.*a\.dix', line 29: this XML can't be read: mismatched tag"):
        read_dictionary(
            write("a.dix", APERTIUM.replace('"house__n"/></e>\n    <e lm="wolf"', '"house__n"/>\n    <e lm="wolf"'))
        )


def test_a_side_of_a_bilingual_dictionary_of_apertium(write: Write) -> None:
    entries = (
        '<e><p><l>casa<s n="n"/><s n="f"/></l><r>house<s n="n"/></r></p></e>'
        '<e r="LR"><p><l>ir<s n="vblex"/></l><r>go<s n="vbmod"/></r></p></e><e><i>Malta<s n="np"/></i></e>'
    )
    path = write("a.dix", f"<dictionary><section>{entries}</section></dictionary>")
    with pytest.raises(UserError, match=r"L053.*left, right.*--language left"):
        read_dictionary(path)
    for language, words in (("left", ["casa", "ir", "Malta"]), ("right", ["house", "go", "Malta"])):
        lexicon = read_dictionary(path, options=DictionaryOptions(language))
        assert list(lexicon.words) == words
    assert list(lexicon.words["go"]) == ["vbmod"]


def test_forms_of_a_paradigm_do_not_grow_without_end(write: Write) -> None:
    pairs = [f"<p><l>{a}{b}</l><r/></p>" for a in "abcdefghij" for b in "abcdefghij"]
    pardefs = [
        f'<pardef n="p{n}">' + "".join(f'<e>{pair}<par n="p{n - 1}"/></e>' for pair in pairs) + "</pardef>"
        for n in range(5)
    ]
    entry = '<e lm="x"><p><l>x</l><r>x<s n="n"/></r></p><par n="p4"/></e>'
    path = write("a.dix", f"<dictionary><pardefs>{''.join(pardefs)}</pardefs><section>{entry}</section></dictionary>")
    assert 100 < len(read_dictionary(path).words) < 1000


def test_giella(write: Write) -> None:
    content = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<r id="smenob" xml:lang="sme">\n'
        '<e><lg><l pos="N">guolli</l></lg><mg><tg><t pos="N">fisk</t></tg></mg></e>\n'
        '<e><lg><l pos="N" type="Prop">Romsa</l></lg></e><e><lg><l pos="CS">ahte</l></lg></e>\n</r>\n'
    )
    lexicon = read_dictionary(write("N_smenob.xml", content))
    assert {word: list(pos) for word, pos in lexicon.words.items()} == {
        "guolli": ["N"], "Romsa": ["Prop"], "ahte": ["CS"]
    }  # fmt: skip
    assert [(one.pos, one.tags) for one in map_pos(lexicon)] == [
        ("CS", ("SCONJ",)),
        ("N", ("NOUN",)),
        ("Prop", ("PROPN",)),
    ]
    with pytest.raises(UserError, match=r"C060.*line 3"):
        read_dictionary(write("b.xml", content.replace("</lg><mg>", "<mg>")))


def test_paradigms_that_multiply_are_bounded(write: Write) -> None:
    doubled = "".join(f'<pardef n="p{n}"><e><par n="p{n - 1}"/><par n="p{n - 1}"/></e></pardef>' for n in range(1, 60))
    first = '<pardef n="p0"><e><p><l>ab</l><r>ab<s n="n"/></r></p></e></pardef>'
    entries = '<e lm="kot"><i>kot</i><par n="p1"/></e><e lm="pies"><i>pies</i><par n="p59"/></e>'
    text = f"<dictionary><pardefs>{first}{doubled}</pardefs><section>{entries}</section></dictionary>"
    words = read_dictionary(write("a.dix", text)).words
    assert list(words)[:2] == ["kot", "kotabab"]
    assert max(map(len, words)) <= 1000
