"""Which occurrences to label: first one from the middle of each group, then those that the labels leave in doubt."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...shared.artifacts import write_text
from ...shared.delimited import join_row
from ..model.contexts import ContextWindow
from ..model.sense_model import Occurrence, Prediction, train_senses
from ..model.settings import ModelSettings
from .groups import component_points, find_groups
from .snippets import Snippet, place_of

COLUMNS = ("sense", "left", "target", "right", "word")
"""The columns of a table of contexts, as `read_sense_tsv` reads them."""
_LEAST_DOUBTFUL = 3
"""Doubtful occurrences for each that is asked for; there are more if that is not half of all."""


@dataclass(frozen=True)
class Suggestion:
    """An occurrence to label.

    snippet (Snippet): The occurrence.
    why (str): Why it is asked for.
    """

    snippet: Snippet
    why: str


def suggest_occurrences(
    snippets: Sequence[Snippet], n: int, window: ContextWindow, *, labelled: Sequence[Occurrence] = ()
) -> list[Suggestion]:
    """Choose occurrences whose labels help most, best first.

    Without labels, the occurrences are divided into n groups, and the middle of each is asked for, the largest group
    first. Once two senses have labels, a model is trained on them. The half of the occurrences whose two best senses
    have the closest scores (margin sampling; Scheffer, Decomain & Wrobel 2001) is divided into n groups, and again the
    middle of each is asked for: without groups, doubtful occurrences are often alike, or unlike everything else.

    snippets (Sequence): The occurrences of one word.
    n (int): How many to choose at most.
    window (ContextWindow): Which features are computed.
    labelled (Sequence): Occurrences that need not be asked for again; those without a sense were left open on purpose.
    RETURNS (list): The suggestions.
    """
    known = {place_of(item) for item in labelled}
    asked = [snippet for snippet in snippets if snippet.place not in known]
    if len({item.senses[0] for item in labelled if item.senses}) > 1:
        return _doubtful(asked, n, window, labelled)
    everything = [*asked, *(snippet for snippet in snippets if snippet.place in known)]
    points = component_points([snippet.occurrence for snippet in everything], window)
    found = []
    groups = find_groups(points, n + len(everything) - len(asked))
    for group in groups:
        if all(number < len(asked) for number in group.members):  # no member has been asked for
            size = len(group.members)
            why = f"typical of {size:,} occurrence{'' if size == 1 else 's'}"
            found.append(Suggestion(asked[group.medoid], why))
    return found[:n]


def _doubtful(
    asked: Sequence[Snippet], n: int, window: ContextWindow, labelled: Iterable[Occurrence]
) -> list[Suggestion]:
    """The middles of groups of those occurrences that have the smallest difference between the two best scores."""
    items = [snippet.occurrence for snippet in asked]
    model = train_senses(labelled, unlabelled=items, features=window, candidates=[ModelSettings()])
    predictions = model.predict(items)
    margins = [round(prediction.score - prediction.runner_up_score, 6) for prediction in predictions]
    order = sorted(range(len(items)), key=lambda number: (margins[number], number))
    doubtful = sorted(order[: max(_LEAST_DOUBTFUL * n, len(items) // 2)])
    groups = find_groups(component_points(items, window)[doubtful], n)
    return [_doubt(asked[number], predictions[number]) for number in (doubtful[group.medoid] for group in groups)]


def _doubt(snippet: Snippet, found: Prediction) -> Suggestion:
    return Suggestion(snippet, f"{found.sense} {found.score:.2f} or {found.runner_up} {found.runner_up_score:.2f}")


def write_suggestions(path: Path, suggestions: Iterable[Suggestion]) -> None:
    """Write a table of contexts whose column `sense` is to be filled in.

    path (Path): The file.
    suggestions (Iterable): The occurrences.
    """
    rows = [
        ("", one.snippet.left, one.snippet.target, one.snippet.right, one.snippet.occurrence.word)
        for one in suggestions
    ]
    write_text(path, "".join(join_row(row) + "\n" for row in (COLUMNS, *rows)))
