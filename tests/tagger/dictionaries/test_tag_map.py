"""Tag maps: proposed from known abbreviations, written, corrected, and read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from spacy_svd2.errors import UserError
from spacy_svd2.tagger.dictionaries.abbreviations import propose
from spacy_svd2.tagger.dictionaries.registry import read_dictionary
from spacy_svd2.tagger.dictionaries.tag_map import map_pos, read_tag_map, tags_of, write_tag_map
from spacy_svd2.tagger.naming.tag_names import UPOS_GLOSSES

Write = Callable[[str, str | bytes], Path]


@pytest.mark.parametrize(
    ("pos", "tags"),
    [
        ("n", "NOUN"), ("n.m.", "NOUN"), ("s. f.", "NOUN"), ("sust.", "NOUN"), ("Substantiv", "NOUN"), ("Nom", "NOUN"),
        ("v.t.", "VERB"), ("vi", "VERB"), ("v.t. & i.", "VERB"), ("Transitive verb", "VERB"), ("verbe", "VERB"),
        ("adj", "ADJ"), ("Adjektiv", "ADJ"), ("adj. qual.", "ADJ"), ("adv.", "ADV"), ("advérbio", "ADV"),
        ("prép.", "ADP"), ("Präp.", "ADP"), ("post", "ADP"), ("pron. pers.", "PRON"), ("Proper Noun", "PROPN"),
        ("possessive pronoun", "PRON"), ("conj.", "CCONJ|SCONJ"), ("coordconn", "CCONJ"), ("interj", "INTJ"),
        ("n, adj", "NOUN|ADJ"), ("adj/adv", "ADJ|ADV"), ("n., masc.", "NOUN"), ("n. cl. 5/6", "NOUN"), ("vt1", "VERB"),
        ("artigo", "DET"), ("número", "NUM"), ("V.PTCP", "VERB|ADJ"), ("aux", "AUX"), ("name", "PROPN"),
    ],
)  # fmt: skip
def test_known_abbreviations(pos: str, tags: str) -> None:
    assert propose(pos) == tuple(tags.split("|"))


@pytest.mark.parametrize("pos", ["prefix", "suf.", "verbal prefix", "Affix", "phrase", "loc."])
def test_parts_of_words_are_left_out(pos: str) -> None:
    assert propose(pos) == ()


@pytest.mark.parametrize("pos", ["qqq", "", "1", "???", "zz yy"])
def test_nothing_is_proposed_for_what_is_not_known(pos: str) -> None:
    assert propose(pos) is None


def test_tags_of_universal_dependencies_stand_for_themselves() -> None:
    assert {tag: propose(tag) for tag in UPOS_GLOSSES} == {tag: (tag,) for tag in UPOS_GLOSSES}


def test_a_map_survives_being_written(write: Write, tmp_path: Path) -> None:
    lexicon = read_dictionary(write("a.tsv", "kata\tn\nmira\tv\nka-\tpref\nfoo\tqqq\nko\tconj\n"))
    mapped = map_pos(lexicon)
    write_tag_map(tmp_path / "map.tsv", mapped)
    assert (tmp_path / "map.tsv").read_text("utf8").splitlines() == [
        "from\tto\tentries\texamples",
        "conj\tCCONJ|SCONJ\t1\tko",
        "n\tNOUN\t1\tkata",
        "pref\t\t1\tka-",
        "qqq\t\t1\tfoo",
        "v\tVERB\t1\tmira",
    ]
    read = read_tag_map(tmp_path / "map.tsv")
    assert read == {**tags_of(mapped), "qqq": ()}
    assert lexicon.tags(read) == {"kata": ("NOUN",), "mira": ("VERB",), "ko": ("CCONJ", "SCONJ")}


def test_a_given_map_is_not_added_to(write: Write) -> None:
    lexicon = read_dictionary(write("a.tsv", "kata\tN\nmira\tv\n"))
    mapped = map_pos(lexicon, {"n": ("X",)})
    assert {one.pos: one.tags for one in mapped} == {"N": ("X",), "v": None}
    with pytest.raises(UserError, match=r"L057.*N 1, v 1.*--save-map"):
        lexicon.tags({})


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("pos\ttag\nn\tNOUN\n", "line 1: the header needs"),
        ("", "line 1: the header needs"),
        ("from\tto\n\tNOUN\n", "line 2: the tag 'NOUN' has no part of speech"),
        ("from\tto\nn\tNOUN\nn\tVERB\n", "line 3: 'n' stands above"),
        ("from\tto\nn\tNOUN|\n", "line 2: '' can't be a tag"),
    ],
)
def test_maps_that_can_not_be_used(write: Write, content: str, why: str) -> None:
    with pytest.raises(UserError, match="L056") as error:
        read_tag_map(write("map.tsv", content))
    assert why in str(error.value)
