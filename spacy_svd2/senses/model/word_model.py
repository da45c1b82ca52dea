"""The model of one ambiguous word."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import Errors, UserError
from .classifier import Classifier, fit_classifier
from .feature_space import LatentSpace, Space, code_matrix, count_unknown, learn_weights
from .features import Codes
from .settings import ModelSettings

Floats = NDArray[np.float32]

_IGNORED = ("P",)
ENOUGH = 0.07  # similarity to a training context that is evidence in full; the target alone has about 0.02


@dataclass
class Examples:
    """Occurrences of one word.

    codes (list): Feature codes of each.
    senses (list): The correct senses of each; empty for unlabelled ones.
    latent (ndarray): Dense description of each context, (n, D + V), or None: the latent one, then that by vectors.
    bounds (list): Columns, from and to, of the blocks of the latent description.
    vector_bounds (list): Columns of the blocks of the description by vectors.
    """

    codes: list[Codes] = field(default_factory=list)
    senses: list[tuple[str, ...]] = field(default_factory=list)
    latent: Floats | None = None
    bounds: Sequence[tuple[int, int]] = ()
    vector_bounds: Sequence[tuple[int, int]] = ()

    def subset(self, chosen: Sequence[int] | NDArray[np.intp]) -> "Examples":
        """Take some of the examples, in the order given."""
        latent = None if self.latent is None else self.latent[chosen]
        codes, senses = [self.codes[i] for i in chosen], [self.senses[i] for i in chosen]
        return Examples(codes, senses, latent, self.bounds, self.vector_bounds)


@dataclass(frozen=True)
class WordModel:
    """The model of one word, learned from its training data.

    word (str): The word's key.
    senses (tuple): Its senses, the most frequent first, then by alphabet.
    counts (ndarray): Number of training examples of each sense, (s,); an example of several senses counts as a share
        of each.
    settings (ModelSettings): How it was built.
    space (Space): Where occurrences are compared.
    classifier (Classifier): What decides.
    row_senses (ndarray): The number of each kept vector's first sense, -1 if it is unlabelled, (n,), int32.
    """

    word: str
    senses: tuple[str, ...]
    counts: NDArray[np.float32]
    settings: ModelSettings
    space: Space
    classifier: Classifier
    row_senses: NDArray[np.int32]

    @classmethod
    def fit(cls, word: str, examples: Examples, settings: ModelSettings | None = None) -> "WordModel":
        """Learn from examples; unlabelled examples only influence the components.

        word (str): The word's key.
        examples (Examples): At least one of them labelled.
        settings (ModelSettings): How to build the model; the defaults if None.
        RETURNS (WordModel): The model.
        RAISES (UserError): No example is labelled (K006).
        """
        settings = settings or ModelSettings()
        senses, labels, labelled = label_matrix(examples.senses)
        if not senses:
            raise UserError(Errors.K006.format(word=word))
        matrix = code_matrix(examples.codes, vocabulary(examples.codes))
        kept = _landmarks(labels, settings)
        space = make_space(examples, matrix, labels, labelled, settings, kept)
        cross = space.values(matrix, examples.latent, settings) if len(kept) < len(labels) else None
        classifier = fit_classifier(space.gram(settings), labels, labelled, settings, cross=cross)
        row_senses = np.where(labelled, labels.argmax(axis=1), -1)[kept].astype(np.int32)
        return cls(word, senses, labels.sum(axis=0), settings, space, classifier, row_senses)

    def kernel_rows(self, codes: Sequence[Codes], latent: NDArray[Any] | None = None) -> NDArray[np.float64]:
        """Compute the kernel values of occurrences with the training vectors kept, (m, n)."""
        return self.space.values(code_matrix(codes, self.space.keys), latent, self.settings)

    def known_shares(self, codes: Sequence[Codes], latent: NDArray[Any] | None = None) -> NDArray[np.float64] | None:
        """Compute how much of the length of each vector training knows, (m,); None without `evidence`."""
        if not self.settings.evidence:
            return None
        matrix = code_matrix(codes, self.space.keys)
        return self.space.known_shares(matrix, count_unknown(codes, matrix), latent, self.settings)

    def scores(self, codes: Sequence[Codes], latent: NDArray[Any] | None = None) -> NDArray[np.float64]:
        """Score the senses of occurrences.

        codes (Sequence): Feature codes of each occurrence.
        latent (ndarray): Dense description of each, (m, D + V); see `Examples`.
        RETURNS (ndarray): (m, s), in the order of `senses`; rows add up to 1. The answer is the first of the highest
            scores: of senses with equal scores, the more frequent.
        """
        return self.decide(self.kernel_rows(codes, latent), self.known_shares(codes, latent))

    def decide(self, kernel_rows: NDArray[Any], known: NDArray[Any] | None) -> NDArray[np.float64]:
        """Score the senses from kernel values with the training vectors kept, (m, n), and `known_shares`.

        Without `evidence` in the settings, the classifier alone decides. With it, see `mix_shares`.

        RETURNS (ndarray): (m, s), rows add up to 1.
        """
        scores = self.classifier.scores(kernel_rows, known)
        return scores if known is None else mix_shares(scores, kernel_rows, known, self.counts)


def mix_shares(
    scores: NDArray[Any], kernel_rows: NDArray[Any], known: NDArray[Any], counts: NDArray[Any]
) -> NDArray[np.float64]:
    """Mix scores with the shares of the senses in training, the more the less a context is like any in training.

    The scores count as much as g = min(1, (known * largest kernel value / ENOUGH) ** 2), and the shares 1 - g.

    scores (ndarray): Scores of the senses, (m, s).
    kernel_rows (ndarray): Kernel values with training vectors, (m, n).
    known (ndarray): How much of each vector training knows, (m,).
    counts (ndarray): Training examples of each sense, (s,).
    RETURNS (ndarray): (m, s), rows add up to 1.
    """
    weight = (np.clip(kernel_rows.max(axis=1) * known / ENOUGH, 0, 1) ** 2)[:, None]
    return np.asarray(weight * scores + (1 - weight) * (counts / counts.sum(dtype=np.float64)), dtype=np.float64)


def label_matrix(senses: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], Floats, NDArray[np.bool_]]:
    """Order senses, and divide examples that have several senses among them.

    senses (Sequence): Senses of each example; empty if unlabelled. "P", Senseval's mark of a proper name, counts
        only if it is the only answer.
    RETURNS (tuple): Senses by descending frequency, then alphabet; shares, (n, s), float32; labelled, (n,).
    """
    cleaned = [tuple(s for s in answer if s not in _IGNORED) or answer for answer in senses]
    weights: Counter[str] = Counter()
    for answer in cleaned:
        for sense in answer:
            weights[sense] += 1 / len(answer)  # type: ignore[assignment]
    names = tuple(sorted(weights, key=lambda sense: (-round(weights[sense], 6), sense)))
    place = {sense: index for index, sense in enumerate(names)}
    labels = np.zeros((len(cleaned), len(names)), dtype=np.float32)
    for row, answer in enumerate(cleaned):
        for sense in answer:
            labels[row, place[sense]] = 1 / len(answer)
    return names, labels, np.array([bool(answer) for answer in cleaned], dtype=bool)


def vocabulary(codes: Sequence[Codes]) -> Codes:
    """List the distinct codes, ascending."""
    return np.unique(np.concatenate([*codes, np.zeros(0, dtype=np.uint32)]))


def make_space(
    examples: Examples,
    matrix: Any,
    labels: Floats,
    labelled: NDArray[np.bool_],
    settings: ModelSettings,
    kept: NDArray[np.intp],
) -> Space:
    """Learn weights and latent means from all examples, and keep the vectors `kept`."""
    keys = vocabulary(examples.codes)
    weights = learn_weights(matrix, labels, labelled, settings)
    rows = matrix if len(kept) == len(labels) else matrix[kept]
    dense: list[Any] = []
    for bounds, share in ((examples.bounds, settings.domain), (examples.vector_bounds, settings.vectors)):
        if examples.latent is None or not bounds or share == 0:
            dense += [None, None]
        else:
            space = LatentSpace.fit(examples.latent, bounds, empty_stays=settings.evidence)
            dense += [space, space.scale(examples.latent[kept]).astype(np.float16)]
    return Space(keys, weights, rows, *dense)


def _landmarks(labels: Floats, settings: ModelSettings) -> NDArray[np.intp]:
    """Which training vectors to keep: all, or a random sample with a fixed seed if there are more than `max_exact`."""
    size = len(labels)
    if size <= settings.max_exact:
        return np.arange(size)
    chosen = np.random.default_rng(0).permutation(size)[: settings.landmarks]
    return np.sort(chosen).astype(np.intp)
