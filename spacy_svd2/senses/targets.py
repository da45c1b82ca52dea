"""Find the words of an inventory in documents, with one look-up for the tokens of a whole batch."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import IS_ASCII, IS_SPACE, LEMMA, LOWER, ORTH
from spacy.strings import get_string_id
from spacy.tokens import Doc

from ..shared.hash_table import MISSING, HashTable
from ..shared.lookup import KeyHashes, string_ids
from .corpora.docs import annotated, read_targets
from .model.inventory import Entry, Inventory, other_forms, word_name

_ATTRS = [LOWER, LEMMA, IS_SPACE, ORTH, IS_ASCII]
Place = tuple[int, int, str]
"""First token and the token after the last, both counted without white space, and the key of the word."""


@dataclass(frozen=True)
class Found:
    """Targets of one document.

    places (NDArray): The tokens that are not white space, (n,).
    targets (list): Its targets in order; they do not overlap.
    """

    places: NDArray[np.intp]
    targets: list[Place]


@dataclass(frozen=True)
class _Pattern:
    """A form: the hashes of its tokens after the first, and the words that have it, the best first."""

    rest: list[int]
    words: list[str]


class TargetFinder:
    """Finds targets by the keys of their tokens, or by lemma if the document has lemmas.

    Where targets overlap, the longest form wins; of equally long forms, the first in the text. Forms are preferred to
    lemmas. If several words have the same form, the word whose training examples show the form most often wins, then
    the first in the alphabet; words whose tags or parts of speech do not match the tokens are left out.
    """

    def __init__(self, inventory: Inventory) -> None:
        self._entries = inventory.entries
        self._key = inventory.key
        self._forms_of, self._lemmas_of = KeyHashes(inventory.key), KeyHashes(inventory.key.written)
        by_head: dict[str, dict[tuple[str, ...], list[tuple[bool, int, str]]]] = {}
        lemmas: dict[str, list[tuple[bool, int, str]]] = {}
        for word, entry in inventory.entries.items():
            for form, count in entry.forms.items():
                for spelt in (form, *other_forms(form, inventory.key)):
                    rank = (spelt != form, -count, word)  # a word that has this very spelling comes first
                    by_head.setdefault(spelt[0], {}).setdefault(spelt, []).append(rank)
            for lemma in entry.lemmas:
                for (text,) in ((lemma,), *other_forms((lemma,), inventory.key)):
                    lemmas.setdefault(text, []).append((text != lemma, -entry.n_examples, word))
        self._patterns = [
            [
                _Pattern([get_string_id(token) for token in form[1:]], [word for _, _, word in sorted(forms[form])])
                for form in sorted(forms, key=lambda form: (-len(form), form))
            ]
            for forms in by_head.values()
        ]
        self._lemma_words = [[word for _, _, word in sorted(found)] for found in lemmas.values()]
        self._heads = HashTable(string_ids(list(by_head)), np.arange(len(by_head), dtype=np.int32))
        self._lemmas = HashTable(string_ids(list(lemmas)), np.arange(len(lemmas), dtype=np.int32))

    def find(self, docs: Sequence[Doc]) -> list[Found]:
        """Find the targets of documents.

        docs (Sequence): The documents, at least one.
        RETURNS (list): The targets of each.
        RAISES (UserError): A word is limited to a tag or part of speech, and the document has none (K012).
        """
        lowers, lemmas, spaces = self._columns(docs)
        keep = spaces == 0
        ends = np.concatenate([[0], np.cumsum(keep)])[np.cumsum([0, *map(len, docs)])]
        lowers = lowers[keep]
        heads, by_lemma = self._heads(lowers), self._lemmas(lemmas[keep])
        candidates = np.flatnonzero((heads != MISSING) | (by_lemma != MISSING))
        owners = np.searchsorted(ends, candidates, side="right") - 1
        places = [np.flatnonzero(part) for part in np.split(keep, np.cumsum([len(doc) for doc in docs])[:-1])]
        matches: list[list[Place]] = [[] for _ in docs]
        for owner, at in zip(owners.tolist(), candidates.tolist(), strict=True):
            low, high = int(ends[owner]), int(ends[owner + 1])
            patterns = self._patterns[heads[at]] if heads[at] != MISSING else []
            lemma_words = self._lemma_words[by_lemma[at]] if by_lemma[at] != MISSING else []
            taken = 0
            for size, words in _lengths(patterns, lowers[at + 1 : high], lemma_words):
                word = self._allowed(words, docs[owner], places[owner][at - low : at - low + size])
                if word is not None and size != taken:
                    matches[owner].append((at - low, at - low + size, word))
                    taken = size
        return [Found(place, _disjoint(match)) for place, match in zip(places, matches, strict=True)]

    def given(self, docs: Sequence[Doc], spans_key: str) -> list[Found]:
        """Use the spans of a group as targets instead; the word is named by a span's id, or else by its lemma or text.

        docs (Sequence): The documents.
        spans_key (str): The group.
        RETURNS (list): The targets of each document, without those of words that the inventory lacks.
        """
        found = []
        for doc in docs:
            places = np.flatnonzero(doc.to_array(IS_SPACE) == 0)
            matches = []
            for target in read_targets(doc, spans_key):
                start, end = np.searchsorted(places, [target.start, target.end]).tolist()
                name = word_name(target.word, doc[target.start : target.end].text, self._key)
                word = name if name in self._entries else self._word_of(name)
                if word is not None and start < end:
                    matches.append((start, end, word))
            found.append(Found(places, _disjoint(matches)))
        return found

    def _columns(self, docs: Sequence[Doc]) -> NDArray[np.uint64]:
        """Hashes of the keys of texts and lemmas, and whether they are white space, (3, n)."""
        if any(doc.vocab is not docs[0].vocab for doc in docs):
            return np.concatenate([self._columns([doc]) for doc in docs], axis=1)
        strings = docs[0].vocab.strings
        columns: NDArray[np.uint64] = np.concatenate([doc.to_array(_ATTRS) for doc in docs]).T
        forms, lemmas, _, texts, simple = columns
        # for most words spaCy's lower-case form is the key, unless the vocabulary has no language
        others = np.flatnonzero((simple == 0) | (forms == 0) | (self._key.is_turkic & (forms != texts)))
        forms[others] = self._forms_of(texts[others], strings)
        if lemmas.any():
            lemmas[:] = self._lemmas_of(lemmas, strings)
        return columns[:3]

    def _word_of(self, text: str) -> str | None:
        first, *rest = text.split()
        number = int(self._heads(np.array([get_string_id(first)], dtype=np.uint64))[0])
        hashes = [get_string_id(token) for token in rest]
        patterns = self._patterns[number] if number != MISSING else []
        return next((pattern.words[0] for pattern in patterns if pattern.rest == hashes), None)

    def _allowed(self, words: list[str], doc: Doc, places: NDArray[np.intp]) -> str | None:
        return next((word for word in words if _fits(self._entries[word], doc, places)), None)


def _lengths(
    patterns: list[_Pattern], following: NDArray[np.uint64], lemma_words: list[str]
) -> list[tuple[int, list[str]]]:
    """Number of tokens and words of each form that begins at a token, longest first; lemmas last."""
    found = []
    for pattern in patterns:
        size = len(pattern.rest)
        if size == 0 or following[:size].tolist() == pattern.rest:
            found.append((size + 1, pattern.words))
    return [*found, (1, lemma_words)] if lemma_words else found


def _fits(entry: Entry, doc: Doc, places: NDArray[np.intp]) -> bool:
    tokens = [doc[place] for place in places.tolist()]
    if entry.tags and not any(token.tag_ in entry.tags for token in tokens):
        annotated(doc, "tags")
        return False
    if entry.pos and not any(token.pos_ in entry.pos for token in tokens):
        annotated(doc, "pos")
        return False
    return True


def _disjoint(matches: list[Place]) -> list[Place]:
    """The longest matches, or the first of equally long ones, without those that overlap a better match."""
    if all(end - start == 1 for start, end, _ in matches) and len({start for start, _, _ in matches}) == len(matches):
        return sorted(matches)
    taken: set[int] = set()
    kept = []
    for start, end, word in sorted(matches, key=lambda match: (match[0] - match[1], match[0])):
        if taken.isdisjoint(range(start, end)):
            taken.update(range(start, end))
            kept.append((start, end, word))
    return sorted(kept)
