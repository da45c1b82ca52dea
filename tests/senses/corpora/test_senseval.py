import contextlib
import gzip
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from spacy_svd2.errors import UserError
from spacy_svd2.senses.corpora.senseval import lemma_name, lexelt_name, read_key, read_sensemap, read_senseval

SAMPLE = """<?xml version="1.0" encoding="iso-8859-1" ?>
<!DOCTYPE corpus SYSTEM "lexical-sample.dtd">
<corpus lang='english'>
<lexelt item="art.n">
<instance id="art.1" docsrc="bnc">
<answer instance="art.1" senseid="art-0"/>
<answer instance="art.1" senseid="P"/>
<context>
[hi]Caf\xe9[/hi] &bquo;life&equo; [p] &eacute;t&#233; &unknown; A &lt;b&gt; 3 < 4.
Pop <head>Art</head>is [...] an [ptr] example. [/p]
</context>
</instance>
<instance id="art.2"><context>call <head sats="x">arts</head> <sat id="x">up</sat>, R&D</context></instance>
</corpus>
"""


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    def _write(text: str, name: str = "sample.xml", encoding: str = "utf-8") -> Path:
        path = tmp_path / name
        path.write_bytes(text.encode(encoding))
        return path

    return _write


def test_sample_as_distributed(write: Callable[..., Path]) -> None:
    first, second = read_senseval(write(SAMPLE, encoding="iso-8859-1"))
    assert (first.id, first.word, first.senses) == ("art.1", "art.n", ("art-0", "P"))
    assert first.left.split() == ["Café", "“life”", "été", "&unknown;", "A", "<b>", "3", "<", "4.", "Pop"]
    assert (first.target, first.right.split()) == ("Art", ["is", "[...]", "an", "example."])
    low, high = first.target_span
    assert first.text[low:high] == "Art"
    assert first.text[high] == " "
    assert (second.left, second.target, second.right) == ("call ", "arts", " up , R&D")
    assert second.senses == ()


def test_key_replaces_answers_and_gz_is_read(write: Callable[..., Path], tmp_path: Path) -> None:
    (tmp_path / "s.xml.gz").write_bytes(gzip.compress(SAMPLE.encode("iso-8859-1")))
    key = write("art art.1 a%1 a%2\nart art.2 U !! comment\n", "key")
    assert [item.senses for item in read_senseval(tmp_path / "s.xml.gz", key=key)] == [("a%1", "a%2"), ("U",)]


def test_words_with_tags(write: Callable[..., Path]) -> None:
    text = """<corpus lang="en"><lexelt item="hard-a">
<instance id="h.1"><answer instance="h.1" senseid="HARD1"/><context>
 <wf pos="PRP">it</wf> <wf pos='"'>"</wf>
 <wf pos="VBZ">'s</wf> <head> <wf pos="JJ">hard</wf></head> <wf pos=".">.</wf>
</context></instance></lexelt></corpus>"""
    (found,) = read_senseval(write(text))
    assert found.tokens == ("it", '"', "'s", "hard", ".")
    assert found.tags == ("PRP", '"', "VBZ", "JJ", ".")
    assert (found.span, found.sentence_starts) == ((3, 4), (0, 2))
    assert found.text == "it \" 's hard ."
    assert found.text[slice(*found.target_span)] == "hard"


def test_entities_are_never_expanded_or_fetched(write: Callable[..., Path]) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "&b;&b;"><!ENTITY b "ha"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    text = bomb + '<instance id="x.1"><context>&a; &f; &amp;lt; <head>x</head></context></instance>'
    (found,) = read_senseval(write(text))
    assert found.left == "&a; &f; &lt; "


@pytest.mark.parametrize("hostile", ["<" * 25_000, "<a " * 12_500, "&" * 25_000, "[hi" * 12_500, "<a b='" * 7_500])
def test_hostile_text_takes_linear_time(write: Callable[..., Path], hostile: str) -> None:
    def seconds(text: str) -> float:
        path = write(f'<instance id="x.1"><context><head>x</head>{text}</context></instance>')
        start = time.process_time()
        with contextlib.suppress(UserError):
            list(read_senseval(path))
        return time.process_time() - start

    assert seconds(hostile * 8) < 24 * max(seconds(hostile), 0.01)  # square time would take 64 times as long


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nothing here", r"line 1.*no <instance>"),
        ('\n<instance id="a.1"><context>x</context></instance>', r"line 2.*'a\.1' has no <head>"),
        ('\n\n<instance id="a.1"><context><head>x</head></context>', r"line 3.*not closed"),
        ('<instance id="a.1"><context><head>x</head></context>\n<instance id="b">', r"line 2.*before this one"),
        ("<instance><context><head>x</head></context></instance>", r"line 1.*no id"),
        ('<instance id="a"><context><head> </head></context></instance>', r"no <head> with text"),
        ('<instance id="a"><context><wf pos="x">b</wf><head>x</head></context></instance>', r"holds no word"),
    ],
)
def test_broken_samples(write: Callable[..., Path], text: str, message: str) -> None:
    with pytest.raises(UserError, match=rf"C103.*sample\.xml.*{message}"):
        list(read_senseval(write(text)))


