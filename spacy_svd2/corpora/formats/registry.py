"""Which reader reads which suffix."""

from collections.abc import Callable, Iterator

from spacy.tokens import Doc
from spacy.vocab import Vocab

from ..files import CorpusFile, split_suffix
from .conllu import read_conllu
from .docbin import read_docbin
from .jsonl import read_jsonl
from .text import read_text
from .tokens import ReadingOptions, Tokens
from .tsv import read_tsv

Item = str | Tokens | Doc
"""What a reader yields: raw text, the tokens of a sentence, or (from spaCy's own format) a document."""

TEXT_FORMATS: dict[str, Callable[[CorpusFile, ReadingOptions], Iterator[str | Tokens] | Iterator[Tokens]]] = {
    "txt": read_text,
    "conllu": read_conllu,
    "tsv": read_tsv,
    "jsonl": read_jsonl,
}
FORMATS = (*TEXT_FORMATS, "spacy")


def read_items(file: CorpusFile, format: str, options: ReadingOptions, vocab: Vocab | None = None) -> Iterator[Item]:
    """Stream a file's content in whatever form its format gives.

    file (CorpusFile): The file.
    format (str): "auto" for the one that the suffix names, or one of `FORMATS`.
    options (ReadingOptions): How to read it.
    vocab (Vocab): The vocabulary of the documents of a DocBin; by default one that is thrown away.
    RETURNS (Iterator[Item]): The items.
    RAISES (UserError): The errors of the format.
    """
    name = split_suffix(file.path) if format == "auto" else format
    if name == "spacy":
        return read_docbin(file, options, Vocab() if vocab is None else vocab)
    return iter(TEXT_FORMATS[name](file, options))
