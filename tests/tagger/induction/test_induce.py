import warnings
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
import spacy

from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.errors import UserError
from spacy_svd2.tagger.counting.counts import BigramCounts
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.evaluation.metric_table import clustering_scores
from spacy_svd2.tagger.forms.suffix_tree import Forms
from spacy_svd2.tagger.induction.context_counts import (
    LEAST_CONTEXTS,
    cluster_contexts,
    frequent_contexts,
    word_contexts,
)
from spacy_svd2.tagger.induction.induce import Induction
from spacy_svd2.tagger.induction.induce import induce as induce_with_forms
from spacy_svd2.tagger.induction.word_descriptors import describe_words
from spacy_svd2.tagger.settings import PAPER, Settings

SENTENCES = [["the", "cat", "sleeps"], ["a", "dog", "barks"], ["the", "dog", "sleeps"], ["a", "cat", "barks"]] * 3


def induce(counts: BigramCounts, settings: Settings, **kwargs) -> Induction:
    return induce_with_forms(counts, settings, Forms.build(counts.types, counts.case, length=3, min_types=1), **kwargs)


@pytest.fixture
def counts() -> BigramCounts:
    return count_bigrams(SENTENCES).by_frequency()


def test_word_contexts(counts: BigramCounts) -> None:
    left, right = (side.toarray() for side in word_contexts(counts, Settings(w1=2, min_count=1, other=False)))
    full = counts.bigrams.toarray()
    np.testing.assert_array_equal(left, full[:2].T)
    np.testing.assert_array_equal(right, full[:, :2])


def test_more_clusters_than_the_tokens_tell_apart_are_cut_before_the_work() -> None:
    counts = count_bigrams([[f"w{i % 60}", f"v{i * 7 % 90}"] for i in range(450)]).by_frequency()
    with pytest.warns(UserWarning, match="S101.*n_tags = 45.*900 tokens.*30 is used") as caught:
        found = induce(counts, Settings(n_tags=45, r1=20))
    assert len(found.passes[-1].centroids) <= 30
    assert (
        sum("n_tags" in str(one.message) for one in caught) <= 2
    )  # at most S102 beside it, if even these are too many


def test_words_rarer_than_min_count_are_no_contexts() -> None:
    frequent = [f"w{i}" for i in range(LEAST_CONTEXTS + 20)]
    counts = count_bigrams([frequent] * 5 + [[f"rare{i}" for i in range(300)]]).by_frequency()
    widths = [word_contexts(counts, Settings(min_count=n))[0].shape[1] for n in (1, 5, 6)]
    assert widths == [counts.n_types, LEAST_CONTEXTS + 20, LEAST_CONTEXTS]
    # where the last of the contexts has three tokens, none is left out
    counts = count_bigrams([frequent] * 3).by_frequency()
    assert word_contexts(counts, Settings(min_count=5))[0].shape[1] == counts.n_types


def test_rare_words_are_contexts_unless_their_pairs_outweigh_all_else() -> None:
    chance = np.random.default_rng(0)
    some = [f"w{int(100 * share**2)}" for share in chance.random(3600)]
    pairs = [(f"a{i % 400}", f"b{i % 400}") for i in range(1200)]  # each of them three times, and always together
    spoilt = [[some[i], *pairs[i], some[i + 1200], some[i + 2400]] for i in range(1200)]
    counts = count_bigrams(spoilt).by_frequency()
    settings = Settings(w1=counts.n_types)
    assert len(describe_words(counts, settings).left) == frequent_contexts(counts, settings) == LEAST_CONTEXTS
    assert len(np.unique(induce(counts, settings).passes[-1].labels)) == 45
    apart = [[some[i], pairs[i][0], some[i + 1200], pairs[i][1], some[i + 2400]] for i in range(1200)]
    counts = count_bigrams(apart).by_frequency()
    assert len(describe_words(counts, settings).left) == counts.n_types


def test_other_context_takes_what_the_top_words_leave(counts: BigramCounts) -> None:
    left, right = (side.toarray() for side in word_contexts(counts, Settings(w1=2, min_count=1, other=True)))
    full = counts.bigrams.toarray()
    np.testing.assert_array_equal(left[:, 2], full[2:].T.sum(axis=1))
    np.testing.assert_array_equal(right[:, 2], full[:, 2:].sum(axis=1))


def test_boundary_context() -> None:
    counts = count_bigrams(SENTENCES, boundaries="token").by_frequency()
    left, right = (side.toarray() for side in word_contexts(counts, Settings(w1=2, min_count=1, other=False)))
    np.testing.assert_array_equal(left[:, 2], counts.starts)
    np.testing.assert_array_equal(right[:, 2], counts.ends)
    assert (left.sum(), right.sum()) > (0, 0)
    full_left, full_right = cluster_contexts(counts, np.arange(counts.n_types, dtype=np.int32))
    assert full_left.sum() == full_right.sum() == counts.n_tokens


def test_cluster_contexts_count_every_neighbour(counts: BigramCounts) -> None:
    labels = np.array([0, 1, 0, 1, 2, 2], dtype=np.int32)
    left, right = (side.toarray() for side in cluster_contexts(counts, labels))
    full = counts.bigrams.toarray()
    for c in range(3):
        np.testing.assert_array_equal(right[:, c], full[:, labels == c].sum(axis=1))
        np.testing.assert_array_equal(left[:, c], full[labels == c].sum(axis=0))


