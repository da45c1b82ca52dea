"""What dictionaries are worth: lexicons of treebanks, halves, and entries that were held out."""

import gzip
from pathlib import Path

from benchmarks import dictionaries
from benchmarks.sentences import train

NOUNS, VERBS = ("paka", "mbwaka", "mtuka", "nyumbaka"), ("anakuli", "analali", "anaoni", "amekuji")
SENTENCES = [[(noun, "NOUN"), (verb, "VERB")] for noun in NOUNS for verb in VERBS]


def test_the_lexicon_of_a_treebank_has_tags_from_a_tenth() -> None:
    gold = [[("Ka", "ADP")]] * 8 + [[("ka", "ADV")]] * 2 + [[("mi", "ADV")]] * 19 + [[("mi", "X")]]
    assert dictionaries.lexicon(gold) == {"ka": ("ADP", "ADV"), "mi": ("ADV",)}


def test_words_are_held_out_and_tagged_by_those_that_are_not() -> None:
    dictionary = dictionaries.lexicon(SENTENCES)
    labels, others = dictionaries.halves(dictionary)
    assert {*labels, *others} == {*NOUNS, *VERBS}
    assert not {*labels} & {*others}
    model = train([[word for word, _ in sentence] for sentence in SENTENCES])
    found = dictionaries.tagged(model, {"paka": ["NOUN"], "mbwaka": ["NOUN"], "anakuli": ["VERB"], "analali": ["VERB"]},
                                ["mtuka", "anaoni"])  # fmt: skip
    assert found == {"mtuka": "NOUN", "anaoni": "VERB"}


def test_the_dictionary_of_malagasy_is_in_lower_case(tmp_path: Path) -> None:
    (tmp_path / "mlg").mkdir()
    entries = b"Soa\tproper_name\nsoa\tadjective\nman-\tprefix\nmpitakolaka\tnoun\n"
    (tmp_path / "mlg" / "dict.txt.gz").write_bytes(gzip.compress(entries))
    assert dictionaries.malagasy_dictionary(tmp_path) == {"soa": ("PN", "ADJ"), "mpitakolaka": ("N",)}
