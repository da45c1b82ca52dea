"""The universal parts of speech (UPOS) of Universal Dependencies."""

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
"""Each tag with what it means in a few words; the most common tags first."""
