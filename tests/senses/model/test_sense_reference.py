"""Word senses by a slow and obvious way, which the package must agree with: the paper's recipe, and the default.

The reference knows features as strings and vectors as sets, and computes in double precision. Descriptors of words are
taken from the model, as they are learned from other text than labelled examples; everything else is done anew.
"""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sense_helpers import made_up

from spacy_svd2.senses.model.contexts import Context
from spacy_svd2.senses.model.hashed_texts import hash_text
from spacy_svd2.senses.model.sense_model import Occurrence, train_senses
from spacy_svd2.senses.model.settings import ModelSettings, paper_settings

GRAMS = [(-2, -1), (-1, 1), (1, 2), (-1, 0), (0, 1)]
TRIGRAMS = [(-1, 0, 1), (-2, -1, 0), (0, 1, 2)]


def features(item: Occurrence) -> set[str]:
    words = [word.lower() for word in item.context.words]
    own = " ".join(words[item.start : item.end])

    def at(offset: int) -> int | None:
        place = item.start + offset if offset <= 0 else item.end - 1 + offset
        return place if 0 <= place < len(words) else None

    def form(offset: int, length: int | None = None) -> str:
        place = at(offset)
        text = own if offset == 0 else "#" if place is None else words[place]
        return text[:length]

    def shape(place: int | None) -> str:
        first = "#" if place is None else item.context.words[place][0]
        return "X" if first.isupper() else "x" if first.isalpha() else "9" if first.isdigit() else first

    found = set()
    for offset in range(-3, 4):
        if at(offset) is None:
            continue
        found.add(f"form {offset} {form(offset)}")
        if offset:
            found.add(f"stem {offset} {form(offset, 5)}")
        place = at(offset)
        found.add(f"suffix {offset} {'#' if place is None else words[place][-3:]}")
        found.add(f"shape {offset} {shape(place)}")
    for gram in [*GRAMS, *TRIGRAMS]:
        if all(at(offset) is None for offset in gram if offset):
            continue
        found.add(f"forms {gram} {[form(offset) for offset in gram]}")
        if gram in GRAMS:
            found.add(f"stems {gram} {[form(offset, 5) for offset in gram]}")
    for place, word in enumerate(words):
        distance = item.start - place if place < item.start else place - item.end + 1
        if item.start <= place < item.end or not any(letter.isalnum() for letter in word):
            continue
        if distance <= 50:
            found |= {f"word {word}", f"stem {word[:5]}"}
        if distance <= 8:
            found.add(f"near {word[:5]}")
    return found


