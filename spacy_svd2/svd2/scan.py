"""Step 1, counting: one scan of the corpus gives every count the algorithm needs."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from .bigram_tables import TableSum, bigram_table, grown, numbered, pairs
from .counts import NOTHING, BigramCounts
from .settings import Boundaries

CHUNK_TOKENS = 1 << 20


def count_bigrams(
    sentences: Iterable[list[str]],
    *,
    normalize: Callable[[str], str] = str.lower,
    boundaries: Boundaries = "ignore",
    chunk_tokens: int = CHUNK_TOKENS,
) -> BigramCounts:
    """Count types and bigrams in one scan.

    sentences (Iterable): Token texts, a list a sentence (or other unit of text).
    normalize (Callable): From the text of a token to its type; called once per distinct text.
    boundaries (str): "ignore" counts across sentence ends (the paper), "stop" does not, "token" does not and lets
        the boundary serve as a context of its own.
    chunk_tokens (int): Tokens held at a time. Memory is bounded by that, the distinct texts and the distinct bigrams.
    RETURNS (BigramCounts): The counts; empty for an empty corpus.
    """
    scan = _Scan(normalize, boundaries)
    for words, lengths in _chunks(sentences, chunk_tokens):
        scan.add(words, lengths)
    return scan.result()


class _Scan:
    """The running totals of `count_bigrams`; texts ("forms") get numbers first, types through a table."""

    def __init__(self, normalize: Callable[[str], str], boundaries: Boundaries) -> None:
        self.normalize = normalize
        self.boundaries = boundaries
        self.forms = numbered()
        self.types = numbered()
        self.form_types = np.zeros(0, dtype=np.int32)
        self.form_traits = np.zeros((0, 3), dtype=bool)
        self.tables = TableSum()
        self.counts = self.starts = self.ends = np.zeros(0, dtype=np.int64)
        self.case = np.zeros((0, 3), dtype=np.int64)
        self.n_sentences = 0
        self.first = self.last = NOTHING

    def add(self, words: list[str], lengths: list[int]) -> None:
        forms = np.fromiter(map(self.forms.__getitem__, words), dtype=np.int32, count=len(words))
        self._learn_new_forms()
        n = len(self.types)
        types = self.form_types[forms]
        end = np.cumsum(lengths)
        start = end - lengths
        initial = np.zeros(len(types), dtype=bool)
        initial[start] = True
        self.counts = grown(self.counts, n) + np.bincount(types, minlength=n)
        self.starts = grown(self.starts, n) + np.bincount(types[start], minlength=n)
        self.ends = grown(self.ends, n) + np.bincount(types[end - 1], minlength=n)
        self._add_case(forms, types, initial)
        self._add_bigrams(types, initial)
        self.n_sentences += len(lengths)
        self.first = int(types[0]) if self.first < 0 else self.first
        self.last = int(types[-1])

    def result(self) -> BigramCounts:
        n = len(self.types)
        return BigramCounts(
            types=list(self.types),
            counts=self.counts,
            bigrams=self.tables.total(n, int(self.counts.sum())),
            starts=self.starts,
            ends=self.ends,
            case=self.case,
            n_sentences=self.n_sentences,
            edges=(self.first, self.last),
            boundaries=self.boundaries,
        )

    def _learn_new_forms(self) -> None:
        known = len(self.form_types)
        if known == len(self.forms):
            return
        new = list(islice(self.forms, known, None))
        types = np.fromiter((self.types[self.normalize(form)] for form in new), dtype=np.int32, count=len(new))
        self.form_types = np.concatenate([self.form_types, types])
        self.form_traits = np.concatenate([self.form_traits, _traits(new)])

    def _add_case(self, forms: NDArray[np.int32], types: NDArray[np.int32], initial: NDArray[np.bool_]) -> None:
        n = len(self.types)
        wordlike, title, upper = self.form_traits[forms].T
        inside = ~initial
        inside[1:] &= wordlike[:-1]
        seen = [np.bincount(types[mask], minlength=n) for mask in (inside, inside & title, inside & upper)]
        self.case = grown(self.case, n) + np.stack(seen, axis=1)

    def _add_bigrams(self, types: NDArray[np.int32], initial: NDArray[np.bool_]) -> None:
        n = len(self.types)
        if self.boundaries == "ignore":
            stream = types if self.last < 0 else np.concatenate([[self.last], types])
            self.tables.add(pairs(stream, n))
        else:
            inside = np.flatnonzero(~initial[1:])
            self.tables.add(bigram_table(types[inside], types[inside + 1], n))


def _traits(forms: list[str]) -> NDArray[np.bool_]:
    """bool (n, 3): whether a text has a letter or digit, begins with a capital, and is all in capitals."""
    traits = np.tile([True, False, False], (len(forms), 1))
    plain = np.fromiter(map(str.isalpha, forms), dtype=bool, count=len(forms))
    plain &= np.fromiter(map(str.islower, forms), dtype=bool, count=len(forms))
    for i in np.flatnonzero(~plain).tolist():
        form = forms[i]
        wordlike = form.isalnum() or any(map(str.isalnum, form))
        traits[i] = wordlike, form[:1].isupper(), form.isupper() and len(form) > 1
    return traits


def _chunks(sentences: Iterable[list[str]], size: int) -> Iterator[tuple[list[str], list[int]]]:
    words: list[str] = []
    lengths: list[int] = []
    for sentence in sentences:
        if sentence:
            words.extend(sentence)
            lengths.append(len(sentence))
        if len(words) >= size:
            yield words, lengths
            words, lengths = [], []
    if words:
        yield words, lengths
