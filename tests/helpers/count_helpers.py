"""What the tests of counting share."""

from functools import lru_cache
from pathlib import Path

import numpy as np
import spacy
from spacy.language import Language

from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.corpora.splits.tokenizer import add_common_rules
from spacy_svd2.shared.artifacts import artifact_to_bytes
from spacy_svd2.shared.lookup import type_maker
from spacy_svd2.shared.pipelines import split_after_marks
from spacy_svd2.tagger.counting.count_files import counts_to_artifact
from spacy_svd2.tagger.counting.counts import BigramCounts
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.counting.settings import CountSettings


@lru_cache
def blank(lang: str, normalize: bool = True) -> Language:
    """A pipeline as `svd2 count` makes it."""
    nlp = spacy.blank(lang)
    if normalize:
        split_after_marks(nlp)
        add_common_rules(nlp)
    return nlp


def count_settings(
    corpus: Corpus, *, lang: str = "xx", boundaries: str = "ignore", attr: str = "LOWER", normalize: bool = True
) -> CountSettings:
    return CountSettings.of(blank(lang, normalize), corpus, attr=attr, boundaries=boundaries, normalize=normalize)  # type: ignore[arg-type]


def counted(corpus: Corpus, *, lang: str = "xx", boundaries: str = "ignore", attr: str = "LOWER") -> BigramCounts:
    """One scan of the whole corpus, in this process."""
    nlp = blank(lang)
    make_type = type_maker(nlp.vocab, attr, normalize=True, lang=lang)
    return count_bigrams(corpus.sentences(nlp), normalize=make_type, boundaries=boundaries)  # type: ignore[arg-type]


def content(counts: BigramCounts) -> bytes:
    """Everything that counts hold, comparable with ==."""
    assert counts.bigrams.dtype == np.int32
    return artifact_to_bytes(counts_to_artifact(counts, {}))


def files(folder: Path) -> dict[str, int]:
    """Every file below a folder, with its time of change."""
    return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
