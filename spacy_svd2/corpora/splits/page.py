"""The page on which somebody decides how words are cut."""

import hashlib
import json
from collections.abc import Sequence
from itertools import chain, pairwise, product
from typing import Any

from ...shared.pages import direction, language, render_page
from .families import Question
from .sites import AFTER, BEFORE, BOTH, WHOLE, Site, sites_of

_MOST_CHOICES = 9  # one for each key


def splits_page(questions: Sequence[Question], *, title: str, lang: str = "xx") -> str:
    """Make the page.

    questions (Sequence): The words, the one to decide on first in front.
    title (str): What they are from, for the heading.
    lang (str): Language code, for screen readers and fonts.
    RETURNS (str): HTML.
    """
    shown = [_question(one) for one in questions]
    key = "svd2-splits-" + hashlib.sha256(json.dumps([title, shown]).encode("utf8")).hexdigest()[:20]
    data = {"questions": shown, "key": key}
    return render_page("splits", scripts=["kept_work"], title=title, lang=language(lang), data=data)


def choices_of(word: str, pieces: Sequence[str]) -> list[list[str]]:
    """List ways to cut a word: as now, and before and after each of its signs.

    word (str): The word.
    pieces (Sequence): How it is cut now.
    RETURNS (list): The pieces of each way.
    """
    sites = list(sites_of(word))
    alike = [[way] * len(sites) for way in (WHOLE, AFTER, BEFORE, BOTH)]
    ways = product(*map(_ways, sites)) if len(sites) == 1 else chain(alike, product(*map(_ways, sites[:2])))
    found = [list(pieces)]
    for way in ways:
        cuts = [0, len(word)]
        for site, action in zip(sites, way, strict=False):
            cuts += [site.start] * bool(action & BEFORE) + [site.end] * bool(action & AFTER)
        ordered = sorted(set(cuts))
        found.append([word[a:b] for a, b in pairwise(ordered)])
    return [list(one) for one in dict.fromkeys(map(tuple, found))][:_MOST_CHOICES]


def _ways(site: Site) -> list[int]:
    if not site.family.signs:
        return [WHOLE, BEFORE]
    if not site.left or not site.right:
        return [WHOLE, AFTER if site.right else BEFORE]
    return [WHOLE, AFTER, BEFORE, BOTH]


def _question(one: Question) -> dict[str, Any]:
    return {
        "word": one.word,
        "count": one.count,
        "pieces": one.pieces,
        "choices": choices_of(one.word, one.pieces),
        "lines": one.lines,
        "dir": direction("".join(part for line in one.lines for part in line) or one.word),
    }
