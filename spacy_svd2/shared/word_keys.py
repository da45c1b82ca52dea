"""From the text of a token to its type."""

from collections.abc import Callable

from spacy.attrs import LOWER, NORM, ORTH
from spacy.lang.lex_attrs import lower
from spacy.vocab import Vocab

ATTRS = {"LOWER": LOWER, "ORTH": ORTH, "NORM": NORM}


def type_maker(vocab: Vocab, attr: str) -> Callable[[str], str]:
    """From the text of a token to its type.

    vocab (Vocab): The pipeline's vocabulary.
    attr (str): "LOWER", "ORTH" or "NORM".
    RETURNS (Callable): The function.
    """
    getter = vocab.lex_attr_getters.get(ATTRS[attr], str if attr == "ORTH" else str.lower)  # type: ignore[attr-defined]
    return str.lower if getter is lower else getter  # the same, without a function of Python's around it
