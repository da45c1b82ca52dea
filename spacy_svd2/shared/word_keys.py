"""One key for each word, however it is encoded: it makes tokens the same type, and finds the words of senses.

A key is the text in canonical composition (NFC), without characters that nobody sees, in lower case where case does
not count. What two people read as the same word is then the same word.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain
from unicodedata import category, is_normalized
from unicodedata import normalize as encode

INVISIBLE = "[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]+"
"""Soft hyphen, zero width space, word joiner, byte order mark, and marks of direction. The joiners U+200C and U+200D
stay, as they spell words in Persian, Bengali and others; so do the visible signs that Unicode counts as formats."""
_INVISIBLE = re.compile(INVISIBLE)
_BLOCK = 512
_DOTS = re.compile("i\u0307+")
_ACCENT = re.compile("([ij]\u0328?)([\u0300\u0301\u0303])")


def _lower_turkic(text: str) -> str:
    """Lower the two letters i. An i with a dot of its own is what other programs make of İ."""
    return _DOTS.sub("i", text.replace("İ", "i").replace("I", "ı"))


def _lower_lithuanian(text: str) -> str:
    """Keep the dot of i and j below an accent, also where the text leaves it out (Unicode's SpecialCasing)."""
    return _ACCENT.sub("\\1\u0307\\2", encode("NFD", text.lower()))


_TURKIC = frozenset({"tr", "az", "crh", "gag", "tt"})
_LOWER = {**dict.fromkeys(_TURKIC, _lower_turkic), "lt": _lower_lithuanian}
"""What comes before `str.lower` where a language has rules of its own. Full case folding is not used: beyond
`str.lower` it only merges words that people write differently, such as Maße and Masse."""


def canonical(text: str) -> str:
    """Encode a text canonically, with its capitals: what is compared where case counts.

    text (str): The text.
    RETURNS (str): The text in NFC without invisible characters, which stay only where there is nothing else.
    """
    if text.isascii():
        return text
    visible = _INVISIBLE.sub("", text)
    return encode("NFC", visible if visible and not visible.isspace() else text)


def ends_in_word(text: str) -> bool:
    """Whether a text ends in a letter or digit, or in a mark on one."""
    return bool(text) and category(text[-1])[0] in "LMN"


def canonical_all(texts: list[str]) -> list[str]:
    """Encode many texts canonically: fast where hundreds in a row are canonical already, as they mostly are."""
    found = list(texts)
    for block in _blocks(texts):
        if not _is_canonical(" ".join(texts[block])):
            found[block] = map(canonical, texts[block])
    return found


def _blocks(texts: list[str]) -> Iterator[slice]:
    return (slice(begin, begin + _BLOCK) for begin in range(0, len(texts), _BLOCK))


def _is_canonical(text: str) -> bool:
    # printable text has no invisible characters, and asking for that is faster than searching
    return is_normalized("NFC", text) and (text.isprintable() or not _INVISIBLE.search(text))


def is_visible(text: str) -> bool:
    """Whether a text has anything that people can see."""
    return bool(_INVISIBLE.sub("", text).strip())


_SIGNS = "\u2019\u02bc\u2018\u02bb\ua78c\uff07"
_APOSTROPHES = str.maketrans(dict.fromkeys(_SIGNS, "'"))


def spelling(word: str) -> str:
    """What words that differ in the encoding or in the sign for an apostrophe have in common.

    word (str): The word.
    RETURNS (str): The word in canonical composition (NFC), with a straight apostrophe.
    """
    return word if word.isascii() else encode("NFC", word).translate(_APOSTROPHES)


def other_spellings(word: str) -> list[str]:
    """The same word with each other sign for its apostrophes, the most common first; none for a sign alone.

    word (str): The word.
    """
    straight = spelling(word)
    if "'" not in straight or len(straight) == 1:
        return []
    return [other for sign in f"'{_SIGNS}" if (other := straight.replace("'", sign)) != word]


class WordKey:
    """From the text of a word to its key. A key is its own key.

    lower (Callable): Removes differences of case, such as `str.lower`; `str` keeps them.
    lang (str): Code of the language whose rules of case hold.
    normalize (bool): Whether to ignore differences of encoding, and to apply the rules of the language. If not, a key
        is what `lower` makes of the text, as in version 0.1.0.
    """

    def __init__(self, lower: Callable[[str], str] = str.lower, *, lang: str = "", normalize: bool = True) -> None:
        language = lang.replace("_", "-").partition("-")[0]
        self.lower = lower
        self.normalize = normalize
        self._rule = _LOWER.get(language) if normalize and lower is not str else None
        self.is_simple = normalize and self._rule is None
        """Whether the key of a canonical text is what `lower` makes of it."""
        self.is_turkic = self._rule is _lower_turkic
        """Whether the lower case that spaCy gives a token may be the key of another word: I is not the capital of i."""

    def __call__(self, text: str) -> str:
        """Give the key of a text."""
        if not self.normalize or (self._rule is None and text.isascii()):
            return self.lower(text)
        text = canonical(text)
        return encode("NFC", self.lower(text if self._rule is None else self._rule(text)))

    def written(self, text: str) -> str:
        """Give the text as it counts where capitals do, such as for the shape of a word."""
        return canonical(text) if self.normalize else text

    def name(self, text: str) -> str:
        """Give the name of a word that has senses: as it is written, but with a straight apostrophe."""
        return spelling(canonical(text)) if self.normalize else text


@lru_cache
def word_key(lang: str, normalize: bool) -> WordKey:
    """Give the key that ignores case; the same object for the same arguments, which are those of `WordKey`."""
    return WordKey(lang=lang, normalize=normalize)


ANY_LANGUAGE = word_key("", True)
"""The key of words of a language without rules of its own."""


def written_by(key: Callable[[str], str]) -> Callable[[str], str]:
    """Find out how a function that makes keys sees the capitals of a text: `WordKey.written`, or as it stands."""
    return key.written if isinstance(key, WordKey) else str


def keys_of(key: Callable[[str], str], texts: list[str]) -> Iterator[str]:
    """Give the keys of many texts, as `canonical_all` does.

    key (Callable): A `WordKey`, or another function of a text.
    texts (list): The texts.
    RETURNS (Iterator): Their keys.
    """
    if not isinstance(key, WordKey) or not key.normalize:
        return map(key, texts)
    return chain.from_iterable(_keys_of_block(key, texts[block]) for block in _blocks(texts))


def _keys_of_block(key: WordKey, texts: list[str]) -> list[str]:
    text = " ".join(texts)
    if key.is_simple:
        keys = [*map(key.lower, texts)]
        if text.isascii() or (_is_canonical(text) and is_normalized("NFC", " ".join(keys))):
            return keys
    elif _is_canonical(text):
        keys = key(text).split(" ")  # nothing joins or changes case across a space
        if len(keys) == len(texts):  # words may hold spaces
            return keys
    return [*map(key, texts)]


def all_written_by(key: Callable[[str], str], texts: list[str]) -> list[str]:
    """Apply `written_by(key)` to many texts, as fast as `canonical_all`."""
    return canonical_all(texts) if isinstance(key, WordKey) and key.normalize else texts
