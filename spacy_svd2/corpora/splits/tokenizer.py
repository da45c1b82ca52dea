"""Answers as rules of spaCy's own tokenizer, which are saved with a pipeline and need nothing of this package."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]
from spacy.util import registry

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
    splits (dict, str or Path): The pieces of each word, or a table as `svd2 splits` writes it. A table without any
        answer adds the rules that all languages share, as training without a table does.
    RAISES (UserError): The table can't be used (C050), or the tokenizer is not spaCy's own (C051).

    >>> import spacy
    >>> nlp = spacy.blank("xx")
    >>> learn_splits(nlp, {"il-ktieb": ("il-", "ktieb"), "ta'": ("ta'",)})
    >>> [token.text for token in nlp("il-belt ta' Malta")]
    ['il-', 'belt', "ta'", 'Malta']
    """
    answers = dict(sorted((splits if isinstance(splits, dict) else read_splits(Path(splits))).items()))
    if not answers and not isinstance(splits, dict):
        add_common_rules(nlp)  # nothing is decided yet, so any tokenizer will do
        return
    if not isinstance(nlp.tokenizer, Tokenizer):
        raise UserError(Errors.C051.format(lang=nlp.lang, tokenizer=type(nlp.tokenizer).__name__))
    before = splits_id(nlp)
    content = json.dumps([before, answers]).encode("utf8")
    learned = patterns_of(learn_rules(answers))
    layers = [learned] if before is not None else [common_patterns(), learned]
    _rebuild(nlp, layers, hashlib.sha256(content).hexdigest()[:16])
    for word, pieces in answers.items():
        others = [] if "." in word else [word.lower(), word[:1].upper() + word[1:]]
        for text in dict.fromkeys([word, *others]):
            wanted = list(_cut_like(text, pieces))
            if len(text) == len(word) and _cut(nlp, text) != wanted:
                nlp.tokenizer.add_special_case(text, [{"ORTH": piece} for piece in wanted])
    _separate_special_cases(nlp, answers)


def add_common_rules(nlp: Language) -> None:
    """Cut off the punctuation of all scripts, and keep emoji whole, whatever the rules of the language know of.

    nlp (Language): The pipeline. A tokenizer that is not spaCy's own, or has the rules already, stays as it is.
    """
    if isinstance(nlp.tokenizer, Tokenizer) and splits_id(nlp) is None:
        _rebuild(nlp, [common_patterns()], "")


def splits_id(nlp: Language) -> str | None:
    """Tell which answers a pipeline has learned.

    nlp (Language): The pipeline.
    RETURNS (str): The same for the same answers; empty for the rules that all languages share, None for neither.
    """
    infixes = getattr(nlp.tokenizer, "infix_finditer", None)
    mark = _MARKS.search(infixes.__self__.pattern) if infixes is not None else None
    return None if mark is None else mark[1]


@registry.callbacks("spacy_svd2.Splits.v1")
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


def _cut(nlp: Language, text: str) -> list[str]:
    return [token.text for token in nlp.tokenizer(text)]


def _cut_like(text: str, pieces: Iterable[str]) -> Iterator[str]:
    start = 0
    for piece in pieces:
        yield text[start : start + len(piece)]
        start += len(piece)


def _separate_special_cases(nlp: Language, answers: Answers) -> None:
    """Mend answered words that another word's special case cuts.

    spaCy looks for special cases also among the tokens of longer words, if affixes can be cut off them: "-a" within
    "5-a". Those that are in the way are made to hold for whole words only.
    """
    whole: set[str] = set()
    while wrong := [word for word, pieces in answers.items() if _cut(nlp, word) != [*pieces]]:
        rules = nlp.tokenizer.rules  # type: ignore[union-attr]
        others = {case for case in rules if any(case in word and case != word for word in wrong)} - whole
        if not others:
            return  # what is left to mend is not the fault of special cases
        whole |= others
        _hold_whole(nlp, sorted(others))


def _hold_whole(nlp: Language, words: Sequence[str]) -> None:
    """Let no affix be cut off these words when they stand alone, so that spaCy takes their special cases at once."""
    old: Any = nlp.tokenizer
    prefix, suffix, infix = (
        _guarded(_pattern(one), words) for one in (old.prefix_search, old.suffix_search, old.infix_finditer)
    )
    nlp.tokenizer = _with_patterns(nlp, prefix, suffix, infix, _pattern(old.token_match))


def _guarded(pattern: str, words: Sequence[str]) -> str:
    """A pattern that matches nowhere within a text that is one of some words."""
    places: list[str] = []
    for word in words:
        while (found := re.search(_joined([], places, pattern), word)) is not None:
            head, tail = word[: found.start()], word[found.start() :]
            places.append(f"(?={re.escape(tail)}$)(?<=^{re.escape(head)})")
    return _joined([], places, pattern) if places else pattern


def _rebuild(nlp: Language, layers: Sequence[Patterns], id: str) -> None:
    """Put patterns in front of the tokenizer's own, the last first. To set them one by one takes five times as long."""
    old: Any = nlp.tokenizer
    prefix, suffix, infix, match = map(
        _pattern, (old.prefix_search, old.suffix_search, old.infix_finditer, old.token_match)
    )
    for layer in layers:
        prefix = _joined(layer.prefixes, layer.kept_prefixes, prefix)
        suffix = _joined(layer.suffixes, layer.kept, suffix)
        infix = _joined(layer.infixes, layer.kept, infix)
        match = _joined([match], [], "|".join(one for one in layer.whole if one not in match) or NEVER)
    nlp.tokenizer = _with_patterns(nlp, prefix, suffix, _MARK.format(id=id) + infix, match)


def _with_patterns(nlp: Language, prefix: str, suffix: str, infix: str, match: str) -> Tokenizer:
    """The pipeline's tokenizer with other patterns."""
    old: Any = nlp.tokenizer
    return Tokenizer(
        nlp.vocab,
        rules=old.rules,
        prefix_search=re.compile(prefix).search,
        suffix_search=re.compile(suffix).search,
        infix_finditer=re.compile(infix).finditer,
        token_match=re.compile(match).match,
        url_match=old.url_match,
        faster_heuristics=old.faster_heuristics,
        max_cache_size=old.max_cache_size,
    )


def _joined(new: Sequence[str], kept: Sequence[str], own: str) -> str:
    guarded = f"(?!{'|'.join(kept)})(?:{own})" if kept else f"(?:{own})"
    return "|".join([*new, guarded])


def _pattern(own: Callable[..., Any] | None) -> str:
    """The regular expression of a method such as `search`, its flags within it."""
    if own is None:
        return NEVER
    compiled: re.Pattern[str] = own.__self__  # type: ignore[attr-defined]
    flags = "".join(letter for letter in "imsx" if compiled.flags & re.RegexFlag[letter.upper()])
    pattern = _FLAGS.sub("", compiled.pattern)
    return f"(?{flags}:{pattern})" if flags else pattern
