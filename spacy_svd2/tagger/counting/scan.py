"""Step 1, counting: one scan of the corpus gives all counts that the algorithm needs."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from ...shared.word_keys import all_written_by, keys_of
from ..forms.shapes import has_inner_capital
from ..settings import Boundaries
from .bigram_tables import TableSum, bigram_table, grown, numbered, pairs
from .counts import NOTHING, BigramCounts
from .distinct_words import distinct_words

CHUNK_TOKENS = 1 << 20
_BATCH_TOKENS = 1 << 10  # few enough for the processor's cache, and too few to start the garbage collector
_TEXT_SIZE = 1 << 22  # letters that are split at once: more need fewer look-ups of words, but more memory
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")


def count_bigrams(
    sentences: Iterable[list[str]],
    *,
    normalize: Callable[[str], str] = str.lower,
    boundaries: Boundaries = "ignore",
    chunk_tokens: int = CHUNK_TOKENS,
) -> BigramCounts:
    """Count types and bigrams in one scan.

    sentences (Iterable): Token texts, a list for each sentence (or other unit of text).
    normalize (Callable): From the text of a token to its type, such as a `WordKey`; called once per distinct text.
    boundaries (str): "ignore" counts across sentence ends (the paper), "stop" does not, "token" does not and lets
        the boundary serve as a context of its own.
    chunk_tokens (int): Tokens held at a time, as numbers. Memory depends on these, the distinct texts and the bigrams.
    RETURNS (BigramCounts): The counts; empty for an empty corpus.
    """
    scan = _Scan(normalize, boundaries, chunk_tokens)
    for batch in _batches(sentences):
        scan.add(batch)
    return scan.result()


def count_texts(
    texts: Iterable[str],
    *,
    normalize: Callable[[str], str] = str.lower,
    boundaries: Boundaries = "ignore",
    chunk_tokens: int = CHUNK_TOKENS,
    text_size: int = _TEXT_SIZE,
) -> BigramCounts:
    r"""Count text that is split by white space: the same as `count_bigrams` of every line's `str.split`, but faster.

    texts (Iterable): Text, cut at ends of lines ("\n"); each line is a unit.
    normalize, boundaries, chunk_tokens: See `count_bigrams`.
    text_size (int): Letters that are worked on at a time, or one text if it is longer.
    RETURNS (BigramCounts): The counts; empty for an empty corpus.
    """
    scan = _Scan(normalize, boundaries, chunk_tokens)
    held: list[str] = []
    for text in texts:
        held.append(text)
        if sum(map(len, held)) >= text_size:
            scan.add_text("".join(held))
            held = []
    scan.add_text("".join(held))
    return scan.result()


class _Scan:
    """The running totals of a count. Texts of tokens ("forms") are numbered first; a table gives the type of each.

    Properties of texts are counted for each form, and added up for each type only at the end.
    """

    def __init__(self, normalize: Callable[[str], str], boundaries: Boundaries, chunk_tokens: int) -> None:
        self.normalize = normalize
        self.boundaries = boundaries
        self.chunk_tokens = chunk_tokens
        self.forms = numbered()
        self.types = numbered()
        self.form_types = np.zeros(0, dtype=np.int32)
        self.wordlike = np.zeros(0, dtype=bool)
        self.held: list[NDArray[np.int32]] = []
        self.lengths: list[NDArray[np.int64]] = []
        self.n_held = 0
        self.tables = TableSum()
        self.counts = self.starts = self.ends = self.inside = np.zeros(0, dtype=np.int64)
        self.n_sentences = 0
        self.first = self.last = NOTHING

    def add(self, sentences: list[list[str]]) -> None:
        """Add sentences that have words."""
        lengths = list(map(len, sentences))
        numbers = self._numbers(chain.from_iterable(sentences), sum(lengths))
        self._hold(numbers, np.array(lengths, dtype=np.int64))

    def add_text(self, text: str) -> None:
        """Add lines of words."""
        found = distinct_words(text)
        if found is None:
            for batch in _batches(map(str.split, text.split("\n"))):
                self.add(batch)
        else:
            words, which, lengths = found
            self._hold(self._numbers(words, len(words))[which], lengths)

    def _numbers(self, words: Iterable[str], n: int) -> NDArray[np.int32]:
        return np.fromiter(map(self.forms.__getitem__, words), dtype=np.int32, count=n)

    def _hold(self, forms: NDArray[np.int32], lengths: NDArray[np.int64]) -> None:
        self.held.append(forms)
        self.lengths.append(lengths)
        self.n_held += len(forms)
        if self.n_held >= self.chunk_tokens:
            self._count_held()

    def result(self) -> BigramCounts:
        """The counts of all sentences."""
        self._count_held()
        n = len(self.types)
        capitals = (self.inside * seen for seen in _capitals(list(self.forms), self.normalize))
        counts = self._by_type(self.counts)
        return BigramCounts(
            types=list(self.types),
            counts=counts,
            bigrams=self.tables.total(n, int(counts.sum())),
            starts=self._by_type(self.starts),
            ends=self._by_type(self.ends),
            case=np.stack([self._by_type(of_forms) for of_forms in (self.inside, *capitals)], axis=1),
            n_sentences=self.n_sentences,
            edges=(self.first, self.last),
            boundaries=self.boundaries,
        )

    def _count_held(self) -> None:
        if not self.n_held:
            return
        forms, lengths = np.concatenate(self.held), np.concatenate(self.lengths)
        end = np.cumsum(lengths)
        start = end - lengths
        self.n_sentences += len(lengths)
        self.held, self.lengths, self.n_held = [], [], 0
        self._learn_new_forms()
        n = len(self.forms)
        initial = np.zeros(len(forms), dtype=bool)
        initial[start] = True
        inside = ~initial
        inside[1:] &= self.wordlike[forms[:-1]]
        self.counts = grown(self.counts, n) + np.bincount(forms, minlength=n)
        self.starts = grown(self.starts, n) + np.bincount(forms[start], minlength=n)
        self.ends = grown(self.ends, n) + np.bincount(forms[end - 1], minlength=n)
        self.inside = grown(self.inside, n) + np.bincount(forms[inside], minlength=n)
        types = self.form_types[forms]
        self._add_bigrams(types, initial)
        self.first = int(types[0]) if self.first < 0 else self.first
        self.last = int(types[-1])

    def _learn_new_forms(self) -> None:
        new = list(islice(self.forms, len(self.form_types), None))
        types = map(self.types.__getitem__, keys_of(self.normalize, new))
        self.form_types = np.concatenate([self.form_types, np.fromiter(types, dtype=np.int32, count=len(new))])
        self.wordlike = np.concatenate([self.wordlike, _wordlike(new)])

    def _add_bigrams(self, types: NDArray[np.int32], initial: NDArray[np.bool_]) -> None:
        n = len(self.types)
        if self.boundaries == "ignore":
            stream = types if self.last < 0 else np.concatenate([[self.last], types])
            self.tables.add(pairs(stream, n))
        else:
            inside = np.flatnonzero(~initial[1:])
            self.tables.add(bigram_table(types[inside], types[inside + 1], n))

    def _by_type(self, of_forms: NDArray[np.int64]) -> NDArray[np.int64]:
        total = np.zeros(len(self.types), dtype=np.int64)
        np.add.at(total, self.form_types, of_forms)
        return total


def _wordlike(forms: list[str]) -> NDArray[np.bool_]:
    """bool (n,), whether a text has a letter or digit."""
    found = _flags(str.isalpha, forms)
    rest = np.flatnonzero(~found)
    found[rest] = _flags(_LETTER_OR_DIGIT.search, [forms[i] for i in rest.tolist()])
    return found


def _capitals(forms: list[str], key: Callable[[str], str]) -> NDArray[np.bool_]:
    """bool (3, n), whether a text begins with a capital, is all in capitals and longer than one, has some inside."""
    found = np.zeros((3, len(forms)), dtype=bool)
    rest = np.flatnonzero(~_flags(str.islower, forms)).tolist()
    texts = all_written_by(key, [forms[i] for i in rest])
    found[0, rest] = _flags(str.isupper, [text[:1] for text in texts])
    found[1, rest] = _flags(str.isupper, texts) & np.array([len(text) > 1 for text in texts], dtype=bool)
    found[2, rest] = _flags(has_inner_capital, texts)
    return found


def _flags(says: Callable[[str], object], texts: list[str]) -> NDArray[np.bool_]:
    """bool (n,), the value of a function for each text."""
    return np.fromiter(map(bool, map(says, texts)), dtype=bool, count=len(texts))


def _batches(sentences: Iterable[list[str]]) -> Iterator[list[list[str]]]:
    """Batches of sentences with about a thousand tokens, without empty sentences."""
    batch: list[list[str]] = []
    n = 0
    for sentence in filter(None, sentences):
        batch.append(sentence)
        n += len(sentence)
        if n >= _BATCH_TOKENS:
            yield batch
            batch, n = [], 0
    if batch:
        yield batch
