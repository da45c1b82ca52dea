"""CLDF dictionaries: a folder with `entries.csv` and `senses.csv`, or tables that the metadata names."""

import json
from collections.abc import Iterator
from pathlib import Path

from ...corpora.decompression import COMPRESSED
from ...shared.delimited import clean_cell, find_columns
from .entry import DictionaryOptions, Entry, bad_entry, open_text
from .table import table_rows

KIND = "a CLDF dictionary"
_ENTRIES = {
    "id": ("id",),
    "word": ("headword", "form", "lemma", "name"),
    "pos": ("part_of_speech", "pos"),
    "language": ("language_id",),
    "forms": ("variants", "variant_form"),
}
_SENSES = {"id": ("id",), "entry": ("entry_id", "entry_ids"), "pos": ("part_of_speech", "pos")}


def find_entries(path: Path) -> Path | None:
    """Find the table of entries.

    path (Path): A folder, its `entries.csv`, or its metadata.
    RETURNS (Path): The table, perhaps compressed; None if there is none.
    """
    folder = path if path.is_dir() else path.parent
    folders = [folder, folder / "cldf"] if path.is_dir() else [folder]
    names = [f"entries.csv{end}" for end in ("", *COMPRESSED)]
    found = next((one / name for one in folders for name in names if (one / name).is_file()), None)
    return found or next((table for one in folders if (table := _table_of(one, "EntryTable")) is not None), None)


def _table_of(folder: Path, component: str) -> Path | None:
    """The table of a component, such as "EntryTable", under the name that the metadata gives it."""
    for metadata in sorted(folder.glob("*-metadata.json")):
        try:
            tables = json.loads(metadata.read_bytes())["tables"]
            names = [one["url"] for one in tables if str(one.get("dc:conformsTo")).endswith(f"#{component}")]
            files = [folder / f"{Path(name).name}{end}" for name in names for end in ("", *COMPRESSED)]
        except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            continue  # no metadata of CLDF: the tables may still have their usual names
        if found := next((file for file in files if file.is_file()), None):
            return found
    return None


def read_cldf(path: Path, options: DictionaryOptions) -> Iterator[Entry]:
    """Stream the entries.

    path (Path): The folder, its `entries.csv`, or its metadata.
    options (DictionaryOptions): `language` is a `Language_ID`.
    RETURNS (Iterator[Entry]): The entries. If the entries have no parts of speech, those of their senses.
    RAISES (UserError): L051 a column is missing.
    """
    entries = find_entries(path)
    if entries is None:
        raise bad_entry(path, 1, KIND, "there is no entries.csv beside it, and no metadata that names another table")
    of_senses: dict[str, list[str]] | None = None
    for line, row in _read(entries, _ENTRIES, ("word",), options):
        pos = _split(row.get("pos", ""))
        if not pos:
            if of_senses is None:
                of_senses = _pos_of_senses(entries, options)
            pos = tuple(dict.fromkeys(of_senses.get(row.get("id", ""), ())))
        yield Entry(row["word"], pos, _split(row.get("forms", "")), line, row.get("language", ""))


def _pos_of_senses(entries: Path, options: DictionaryOptions) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    usual = entries.with_name(entries.name.replace("entries", "senses"))
    path = usual if usual.is_file() and usual != entries else _table_of(entries.parent, "SenseTable")
    if path is not None:
        for _, row in _read(path, _SENSES, ("entry",), options):
            for entry in _split(row["entry"]):
                found.setdefault(entry, []).extend(_split(row.get("pos", "")))
    return found


def _read(
    path: Path, names: dict[str, tuple[str, ...]], needed: tuple[str, ...], options: DictionaryOptions
) -> Iterator[tuple[int, dict[str, str]]]:
    columns: dict[str, int] | None = None
    for line, cells in table_rows(open_text(path, options)):
        if columns is None:
            columns = find_columns(cells, names)
            if missing := [name for name in needed if name not in columns]:
                raise bad_entry(path, line, KIND, f"there is no column {' or '.join(names[missing[0]])}")
        elif any(cells):
            values = {name: cells[at] if at < len(cells) else "" for name, at in columns.items()}
            yield line, {name: clean_cell(value.replace("\n", " ")) for name, value in values.items()}


def _split(cell: str) -> tuple[str, ...]:
    """The values of a cell of CLDF, which semicolons separate."""
    return tuple(filter(None, (one.strip() for one in cell.split(";"))))
