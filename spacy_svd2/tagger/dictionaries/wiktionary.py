"""Wiktionary as JSON lines, in the form of wiktextract and kaikki.org."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .entry import DictionaryOptions, Entry, bad_entry, numbered, open_text

_NO_FORMS = (
    "table-tags",
    "inflection-template",
    "class",
    "romanization",
    "transliteration",
    "auxiliary",
    "multiword-construction",
    "error-unknown-tag",
    "error-unrecognized-form",
)
"""What is listed among the forms and is none in the language's spelling."""
KIND = "Wiktionary's JSON lines"


def read_wiktionary(path: Path, options: DictionaryOptions) -> Iterator[Entry]:
    """Stream the words of an extract of Wiktionary.

    path (Path): The file, with an object in each line that has `word` and `pos`.
    options (DictionaryOptions): `language` is a code or a name of a language.
    RETURNS (Iterator[Entry]): The words with their inflected forms.
    RAISES (UserError): L051 with the line of what is no such object.
    """
    for line, text in numbered(open_text(path, options)):
        if text and not text.isspace():
            record = _load(path, line, text)
            if "word" in record:  # redirects have none
                yield _entry(record, line, options)


def _load(path: Path, line: int, text: str) -> dict[str, Any]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as err:
        raise bad_entry(path, line, KIND, f"not JSON ({err})") from err
    if not isinstance(record, dict):
        raise bad_entry(path, line, KIND, "the line is not a JSON object")
    return record


def _entry(record: dict[str, Any], line: int, options: DictionaryOptions) -> Entry:
    word, pos = (_text(record.get(key)) for key in ("word", "pos"))
    codes = [_text(record.get(key)) for key in ("lang_code", "lang")]
    language = options.language if options.language in codes else next(filter(None, codes), "")
    listed = record.get("forms")
    forms = [_form(one) for one in listed] if isinstance(listed, list) else []
    others = tuple(dict.fromkeys(form for form in forms if form and form != word))
    return Entry(word, (pos,) if pos else (), others, line, language)


def _form(listed: Any) -> str:
    if not isinstance(listed, dict):
        return ""
    tags, form = listed.get("tags"), _text(listed.get("form"))
    is_other = isinstance(tags, list) and any(isinstance(tag, str) and tag in _NO_FORMS for tag in tags)
    return "" if is_other or form in ("-", "–", "—") else form


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""
