"""Tags for the tokens of a batch: clusters of types, or, if words have been labelled, named tags in context."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import LOWER, ORTH, SENT_START
from spacy.strings import get_string_id
from spacy.tokens import Doc, Token
from spacy.vocab import Vocab

from ..shared.hash_table import MISSING, HashTable
from ..shared.lookup import string_ids, type_maker
from ..shared.numerics import softmax
from ..shared.word_keys import WordKey, other_spellings, spelling
from .naming.tag_names import SPACE_TAG

if TYPE_CHECKING:
    from .model.model import SVD2Model
    from .naming.naming import Naming
    from .naming.token_scorer import TokenScorer

Unseen = Literal["both", "form", "context"]

Numbers = NDArray[np.int64]
_MAX_ANSWERS = 1 << 15


def model_types(model: "SVD2Model", vocab: Vocab) -> WordKey:
    """Make the function from the text of a token to its type in a model.

    model (SVD2Model): The model.
    vocab (Vocab): The pipeline's vocabulary.
    RETURNS (WordKey): The function.
    """
    return type_maker(vocab, model.settings.attr, normalize=model.settings.normalize, lang=model.lang)


def looked_up(model: "SVD2Model", vocab: Vocab) -> str:
    """Choose the attribute of a token to look up first: if its value is a known type, it is the token's type.

    model (SVD2Model): The model.
    vocab (Vocab): The pipeline's vocabulary.
    RETURNS (str): "LOWER", "ORTH" or "NORM".
    """
    return "ORTH" if model_types(model, vocab).is_turkic else model.settings.attr


@dataclass(frozen=True)
class Batch:
    """Documents, and the attributes of their tokens, end to end.

    docs (list): The documents.
    attr (int): The attribute that makes the type.
    bounds (list): Where each document begins, and where the last one ends.
    types (NDArray): uint64 (n,), the values of `attr`.
    orths (NDArray): uint64 (n,), the text.
    starts (NDArray): bool (n,), whether a sentence or a document begins; see `starts_after`.
    """

    docs: list[Doc]
    attr: int
    bounds: list[int]
    types: NDArray[np.uint64]
    orths: NDArray[np.uint64]
    starts: NDArray[np.bool_]

    @classmethod
    def read(cls, docs: list[Doc], attr: int, more: Sequence[int] = ()) -> tuple["Batch", NDArray[np.uint64]]:
        """Read documents, each once.

        docs (list): The documents, at least one.
        attr (int): The attribute that makes the type.
        more (Sequence): Other attributes.
        RETURNS (tuple): The batch, and the other attributes as columns.
        """
        attrs = [attr, ORTH, SENT_START, *more]
        columns = np.concatenate([doc.to_array(attrs) for doc in docs])
        starts = columns[:, 2] == 1
        bounds = list(accumulate(map(len, docs), initial=0))
        starts[[begin for begin in bounds if begin < len(starts)]] = True
        return cls(docs, attr, bounds, columns[:, 0], columns[:, 1], starts), columns[:, 3:]

    def capitals(self) -> NDArray[np.bool_]:
        """bool (n,), whether the text of a token has capitals."""
        same = self.attr == LOWER  # what is known is not read again
        lower = self.types if same else np.concatenate([doc.to_array([LOWER]) for doc in self.docs])
        found: NDArray[np.bool_] = (lower != self.orths) & (lower != 0)
        return found

    def starts_after(self, spaces: Numbers) -> NDArray[np.bool_]:
        """Like `starts`, but also true for the token after white space that begins a sentence or a document.

        spaces (NDArray): int64 (m,), the white space, in order.
        """
        starts = np.append(self.starts, False)
        for space in spaces.tolist():
            starts[space + 1] |= starts[space]
        return starts[:-1]

    def tokens(self, positions: Sequence[int]) -> list[Token]:
        """The tokens at some positions."""
        owners = [bisect_right(self.bounds, at) - 1 for at in positions]
        return [self.docs[owner][at - self.bounds[owner]] for owner, at in zip(owners, positions, strict=True)]


class Tagging(Protocol):
    """Numbers of tags for the tokens of a batch.

    tags (list): The tags by number; the last is that of white space.
    pos (list): The universal part of speech of each tag, "" where there is none.
    """

    tags: list[str]
    pos: list[str]

    def __call__(self, batch: Batch, *, confidence: bool) -> tuple[Numbers, NDArray[np.float32] | None]: ...


class ClusterTagging:
    """Tags with the cluster of each token's type, or the likeliest for its form if the type is not in the corpus."""

    def __init__(self, model: "SVD2Model", vocab: Vocab) -> None:
        self.tags = [*model.cluster_names, SPACE_TAG]
        self.pos = [""] * len(self.tags)
        self._model = model
        self._table = HashTable(string_ids(model.types), model.labels)
        self._unseen = _UnseenWords(self._table, model, vocab)
        self._answers = _Answers(self._answer)

    def __call__(self, batch: Batch, *, confidence: bool) -> tuple[Numbers, None]:
        """See `Tagging`; clusters have no confidence."""
        numbers = self._table(batch.types).astype(np.int64)
        missing = np.flatnonzero(numbers == MISSING)
        numbers[missing] = self._answers(batch, missing, batch.starts)
        spaces = np.flatnonzero(numbers == len(self.tags) - 1)
        if len(spaces):
            numbers[missing] = self._answers(batch, missing, batch.starts_after(spaces))
        return numbers, None

    def _answer(self, token: Token, start: bool) -> int:
        number, type_, text = self._unseen(token, start)
        return number if number != MISSING else self._model.unseen(type_, text) if type_ else len(self.tags) - 1


