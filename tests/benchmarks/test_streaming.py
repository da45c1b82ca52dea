import json
import multiprocessing
import sys
from pathlib import Path

import pytest

from benchmarks import streaming
from spacy_svd2.tagger.model.model import SVD2Model


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="reads the memory in use as Linux shows it")
def test_a_stream_through_workers_takes_no_more_memory(monkeypatch, tmp_path):
    """Some ten thousand documents: neither process grows, and no batch takes a copy of the artifact along."""
    monkeypatch.setattr(SVD2Model, "__reduce_ex__", SVD2Model.__reduce_ex__)
    output = tmp_path / "streaming.json"
    arguments = ["--docs", "10000", "--zone", "2000", "--types", "20000", "--batch-size", "200"]
    monkeypatch.setattr(sys, "argv", ["streaming.py", *arguments, "--output", str(output)])
    streaming.main()
    found = json.loads(output.read_text("utf8"))
    assert [row["docs"] for row in found["rows"]] == [2000, 4000, 6000, 8000, 10000]
    assert found["growth"]["parent_mb"] < 12
    assert found["growth"]["workers_mb"] < 24
    if multiprocessing.get_start_method() == "fork":
        assert found["rows"][-1]["pickled"] == 0
