"""The page for labelling occurrences of a word with senses."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...shared.pages import direction, language, render_page
from ..model.sense_model import Occurrence
from .groups import Group, component_points, find_groups
from .reading import WordInTexts
from .snippets import Snippet
from .suggest import COLUMNS, suggest_occurrences

_IN_GROUP = 4
"""Occurrences of a group that are shown."""


@dataclass(frozen=True)
class ShownGroup:
    """A group of occurrences on the page.

    size (int): Its occurrences in the text.
    snippets (list): Those to label, the most helpful first.
    """

    size: int
    snippets: list[Snippet]


def choose_groups(found: WordInTexts, n: int) -> tuple[list[ShownGroup], dict[Any, list[int]]]:
    """Choose the occurrences to show, in groups that are alike.

    Without labels of two senses, these are the most typical of each group, the largest group first; with labels, those
    that the labels leave in doubt, and the groups in the order of their first.

    found (WordInTexts): The word.
    n (int): Occurrences at most.
    RETURNS (tuple): The groups, and the components of each occurrence in hundredths, by `Snippet.place`.
    """
    points = component_points([one.occurrence for one in found.snippets], found.window)
    hundredths = np.rint(100 * points).astype(int).tolist()
    by_place = {one.place: row for one, row in zip(found.snippets, hundredths, strict=True)}
    if len({item.senses[0] for item in found.labelled if item.senses}) > 1:
        asked = suggest_occurrences(found.snippets, n, found.window, labelled=found.labelled)
        groups = find_groups(points, max(2, n // _IN_GROUP))
        return _gather(groups, found.snippets, [one.snippet for one in asked]), by_place
    seen = {(tuple(item.context.words), item.start) for item in found.labelled}
    shown = []
    for group in find_groups(points, max(2, -(-n // _IN_GROUP))):
        snippets = [found.snippets[number] for number in group.members]
        open_ones = [one for one in snippets if one.place not in seen][:_IN_GROUP]
        if open_ones:
            shown.append(ShownGroup(len(snippets), open_ones))
    return _first(shown, n), by_place


def _gather(groups: Sequence[Group], snippets: Sequence[Snippet], asked: Sequence[Snippet]) -> list[ShownGroup]:
    """Put occurrences into their groups, in the order given."""
    group_of = {snippets[number].place: at for at, group in enumerate(groups) for number in group.members}
    shown: dict[int, list[Snippet]] = {}
    for one in asked:
        shown.setdefault(group_of[one.place], []).append(one)
    return [ShownGroup(len(groups[at].members), chosen) for at, chosen in shown.items()]


def _first(groups: Sequence[ShownGroup], n: int) -> list[ShownGroup]:
    kept = []
    for group in groups:
        kept.append(ShownGroup(group.size, group.snippets[:n]))
        n -= len(kept[-1].snippets)
        if n <= 0:
            break
    return kept


def senses_page(
    found: WordInTexts, n: int, *, title: str, lang: str = "xx", glosses: dict[str, str] | None = None
) -> str:
    """Make the page: one HTML file that works without a network.

    found (WordInTexts): The word, its occurrences, and the labels that there are.
    n (int): Occurrences to show at most.
    title (str): The heading.
    lang (str): Language code, for screen readers and fonts.
    glosses (dict): What the senses mean, as far as it is known.
    RETURNS (str): HTML.
    """
    groups, points = choose_groups(found, n)
    data = page_data(found, groups, points, glosses or {})
    way = direction("".join(item["left"] + item["right"] for item in data["occurrences"]) or found.word)
    scripts = ["kept_work", "table_reader"]
    return render_page("occurrences", scripts=scripts, title=title, lang=language(lang), dir=way, data=data)


def page_data(
    found: WordInTexts, groups: Sequence[ShownGroup], points: dict[Any, list[int]], glosses: dict[str, str]
) -> dict[str, Any]:
    """Collect the data that the page's script works on.

    found, groups, points, glosses: See `choose_groups` and `senses_page`.
    RETURNS (dict): "word"; "columns" of the table; "occurrences" (left, target, right of each), "points" (their
        components, in hundredths), "groups" (size, and numbers of occurrences), "senses" (name, gloss), "known" (the
        rows of the labels that there are), and "key", under which the browser keeps the work: it depends on the rest.
    """
    snippets = [one for group in groups for one in group.snippets]
    numbers = iter(range(len(snippets)))
    senses = dict.fromkeys(sense for item in found.labelled for sense in item.senses)
    content: dict[str, Any] = {
        "word": found.word,
        "columns": [*COLUMNS, "gloss"],
        "occurrences": [{"left": one.left, "target": one.target, "right": one.right} for one in snippets],
        "points": [points[one.place] for one in snippets],
        "groups": [{"size": group.size, "members": [next(numbers) for _ in group.snippets]} for group in groups],
        "senses": [{"name": sense, "gloss": glosses.get(sense, "")} for sense in senses],
        "known": [_row(item) for item in found.labelled],
    }
    digest = hashlib.sha256(json.dumps(content).encode("utf8")).hexdigest()
    return {**content, "key": "kpca-" + digest[:20]}


def _row(item: Occurrence) -> list[str]:
    """The cells of a labelled occurrence, without the gloss."""
    words = list(item.context.words)
    parts = words[: item.start], words[item.start : item.end], words[item.end :]
    return ["|".join(item.senses), *(" ".join(part) for part in parts), item.word]
