"""Conversion of named tags to arrays of an artifact and back, with checks."""

from collections.abc import Mapping
from typing import Any, get_args

from ...errors import Errors, UserError
from ...shared.artifacts import ArraySpec, pack_strings, unpack_strings
from ...shared.numerics import Contradictions, all_below, moderate, probable
from ..forms.cluster_form_model import OldFormModel
from ..forms.form_classifier import FormClassifier
from ..forms.shapes import SHAPES
from ..settings import Method
from .naming import Naming
from .tag_model import TagModel
from .tag_names import UPOS_GLOSSES
from .token_model import TokenModel

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
    found = _table_contradictions(naming, n_types) + _form_contradictions(naming)
    return found + _label_contradictions(naming, n_types) + _token_contradictions(naming)


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
        and isinstance(naming.one_apostrophe, bool)
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
    if not all_below(rows, n):
        found.append(("naming_labelled", "names types there are not"))
    return found


def _token_contradictions(naming: Naming) -> Contradictions:
    tokens = naming.tokens
    if tokens is None:
        return []
    numbers = (tokens.scale, tokens.sharpness)
    if not all(type(number) in (int, float) and -_SHARPEST <= number <= _SHARPEST for number in numbers):
        return [("naming_token_keys", "is there without the scale of its model")]
    if bool((tokens.keys[1:] <= tokens.keys[:-1]).any()):
        return [("naming_token_keys", "does not ascend")]
    shape = (len(tokens.keys), len(naming.tags))
    if tokens.weights.shape != shape or not moderate(tokens.weights):
        return [("naming_token_weights", f"is not {shape}, or huge")]
    return []


# names in the file are a format: "form" is the old form model, of which new artifacts keep the root, the prior;
# "pieces" is the form classifier
_TABLES = (
    ("probabilities", "float16", 2),
    ("left", "float16", 2),
    ("right", "float16", 2),
    ("left_by_tag", "float32", 2),
    ("right_by_tag", "float32", 2),
    ("edges", "float32", 2),
)
_LABELS = (("labelled", "int64", 1), ("targets", "float32", 2))
_OLD_FORMS = (("form_data", "uint8", 1), ("form_offsets", "int64", 1), ("form_probabilities", "float16", 2))
_CLASSIFIER = (("pieces_data", "uint8", 1), ("pieces_offsets", "int64", 1), ("pieces_weights", "float16", 2))
_TOKENS = (("token_keys", "uint64", 1), ("token_weights", "float32", 2))

NAMING_SCHEMA = {
    f"naming_{name}": ArraySpec(dtype, ndim, optional=True)
    for name, dtype, ndim in (*_TABLES, *_OLD_FORMS, *_LABELS, *_CLASSIFIER, *_TOKENS)
}
ROOT = ""
"""The key of the old form model's root."""


def naming_to_arrays(naming: Naming) -> tuple[dict[str, Any], dict[str, Any]]:
    """Make arrays of named tags.

    naming (Naming): The tags.
    RETURNS (tuple): Arrays as in `NAMING_SCHEMA`, and the rest for JSON.
    """
    tagger = naming.tagger
    arrays = {name: getattr(tagger, name) for name, *_ in _TABLES}
    old = tagger.form_model if isinstance(tagger.form_model, OldFormModel) else OldFormModel([ROOT], tagger.prior[None])
    arrays["form_data"], arrays["form_offsets"] = pack_strings(old.keys)
    arrays.update(form_probabilities=old.probabilities, labelled=naming.labelled, targets=naming.targets)
    if isinstance(tagger.form_model, FormClassifier):
        arrays["pieces_data"], arrays["pieces_offsets"] = pack_strings(tagger.form_model.keys)
        arrays["pieces_weights"] = tagger.form_model.weights
    if naming.tokens is not None:
        arrays.update(token_keys=naming.tokens.keys, token_weights=naming.tokens.weights)
    meta: dict[str, Any] = {
        "tags": naming.tags,
        "pos": naming.pos,
        "method": naming.method,
        "least": tagger.least,
        "sharpness": tagger.sharpness,
        **({"one_apostrophe": True} if naming.one_apostrophe else {}),  # an old artifact is saved as it was
    }
    if naming.tokens is not None:
        meta["tokens"] = {"scale": naming.tokens.scale, "sharpness": naming.tokens.sharpness}
    return {f"naming_{name}": array for name, array in arrays.items()}, meta


def naming_from_arrays(arrays: Mapping[str, Any], meta: Any, label: str) -> Naming:
    """Make named tags of arrays, the inverse of `naming_to_arrays`; check them with `naming_contradictions`.

    arrays (Mapping): Arrays of an artifact.
    meta (Any): The part of the artifact's JSON on named tags.
    label (str): How messages name the source.
    RAISES (UserError): Something is missing or malformed (A005).
    """
    found = {name.removeprefix("naming_"): array for name, array in arrays.items() if name.startswith("naming_")}
    missing = [name for name, *_ in (*_TABLES, *_OLD_FORMS, *_LABELS) if name not in found]
    if missing or not isinstance(meta, dict):
        raise UserError(Errors.A005.format(path=label, name="naming_probabilities", why="or its tags are missing"))
    keys = unpack_strings(found["form_data"], found["form_offsets"], path=label, name="naming_form_offsets")
    old = OldFormModel(keys, found["form_probabilities"])
    if ROOT not in keys or len(old.probabilities) != len(keys):
        raise UserError(Errors.A005.format(path=label, name="naming_form_probabilities", why="does not fit the forms"))
    classifier = _classifier(found, label)
    tagger = TagModel(
        **{name: found[name] for name, *_ in _TABLES},
        form_model=old if classifier is None else classifier,
        prior=old.probabilities[keys.index(ROOT)],
        least=meta.get("least"),  # type: ignore[arg-type]  # checked afterwards, as the rest of `meta`
        sharpness=meta.get("sharpness"),  # type: ignore[arg-type]
    )
    return Naming(
        tags=meta.get("tags"),  # type: ignore[arg-type]
        pos=meta.get("pos"),  # type: ignore[arg-type]
        tagger=tagger,
        labelled=found["labelled"],
        targets=found["targets"],
        method=meta.get("method"),  # type: ignore[arg-type]
        tokens=_tokens(found, meta.get("tokens"), label),
        one_apostrophe=meta.get("one_apostrophe", False),
    )


def _tokens(found: Mapping[str, Any], meta: Any, label: str) -> TokenModel | None:
    """The model of tokens; None if it was learned from words alone."""
    present = [found[name] for name, *_ in _TOKENS if name in found]
    if not present and meta is None:
        return None
    if len(present) != len(_TOKENS) or not isinstance(meta, dict):
        raise UserError(
            Errors.A005.format(path=label, name="naming_token_keys", why="or a part of its model is missing")
        )
    keys, weights = present
    return TokenModel(keys, weights, scale=meta.get("scale"), sharpness=meta.get("sharpness"))  # type: ignore[arg-type]


def _classifier(found: Mapping[str, Any], label: str) -> FormClassifier | None:
    """The form classifier; None in artifacts that are older."""
    present = [found[name] for name, *_ in _CLASSIFIER if name in found]
    if not present:
        return None
    if len(present) != len(_CLASSIFIER):
        raise UserError(Errors.A005.format(path=label, name="naming_pieces_data", why="or weights are missing"))
    data, offsets, weights = present
    return FormClassifier(unpack_strings(data, offsets, path=label, name="naming_pieces_offsets"), weights)
