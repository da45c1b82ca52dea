"""The report on word senses: for each word its contexts in two dimensions, its confusions and its errors."""

import html
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..evaluation.evaluate import AnsweredOccurrence
from ..evaluation.scoring import SenseScores
from ..model.kernel_pca import fit_components
from ..model.sense_model import Occurrence, SenseModel
from ..model.word_model import WordModel
from .scatter import Mark, Scatter, make_marks, make_scatter

MAX_ERRORS = 20
_AROUND = 240
_TITLE = 60
_NO_ANSWER = "(none)"


@dataclass
class Confusions:
    """How often each answer was given for each gold sense.

    rows, columns (list): Gold senses and answers.
    counts (list): A list for each row.
    """

    rows: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    counts: list[list[int]] = field(default_factory=list)


@dataclass
class WordReport:
    """What the report says about one word.

    word (str): The word's key.
    senses (list): Name, gloss, training examples and mark of each sense.
    choice (str): The settings that cross-validation chose, and with what accuracy.
    scatter (Scatter): Training contexts, and gold contexts as outlines.
    summary (str): Gold accuracy.
    confusions (Confusions): Of the gold contexts.
    errors (list): The errors as displaCy draws them, safe HTML.
    n_errors (int): How many errors there are.
    """

    word: str
    senses: list[tuple[str, str, float, Mark]]
    choice: str
    scatter: Scatter
    summary: str = ""
    confusions: Confusions = field(default_factory=Confusions)
    errors: list[str] = field(default_factory=list)
    n_errors: int = 0


def render_report(
    model: SenseModel,
    *,
    title: str,
    answered: Sequence[AnsweredOccurrence] = (),
    scores: SenseScores | None = None,
    glosses: Mapping[str, Mapping[str, str]] | None = None,
    direction: str = "ltr",
) -> str:
    """Write the report.

    model (SenseModel): The model.
    title (str): The heading.
    answered (Sequence): Gold occurrences with the pipeline's answers.
    scores (SenseScores): Their scores.
    glosses (Mapping): Definitions by word and sense.
    direction (str): Of the script: "ltr" or "rtl".
    RETURNS (str): An HTML page that loads nothing and runs nothing; whatever comes from data is escaped.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    groups: dict[str, list[AnsweredOccurrence]] = {}
    for item in answered:
        groups.setdefault(item.occurrence.word, []).append(item)
    known = glosses or {}
    words = [report_word(model, word, groups.get(word, []), known.get(word, {}), direction) for word in model.words]
    loader = FileSystemLoader(Path(__file__).parent)
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    template = environment.get_template("senses.html.j2")
    return template.render(title=title, words=words, scores=scores, direction=direction, max_errors=MAX_ERRORS)


def report_word(
    model: SenseModel,
    word: str,
    answered: Sequence[AnsweredOccurrence],
    glosses: Mapping[str, str],
    direction: str = "ltr",
) -> WordReport:
    """RETURNS (WordReport): What there is to say about one word; see `render_report`."""
    one = model.words[word]
    marks = make_marks(one.senses)
    counts = one.counts.tolist()
    senses = [(name, glosses.get(name, ""), counts[n], marks[n]) for n, name in enumerate(one.senses)]
    errors = [item for item in answered if not item.correct]
    report = WordReport(word, senses, _choice(model, word), _scatter(model, one, answered, marks))
    if answered:
        right = len(answered) - len(errors)
        report.summary = f"{right} of {len(answered)} correct ({right / len(answered):.1%})"
        report.confusions = count_confusions(answered, one.senses)
        report.errors = [show_error(item, direction) for item in errors[:MAX_ERRORS]]
        report.n_errors = len(errors)
    return report


def count_confusions(answered: Sequence[AnsweredOccurrence], order: Sequence[str]) -> Confusions:
    """Count answers by gold sense. A correct answer counts for itself, an error for the first gold sense.

    answered (Sequence): Occurrences with answers.
    order (Sequence): Senses in the order in which to show them; others come after, by alphabet.
    RETURNS (Confusions): The counts.
    """
    pairs = Counter(
        (item.answer if item.correct else item.gold[0], item.answer or _NO_ANSWER) for item in answered if item.gold
    )
    place = {sense: number for number, sense in enumerate(order)}

    def ordered(senses: set[str]) -> list[str]:
        return sorted(senses, key=lambda sense: (place.get(sense, len(place)), sense))

    rows = ordered({str(gold) for gold, _ in pairs})
    columns = ordered({answer for _, answer in pairs})
    return Confusions(rows, columns, [[pairs[(row, column)] for column in columns] for row in rows])


def show_error(item: AnsweredOccurrence, direction: str = "ltr") -> str:
    """RETURNS (str): An error as displaCy draws it: the target in its context, labelled with both senses."""
    from spacy import displacy

    left, target, right = snippet(item.occurrence, _AROUND)
    label = html.escape(f"{item.answer or _NO_ANSWER}, correct: {' | '.join(item.gold)}")
    span = {"start": len(left), "end": len(left) + len(target), "label": label}
    drawn: dict[str, Any] = {
        "text": left + target + right,
        "ents": [span],
        "title": None,
        "settings": {"direction": direction, "lang": "xx"},
    }
    return displacy.render(drawn, style="ent", manual=True, page=False, jupyter=False)


def snippet(occurrence: Occurrence, size: int) -> tuple[str, str, str]:
    """RETURNS (tuple): Up to `size` characters before the target, the target, and as many after it."""
    words = occurrence.context.words
    left = "".join(f"{word} " for word in words[: occurrence.start])
    right = "".join(f" {word}" for word in words[occurrence.end :])
    target = " ".join(words[occurrence.start : occurrence.end])
    left = left if len(left) <= size else f"…{left[-size:]}"
    right = right if len(right) <= size else f"{right[:size]}…"
    return left, target, right


def _choice(model: SenseModel, word: str) -> str:
    settings = model.words[word].settings
    text = f"weighting {' + '.join(settings.weighting)}, domain kernel {settings.domain:g}, last step {settings.step}"
    choice = model.choices.get(word)
    if choice is None or not choice.total:
        return text
    return f"{text}; cross-validated accuracy {choice.correct / choice.total:.1%} of {choice.total}"


def _scatter(
    model: SenseModel, one: WordModel, answered: Sequence[AnsweredOccurrence], marks: Sequence[Mark]
) -> Scatter:
    gram = one.space.gram(one.settings)
    components = fit_components(gram, n_components=2, center=one.settings.center)
    places: list[NDArray[Any]] = [components.transform(gram)]
    which = one.row_senses.tolist()
    titles = [f"training: {one.senses[number]}" if number >= 0 else "training: without a sense" for number in which]
    hollow = [False] * len(which)
    if answered:
        codes, latent = model.describe([item.occurrence for item in answered])
        places.append(components.transform(one.kernel_rows(codes, latent)))
        numbers = {sense: number for number, sense in enumerate(one.senses)}
        which += [numbers.get(item.gold[0], -1) for item in answered]
        titles += [_gold_title(item) for item in answered]
        hollow += [True] * len(answered)
    return make_scatter(np.concatenate(places), marks, which, titles, hollow)


def _gold_title(item: AnsweredOccurrence) -> str:
    text = "".join(snippet(item.occurrence, _TITLE))
    return f"gold: {' | '.join(item.gold)}; answer: {item.answer or _NO_ANSWER}\n{text}"
