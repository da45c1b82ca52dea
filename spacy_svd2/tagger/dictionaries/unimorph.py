"""UniMorph: a lemma, a form and its features in each line, separated by tabs."""

from collections.abc import Iterator
from pathlib import Path

from .entry import DictionaryOptions, Entry, bad_entry, numbered, open_text


def read_unimorph(path: Path, options: DictionaryOptions) -> Iterator[Entry]:
    """Stream the forms; the part of speech is the first of the features, such as V of `V;PST`.

    path (Path): The file.
    options (DictionaryOptions): `encoding`.
    RETURNS (Iterator[Entry]): An entry for each line: the lemma, and the form.
    RAISES (UserError): L051 with the line that has fewer than three columns.
    """
    for line, text in numbered(open_text(path, options)):
        if not text.strip():
            continue
        cells = text.split("\t")
        if len(cells) < 3:
            raise bad_entry(path, line, "UniMorph", f"{len(cells)} column{'s' * (len(cells) > 1)} instead of three")
        pos = cells[2].partition(";")[0].strip()
        yield Entry(cells[0].strip(), (pos,) if pos else (), (cells[1].strip(),), line)
