"""Which words of a text could be forms of one word: those whose endings alternate in many other words as well."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile

from ...shared.word_keys import WordKey
from ..word_forms import LIKE

_SHORTEST_STEM = 3
_LONGEST_ENDING = 4
_COUNTED_STEM = 4
"""Letters that words have in common whose changes are counted: shorter words are alike by chance (hat, rat)."""
_LEAST_ALIKE = 3
_LEAST_SHARE, _LEAST_SHARE_IN_FRONT = 0.01, 0.05
"""A change is regular if at least three other words show it, and this share of those that have one of the endings. In
front, where few languages inflect, coincidence is more frequent (hand, land)."""


@dataclass(frozen=True)
class FormCandidate:
    """A word that could be a form of another.

    form (str): Its key.
    count (int): Its occurrences.
    change (str): What distinguishes it, such as "-, -s" or "ki-, vi-"; empty for the word itself and if it only looks
        alike.
    n_alike (int): Other words of the text that show the same change.
    is_likely (bool): Whether the change is regular; true for the word itself.
    """

    form: str
    count: int
    change: str = ""
    n_alike: int = 0
    is_likely: bool = False

    @property
    def why(self) -> str:
        """The evidence in words."""
        if not self.change:
            return "the word itself" if self.is_likely else "looks alike"
        return f"{self.change}, as in {self.n_alike:,} other word{'' if self.n_alike == 1 else 's'}"


def count_words(sentences: Iterable[Sequence[str]], key: WordKey) -> Counter[str]:
    """Count the words of a text.

    sentences (Iterable): The tokens of each sentence.
    key (WordKey): What words are compared by.
    RETURNS (Counter): Occurrences by key, without tokens that hold no letter.
    """
    texts: Counter[str] = Counter()
    for words in sentences:
        texts.update(words)
    counts: Counter[str] = Counter()
    for text, count in texts.items():
        if any(letter.isalpha() for letter in text):
            counts[key.name(key(text))] += count
    return counts


def find_candidates(word: str, counts: Mapping[str, int], *, n: int = 30) -> list[FormCandidate]:
    """Find the words of a text that could be forms of a word.

    A form is likely if the two words differ at the end, or at the front, in the same way as at least one per cent of
    the words with such an ending (five per cent in front): *bank, banks* are like *tree, trees*.

    word (str): The key of the word; it need not occur.
    counts (Mapping): Occurrences by key.
    n (int): How many to return at most, besides the word itself.
    RETURNS (list): The word itself, then the likely ones, by descending count, then words that
        look alike, by descending similarity.
    """
    found = {form: one for form, one in _alternating(word, counts).items() if one.is_likely}
    likeness = {form: _likeness(word, form) for form in counts if form != word and form not in found}
    found |= {form: FormCandidate(form, counts[form]) for form, ratio in likeness.items() if ratio >= LIKE}
    ranked = sorted(
        found.values(), key=lambda one: (not one.is_likely, -likeness.get(one.form, 0), -one.count, one.form)
    )
    return [FormCandidate(word, counts.get(word, 0), is_likely=True), *ranked[:n]]


def likely_candidates(word: str, counts: Mapping[str, int]) -> list[str]:
    """List the likely forms of a word in a text, without the word itself; see `find_candidates`."""
    return sorted(form for form, one in _alternating(word, counts).items() if one.is_likely)


def _alternating(word: str, counts: Mapping[str, int]) -> dict[str, FormCandidate]:
    """The words that differ from a word in their last letters or their first ones; of both, the more regular change."""
    found: dict[str, FormCandidate] = {}
    for at_end in (True, False):
        stems = {form if at_end else form[::-1]: form for form in counts}
        asked = word if at_end else word[::-1]
        pairs = {form: _endings(asked, turned) for turned, form in stems.items() if turned != asked}
        changes = {pair for pair in pairs.values() if pair is not None}
        shares = {pair: _share_of(pair, asked[: len(asked) - len(pair[0])], stems) for pair in changes}
        for form, pair in pairs.items():
            if pair is None:
                continue
            n_alike, share = shares[pair]
            likely = n_alike >= _LEAST_ALIKE and share >= (_LEAST_SHARE if at_end else _LEAST_SHARE_IN_FRONT)
            one = FormCandidate(form, counts[form], _written(pair, at_end), n_alike, likely)
            if form not in found or n_alike > found[form].n_alike:
                found[form] = one
    return found


def _endings(word: str, other: str) -> tuple[str, str] | None:
    """The endings after the common stem of two words; None if there is no stem, or an ending is long."""
    stem = len([*takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False))])
    endings = word[stem:], other[stem:]
    longest = max(map(len, endings))
    return endings if stem >= min(_SHORTEST_STEM, len(word)) and longest <= min(_LONGEST_ENDING, stem) else None


def _share_of(pair: tuple[str, str], stem: str, stems: Mapping[str, str]) -> tuple[int, float]:
    """How many other words show both endings, and their share of those with the more frequent of the two."""
    bases = [set(_without_ending(stems, end)) for end in pair]
    n_alike = len((bases[0] & bases[1]) - {stem})
    return n_alike, n_alike / max(1, *map(len, bases))


def _without_ending(words: Iterable[str], ending: str) -> Iterator[str]:
    size = len(ending)
    return (word[: len(word) - size] for word in words if len(word) - size >= _COUNTED_STEM and word.endswith(ending))


def _written(pair: tuple[str, str], at_end: bool) -> str:
    ends = pair if at_end else (pair[0][::-1], pair[1][::-1])
    return ", ".join(f"-{end}" if at_end else f"{end}-" for end in ends)


def _likeness(word: str, form: str) -> float:
    """Difflib's ratio, from 0 to 1; 0 for words that begin differently or differ much in length."""
    if word[:1] != form[:1] or abs(len(word) - len(form)) > _LONGEST_ENDING:
        return 0.0
    return SequenceMatcher(None, word, form).ratio()
