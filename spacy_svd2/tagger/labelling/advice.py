"""Find likely mistakes in labels, and sets of labels that will give poor tags, before they are used."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from ..naming.tag_names import UPOS_GLOSSES, plain_tag

_SHOWN_LINES = 5
_MIXED = (
    "{tags}: not UPOS tags, as others are, so that token.pos_ stays empty for them; "
    "a column 'pos' can say what they are"
)
_UPOS = frozenset(UPOS_GLOSSES)
_ENOUGH_LABELS = 50
"""10, 20, 50, 100, 200 labels: 40, 52, 72, 79, 85 per cent of tokens right, mean of Wolof and Maltese (dev)."""
_LARGE_SHARE = 0.6
_SHORTEST_SLIP, _MORE_COMMON, _LIKENESS = 3, 5, 0.7
_MOST_HALVED = 6
"""Tags of a word that count half of the one before; further ones count as much as the last of these."""
_JOINED = re.compile(r"[/,;+ ]+")


@dataclass(frozen=True)
class LabelRow:
    """A labelled word.

    word (str): The type.
    tags (tuple): Its tag, or several, as they stand in the file.
    pos (tuple): The UPOS tag of each of its tags; empty if the file does not say.
    line (int): Where it stands, from 1.
    skipped (bool): Whether it has no tag because the annotator was not sure.
    is_ordered (bool): Whether its first tag is the most common one, and so on. Otherwise the order means nothing.
    depends (bool): Whether its tag depends on the sentence, so that it should be asked for token by token.
    """

    word: str
    tags: tuple[str, ...]
    pos: tuple[str, ...]
    line: int
    skipped: bool = False
    is_ordered: bool = False
    depends: bool = False

    @property
    def counted_tags(self) -> list[str]:
        """The tags, each as often as it counts: in order of frequency, twice as often as the next one."""
        last = len(self.tags) - 1 if self.is_ordered else 0
        return [tag for place, tag in enumerate(self.tags) for _ in range(2 ** max(0, min(last, _MOST_HALVED) - place))]


def look_for_slips(rows: Sequence[LabelRow]) -> list[str]:
    """Look for tags that are probably typing errors.

    rows (Sequence): The labelled words.
    RETURNS (list): Notes on what looks wrong, with line numbers.
    """
    slips = _slips(rows)
    odd = {tag for tag, _ in slips}
    return [*(note for _, note in slips), *_miscased(rows), *_strangers(rows, odd)]


def find_weakness(rows: Sequence[LabelRow]) -> str:
    """Find out why a set of labels will give poor tags with any method.

    rows (Sequence): The labelled words.
    RETURNS (str): The reason; "" if there is none.
    """
    tags = Counter(tag for row in rows for tag in row.tags)
    if len(tags) == 1:
        return f"all labels are '{next(iter(tags))}', so every word gets that tag. Label words of other tags too"
    if len(rows) < _ENOUGH_LABELS:
        return f"there are only {len(rows)} labelled words. Label {_ENOUGH_LABELS} or more, the most frequent first"
    return ""


def find_large_tag(tags: Sequence[str], tokens: Sequence[float]) -> str:
    """Find a tag that gets most of the tokens, which no real part of speech does.

    tags (Sequence), tokens (Sequence): The tags, and how many tokens of the training corpus each gets.
    RETURNS (str): A note on it; "" if there is none.
    """
    n, tag = max(zip(tokens, tags, strict=True))
    share = n / max(sum(tokens), 1)
    if share <= _LARGE_SHARE:
        return ""
    return f"'{tag}' gets {share:.0%} of all tokens. Label more words of other tags, the most frequent first"


def show_lines(lines: Sequence[int]) -> str:
    """List line numbers, but only the first few.

    lines (Sequence): Their numbers.
    RETURNS (str): For instance "lines 2, 3".
    """
    shown = [*map(str, lines[:_SHOWN_LINES]), *(["..."] if len(lines) > _SHOWN_LINES else [])]
    return f"line{'s' if len(lines) > 1 else ''} {', '.join(shown)}"


def correct_tag(tag: str, known: Collection[str]) -> str:
    """Guess what a wrong tag was meant to be.

    tag (str): The tag.
    known (Collection): Tags that are right.
    RETURNS (str): For instance "write NOUN|VERB" or "did you mean NOUN?"; "" if it is like none of them.
    """
    plain = plain_tag(tag)
    if twin := next((one for one in known if one != tag and plain_tag(one) == plain), ""):
        return f"it looks like {twin}, but has other characters: did you mean {twin}?"
    parts = [part for part in _JOINED.split(plain) if part]
    if len(parts) > 1 and set(known).issuperset(parts):
        return f"for several tags, write {'|'.join(parts)}"
    meant = get_close_matches(tag, known, 1, _LIKENESS) if len(tag) >= _SHORTEST_SLIP else []
    return f"did you mean {meant[0]}?" if meant else ""


def _slips(rows: Sequence[LabelRow]) -> list[tuple[str, str]]:
    """Tags that join several tags by a wrong sign, or are rare and similar to another: each with a note."""
    lines: dict[str, list[int]] = {}
    for row in rows:
        for tag in row.tags:
            lines.setdefault(tag, []).append(row.line)
    told = {tag for row in rows if row.pos for tag in row.tags}
    has_upos = 2 * len(_UPOS & lines.keys()) > len(lines)
    notes = []
    for tag, at in lines.items():
        if tag in _UPOS or tag.upper() in _UPOS or tag in told:
            continue
        # a tag of the annotator's own may resemble another; a slip is much rarer than the tag that was meant
        known = [other for other, others in lines.items() if len(others) >= _MORE_COMMON * len(at) and other != tag]
        parts = {other for other in lines if other != tag} | (_UPOS if has_upos else set())
        twins = _twins(tag, lines)
        advice = correct_tag(tag, sorted(parts)) if _JOINED.search(tag) else ""
        if advice := advice or correct_tag(tag, [*twins, *known, *(_UPOS if has_upos else ())]):
            notes.append((tag, f"{show_lines(at)}: '{tag}' is a tag of its own as it stands; {advice}"))
    return notes


def _twins(tag: str, others: Mapping[str, Sequence[int]]) -> list[str]:
    """UPOS tags and more frequent tags that a tag looks like, though it is written with other characters."""
    plain = plain_tag(tag)
    if plain in _UPOS:
        return [plain]
    same = [one for one in others if one != tag and plain_tag(one) == plain]
    return [one for one in same if (len(others[one]), one == plain) > (len(others[tag]), tag == plain)]


def _miscased(rows: Sequence[LabelRow]) -> list[str]:
    """A note if tags are UPOS tags except for capitals: they would be separate tags, with an empty `token.pos_`."""
    tags = dict.fromkeys(tag for row in rows if not row.pos for tag in row.tags)
    wrong = [tag for tag in tags if tag not in _UPOS and tag.upper() in _UPOS]
    if not wrong:
        return []
    shown = ", ".join(f"'{tag}'" for tag in wrong[:_SHOWN_LINES]) + ", ..." * (len(wrong) > _SHOWN_LINES)
    return [
        f"{shown}: UPOS tags are written in capitals ('{wrong[0].upper()}'); as they stand they are other tags, "
        "and token.pos_ stays empty"
    ]


def _strangers(rows: Sequence[LabelRow], known: set[str]) -> list[str]:
    """Tags without a UPOS tag where others have one: slips if nearly all others are UPOS tags, otherwise a mixture."""
    told = {tag for row in rows if row.pos for tag in row.tags}
    plain = [(row.line, tag) for row in rows if not row.pos for tag in row.tags if tag not in told]
    odd = [(line, tag) for line, tag in plain if tag.upper() not in _UPOS and tag not in known]
    lines: dict[str, list[str]] = {}
    for line, tag in odd:
        lines.setdefault(tag, []).append(str(line))
    if 10 * len(odd) > len(plain):
        mixed = told or len(odd) < len(plain)
        shown = ", ".join([f"'{tag}'" for tag in lines][:_SHOWN_LINES]) + ", ..." * (len(lines) > _SHOWN_LINES)
        return [_MIXED.format(tags=shown)] if mixed else []
    return [
        f"line{'s' * (len(at) > 1)} {', '.join(at[:_SHOWN_LINES])}{', ...' * (len(at) > _SHOWN_LINES)}: "
        f"'{tag}' is not a UPOS tag, though nearly all others are"
        for tag, at in lines.items()
    ]
