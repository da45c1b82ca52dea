"""Tags with names as arrays of an artifact, and back."""

from collections.abc import Mapping
from typing import Any

from ...errors import Errors, UserError
from ...shared.artifacts import ArraySpec, pack_strings, unpack_strings
from ..forms.form_classifier import FormClassifier
from ..forms.old_form_model import OldFormModel
from .naming import Naming
from .tag_model import TagModel

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

NAMING_SCHEMA = {
    f"naming_{name}": ArraySpec(dtype, ndim, optional=True)
    for name, dtype, ndim in (*_TABLES, *_OLD_FORMS, *_LABELS, *_CLASSIFIER)
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
    meta = {
        "tags": naming.tags,
        "pos": naming.pos,
        "method": naming.method,
        "least": tagger.least,
        "sharpness": tagger.sharpness,
    }
    return {f"naming_{name}": array for name, array in arrays.items()}, meta


def naming_from_arrays(arrays: Mapping[str, Any], meta: Any, label: str) -> Naming:
    """The inverse of `naming_to_arrays`, to be checked with `naming_contradictions`.

    arrays (Mapping): Arrays of an artifact.
    meta (Any): What the artifact's JSON says of named tags.
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
    return Naming(meta.get("tags"), meta.get("pos"), tagger, found["labelled"], found["targets"], meta.get("method"))  # type: ignore[arg-type]


def _classifier(found: Mapping[str, Any], label: str) -> FormClassifier | None:
    """The form classifier; None in artifacts that are older."""
    present = [found[name] for name, *_ in _CLASSIFIER if name in found]
    if not present:
        return None
    if len(present) != len(_CLASSIFIER):
        raise UserError(Errors.A005.format(path=label, name="naming_pieces_data", why="or weights are missing"))
    data, offsets, weights = present
    return FormClassifier(unpack_strings(data, offsets, path=label, name="naming_pieces_offsets"), weights)
