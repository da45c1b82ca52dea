"""The senses of many words: training, and prediction for occurrences in tokenised texts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from ...errors import Errors, UserError
from .context_vectors import VectorSource, stack_descriptions
from .contexts import Context, ContextWindow
from .features import Codes, extract
from .hashed_texts import HashedTexts, Targets, hash_texts, place_targets
from .latent import LatentVectors, block_bounds, learn_latent
from .selection import SelectedSettings, choose_settings
from .settings import ModelSettings, default_candidates
from .word_model import Examples, WordModel

Floats = NDArray[np.float32]

_BATCH = 512


@dataclass(frozen=True)
class Occurrence:
    """A target word in a tokenised text.

    word (str): The key of the word's model.
    context (Context): The text; successive occurrences may share one.
    start (int): First token of the target.
    end (int): The token after its last.
    senses (tuple): The correct senses; empty if unknown.
    vectors (ndarray): Description of its context by vectors of the pipeline, (V,), or None; see `VectorSource`.
    """

    word: str
    context: Context
    start: int
    end: int
    senses: tuple[str, ...] = ()
    vectors: Floats | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Prediction:
    """Scores of one occurrence's senses, the best first.

    senses (tuple): Senses; empty for a word without a model.
    scores (tuple): Their scores, which add up to 1.
    """

    senses: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()

    @property
    def sense(self) -> str:
        """The best sense, or "" without a model."""
        return self.senses[0] if self.senses else ""

    @property
    def score(self) -> float:
        """The score of the best sense, or 0."""
        return self.scores[0] if self.scores else 0.0

    @property
    def runner_up(self) -> str:
        """The second sense, or "" if there is none."""
        return self.senses[1] if len(self.senses) > 1 else ""

    @property
    def runner_up_score(self) -> float:
        """The score of the second sense, or 0."""
        return self.scores[1] if len(self.scores) > 1 else 0.0


@dataclass(frozen=True)
class Composite:
    """The rule of Su, Carpuat & Wu (2004) for a word with a second, semi-supervised model.

    The supervised sense stands if the occurrence is close to a training example (kernel value at or above
    the threshold) or if it is not the most frequent one; otherwise the second model decides.

    model (WordModel): The semi-supervised model.
    threshold (float): 1 - share of the most frequent sense + a small constant.
    """

    model: WordModel
    threshold: float


@dataclass
class SenseModel:
    """Models of words, and the data that they share.

    words (dict): Model by word.
    features (ContextWindow): How features are computed.
    latent (LatentVectors): Descriptors of words for the domain kernel, or None.
    composites (dict): Second model and rule by word.
    choices (dict): The results of cross-validation; empty without it.
    vectors (VectorSource): The vectors that occurrences must be described by, or None.
    """

    words: dict[str, WordModel]
    features: ContextWindow
    latent: LatentVectors | None = None
    composites: dict[str, Composite] = field(default_factory=dict)
    choices: dict[str, SelectedSettings] = field(default_factory=dict)
    vectors: VectorSource | None = None

    def predict(self, occurrences: Iterable[Occurrence]) -> list[Prediction]:
        """Score the senses of occurrences, in any order and mixture of words.

        occurrences (Iterable): The occurrences; if those that share a context follow each other, it is read only once.
        RETURNS (list): A prediction for each.
        """
        taken = list(occurrences)
        codes, latent = self.describe(taken)
        return self.predict_described([item.word for item in taken], codes, latent)

    def predict_described(
        self, words: Sequence[str], codes: Sequence[Codes], latent: NDArray[Any] | None
    ) -> list[Prediction]:
        """Score the senses of occurrences as `predict` does, from the result of `describe`.

        RAISES (UserError): The numbers of codes and words differ (K009).
        """
        if len(words) != len(codes):
            raise UserError(Errors.K009.format(name="codes", found=len(codes), wanted=len(words)))
        predictions = [Prediction()] * len(words)
        places: dict[str, list[int]] = {}
        for place, word in enumerate(words):
            if word in self.words:
                places.setdefault(word, []).append(place)
        for word, chosen in places.items():
            rows = None if latent is None else latent[chosen]
            scores = self._scores(word, [codes[place] for place in chosen], rows)
            scores = np.round(scores, 6)  # the last digits depend on what else is in the batch
            order = np.argsort(-scores, axis=1, kind="stable")
            senses = self.words[word].senses
            for place, best, values in zip(chosen, order.tolist(), scores.tolist(), strict=True):
                ranked = tuple([senses[index] for index in best])
                predictions[place] = Prediction(ranked, tuple([values[index] for index in best]))
        return predictions

    def describe(self, occurrences: Sequence[Occurrence]) -> tuple[list[Codes], Floats | None]:
        """Compute the feature codes of each occurrence, and dense descriptions (n, D + V) or None; see `Examples`."""
        codes, latent = _describe(_hashed(occurrences, self.features), self.features, self.latent, self._table)
        return codes, _with_vectors(latent, occurrences, self.vectors)

    @cached_property
    def _table(self) -> Floats | None:
        return None if self.latent is None else self.latent.table()

    def _scores(self, word: str, codes: Sequence[Codes], latent: Floats | None) -> NDArray[np.float64]:
        model = self.words[word]
        rows = model.kernel_rows(codes, latent)
        scores = model.decide(rows, model.known_shares(codes, latent))
        composite = self.composites.get(word)
        if composite is not None:
            doubtful = (rows.max(axis=1) < composite.threshold) & (scores.argmax(axis=1) == 0)
            if doubtful.any():
                other = composite.model.scores(codes, latent)
                order = [composite.model.senses.index(sense) for sense in model.senses]
                scores[doubtful] = other[doubtful][:, order]
        return scores


def train_senses(
    occurrences: Iterable[Occurrence],
    *,
    unlabelled: Iterable[Occurrence] = (),
    texts: Iterable[Context] = (),
    features: ContextWindow | None = None,
    candidates: Sequence[ModelSettings] | None = None,
    latent: LatentVectors | None = None,
    latent_width: int = 50,
    vectors: VectorSource | None = None,
    transform_unlabelled: bool = False,
    composite: float | None = None,
    seed: int = 0,
    on_words: Callable[[int], None] = lambda size: None,
    on_word: Callable[[str], None] = lambda word: None,
) -> SenseModel:
    """Learn the senses of words.

    occurrences (Iterable): Labelled occurrences.
    unlabelled (Iterable): Further occurrences; their contexts are raw text for the descriptors.
    texts (Iterable): Further raw text.
    features (ContextWindow): How features are computed.
    candidates (Sequence): Settings to choose from for each word by cross-validation; a single one is used without it.
        By default `default_candidates()`.
    latent (LatentVectors): Descriptors made elsewhere; by default they are learned from all the texts given.
    latent_width (int): Their dimensions; 0 for a model without the domain kernel.
    vectors (VectorSource): The vectors that describe the occurrences, for the vector kernel.
    transform_unlabelled (bool): Whether unlabelled occurrences of a word also enter its kernel matrix.
    composite (float): Train a second model of each word with unlabelled occurrences and combine the two by the
        rule of `Composite`; the number is the small constant. None for no second model.
    seed (int): Seed of the folds.
    on_words (Callable): Called with the number of words when it is known.
    on_word (Callable): Called with each word when its settings have been chosen, or its only model has been made.
    RETURNS (SenseModel): The models.
    RAISES (UserError): No occurrence is labelled (K008), or targets don't fit their contexts.
    """
    features = features or ContextWindow()
    known = [item for item in occurrences if item.senses]
    if not known:
        raise UserError(Errors.K008.format(where=""))
    extra = [replace(item, senses=()) for item in unlabelled]
    hashed = list(_hashed([*known, *extra], features))
    tokens_of_text = None
    if latent is None and latent_width:
        raw = [hash_texts(list(batch), features) for batch in batched(texts, _BATCH)]
        with one_blas_thread():
            latent = learn_latent([*[batch for batch, _ in hashed], *raw], width=latent_width)
        tokens_of_text = sum(len(batch.forms) - 1 for batch in [*[batch for batch, _ in hashed], *raw])
    table = None if latent is None else latent.table()
    if candidates is None:
        candidates = default_candidates(tokens_of_text, vectors=vectors is not None)
    codes, described = _describe(hashed, features, latent, table)
    bounds = [] if latent is None else block_bounds(latent.width, features)
    width = bounds[-1][1] if bounds else 0
    vector_bounds = [] if vectors is None else [(low + width, high + width) for low, high in vectors.bounds]
    described = _with_vectors(described, [*known, *extra], vectors)
    words = _by_word(known, codes, described, bounds, vector_bounds)
    choices: dict[str, SelectedSettings] = {}
    candidates = tuple(candidates)
    settings = dict.fromkeys(words, candidates[0])
    on_words(len(words))
    with one_blas_thread():
        if len(candidates) > 1:
            choices = choose_settings(words, candidates, seed=seed, on_word=on_word)
            settings = {word: choice.settings for word, choice in choices.items()}
        more: Mapping[str, Examples] = {}
        if transform_unlabelled or composite is not None:
            more = _by_word([*known, *extra], codes, described, bounds, vector_bounds)
        first = more if transform_unlabelled and composite is None else words
        models = {}
        for word in sorted(words):
            models[word] = WordModel.fit(word, first[word], settings[word])
            if len(candidates) == 1:
                on_word(word)
        model = SenseModel(models, features, latent, choices=choices, vectors=vectors)
        if composite is not None:
            for word, one in models.items():
                share = float(one.counts[0] / one.counts.sum())
                second = WordModel.fit(word, more[word], settings[word])
                model.composites[word] = Composite(second, 1 - share + composite)
        return model


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Use one thread for many small matrices: several would wait for each other, and round differently."""
    import scipy.linalg  # noqa: F401  # loads a BLAS of its own, which must be there to be limited

    with threadpool_limits(limits=1, user_api="blas"):
        yield


