"""The Greek New Testament (SBL edition) as the package `bible-alignments` carries it: Koine Greek, tagged by hand.

The source has a line a word: no punctuation at all, accents as in the text, words in Unicode's composed form. Words
are taken as they are. A verse becomes a sentence, for the source has no other boundaries.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from scripts.datasets.archives import read_text_member
from spacy_svd2.errors import Errors, UserError
from spacy_svd2.shared.artifacts import write_text

MEMBER = "data/sources/SBLGNT.tsv"
MAX_BYTES = 32_000_000
_COLUMNS = ("id", "text", "pos", "morph")
_VERSE = len("n40001002")  # an ID is n, book (2 digits), chapter (3), verse (3), word (3)

Row = tuple[str, ...]


def convert(archive: Path, output: Path) -> int:
    """Write word-per-line text: word, part of speech (11 of them), morphology; a blank line after each verse.

    archive (Path): The wheel of `bible-alignments`.
    output (Path): The .tsv file; replaced when it is complete.
    RETURNS (int): The number of words.
    RAISES (UserError): D001-D004 wrong or damaged archive, D005 unexpected content.
    """
    text = read_text_member(archive, MEMBER, max_bytes=MAX_BYTES)
    rows = list(_rows(archive, text))
    verses = ("".join("\t".join(row[1:]) + "\n" for row in verse) for _, verse in groupby(rows, _verse_of))
    write_text(output, "\n".join(verses))
    return len(rows)


def _verse_of(row: Row) -> str:
    return row[0][:_VERSE]


def _rows(archive: Path, text: str) -> Iterator[Row]:
    """ID, word, part of speech and morphology of each word."""
    header, *lines = text.removesuffix("\n").split("\n")
    names = header.split("\t")
    missing = [name for name in _COLUMNS if name not in names]
    if missing:
        raise _unexpected(archive, 1, f"no column {', '.join(missing)}")
    picked = [names.index(name) for name in _COLUMNS]
    for number, line in enumerate(lines, start=2):
        values = line.split("\t")
        if len(values) != len(names):
            raise _unexpected(archive, number, f"{len(values)} columns instead of {len(names)}")
        row = tuple(values[index] for index in picked)
        if not all(row) or len(row[0]) <= _VERSE:
            raise _unexpected(archive, number, "a word lacks its ID, text, part of speech or morphology")
        yield row


def _unexpected(archive: Path, line: int, why: str) -> UserError:
    return UserError(Errors.D005.format(path=archive, member=MEMBER, line=line, why=why))
