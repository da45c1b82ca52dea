"""Senses annotated with Prodigy: `choice` tasks and spans, as JSONL."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import Errors, UserError
from .sense_instance import Instance, numbered_lines, read_text


def read_prodigy(path: Path) -> Iterator[Instance]:
    """Read annotations that `prodigy db-out` has written.

    path (Path): The JSONL file, `.gz` or not.
    YIELDS (Instance): For a record with options: one for its span, with the accepted options as senses (none
        accepted: unlabelled). For a record without: one for each span, its label as the sense. Rejected and
        ignored records are left out. The word's key is the record's or its meta's "word", else the target in
        lower case; the id is the record's "id" or its line.
    RAISES (UserError): The file can't be read (C101, C102), or a line is no such record (C106).
    """
    for line, text in numbered_lines(read_text(path)):
        try:
            record = json.loads(text)
        except (ValueError, RecursionError) as err:
            raise UserError(Errors.C106.format(path=path, line=line, why="it is not JSON")) from err
        _check(isinstance(record, dict) and isinstance(record.get("text"), str), path, line, "it has no text")
        if record.get("answer", "accept") == "accept":
            yield from _instances(path, line, record)


def _instances(path: Path, line: int, record: dict[str, Any]) -> Iterator[Instance]:
    spans = record.get("spans", [])
    _check(isinstance(spans, list) and all(isinstance(span, dict) for span in spans), path, line, "spans are no list")
    options = record.get("options")
    if options is not None:
        _check(len(spans) == 1, path, line, f"a choice needs one span, the target; it has {len(spans)}")
    for index, span in enumerate(spans):
        senses = _accepted(path, line, record) if options is not None else _label(path, line, span)
        name = str(record.get("id", line)) + (f".{index}" if len(spans) > 1 else "")
        yield _instance(path, line, record, span, senses, name)


def _instance(
    path: Path, line: int, record: dict[str, Any], span: dict[str, Any], senses: tuple[str, ...], name: str
) -> Instance:
    text, start, end = record["text"], span.get("start", -1), span.get("end", -1)
    whole = type(start) is int and type(end) is int
    _check(whole and 0 <= start < end <= len(text), path, line, f"a span from {start} to {end} is not in the text")
    meta = record.get("meta")
    word = record.get("word") or (meta.get("word") if isinstance(meta, dict) else None) or text[start:end].lower()
    return Instance(name, str(word), text[:start], text[start:end], text[end:], senses)


def _accepted(path: Path, line: int, record: dict[str, Any]) -> tuple[str, ...]:
    accepted, options = record.get("accept", []), record["options"]
    valid = isinstance(options, list) and all(isinstance(option, dict) and "id" in option for option in options)
    _check(valid and isinstance(accepted, list), path, line, "options need ids, and accept must be a list")
    known = {str(option["id"]) for option in options}
    for answer in accepted:
        _check(str(answer) in known, path, line, f"'{answer}' is accepted but is no option")
    return tuple(dict.fromkeys(map(str, accepted)))


def _label(path: Path, line: int, span: dict[str, Any]) -> tuple[str, ...]:
    label = span.get("label")
    _check(isinstance(label, str) and label, path, line, "a span has no label, and there are no options")
    return (str(label),)


def _check(condition: Any, path: Path, line: int, why: str) -> None:
    if not condition:
        raise UserError(Errors.C106.format(path=path, line=line, why=why))
