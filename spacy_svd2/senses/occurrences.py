"""From the targets found in a document to occurrences, as the disambiguator takes them."""

from collections.abc import Iterator, Sequence

from spacy.tokens import Doc

from .corpora.docs import Describe, make_context
from .model.contexts import ContextWindow
from .model.sense_model import Occurrence
from .targets import Found, Place


def make_occurrences(
    doc: Doc,
    found: Found,
    features: ContextWindow,
    annotations: Sequence[str] = (),
    describe: Describe | None = None,
) -> list[Occurrence]:
    """Make the occurrences of a document's targets. Of a long document, only the parts that features use are copied.

    doc (Doc): The document.
    found (Found): Its targets.
    features (ContextWindow): How far features reach.
    annotations (Sequence): What they use beside words.
    describe (Callable): Describes contexts by vectors; see `doc_occurrences`.
    RETURNS (list): An occurrence for each target.
    RAISES (UserError): The document lacks an annotation (K012).
    """
    reach = max(features.window, features.near, features.positions)
    reach = len(found.places) if "deps" in annotations else reach
    taken = (*annotations, *(["sentences"] if features.within_sentence else []))
    occurrences = []
    for low, high, targets in _regions(found, reach):
        context = make_context(doc, found.places[low:high].tolist(), taken)
        for start, end, word in targets:
            vectors = None if describe is None else describe(doc, found.places, start, end)
            occurrences.append(Occurrence(word, context, start - low, end - low, vectors=vectors))
    return occurrences


def _regions(found: Found, reach: int) -> Iterator[tuple[int, int, list[Place]]]:
    """The parts of a document that features of targets can reach: from, to, and the targets."""
    low, high = 0, 0
    targets: list[Place] = []
    for start, end, word in found.targets:
        if targets and start - reach > high:
            yield low, high, targets
            targets = []
        if not targets:
            low = max(0, start - reach)
        high = min(len(found.places), end + reach)
        targets.append((start, end, word))
    if targets:
        yield low, high, targets
