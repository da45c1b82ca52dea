"""Sentences of the Leipzig Corpora Collection: a number, a tab, and a sentence in each line."""

from collections.abc import Iterator

from ...errors import Errors, UserError
from ..files import CorpusFile
from .text import ReadingOptions, Tokens


def read_leipzig(file: CorpusFile, options: ReadingOptions) -> Iterator[str | Tokens]:
    """Stream the sentences.

    file (CorpusFile): The file, such as `..._sentences.txt`.
    options (ReadingOptions): With `tokenized`, sentences are split at white space.
    RETURNS (Iterator[str | Tokens]): The sentences.
    RAISES (UserError): C063 with the line that has no number.
    """
    for number, line in enumerate(file.lines(), 1):
        id_, tab, text = line.partition("\t")
        if not line.strip():
            continue
        if not tab or not id_.strip().isdigit():
            why = "there is no number and tab before the sentence"
            raise UserError(
                Errors.C063.format(path=file.path, line=number, kind="a file of the Leipzig corpora", why=why)
            )
        if text.strip():
            yield Tokens(text.split()) if options.tokenized else text.strip()
