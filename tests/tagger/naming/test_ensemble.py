from dataclasses import replace

import numpy as np
import pytest

from spacy_svd2.tagger.counting.counts import BigramCounts
from spacy_svd2.tagger.induction.clusterings import build_clusterings
from spacy_svd2.tagger.naming import ensemble
from spacy_svd2.tagger.naming.ensemble import MEMBERS, Member, further_clusterings, propagate_all
from spacy_svd2.tagger.naming.propagation import propagate
from spacy_svd2.tagger.naming.type_features import type_features
from spacy_svd2.tagger.settings import Settings

SETTINGS = Settings(w1=14, r1=5)
ROWS, TARGETS = np.array([0, 3]), np.eye(2, dtype=np.float32)


def test_the_pool_is_the_geometric_mean(toy: BigramCounts, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two opinions of 0.8 and 0.5: sqrt(0.8 * 0.5) to sqrt(0.2 * 0.5) is two to one; labelled types as given."""
    opinions = iter([[0.8, 0.2], [0.5, 0.5]])
    monkeypatch.setattr(
        ensemble, "propagate", lambda *args, **options: np.tile(np.float32(next(opinions)), (toy.n_types, 1))
    )
    clusterings = build_clusterings(toy, SETTINGS, sizes=(2,))
    found = propagate_all(toy, [clusterings, clusterings], ROWS, TARGETS)
    np.testing.assert_array_equal(found[ROWS], TARGETS)
    np.testing.assert_allclose(np.delete(found, ROWS, axis=0), [[2 / 3, 1 / 3]] * (toy.n_types - 2), atol=1e-4)


def test_the_pool_of_one_is_what_it_was_and_the_order_does_not_matter(toy: BigramCounts) -> None:
    all_clusterings = [build_clusterings(toy, SETTINGS, sizes=sizes) for sizes in ((2, 4), (3,))]
    alone = propagate(type_features(toy, all_clusterings[0]), toy, ROWS, TARGETS)
    np.testing.assert_allclose(propagate_all(toy, all_clusterings[:1], ROWS, TARGETS), alone, atol=2e-4)
    both = propagate_all(toy, all_clusterings, ROWS, TARGETS)
    np.testing.assert_allclose(propagate_all(toy, all_clusterings[::-1], ROWS, TARGETS), both, atol=1e-6)
    np.testing.assert_allclose(both.sum(axis=1), 1, rtol=1e-5)
    assert np.abs(both - alone).max() > 0.001


def test_members_differ_from_the_settings_by_what_they_name(toy: BigramCounts, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(
        ensemble, "build_clusterings", lambda counts, settings, **options: seen.append((settings, options))
    )
    settings = replace(SETTINGS, refine={"n_contexts": 10, "power": 0.5})
    assert settings.refine is not None
    Member(words=0.5, contexts=0.7, context_start=9.0, start=3.0, sizes=(2, 4)).build(toy, settings)
    refine = replace(
        settings.refine, n_contexts=7, contexts_per_root_token=0.7 * 0.28, min_contexts=70, context_start=9.0
    )
    assert seen == [(replace(settings, w1=7, refine=refine), {"sizes": (2, 4), "start": 3.0})]


@pytest.mark.parametrize("settings", [SETTINGS, Settings(w1=1, r1=1), replace(SETTINGS, refine=None)], ids=str)
def test_every_member_makes_clusterings_of_its_own(toy: BigramCounts, settings: Settings) -> None:
    all_clusterings = further_clusterings(toy, settings)
    assert len(all_clusterings) == len(MEMBERS)
    assert all(len(level) == toy.n_types for clusterings in all_clusterings for level in clusterings.levels)
