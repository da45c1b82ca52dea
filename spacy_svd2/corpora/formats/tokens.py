"""What a text format makes of a file: tokens as plain lists, not yet a spaCy object."""

from dataclasses import dataclass

from spacy.tokens import Doc
from spacy.vocab import Vocab


@dataclass(slots=True)
class Tokens:
    """One sentence (or other unit) of a file that gives the tokens itself. All lists have the same length.

    words (list[str]): Token texts, none empty.
    tags (list[str]): What goes to `token.tag_`; an empty string is a token without tag.
    pos (list[str]): Universal parts of speech for `token.pos_`; an empty string where there is none.
    spaces (list[bool]): Whether white space follows each token; None if the file does not say.
    """

    words: list[str]
    tags: list[str] | None = None
    pos: list[str] | None = None
    spaces: list[bool] | None = None

    def to_doc(self, vocab: Vocab) -> Doc:
        """Make the gold document: one sentence.

        vocab (Vocab): The vocabulary that takes the strings up.
        RETURNS (Doc): The document.
        """
        starts: list[bool | int | None] = [False] * len(self.words)
        starts[0] = True
        return Doc(vocab, words=self.words, spaces=self.spaces, tags=self.tags, pos=self.pos, sent_starts=starts)


@dataclass(frozen=True)
class ReadingOptions:
    """How to read a file, where the formats leave a choice.

    tokenized (bool): Plain text is already split by white space.
    column (str | int): What goes to `token.tag_`: a name, or a 1-based number; None for the format's default.
    """

    tokenized: bool = False
    column: str | int | None = None
