import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from spacy_svd2.errors import UserError
from spacy_svd2.tagger.forms.shapes import shape_scores
from spacy_svd2.tagger.forms.suffix_tree import Forms
from spacy_svd2.tagger.induction import mixture
from spacy_svd2.tagger.induction.annealed_em import anneal
from spacy_svd2.tagger.induction.mixture import Evidence, context_scores
from spacy_svd2.tagger.settings import Refinement

SETTINGS = Refinement(suffix_min_types=1, suffix_strength=5.0, context_smoothing=0.2)


def evidence(seed: int, n: int = 40, contexts: int = 3) -> Evidence:
    rng = np.random.default_rng(seed)
    table = rng.poisson(2, (n, 2 * contexts)).astype(np.float32)
    types = [f"{'ab'[i % 2]}{chr(97 + i % 7)}{i}" for i in range(n)]
    forms = Forms.build(types, rng.integers(0, 3, (n, 3)), length=2, min_types=1)
    return Evidence(sparse.csr_array(table), np.maximum(table.sum(axis=1), 1), forms)


def reference_round(e: Evidence, q: np.ndarray, settings: Refinement, budget: float) -> np.ndarray:
    """One round of EM, type by type and class by class: scores (N, k) from memberships q (N, k)."""
    table, forms = e.contexts.toarray().astype(float), e.forms
    n, k = q.shape
    half = table.shape[1] // 2
    scores = np.zeros((n, k))
    suffix = forms.suffix_scores((forms.by_leaf @ q).astype(np.float32), settings.suffix_strength)
    shape = shape_scores((forms.by_shape @ q).astype(np.float32), settings.shape_strength)
    for i in range(n):
        weight = min(e.observations[i] ** (settings.power - 1), budget / e.observations[i])
        for c in range(k):
            context = 0.0
            for side in (slice(0, half), slice(half, None)):
                totals = q.T @ table[:, side]
                share = (totals.sum(axis=0) + 1e-9) / (totals.sum() + half * 1e-9)
                pseudo = settings.context_smoothing * half
                smoothed = (totals[c] + pseudo * share) / (totals[c].sum() + pseudo)
                context += float((table[i, side] * np.log(smoothed / share)).sum())
            form = suffix[forms.leaf[i], c] + shape[forms.shape[i], c]
            scores[i, c] = weight * context + form + settings.class_prior * math.log(q[:, c].sum() + 1)
    return scores


def reference(e: Evidence, labels: np.ndarray, k: int, settings: Refinement, start: float) -> np.ndarray:
    q = np.eye(k)[labels]
    budgets = []
    if np.isfinite(start):
        budget = start
        while budget <= settings.stop:
            budgets += [budget] * settings.rounds
            budget *= settings.step
        budgets += [np.inf] * settings.rounds
    for budget in budgets:
        scores = reference_round(e, q, settings, budget)
        q = np.exp(scores - scores.max(axis=1, keepdims=True))
        q /= q.sum(axis=1, keepdims=True)
    for _ in range(settings.hard_rounds):
        new = reference_round(e, q, settings, np.inf).argmax(axis=1)
        if np.array_equal(np.eye(k)[new], q):
            break
        labels, q = new, np.eye(k)[new]
    return labels


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("start", [2.0, np.inf])
def test_rare_types_are_assigned_once(seed: int, start: float) -> None:
    e, first = evidence(seed), np.arange(40, dtype=np.int32) % 4
    settings = replace(SETTINGS, max_types=25)
    labels, _ = anneal(e, first, 4, settings, start=start)
    head = e.part(slice(None, 25))
    np.testing.assert_array_equal(labels[:25], reference(head, first[:25], 4, settings, start))
    member = np.eye(4, dtype=np.float32)[labels[:25]]
    context = context_scores(head, labels[:25], 4, settings)
    suffix = head.forms.suffix_scores(head.forms.by_leaf @ member, settings.suffix_strength)
    shape = shape_scores(head.forms.by_shape @ member, settings.shape_strength)
    prior = settings.class_prior * np.log(member.sum(axis=0) + 1)
    for i in range(25, 40):
        weight = e.observations[i] ** (settings.power - 1)
        form = suffix[e.forms.leaf[i]] + shape[e.forms.shape[i]] + prior
        assert labels[i] == (weight * (e.contexts[[i]].toarray()[0] @ context) + form).argmax()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("start", [2.0, np.inf])
def test_against_a_plain_version(seed: int, start: float) -> None:
    e = evidence(seed)
    first = np.arange(40, dtype=np.int32) % 4
    labels, _ = anneal(e, first, 4, SETTINGS, start=start)
    np.testing.assert_array_equal(labels, reference(e, first, 4, SETTINGS, start))


def test_two_groups_of_contexts_are_told_apart() -> None:
    table = np.array([[9, 0, 0, 9], [0, 9, 9, 0]] * 10, dtype=np.float32)
    forms = Forms.build([f"x{i:02}" for i in range(20)], np.zeros((20, 3), dtype=np.int64), length=1, min_types=1)
    e = Evidence(sparse.csr_array(table), table.sum(axis=1), forms)
    first = np.array([0, 0, 1, 1] * 5, dtype=np.int32)
    first[0] = 1
    labels, _ = anneal(e, first, 2, Refinement(class_prior=0.0), start=np.inf)
    assert len(set(labels[::2])) == len(set(labels[1::2])) == 1
    assert labels[0] != labels[1]


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    e = evidence(7)
    first = np.arange(40, dtype=np.int32) % 4
    whole, objective = anneal(e, first, 4, SETTINGS, start=3.0)
    monkeypatch.setattr(mixture, "BLOCK_BYTES", 100)
    blocks, again = anneal(e, first, 4, SETTINGS, start=3.0)
    np.testing.assert_array_equal(whole, blocks)
    assert again == pytest.approx(objective, rel=1e-5)


def test_hard_rounds_never_lower_the_objective() -> None:
    e = evidence(3)
    labels = np.arange(40, dtype=np.int32) % 5
    objectives = [anneal(e, labels, 5, Refinement(hard_rounds=n), start=np.inf)[1] for n in range(1, 6)]
    assert objectives[-1] > objectives[0]


def test_context_scores_are_log_odds() -> None:
    e = evidence(5)
    labels = np.arange(40, dtype=np.int32) % 2
    scores = context_scores(e, labels, 2, SETTINGS)
    table = e.contexts.toarray()
    for side in (slice(0, 3), slice(3, 6)):
        share = table[:, side].sum(axis=0) / table[:, side].sum()
        shares = np.exp(scores[side]) * share[:, None]
        np.testing.assert_allclose(shares.sum(axis=0), 1, atol=1e-5)


@pytest.mark.parametrize(("name", "value"), [("shape_strength", 0.0), ("class_prior", np.nan)])
def test_a_likelihood_that_is_no_number_is_an_error(name: str, value: float) -> None:
    chosen = Refinement()
    object.__setattr__(chosen, name, value)  # which no setting allows
    with np.errstate(all="ignore"), pytest.raises(UserError, match="S010"):
        anneal(evidence(1), np.zeros(40, dtype=np.int32), 3, chosen, start=2.0)


def test_empty_classes_stay_empty_and_finite() -> None:
    e = evidence(1)
    labels, objective = anneal(e, np.zeros(40, dtype=np.int32), 3, SETTINGS, start=np.inf)
    assert np.isfinite(objective)
    assert labels.min() >= 0
    assert labels.max() < 3
