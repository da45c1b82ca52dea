"""From a person's answers, labelled words and annotated sentences, to a model whose tags have names."""

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from spacy.tokens import Doc

from ...errors import Errors, UserError, Warnings
from ...shared.word_keys import WordKey
from ..settings import Method
from .advice import find_large_tag, find_weakness
from .annotated import annotated_tokens, parts_of_speech
from .labels import Labels, read_labels

if TYPE_CHECKING:
    from ..model.model import SVD2Model


def name_model(
    model: "SVD2Model",
    labels: Path | None,
    sentences: Sequence[Doc] | None,
    make_type: WordKey,
    *,
    method: Method,
    on_stage: Callable[[str], None],
) -> "SVD2Model":
    """Name the tags of a model, and warn (L204) of answers that will give poor tags.

    model (SVD2Model): The model.
    labels (Path), sentences (Sequence), method (str), on_stage (Callable): See `SVD2Tagger.name_tags`.
    make_type (WordKey): From the text of a token to its type.
    RETURNS (SVD2Model): The model with names.
    RAISES (UserError): See `SVD2Tagger.name_tags`.
    """
    if labels is None and sentences is None:
        raise UserError(Errors.L021)
    found = Labels("") if labels is None else read_labels(labels, words=model.types, normalize=make_type)
    if not found.rows and sentences is None:
        raise UserError(Errors.L020.format(path=labels))
    weakness = find_weakness(found.rows) if sentences is None else ""
    if weakness:
        warnings.warn(Warnings.L204.format(path=labels, why=weakness), stacklevel=3)
    tokens = None if sentences is None else annotated_tokens(sentences, model.types, make_type)
    pos = {**parts_of_speech(sentences or []), **found.pos_of}
    named = model.named(found.tags, pos=pos, method=method, sentences=tokens, on_stage=on_stage)
    if named.naming is not None and labels is not None and not weakness:
        best = named.naming.tagger.probabilities.argmax(axis=1)
        shares = np.bincount(best, weights=named.counts, minlength=len(named.naming.tags)).tolist()
        if why := find_large_tag(named.naming.tags, shares):
            warnings.warn(Warnings.L204.format(path=labels, why=why), stacklevel=3)
    return named
