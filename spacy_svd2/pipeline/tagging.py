"""What tag each token of a batch gets: that of its cluster, or that of its context where words have been labelled."""

from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import SENT_START
from spacy.strings import get_string_id
from spacy.tokens import Doc, Token
from spacy.vocab import Vocab

from .lookup import MISSING, HashTable
from .types import type_maker

if TYPE_CHECKING:
    from ..svd2.model import SVD2Model
    from ..svd2.naming import Naming

SPACE_TAG = "_SP"
Unseen = Literal["both", "form", "context"]

Numbers = NDArray[np.int64]
_MAX_ANSWERS = 1 << 15


@dataclass(frozen=True)
class Batch:
    """Documents, and the attribute that makes the type of each of their tokens, end to end."""

    docs: list[Doc]
    types: NDArray[np.uint64]

    def tokens(self, positions: Numbers) -> list[Token]:
        """The tokens at some positions."""
        ends = np.cumsum([len(doc) for doc in self.docs])
        owners = ends.searchsorted(positions, side="right")
        offsets = (positions - ends[owners]).tolist()
        return [self.docs[owner][offset] for owner, offset in zip(owners.tolist(), offsets, strict=True)]

    def units(self) -> Numbers:
        """The number of the sentence, or of the document where sentences are not set, of each token."""
        starts = np.concatenate([_starts(doc) for doc in self.docs])
        return np.cumsum(starts)


class Tagging(Protocol):
    """Numbers of tags for the tokens of a batch.

    tags (list): The tags by number; the last is that of white space.
    pos (list): The universal part of speech of each tag, "" where there is none.
    """

    tags: list[str]
    pos: list[str]

    def __call__(self, batch: Batch, *, confidence: bool) -> tuple[Numbers, NDArray[np.float32] | None]: ...


class ClusterTagging:
    """The cluster of each token's type, or, for a type that the corpus did not have, the likeliest for its form."""

    def __init__(self, model: "SVD2Model", vocab: Vocab) -> None:
        self.tags = [*model.cluster_names, SPACE_TAG]
        self.pos = [""] * len(self.tags)
        self._model = model
        self._table = HashTable(model.types, model.labels)
        self._unseen = _UnseenWords(self._table, vocab, model.settings.attr)
        self._answers: dict[tuple[int, bool], int] = {}

    def __call__(self, batch: Batch, *, confidence: bool) -> tuple[Numbers, None]:
        """See `Tagging`; clusters have no confidence."""
        numbers = self._table(batch.types).astype(np.int64)
        missing = np.flatnonzero(numbers == MISSING)
        numbers[missing] = [self._answer(token) for token in batch.tokens(missing)]
        return numbers, None

    def _answer(self, token: Token) -> int:
        key = _key(token)
        answer = self._answers.get(key)
        if answer is None:
            number, type_, text = self._unseen(token)
            space = len(self.tags) - 1
            answer = number if number != MISSING else self._model.unseen(type_, text) if type_ else space
            _remember(self._answers, key, answer)
        return answer


class NamedTagging:
    """The tag that a token's own probabilities and its two neighbours make likeliest (`svd2.tag_model`)."""

    def __init__(self, model: "SVD2Model", naming: "Naming", vocab: Vocab, *, unseen: Unseen = "both") -> None:
        self.tags = [*naming.tags, SPACE_TAG]
        self.pos = [*(naming.pos.get(tag, "") for tag in naming.tags), "SPACE"]
        self._tagger = naming.tagger
        self._how = unseen
        self._table = HashTable(model.types, np.arange(len(model.types), dtype=np.int32))
        self._unseen = _UnseenWords(self._table, vocab, model.settings.attr)
        self._answers: dict[tuple[int, bool], int | NDArray[np.float32]] = {}

    def __call__(self, batch: Batch, *, confidence: bool) -> tuple[Numbers, NDArray[np.float32] | None]:
        """See `Tagging`; white space is sure."""
        rows = self._table(batch.types).astype(np.int64)
        missing = np.flatnonzero(rows == MISSING)
        answers = [self._answer(token) for token in batch.tokens(missing)]
        rows[missing] = [answer if isinstance(answer, int) else MISSING for answer in answers]
        space = rows == _SPACE
        unseen = np.array([answer for answer in answers if not isinstance(answer, int)], dtype=np.float32)
        words = np.flatnonzero(~space)
        numbers = np.full(len(rows), len(self.tags) - 1, dtype=np.int64)
        sure = np.ones(len(rows), dtype=np.float32) if confidence else None
        if len(words):
            lengths = np.unique(batch.units()[words], return_counts=True)[1].tolist()
            found, probabilities = self._decide(rows[words], lengths, unseen, confidence=confidence)
            numbers[words] = found
            if sure is not None:
                sure[words] = probabilities
        return numbers, sure

    def _decide(
        self, rows: Numbers, lengths: list[int], unseen: NDArray[np.float32], *, confidence: bool
    ) -> tuple[Numbers, NDArray[np.float32] | None]:
        by_form = unseen.reshape(-1, len(self.tags) - 1)
        if self._how == "context":
            by_form = np.tile(self._tagger.form.overall, (len(by_form), 1))
        return self._tagger.tag(rows, lengths, by_form, confidence=confidence, context_of_unseen=self._how != "form")

    def _answer(self, token: Token) -> "int | NDArray[np.float32]":
        """The type of a token after all, `_SPACE`, or what its form says of its tags."""
        key = _key(token)
        answer = self._answers.get(key)
        if answer is None:
            row, type_, text = self._unseen(token)
            answer = row if row != MISSING else self._tagger.form([type_], [text])[0] if type_ else _SPACE
            _remember(self._answers, key, answer)
        return answer


_SPACE = -2


class _UnseenWords:
    """A second look at a token whose attribute the corpus did not have.

    Its text may be known all the same: the tokenizer changes the norm of contractions, which training, seeing texts
    only, does not know; and a vocabulary of no language has no lower-case forms at all.
    """

    def __init__(self, table: HashTable, vocab: Vocab, attr: str) -> None:
        self._table = table
        self._make_type = type_maker(vocab, attr)
        self._looked_up = attrgetter(attr.lower())

    def __call__(self, token: Token) -> tuple[int, str, str]:
        """Its number or `MISSING`, its type ("" for white space), and its text, without capitals that say nothing."""
        text = token.text
        if text.isspace():
            return MISSING, "", text
        type_ = self._make_type(text)
        hash_, number = get_string_id(type_), MISSING
        if hash_ != self._looked_up(token):
            number = int(self._table(np.array([hash_], dtype=np.uint64))[0])
        return number, type_, text.lower() if _is_initial(token) else text


def _is_initial(token: Token) -> bool:
    return token.i == 0 or bool(token.is_sent_start)


def _key(token: Token) -> tuple[int, bool]:
    """All that an answer depends on."""
    return token.orth, _is_initial(token)


def _remember(answers: dict[Any, Any], key: Any, answer: Any) -> None:
    if len(answers) >= _MAX_ANSWERS:
        answers.clear()
    answers[key] = answer


def _starts(doc: Doc) -> Numbers:
    """1 where a sentence of a document begins, else 0; the first token always begins one."""
    if doc.has_annotation("SENT_START"):
        starts = (doc.to_array(SENT_START) == 1).astype(np.int64)
    else:
        starts = np.zeros(len(doc), dtype=np.int64)
    starts[:1] = 1
    return starts
