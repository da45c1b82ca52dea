"""The long run, cut short."""

from pathlib import Path

import pytest

from benchmarks.soak import soak


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads the memory in use as Linux shows it")
def test_memory_and_results_stay_as_they_are() -> None:
    result = soak(10)
    assert result["same"]
    assert result["grown_mb"] < 60  # caches are still filling
    assert result["ticks"][-1]["n_docs"] > 300
