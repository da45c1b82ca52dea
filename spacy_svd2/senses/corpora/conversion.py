"""From any format of labelled senses to spaCy's own."""

from pathlib import Path

from spacy.language import Language
from spacy.tokens import DocBin

from ...shared.atomic import atomic_path
from .corpus import SenseCorpus


def convert_senses(corpus: SenseCorpus, nlp: Language, path: Path) -> int:
    """Write a corpus as a .spacy file whose documents have a span group (see `corpora.sense_docs`).

    corpus (SenseCorpus): The corpus.
    nlp (Language): Gives the tokenizer.
    path (Path): The file; it is written atomically.
    RETURNS (int): Number of documents.
    RAISES (UserError): What is wrong with which line of which file.
    """
    documents = DocBin(docs=corpus.docs(nlp), store_user_data=True)
    with atomic_path(path) as temporary:
        documents.to_disk(temporary)
    return len(documents)
