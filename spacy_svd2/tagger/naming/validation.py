"""What can be wrong with named tags, each array of which is well-formed: they contradict one another."""

from typing import get_args

from ...shared.checks import Contradictions, moderate, probable
from ..forms.form_classifier import FormClassifier
from ..forms.old_form_model import OldFormModel
from ..forms.shapes import SHAPES
from ..settings import Method
from .naming import Naming
from .universal_tags import UPOS_GLOSSES

_LEAST, _SHARPEST = 1e-9, 1e3  # beyond these, logarithms or exponentials overflow
_METHODS = (*get_args(Method), "ensemble")  # the last one by older versions, whose artifacts still load


def naming_contradictions(naming: Naming, n_types: int) -> Contradictions:
    """Look for contradictions in named tags.

    naming (Naming): The tags.
    n_types (int): Types of the model.
    RETURNS (list): The contradictions; empty if the tags can be used.
    """
    if not _is_described(naming):
        return [("naming_probabilities", "or its tags are missing")]
    return (
        _table_contradictions(naming, n_types) + _form_contradictions(naming) + _label_contradictions(naming, n_types)
    )


def _is_described(naming: Naming) -> bool:
    """Whether everything but the arrays is what it must be; it may have come from JSON."""
    tags, pos, tagger = naming.tags, naming.pos, naming.tagger
    return (
        isinstance(tags, list)
        and len(tags) > 0
        and all(isinstance(tag, str) and tag for tag in tags)
        and len(set(tags)) == len(tags)
        and isinstance(pos, dict)
        and set(pos) <= set(tags)
        and all(isinstance(name, str) and name in UPOS_GLOSSES for name in pos.values())
        and all(type(number) in (int, float) for number in (tagger.least, tagger.sharpness))
        and _LEAST <= tagger.least <= 1
        and 0 <= tagger.sharpness <= _SHARPEST
        and naming.method in _METHODS
    )


def _table_contradictions(naming: Naming, n: int) -> Contradictions:
    k, found = len(naming.tags), []
    shapes = {
        "probabilities": (n, k),
        "left": (n, k),
        "right": (n, k),
        "left_by_tag": (k, k),
        "right_by_tag": (k, k),
        "edges": (2, k),
    }
    for name, shape in shapes.items():
        table = getattr(naming.tagger, name)
        if table.shape != shape:
            found.append((f"naming_{name}", f"is not {shape}"))
        elif name == "probabilities" and not probable(table):
            found.append((f"naming_{name}", "holds no probabilities"))
        elif not moderate(table):
            found.append((f"naming_{name}", "holds huge numbers"))
    return found


def _form_contradictions(naming: Naming) -> Contradictions:
    forms, k = naming.tagger.form_model, len(naming.tags)
    if len(set(forms.keys)) != len(forms.keys):
        old = isinstance(forms, OldFormModel)
        return [("naming_form_data", "holds a key twice") if old else ("naming_pieces_data", "holds a piece twice")]
    if isinstance(forms, FormClassifier):
        shape = (len(forms.keys) + len(SHAPES) + 1, k)
        if forms.weights.shape != shape or not moderate(forms.weights):
            return [("naming_pieces_weights", f"is not {shape}, or huge")]
    elif forms.probabilities.shape != (len(forms.keys), k) or not probable(forms.probabilities):
        return [("naming_form_probabilities", f"is not {(len(forms.keys), k)}, or holds no probabilities")]
    if naming.tagger.prior.shape != (k,) or not probable(naming.tagger.prior):
        return [("naming_form_probabilities", "holds no probabilities")]
    return []


def _label_contradictions(naming: Naming, n: int) -> Contradictions:
    rows, targets, found = naming.labelled, naming.targets, []
    if targets.shape != (len(rows), len(naming.tags)):
        found.append(("naming_targets", f"is not {(len(rows), len(naming.tags))}"))
    elif not probable(targets):
        found.append(("naming_targets", "holds no probabilities"))
    if bool((rows < 0).any() or (rows >= n).any()):
        found.append(("naming_labelled", "names types there are not"))
    return found
