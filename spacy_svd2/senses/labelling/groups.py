"""Groups of a word's occurrences in the space of kernel principal components, found without labels.

The kernel is that of the disambiguator, with weights that need no labels: features by the inverse share of occurrences
that have them, and the domain kernel, whose descriptors are learned from the occurrences themselves. k-means divides
the occurrences in the space of its components (Dhillon, Guan & Kulis 2004).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...shared.numerics import unit_rows
from ..model.contexts import ContextWindow
from ..model.feature_space import LatentSpace, code_matrix, combine, feature_weights, weigh
from ..model.hashed_texts import hash_texts
from ..model.kernel_pca import Kernel, fit_components
from ..model.latent import block_bounds, learn_latent
from ..model.sense_model import Occurrence, SenseModel, batched, one_blas_thread
from ..model.word_model import vocabulary

Floats = NDArray[np.float64]

N_COMPONENTS = 20
DOMAIN = 0.5
"""The share of the domain kernel. Both were set on Senseval-2's training part: see benchmarks/senses_none_notes.md."""
_LATENT_WIDTH = 50
_BATCH = 512


@dataclass(frozen=True)
class Group:
    """Occurrences that are alike.

    members (ndarray): Their numbers, the one nearest to the middle first, (m,).
    """

    members: NDArray[np.intp]

    @property
    def medoid(self) -> int:
        """The number of the member nearest to the middle."""
        return int(self.members[0])


def component_points(occurrences: Sequence[Occurrence], window: ContextWindow) -> Floats:
    """Place occurrences in the space of kernel principal components; senses are not looked at.

    occurrences (Sequence): Occurrences of one word.
    window (ContextWindow): Which features are computed.
    RETURNS (ndarray): Rows of unit length, (n, c), with c at most `N_COMPONENTS`; a context without any feature that
        tells it from others is a row of zeros.
    """
    if not occurrences:
        return np.zeros((0, 0))
    with one_blas_thread():
        batches = [hash_texts([item.context for item in batch], window) for batch in batched(occurrences, _BATCH)]
        latent = learn_latent(batches, width=_LATENT_WIDTH)
        codes, described = SenseModel({}, window, latent).describe(occurrences)
        matrix = code_matrix(codes, vocabulary(codes))
        weighted = weigh(matrix, feature_weights(matrix, np.zeros((len(codes), 0)), "idf"))
        grams = [Kernel()(weighted, weighted)]
        domain: Floats | None = None
        if latent is not None and described is not None:
            bounds = block_bounds(latent.width, window)
            rows = LatentSpace.fit(described, bounds).scale(described).astype(np.float64)
            domain = rows @ rows.T
        gram = combine(grams, domain, DOMAIN)
        return unit_rows(fit_components(gram, n_components=N_COMPONENTS).transform(gram))


def find_groups(points: Floats, n: int) -> list[Group]:
    """Divide occurrences into groups.

    points (ndarray): From `component_points`, (m, c).
    n (int): The number of groups; fewer if fewer points differ.
    RETURNS (list): The groups, the largest first; of groups of equal size, the one with the first medoid.
    """
    n = min(n, len(np.unique(points.round(6), axis=0)))
    if n == 0:
        return []
    with one_blas_thread():
        labels, centres = _k_means(points, n)
    groups = []
    for number in range(n):
        members = np.flatnonzero(labels == number)
        distances = ((points[members] - centres[number]) ** 2).sum(axis=1).round(9)
        groups.append(Group(members[np.argsort(distances, kind="stable")]))
    return sorted(groups, key=lambda group: (-len(group.members), group.medoid))


def _k_means(points: Floats, n: int) -> tuple[NDArray[Any], Floats]:
    """Groups and their middles; the best of ten beginnings, which are the same each time."""
    if n == 1:  # there may be no component that differs
        return np.zeros(len(points), dtype=np.intp), points.mean(axis=0, keepdims=True)
    from sklearn.cluster import KMeans

    found = KMeans(n, n_init=10, random_state=0).fit(points)
    return found.labels_, found.cluster_centers_
