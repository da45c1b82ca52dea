"""That the benchmark of the arithmetic runs: the figures themselves take hours."""

import numpy as np
import pytest

from benchmarks import numerics
from benchmarks.classes import Cell, Gold
from spacy_svd2.senses.model import kernel_pca

SENTENCES = [[(a, "D"), (b, "N"), (c, "V")] for a in "tuv" for b in "abcd" for c in "xyz"] * 2
CELL = Cell(Gold("toy", "", None, 3), (), "paper", (), 3)


@pytest.mark.parametrize(("named", "score"), [(False, "M-1"), (True, "accuracy")])
def test_tags(named: bool, score: str) -> None:
    cell = Cell(CELL.gold, (), "default", (), 3) if named else CELL
    found = numerics.tag(SENTENCES, cell, named, usual=True)
    assert found.labels.shape == (3 * len(SENTENCES),)
    assert found.digest == numerics.tag(SENTENCES, cell, named, usual=True).digest != ""
    assert 30 < found.scores[score] <= 100
    assert numerics.tag(SENTENCES, cell, named, usual=False).digest == ""


def test_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, kernel = np.eye(3, dtype=np.float32), kernel_pca.Kernel()
    assert kernel(rows, rows).dtype == np.float64
    monkeypatch.setattr(kernel_pca, "np", numerics.OtherPrecision("float32"))
    assert kernel(rows, rows).dtype == np.float32


def test_share_of_labels_that_differ() -> None:
    first, other = np.array([0, 0, 1, 1]), np.array([1, 1, 0, 1])
    assert numerics.differing(first, other, match=True) == 25
    assert numerics.differing(first, other, match=False) == 75
