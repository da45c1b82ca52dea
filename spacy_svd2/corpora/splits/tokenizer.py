"""Answers as rules of spaCy's own tokenizer, which are saved with a pipeline and need nothing of this package."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]

from ...errors import Errors, UserError
from .patterns import NEVER, Patterns, common_patterns, patterns_of
from .rules import Answers, learn_rules
from .table import read_splits

_MARK = "(?#svd2 splits {id})"
_FLAGS = re.compile(r"^\(\?[aimsuxL]+\)")
_MARKS = re.compile(r"\(\?#svd2 splits (\w*)\)")


def learn_splits(nlp: Language, splits: Answers | str | Path) -> None:
    """Make a pipeline cut words as somebody has decided, and words like these in the same way.

    The decisions become rules of spaCy's own tokenizer. They beat the rules of the language, and decisions learned
    before. They are saved with the pipeline, which needs nothing of this package to use them.

    nlp (Language): The pipeline; its tokenizer is changed.
    splits (dict, str or Path): The pieces of each word, or a table as `svd2 splits` writes it.
    RAISES (UserError): The table can't be used (C030), or the tokenizer is not spaCy's own (C031).

    >>> import spacy
    >>> nlp = spacy.blank("xx")
    >>> learn_splits(nlp, {"il-ktieb": ("il-", "ktieb"), "ta'": ("ta'",)})
    >>> [token.text for token in nlp("il-belt ta' Malta")]
    ['il-', 'belt', "ta'", 'Malta']
    """
    answers = splits if isinstance(splits, dict) else read_splits(Path(splits))
    tokenizer = nlp.tokenizer
    if not isinstance(tokenizer, Tokenizer):
        raise UserError(Errors.C031.format(lang=nlp.lang, tokenizer=type(tokenizer).__name__))
    add_common_rules(nlp)
    content = json.dumps([splits_id(nlp), sorted(answers.items())]).encode("utf8")
    mark = _MARK.format(id=hashlib.sha256(content).hexdigest()[:16])
    _add(tokenizer, patterns_of(learn_rules(answers)), mark=mark)
    for word, pieces in answers.items():
        others = [] if "." in word else [word.lower(), word[:1].upper() + word[1:]]
        for text in dict.fromkeys([word, *others]):
            wanted = list(_cut_like(text, pieces))
            if len(text) == len(word) and [token.text for token in tokenizer(text)] != wanted:
                tokenizer.add_special_case(text, [{"ORTH": piece} for piece in wanted])


def add_common_rules(nlp: Language) -> None:
    """Cut off the punctuation of all scripts, and keep emoji whole, whatever the rules of the language know of.

    nlp (Language): The pipeline. A tokenizer that is not spaCy's own, or has the rules already, stays as it is.
    """
    if isinstance(nlp.tokenizer, Tokenizer) and splits_id(nlp) is None:
        _add(nlp.tokenizer, common_patterns(), mark=_MARK.format(id=""), after=True)


def splits_id(nlp: Language) -> str | None:
    """Tell which answers a pipeline has learned.

    nlp (Language): The pipeline.
    RETURNS (str): The same for the same answers; empty for the rules that all languages share, None for neither.
    """
    infixes = getattr(nlp.tokenizer, "infix_finditer", None)
    mark = _MARKS.search(infixes.__self__.pattern) if infixes is not None else None
    return None if mark is None else mark[1]


def make_splits(path: str | None = None) -> Callable[[Language], Language]:
    """Make the callback `spacy_svd2.Splits.v1`, for `[initialize.before_init]` of a config.

    path (str): The table of answers; None for the rules that all languages share.
    RETURNS (Callable): Changes the tokenizer of a pipeline, see `learn_splits`.
    """

    def learn(nlp: Language) -> Language:
        # a saved pipeline can be initialized again without what it was made from
        if path is None or (splits_id(nlp) and not Path(path).exists()):
            add_common_rules(nlp)
        else:
            learn_splits(nlp, path)
        return nlp

    return learn


def _cut_like(text: str, pieces: Iterable[str]) -> Iterator[str]:
    start = 0
    for piece in pieces:
        yield text[start : start + len(piece)]
        start += len(piece)


def _add(tokenizer: Tokenizer, patterns: Patterns, *, mark: str, after: bool = False) -> None:
    cut, kept = patterns, patterns.kept
    tokenizer.prefix_search = _joined(tokenizer.prefix_search, cut.prefixes, patterns.kept_prefixes, after).search
    tokenizer.suffix_search = _joined(tokenizer.suffix_search, cut.suffixes, kept, after).search
    tokenizer.infix_finditer = _joined(tokenizer.infix_finditer, cut.infixes, kept, after, mark).finditer
    whole = [pattern for pattern in patterns.whole if pattern not in _pattern(tokenizer.token_match)]
    if whole:
        tokenizer.token_match = _joined(tokenizer.token_match, whole, [], True).match


def _joined(own: Callable[..., Any] | None, new: list[str], kept: list[str], after: bool, mark: str = "") -> Any:
    base = _pattern(own)
    guarded = f"(?!{'|'.join(kept)})(?:{base})" if kept else f"(?:{base})"
    return re.compile(mark + "|".join([guarded, *new] if after else [*new, guarded]))


def _pattern(own: Callable[..., Any] | None) -> str:
    """The regular expression of a method such as `search`, its flags within it."""
    if own is None:
        return NEVER
    compiled: re.Pattern[str] = own.__self__  # type: ignore[attr-defined]
    flags = "".join(letter for letter in "imsx" if compiled.flags & re.RegexFlag[letter.upper()])
    pattern = _FLAGS.sub("", compiled.pattern)
    return f"(?{flags}:{pattern})" if flags else pattern