class NamedTagging:
    """Tags with the likeliest tag by a token's own probabilities and its two neighbours (`naming.tag_model`)."""

    def __init__(self, model: "SVD2Model", naming: "Naming", vocab: Vocab, *, unseen: Unseen = "both") -> None:
        self.tags = [*naming.tags, SPACE_TAG]
        self.pos = [*(naming.pos.get(tag, "") for tag in naming.tags), "SPACE"]
        self._tagger = naming.tagger
        self._scorer = _token_scorer(model, naming)
        self._how = unseen
        self._table = HashTable(string_ids(model.types), np.arange(len(model.types), dtype=np.int32))
        self._unseen = _UnseenWords(self._table, model, vocab, one_apostrophe=naming.one_apostrophe)
        self._answers = _Answers(self._answer)

    def __call__(self, batch: Batch, *, confidence: bool) -> tuple[Numbers, NDArray[np.float32] | None]:
        """See `Tagging`; white space has probability 1."""
        words, rows, starts, unseen = self._read(batch)
        if words is None:
            return self._decide(batch, slice(None), rows, starts, unseen, confidence=confidence)
        numbers = np.full(len(batch.types), len(self.tags) - 1, dtype=np.int64)
        numbers[words], probabilities = self._decide(batch, words, rows, starts, unseen, confidence=confidence)
        if probabilities is None:
            return numbers, None
        sure = np.ones(len(numbers), dtype=np.float32)
        sure[words] = probabilities
        return numbers, sure

    def posterior(self, batch: Batch) -> NDArray[np.float32]:
        """Compute the probabilities of all tags for each token.

        batch (Batch): The documents.
        RETURNS (NDArray): float32 (n, n_tags), rows that sum to one; zeros for white space.
        """
        words, rows, starts, unseen = self._read(batch)
        at = slice(None) if words is None else words
        found = np.zeros((len(batch.types), len(self.tags) - 1), dtype=np.float32)
        scores = self._scores(batch, at, rows, starts, unseen)
        found[at] = (
            softmax(np.float32(self._tagger.sharpness) * scores)
            if self._scorer is None
            else self._scorer.confidence(scores)
        )
        return found

    def _read(self, batch: Batch) -> tuple[Numbers | None, Numbers, NDArray[np.bool_], list["_NewWord"]]:
        """The places of words, None if all tokens are words; their types, starts, and answers for unseen words."""
        rows = self._table(batch.types).astype(np.int64)
        missing = np.flatnonzero(rows == MISSING)
        unseen = self._fill(rows, batch, missing, batch.starts)
        space = rows == _SPACE
        if not space.any():
            return None, rows, batch.starts, unseen
        starts = batch.starts_after(np.flatnonzero(space))
        unseen = self._fill(rows, batch, missing, starts)
        words = np.flatnonzero(~space)
        return words, rows[words], starts[words], unseen

    def _fill(self, rows: Numbers, batch: Batch, missing: Numbers, starts: NDArray[np.bool_]) -> list["_NewWord"]:
        """Look again at tokens that the table lacks: set the rows of known ones, and return answers for the others."""
        answers = self._answers(batch, missing, starts)
        rows[missing] = [answer if isinstance(answer, int) else MISSING for answer in answers]
        return [answer for answer in answers if not isinstance(answer, int)]

    def _decide(
        self,
        batch: Batch,
        at: slice | Numbers,
        rows: Numbers,
        starts: NDArray[np.bool_],
        unseen: list["_NewWord"],
        *,
        confidence: bool,
    ) -> tuple[Numbers, NDArray[np.float32] | None]:
        if self._scorer is None:
            by_form = self._by_form(unseen)
            return self._tagger.tag(rows, starts, by_form, confidence=confidence, context_of_unseen=self._how != "form")
        scores = self._scores(batch, at, rows, starts, unseen)
        return scores.argmax(axis=1), self._scorer.confidence(scores).max(axis=1) if confidence else None

    def _scores(
        self, batch: Batch, at: slice | Numbers, rows: Numbers, starts: NDArray[np.bool_], unseen: list["_NewWord"]
    ) -> NDArray[np.float32]:
        """float32 (n, n_tags), log-probabilities of the tags of words up to a constant for each."""
        by_form = self._by_form(unseen)
        scores = self._tagger.scores(rows, starts, by_form)
        if self._scorer is not None:
            scores = self._scorer.scores(scores, rows, starts, batch.capitals()[at], [facts for _, facts in unseen])
        if self._how == "form":
            scores[rows < 0] = by_form[0]
        return scores

    def _by_form(self, unseen: list["_NewWord"]) -> NDArray[np.float32]:
        """float32 (3, u, n_tags), the rows of words that are not in the corpus, see `TagModel.unseen`."""
        joined = b"".join(rows for rows, _ in unseen)
        return np.frombuffer(joined, dtype=np.float32).reshape(-1, 3, len(self.tags) - 1).swapaxes(0, 1)

    def _answer(self, token: Token, start: bool) -> "int | _NewWord":
        """The type of a token, `_SPACE`, or what its form says about its own tag and its neighbours' tags.

        The last is given as bytes, because the bytes of many words are joined fast.
        """
        row, type_, text = self._unseen(token, start)
        if row != MISSING or not type_:
            return row if row != MISSING else _SPACE
        tagger = self._tagger
        form = tagger.by_prior() if self._how == "context" else tagger.by_form([type_], [text])
        facts = b"" if self._scorer is None else self._scorer.of_unseen(type_, form)
        return tagger.unseen(form).tobytes(), facts


