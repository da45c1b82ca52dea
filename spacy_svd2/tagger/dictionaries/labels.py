"""The words of a dictionary as labels: beside those that a person gave, and as a table."""

import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...errors import Warnings
from ...shared.artifacts import write_text
from ...shared.delimited import join_row
from ..labelling.advice import LabelRow
from ..labelling.labels import Labels
from ..naming.tag_names import TAG_SEPARATOR

_FEW_TAGS = 3


def add_dictionary(
    labels: Labels, dictionary: Mapping[str, Sequence[str]], *, types: Collection[str], normalize: Callable[[str], str]
) -> Labels:
    """Add the words of a dictionary to labels. The labels of a person win.

    labels (Labels): The labels of a person, perhaps none.
    dictionary (Mapping): Tags by word.
    types (Collection): The types of the model; only the tags of these can be warned about.
    normalize (Callable): From a word to its type. Words of one type are taken together.
    RETURNS (Labels): All labels.

    Warns (L250) of tags that no label of the person has, if the person has labelled words of most tags.
    """
    given_words, known = {row.word for row in labels.rows}, set(types)
    found: dict[str, dict[str, None]] = {}
    for word, tags in dictionary.items():
        type_ = normalize(word)
        if type_ not in given_words:
            found.setdefault(type_, {}).update(dict.fromkeys(tags))
    rows = [LabelRow(word, tuple(tags), (), 0) for word, tags in found.items()]
    given = set(labels.tagset)
    new = list(dict.fromkeys(tag for row in rows if row.word in known for tag in row.tags if tag not in given))
    if labels.rows and len(new) >= _FEW_TAGS:
        warnings.warn(Warnings.L250.format(tags=", ".join(new)), stacklevel=3)
    return replace(labels, rows=[*labels.rows, *rows])


def write_dictionary(path: Path, tags: Mapping[str, Sequence[str]], pos: Mapping[str, Collection[str]]) -> None:
    """Write the words of a dictionary as a table of labelled words, atomically.

    path (Path): The table; its columns are word, tag and note.
    tags (Mapping): The tags of each word. Words that differ only in their capitals get the tags of all of them.
    pos (Mapping): The parts of speech of each word in the dictionary's own words, for the column `note`.
    """
    joined: dict[str, dict[str, None]] = {}
    for word, own in tags.items():
        joined.setdefault(word.lower(), {}).update(dict.fromkeys(own))
    rows = [("word", "tag", "note")]
    rows += [(word, TAG_SEPARATOR.join(joined[word.lower()]), "; ".join(pos[word])) for word in tags]
    write_text(path, "".join(f"{join_row(row)}\n" for row in rows))
