"""The paper's recipe from tokens to tags by a slow and obvious way, in double precision, and what is nothing to it.

Lamar et al. (2010), section 2. Where two clusters are equally near to a type, rounding decides; such corpora are passed
over, and the tests make sure that most are not.
"""

import warnings
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as budget
from hypothesis import strategies as st

from spacy_svd2.shared.artifacts import artifact_to_bytes
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.model.storage import model_from_artifact, model_to_artifact
from spacy_svd2.tagger.settings import Settings

PAPER = {"scaling": "raw", "min_count": 1, "n_passes": 2, "max_iter": 100, "refine": False}
SIZES = {"n_tags": 4, "w1": 12, "r1": 6, "k1": 8, "r2": 5}
CLOSE = 1e-4


class Undecided(Exception):
    """Rounding decides."""


def made_up(seed: int, n_words: int = 30, n_tokens: int = 1500) -> list[list[str]]:
    """Sentences of words of four kinds, which follow each other in a ring, with Zipf's frequencies."""
    chance = np.random.default_rng(seed)
    share = 1 / np.arange(1, n_words + 1)
    tokens = []
    kind = 0
    for _ in range(n_tokens):
        kind = (kind + 1) % 4 if chance.random() < 0.85 else int(chance.integers(4))
        weights = share * (np.arange(n_words) % 4 == kind)
        tokens.append(f"w{chance.choice(n_words, p=weights / weights.sum())}")
    return [tokens[start : start + 20] for start in range(0, n_tokens, 20)]


def reference(sentences: list[list[str]]) -> dict[str, int]:
    """The cluster of each type, the one of most tokens first."""
    stream = [word for sentence in sentences for word in sentence]
    counts = Counter(stream)
    types = sorted(counts, key=lambda word: -counts[word])  # stable: ties by first occurrence
    row = {word: n for n, word in enumerate(types)}
    follows = np.zeros((len(types), len(types)))
    for first, second in pairwise(stream):
        follows[row[first], row[second]] += 1
    weights = np.array([counts[word] for word in types], dtype=float)
    top = slice(None, SIZES["w1"])
    points = describe(follows.T[:, top], follows[:, top], SIZES["r1"])
    fine = k_means(points, weights, SIZES["k1"])
    member = np.eye(SIZES["k1"])[fine]
    points = describe(follows.T @ member, follows @ member, SIZES["r2"])
    labels = k_means(points, weights, SIZES["n_tags"])
    tokens = [weights[labels == label].sum() for label in range(SIZES["n_tags"])]
    order = sorted((label for label in range(SIZES["n_tags"]) if tokens[label]), key=lambda label: -tokens[label])
    return {word: order.index(label) for word, label in zip(types, labels.tolist(), strict=True)}


def describe(left: np.ndarray, right: np.ndarray, rank: int) -> list[np.ndarray]:
    halves = []
    for side in (left, right):
        u, s, _ = np.linalg.svd(side, full_matrices=False)
        if rank < len(s) and s[rank - 1] - s[rank] < CLOSE * s[0]:
            raise Undecided
        s[s < 1e-7 * s[0]] = 0
        half = u[:, :rank] * s[:rank]
        half[side.sum(axis=1) == 0] = 0
        halves.append(unit(half))
    return halves


