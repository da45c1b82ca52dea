"""Sense-annotated contexts as a plain table: sense, left context, target, right context, and optionally the word."""

from collections.abc import Iterator
from pathlib import Path

from ...corpora.whole_files import numbered_lines, read_text
from ...errors import Errors, UserError
from ...shared.word_keys import ends_in_word
from .instance import Instance, gap, holds_words

SEPARATOR = "|"
_LOOKED_AT = 20


def is_sense_table(path: Path) -> bool:
    """Say whether a .tsv is a table of contexts rather than one of words.

    path (Path): The file; nothing need be there.
    RETURNS (bool): Whether its first lines all have a target between contexts, and most contexts hold several words.
    """
    if not path.is_file():
        return False
    lines = read_text(path).rstrip("\n").split("\n")[:_LOOKED_AT]
    rows = [line.split("\t") for line in lines]
    fit = all(len(cells) in (4, 5) and cells[2].strip() for cells in rows)
    return fit and 2 * sum(holds_words(cells[1]) or holds_words(cells[3]) for cells in rows) > len(rows)


def read_sense_tsv(path: Path) -> Iterator[Instance]:
    """Read a table of contexts, one a line, its columns separated by tabs.

    path (Path): The file, compressed or not. Columns: sense (several correct ones separated by "|"; empty if unknown),
        left context, target, right context, and optionally the word's key, which is the target in lower case
        otherwise.
    YIELDS (Instance): In the order of the file; the id is the line's number. A space is put between target and
        contexts where there is none and the context's side is a letter or digit, of a script that puts spaces.
    RAISES (UserError): The file can't be read (C101, C102), or a line has other columns or is a header (C106).
    """
    for line, text in numbered_lines(read_text(path)):
        cells = text.split("\t")
        if len(cells) not in (4, 5) or not cells[2].strip():
            why = f"it needs 4 or 5 columns, parted by tabs, with a target in the third; it has {len(cells)}"
            raise UserError(Errors.C106.format(path=path, line=line, why=why))
        if line == 1 and [cells[at].strip().lower() for at in (0, 2)] == ["sense", "target"]:
            raise UserError(Errors.C106.format(path=path, line=line, why="it is a header, and the table has none"))
        sense, left, target, right = cells[:4]
        word = cells[4].strip() if len(cells) == 5 and cells[4].strip() else target.strip().lower()
        senses = tuple(dict.fromkeys(item.strip() for item in sense.split(SEPARATOR) if item.strip()))
        target = target.strip()
        left += gap(left, target) if ends_in_word(left) else ""
        right = f"{gap(target, right)}{right}" if right[:1].isalnum() else right
        yield Instance(str(line), word, left, target, right, senses)
