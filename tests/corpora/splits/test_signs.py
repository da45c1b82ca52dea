"""Classes of characters, as regular expressions and one by one."""

import re
import unicodedata

from spacy_svd2.corpora.splits.signs import digit, letter
from spacy_svd2.corpora.splits.sites import kind_of


def test_the_expressions_agree_with_the_kinds_of_characters() -> None:
    letters, words, digits = map(re.compile, (letter(), letter(or_digit=True), digit()))
    for character in map(chr, range(0x20000)):
        if unicodedata.category(character) not in ("Cn", "Cs", "Co"):
            found = [one.match(character) is not None for one in (letters, words, digits)]
            kind = kind_of(character)
            assert found == [kind == "L", kind in "LN", kind == "N"], f"U+{ord(character):04X}"
