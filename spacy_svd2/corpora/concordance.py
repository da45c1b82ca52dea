"""Words in context: find a few lines of the corpus for each of several words, reading it once."""

import math
import random
from collections.abc import Callable, Collection, Iterable

from ..shared.word_keys import written_by

Line = tuple[str, str, str]
"""A line of the corpus: what precedes a word, the word, what follows; each in reading order."""

_CACHED_TEXTS = 1 << 20


class WrittenWords(list[str]):
    """The token texts of a sentence, and the text that they come from.

    text (str): The sentence as it is written.
    """

    def __init__(self, words: Iterable[str], text: str) -> None:
        super().__init__(words)
        self.text = text

    def gaps(self) -> list[str]:
        """Say what stands after each token: "" if the next follows at once; a space if not, or if that is not known."""
        gaps, end, known = [], 0, True
        for word in self:
            start = self.text.find(word, end)
            gaps.append("" if known and start == end else " ")
            known = start >= 0
            end = start + len(word) if known else end
        return [*gaps[1:], ""]


def find_lines(
    sentences: Iterable[list[str]],
    words: Collection[str],
    *,
    normalize: Callable[[str], str] = str,
    n: int = 3,
    width: int = 48,
) -> dict[str, list[Line]]:
    """Sample lines of context for words evenly from the whole corpus; the result is the same each time.

    The corpus is read once and not kept: only `n` lines for each word are in memory.

    sentences (Iterable): Token texts of each sentence; those that are `WrittenWords` are shown as they are written,
        others with spaces between all tokens.
    words (Collection): The types wanted.
    normalize (Callable): From the text of a token to its type; a `WordKey` also encodes what is shown.
    n (int): Lines for each word at most.
    width (int): Characters on each side at most, in whole tokens.
    RETURNS (dict): For each word its lines in corpus order, no two the same; none for a word that does not occur.
    """
    samples = {word: _Sample(n, word) for word in words}
    written = written_by(normalize)
    cached: dict[str, _Sample | None] = {}
    for sentence in sentences:
        for at, text in enumerate(sentence):
            sample = cached.get(text, _ABSENT)
            if sample is _ABSENT:
                if len(cached) >= _CACHED_TEXTS:
                    cached.clear()
                sample = cached[text] = samples.get(normalize(text))
            if sample is not None and sample.wants_next():
                gaps = sentence.gaps() if isinstance(sentence, WrittenWords) else [" "] * len(sentence)
                shown = list(map(written, sentence))
                left = _fill(shown[:at][::-1], ["", *gaps[: at - 1][::-1]], width)
                right = _fill(shown[at + 1 :], ["", *gaps[at + 1 :]], width)
                before = "".join(word + gap for word, gap in reversed(left))
                sample.add((before, shown[at], "".join(gap + word for word, gap in right)))
    return {word: sample.lines() for word, sample in samples.items()}


def _fill(tokens: list[str], gaps: list[str], width: int) -> list[tuple[str, str]]:
    """The first tokens that fit into a number of characters, each with what parts it from the one before."""
    taken: list[tuple[str, str]] = []
    for token, gap in zip(tokens, gaps, strict=False):
        width -= len(token) + len(gap)
        if width < 0:
            break
        taken.append((token, gap))
    return taken


class _Sample:
    """n of the occurrences of a word, each with the same chance (Li 1994, algorithm L: most are passed over)."""

    def __init__(self, n: int, word: str) -> None:
        self._n = n
        self._random = random.Random(word)
        self._lines: list[tuple[int, Line]] = []
        self._seen = 0
        self._next = 0
        self._weight = 1.0

    def wants_next(self) -> bool:
        """Count an occurrence and say whether it is drawn."""
        self._seen += 1
        return self._seen > self._next and self._n > 0

    def add(self, line: Line) -> None:
        """Add a drawn occurrence; if the same line is there already, the next occurrence is drawn instead."""
        if any(line == other for _, other in self._lines):
            return
        if len(self._lines) < self._n:
            self._lines.append((self._seen, line))
        else:
            self._lines[self._random.randrange(self._n)] = (self._seen, line)
        if len(self._lines) == self._n:
            self._weight *= (1.0 - self._random.random()) ** (1 / self._n)
            skipped = math.log(1.0 - self._random.random()) / math.log1p(-min(self._weight, 1 - 1e-12))
            self._next = self._seen + math.floor(min(skipped, 1e15))

    def lines(self) -> list[Line]:
        """The lines in corpus order."""
        return [line for _, line in sorted(self._lines)]


_ABSENT = _Sample(0, "")
