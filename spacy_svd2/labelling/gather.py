"""Which words to label, with their company and their context."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ..concordance import find_lines
from ..svd2.suggestions import Line, Suggestion

if TYPE_CHECKING:
    from ..svd2.model import SVD2Model

_BREAKS = frozenset("\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")


def suggest_words(model: "SVD2Model", n: int, *, n_companions: int = 8) -> list[tuple[int, list[int]]]:
    """Choose the words to label: prototypes of ever finer clusterings (`svd2.suggest`).

    model (SVD2Model): The trained model. One that does not hold its word pairs is left with its own clusters.
    n (int): How many at most.
    n_companions (int): Companions of each.
    RETURNS (list): Numbers of types, the one to label first in front, each with the numbers of types that behave alike.
    """
    import numpy as np

    from ..svd2.ladder import build_ladder
    from ..svd2.suggest import suggest

    levels = [model.labels] if model.bigrams is None else build_ladder(model.bigrams, model.settings).levels
    plain = np.array([not _BREAKS.intersection(word) for word in model.types])
    chosen = suggest(levels, model.counts, n, eligible=plain, n_companions=n_companions)
    return [(choice.row, choice.companions) for choice in chosen]


def make_suggestions(
    model: "SVD2Model",
    *,
    n: int = 300,
    n_companions: int = 8,
    sentences: Iterable[list[str]] = (),
    normalize: Callable[[str], str] = str,
    n_lines: int = 3,
) -> list[Suggestion]:
    """Choose words to label and gather what helps to label them.

    model (SVD2Model): The trained model.
    n (int): Words.
    n_companions (int): Companions of each.
    sentences (Iterable): Token texts of a corpus to draw lines of context from; may be empty.
    normalize (Callable): From the text of a token to its type.
    n_lines (int): Lines of context for each word.
    RETURNS (list): The word to label first in front.
    """
    chosen = suggest_words(model, n, n_companions=n_companions)
    words = [model.types[at] for at, _ in chosen]
    companions = [[model.types[other] for other in others] for _, others in chosen]
    lines = find_lines(sentences, words, normalize=normalize, n=n_lines)
    counts = [int(model.counts[at]) for at, _ in chosen]
    return list_suggestions(words, counts, int(model.counts.sum()), companions, lines)


def list_suggestions(
    words: list[str], counts: list[int], n_tokens: int, companions: list[list[str]], lines: dict[str, list[Line]]
) -> list[Suggestion]:
    """Put suggestions together from their parts and add up what they cover.

    words, counts, companions (list): Of each word.
    n_tokens (int): Of the corpus.
    lines (dict): Lines of context by word.
    RETURNS (list): In the order of the words.
    """
    suggestions, covered = [], 0
    for word, count, company in zip(words, counts, companions, strict=True):
        covered += count
        share, coverage = count / n_tokens, covered / n_tokens
        suggestions.append(Suggestion(word, count, share, company, lines.get(word, []), coverage))
    return suggestions
