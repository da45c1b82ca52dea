"""The report on word senses: for each word its contexts in two dimensions, its confusions and its errors."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...shared import pages
from ..evaluation.evaluate import AnsweredOccurrence
from ..evaluation.scoring import METRICS, SenseScores
from ..model.kernel_pca import fit_components
from ..model.sense_model import Occurrence, SenseModel
from ..model.word_model import WordModel
from .scatter import SHAPES, Mark, Scatter, make_marks, make_scatter

MAX_WORDS, MAX_ERRORS, MAX_UNKNOWN = 200, 20, 20
"""How many words have a part of their own, errors a word has, and unknown words are named: pages stay of a size."""
_AROUND = 240
_TITLE = 60
_NO_ANSWER = "(none)"


@dataclass(frozen=True)
class WordRow:
    """A word in the table of all words.

    word (str): The word's key.
    n_senses (int): Its senses.
    n_training (int): Its training contexts.
    n_gold, n_errors (int): Its gold contexts, and those without a correct answer.
    accuracy, baseline, validated (float): Its accuracy on the gold contexts, that of the most frequent sense there,
        and that of cross-validation on the training contexts; None if unknown.
    """

    word: str
    n_senses: int
    n_training: int
    n_gold: int
    n_errors: int
    accuracy: float | None
    baseline: float | None
    validated: float | None


@dataclass(frozen=True)
class SenseRow:
    """A sense in the table of a word.

    name, gloss (str): The sense and its definition.
    n_training (float): Its training examples.
    mark (Mark): How it is drawn.
    n_gold (int): Its gold contexts.
    precision, recall (float): On these; None where there is nothing to divide by.
    """

    name: str
    gloss: str
    n_training: float
    mark: Mark
    n_gold: int
    precision: float | None
    recall: float | None


@dataclass(frozen=True)
class ErrorRow:
    """An error: the answer, the correct senses, the target in its context, and the direction of its script."""

    answer: str
    correct: str
    left: str
    target: str
    right: str
    dir: str


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

    row (WordRow): Its figures.
    senses (list): Its senses.
    choice (str): The settings that cross-validation chose, and with what accuracy.
    scatter (Scatter): Training contexts, and gold contexts as outlines.
    columns, cells (list): Answers by gold sense, for a matrix.
    errors (list): The first errors.
    """

    row: WordRow
    senses: list[SenseRow]
    choice: str
    scatter: Scatter
    columns: list[str]
    cells: list[tuple[str, list[pages.Cell]]]
    errors: list[ErrorRow]


def render_report(
    model: SenseModel,
    *,
    title: str,
    answered: Sequence[AnsweredOccurrence] = (),
    scores: SenseScores | None = None,
    glosses: Mapping[str, Mapping[str, str]] | None = None,
    lang: str = "xx",
) -> str:
    """Write the report.

    model (SenseModel): The model.
    title (str): What the report is about.
    answered (Sequence): Gold occurrences with the pipeline's answers.
    scores (SenseScores): Their scores.
    glosses (Mapping): Definitions by word and sense.
    lang (str): Language code of the words.
    RETURNS (str): An HTML page that loads nothing; whatever comes from data is escaped.
    """
    groups: dict[str, list[AnsweredOccurrence]] = {}
    for item in answered:
        groups.setdefault(item.occurrence.word, []).append(item)
    rows = [_word_row(model, word, groups.get(word, []), scores) for word in model.words]
    # the words to look at first: most errors, or most to see
    rows.sort(key=lambda row: -(row.n_errors if scores else row.n_training))
    known = glosses or {}
    return pages.render_page(
        "senses",
        styles=["report"],
        title=title,
        lang=pages.language(lang),
        scores=scores,
        figures=_figures(scores) if scores else [],
        facts=[
            ("Words", len(rows)),
            ("Senses", sum(row.n_senses for row in rows)),
            ("Training contexts", sum(row.n_training for row in rows)),
        ],
        unknown=[(word, len(items)) for word, items in groups.items() if word not in model.words],
        max_unknown=MAX_UNKNOWN,
        rows=rows,
        words=[report_word(model, row, groups.get(row.word, []), known.get(row.word, {})) for row in rows[:MAX_WORDS]],
        shapes=SHAPES,
    )


