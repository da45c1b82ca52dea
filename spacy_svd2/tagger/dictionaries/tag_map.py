"""The tag map: which tags the parts of speech of a dictionary stand for, proposed, written and read."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ...corpora.files import CorpusFile
from ...errors import Errors, UserError
from ...shared.artifacts import write_text
from ...shared.delimited import clean_cell, find_columns, join_row, read_rows
from ..naming.tag_names import unfit_tag
from .abbreviations import propose
from .lexicon import Lexicon

TagMap = dict[str, tuple[str, ...]]
"""The tags of each part of speech; none for one that is left out."""

_NAMES = {"from": ("from",), "to": ("to",)}


@dataclass(frozen=True)
class MappedPos:
    """A part of speech of a dictionary, and what becomes of it.

    pos (str): What the dictionary calls it.
    n_entries (int): How many entries have it.
    tags (tuple): Its tags; none if it is left out; None if nobody has said.
    examples (tuple): Headwords.
    """

    pos: str
    n_entries: int
    tags: tuple[str, ...] | None
    examples: tuple[str, ...]


def map_pos(lexicon: Lexicon, tag_map: Mapping[str, tuple[str, ...]] | None = None) -> list[MappedPos]:
    """Say what becomes of each part of speech of a dictionary.

    lexicon (Lexicon): The dictionary.
    tag_map (Mapping): The map; by default known abbreviations are proposed, see `abbreviations.propose`.
    RETURNS (list): The parts of speech, the most frequent first.
    """
    folded = {_fold(pos): tags for pos, tags in (tag_map or {}).items()}
    found = []
    for pos, n in sorted(lexicon.pos.items(), key=lambda item: (-item[1], item[0])):
        if lexicon.has_tags:
            tags: tuple[str, ...] | None = (pos,)
        else:
            tags = propose(pos) if tag_map is None else tag_map.get(pos, folded.get(_fold(pos)))
        found.append(MappedPos(pos, n, tags, tuple(lexicon.examples[pos])))
    return found


def tags_of(mapped: list[MappedPos]) -> TagMap:
    """Make the map of what `map_pos` found."""
    return {one.pos: one.tags for one in mapped if one.tags is not None}


def write_tag_map(path: Path, mapped: list[MappedPos]) -> None:
    """Write a tag map to correct, atomically: a table with the columns from, to, entries and examples.

    path (Path): The file.
    mapped (list): The parts of speech. Those without a known tag have an empty `to`, as those that are left out.
    """
    rows = [["from", "to", "entries", "examples"]]
    rows += [[one.pos, "|".join(one.tags or ()), str(one.n_entries), ", ".join(one.examples)] for one in mapped]
    write_text(path, "".join(f"{join_row(row)}\n" for row in rows))


def read_tag_map(path: Path) -> TagMap:
    """Read a tag map: a table with the columns `from` and `to`; others are ignored.

    path (Path): The file.
    RETURNS (dict): The tags by part of speech. An empty `to` leaves a part of speech out; "|" separates several tags.
    RAISES (UserError): Lines can't be used (L056, which lists them).
    """
    rows = read_rows(CorpusFile(path).lines(is_table=True), _NAMES)
    _, first = next(rows, (1, [""]))
    columns = find_columns(first, _NAMES)
    if len(columns) < len(_NAMES):
        raise UserError(Errors.L056.format(path=path, problems="\n  line 1: the header needs the columns from and to"))
    found: TagMap = {}
    problems = []
    for line, cells in rows:
        pos, to = (clean_cell(cells[at]) if at < len(cells) else "" for at in (columns["from"], columns["to"]))
        if not pos and not to:
            continue
        tags = tuple(map(clean_cell, to.split("|"))) if to else ()
        problems += [f"line {line}: {tag[:20]!r} can't be a tag: {why}" for tag in tags if (why := unfit_tag(tag))]
        if not pos:
            problems.append(f"line {line}: the tag '{to}' has no part of speech in the column 'from'")
        elif found.get(pos, tags) != tags:
            problems.append(f"line {line}: '{pos}' stands above with other tags")
        found[pos] = tags
    if problems:
        raise UserError(Errors.L056.format(path=path, problems="".join(f"\n  {problem}" for problem in problems)))
    return found


def _fold(pos: str) -> str:
    return " ".join(pos.split()).casefold()
