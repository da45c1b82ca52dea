"""A few of the kills that `kills` does by the hundred."""

import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes and signals")


def test_killed_at_random_moments() -> None:
    from benchmarks.kills import kill

    report = kill(9, seed=1, names=["count", "evaluate", "kpca convert"])
    assert report["kills"] == 9
    assert report["faults"] == []