@pytest.mark.parametrize("n_passes", [1, 2])
def test_words_of_the_same_distribution_share_a_cluster(counts: BigramCounts, n_passes: int) -> None:
    settings = replace(PAPER, n_tags=3, w1=6, r1=2, k1=3, r2=2, n_passes=n_passes)
    labels = dict(zip(counts.types, induce(counts, settings).passes[-1].labels.tolist(), strict=True))
    groups = [{labels[word] for word in pair} for pair in (("the", "a"), ("cat", "dog"), ("sleeps", "barks"))]
    assert [len(group) for group in groups] == [1, 1, 1]
    assert len(set.union(*groups)) == 3


def test_rare_types_do_not_move_the_centroids(counts: BigramCounts) -> None:
    rare = count_bigrams([*SENTENCES, ["the", "aardvark", "sleeps"]]).by_frequency()
    settings = replace(PAPER, n_tags=3, w1=6, r1=2, n_passes=1, min_count=2)
    labels = dict(zip(rare.types, induce(rare, settings).passes[-1].labels.tolist(), strict=True))
    assert labels["aardvark"] == labels["cat"]


def test_sizes_that_exceed_the_corpus_shrink_with_a_warning(counts: BigramCounts) -> None:
    with pytest.warns(UserWarning, match="S101") as caught:
        passes = induce(counts, PAPER).passes
    assert {str(w.message).split()[1] for w in caught} == {"n_tags", "w1", "k1", "r1", "r2"}
    assert len(passes[-1].labels) == counts.n_types


def test_sizes_that_fit_do_not_warn(counts: BigramCounts) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        induce(counts, replace(PAPER, n_tags=3, w1=6, r1=6, k1=6, r2=6))


def test_one_type() -> None:
    counts = count_bigrams([["a", "a"], ["a"]])
    with pytest.warns(UserWarning, match="S101"):
        assert induce(counts, replace(PAPER, n_tags=2)).passes[-1].labels.tolist() == [0]


def test_empty_corpus() -> None:
    with pytest.raises(UserError, match="S004"):
        induce(count_bigrams([]), PAPER)


def test_stages_are_announced(counts: BigramCounts) -> None:
    stages: list[str] = []
    induce(counts, replace(PAPER, n_tags=3, w1=6, r1=2, k1=6, r2=2), on_stage=stages.append)
    assert stages == ["descriptors, pass 1", "clusters, pass 1", "descriptors, pass 2", "clusters, pass 2"]


GOLDEN = [
    ("pos/brown.tsv.gz", 2, 45, (0.634, 0.483, 0.631, 3.60), (0.004, 0.004, 0.004, 0.03)),
    ("pos/brown.tsv.gz", 3, 45, (0.765, 0.347, 0.517, 3.88), (0.004, 0.004, 0.004, 0.03)),
    ("pos/ptb_sample.tsv.gz", 2, 45, (0.610, 0.439, 0.541, 4.31), (0.015,) * 3 + (0.1,)),
    ("ud/cy_ccg", None, 17, (0.527, 0.347, 0.362, 4.49), (0.015,) * 3 + (0.1,)),
    ("ud/wo_wtb", None, 17, (0.546, 0.389, 0.389, 4.41), (0.015,) * 3 + (0.1,)),
    ("ud/mt_mudt", None, 17, (0.538, 0.422, 0.388, 4.26), (0.015,) * 3 + (0.1,)),
    ("ud/ug_udt", None, 17, (0.576, 0.283, 0.283, 4.62), (0.015,) * 3 + (0.1,)),
]


@lru_cache(maxsize=1)
def paper_labels(paths: tuple[str, ...], k: int) -> dict[str, int]:
    """The clusters of a corpus by the paper's recipe, whichever of its tags they are then compared with."""
    counts = count_bigrams(make_corpus(list(paths)).sentences(spacy.blank("xx"))).by_frequency()
    return dict(zip(counts.types, induce(counts, replace(PAPER, n_tags=k)).passes[-1].labels.tolist(), strict=True))


@pytest.mark.corpora
@pytest.mark.parametrize(("name", "column", "k", "expected", "tolerance"), GOLDEN)
def test_golden_figures_of_the_paper_recipe(
    corpora: Path, name: str, column: int | None, k: int, expected: tuple, tolerance: tuple
) -> None:
    """Many-to-one, one-to-one, V-measure and VI of the paper's recipe, within what ties and rounding change."""
    paths = [str(path) for path in sorted((corpora / name).parent.glob((corpora / name).name + "*"))]
    corpus = make_corpus(paths, column=column)
    nlp = spacy.blank("xx")
    labels = paper_labels(tuple(paths), k)
    types, gold = [], []
    with nlp.memory_zone():
        for doc in corpus.docs(nlp):
            types += [token.lower_ for token in doc]
            gold += [token.tag_ for token in doc]
    clusters = [labels[word] for word in types]
    scores = clustering_scores(types, clusters, gold, gold)
    found = [scores[key] for key in ("many_to_one", "one_to_one", "v_measure", "vi")]
    for value, wanted, within in zip(found, expected, tolerance, strict=True):
        assert value == pytest.approx(wanted, abs=within)
