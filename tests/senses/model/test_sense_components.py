import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from spacy_svd2.errors import UserError
from spacy_svd2.senses.model.classifier import nearest
from spacy_svd2.senses.model.kernel_pca import Kernel, fit_components, fit_nystroem
from spacy_svd2.senses.model.settings import ModelSettings

# The worked example "art" of Wu, Su & Carpuat (2004): x1 .. x8 and the test vector x9
ART = np.array(
    [list(map(int, row)) for row in ["00000", "01111", "10010", "00100", "00100", "00100", "00100", "00000"]],
    dtype=float,
)
X9 = np.array([[1, 0, 1, 0, 1]], dtype=float)
SENSES = np.array([1, 1, 1, 2, 2, 2, 2, 1])


def up_to_sign(found: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    return found * np.sign((found * wanted).sum(axis=0))


def test_art_linear_centred() -> None:
    kernel = Kernel(cosine=False)
    fitted = fit_components(kernel(ART, ART))
    points = fitted.transform(kernel(ART, ART))
    test = fitted.transform(kernel(X9, ART))
    wanted = np.array(
        [
            [-0.4006, 0.3953, 0.4281],
            [1.4269, -0.3953, 0.2404],
            [0.4006, 1.1859, -0.4281],
            [-0.2566, -0.3953, -0.1671],
            [0.4006, -0.0791, -0.4281],
        ]
    )
    found = np.vstack([points[:4], test])[:, :3]
    np.testing.assert_allclose(up_to_sign(found, wanted), wanted, atol=2e-4)
    assert len(fitted.eigenvalues) == 3
    distances = np.linalg.norm(points - test, axis=1)
    assert distances.argmin() == 3  # x4: sense 2, which is wrong, as the paper says


def test_art_degree_2_uncentred() -> None:
    kernel = Kernel(degree=2, cosine=False)
    fitted = fit_components(kernel(ART, ART), center=False)
    np.testing.assert_allclose(fitted.eigenvalues[:3], [16.403, 4, 3.597], atol=1e-3)
    found = np.vstack([fitted.transform(kernel(ART, ART))[:4], fitted.transform(kernel(X9, ART))])[:, :3]
    wanted = np.array(
        [[0, 0, 0], [-3.986, 0, -0.337], [-0.321, 1.789, 0.835], [-0.321, -0.447, 0.835], [-1.070, 0, 0.786]]
    )
    np.testing.assert_allclose(up_to_sign(found, wanted), wanted, atol=2e-3)


@pytest.mark.parametrize(
    ("points", "test", "sense"),
    [
        (
            [[-1.961, 0.2829, 0.2014], [1.675, -1.132, 0.1049], [-0.367, 1.697, -0.2391], [-1.675, -1.132, -0.1049]],
            [-0.3671, -0.5658, -0.2392],
            2,
        ),
        (
            [
                [0.2801, -1.005, -0.06861],
                [1.149, 0.02934, 0.322],
                [0.8209, 0.7722, -0.2015],
                [-1.774, -0.1216, 0.03258],
            ],
            [4e-6, 8e-7, 1.111e-18],
            1,
        ),
    ],
)
def test_nearest_neighbour_on_the_printed_coordinates(points: list, test: list, sense: int) -> None:
    labels = np.eye(2)[SENSES[:4] - 1]
    settings = ModelSettings(step="neighbours", neighbours=1, metric="euclidean")
    assert nearest(np.array([test]), np.array(points), labels, settings).argmax() + 1 == sense


@pytest.mark.parametrize("center", [True, False])
@pytest.mark.parametrize(
    ("kernel", "options"),
    [
        (Kernel(cosine=False), {"kernel": "linear"}),
        (Kernel(), {"kernel": "cosine"}),
        (Kernel(degree=3, offset=0.0, cosine=False), {"kernel": "poly", "degree": 3, "gamma": 1.0, "coef0": 0.0}),
        (Kernel(degree=2, offset=1.5, cosine=False), {"kernel": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.5}),
        (Kernel("gaussian", gamma=0.3, cosine=False), {"kernel": "rbf", "gamma": 0.3}),
    ],
)
def test_equal_to_scikit_learn(kernel: Kernel, options: dict, center: bool) -> None:
    from sklearn.decomposition import PCA, KernelPCA

    rng = np.random.default_rng(1)
    train, test = rng.normal(size=(30, 8)), rng.normal(size=(7, 8))
    if not center:
        gram = kernel(train, train)
        found = fit_components(gram, n_components=4, center=False)
        values, vectors = np.linalg.eigh(gram)
        wanted = kernel(test, train) @ (vectors[:, ::-1][:, :4] / np.sqrt(values[::-1][:4]))
        np.testing.assert_allclose(up_to_sign(found.transform(kernel(test, train)), wanted), wanted, atol=1e-8)
        return
    wanted = KernelPCA(n_components=4, **options).fit(train).transform(test)
    found = fit_components(kernel(train, train), n_components=4).transform(kernel(test, train))
    np.testing.assert_allclose(up_to_sign(found, wanted), wanted, atol=1e-8)
    if options == {"kernel": "linear"}:
        plain = PCA(4).fit(train).transform(test)
        np.testing.assert_allclose(up_to_sign(found, plain), plain, atol=1e-8)


def test_eigenvectors_are_scaled_as_in_the_paper() -> None:
    gram = Kernel(cosine=False)(ART, ART)
    fitted = fit_components(gram, center=False)
    np.testing.assert_allclose(fitted.eigenvalues * (fitted.projection**2).sum(axis=0), 1)


def test_share_of_variance() -> None:
    gram = Kernel(cosine=False)(ART, ART)
    values = fit_components(gram).eigenvalues
    share = values[:2].sum() / values.sum()
    assert len(fit_components(gram, n_components=float(share)).eigenvalues) == 2
    assert len(fit_components(gram, n_components=float(share) + 1e-6).eigenvalues) == 3
    assert len(fit_components(gram, n_components=1.0).eigenvalues) == 3


@pytest.mark.parametrize("rows", [np.zeros((3, 4)), np.ones((5, 2)), np.ones((1, 3))])
@pytest.mark.parametrize("kernel", [Kernel(), Kernel(degree=2, cosine=False), Kernel("gaussian")])
def test_equal_and_zero_vectors_have_no_components_when_centred(rows: np.ndarray, kernel: Kernel) -> None:
    fitted = fit_components(kernel(rows, rows))
    assert fitted.transform(kernel(rows, rows)).shape == (len(rows), 0)


def test_truncated_solver_agrees_and_repeats() -> None:
    rows = np.random.default_rng(0).normal(size=(1100, 12)) * np.arange(12, 0, -1)
    gram = Kernel(cosine=False)(rows, rows)
    few = fit_components(gram, n_components=3)
    np.testing.assert_allclose(few.transform(gram), fit_components(gram).transform(gram)[:, :3], atol=1e-6)
    np.testing.assert_array_equal(few.projection, fit_components(gram, n_components=3).projection)


@pytest.mark.parametrize("center", [True, False])
def test_nystroem_with_every_vector_as_landmark_is_exact(center: bool) -> None:
    rows = np.random.default_rng(0).normal(size=(20, 5))
    gram = Kernel(cosine=False)(rows, rows)
    wanted = fit_components(gram, center=center)
    found = fit_nystroem(gram, gram, center=center)
    np.testing.assert_allclose(found.eigenvalues, wanted.eigenvalues)
    moved = up_to_sign(found.transform(gram), wanted.transform(gram))
    np.testing.assert_allclose(moved, wanted.transform(gram), atol=1e-8)


@settings(max_examples=40, deadline=None)
@given(arrays(np.float64, (6, 4), elements=st.integers(0, 1).map(float)), st.booleans())
def test_all_components_keep_kernel_values(rows: np.ndarray, cosine: bool) -> None:
    kernel = Kernel(degree=2, cosine=cosine)
    gram = kernel(rows, rows)
    points = fit_components(gram, center=False).transform(gram)
    np.testing.assert_allclose(points @ points.T, gram, atol=1e-5 * max(1.0, gram.max()))


def test_kernel_of_sparse_and_dense_rows_is_the_same() -> None:
    from scipy.sparse import csr_array

    for kernel in (Kernel(), Kernel(degree=3, offset=1.0), Kernel("gaussian", gamma=2.0), Kernel(cosine=False)):
        np.testing.assert_allclose(kernel(csr_array(ART), csr_array(X9)), kernel(ART, X9))


@pytest.mark.parametrize(
    "options", [{"name": "tanh"}, {"degree": 0}, {"degree": 1.5}, {"offset": -1.0}, {"gamma": 0.0}]
)
def test_impossible_kernels(options: dict) -> None:
    with pytest.raises(UserError, match="K001"):
        Kernel(**options)
