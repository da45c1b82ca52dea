"""Inflected targets: which forms belong to one word, according to a table or guessed from the examples."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import combinations, takewhile
from pathlib import Path

from ..corpora.whole_files import numbered_lines, read_text
from ..errors import Errors, UserError
from ..shared.delimited import split_row
from ..shared.word_keys import ANY_LANGUAGE, WordKey
from .model.inventory import Inventory
from .model.sense_model import Occurrence

_SHORTEST_STEM, _LONGEST_ENDING = 3, 3
LIKE = 0.6
"""Threshold of difflib's ratio, from 0 to 1: banks is like bank, and geese is like goose."""


def read_forms(path: Path, key: WordKey = ANY_LANGUAGE) -> dict[str, str]:
    """Read a table of forms, such as UniMorph's: each line has the word, a form of it, and perhaps other columns.

    path (Path): The file, its columns separated by tabs; `.gz` or not.
    key (WordKey): What words are compared by.
    RETURNS (dict): The word by the key of its form. A form of several words, or one that is itself a word of the
        table, is left out, because it is ambiguous.
    RAISES (UserError): The file can't be read (C101, C102), or a line has fewer than two columns (C106).
    """
    words: dict[str, set[str]] = defaultdict(set)
    for line, text in numbered_lines(read_text(path)):
        word, form, *_ = (*(cell.strip() for cell in split_row(text)), "", "")
        if not word or not form:
            why = "it needs a word and a form of it, separated by a tab"
            raise UserError(Errors.C106.format(path=path, line=line, why=why))
        words[key.name(" ".join(key(form).split()))].add(key.name(word))
    known = {key.name(key(word)) for found in words.values() for word in found}
    return {form: min(found) for form, found in words.items() if len(found) == 1 and form not in known}


def join_forms(
    occurrences: Iterable[Occurrence], forms: Mapping[str, str], key: WordKey = ANY_LANGUAGE
) -> list[Occurrence]:
    """Assign occurrences of forms to their words.

    occurrences (Iterable): Training data.
    forms (Mapping): The word by its form.
    key (WordKey): What words are compared by.
    RETURNS (list): The same occurrences, with the word from the table if it has one.
    """
    return [replace(item, word=forms.get(key.name(key(item.word)), item.word)) for item in occurrences]


def add_forms(inventory: Inventory, forms: Mapping[str, str]) -> None:
    """Add the forms of the words of an inventory, so that they are found in texts; no words are added.

    inventory (Inventory): The words; it is changed.
    forms (Mapping): The word by its form.
    """
    for form, word in forms.items():
        if word in inventory.entries:
            inventory.entries[word].forms.setdefault(tuple(form.split()), 0)


def likely_forms(occurrences: Sequence[Occurrence]) -> list[tuple[str, str]]:
    """Find words of training data that may be forms of one word, such as bank and banks.

    occurrences (Sequence): Training data.
    RETURNS (list): Pairs of words that look alike and have a sense in common. A word whose key is not its text is left
        out: its key was chosen deliberately.
    """
    texts: dict[str, set[str]] = defaultdict(set)
    groups: dict[tuple[str, str], set[str]] = defaultdict(set)
    for item in occurrences:
        texts[item.word].add(" ".join(item.context.words[item.start : item.end]).lower())
        for sense in item.senses:
            groups[sense, item.word[:1]].add(item.word)
    found = {
        pair
        for (sense, _), words in groups.items()
        for pair in combinations(sorted(word for word in words if texts[word] == {word.lower()}), 2)
        if _look_alike(*pair, is_number=sense.isdecimal())
    }
    return sorted(found)


def _look_alike(first: str, second: str, *, is_number: bool) -> bool:
    """Whether two words share a stem or look similar; similarity counts only if senses are more than numbers."""
    stem = len([*takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))])
    if stem >= _SHORTEST_STEM and max(len(first), len(second)) - stem <= _LONGEST_ENDING:
        return True
    return not is_number and SequenceMatcher(None, first, second).ratio() >= LIKE
