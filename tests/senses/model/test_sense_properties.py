"""Kernel matrices are symmetric and positive semidefinite, and models survive their bytes, whatever the data."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sense_helpers import made_up

from spacy_svd2.senses.model.kernel_pca import Kernel
from spacy_svd2.senses.model.sense_model import train_senses
from spacy_svd2.senses.model.settings import ModelSettings, default_candidates, paper_settings
from spacy_svd2.senses.model.storage import load_model, model_to_artifact
from spacy_svd2.shared.artifacts import artifact_to_bytes

KERNELS = [
    Kernel(name, degree, offset, gamma, cosine)
    for name, degree, offset, gamma in (
        ("polynomial", 1, 0.0, 1.0),
        ("polynomial", 2, 0.0, 1.0),
        ("polynomial", 3, 1.0, 1.0),
        ("gaussian", 1, 0.0, 0.5),
        ("gaussian", 1, 0.0, 20.0),
    )
    for cosine in (True, False)
]
CHOICES = [*default_candidates()[::2], paper_settings(), ModelSettings(step="vote", kernel=Kernel("gaussian"))]


def assert_psd(gram: np.ndarray, *, within: float = 1e-9) -> None:
    np.testing.assert_allclose(gram, gram.T, rtol=0, atol=within * max(1.0, np.abs(gram).max()))
    assert np.isfinite(gram).all()
    assert np.linalg.eigvalsh((gram + gram.T) / 2).min() >= -within * max(1.0, float(np.trace(gram)))


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(1, 20), st.integers(1, 12), st.booleans())
def test_kernel_matrices(kernel: Kernel, seed: int, n: int, width: int, binary: bool) -> None:
    chance = np.random.default_rng(seed)
    rows = chance.random((n, width)) * (chance.random((n, width)) < 0.4)
    rows = sparse.csr_array((rows > 0 if binary else rows).astype(float))
    gram = kernel(rows, rows)
    assert_psd(gram)
    np.testing.assert_allclose(
        kernel(rows, rows[: n // 2]), gram[:, : n // 2], atol=1e-9 * max(1.0, np.abs(gram).max())
    )


@pytest.mark.parametrize("chosen", CHOICES, ids=range(len(CHOICES)))
@settings(deadline=None, max_examples=10)
@given(st.integers(0, 10**6), st.integers(1, 30))
def test_kernel_matrices_of_words(chosen: ModelSettings, seed: int, count: int) -> None:
    model = train_senses(made_up(seed, count), candidates=[chosen])
    word = model.words["bank"]
    assert_psd(word.space.gram(word.settings), within=1e-5)  # of single precision


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6), st.integers(1, 30), st.sampled_from(CHOICES))
def test_a_model_survives_its_bytes_and_answers_the_same_in_any_order_and_batch(seed, count, chosen) -> None:
    model = train_senses(made_up(seed, count), candidates=[chosen])
    data = artifact_to_bytes(model_to_artifact(model, {}))
    again, _ = load_model(data)
    assert artifact_to_bytes(model_to_artifact(again, {})) == data
    asked = made_up(seed + 1, 9, labelled=False)
    together = model.predict(asked)
    assert again.predict(asked) == together
    assert [model.predict([item])[0] for item in asked] == together
    order = np.random.default_rng(seed).permutation(len(asked)).tolist()
    assert model.predict([asked[n] for n in order]) == [together[n] for n in order]
