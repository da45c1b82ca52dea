"""Senses annotated with Prodigy: `choice` tasks and spans, as JSONL."""

import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...corpora.formats.jsonl import ACCEPTED
from ...corpora.whole_files import check_characters, numbered_lines, read_text
from ...errors import Errors, UserError, Warnings
from .instance import Instance

_DOCCANO = ("label", "labels", "entities")
_DOCCANO_KEYS = (".start_offset", ".end_offset", ".label")


def read_prodigy(path: Path) -> Iterator[Instance]:
    """Read annotations that `prodigy db-out` has written.

    path (Path): The JSONL file, compressed or not.
    YIELDS (Instance): For a record with options: one for its span, with the accepted options as senses (none
        accepted: unlabelled). For a record without: one for each span, its label as the sense. Rejected and
        ignored records are left out, with a warning (C161). The word's key is the record's or its meta's "word", else
        the target in lower case; the id is the record's "id" or its line.
    RAISES (UserError): The file can't be read (C101, C102), or a line is no such record (C106) or doccano's
        (C112) or holds what is not a character (C017).
    """
    n_skipped = 0
    for line, text in numbered_lines(read_text(path)):
        try:
            record = json.loads(text)
        except (ValueError, RecursionError) as err:
            raise UserError(Errors.C106.format(path=path, line=line, why="it is not JSON")) from err
        _check(isinstance(record, dict) and isinstance(record.get("text"), str), path, line, "it has no text")
        if record.get("answer", ACCEPTED) != ACCEPTED:
            n_skipped += 1
            continue
        _refuse_doccano(path, line, record)
        for instance in _instances(path, line, record):
            check_characters(path, line, [instance.id, instance.word, instance.text, *instance.senses])
            yield instance
    if n_skipped:
        warnings.warn(Warnings.C161.format(path=path, n=n_skipped), stacklevel=2)


def _refuse_doccano(path: Path, line: int, record: dict[str, Any]) -> None:
    """Say how spans under a key of doccano's are converted (C112)."""
    found = next((key for key in _DOCCANO if isinstance(record.get(key), list) and record[key]), None)
    if found is not None and not record.get("spans") and record.get("options") is None:
        start, end, label = (".[0]", ".[1]", ".[2]") if isinstance(record[found][0], list) else _DOCCANO_KEYS
        convert = f"{{start: {start}, end: {end}, label: {label}}}"
        raise UserError(Errors.C112.format(path=path, line=line, key=found, convert=convert))


def _instances(path: Path, line: int, record: dict[str, Any]) -> Iterator[Instance]:
    spans = record.get("spans", [])
    _check(isinstance(spans, list) and all(isinstance(span, dict) for span in spans), path, line, "spans are no list")
    name = record.get("id", line)
    _check(isinstance(name, str) or type(name) is int, path, line, "its id is neither a string nor a whole number")
    options = record.get("options")
    if options is not None:
        _check(len(spans) == 1, path, line, f"a choice needs one span, the target; it has {len(spans)}")
    for index, span in enumerate(spans):
        senses = _accepted(path, line, record) if options is not None else _label(path, line, span)
        part = f".{index}" if len(spans) > 1 else ""
        yield _instance(path, line, record, span, senses, f"{name}{part}")


def _instance(
    path: Path, line: int, record: dict[str, Any], span: dict[str, Any], senses: tuple[str, ...], name: str
) -> Instance:
    text, start, end = record["text"], span.get("start", -1), span.get("end", -1)
    whole = type(start) is int and type(end) is int
    _check(whole and 0 <= start < end <= len(text), path, line, f"a span from {start} to {end} is not in the text")
    word = _word(path, line, record) or text[start:end].lower()
    return Instance(name, word, text[:start], text[start:end], text[end:], senses)


def _word(path: Path, line: int, record: dict[str, Any]) -> str | None:
    meta = record.get("meta")
    for holder in (record, meta if isinstance(meta, dict) else {}):
        word: str | None = holder.get("word")
        _check(word is None or isinstance(word, str), path, line, "its 'word' is not a string")
        if word:
            return word
    return None


def _accepted(path: Path, line: int, record: dict[str, Any]) -> tuple[str, ...]:
    accepted, options = record.get("accept", []), record["options"]
    valid = isinstance(options, list) and all(isinstance(option, dict) and "id" in option for option in options)
    _check(valid, path, line, "options need ids")
    listed = isinstance(accepted, list) and all(isinstance(answer, str) for answer in accepted)
    _check(listed, path, line, "'accept' is not a list of strings")
    known = {str(option["id"]) for option in options}
    for answer in accepted:
        _check(answer in known, path, line, f"'{answer}' is accepted but is no option")
    return tuple(dict.fromkeys(accepted))


def _label(path: Path, line: int, span: dict[str, Any]) -> tuple[str, ...]:
    label = span.get("label")
    _check(label is None or isinstance(label, str), path, line, "the label of a span is not a string")
    _check(label, path, line, "a span has no label, and there are no options")
    return (str(label),)


def _check(condition: Any, path: Path, line: int, why: str) -> None:
    if not condition:
        raise UserError(Errors.C106.format(path=path, line=line, why=why))
