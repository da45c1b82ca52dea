"""DocBin, spaCy's own binary format."""

from collections.abc import Iterator
from contextlib import contextmanager

from spacy.attrs import NAMES, POS, TAG
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from ..errors import Errors, UserError
from .files import CorpusFile
from .records import Options

_COLUMNS = {"tag": TAG, "pos": POS}


def read_docbin(file: CorpusFile, options: Options, vocab: Vocab) -> Iterator[Doc]:
    """Stream the documents with all their annotation; those without tokens are left out.

    The file's arrays (8 bytes for each token and attribute) and strings are in memory as long as it is read,
    because a DocBin is compressed as a whole; of the documents only one. Split a large corpus into several files.

    file (CorpusFile): The file.
    options (Options): `column` is "tag" (the default) or "pos", which puts `pos_` into `tag_`.
    vocab (Vocab): Takes up every string of the file.
    RETURNS (Iterator[Doc]): The documents.
    RAISES (UserError): C011 no such column, C018 not a DocBin.
    """
    with _damage(file):
        doc_bin = DocBin().from_bytes(file.read())
    _check_column(file, options, doc_bin)
    with _damage(file):
        for doc in filter(len, doc_bin.get_docs(vocab)):
            if options.column == "pos":
                for token in doc:
                    token.tag_ = token.pos_
            yield doc


@contextmanager
def _damage(file: CorpusFile) -> Iterator[None]:
    """Whatever spaCy or msgpack say about bytes that are not a DocBin, as one error that names the file."""
    try:
        yield
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as err:
        if isinstance(err, UserError):
            raise
        raise UserError(Errors.C018.format(path=file.path, why=err)) from err


def _check_column(file: CorpusFile, options: Options, doc_bin: DocBin) -> None:
    there = [name for name, attr in _COLUMNS.items() if attr in doc_bin.attrs]
    if options.column is not None and options.column not in there:
        columns = ", ".join(there) or ", ".join(NAMES[attr].lower() for attr in doc_bin.attrs)
        raise UserError(Errors.C011.format(path=file.path, line=1, column=options.column, columns=columns))
