"""One occurrence of an ambiguous word, as every reader of sense-annotated corpora gives it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_LONG_WORD = 3  # letters of scripts without spaces
# Thai, Lao, Tibetan, Burmese, Khmer, Tai, Balinese, Javanese, Yi, Chinese and Japanese, which put no spaces
_UNSPACED = re.compile(
    "[\u0e00-\u109f\u1780-\u17ff\u1950-\u1aaf\u1b00-\u1b7f\u3000-\u312f\u3400-\u4dbf\u4e00-\ua4cf\ua980-\ua9ff"
    "\uaa60-\uaadf\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)


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
        """The whole context; the target stands at `target_span`."""
        return self.left + self.target + self.right

    @property
    def target_span(self) -> tuple[int, int]:
        """Character offsets of the target in `text`."""
        return len(self.left), len(self.left) + len(self.target)


def gap(left: str, right: str) -> str:
    """Give the space between a target and its context, where a format has lost it.

    left (str), right (str): Two stretches of text that follow each other; one of them is the context.
    RETURNS (str): A space between letters and digits; none in scripts without spaces between words.
    """
    edges = left[-1:] + right[:1]
    return " " if len(edges) == 2 and not edges.isspace() and not _UNSPACED.search(edges) else ""


def holds_words(text: str) -> bool:
    """Say whether a text seems to hold several words, in whatever script."""
    return " " in text.strip() or len(_UNSPACED.findall(text)) > _LONG_WORD


@dataclass
class SentenceBuilder:
    """A tokenised sentence that marks several targets, while it is read.

    tokens (list), tags (list): Its tokens so far, and their tags.
    targets (list): Id, word, senses and place of each target.
    """

    tokens: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    targets: list[tuple[str, str, tuple[str, ...], int, int]] = field(default_factory=list)

    def add(self, text: str, tag: str = "") -> tuple[int, int]:
        """Add a word, or several with spaces between them.

        text (str), tag (str): What to add, and the tag of each word.
        RETURNS (tuple): The first token, and the one past the last.
        """
        start, words = len(self.tokens), text.split()
        self.tokens += words
        self.tags += [tag] * len(words)
        return start, len(self.tokens)

    def mark(self, id: str, word: str, senses: tuple[str, ...], place: tuple[int, int]) -> None:
        """Mark a target; one without tokens is none."""
        if place[0] < place[1]:
            self.targets.append((id, word, senses, *place))

    def instances(self) -> Iterator[Instance]:
        """Give the targets, each with the whole sentence."""
        tokens, tags = tuple(self.tokens), tuple(self.tags)
        for name, word, senses, start, end in self.targets:
            left = "".join(f"{token} " for token in tokens[:start])
            right = "".join(f" {token}" for token in tokens[end:])
            target = " ".join(tokens[start:end])
            yield Instance(name, word, left, target, right, senses, tokens, tags, (start, end), (0,))
