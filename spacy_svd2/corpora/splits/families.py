"""Which words of a text to ask about: those whose cut is in doubt, one for each family of words that are cut alike."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ..concordance import Line
from .signs import APOSTROPHES, HYPHENS, NUMBER_SIGNS
from .sites import Family, Site, kind_of, sites_of

_JOINERS = APOSTROPHES + HYPHENS
_LETTER_SIGNS = re.compile("[ʼʻꞌ]")  # apostrophes that Unicode counts as letters
_ADDRESS = re.compile(r"\S@\S|://|^\W*www\.", re.IGNORECASE)
_SURE = re.compile(r"\W*(?:\d{4}-\d\d-\d\d|(?:[^\W\d_]\.){2,})\W*")  # dates, and abbreviations of single letters
_MOST_CHUNKS = 1 << 20
_LONGEST = 40  # longer chunks are addresses and other accidents
_PARTNERS = 3  # a clitic has at least so many different words beside it
_CLITIC_SHARE = 200  # and is at least one in so many words of its family

_Member = tuple[Site, str, int]
"""A place in a chunk, the chunk, and how often it occurs."""


@dataclass
class ChunkCounts:
    """How often chunks without white space stand in a text, as far as their cut can be in question.

    chunks (Counter): Chunks, without the punctuation around them.
    shown (dict): Each of them as it stands in the text: alone if it does so anywhere.
    abbreviations (Counter): Words with a full stop where the sentence goes on.
    stops (Counter): The same words with a full stop anywhere.
    """

    chunks: Counter[str] = field(default_factory=Counter)
    shown: dict[str, str] = field(default_factory=dict)
    abbreviations: Counter[str] = field(default_factory=Counter)
    stops: Counter[str] = field(default_factory=Counter)

    def add(self, text: str) -> None:
        """Count the chunks of a text."""
        chunks = text.split()
        for chunk, following in zip(chunks, [*chunks[1:], ""], strict=True):
            if chunk.isalpha() and not _LETTER_SIGNS.search(chunk):
                continue
            if len(chunk) > _LONGEST or _ADDRESS.search(chunk) or _SURE.fullmatch(chunk):
                continue
            core = strip_punctuation(chunk)
            self.chunks[core] += 1
            if core == chunk or core not in self.shown:
                self.shown[core] = chunk
            if chunk.endswith(".") and chunk[:-1] == core:
                self.stops[chunk] += 1
                self.abbreviations[chunk] += following[:1].islower() or following[:1].isdigit()
        if len(self.chunks) > _MOST_CHUNKS:
            self.chunks = Counter({chunk: n for chunk, n in self.chunks.items() if n > 1})
            self.shown = {chunk: self.shown[chunk] for chunk in self.chunks}


def strip_punctuation(chunk: str) -> str:
    """A chunk without the signs around it that no answer is needed for; quotation marks may be apostrophes too."""
    start, end = 0, len(chunk)
    while start < end and kind_of(chunk[start]) == "S" and chunk[start] not in _JOINERS + "#@$":
        start += 1
    while start < end and kind_of(chunk[end - 1]) == "S" and chunk[end - 1] not in _JOINERS + NUMBER_SIGNS:
        end -= 1
    if end - start > 2 and chunk[start] in APOSTROPHES and chunk[end - 1] in APOSTROPHES:
        return chunk[start + 1 : end - 1]
    return chunk[start:end]


@dataclass(frozen=True)
class Question:
    """A word to ask about.

    word (str): A chunk of the text.
    count (int): How many chunks of the text are cut as this one is.
    pieces (tuple): How it is cut now.
    lines (tuple): Lines of the text that have it: what precedes it, the word, what follows.
    """

    word: str
    count: int
    pieces: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()


def find_questions(counts: ChunkCounts) -> list[Question]:
    """Choose words, the one on which most tokens depend in front."""
    families: dict[tuple[Family, bool], list[_Member]] = defaultdict(list)
    for chunk, n in counts.chunks.items():
        for site in sites_of(chunk):
            if _is_in_doubt(site, chunk):
                families[site.family, site.is_doubled].append((site, chunk, n))
    questions = [question for members in families.values() for question in _words_of(members, counts.shown)]
    questions += [
        Question(word, n) for word, n in counts.abbreviations.items() if n > 1 and 2 * n >= counts.stops[word]
    ]
    questions.sort(key=lambda question: (-question.count, question.word))
    return list({question.word: question for question in reversed(questions)}.values())[::-1]


def _is_in_doubt(site: Site, chunk: str) -> bool:
    """Whether languages differ: numbers with signs within them, and addresses, are one word in all."""
    family = site.family
    if family.signs == "":
        return True
    if family.signs == HYPHENS or family.signs == APOSTROPHES:
        return True
    if unicodedata.category(family.signs) in ("Ps", "Pe", "Pi", "Pf") or family.signs == '"':
        return False
    if family.left and family.right:
        return "N" not in (family.left, family.right) or family.signs not in ",.:/"
    return bool((family.left == "N" and family.signs in NUMBER_SIGNS) or (not family.left and family.signs in "#@$"))


def _words_of(members: list[_Member], shown: dict[str, str]) -> Iterator[Question]:
    """The words of a family to ask about: one for each clitic, and then the others, the most frequent first."""
    total = sum(n for _, _, n in members)
    rest = members
    while (clitic := _next_clitic(rest, total)) is not None:
        covered = [member for member in rest if clitic(member[0])]
        rest = [member for member in rest if not clitic(member[0])]
        yield Question(shown[_clearest(covered, shown)[0]], sum(n for _, _, n in covered))
    others: Counter[str] = Counter()
    for _, word, n in rest:
        others[word] += n
    for number, word in enumerate(_clearest(rest, shown)):
        if number == 0 or others[word] > 1:  # the first stands for all of them
            yield Question(shown[word], others[word] if number else others.total())


def _clearest(members: list[_Member], shown: dict[str, str]) -> list[str]:
    """The words with the fewest signs, and of these the most frequent, in front."""
    found: Counter[str] = Counter()
    for _, word, n in members:
        found[word] += n
    return sorted(found, key=lambda word: (shown[word] != word, len(list(sites_of(word))), -found[word], word))


def _next_clitic(members: list[_Member], total: int) -> Callable[[Site], bool] | None:
    """The letters on one side of the sign that most words of different kinds have in common."""
    tokens: Counter[tuple[bool, str]] = Counter()
    partners: dict[tuple[bool, str], set[str]] = defaultdict(set)
    for site, _, n in members:
        for is_left, part, other in ((True, site.left, site.right), (False, site.right, site.left)):
            if part and other:
                tokens[is_left, part] += n
                partners[is_left, part].add(other)
    known = [key for key in tokens if len(partners[key]) >= _PARTNERS and tokens[key] * _CLITIC_SHARE >= total]
    if not known:
        return None
    is_left, part = max(known, key=lambda key: (min(tokens[key], 5 * len(partners[key])), tokens[key], key))
    return lambda site: (site.left if is_left else site.right) == part
