"""Sense-annotated corpora as they are distributed, in small: the unified framework, SemCor, UFSAC, CoarseWSD-20."""

import gzip
import json
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
import spacy
from spacy.tokens import Doc, DocBin, Span

from spacy_svd2.errors import UserError
from spacy_svd2.senses.corpora.coarsewsd import read_coarsewsd
from spacy_svd2.senses.corpora.corpus import SenseCorpus
from spacy_svd2.senses.corpora.instance import Instance
from spacy_svd2.senses.corpora.registry import FORMATS, format_of
from spacy_svd2.senses.corpora.semcor import read_semcor
from spacy_svd2.senses.corpora.senseval import read_key
from spacy_svd2.senses.corpora.ufsac import read_ufsac
from spacy_svd2.senses.corpora.unified import read_unified
from spacy_svd2.senses.corpora.unlabelled_texts import UnlabelledTexts

UNIFIED = """<?xml version="1.0" encoding="UTF-8" ?>
<corpus lang="en" source="toy">
<text id="d000" source="toy-1">
<sentence id="d000.s000">
<wf lemma="she" pos="PRON">She</wf>
<instance id="d000.s000.t000" lemma="row" pos="VERB">rowed</instance>
<wf lemma="&apos;" pos=".">&apos;</wf>
<wf lemma="to" pos="PRT">to</wf>
<instance id="d000.s000.t001" lemma="river_bank" pos="NOUN">river banks</instance>
</sentence>
<sentence id="d000.s001">
<instance id="d000.s001.t000" lemma="quick" pos="ADJ">Quick</instance>
<wf lemma="!" pos=".">!</wf>
</sentence>
</text>
</corpus>
"""
GOLD = """d000.s000.t000 row%2:38:00::
d000.s000.t001 river_bank%1:17:00:: bank%1:17:01::
d000.s001.t000 quick%5:00:00:fast:01
"""
SEMCOR = """<contextfile concordance=brown>
<context filename=br-a01 paras=yes>
<p pnum=1>
<s snum=1>
<wf cmd=ignore pos=DT>The</wf>
<wf cmd=done rdf=group pos=NNP lemma=group wnsn=1 lexsn=1:03:00:: pn=group>Town_Council</wf>
<wf cmd=done pos=VB lemma=say wnsn=1 lexsn=2:32:00::>said</wf>
<wf cmd=done pos=NN lemma=river_bank wnsn=1;2 lexsn=1:17:00::;1:17:01::>river_bank</wf>
<wf cmd=done pos=NN lemma=o'clock wnsn=1 lexsn=4:02:00::>o'clock</wf>
<wf cmd=done pos=NN lemma=thing wnsn=0 lexsn=1:00:00::>thing</wf>
<wf cmd=done pos=VBP ot=notag>be</wf>
<punc>.</punc>
</s>
</p>
</context>
</contextfile>
"""
UFSAC = """<?xml version="1.0" encoding="UTF-8"?>
<corpus>
<document id="d1"><paragraph><sentence>
<word surface_form="The" pos="DT" />
<word surface_form="council&apos;s" lemma="council" pos="NN"
 wn30_key="council%1:14:01::;council%1:14:00::" wn16_key="x%1:1:1::"/>
<word surface_form="said" pos="VBD" wn21_key="say%2:32:00::"/>
</sentence></paragraph></document>
</corpus>
"""


def shown(instances: object) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """Word, target, text and senses of instances, whose places agree."""
    found: list[Instance] = list(instances)  # type: ignore[call-overload]
    for one in found:
        assert one.text[slice(*one.target_span)] == one.target == " ".join(one.tokens[slice(*one.span)])
        assert len(one.tokens) == len(one.tags)
    assert len({one.id for one in found}) == len(found)
    return [(one.word, one.target, one.text, one.senses) for one in found]


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return path


ROWED = "She rowed ' to river banks"


@pytest.mark.parametrize(
    ("data", "gold"), [("toy.data.xml", "toy.gold.key.txt"), ("toy[1].data.xml.gz", "toy[1].gold.key.txt.gz")]
)
def test_the_unified_framework(data: str, gold: str, tmp_path: Path) -> None:
    path = write(tmp_path, data, UNIFIED)
    assert format_of(path).name == "unified"
    assert [senses for *_, senses in shown(read_unified(path))] == [()] * 3
    with pytest.raises(UserError, match=r"K008.*there is no 'toy(\[1\])?\.gold\.key\.txt' beside it.*--key"):
        corpus = SenseCorpus([path])
        corpus.check_labelled(list(corpus.occurrences(spacy.blank("en"))))
    write(tmp_path, gold, GOLD)
    answered = [
        ("row.v", "rowed", ROWED, ("row%2:38:00::",)),
        ("river_bank.n", "river banks", ROWED, ("river_bank%1:17:00::", "bank%1:17:01::")),
        ("quick.a", "Quick", "Quick !", ("quick%5:00:00:fast:01",)),
    ]
    assert shown(read_unified(path)) == answered
    rowed, quick = SenseCorpus([path]).docs(spacy.blank("en"))
    assert [span.text for span in rowed.spans["senses"]] == ["rowed", "river banks", "river banks"]
    assert [token.tag_ for token in quick] == ["ADJ", "."]
    semeval = "".join(f"d000 {line}\n" for line in GOLD.splitlines())
    assert shown(read_unified(path, key=write(tmp_path, "other.key", semeval))) == answered


