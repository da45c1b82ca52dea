"""Plain text with a sentence or paragraph per line, and the class for the tokens of all other formats."""

from collections.abc import Iterator
from dataclasses import dataclass

from spacy.tokens import Doc
from spacy.vocab import Vocab

from ...errors import Errors, UserError
from ...shared.delimited import clean_cell
from ..files import CorpusFile

NO_TAG = "_"
"""What stands where a word has no tag."""
UNTAGGED_LINE = "spacy_svd2_untagged_line"
"""Key of `doc.user_data`: where a gold document with a word that lacks a tag stands in its file."""


@dataclass(slots=True)
class Tokens:
    """One sentence (or other unit) of a file that gives the tokens itself. All lists have the same length.

    words (list[str]): Token texts, none empty.
    tags (list[str]): What goes to `token.tag_`; an empty string is a token without tag.
    pos (list[str]): Universal parts of speech for `token.pos_`; an empty string where there is none.
    spaces (list[bool]): Whether white space follows each token; None if the file does not say.
    line (int): Where it stands in the file: the line of the first word without a tag, or else its first line.
    ranges (tuple): Tokens of the text that stand for several words: the first word, the one after the last, the text.
    """

    words: list[str]
    tags: list[str] | None = None
    pos: list[str] | None = None
    spaces: list[bool] | None = None
    line: int = 0
    ranges: tuple[tuple[int, int, str], ...] = ()

    @property
    def text(self) -> str:
        """The text as it is written: with the spaces that the file notes, or else a space after each word."""
        spaces = self.spaces or [True] * len(self.words)
        written = [word + " " * space for word, space in zip(self.words, spaces, strict=True)]
        for first, after, text in reversed(self.ranges):
            written[first:after] = [text + " " * spaces[after - 1]]
        return "".join(written)

    def to_doc(self, vocab: Vocab) -> Doc:
        """Make the gold document: one sentence.

        vocab (Vocab): The vocabulary that takes the strings up.
        RETURNS (Doc): The document.
        """
        starts: list[bool | int | None] = [False] * len(self.words)
        starts[0] = True
        doc = Doc(vocab, words=self.words, spaces=self.spaces, tags=self.tags, pos=self.pos, sent_starts=starts)
        if self.tags and "" in self.tags:
            doc.user_data[UNTAGGED_LINE] = self.line
        return doc


def clean_words(words: list[str]) -> list[str]:
    """Remove white space around words, which would make types of their own; a word of nothing else stays."""
    return [word.strip() or word for word in words] if _are_uneven(words) else words


def clean_tags(tags: list[str]) -> list[str]:
    """Remove what nobody sees from tags, see `clean_cell`; the tag "_" is none in every format, as in CoNLL-U."""
    if _are_uneven(tags) or not "".join(tags).isascii():
        tags = [clean_cell(tag) for tag in tags]
    return ["" if tag == NO_TAG else tag for tag in tags] if NO_TAG in tags else tags


def _are_uneven(cells: list[str]) -> bool:
    together = "".join(cells)
    return together.split() != [together]


@dataclass(frozen=True)
class ReadingOptions:
    """How to read a file, where the formats leave a choice.

    tokenized (bool): Plain text is already split by white space.
    column (str | int): What goes to `token.tag_`: a name, or a 1-based number; None for the format's default.
    part (str): Which part of each file is the text: a tier, an element, a field or a writing system; "" for the
        format's default.
    encoding (str): The encoding of text files; "" for UTF-8. Formats that name their own do not need it.
    """

    tokenized: bool = False
    column: str | int | None = None
    part: str = ""
    encoding: str = ""


def read_text(file: CorpusFile, options: ReadingOptions) -> Iterator[str | Tokens]:
    """Stream the lines that hold more than white space.

    file (CorpusFile): The file.
    options (ReadingOptions): With `tokenized`, lines are split at white space.
    RETURNS (Iterator[str | Tokens]): Raw lines, or their tokens.
    RAISES (UserError): C011, because plain text has no columns to choose from.
    """
    if options.column is not None:
        columns = "none, plain text has no tags"
        raise UserError(Errors.C011.format(path=file.path, line=1, column=options.column, columns=columns))
    if options.tokenized:
        return (Tokens(words) for words in map(str.split, file.lines()) if words)
    return (line for line in file.lines() if line and not line.isspace())
