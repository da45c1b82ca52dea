"""What can be fuzzed, by name."""

from collections.abc import Callable
from functools import partial
from typing import Any

from .components import SenseTarget, TaggerTarget
from .inputs import (
    counts_target,
    curves_target,
    damage_docbin,
    docbin_seeds,
    key_target,
    labels_target,
    manifest_target,
    scores_target,
    sense_target,
    tagset_target,
    tar_target,
    text_target,
    zip_target,
)

_ROW = "{0}\t{1}\t{1}\tNOUN\tN\t_\t0\troot\t_\t{2}\n"
_CONLLU = (
    "# text = du x\n"
    + "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
    + _ROW.format(1, "de", "_")
    + _ROW.format(2, "le", "_")
    + _ROW.format("2.1", "e", "_")
    + _ROW.format(3, "x", "SpaceAfter=No")
)
_SENSEVAL = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE corpus [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<corpus lang="english"><lexelt item="art.n">
<instance id="art.1"><answer instance="art.1" senseid="a"/><answer senseid="b"/>
<context>The <head>art</head> of &eacute; &#233; [hi]x[/hi].</context></instance>
<instance id="art.2"><context>\nMy <head>arts</head>\n</context></instance>
</lexelt></corpus>"""
_POS = """<instance id="hard.1"><answer senseid="H"/><context><s><wf pos="DT">a</wf>
<head><wf pos="JJ">hard</wf></head> <wf pos="NN">day</wf></s></context></instance>"""
_TASK = (
    '{"text": "the bank closed", "spans": [{"start": 4, "end": 8, "label": "money"}], "id": 1, '
    '"meta": {"word": "bank"}}\n'
    '{"text": "a bank", "spans": [{"start": 2, "end": 6}], "options": [{"id": "1"}], '
    '"accept": ["1"], "answer": "accept"}\n'
)
_RLWSD = "\tgloss one\t1\n\tgloss two\t2\n\tother\t3\nleft\tword\tright\t1\t1\nleft\tword\tright .\t2\n"
_RLJSON = '[{"1": "one", "2": "two", "3": "other"}, [[["left", "word", "right"], "1"], [["left", "word", "r"], 2]]]'

TARGETS: dict[str, Callable[[], Any]] = {
    "svd2_tagger": TaggerTarget,
    "kpca_wsd": SenseTarget,
    "text": partial(text_target, ".txt", "the cat sleeps\n\na dog barks .\r\nit 's\n"),
    "text.gz": partial(text_target, ".txt.gz", "the cat sleeps\n\na dog barks .\n" * 20),
    "tokenized": partial(text_target, ".txt", "the cat sleeps\n\na dog barks .\r\n", tokenized=True),
    "tsv": partial(text_target, ".tsv", "the\tD\ncat\tN\n\na\tD\ndog\tN\n"),
    "conllu": partial(text_target, ".conllu", _CONLLU + "\n" + _CONLLU),
    "jsonl": partial(
        text_target,
        ".jsonl",
        '{"text": "a cat \\u00e9"}\n{"tokens": ["a", "b"], "tags": ["X", "Y"], "spaces": [true, false]}\n'
        '{"tokens": [{"text": "a", "ws": true}, {"text": "b", "ws": false}]}\n',
    ),
    "docbin": lambda: sense_target(".spacy", *docbin_seeds(), mutation=damage_docbin),
    "words": partial(
        labels_target, ".tsv", 'word\ttag\tpos\tnote\nthe\tD\tDET\t"x"\ncat\tN|V\tNOUN|VERB\t\ndog\t\t\t\n'
    ),
    "words.jsonl": partial(
        labels_target, ".jsonl", '{"text": "the", "accept": ["D"], "answer": "accept"}\n{"text": "cat", "accept": []}\n'
    ),
    "tagset": tagset_target,
    "senseval": partial(sense_target, ".xml", _SENSEVAL),
    "senseval.pos": partial(sense_target, ".pos", _POS),
    "senseval.key": key_target,
    "rlwsd": partial(sense_target, ".txt", _RLWSD),
    "rlwsd.json": partial(sense_target, ".json", _RLJSON),
    "senses.tsv": partial(sense_target, ".tsv", "a|b\tthe\tbank\tof\nb\tx\tbanks\ty\tbank.n\n\tx\tbank\t\n"),
    "prodigy": partial(sense_target, ".jsonl", _TASK),
    "counts": counts_target,
    "counts.json": manifest_target,
    "curves": curves_target,
    "scores": scores_target,
    "zip": zip_target,
    "tar": tar_target,
}
INPUTS = [name for name in TARGETS if name not in ("svd2_tagger", "kpca_wsd")]


def make_target(name: str) -> Any:
    """RETURNS (Any): The target of a name, warmed up: whatever it imports is imported."""
    return TARGETS[name]()
