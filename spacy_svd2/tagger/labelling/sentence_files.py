"""The files of sentences to annotate: CoNLL-U for any editor, tasks for Prodigy."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...corpora.writers.conllu import UPOS, sentence_text
from ...corpora.writers.sentences import Sentence, Word, WritingOptions
from ...shared.artifacts import write_text
from .sentence_tasks import SentenceTask

ASK, BLIND, DOUBTFUL = "Ask=Yes", "Suggested=No", "Doubtful=Yes"
"""What MISC says of a token to be tagged, of one without suggestions, and of one to look at first."""


def column_of(names: Iterable[str]) -> str:
    """Choose the column of CoNLL-U for tags: "upos" if all are universal parts of speech, else "xpos"."""
    return "upos" if {*names} <= UPOS else "xpos"


def write_tasks_conllu(path: Path, tasks: Sequence[SentenceTask], column: str) -> None:
    """Write sentences to annotate as CoNLL-U, atomically.

    Tokens to be tagged have no tag, and `ASK` in MISC, where the likely tags stand too. Tokens that nobody is asked
    for have no tag either, so that the file, filled in, says nothing about them. In sentences to correct all tokens
    have tags.

    path (Path): The file.
    tasks (Sequence): The sentences.
    column (str): The column of the tags, "upos" or "xpos".
    """
    options = WritingOptions(tag_column=column)
    write_text(path, "".join(sentence_text(task.id, _marked(task), options) for task in tasks))


def blank_text(task: SentenceTask, column: str) -> str:
    """Write a sentence as CoNLL-U without any tag.

    task (SentenceTask): The sentence.
    column (str): The column of the tags, "upos" or "xpos".
    RETURNS (str): Its lines.
    """
    marked = _marked(task)
    blank = replace(marked, words=[replace(word, tag="") for word in marked.words])
    return sentence_text(task.id, blank, WritingOptions(tag_column=column))


def write_tasks_jsonl(path: Path, tasks: Sequence[SentenceTask]) -> None:
    """Write sentences to correct for Prodigy's interface `pos_manual`, atomically: a span for each token.

    path (Path): The file.
    tasks (Sequence): The sentences.
    """
    write_text(path, "".join(json.dumps(_record(task), ensure_ascii=False) + "\n" for task in tasks))


def misc_of(task: SentenceTask, at: int) -> list[str]:
    """Say in MISC what a person should know of a word.

    task (SentenceTask): The sentence.
    at (int): The place of the word.
    RETURNS (list): For instance "Ask=Yes" and "Likely=NOUN,VERB".
    """
    if at in task.asked:
        return [ASK, BLIND if at in task.blind else f"Likely={','.join(task.choices[at])}"]
    return [DOUBTFUL, f"Likely={','.join(task.choices[at])}"] if at in task.doubtful else []


def _marked(task: SentenceTask) -> Sentence:
    def marked(at: int, word: Word) -> Word:
        tag = "" if task.asked else word.tag
        return replace(word, tag=tag, pos="", probability=None, misc=tuple(misc_of(task, at)))

    return replace(task.sentence, words=[marked(at, word) for at, word in enumerate(task.sentence.words)])


def _record(task: SentenceTask) -> dict[str, Any]:
    tokens, spans, text = [], [], ""
    for at, word in enumerate(task.sentence.words):
        place = {"start": len(text), "end": len(text) + len(word.text)}
        tokens.append({"text": word.text, **place, "id": at, "ws": bool(word.space)})
        spans.append({**place, "token_start": at, "token_end": at, "label": word.tag})
        text += word.text + " " * bool(word.space)
    return {"text": text, "tokens": tokens, "spans": spans, "meta": {"sent_id": task.id}}