def centred(gram: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Kernel values of rows (m, n) with the training vectors, both less the mean of the training vectors."""
    return rows - rows.mean(axis=1, keepdims=True) - gram.mean(axis=0) + gram.mean()


def paper_senses(train: list[Occurrence], asked: list[Occurrence]) -> list[set[str]]:
    """The senses of the nearest neighbours; several where they are equally near."""
    known, new = [features(item) for item in train], [features(item) for item in asked]
    gram = np.array([[len(a & b) for b in known] for a in known], dtype=float)
    rows = np.array([[len(a & b) for b in known] for a in new], dtype=float)
    values, vectors = np.linalg.eigh(centred(gram, gram))
    kept = values > 1e-9 * np.trace(gram)
    axes = vectors[:, kept] / np.sqrt(values[kept])
    points, others = centred(gram, gram) @ axes, centred(gram, rows) @ axes
    answers = []
    for one in others:
        distances = ((points - one) ** 2).sum(axis=1)
        near = np.flatnonzero(distances < distances.min() + 1e-5)
        answers.append({train[n].senses[0] for n in near})
    return answers


def entropy(counts: list[float]) -> float:
    return -sum(c / sum(counts) * math.log(c / sum(counts)) for c in counts if c > 0)


def gain_ratio(known: list[set[str]], senses: list[str]) -> dict[str, float]:
    weights = {}
    for name in set.union(*known):
        with_it = [sense for sense, one in zip(senses, known, strict=True) if name in one]
        without = list((Counter(senses) - Counter(with_it)).elements())
        own = entropy([len(with_it), len(without)])
        share = len(with_it) / len(senses)
        left = share * entropy(list(Counter(with_it).values())) + (1 - share) * entropy(list(Counter(without).values()))
        weights[name] = max(entropy(list(Counter(senses).values())) - left, 0) / own if own > 1e-12 else 0.0
    return weights


def described(item: Occurrence, latent: dict[int, tuple[np.ndarray, float]], width: int) -> list[np.ndarray]:
    """Three blocks: all words around, the near ones, and those at each position."""
    words = [word.lower() for word in item.context.words]
    wide, near, places = np.zeros(width), np.zeros(width), []
    for place, word in enumerate(words):
        distance = item.start - place if place < item.start else place - item.end + 1
        if item.start <= place < item.end or not any(letter.isalnum() for letter in word):
            continue
        vector, weight = latent.get(hash_text(word[:5]), (np.zeros(width), 0.0))
        wide = wide + weight * vector if distance <= 50 else wide
        near = near + weight * vector / math.sqrt(distance) if distance <= 8 else near
    for offset in (-3, -2, -1, 1, 2, 3):
        place = item.start + offset if offset < 0 else item.end - 1 + offset
        inside = 0 <= place < len(words)
        places.append(latent.get(hash_text(words[place][:5]), (np.zeros(width),))[0] if inside else np.zeros(width))
    return [wide, near, np.concatenate(places)]


def unit(vector: np.ndarray) -> np.ndarray:
    length = math.sqrt(float(vector @ vector))
    return vector / length if length > 0 else vector


def default_scores(train: list[Occurrence], asked: list[Occurrence], model) -> list[dict[str, float]]:
    known, new = [features(item) for item in train], [features(item) for item in asked]
    senses = [item.senses[0] for item in train]
    weights = gain_ratio(known, senses)

    def square(names: set[str]) -> float:
        return sum(weights[name] ** 2 for name in names & set(weights))

    counts = Counter(name for one in known for name in one)
    once = [weights[name] ** 2 for name in weights if counts[name] == 1]
    unknown = float(np.mean(once)) if once else max(weight**2 for weight in weights.values())
    least = float(np.median([square(one) for one in known])) / 4

    def cosine(a: set[str], b: set[str]) -> float:
        lengths = math.sqrt(square(a) * square(b))
        return square(a & b) / lengths if lengths > 0 else 0.0

    def known_share(names: set[str]) -> float:
        total = max(square(names) + unknown * len(names - set(weights)), least)
        return math.sqrt(square(names) / total) if total > 0 else 0.0

    shares = np.array([known_share(names) for names in new])[:, None]
    gram = np.array([[cosine(a, b) for b in known] for a in known])
    rows = np.array([[cosine(a, b) for b in known] for a in new])
    if model.latent is not None:
        table = {
            int(key): (vector.astype(float), float(weight))
            for key, vector, weight in zip(model.latent.keys, model.latent.vectors, model.latent.weights, strict=True)
        }
        own = [described(item, table, model.latent.width) for item in train]
        others = [described(item, table, model.latent.width) for item in asked]
        means = [np.mean([unit(blocks[n]) for blocks in own], axis=0) for n in range(3)]

        def scaled(blocks: list[np.ndarray]) -> np.ndarray:
            parts = [unit(unit(blocks[n]) - means[n]) if blocks[n].any() else blocks[n] for n in range(3)]
            return np.concatenate(parts) / math.sqrt(3)

        first, second = np.array([scaled(one) for one in own]), np.array([scaled(one) for one in others])
        gram, rows = 0.55 * gram + 0.45 * first @ first.T, 0.55 * rows + 0.45 * second @ first.T
    names = sorted(set(senses))
    labels = np.array([[float(sense == name) for name in names] for sense in senses])
    penalty = 0.05 * min(6, max(1, 120 / len(train)))
    system = centred(gram, gram) + penalty * np.mean(np.diag(gram)) * np.eye(len(gram))
    values = centred(gram, rows) @ np.linalg.solve(system, labels - labels.mean(axis=0)) + labels.mean(axis=0)
    powers = np.exp(8 * shares * values)
    evidence = np.clip(shares * rows.max(axis=1, keepdims=True) / 0.07, 0, 1) ** 2
    scores = evidence * powers / powers.sum(axis=1, keepdims=True) + (1 - evidence) * labels.mean(axis=0)
    return [dict(zip(names, row.tolist(), strict=True)) for row in scores]


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6), st.integers(3, 25))
def test_the_papers_recipe(seed: int, count: int) -> None:
    train, asked = made_up(seed, count), made_up(seed + 1, 8, labelled=False)
    model = train_senses(train, candidates=[paper_settings()], latent_width=0)
    found = [prediction.sense for prediction in model.predict(asked)]
    assert all(sense in wanted for sense, wanted in zip(found, paper_senses(train, asked), strict=True))


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6), st.integers(3, 40))
def test_the_default(seed: int, count: int) -> None:
    train, asked = made_up(seed, count), made_up(seed + 1, 8, labelled=False)
    model = train_senses(train, candidates=[ModelSettings()])
    for prediction, wanted in zip(model.predict(asked), default_scores(train, asked, model), strict=True):
        found = dict(zip(prediction.senses, prediction.scores, strict=True))
        assert found == pytest.approx(wanted, abs=0.02)  # weights and descriptors are kept in half precision
        best, *others = sorted(wanted.values(), reverse=True)
        if best - others[0] > 0.04:
            assert prediction.sense == max(wanted, key=wanted.__getitem__)


def test_the_reference_uses_descriptors() -> None:
    assert train_senses(made_up(0, 40), candidates=[ModelSettings()]).latent is not None


def test_ties_go_to_the_more_frequent_sense_then_the_alphabet() -> None:
    alike = Context(["the", "bank", "here"])

    def answers(*senses: str, **changes) -> tuple[str, ...]:
        items = [Occurrence("bank", alike, 1, 2, (sense,)) for sense in senses]
        chosen = ModelSettings(step="neighbours", evidence=False, **changes)
        (prediction,) = train_senses(items, candidates=[chosen], latent_width=0).predict(
            [Occurrence("bank", alike, 1, 2)]
        )
        return prediction.senses

    assert answers("b", "a", neighbours=2) == ("a", "b")  # by alphabet
    assert answers("a", "b", "b", neighbours=2) == ("b", "a")  # of the first two neighbours one each: by frequency
    assert answers("a", "b", "b", neighbours=1) == ("a", "b")  # the first in the training data is the nearest