def unit(rows: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.where(lengths > 0, rows / np.where(lengths > 0, lengths, 1), 0)


def k_means(halves: list[np.ndarray], weights: np.ndarray, k: int) -> np.ndarray:
    centroids = [half[:k].copy() for half in halves]
    labels = None
    for _ in range(PAPER["max_iter"]):
        nearness = sum(half @ centroid.T for half, centroid in zip(halves, centroids, strict=True))
        ranked = np.sort(nearness, axis=1)
        if k > 1 and (ranked[:, -1] - ranked[:, -2] < CLOSE).any():
            raise Undecided
        new = nearness.argmax(axis=1)
        if labels is not None and (new == labels).all():
            break
        labels = new
        for label in set(labels.tolist()):
            mine = labels == label
            for half, centroid in zip(halves, centroids, strict=True):
                centroid[label] = unit((weights[mine, None] * half[mine]).sum(axis=0, keepdims=True))[0]
    return labels


def train(sentences: list[list[str]], **changes) -> SVD2Model:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return SVD2Model.train(count_bigrams(sentences), Settings.from_dict({**PAPER, **SIZES, **changes}))


def test_the_papers_recipe_agrees_with_the_reference() -> None:
    compared = 0
    for seed in range(30):
        sentences = made_up(seed)
        try:
            expected = reference(sentences)
        except Undecided:
            continue
        model = train(sentences)
        assert dict(zip(model.types, model.labels.tolist(), strict=True)) == expected
        compared += 1
    assert compared >= 15


DEFAULT = {"scaling": "sqrt-cca", "n_passes": 1, "min_count": 2, "refine": True}


@budget(deadline=None, max_examples=15)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_names_of_words_are_nothing_to_the_papers_recipe(seed: int, chance) -> None:
    """Counts and the order of frequencies decide, ties by first occurrence; so other names give the same clusters."""
    sentences = made_up(seed, n_tokens=400)
    names = sorted({word for sentence in sentences for word in sentence})
    other = dict(
        zip(names, chance.sample([f"{name}\u00e9{n}" for n, name in enumerate(names)], len(names)), strict=True)
    )
    before, after = train(sentences), train([[other[word] for word in sentence] for sentence in sentences])
    assert [other[word] for word in before.types] == list(after.types)
    np.testing.assert_array_equal(before.labels, after.labels)
    np.testing.assert_array_equal(before.passes[-1].centroids, after.passes[-1].centroids)


@budget(deadline=None, max_examples=15)
@given(st.integers(0, 10**6), st.integers(0, 29))
def test_a_word_of_another_name_and_the_same_form_changes_no_cluster_of_the_default(seed: int, number: int) -> None:
    """The default looks at forms: the last five letters (with what stands before a shorter word) and the shape.

    A word that is renamed so that these stay changes nothing: neither its own cluster nor that of any other.
    """
    sentences = [[f"abcdef{word}" for word in sentence] for sentence in made_up(seed, n_tokens=400)]
    old = f"abcdefw{number}"
    renamed = [[f"qrs{word}" if word == old else word for word in sentence] for sentence in sentences]
    before, after = train(sentences, **DEFAULT), train(renamed, **DEFAULT)
    assert [f"qrs{word}" if word == old else word for word in before.types] == list(after.types)
    np.testing.assert_array_equal(before.labels, after.labels)
    np.testing.assert_array_equal(before.forms.suffix_scores, after.forms.suffix_scores)


@budget(deadline=None, max_examples=15)
@given(st.integers(0, 10**6), st.sampled_from([{}, DEFAULT]), st.booleans())
def test_a_model_of_any_corpus_survives_its_bytes(seed: int, changes: dict, named: bool) -> None:
    model = train(made_up(seed, n_tokens=120), **changes)
    if named:
        model = model.named({word: [f"T{n % 3}"] for n, word in enumerate(model.types[:9])})
    data = artifact_to_bytes(model_to_artifact(model))
    again = model_from_artifact(data)
    assert artifact_to_bytes(model_to_artifact(again)) == data
    assert (list(again.types), again.labels.tolist()) == (list(model.types), model.labels.tolist())
    assert again.tag_names == model.tag_names


@pytest.mark.parametrize("boundaries", ["ignore", "stop", "token"])
@given(st.lists(st.lists(st.sampled_from("abcde"), max_size=5), min_size=1, max_size=6), st.integers(0, 6))
def test_counts_of_two_parts_and_the_pair_between_them_are_those_of_the_whole(boundaries, sentences, cut) -> None:
    parts = [pairs(part, boundaries) for part in (sentences[:cut], sentences[cut:])]
    ends = [[word for sentence in part for word in sentence] for part in (sentences[:cut], sentences[cut:])]
    border = Counter({(ends[0][-1], ends[1][0]): 1}) if all(ends) and boundaries == "ignore" else Counter()
    assert pairs(sentences, boundaries) == parts[0] + parts[1] + border


def pairs(sentences: list[list[str]], boundaries) -> Counter:
    counts = count_bigrams(sentences, boundaries=boundaries)
    table = counts.bigrams.tocoo()
    found = zip(table.row.tolist(), table.col.tolist(), table.data.tolist(), strict=True)
    return Counter({(counts.types[i], counts.types[j]): int(n) for i, j, n in found if n})
