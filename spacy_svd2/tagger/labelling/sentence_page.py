"""The page on which somebody tags tokens in their sentences, or corrects the tags of whole sentences."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from ...shared.pages import direction, language, render_page
from .sentence_files import blank_text
from .sentence_tasks import SentenceTask
from .tagsets import UPOS, Tag, assign_keys

RESERVED_KEYS = "su"
"""Letters that are commands on this page: skip, undo."""


def sentences_page(
    tasks: Sequence[SentenceTask],
    tags: Sequence[Tag],
    *,
    column: str,
    file: str,
    title: str,
    lang: str = "xx",
) -> str:
    """Make the page: one HTML file with all it needs to work without a network.

    tasks (Sequence): The sentences, the one to begin with in front.
    tags (Sequence): The tags to choose from.
    column (str): The column of CoNLL-U that the tags are written to, "upos" or "xpos".
    file (str): The name of the file that the page offers for download.
    title (str): What is annotated, for the heading.
    lang (str): Language code, for screen readers and fonts.
    RETURNS (str): HTML.
    """
    data = page_data(tasks, tags, column=column, file=file)
    styles, scripts = ["occurrences"], ["kept_work"]
    return render_page("sentences", styles=styles, scripts=scripts, title=title, lang=language(lang), data=data)


def page_data(tasks: Sequence[SentenceTask], tags: Sequence[Tag], *, column: str, file: str) -> dict[str, Any]:
    """Collect the data that the page's script works on.

    tasks, tags, column, file: See `sentences_page`.
    RETURNS (dict): "sentences" (each with words, text in CoNLL-U without tags, and dir), "tags" (name, gloss, key),
        "correct" (whether all words are to be corrected), "column" (the number of the column), "file", and "key",
        under which the browser stores the work.
    """
    keys = assign_keys((tag.name for tag in tags), reserved=RESERVED_KEYS, digits="")
    content = {
        "sentences": [_sentence(task, column) for task in tasks],
        "tags": [{"name": tag.name, "gloss": tag.gloss, "key": key} for tag, key in zip(tags, keys, strict=True)],
        "correct": not any(task.asked for task in tasks),
        "column": 3 if column == "upos" else 4,
        "file": file,
    }
    return {**content, "key": "svd2-" + hashlib.sha256(json.dumps(content).encode("utf8")).hexdigest()[:20]}


def tags_to_offer(names: Sequence[str], tagset: Sequence[Tag]) -> list[Tag]:
    """Choose the tags to offer: those of Universal Dependencies, or a pipeline's own and those of a file.

    names (Sequence): The tags of the pipeline.
    tagset (Sequence): The tags of a file, with what they mean.
    RETURNS (list): The tags, each once.
    """
    if not tagset and {*names} <= {tag.name for tag in UPOS}:
        return list(UPOS)
    known = {tag.name for tag in tagset}
    return [*tagset, *(Tag(name) for name in names if name not in known)]


def _sentence(task: SentenceTask, column: str) -> dict[str, Any]:
    words = [
        {
            "form": word.text,
            "space": bool(word.space),
            "tag": "" if task.asked else word.tag,
            "likely": [] if at in task.blind else list(task.choices[at]),
            "asked": at in task.asked,
            "blind": at in task.blind,
            "doubtful": at in task.doubtful,
        }
        for at, word in enumerate(task.sentence.words)
    ]
    return {"words": words, "text": blank_text(task, column), "dir": direction(task.sentence.text)}
