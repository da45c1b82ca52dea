from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from bigram_helpers import boundaries, corpora, plain
from hypothesis import given, settings

from spacy_svd2.errors import UserError
from spacy_svd2.shared.artifacts import Artifact, artifact_to_bytes
from spacy_svd2.tagger.counting.count_files import counts_from_artifact, counts_to_artifact
from spacy_svd2.tagger.counting.scan import count_bigrams

COUNTS = count_bigrams([["a", "b", "a", "c"], ["b", "a"]])


@settings(deadline=None)
@given(corpora, boundaries)
def test_what_is_written_is_read(corpus: list[list[str]], setting: Any) -> None:
    counts = count_bigrams(corpus, boundaries=setting)
    written = artifact_to_bytes(counts_to_artifact(counts, {"attr": "LOWER"}))
    read, about = counts_from_artifact(written)
    assert plain(read) == plain(counts)
    assert about == {"attr": "LOWER"}
    assert artifact_to_bytes(counts_to_artifact(read, about)) == written


def test_counts_beyond_32_bits() -> None:
    tokens = np.array([5 << 32, 1, 1, 1], dtype=np.int64)
    big = replace(count_bigrams([["a", "a", "b", "c", "d"]]), counts=tokens, edges=(0, 3))
    table = big.bigrams.astype(np.int64)
    table.data[0] += (5 << 32) - 2
    big = replace(big, bigrams=table)
    read, _ = counts_from_artifact(artifact_to_bytes(counts_to_artifact(big, {})))
    assert read.bigrams.dtype == np.int64
    np.testing.assert_array_equal(read.bigrams.toarray(), table.toarray())


def damage(name: str, change: Callable[[Any], Any]) -> bytes:
    artifact = counts_to_artifact(COUNTS, {})
    arrays = {**artifact.arrays, name: change(artifact.arrays[name].copy())}
    return artifact_to_bytes(Artifact(artifact.kind, artifact.meta, arrays))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("counts", lambda x: x[:-1]),
        ("counts", lambda x: x * 0),
        ("starts", lambda x: x - 5),
        ("case", lambda x: x[:, :2]),
        ("rows", lambda x: x[::-1]),
        ("rows", lambda x: x + 1),
        ("rows", lambda x: np.array([0, 2**62 + 7, -(2**62) - 2, 4])),
        ("counts", lambda x: np.array([2**62, 2**62, 2**62])),
        ("starts", lambda x: x + 2**62),
        ("case", lambda x: x + 2**62),
        ("columns", lambda x: x + 9),
        ("columns", lambda x: x[::-1]),
        ("columns", lambda x: x * 0),
        ("bigrams", lambda x: x + 1),
        ("bigrams", lambda x: x[:-1]),
        ("bigrams", lambda x: np.array([2, 0, 1, 1], dtype=x.dtype)),
        ("types_data", lambda x: x * 0 + 97),
    ],
)
def test_contradictions_are_found(name: str, change: Callable[[Any], Any]) -> None:
    with pytest.raises(UserError, match="A005"):
        counts_from_artifact(damage(name, change))


def test_counts_of_earlier_versions_have_no_capitals_inside() -> None:
    counts, _ = counts_from_artifact(damage("case", lambda x: x[:, :3]))
    assert counts.case.tolist() == [[*row[:3], 0] for row in COUNTS.case.tolist()]


@pytest.mark.parametrize(
    "change",
    [
        {"boundaries": "no"},
        {"edges": [0, 99]},
        {"edges": [0]},
        {"n_sentences": -1},
        {"n_sentences": 10**30},
        {"n_sentences": 7},
        {"n_dropped": 10**30},
        {"about": None},
    ],
)
def test_bad_notes_are_found(change: dict[str, Any]) -> None:
    artifact = counts_to_artifact(COUNTS, {})
    data = artifact_to_bytes(Artifact(artifact.kind, {**artifact.meta, **change}, artifact.arrays))
    with pytest.raises(UserError, match=r"A005.*meta"):
        counts_from_artifact(data)
