"""DocBin, spaCy's own binary format, with all annotation of the pipeline."""

from typing import IO

from spacy.tokens import DocBin

from .sentences import AnnotatedDocs, WritingOptions


def write_docbin(file: IO[bytes], docs: AnnotatedDocs, options: WritingOptions) -> None:
    """Write documents; they are in memory until the last has come, because a DocBin is compressed as a whole.

    file (IO): Where to.
    docs (Iterable): The documents and where they come from.
    options (WritingOptions): Extensions of tokens are written along with probabilities.
    """
    found = DocBin(store_user_data=options.probability is not None)
    for doc, _ in docs:
        found.add(doc)
    file.write(found.to_bytes())
