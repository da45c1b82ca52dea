"""Evaluate a pipeline's tags on gold documents, and print the scores as a table."""

import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing

import numpy as np
import wasabi
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ...corpora.annotate import copy_tokens
from ...corpora.formats.text import UNTAGGED_LINE
from ...errors import Errors, UserError, Warnings
from .metric_table import shown_scores
from .scorer import ScoredTokens, collect_tokens, gold_tags

_SHOWN_WORDS = 8
_ENOUGH_WORDS = 10  # that they all have the same tag is hardly chance
_MANY_STRANGERS = 0.03  # a tag that is rare may well not occur in a short text


def evaluate(nlp: Language, docs: Iterable[Doc], *, batch_size: int | None = None) -> dict[str, float | int]:
    """Tag the words of gold documents with a pipeline and score the tags as clusters and as names.

    The pipeline gets new documents with the gold words, spaces and sentence starts, and nothing else. Whitespace tokens
    and words without a gold tag do not count; words that the pipeline leaves untagged are one cluster. Documents are
    streamed; three integers for each token stay in memory.

    nlp (Language): The pipeline.
    docs (Iterable[Doc]): Gold documents with `token.tag_`; read once, left as they are.
    batch_size (Optional[int]): Documents in a batch; by default the pipeline's own setting.
    RETURNS (dict): See `metric_table.clustering_scores`; also "pos_acc", the share of tokens with the right `pos_`, if
        the pipeline sets `pos_` and the gold documents have it.
    RAISES (UserError): There are documents with words, but none has a gold tag (M002).

    Warns (M101) of a pipeline that tags nothing, (M102) of documents and words without a gold tag, (M103) of tags
    that the gold data never has, though it has others of the pipeline's, and (M104) of gold data with a single tag.
    """
    tokens = tagged_tokens(nlp, docs, batch_size=batch_size)
    if len(tokens.predicted) and not tokens.predicted.any():
        names = ", ".join(nlp.pipe_names) or "none"
        warnings.warn(Warnings.M101.format(names=names), stacklevel=2)
    _warn_of_strangers(nlp, tokens)
    if len(tokens.gold) >= _ENOUGH_WORDS and (tokens.gold == tokens.gold[0]).all():
        warnings.warn(Warnings.M104.format(tag=nlp.vocab.strings[int(tokens.gold[0])]), stacklevel=2)
    return tokens.scores()


def _warn_of_strangers(nlp: Language, tokens: ScoredTokens) -> None:
    """Warn (M103) if a part of the tags has other names in the gold data; clusters without names have no part in it."""
    is_known = np.isin(tokens.predicted, tokens.gold)
    share = 1 - is_known.mean() if len(is_known) else 0.0
    if is_known.any() and share >= _MANY_STRANGERS:
        strangers, counts = np.unique(tokens.predicted[~is_known], return_counts=True)
        names = [nlp.vocab.strings[int(strangers[at])] or "no tag" for at in np.argsort(-counts)[:_SHOWN_WORDS]]
        warnings.warn(Warnings.M103.format(share=share, tags=", ".join(names)), stacklevel=3)


def tagged_tokens(nlp: Language, docs: Iterable[Doc], *, batch_size: int | None = None) -> ScoredTokens:
    """Tag the words of gold documents with a pipeline, as `evaluate` does, and keep both tags of each token.

    nlp, docs, batch_size: See `evaluate`.
    RETURNS (ScoredTokens): The tokens that count.
    RAISES (UserError): There are documents with words, but none has a gold tag (M002).

    Warns (M102) about documents and words without a gold tag.
    """
    tasks = ((copy_tokens(doc, nlp.vocab), doc) for doc in _with_gold_tags(docs))
    with closing(nlp.pipe(tasks, as_tuples=True, batch_size=batch_size)) as pairs:  # type: ignore[type-var]
        return collect_tokens(Example(predicted, gold) for predicted, gold in pairs)


def score_table(scores: Mapping[str, float | int]) -> str:
    """Format the scores of `evaluate` as a table.

    scores (Mapping): Scores by name. Missing scores are left out, and so are comparisons of names if no name is right.
    RETURNS (str): One measure per line: fractions in per cent, VI in bits.
    """
    rows = [(metric.title, metric.text(value)) for metric, value in shown_scores(lambda one: scores.get(one.key))]
    return wasabi.table(rows, header=("Measure", "Score"), divider=True, aligns=("l", "r"), max_col=40)


def _with_gold_tags(docs: Iterable[Doc]) -> Iterator[Doc]:
    """The documents that have gold tags; at the end, warn about documents and words without any."""
    n_docs = n_skipped = n_words = 0
    first = ""
    for number, doc in enumerate(docs, start=1):
        is_word = doc.to_array("IS_SPACE") == 0
        n_lacking = int((is_word & (gold_tags(doc) == 0)).sum())
        if n_lacking and not first:
            where = doc.user_data.get(UNTAGGED_LINE, f"document {number}")
            first = f"{where} ('{' '.join(doc[:_SHOWN_WORDS].text.split())}')"
        if n_lacking and n_lacking == is_word.sum():
            n_skipped += 1
        else:
            n_docs += bool(is_word.any())
            n_words += n_lacking
            yield doc
    if n_skipped and not n_docs:
        raise UserError(Errors.M002.format(n=n_skipped, first=first))
    if first:
        total = n_docs + n_skipped
        message = Warnings.M102.format(n_skipped=n_skipped, total=total, n_words=n_words, first=first)
        warnings.warn(message, stacklevel=3)
