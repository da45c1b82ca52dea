"""Sets of tags to choose from: the gloss, the UPOS tag and the key of each."""

import string
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ...corpora.files import CorpusFile
from ...errors import Errors, UserError
from ...shared.delimited import clean_cell, find_columns, read_rows
from ...shared.listing import listed
from ..naming.tag_names import UPOS_GLOSSES, plain_tag, unfit_tag

NAMES = {
    "tag": ("tag", "tags", "name", "label"),
    "gloss": ("gloss", "meaning", "description", "definition"),
    "pos": ("pos", "upos", "upos tag"),
}
"""The names that the columns of a file of tags may have."""

RESERVED_KEYS = "smud"
"""Letters that are commands on the labelling page: skip, several tags, undo, it depends."""


@dataclass(frozen=True)
class Tag:
    """A tag to choose.

    name (str): Its name in `token.tag_`.
    gloss (str): What it means, in a few words.
    pos (str): The UPOS tag for `token.pos_`; empty if it is not known.
    """

    name: str
    gloss: str = ""
    pos: str = ""


UPOS = [Tag(name, gloss, name) for name, gloss in UPOS_GLOSSES.items()]
"""The tags of Universal Dependencies, the most common first."""


def read_tagset(path: Path) -> list[Tag]:
    """Read a set of tags, one per line: tag, gloss, UPOS tag, separated by tabs; the last two may be missing.

    path (Path): The file. A first line that names its columns is a header. Blank lines and lines that begin with
        "#" and a space are skipped.
    RETURNS (list): The tags in the order of the file.
    RAISES (UserError): Lines are wrong (L014, which lists the first ten), or the file can't be read (C006, C019).
    """
    tags: dict[str, Tag] = {}
    problems = []
    columns: dict[str, int] | None = None
    for line, row in read_rows(CorpusFile(path).lines(is_table=True), NAMES):
        cells = [" ".join(clean_cell(cell).split("\n")) for cell in row]
        if not any(cells) or row[0].startswith("# "):
            continue
        if columns is None:
            columns = find_columns(cells, NAMES)
            if "tag" in columns and len(columns) == sum(map(bool, cells)):
                continue
            columns = {"tag": 0, "gloss": 1, "pos": 2}
        name, gloss, pos = (cells[columns[one]] if columns.get(one, 99) < len(cells) else "" for one in NAMES)
        more = [cell for at, cell in enumerate(cells) if at not in columns.values()]
        problem = _problem(name, pos, any(more), tags)
        if problem:
            problems.append(f"line {line}: {problem}")
        tags[name] = Tag(name, gloss, pos or (name if name in UPOS_GLOSSES else ""))
    if not tags:
        problems.append("there are no tags in it")
    if problems:
        raise UserError(Errors.L014.format(path=path, problems=listed(problems)))
    return list(tags.values())


def assign_keys(names: Iterable[str], *, reserved: str = RESERVED_KEYS, digits: str = "1234567890") -> list[str]:
    """Give each tag a key: 1 to 9 and 0, then the first free letter of its name, then any free letter.

    names (Iterable): The tags.
    reserved (str): Letters that are not free.
    digits (str): The digits that are free.
    RETURNS (list): A key for each; empty where none was left.
    """
    names = list(names)
    keys = list(digits)[: len(names)]
    free = [letter for letter in string.ascii_lowercase if letter not in reserved]
    for name in names[len(keys) :]:
        key = next((letter for letter in [*name.lower(), *free] if letter in free), "")
        keys.append(key)
        if key:
            free.remove(key)
    return keys


def _problem(name: str, pos: str, has_more: bool, known: dict[str, Tag]) -> str | None:
    if why := unfit_tag(name):
        return f"{name[:20]!r} can't be a tag: {why}"
    if name not in UPOS_GLOSSES and plain_tag(name) in {*UPOS_GLOSSES, *known} - {name}:
        return f"'{name}' looks like {plain_tag(name)}, but has other characters: write {plain_tag(name)}"
    if name in known:
        return f"the tag '{name}' is there already"
    if pos and pos not in UPOS_GLOSSES:
        if plain_tag(pos) in UPOS_GLOSSES:
            return f"'{pos}' looks like {plain_tag(pos)}, but has other characters: write {plain_tag(pos)}"
        return f"'{pos}' is not a UPOS tag ({', '.join(UPOS_GLOSSES)})"
    return "more than three columns" if has_more else None
