from spacy_svd2.tagger.forms.suffix_tree import affixes, suffix


def test_affixes_pad_short_words():
    names, which = affixes(["walks", "eats", "s"], 2, "suffix")
    assert [names[i] for i in which] == ["ks", "ts", "\x02s"]
    names, which = affixes(["walks", "a"], 2, "prefix")
    assert [names[i] for i in which] == ["wa", "a\x02"]


def test_a_short_word_is_a_suffix_of_its_own():
    assert suffix("walks", 2) == "ks"
    assert suffix("a", 2) == "\x02a"