def test_wrong_encoding_names_the_line(write: Callable[..., Path]) -> None:
    path = write(SAMPLE.replace("iso-8859-1", "utf-8"), encoding="iso-8859-1")
    with pytest.raises(UserError, match=r"C102.*line 9.*utf-8"):
        list(read_senseval(path))
    with pytest.raises(UserError, match=r"C102.*klingon"):
        list(read_senseval(path, encoding="klingon"))


@pytest.mark.parametrize("content", [b"", b"\x1f\x8b\x08\x00", gzip.compress(SAMPLE.encode("latin1"))[:-20]])
def test_damaged_gz(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "s.xml.gz"
    path.write_bytes(content)
    with pytest.raises(UserError, match="C10[13]"):
        list(read_senseval(path))


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"C101.*nowhere"):
        list(read_senseval(tmp_path / "nowhere"))


@pytest.mark.parametrize(
    ("text", "message"), [("art art.1\n", "line 1.*needs"), ("a a.1 x\n\na a.1 y\n", r"line 3.*repeats.*a\.1")]
)
def test_broken_keys(write: Callable[..., Path], text: str, message: str) -> None:
    with pytest.raises(UserError, match=f"C104.*{message}"):
        read_key(write(text, "key"))


def test_key_without_an_instance(write: Callable[..., Path]) -> None:
    with pytest.raises(UserError, match=r"C105.*'art\.1'"):
        list(read_senseval(write(SAMPLE, encoding="latin1"), key=write("art art.2 x\n", "key")))


def test_sense_map(write: Callable[..., Path]) -> None:
    found = read_sensemap(write("a 3 b\nb 2 c\nc\nx 1 y\ny 1 x\n", "map"))
    assert (found["a"], found["b"], found["c"]) == ("c", "c", "c")
    assert set(found) == {"a", "b", "c", "x", "y"}
    with pytest.raises(UserError, match="C104.*line 1"):
        read_sensemap(write("a b\n", "map"))


@pytest.mark.corpora
def test_senseval2(corpora: Path) -> None:
    folder = corpora / "wsd/senseval2-english"
    found = list(read_senseval(folder / "test.xml.gz", key=folder / "test.key"))
    assert len(found) == len({item.id for item in found}) == 4328
    assert len({item.word for item in found}) == 73
    assert all(item.senses and item.target for item in found)
    assert not any("&equo" in item.text or "[p]" in item.text for item in found)


@pytest.mark.corpora
@pytest.mark.parametrize(("name", "size", "senses"), [("hard", 4333, 3), ("line", 4146, 6)])
def test_nltk_samples(corpora: Path, name: str, size: int, senses: int) -> None:
    found = list(read_senseval(corpora / f"wsd/nltk-senseval/{name}.pos.gz"))
    assert len(found) == size
    assert len({item.senses for item in found}) == senses
    assert all(name in item.target.lower() for item in found[:500] if name == "line")
    assert all(len(item.tokens) == len(item.tags) for item in found)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("art.n", "art"),
        ("natural.adj", "natural"),
        ("call_up.v", "call up"),
        ("call/cool.v", "cool"),
        ("bank", "bank"),
        ("node.js", "node.js"),
        ("U.S.", "U.S."),
        ("U.S..n", "U.S."),
        ("", ""),
    ],
)
def test_the_word_of_a_lexelt(key: str, name: str) -> None:
    assert lexelt_name(key) == name


@pytest.mark.parametrize(
    ("key", "name"), [("bank.n", "bank"), ("24/7.r", "24/7"), ("U.S..n", "U.S."), ("node.js", "node.js"), ("x", "x")]
)
def test_the_word_of_a_lemma(key: str, name: str) -> None:
    assert lemma_name(key) == name
