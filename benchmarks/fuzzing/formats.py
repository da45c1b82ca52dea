"""Damaged files of every format that the package reads, and what a reader must give."""

import atexit
import codecs
import gzip
import json
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import spacy
import srsly
from hypothesis import strategies as st
from spacy.tokens import Doc, DocBin, Span

from spacy_svd2.shared.artifacts import artifact_to_bytes
from spacy_svd2.shared.surrogates import lone_surrogate

from .archives import damaged_artifact
from .damage import Case, Target, damaged_bytes, damaged_text, refusals_name

_ROW = "{0}\t{1}\t{1}\tNOUN\tN\t_\t0\troot\t_\t{2}\n"
_RANGE = "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
_CONLLU = "# text = du x\n" + _RANGE + "".join(_ROW.format(*row) for row in ((1, "de", "_"), (2, "le", "_")))
_CONLLU += _ROW.format("2.1", "e", "_") + _ROW.format(3, "x", "SpaceAfter=No")
_UNIFIED = """<corpus lang="en"><text id="d0"><sentence id="d0.s0">
<wf lemma="the" pos="DET">The</wf><instance id="d0.s0.t0" lemma="bank" pos="NOUN">bank&apos;s side</instance>
</sentence></text></corpus>
"""
_SEMCOR = """<contextfile><context filename=a><s snum=1><wf cmd=ignore pos=DT>The</wf>
<wf cmd=done pos=NN lemma=bank wnsn=1;2 lexsn=1:17:00::;1:17:01::>river_bank</wf><punc>.</punc></s></context>
"""
_UFSAC = """<corpus><document><paragraph><sentence>
<word surface_form="The" /><word surface_form="bank" lemma="bank" pos="NN" wn30_key="bank%1:17:00::;x%1:1:00::"/>
</sentence></paragraph></document></corpus>
"""
_SENSEVAL = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE corpus [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<corpus lang="english"><lexelt item="art.n">
<instance id="art.1"><answer instance="art.1" senseid="a"/><answer senseid="b"/>
<context>The <head>art</head> of &eacute; &#233; [hi]x[/hi].</context></instance>
<instance id="art.2"><context>\nMy <head>arts</head>\n</context></instance>
</lexelt></corpus>"""
_POS = """<instance id="hard.1"><answer senseid="H"/><context><s><wf pos="DT">a</wf>
<head><wf pos="JJ">hard</wf></head> <wf pos="NN">day</wf></s></context></instance>"""
_TASK = """{"text": "the bank closed", "spans": [{"start": 4, "end": 8, "label": "money"}], "meta": {"word": "bank"}}
{"text": "a bank", "spans": [{"start": 2, "end": 6}], "options": [{"id": "1"}], "accept": ["1"], "answer": "accept"}
"""
_JSONL = """{"text": "a cat \\u00e9"}
{"tokens": ["a", "b"], "tags": ["X", "Y"], "spaces": [true, false]}
{"tokens": [{"text": "a", "ws": true}, {"text": "b", "ws": false}]}
"""
_RLWSD = "\tgloss one\t1\n\tgloss two\t2\n\tother\t3\nleft\tword\tright\t1\t1\nleft\tword\tright .\t2\n"
_RLJSON = '[{"1": "one", "2": "two", "3": "other"}, [[["left", "word", "right"], "1"], [["left", "word", "r"], 2]]]'
_WORDS = 'word\ttag\tpos\tnote\nthe\tD\tDET\t"x"\ncat\tN|V\tNOUN|VERB\t\ndog\t\t\tdepends\n'
_WORD_TASKS = '{"text": "the", "accept": ["D"], "answer": "accept"}\n{"text": "cat", "accept": []}\n'
_CURVES = '{"series": [{"name": "a", "points": [[50, 0.7], [100, 0.8]]}]}'
_DIX = """<dictionary><alphabet>abc</alphabet><sdefs><sdef n="n"/></sdefs><pardefs>
<pardef n="s__n"><e><p><l/><r><s n="n"/></r></p></e><e r="LR"><p><l>s</l><r><s n="n"/><s n="pl"/></r></p></e></pardef>
<pardef n="x"><e><par n="s__n"/><re>[0-9]+</re></e></pardef></pardefs><section id="main" type="standard">
<e lm="cat"><i>cat</i><par n="s__n"/></e><e lm="ice cream"><i>ice<b/>cream</i><par n="s__n"/><par n="x"/></e>
<e i="yes"><i>no</i></e></section></dictionary>
"""
_BIDIX = """<dictionary><section id="main" type="standard"><e><p><l>dog<s n="n"/></l><r>chien<s n="n"/></r></p></e>
<e><p><l>ice<b/>cream<s n="n"/></l><r>glace<s n="n"/><s n="f"/></r></p></e></section></dictionary>
"""
_GIELLA = """<r xml:lang="sme"><e><lg><l pos="N" type="Prop">Ane</l></lg><mg><tg><t pos="N">x</t></tg></mg></e>
<e><lg><l pos="V">boahtit</l></lg></e></r>
"""
_LIFT = """<lift version="0.13"><entry id="a_1"><lexical-unit><form lang="seh"><text>nyumba</text></form></lexical-unit>
<variant><form lang="seh"><text>nyumbe</text></form></variant>
<sense id="s"><grammatical-info value="Noun"/></sense></entry>
<entry id="b"><lexical-unit><form lang="seh"><text>-ku</text></form></lexical-unit></entry></lift>
"""
_SFM = "\\_sh v3.0  400  MDF 4.0\n\n\\lx kam\n\\hm 1\n\\ps n\n\\ge house\n\\va kamo\n\n\\lx ma-\n\\ps v\n\\se makam\n"
_LEXC = (
    'Multichar_Symbols +N +V\nLEXICON Root\nNouns ; Verbs ;\nLEXICON Nouns\ncat+N:cat N1 "a" ;\nox% x:ox N1 ; ! no\n'
)
_LEXC += "LEXICON N1\n+N:0 # ;\n+N+Pl:>s # ;\nLEXICON Verbs\n< s i n g > V1 ;\nsee+V V1 ;\n"
_UNIMORPH = "cat\tcat\tN;SG\ncat\tcats\tN;PL\ndog\tdog\tN;SG\nsing\tsang\tV;PST\tsang\n"
_WIKTIONARY = """{"word": "cat", "pos": "noun", "lang_code": "en", "forms": [{"form": "cats", "tags": ["plural"]}]}
{"word": "sing", "pos": "verb", "lang_code": "en", "senses": [{"form_of": [{"word": "x"}], "tags": ["form-of"]}]}
"""
_DICTIONARY = 'headword,pos,gloss\ncat,n.,"a, b"\nsing,v.,x\n-s,suf,y\n'
_MANIFEST = {"format": "spacy-svd2 counts", "version": 1, "about": {"attr": "LOWER"}, "pieces": [{"path": "a"}]}

nlp = spacy.blank("xx")
for name in ("UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"):
    codecs.lookup(name)  # what is tried on files without a mark: cases must import nothing


def _read_corpus(path: Path, **options: Any) -> Iterable[str]:
    from spacy_svd2.corpora.corpus import make_corpus

    corpus = make_corpus(str(path), **options)
    words = [word for words in corpus.sentences(nlp) for word in words]
    docs = list(corpus.docs(nlp))
    assert all(words), "an empty word"
    assert all(len(doc) for doc in docs), "an empty document"
    return [*words, *(token.tag_ for doc in docs for token in doc)]


def _read_senses(path: Path) -> Iterable[str]:
    from spacy_svd2.senses.corpora.corpus import make_sense_corpus

    corpus = make_sense_corpus(str(path))
    for item in corpus.occurrences(nlp):
        assert 0 <= item.start < item.end <= len(item.context.words), "a target outside its text"
        yield from [item.word, *item.senses, *item.context.words]
    for doc in corpus.docs(nlp):
        yield from (span.label_ for span in doc.spans.get("senses", ()))
    list(corpus.sentences(nlp))


def _read_labels(path: Path) -> Iterable[str]:
    from spacy_svd2.tagger.labelling.labels import read_labels

    labels = read_labels(path, words=["the", "cat"], normalize=str.lower)
    return [*labels.tags, *labels.tagset, *labels.pos_of.values(), *labels.unlabelled, *labels.depends, *labels.notes]


def _read_dictionary(path: Path, language: str = "") -> Iterable[str]:
    from spacy_svd2.tagger.dictionaries.entry import DictionaryOptions
    from spacy_svd2.tagger.dictionaries.registry import read_dictionary
    from spacy_svd2.tagger.dictionaries.tag_map import map_pos

    lexicon = read_dictionary(path, options=DictionaryOptions(language=language))
    assert all(lexicon.words), "an empty word"
    return [*lexicon.words, *(tag for one in map_pos(lexicon) for tag in [one.pos, *(one.tags or ())])]


def _read_tagset(path: Path) -> Iterable[str]:
    from spacy_svd2.tagger.labelling.tagsets import assign_keys, read_tagset

    tags = read_tagset(path)
    return [*(tag.name for tag in tags), *(tag.gloss for tag in tags), *assign_keys(tag.name for tag in tags)]


def _read_key(path: Path) -> Iterable[str]:
    from spacy_svd2.senses.corpora.senseval import read_key, read_sensemap

    return [*read_key(path), *read_sensemap(path)]


def _read_curves(path: Path) -> Iterable[str]:
    from spacy_svd2.tagger.report.charts import curve_chart, read_curves

    return [curve.path for curve in curve_chart(read_curves(path), x_label="x", y_label="y").curves]


def _read_manifest(path: Path) -> Iterable[str]:
    from spacy_svd2.tagger.counting.folder import CountsFolder

    CountsFolder.open(path.parent).missing()
    return []


def _read_counts(path: Path) -> Iterable[str]:
    """Counts, added to themselves, and a tagger trained on them."""
    from spacy_svd2.tagger.counting.count_files import counts_from_artifact
    from spacy_svd2.tagger.model.model import SVD2Model
    from spacy_svd2.tagger.settings import Settings

    found, _ = counts_from_artifact(path)
    total = (found + found).by_frequency()
    assert int(total.bigrams.sum()) <= total.n_tokens, "more pairs than tokens"
    SVD2Model.train(found.most_frequent(2), Settings.from_dict({"n_tags": 2, "w1": 3, "r1": 2, "min_count": 1}))
    return found.types


# Good files that are no text


def _counts() -> bytes:
    from spacy_svd2.tagger.counting.count_files import counts_to_artifact
    from spacy_svd2.tagger.counting.scan import count_bigrams

    counts = count_bigrams([["the", "cat", "sleeps"], ["the", "dog"]] * 3, normalize=str, boundaries="stop")
    return artifact_to_bytes(counts_to_artifact(counts, {"a": 1}))


def _docbins() -> list[bytes]:
    doc = Doc(nlp.vocab, words=["the", "bank", "closed", "."], tags=["D", "N", "V", "P"], sent_starts=[1, 0, 0, 0])
    doc.spans["senses"] = [Span(doc, 1, 2, "money", span_id="bank")]
    full = DocBin(attrs=["ORTH", "TAG", "POS", "SENT_START", "HEAD", "DEP"], store_user_data=True, docs=[doc, doc])
    return [DocBin(docs=[doc]).to_bytes(), full.to_bytes(), DocBin(attrs=["ORTH"], docs=[doc]).to_bytes()]


# Damage to them


@st.composite
def damaged_docbin(draw: st.DrawFn, data: bytes) -> Case:
    """The compressed bytes, the message in them, or one of its fields."""
    way = draw(st.sampled_from(["file", "message", "field", "field"]))
    if way == "file":
        return Case(*draw(damaged_bytes(data)))
    raw = zlib.decompress(data)
    if way == "message":
        damage, raw = draw(damaged_bytes(raw))
        return Case(f"message {damage}", zlib.compress(raw))
    message = srsly.msgpack_loads(raw)
    key = draw(st.sampled_from(sorted(message)))
    holder, at = (message[key], 0) if isinstance(message[key], list) and message[key] else (message, key)
    odd = st.sampled_from([None, 0, -1, 2**63, "x", b"", b"\xff" * 8, [], [None], {}, [[]], [b"x"], [2**64 - 1] * 4])
    inner = damaged_bytes(holder[at]).map(lambda pair: pair[1]) if isinstance(holder[at], bytes) else odd
    holder[at] = draw(inner | odd)
    return Case(f"field {key}: {str(holder[at])[:30]}", zlib.compress(srsly.msgpack_dumps(message)))


def _archives(data: bytes) -> st.SearchStrategy[Case]:
    return (damaged_bytes(data) | damaged_artifact(data)).map(lambda pair: Case(*pair))


def _format(
    name: str, seeds: Iterable[Any], read: Callable[[Path], Iterable[str]], damaged: Callable[..., Any]
) -> Callable[[], Target]:
    def make() -> Target:
        folder = tempfile.mkdtemp(prefix="fuzz")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        path = Path(folder) / name

        def check(case: Case) -> str:
            path.write_bytes(case.data)
            with refusals_name(path.name):
                found = list(read(path))
            assert all(isinstance(string, str) for string in found), "no text"
            assert not lone_surrogate(found), "half a character"
            return "other"

        for seed in seeds:  # which also imports whatever will be needed
            data = seed.encode() if isinstance(seed, str) else seed
            check(Case("none", gzip.compress(data) if path.suffix == ".gz" else data))
        return Target(st.one_of([damaged(seed) for seed in seeds]), check, folder)

    return make


def _text(name: str, seed: str, read: Callable[[Path], Iterable[str]] = _read_corpus) -> Callable[[], Target]:
    return _format(name, [seed], read, partial(damaged_text, zipped=name.endswith(".gz")))


FORMATS: dict[str, Callable[[], Target]] = {
    "text": _text("a.txt", "the cat sleeps\n\na dog barks .\r\nit 's\n"),
    "text.gz": _text("a.txt.gz", "the cat sleeps\n\na dog barks .\n" * 20),
    "tokenized": _text("a.txt", "the cat sleeps\n\na dog barks .\r\n", partial(_read_corpus, tokenized=True)),
    "tsv": _text("a.tsv", "the\tD\ncat\tN\n\na\tD\ndog\tN\n"),
    "conllu": _text("a.conllu", f"{_CONLLU}\n{_CONLLU}"),
    "jsonl": _text("a.jsonl", _JSONL),
    "words": _text("a.tsv", _WORDS, _read_labels),
    "words.jsonl": _text("a.jsonl", _WORD_TASKS, _read_labels),
    "tagset": _text("a.tsv", "N\tnoun\tNOUN\nV\tverb\tVERB\n# a comment\nX\n", _read_tagset),
    "senseval": _text("a.xml", _SENSEVAL, _read_senses),
    "senseval.pos": _text("a.pos", _POS, _read_senses),
    "senseval.key": _text("a.key", "a a.1 1\na a.2 1 2 3\n", _read_key),
    "unified": _text("a.data.xml", _UNIFIED, _read_senses),
    "semcor": _text("br-a01", _SEMCOR, _read_senses),
    "ufsac": _text("a.xml", _UFSAC, _read_senses),
    "coarsewsd": _text("train.data.txt", "1 the bank\n0\tbanks of it\n", _read_senses),
    "rlwsd": _text("a.txt", _RLWSD, _read_senses),
    "rlwsd.json": _text("a.json", _RLJSON, _read_senses),
    "senses.tsv": _text("a.tsv", "a|b\tthe\tbank\tof\nb\tx\tbanks\ty\tbank.n\n\tx\tbank\t\n", _read_senses),
    "prodigy": _text("a.jsonl", _TASK, _read_senses),
    "dix": _text("a.dix", _DIX, _read_dictionary),
    "bidix": _text("a.dix", _BIDIX, partial(_read_dictionary, language="left")),
    "giella": _text("a.xml", _GIELLA, _read_dictionary),
    "lift": _text("a.lift", _LIFT, _read_dictionary),
    "sfm": _text("a.sfm", _SFM, _read_dictionary),
    "lexc": _text("a.lexc", _LEXC, _read_dictionary),
    "unimorph": _text("a.txt", _UNIMORPH, _read_dictionary),
    "wiktionary": _text("a.jsonl", _WIKTIONARY, _read_dictionary),
    "dictionary.csv": _text("a.csv", _DICTIONARY, _read_dictionary),
    "curves": _text("a.json", _CURVES, _read_curves),
    "counts.json": _text("counts.json", json.dumps(_MANIFEST), _read_manifest),
    "counts": _format("a.npz", [_counts()], _read_counts, _archives),
    "docbin": _format("a.spacy", _docbins(), _read_senses, damaged_docbin),
}