def test_keys_that_do_not_fit(tmp_path: Path) -> None:
    path = write(tmp_path, "toy.data.xml", UNIFIED)
    for key, message in [
        (GOLD.splitlines()[0], r"C105.*'d000\.s000\.t001'"),
        (GOLD + "d000.s001.t000 x\n", r"C104.*line 4.*repeats"),
        ("d000.s000.t000\n", r"C104.*line 1.*needs an instance"),
    ]:
        with pytest.raises(UserError, match=message):
            list(read_unified(path, key=write(tmp_path, "a.key", key)))


@pytest.mark.parametrize("name", ["brown1/tagfiles/br-a01", "br-a01.xml", "br-a01.xml.gz"])
def test_semcor(name: str, tmp_path: Path) -> None:
    path = write(tmp_path, name, SEMCOR)
    write(tmp_path, "README", "SemCor")
    text = "The Town Council said river bank o'clock thing be ."
    expected = [
        ("say.v", "said", text, ("say%2:32:00::",)),
        ("river_bank.n", "river bank", text, ("river_bank%1:17:00::", "river_bank%1:17:01::")),
        ("o'clock.r", "o'clock", text, ("o'clock%4:02:00::",)),
    ]
    assert format_of(path).name == format_of(tmp_path).name == "semcor"
    assert shown(read_semcor(path)) == shown(read_semcor(tmp_path)) == expected


def test_ufsac(tmp_path: Path) -> None:
    path = write(tmp_path, "a.xml", UFSAC)
    assert format_of(path).name == "ufsac"
    assert shown(read_ufsac(path)) == [
        ("council.n", "council's", "The council's said", ("council%1:14:01::", "council%1:14:00::")),
        ("say.v", "said", "The council's said", ("say%2:32:00::",)),
    ]


def coarse(folder: Path, part: str, *, word: str = "bank") -> Path:
    write(folder, f"{word}/classes_map.txt", '{"0": "bank_(shore)", "1": "bank_(firm)"}')
    write(folder, f"{word}/{part}.gold.txt", "1\n0\n")
    return write(folder, f"{word}/{part}.data.txt", "1\tthe bank pays .\n4\tshe rowed to the bank .\n")


def test_coarsewsd(tmp_path: Path) -> None:
    path = coarse(tmp_path, "train")
    expected = [
        ("bank", "bank", "the bank pays .", ("bank_(firm)",)),
        ("bank", "bank", "she rowed to the bank .", ("bank_(shore)",)),
    ]
    assert format_of(path).name == format_of(tmp_path).name == "coarsewsd-train"
    assert shown(read_coarsewsd(path, "train")) == shown(SenseCorpus([tmp_path]).instances(tmp_path)) == expected
    assert format_of(coarse(tmp_path, "test")).name == "coarsewsd-test"
    with pytest.raises(UserError, match="C111.*coarsewsd-train or coarsewsd-test"):
        format_of(tmp_path)
    coarse(tmp_path, "test", word="arm")
    found = SenseCorpus([tmp_path], format="coarsewsd-test").instances(tmp_path)
    assert [one.id for one in found] == ["arm.test.1", "arm.test.2", "bank.test.1", "bank.test.2"]
    (tmp_path / "bank/classes_map.txt").unlink()
    assert [one.senses for one in read_coarsewsd(path, "train")] == [("1",), ("0",)]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("train.data.txt", "9\tthe bank\n1\tthe bank\n", r"data\.txt', line 1.*'9' is not"),
        ("train.data.txt", "the bank\nthe bank\n", r"line 1.*'the' is not"),
        ("train.data.txt", "1\tthe bank\n", r"1 sentences, but .* 2 senses"),
        ("classes_map.txt", "0 x", r"classes_map\.txt', line 1.*not JSON"),
        ("classes_map.txt", '{"0": 1}', r"does not name a sense"),
    ],
)
def test_broken_coarsewsd(name: str, text: str, message: str, tmp_path: Path) -> None:
    path = coarse(tmp_path, "train")
    write(tmp_path, f"bank/{name}", text)
    with pytest.raises(UserError, match=rf"C106.*{message}"):
        list(read_coarsewsd(path, "train"))


