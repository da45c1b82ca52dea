"""The page for labelling words."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from ...shared.pages import direction, language, render_page
from ...shared.word_keys import INVISIBLE
from .labels import Labels
from .suggest import Suggestion
from .tagsets import Tag, assign_keys


def label_page(
    suggestions: Sequence[Suggestion],
    tagset: Sequence[Tag],
    *,
    title: str,
    lang: str = "xx",
    labels: Labels | None = None,
) -> str:
    """Make the page: one HTML file with the words, the tags and all it needs to work without a network.

    suggestions (Sequence): The words in the order in which to label them.
    tagset (Sequence): The tags to choose from.
    title (str): What is labelled, for the heading.
    lang (str): Language code, for screen readers and fonts.
    labels (Labels): Existing labels. Their words are shown even if they are not suggested, so that none are lost.
    RETURNS (str): HTML.
    """
    data = page_data(suggestions, tagset, labels)
    way = direction("".join(word["word"] for word in data["words"]))
    scripts = ["kept_work", "table_reader"]
    return render_page(
        "label", scripts=scripts, title=title, lang=language(lang), dir=way, data=data, tags=data["tags"]
    )


def page_data(suggestions: Sequence[Suggestion], tagset: Sequence[Tag], labels: Labels | None = None) -> dict[str, Any]:
    """Collect the data that the page's script works on.

    suggestions (Sequence): The words in the order in which to label them.
    tagset (Sequence): The tags to choose from.
    labels (Labels): Existing labels.
    RETURNS (dict): "words" (each with word, frequency, share, companions, lines, dir), "tags" (name, gloss, pos,
        key), "labels" (tags by word), "skipped" (words that were skipped), "depends" (words whose tag depends on
        the sentence), "ordered" (tags by word where the most common one is first), "pos" (whether the file gets a
        column of UPOS tags), "invisible" (the invisible characters), and "key", under which the browser stores the
        work: it depends on the words, the tags and the labels given.
    """
    words = [_word(one) for one in suggestions]
    known = {one.word for one in suggestions}
    given = {} if labels is None else {word: list(tags) for word, tags in labels.tags.items()}
    skipped = [] if labels is None else labels.skipped
    depends = [] if labels is None else labels.depends
    ordered = {} if labels is None else {row.word: list(row.tags) for row in labels.rows if row.is_ordered}
    answered = dict.fromkeys((*given, *skipped, *depends))
    words += [_word(Suggestion(word, 0, 0.0)) for word in answered if word not in known]
    keys = assign_keys(tag.name for tag in tagset)
    tags = [
        {"name": tag.name, "gloss": tag.gloss, "pos": tag.pos, "key": key}
        for tag, key in zip(tagset, keys, strict=True)
    ]
    content = {
        "words": words,
        "tags": tags,
        "labels": given,
        "skipped": skipped,
        "depends": depends,
        "ordered": ordered,
        "pos": any(tag.pos not in ("", tag.name) for tag in tagset),
        "invisible": INVISIBLE,
    }
    identity = [
        [word["word"] for word in words],
        [tag.name for tag in tagset],
        given,
        *filter(None, (skipped, depends)),
    ]
    return {**content, "key": "svd2-" + hashlib.sha256(json.dumps(identity).encode("utf8")).hexdigest()[:20]}


def _word(one: Suggestion) -> dict[str, Any]:
    everything = "".join([one.word, *one.companions, *("".join(line) for line in one.concordance)])
    return {
        "word": one.word,
        "frequency": one.frequency,
        "share": one.share_of_tokens,
        "companions": one.companions,
        "lines": one.concordance,
        "dir": direction(everything),
    }
