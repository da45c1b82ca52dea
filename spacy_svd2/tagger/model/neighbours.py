"""Find the words of the corpus that occur in the most similar contexts."""

from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np

from ...errors import Errors, UserError
from .model import DESCRIBED_FROM, SVD2Model

_SPELLINGS = 5  # that a message names
_SPELLINGS_AMONG = 100_000  # the most frequent types: comparing spellings takes seconds for so many


@dataclass(frozen=True)
class SimilarType:
    """A word type near another.

    word (str): The type.
    similarity (float): Mean of the cosines on the left and on the right, from -1 to 1.
    count (int): Its tokens in the corpus.
    tag (str): Its cluster.
    """

    word: str
    similarity: float
    count: int
    tag: str


def neighbours(model: SVD2Model, word: str, *, n: int = 10) -> list[SimilarType]:
    """Find the types nearest to a type by the descriptors of the first pass (Lamar et al. 2010, section 2).

    Similarity is half the dot product of two descriptors, the mean of the cosines on the left and on the right.

    model (SVD2Model): The trained model.
    word (str): A type, that is, already lower-cased if the model's `attr` is "LOWER".
    n (int): Most types to find.
    RETURNS (list): The nearest first, ties by frequency; only types whose descriptors the model keeps.
    RAISES (UserError): The word is not in the corpus (L006) or too rare (L007), or the model has no descriptors (L008).
    """
    if model.descriptors is None:
        raise UserError(Errors.L008)
    if word not in model.types:
        close = get_close_matches(word, model.types[:_SPELLINGS_AMONG], n=_SPELLINGS)
        hint = f"Closest spellings: {', '.join(close)}." if close else "No spelling comes close."
        raise UserError(Errors.L006.format(word=word, hint=hint))
    at = model.types.index(word)
    if at >= len(model.descriptors):
        raise UserError(Errors.L007.format(word=word, count=model.counts[at], least=DESCRIBED_FROM))
    points = model.descriptors.astype(np.float32)
    similarity = np.minimum(points @ points[at] / 2, 1)  # in half precision, the cosine of equal vectors can exceed 1
    order = np.argsort(-similarity, kind="stable")
    nearest = order[order != at][:n].tolist()
    return [_neighbour(model, i, float(similarity[i])) for i in nearest]


def _neighbour(model: SVD2Model, at: int, similarity: float) -> SimilarType:
    tag = model.cluster_names[model.labels[at]]
    return SimilarType(model.types[at], round(similarity, 4), int(model.counts[at]), tag)
