"""Gold occurrences with the answers of a pipeline."""

from dataclasses import dataclass

from ..model.sense_model import Occurrence


@dataclass(frozen=True)
class AnsweredOccurrence:
    """An occurrence whose sense is known, and what a pipeline says.

    occurrence (Occurrence): The target in its text, with its correct senses.
    answer (str): The sense that was given, or "" for none.
    score (float): Its score.
    """

    occurrence: Occurrence
    answer: str
    score: float = 0.0

    @property
    def gold(self) -> tuple[str, ...]:
        """RETURNS (tuple): The correct senses."""
        return self.occurrence.senses

    @property
    def correct(self) -> bool:
        """RETURNS (bool): Whether the answer is one of them."""
        return self.answer in self.gold
