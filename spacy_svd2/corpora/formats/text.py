"""Plain text: a sentence or paragraph a line."""

from collections.abc import Iterator

from ...errors import Errors, UserError
from ..files import CorpusFile
from .tokens import ReadingOptions, Tokens


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
