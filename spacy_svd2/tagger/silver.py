"""Silver annotation: text with the tags that a named tagger is sure of, to train another tagger on."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from spacy import util
from spacy.attrs import TAG
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from ..errors import Errors, UserError
from ..shared.atomic import atomic_path
from .component import SVD2Tagger
from .evaluation.evaluate import untagged

DEV_EVERY = 10
_ATTRS = ("TAG", "SENT_START")


@dataclass
class Silver:
    """What was written.

    n_docs, n_dev_docs (int): Documents for training and for development.
    n_tokens (int): Tokens of all of them.
    tags (Counter): The tokens that have each tag; the others were not sure enough.
    """

    n_docs: int = 0
    n_dev_docs: int = 0
    n_tokens: int = 0
    tags: Counter[str] = field(default_factory=Counter)


def write_silver(
    nlp: Language,
    tagger: SVD2Tagger,
    docs: Iterable[Doc],
    out: Path,
    *,
    dev: Path | None = None,
    min_prob: float = 0.8,
    batch_size: int = 256,
) -> Silver:
    """Tag text and write it as `.spacy`; a token whose tag is less probable gets none, which spaCy's tagger skips.

    Tags and other annotation of the documents are not looked at; documents without a sure token are left out.

    nlp (Language): The pipeline.
    tagger (SVD2Tagger): Its tagger, whose tags have names.
    docs (Iterable[Doc]): The text.
    out (Path): The file to write.
    dev (Path): A file that every tenth document goes to instead.
    min_prob (float): The least probability of a tag that is kept.
    batch_size (int): Documents tagged at once.
    RETURNS (Silver): What was written.
    RAISES (UserError): The tags have no names (L017), or no token is sure enough (L018).
    """
    bins = [DocBin(attrs=_ATTRS), DocBin(attrs=_ATTRS)]
    done = Silver()
    for batch in util.minibatch((untagged(nlp, doc) for doc in docs), size=batch_size):  # type: ignore[no-untyped-call]
        tags, sure = tagger.predict(batch)
        if sure is None:
            raise UserError(Errors.L017.format(name=tagger.name))
        tags = np.where(sure < min_prob, 0, tags)
        end = 0
        for doc in batch:
            begin, end = end, end + len(doc)
            if not tags[begin:end].any():
                continue
            doc.from_array([TAG], tags[begin:end, None])
            is_dev = dev is not None and (done.n_docs + done.n_dev_docs) % DEV_EVERY == DEV_EVERY - 1
            bins[is_dev].add(doc)
            done.n_dev_docs += is_dev
            done.n_docs += not is_dev
            done.n_tokens += len(doc)
            done.tags.update(token.tag_ for token in doc if token.tag)
    if not done.n_docs:
        raise UserError(Errors.L018.format(least=min_prob))
    for path, doc_bin in ((out, bins[0]), (dev, bins[1])):
        if path is not None:
            with atomic_path(path) as temporary:
                temporary.write_bytes(doc_bin.to_bytes())
    return done
