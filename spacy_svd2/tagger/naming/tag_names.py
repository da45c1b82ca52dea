"""Valid names of tags, and the universal parts of speech (UPOS) of Universal Dependencies."""

import unicodedata

SPACE_TAG = "_SP"
"""The tag of white space, as spaCy's own taggers give it."""
LONGEST_TAG = 100
TAG_SEPARATOR = "|"
"""Parts several tags of a word."""
_CONTROLS = ("Cc", "Zl", "Zp", "Cs")
_LOOK_ALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухΑΒΕΖΗΙΚΜΝΟΡΤΥΧνοԌԚԜ",  # of Cyrillic and Greek
    "ABESIJKMHOPCTYXaesijopcyxABEZHIKMNOPTYXvoGQW",
)


def unfit_tag(name: str) -> str:
    """Say why a text can't be a tag.

    name (str): The text.
    RETURNS (str): The reason; "" if it can.
    """
    if not name:
        return "it is empty"
    if name == SPACE_TAG:
        return "it is the tag of white space"
    if len(name) > LONGEST_TAG:
        return f"it is longer than {LONGEST_TAG} letters"
    if TAG_SEPARATOR in name:
        return f"it holds '{TAG_SEPARATOR}', which separates several tags of a word"
    odd = next((letter for letter in name if unicodedata.category(letter) in _CONTROLS), None)
    if odd:
        return f"it holds the character U+{ord(odd):04X}"
    return "" if name == name.strip() else "it begins or ends with a space"


def plain_tag(name: str) -> str:
    """Give the tag that a tag looks like: in characters of usual width, Latin ones where others look the same.

    name (str): The tag.
    RETURNS (str): For instance "NOUN" for full-width letters, or for a Cyrillic O; most tags stay as they are.
    """
    return name if name.isascii() else unicodedata.normalize("NFKC", name).translate(_LOOK_ALIKES)


UPOS_GLOSSES = {
    "NOUN": "person, thing, place",
    "VERB": "action, event, state",
    "ADJ": "describes a noun",
    "ADV": "how, when, where",
    "PRON": "stands for a noun",
    "DET": "article, this, every",
    "ADP": "pre- or postposition",
    "AUX": "helping verb, to be",
    "CCONJ": "and, or, but",
    "SCONJ": "that, if, because",
    "PROPN": "name",
    "NUM": "number",
    "PART": "particle: not, 's, to",
    "INTJ": "oh, yes, please",
    "PUNCT": "punctuation mark",
    "SYM": "symbol: $, %, :)",
    "X": "anything else",
}
"""A short explanation of each tag; the most common tags first."""