def _hashed(occurrences: Iterable[Occurrence], features: ContextWindow) -> Iterator[tuple[HashedTexts, Targets]]:
    """Batches of hashed texts and their targets; successive occurrences share their text."""
    for batch in batched(occurrences, _BATCH):
        contexts: list[Context] = []
        targets = []
        for item in batch:
            if not contexts or contexts[-1] is not item.context:
                contexts.append(item.context)
            targets.append((len(contexts) - 1, item.start, item.end))
        texts = hash_texts(contexts, features)
        yield texts, place_targets(texts, targets)


def batched(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    """Split items into lists of `size`."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch


def _describe(
    hashed: Iterable[tuple[HashedTexts, Targets]],
    features: ContextWindow,
    latent: LatentVectors | None,
    table: Floats | None,
) -> tuple[list[Codes], Floats | None]:
    codes: list[Codes] = []
    rows: list[Floats] = []
    for texts, targets in hashed:
        codes.extend(extract(texts, targets, features))
        if latent is not None:
            rows.append(latent.embed(texts, targets, features, table=table))
    if latent is None:
        return codes, None
    width = block_bounds(latent.width, features)[-1][1]
    return codes, np.concatenate([*rows, np.zeros((0, width), dtype=np.float32)])


def _with_vectors(
    latent: Floats | None, occurrences: Sequence[Occurrence], vectors: VectorSource | None
) -> Floats | None:
    """Dense descriptions: latent ones (n, D), if any, and beside them those by vectors, if any, (n, D + V)."""
    if vectors is None:
        return latent
    described = stack_descriptions([item.vectors for item in occurrences], vectors.size)
    return described if latent is None else np.hstack([latent, described])


def _by_word(
    occurrences: Sequence[Occurrence],
    codes: Sequence[Codes],
    latent: Floats | None,
    bounds: Sequence[tuple[int, int]],
    vector_bounds: Sequence[tuple[int, int]],
) -> Mapping[str, Examples]:
    places: dict[str, list[int]] = {}
    for place, item in enumerate(occurrences):
        places.setdefault(item.word, []).append(place)
    senses = [item.senses for item in occurrences]
    everything = Examples(list(codes), senses, latent, bounds, vector_bounds)
    return {word: everything.subset(chosen) for word, chosen in places.items()}
