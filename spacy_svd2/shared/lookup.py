"""From the hashes of spaCy's string store to small numbers and to keys of words, for whole arrays at once."""

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import LOWER, NORM, ORTH
from spacy.lang.lex_attrs import lower
from spacy.strings import StringStore, get_string_id
from spacy.symbols import IDS  # type: ignore[import-not-found]
from spacy.vocab import Vocab

from .artifacts import pack_strings
from .string_table import StringTable
from .word_keys import WordKey

ATTRS = {"LOWER": LOWER, "ORTH": ORTH, "NORM": NORM}
_LEADING = np.uint64(48)  # leaves the leading 16 of 64 bits

_MAX_KEYS = 1 << 15


def type_maker(vocab: Vocab, attr: str, *, normalize: bool, lang: str = "") -> WordKey:
    """Make the function from the text of a token to its type.

    vocab (Vocab): The pipeline's vocabulary.
    attr (str): "LOWER", "ORTH" or "NORM".
    normalize (bool), lang (str): See `WordKey`.
    RETURNS (WordKey): The function.
    """
    getter = str if attr == "ORTH" else vocab.lex_attr_getters.get(ATTRS[attr], str.lower)  # type: ignore[attr-defined]
    # `str.lower` is the same as spaCy's `lower`, without a function of Python's around it
    return WordKey(str.lower if getter is lower else getter, lang=lang, normalize=normalize)


class KeyHashes:
    """The hashes of keys by the hashes of texts: each text is turned into its key once, and the result is kept.

    key (Callable): From a text to its key.
    learn (bool): Whether the string store learns the keys, so that they can be shown.
    """

    def __init__(self, key: Callable[[str], str], *, learn: bool = False) -> None:
        self._key = key
        self._learn = learn
        self._known: dict[int, int] = {}

    def __call__(self, hashes: NDArray[np.uint64], strings: StringStore) -> NDArray[np.uint64]:
        """Give the hash of the key of each text.

        hashes (NDArray): uint64 (n,), of texts.
        strings (StringStore): Knows the texts.
        RETURNS (NDArray): uint64 (n,).
        """
        known = self._known  # another thread may begin anew meanwhile
        texts = hashes.tolist()
        new = [text for text in set(texts) if text not in known]
        known.update({text: (strings.add if self._learn else get_string_id)(self._key(strings[text])) for text in new})
        if len(known) > _MAX_KEYS:
            self._known = {}
        return np.fromiter(map(known.__getitem__, texts), dtype=np.uint64, count=len(texts))


def string_ids(strings: Sequence[str]) -> NDArray[np.uint64]:
    """uint64 (n,), what spaCy's `get_string_id` gives for each string.

    strings (Sequence): The strings; `StringTable` are hashed all at once.
    """
    if not isinstance(strings, StringTable):
        return np.fromiter(map(get_string_id, strings), dtype=np.uint64, count=len(strings))
    names, numbers = _symbols()
    likely = np.zeros(1 << 16, dtype=bool)
    likely[names >> _LEADING] = True
    at = np.flatnonzero(likely[strings.hashes >> _LEADING])
    found = np.minimum(np.searchsorted(names, strings.hashes[at]), len(names) - 1)
    same = names[found] == strings.hashes[at]
    hashes = strings.hashes.copy()
    hashes[at[same]] = numbers[found[same]]
    return hashes


@cache
def _symbols() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The hashes of spaCy's symbols, sorted, and the small numbers that spaCy has for them instead."""
    names = [name for name in IDS if name]
    hashes = StringTable(*pack_strings(names)).hashes
    numbers = np.array([IDS[name] for name in names], dtype=np.uint64)
    order = np.argsort(hashes)
    return hashes[order], numbers[order]