def report_word(
    model: SenseModel, row: WordRow, answered: Sequence[AnsweredOccurrence], glosses: Mapping[str, str]
) -> WordReport:
    """Gather what there is to say about one word; see `render_report`.

    model (SenseModel): The model.
    row (WordRow): The word.
    answered (Sequence): Its gold occurrences with answers.
    glosses (Mapping): Definitions by sense.
    RETURNS (WordReport): The part of the report.
    """
    one = model.words[row.word]
    marks = make_marks(one.senses)
    confusions = count_confusions(answered, one.senses)
    errors = [item for item in answered if not item.correct]
    return WordReport(
        row=row,
        senses=_sense_rows(one, marks, confusions, glosses),
        choice=_choice(model, row.word),
        scatter=_scatter(model, one, answered, marks),
        columns=confusions.columns,
        cells=pages.matrix_rows(confusions.rows, confusions.columns, confusions.counts),
        errors=[_error_row(item) for item in errors[:MAX_ERRORS]],
    )


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


def snippet(occurrence: Occurrence, size: int) -> tuple[str, str, str]:
    """Cut a target out of its text, with what stands around it.

    occurrence (Occurrence): The target.
    size (int): How many characters to keep on each side.
    RETURNS (tuple): What stands before the target, the target, and what stands after it.
    """
    words = occurrence.context.words
    left = "".join(f"{word} " for word in words[: occurrence.start])
    right = "".join(f" {word}" for word in words[occurrence.end :])
    target = " ".join(words[occurrence.start : occurrence.end])
    left = left if len(left) <= size else f"…{left[-size:]}"
    right = right if len(right) <= size else f"{right[:size]}…"
    return left, target, right


def _word_row(
    model: SenseModel, word: str, answered: Sequence[AnsweredOccurrence], scores: SenseScores | None
) -> WordRow:
    one, choice = model.words[word], model.choices.get(word)
    found = scores.per_word.get(word) if scores else None
    return WordRow(
        word,
        n_senses=len(one.senses),
        n_training=round(float(one.counts.sum())),
        n_gold=len(answered),
        n_errors=sum(not item.correct for item in answered),
        accuracy=found.accuracy if found else None,
        baseline=found.mfs_accuracy if found else None,
        validated=choice.correct / choice.total if choice and choice.total else None,
    )


def _figures(scores: SenseScores) -> list[tuple[str, str]]:
    """The main scores, the accuracy in front: titles and values."""
    values = [(metric, getattr(scores.total, metric.key)) for metric in METRICS if metric.column]
    shown = [(metric.title, metric.text(value)) for metric, value in values if value is not None]
    low, high = scores.interval
    return [*shown[1:2], ("95 % interval", f"{low:.1%} to {high:.1%}"), *shown[2:], shown[0]]


def _sense_rows(
    one: WordModel, marks: Sequence[Mark], confusions: Confusions, glosses: Mapping[str, str]
) -> list[SenseRow]:
    pairs = {
        (row, column): n
        for row, counts in zip(confusions.rows, confusions.counts, strict=True)
        for column, n in zip(confusions.columns, counts, strict=True)
    }

    def describe_sense(name: str, n_training: float, mark: Mark) -> SenseRow:
        right = pairs.get((name, name), 0)
        n_gold = sum(n for (row, _), n in pairs.items() if row == name)
        n_said = sum(n for (_, column), n in pairs.items() if column == name)
        precision, recall = right / n_said if n_said else None, right / n_gold if n_gold else None
        return SenseRow(name, glosses.get(name, ""), n_training, mark, n_gold, precision, recall)

    return [describe_sense(*sense) for sense in zip(one.senses, one.counts.tolist(), marks, strict=True)]


def _error_row(item: AnsweredOccurrence) -> ErrorRow:
    left, target, right = snippet(item.occurrence, _AROUND)
    way = pages.direction(left + target + right)
    return ErrorRow(item.answer or _NO_ANSWER, " | ".join(item.gold), left, target, right, way)


def _choice(model: SenseModel, word: str) -> str:
    settings = model.words[word].settings
    text = f"Weighting {' + '.join(settings.weighting)}, domain kernel {settings.domain:g}, last step {settings.step}"
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