@pytest.mark.parametrize("name", ["unified", "semcor", "ufsac"])
def test_documents_without_words(name: str, tmp_path: Path) -> None:
    path = write(tmp_path, "a.xml", "<corpus><sentence></sentence></corpus>")
    with pytest.raises(UserError, match=rf"C110.*a\.xml', line 1.*'{name}'"):
        list(next(one for one in FORMATS if one.name == name).read(path))


def test_scores_in_keys(tmp_path: Path) -> None:
    lines = "bank b1 bank%1:14:00::/2 bank%1:17:01::/0.5\n24/7 d1 24/7%4:02:00::\n24/7 d2 24/7%4:02:00::/30 !! x\n"
    assert read_key(write(tmp_path, "key", lines)) == {
        "b1": ("bank%1:14:00::", "bank%1:17:01::"),
        "d1": ("24/7%4:02:00::",),
        "d2": ("24/7%4:02:00::",),
    }


def test_senses_under_another_key(tmp_path: Path) -> None:
    nlp = spacy.blank("en")
    doc = Doc(nlp.vocab, words=["the", "bank", "pays"])
    doc.spans["sc"] = [Span(doc, 1, 2, label="firm")]
    doc.ents = [Span(doc, 1, 2, label="ORG")]
    path = tmp_path / "a.spacy"
    DocBin(docs=[doc]).to_disk(path)
    corpus = SenseCorpus([path])
    message = r"K008.*\['senses'\] has no.*1 spans in doc\.spans\['sc'\] \(--spans-key sc\), 1 entities in doc\.ents"
    with pytest.raises(UserError, match=message):
        corpus.check_labelled(list(corpus.occurrences(nlp)))
    (found,) = SenseCorpus([path], spans_key="sc").occurrences(nlp)
    assert (found.word, found.senses) == ("bank", ("firm",))


@pytest.mark.parametrize(
    ("key", "value", "convert"),
    [
        ("label", [[4, 8, "firm"]], "{start: .[0], end: .[1], label: .[2]}"),
        (
            "entities",
            [{"id": 1, "label": "firm", "start_offset": 4, "end_offset": 8}],
            "{start: .start_offset, end: .end_offset, label: .label}",
        ),
    ],
)
def test_doccano(key: str, value: object, convert: str, tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", json.dumps({"id": 1, "text": "the bank pays", key: value}))
    with pytest.raises(UserError) as error:
        list(SenseCorpus([path]).docs(spacy.blank("en")))
    assert str(error.value).startswith(f"[C112] '{path}', line 1: the record has no 'spans', but '{key}'")
    assert f"jq -c '.spans = [.{key}[] | {convert}]'" in str(error.value)


TABLE = "firm\tShe owes the\tbank\ta lot\nshore\tHe sat on the\tbank\tof the river\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.tsv", TABLE),
        ("b.tsv", "firm\t他们在\t银行\t存很多钱\n"),
        ("a.xml", UFSAC),
        ("toy.data.xml", UNIFIED),
        ("train.data.txt", "1 the bank"),
    ],
)
def test_corpora_with_senses_are_unlabelled_text_too(name: str, text: str, tmp_path: Path) -> None:
    texts = UnlabelledTexts.open([write(tmp_path, name, text)])
    assert not texts.raw.paths
    sentences = list(texts.sentences(spacy.blank("en")))
    assert all(" " not in word for words in sentences for word in words)
    assert sentences[0][0] in ("She", "The", "the", "他们在银行存很多钱")


def test_a_folder_says_what_it_skips(tmp_path: Path) -> None:
    coarse(tmp_path, "train")
    write(tmp_path, "bank/more.docx", "")
    with pytest.warns(UserWarning, match=r"C160.*1 of 4 files .*1 text documents \('more\.docx'\)"):
        assert len(list(SenseCorpus([tmp_path]).instances(tmp_path))) == 2


def test_a_table_of_words_stays_one(tmp_path: Path) -> None:
    path = write(tmp_path, "a.tsv", "the\tDET\tx\ty\nbank\tNOUN\tx\ty\n\na\tDET\tx\ty\n")
    assert UnlabelledTexts.open([path]).raw.paths == [path]


@pytest.mark.parametrize("train", [read_unified, read_ufsac, read_semcor])
def test_no_warning_of_tokens(train: Callable[[Path], object], tmp_path: Path) -> None:
    text = {read_unified: UNIFIED, read_ufsac: UFSAC, read_semcor: SEMCOR}[train]  # type: ignore[index]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(SenseCorpus([write(tmp_path, "a.xml", text)]).docs(spacy.blank("xx")))
