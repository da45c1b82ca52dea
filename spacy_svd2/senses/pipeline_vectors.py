"""Vectors that the pipeline has, which describe the contexts of targets: of words, of tokens, or of a function."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc
from spacy.vocab import Vocab

from ..errors import Errors, UserError
from .model.context_vectors import Floats, VectorKind, VectorSource, describe_context, unit_vectors
from .model.contexts import ContextWindow
from .model.sense_model import Occurrence

VectorFunction = Callable[[Doc, int, int], Any]
VectorSetting = Literal["auto", "vectors", "tensor", "none"] | VectorFunction | None
CHOICES = ("auto", "vectors", "tensor", "none")

_N_PROBES = 16
_SAME = 0.01  # largest difference of the unit vectors of a word, which are kept in half precision, in one table


@dataclass(frozen=True)
class PipelineVectors:
    """Describes the contexts of targets by vectors that the pipeline has.

    component (str): The component's name, for messages.
    kind (str): See `VectorSource`.
    vocab (Vocab): The vocabulary that has the word vectors.
    window (ContextWindow): How far contexts reach.
    function (Callable): From a document and the first token of a target and the token after its last to a vector; for
        the kind "function" only.
    width (int): Dimensions that vectors had in training; 0 while training, when any will do.
    """

    component: str
    kind: VectorKind
    vocab: Vocab
    window: ContextWindow
    function: VectorFunction | None = None
    width: int = 0

    @classmethod
    def chosen(
        cls, component: str, setting: VectorSetting, vocab: Vocab, window: ContextWindow
    ) -> "PipelineVectors | None":
        """Find out what a component's setting `vectors` means for a pipeline.

        component (str), setting (str or Callable): The component's name, and the setting.
        vocab (Vocab): The pipeline's vocabulary.
        window (ContextWindow): How far contexts reach.
        RETURNS (PipelineVectors): What describes contexts; None for no vectors.
        RAISES (UserError): Word vectors are wanted and there are none (K020).
        """
        if setting in (None, "none") or (setting == "auto" and not vocab.vectors.size):
            return None
        if callable(setting):
            return cls(component, "function", vocab, window, setting)
        if setting != "tensor" and not vocab.vectors.size:
            raise UserError(Errors.K020.format(name=component))
        return cls(component, "tensor" if setting == "tensor" else "vectors", vocab, window)

    @classmethod
    def trained(
        cls, component: str, setting: VectorSetting, source: VectorSource, vocab: Vocab, window: ContextWindow
    ) -> "PipelineVectors":
        """Describe contexts as in training.

        component (str), setting (str or Callable), vocab (Vocab), window (ContextWindow): See `chosen`.
        source (VectorSource): What the model was trained with.
        RETURNS (PipelineVectors): What describes contexts.
        RAISES (UserError): It was trained with a function, and the setting is none (K023), or with word vectors, and
            the vocabulary has none (K020) or others (K021).
        """
        function = setting if callable(setting) and source.kind == "function" else None
        if source.kind == "function" and function is None:
            raise UserError(Errors.K023.format(name=component))
        if source.kind == "vectors":
            _check_table(component, vocab, source)
        return cls(component, source.kind, vocab, window, function, source.width)

    @property
    def needs_docs(self) -> bool:
        """Whether documents are needed, because words alone do not tell."""
        return self.kind != "vectors"

    def describe_words(self, occurrences: Iterable[Occurrence]) -> list[Occurrence]:
        """Describe contexts by the vectors of their words.

        occurrences (Iterable): Occurrences, those in one text one after the other.
        RETURNS (list): The same occurrences with descriptions.
        """
        found: list[Occurrence] = []
        rows: NDArray[Any] = np.zeros((0, 0))
        for item in occurrences:
            if not found or found[-1].context is not item.context:
                rows = word_vectors(self.vocab, item.context.words)
            vectors = describe_context(rows, item.start, item.end, self.window, target=False)
            found.append(replace(item, vectors=vectors))
        return found

    def describe_doc(self, doc: Doc, places: Sequence[int] | NDArray[np.intp], start: int, end: int) -> Floats:
        """Describe the context of a target in a document by its tensor, or by the function.

        doc (Doc): The document.
        places (Sequence): The tokens that are not white space, ascending; at least those that the window reaches.
        start, end (int): The number in `places` of the target's first token, and of the token after its last.
        RETURNS (ndarray): The description.
        RAISES (UserError): The document has no tensor, or the function gives no vector (K022), or one of another width
            than in training (K024).
        """
        if self.function is not None:
            vector = self._checked(doc, self.function(doc, int(places[start]), int(places[end - 1]) + 1), 1)
            return unit_vectors(vector[None])[0].astype(np.float32)
        tensor = self._checked(doc, doc.tensor, 2)
        low = max(0, start - self.window.window)
        chosen = np.asarray(places)[low : end + self.window.window]
        are_words = np.array([_is_word(doc[place].text) for place in chosen.tolist()])
        rows = tensor[chosen] * are_words[:, None]
        return describe_context(rows, start - low, end - low, self.window, target=True)

    def _checked(self, doc: Doc, value: Any, n_dimensions: int) -> NDArray[Any]:
        what = "doc.tensor" if self.function is None else "what the function of its setting 'vectors' gives"
        try:
            array = np.asarray(_array(value), dtype=np.float64)
        except (ValueError, TypeError):
            array = np.zeros(0)
        valid = array.ndim == n_dimensions and array.size > 0 and bool(np.isfinite(array).all())
        if not valid or (n_dimensions == 2 and len(array) != len(doc)):
            wanted = "a vector of finite numbers" if n_dimensions == 1 else "a row of finite numbers for each token"
            hint = "" if n_dimensions == 1 else " Put the component that sets doc.tensor, a tok2vec, before this one."
            raise UserError(
                Errors.K022.format(name=self.component, what=what, text=doc.text[:40], wanted=wanted, hint=hint)
            )
        if self.width and array.shape[-1] != self.width:
            widths = f"{self.width} in training and {array.shape[-1]} now"
            raise UserError(Errors.K024.format(name=self.component, widths=widths))
        return array

    def source(self, occurrences: Sequence[Occurrence]) -> VectorSource | None:
        """Record what described the training data.

        occurrences (Sequence): The training data, described.
        RETURNS (VectorSource): The record; None if there is no occurrence.
        RAISES (UserError): Descriptions differ in width (K024).
        """
        sizes = {len(item.vectors): item for item in occurrences if item.vectors is not None}
        if len(sizes) > 1:
            raise UserError(Errors.K024.format(name=self.component, widths=" and ".join(map(str, sorted(sizes)))))
        if not sizes:
            return None
        if self.kind != "vectors":
            per_vector = VectorSource(self.kind, 1).size
            return VectorSource(self.kind, next(iter(sizes)) // per_vector)
        probes = probe_words(occurrences, self.vocab)
        vectors = unit_vectors(word_vectors(self.vocab, probes)).astype(np.float16)
        return VectorSource(self.kind, self.vocab.vectors_length, probes, vectors)


def word_vectors(vocab: Vocab, words: Sequence[str]) -> NDArray[Any]:
    """Look up the vectors of words, or else of their lower-case forms.

    vocab (Vocab): The vocabulary.
    words (Sequence): The words.
    RETURNS (ndarray): (n, d); zeros for a word without a vector, and for a token without a letter or digit.
    """
    table: Any = vocab.vectors
    known = np.array([_is_word(word) for word in words], dtype=bool)
    if getattr(table, "mode", "") != "default":  # floret: vectors made of parts of words, for any word
        found = _array(table.get_batch(list(words))) if len(words) else np.zeros((0, vocab.vectors_length))
        return cast(NDArray[Any], found * known[:, None])
    rows = _array(table.find(keys=list(words))) if len(words) else np.zeros(0, dtype=int)
    for place in np.flatnonzero((rows < 0) & known).tolist():
        rows[place] = table.find(key=words[place].lower())
    known &= rows >= 0
    found = np.zeros((len(words), vocab.vectors_length), dtype=np.float32)
    found[known] = _array(table.data[rows[known]])
    return found


def probe_words(occurrences: Iterable[Occurrence], vocab: Vocab) -> tuple[str, ...]:
    """Choose the words that tell a table from others: the most frequent ones of contexts that have vectors."""
    counts: Counter[str] = Counter()
    context = None
    for item in occurrences:
        if item.context is not context:
            counts.update(item.context.words)
            context = item.context
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    vectors = word_vectors(vocab, ranked)
    return tuple(word for word, row in zip(ranked, vectors, strict=True) if row.any())[:_N_PROBES]


def _check_table(component: str, vocab: Vocab, source: VectorSource) -> None:
    """Make sure that a vocabulary has the word vectors of training.

    RAISES (UserError): It has none (K020), or others (K021).
    """
    if not vocab.vectors.size:
        raise UserError(Errors.K020.format(name=component))
    why = ""
    if vocab.vectors_length != source.width:
        why = f"they have {vocab.vectors_length} dimensions instead of {source.width}"
    else:
        found = unit_vectors(word_vectors(vocab, source.probes))
        differs = np.abs(found - source.probe_vectors.astype(np.float64)).max(axis=1, initial=0) > _SAME
        if differs.any():
            why = f"'{source.probes[int(differs.argmax())]}' has another vector"
    if why:
        raise UserError(Errors.K021.format(name=component, why=why))


def _array(value: Any) -> Any:
    """An array of the main memory: one of CuPy is copied from the GPU."""
    return value.get() if hasattr(value, "get") else value


def _is_word(text: str) -> bool:
    return any(character.isalnum() for character in text)
