"""Senses without names: the groups of a word's occurrences, each with the words that are typical of it."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..model.contexts import ContextWindow
from ..model.sense_model import Occurrence
from .groups import component_points, find_groups

_TYPICAL = 5
_LEAST_MEMBERS = 2
"""Of a group that must have a word near the target for it to be typical."""


@dataclass(frozen=True)
class InducedSense:
    """A group of occurrences as a sense.

    name (str): The word's key, "#" and a number: 1 for the largest group.
    words (tuple): Words that are typical of its contexts, the most typical first.
    occurrences (list): Its occurrences, with the name as their sense.
    """

    name: str
    words: tuple[str, ...]
    occurrences: list[Occurrence]


@dataclass
class InducedSenses:
    """Training data for `kpca_wsd`: occurrences whose senses are groups; takes the place of a corpus reader.

    senses (list): The senses of all words.
    """

    senses: list[InducedSense]

    def occurrences(
        self, nlp: Any, *, annotations: Sequence[str] = (), pipes: Sequence[Any] = (), describe: Any = None
    ) -> Iterator[Occurrence]:
        """Stream the occurrences; the arguments are those of `SenseCorpus.occurrences`, and are not needed."""
        return (item for sense in self.senses for item in sense.occurrences)

    def targets(self) -> list[dict[str, Any]]:
        """Make entries of the setting `targets`, in which typical words take the place of glosses."""
        glosses: dict[str, dict[str, str]] = {}
        for sense in self.senses:
            glosses.setdefault(sense.occurrences[0].word, {})[sense.name] = ", ".join(sense.words)
        return [{"key": word, "glosses": found} for word, found in glosses.items()]


def induce_senses(occurrences: Sequence[Occurrence], n: int, window: ContextWindow) -> list[InducedSense]:
    """Divide the occurrences of a word into senses without names (Schuetze 1998).

    occurrences (Sequence): Occurrences of one word; their senses are not looked at.
    n (int): Senses at most; fewer if fewer occurrences differ.
    window (ContextWindow): Which features are computed.
    RETURNS (list): The senses, the most frequent first.
    """
    groups = find_groups(component_points(occurrences, window), n)
    around = [_words_around(item, window) for item in occurrences]
    everywhere = Counter(word for words in around for word in words)
    found = []
    for number, group in enumerate(groups, start=1):
        name = f"{occurrences[0].word}#{number}"
        members = sorted(group.members.tolist())
        inside = Counter(word for at in members for word in around[at])
        words = _typical(inside, len(members), everywhere, len(occurrences))
        labelled = [replace(occurrences[at], senses=(name,)) for at in members]
        found.append(InducedSense(name, tuple(words), labelled))
    return found


def _words_around(item: Occurrence, window: ContextWindow) -> set[str]:
    """The keys of the words around a target, without the target."""
    words = [*item.context.words[: item.start], *item.context.words[item.end :]]
    return {window.key(word) for word in words if any(letter.isalpha() for letter in word)} - {item.word}


def _typical(inside: Counter[str], size: int, everywhere: Counter[str], total: int) -> Iterable[str]:
    """Words by P(word | group) log(P(word | group) / P(word)), their share of the divergence from all contexts."""
    scores = {
        word: count / size * math.log(count / size / (everywhere[word] / total))
        for word, count in inside.items()
        if count >= _LEAST_MEMBERS
    }
    ranked = sorted(scores, key=lambda word: (-round(scores[word], 9), word))
    return [word for word in ranked if scores[word] > 0][:_TYPICAL]
