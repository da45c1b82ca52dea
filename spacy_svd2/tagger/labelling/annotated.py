"""Read annotated sentences, some or all of whose tokens have tags."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ...corpora.corpus import Corpus
from ...errors import Errors, UserError
from ...shared.word_keys import WordKey
from ..naming.sentences import AnnotatedTokens
from ..naming.tag_names import UPOS_GLOSSES
from .labels import is_word_table


def read_sentences(nlp: Language, paths: Sequence[str | Path], *, tag_column: str | None = None) -> list[Doc]:
    """Read annotated sentences from files or folders, in any format that gives tags.

    nlp (Language): Its vocabulary takes the words up.
    paths (Sequence): The files or folders.
    tag_column (str): The column of the tags, such as "upos" or "xpos"; None for the usual one of the format.
    RETURNS (list): A document for each sentence; a token without annotation ("_") has no tag.
    RAISES (UserError): A file can't be read, holds labelled words (L090), or none of its tokens has a tag (L022).
    """
    docs: list[Doc] = []
    for path in paths:
        if is_word_table(Path(path)):
            raise UserError(Errors.L090.format(path=path, remedy="Give it as WORDS (in a config: labels)."))
        read = list(Corpus([path], column=tag_column).docs(nlp))
        if not any(token.tag for doc in read for token in doc):
            raise UserError(Errors.L022.format(path=path))
        docs += read
    return docs


def tagged_examples(get_examples: Callable[[], Iterable[Example]]) -> list[Doc]:
    """Take the annotated documents of the examples that `spacy train` gives.

    get_examples (Callable): Gives the examples.
    RETURNS (list): Their reference documents.
    RAISES (UserError): None of their tokens has a tag (L022).
    """
    docs = [example.reference for example in get_examples()]
    if not any(token.tag for doc in docs for token in doc):
        raise UserError(Errors.L022.format(path="examples"))
    return docs


def annotated_tokens(docs: Iterable[Doc], types: Sequence[str], make_type: WordKey) -> AnnotatedTokens:
    """Collect the tokens of annotated sentences.

    docs (Iterable): The sentences, or longer texts.
    types (Sequence): The types of the model.
    make_type (WordKey): From the text of a token to its type.
    RETURNS (AnnotatedTokens): The tokens without white space.
    """
    row = {word: i for i, word in enumerate(types)}
    rows, starts, words, texts, tags = [], [], [], [], []
    for doc in docs:
        begins = True
        for token in doc:
            begins = begins or token.is_sent_start is True
            if token.is_space:
                continue
            word, written = make_type(token.text), make_type.written(token.text)
            rows.append(row.get(word, -1))
            starts.append(begins)
            words.append(word)
            texts.append(written.lower() if begins else written)
            tags.append(token.tag_)
            begins = False
    return AnnotatedTokens(np.array(rows, dtype=np.int64), np.array(starts, dtype=bool), words, texts, tags)


def parts_of_speech(docs: Iterable[Doc]) -> dict[str, str]:
    """Find the universal part of speech that the tokens of each tag have most often.

    docs (Iterable): Annotated sentences.
    RETURNS (dict): The part of speech by tag; tags without one are missing.
    """
    seen: dict[str, Counter[str]] = {}
    for token in (token for doc in docs for token in doc if token.tag and token.pos_ in UPOS_GLOSSES):
        seen.setdefault(token.tag_, Counter())[token.pos_] += 1
    return {tag: counts.most_common(1)[0][0] for tag, counts in seen.items()}
