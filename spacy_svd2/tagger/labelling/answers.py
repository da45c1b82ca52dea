"""From a person's answers, labelled words and annotated sentences, to a model whose tags have names."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from spacy.tokens import Doc

from ...errors import Errors, UserError, Warnings
from ...shared.word_keys import WordKey
from ..dictionaries.labels import add_dictionary
from ..settings import Method
from .advice import find_large_tag, find_weakness
from .annotated import annotated_tokens, parts_of_speech
from .labels import Labels, read_labels

if TYPE_CHECKING:
    from ..model.model import SVD2Model


@dataclass(frozen=True)
class Answers:
    """What a person knows of the words of a language.

    labels (Path): A file of labelled words.
    dictionary (Mapping): Tags of words, which count where `labels` has none for the word.
    sentences (Sequence): Documents some of whose tokens have tags.
    """

    labels: Path | None = None
    dictionary: Mapping[str, Sequence[str]] | None = None
    sentences: Sequence[Doc] | None = None


def name_model(
    model: "SVD2Model",
    answers: Answers,
    make_type: WordKey,
    *,
    method: Method,
    on_stage: Callable[[str], None],
) -> "SVD2Model":
    """Name the tags of a model, and warn (L204) of answers that will give poor tags.

    model (SVD2Model): The model.
    answers (Answers): What the names come from.
    make_type (WordKey): From the text of a token to its type.
    method (str), on_stage (Callable): See `SVD2Tagger.name_tags`.
    RETURNS (SVD2Model): The model with names.
    RAISES (UserError): See `SVD2Tagger.name_tags`.
    """
    labels, sentences = answers.labels, answers.sentences
    if labels is None and answers.dictionary is None and sentences is None:
        raise UserError(Errors.L021)
    found = Labels("the dictionary") if labels is None else read_labels(labels, words=model.types, normalize=make_type)
    if answers.dictionary is not None:
        found = add_dictionary(found, answers.dictionary, types=model.types, normalize=make_type)
    if not found.rows and sentences is None:
        raise UserError(Errors.L020.format(path=labels))
    weakness = find_weakness(found.rows) if sentences is None else ""
    if weakness:
        warnings.warn(Warnings.L204.format(path=labels, why=weakness), stacklevel=3)
    tokens = None if sentences is None else annotated_tokens(sentences, model.types, make_type)
    pos = {**parts_of_speech(sentences or []), **found.pos_of}
    named = model.named(found.counted_tags, pos=pos, method=method, sentences=tokens, on_stage=on_stage)
    if named.naming is not None and found.rows and not weakness:
        best = named.naming.tagger.probabilities.argmax(axis=1)
        shares = np.bincount(best, weights=named.counts, minlength=len(named.naming.tags)).tolist()
        if why := find_large_tag(named.naming.tags, shares):
            warnings.warn(Warnings.L204.format(path=labels, why=why), stacklevel=3)
    return named