_NewWord = tuple[bytes, bytes]
"""A word that is not in the corpus: its rows for the type model, and for the model of tokens."""


def _token_scorer(model: "SVD2Model", naming: "Naming") -> "TokenScorer | None":
    """What adds the evidence of annotated sentences; None without any, so that tagging needs nothing of it."""
    if naming.tokens is None:
        return None
    from .naming.token_scorer import TokenScorer

    classes = None if model.clustering_labels is None else model.clustering_labels[0]
    return TokenScorer(model.types, naming.tagger.probabilities, classes, naming.tokens)


_SPACE = -2


class _UnseenWords:
    """A second look at a token whose attribute the corpus did not have.

    Its text may still be known: it may be encoded differently; the tokenizer changes the norm of contractions, which
    training does not know, because it sees only texts; and a vocabulary without a language has no lower-case forms.
    """

    def __init__(self, table: HashTable, model: "SVD2Model", vocab: Vocab, *, one_apostrophe: bool = False) -> None:
        self._table, self._one_apostrophe = table, one_apostrophe
        self._make_type = model_types(model, vocab)
        self._looked_up = attrgetter(looked_up(model, vocab).lower())

    def __call__(self, token: Token, start: bool) -> tuple[int, str, str]:
        """Its number or `MISSING`, its type ("" for white space), and its text, without the capitals of a start."""
        text = token.text
        if text.isspace():
            return MISSING, "", text
        type_ = self._make_type(text)
        hash_, number = get_string_id(type_), MISSING
        if hash_ != self._looked_up(token):
            number = int(self._table(np.array([hash_], dtype=np.uint64))[0])
        if number == MISSING and self._one_apostrophe:
            number, type_ = self._other_spelling(type_), spelling(type_)
        written = self._make_type.written(text)
        return number, type_, written.lower() if start else written

    def _other_spelling(self, type_: str) -> int:
        """The number of the most common other spelling that the corpus has, or `MISSING`."""
        hashes = np.array([get_string_id(other) for other in other_spellings(type_)], dtype=np.uint64)
        return next((number for number in self._table(hashes).tolist() if number != MISSING), int(MISSING))


class _Answers:
    """A cache of answers about tokens, which depend only on their text and on whether a sentence begins."""

    def __init__(self, answer: Callable[[Token, bool], Any]) -> None:
        self._answer = answer
        self._known: dict[tuple[int, bool], Any] = {}

    def __len__(self) -> int:
        return len(self._known)

    def __call__(self, batch: Batch, positions: Numbers, starts: NDArray[np.bool_]) -> list[Any]:
        """The answers for the tokens at some positions; `starts` as those of a batch."""
        keys = list(zip(batch.orths[positions].tolist(), starts[positions].tolist(), strict=True))
        known = self._known  # another thread may replace the cache meanwhile
        new = {key: at for key, at in zip(keys, positions.tolist(), strict=True) if key not in known}
        if new:
            tokens = batch.tokens(list(new.values()))
            known.update({key: self._answer(token, key[1]) for key, token in zip(new, tokens, strict=True)})
        answers = [known[key] for key in keys]
        if len(known) > _MAX_ANSWERS:
            self._known = {}
        return answers
