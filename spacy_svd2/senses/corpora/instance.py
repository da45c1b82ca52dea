"""One occurrence of an ambiguous word, as every reader of sense-annotated corpora gives it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Instance:
    """An occurrence of a target word in context, with its senses when they are known.

    id (str): Identifier, unique in its corpus.
    word (str): The key of the word's model, for instance "art.n".
    left (str): Text before the target.
    target (str): The target as it stands in the text.
    right (str): Text after the target.
    senses (tuple): Every correct sense; empty when the instance is unlabelled.
    tokens (tuple): The context's tokens, when the corpus is tokenised; otherwise empty.
    tags (tuple): Their tags, when the corpus is tagged; otherwise empty.
    span (tuple): First token of the target and the one past its last, when there are tokens.
    sentence_starts (tuple): Tokens that open a sentence, when there are tokens.
    """

    id: str
    word: str
    left: str
    target: str
    right: str
    senses: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    span: tuple[int, int] = (0, 0)
    sentence_starts: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """RETURNS (str): The whole context; the target stands at `target_span`."""
        return self.left + self.target + self.right

    @property
    def target_span(self) -> tuple[int, int]:
        """RETURNS (tuple): Character offsets of the target in `text`."""
        return len(self.left), len(self.left) + len(self.target)
