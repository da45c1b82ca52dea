"""DocBin, spaCy's own binary format."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain

from spacy.attrs import NAMES, POS, TAG
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from ...errors import Errors, UserError
from ..decompression import most_inflated, why_inflated
from ..files import CorpusFile
from .text import ReadingOptions

_CHUNK = 1 << 20
_COLUMNS = {"tag": TAG, "pos": POS}


def read_docbin(file: CorpusFile, options: ReadingOptions, vocab: Vocab) -> Iterator[Doc]:
    """Stream the documents with all their annotation; those without tokens are left out.

    The file's arrays (8 bytes for each token and attribute) and strings are in memory as long as it is read,
    because a DocBin is compressed as a whole; of the documents only one. Split a large corpus into several files.

    file (CorpusFile): The file.
    options (ReadingOptions): `column` is "tag" (the default) or "pos", which puts `pos_` into `tag_`.
    vocab (Vocab): Takes up every string of the file.
    RETURNS (Iterator[Doc]): The documents.
    RAISES (UserError): C011 no such column, C018 not a DocBin.
    """
    with _damage(file):
        data = file.read()
        check_inflated(data, file)
        doc_bin = DocBin().from_bytes(data)
        _check_column(file, options, doc_bin)
        for doc in filter(len, doc_bin.get_docs(vocab)):
            for span in chain.from_iterable(doc.spans.values()):  # numbers so far: do they stand for anything?
                _ = (span.label_, span.id_, span.kb_id_)
            if options.column == "pos":
                for token in doc:
                    token.tag_ = token.pos_
            yield doc


def check_inflated(data: bytes, file: CorpusFile) -> None:
    """Make sure that compressed bytes don't claim more memory than such a file can need, before they get it.

    RAISES (UserError): They do (C018).
    """
    limit = most_inflated(len(data))
    stream, size, rest = zlib.decompressobj(), 0, data
    while rest and not stream.eof:
        size += len(stream.decompress(rest, _CHUNK))
        rest = stream.unconsumed_tail
        if size > limit:
            raise UserError(Errors.C018.format(path=file.path, why=why_inflated(limit)))


@contextmanager
def _damage(file: CorpusFile) -> Iterator[None]:
    """Whatever spaCy or msgpack say about bytes that are not a DocBin, as one error that names the file."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, zlib.error) as err:
        if isinstance(err, UserError):
            raise
        raise UserError(Errors.C018.format(path=file.path, why=err)) from err


def _check_column(file: CorpusFile, options: ReadingOptions, doc_bin: DocBin) -> None:
    there = [name for name, attr in _COLUMNS.items() if attr in doc_bin.attrs]
    if options.column is not None and options.column not in there:
        columns = ", ".join(there) or ", ".join(NAMES[attr].lower() for attr in doc_bin.attrs)
        raise UserError(Errors.C011.format(path=file.path, line=1, column=options.column, columns=columns))
