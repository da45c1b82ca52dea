"""JSON lines: one record per line, with raw text or with tokens and tags, as Prodigy writes them."""

import json
import warnings
from collections.abc import Iterator
from typing import Any

from ...errors import Errors, UserError, Warnings
from ..files import CorpusFile
from ..whole_files import check_characters
from .text import ReadingOptions, Tokens, clean_tags, clean_words

Record = dict[str, Any]

ACCEPTED = "accept"
"""The "answer" of a Prodigy record that counts; the others are "reject" and "ignore"."""


def read_jsonl(file: CorpusFile, options: ReadingOptions) -> Iterator[str | Tokens]:
    """Stream the records. One that has tokens gives them; else its text is taken.

    file (CorpusFile): The file. Tokens are strings or objects `{"text": ..., "ws": ...}`; beside them may stand
        "tags" (strings) and "spaces" (booleans). Instead of "tags", "spans" may have a label for each token.
    options (ReadingOptions): `column` is the key of the tags, by default "tags"; with `tokenized`, text is split at
        white space.
    RETURNS (Iterator[str | Tokens]): Raw texts, or tokens.
    RAISES (UserError): C010, C011, C014, C015, C016, C017 with file and line of a bad record.

    Records that an annotator rejected or ignored ("answer") are left out, with a warning (C161) at the end.
    """
    n_skipped = 0
    for number, line in enumerate(file.lines(), start=1):
        if not line or line.isspace():
            continue
        record = _load(file, number, line)
        if record is None:
            n_skipped += 1
        elif "tokens" in record:
            if tokens := _tokens(file, number, record, options):
                yield tokens
        elif (text := record["text"]) and not text.isspace():
            check_characters(file.path, number, [text])
            yield Tokens(text.split()) if options.tokenized else text
    if n_skipped:
        warnings.warn(Warnings.C161.format(path=file.path, n=n_skipped), stacklevel=2)


def _load(file: CorpusFile, number: int, line: str) -> Record | None:
    """The record of a line; None if it does not count."""
    try:
        record = json.loads(line.removeprefix("\ufeff"))  # where files were put together
    except (ValueError, RecursionError) as err:
        raise UserError(Errors.C014.format(path=file.path, line=number, why=err)) from err
    if not isinstance(record, dict):
        raise _bad(file, number, "the line is not a JSON object")
    if record.get("answer", ACCEPTED) != ACCEPTED:
        return None
    if "tokens" not in record and not isinstance(record.get("text"), str):
        raise _bad(file, number, "the record has neither a string 'text' nor 'tokens'")
    return record


def _tokens(file: CorpusFile, number: int, record: Record, options: ReadingOptions) -> Tokens | None:
    tokens = record["tokens"]
    if not isinstance(tokens, list):
        raise _bad(file, number, "'tokens' is not a list")
    words: list[Any] = [token.get("text") if isinstance(token, dict) else token for token in tokens]
    if not all(isinstance(word, str) for word in words):
        raise _bad(file, number, "a token is neither a string nor an object with a string 'text'")
    if "" in words:
        raise UserError(Errors.C010.format(path=file.path, line=number))
    key = "tags" if options.column is None else str(options.column)
    if options.column is not None and key not in record:
        columns = ", ".join(record)
        raise UserError(Errors.C011.format(path=file.path, line=number, column=key, columns=columns))
    tags = _values(file, number, record, key, str, len(words)) if key in record else _span_tags(record, len(words))
    spaces = _values(file, number, record, "spaces", bool, len(words))
    if spaces is None and tokens and all(isinstance(token, dict) and "ws" in token for token in tokens):
        spaces = [bool(token["ws"]) for token in tokens]
    check_characters(file.path, number, words + (tags or []))
    tags = None if tags is None else clean_tags(tags)
    return Tokens(clean_words(words), tags, spaces=spaces, line=number) if words else None


def _span_tags(record: Record, n: int) -> list[str] | None:
    """The labels of spans, as Prodigy's interface `pos_manual` writes them: one for each of the n tokens."""
    spans = record.get("spans")
    if not isinstance(spans, list) or not all(isinstance(span, dict) for span in spans):
        return None
    single = [span for span in spans if span.get("token_start") == span.get("token_end")]
    by_token = {span.get("token_start"): span.get("label") for span in single}
    tags = [by_token.get(at) for at in range(n)]
    return [str(tag) for tag in tags] if None not in tags and len(spans) == n else None  # others are names or phrases


def _values(file: CorpusFile, number: int, record: Record, key: str, kind: type, length: int) -> list[Any] | None:
    values = record.get(key)
    if values is None:
        return None
    if not isinstance(values, list) or not all(isinstance(value, kind) for value in values):
        raise _bad(file, number, f"'{key}' is not a list of {'strings' if kind is str else 'booleans'}")
    if len(values) != length:
        message = Errors.C016.format(path=file.path, line=number, n_tokens=length, n_values=len(values), key=key)
        raise UserError(message)
    return values


def _bad(file: CorpusFile, number: int, why: str) -> UserError:
    return UserError(Errors.C015.format(path=file.path, line=number, why=why))
