"""A word that somebody should label, with what helps them to."""

from dataclasses import dataclass, field

from ...corpora.concordance import Line


@dataclass(frozen=True)
class Suggestion:
    """A word to label.

    word (str): The type.
    frequency (int): Its tokens in the corpus.
    share_of_tokens (float): The same as a fraction.
    companions (list): Types that behave alike, the best first.
    concordance (list): Lines of the corpus with the word.
    cumulative_coverage (float): Share of the corpus' tokens that this word and those before it make up.
    """

    word: str
    frequency: int
    share_of_tokens: float
    companions: list[str] = field(default_factory=list)
    concordance: list[Line] = field(default_factory=list)
    cumulative_coverage: float = 0.0
