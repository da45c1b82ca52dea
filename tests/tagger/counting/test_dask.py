"""Counting with a real cluster of processes. Needs the extra `dask`."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from count_helpers import content, count_settings, counted

from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.errors import UserError
from spacy_svd2.tagger.counting.dask import count_with_dask
from spacy_svd2.tagger.counting.parts import plan_parts
from spacy_svd2.tagger.counting.progress import CountProgress

distributed = pytest.importorskip("distributed", reason="needs dask[distributed]: pip install 'spacy-svd2[dask]'")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": 50}
    with distributed.LocalCluster(processes=True, **options) as cluster:
        yield cluster


@pytest.mark.parametrize("boundaries", ["ignore", "stop"])
def test_the_counts_are_those_of_one_scan(cluster: Any, text: Path, tmp_path: Path, boundaries: str) -> None:
    other = tmp_path / "more" / "b.tsv"
    other.parent.mkdir()
    other.write_text("the\tX\ncat\tX\n\nran\tX\n")
    corpus = Corpus([text, tmp_path / "more"])
    states: list[CountProgress] = []
    counts = count_with_dask(
        corpus,
        count_settings(corpus, boundaries=boundaries),
        scheduler=cluster.scheduler_address,
        part_bytes=1000,
        on_progress=states.append,
    )
    assert content(counts) == content(counted(corpus, boundaries=boundaries))
    last = states[-1]
    assert last.parts == last.parts_total > 20
    assert last.bytes_read == last.bytes_total == corpus.n_bytes
    assert last.tokens == counts.n_tokens
    assert last.memory is not None
    assert last.memory > 1e6


def test_the_most_frequent_types(cluster: Any, text: Path) -> None:
    corpus = Corpus([text])
    address = cluster.scheduler_address
    counts = count_with_dask(corpus, count_settings(corpus), scheduler=address, part_bytes=5000, max_types=4)
    assert content(counts) == content(counted(corpus).most_frequent(4))


def test_addresses_of_any_file_system(cluster: Any, text: Path) -> None:
    corpus = Corpus([f"file://{text}"])
    counts = count_with_dask(corpus, count_settings(corpus), scheduler=cluster.scheduler_address, part_bytes=9000)
    assert content(counts) == content(counted(Corpus([text])))


CODE = """
import spacy
from spacy.tokens import Doc

@spacy.registry.tokenizers("test_dask_bars")
def make():
    return lambda nlp: lambda text: Doc(nlp.vocab, words=text.replace("|", " ").split())
"""


def test_workers_import_the_code_that_a_tokenizer_is_registered_in(cluster: Any, tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(CODE)
    (tmp_path / "a.txt").write_text("the|cat\nsleeps\n" * 100)
    corpus = Corpus([tmp_path / "a.txt"])
    own = {"tokenizer": '{"@tokenizers": "test_dask_bars"}', "tokenizer_data": b"", "code": (f"{tmp_path}/code.py",)}
    settings = replace(count_settings(corpus), **own)  # type: ignore[arg-type]
    counts = count_with_dask(corpus, settings, scheduler=cluster.scheduler_address, part_bytes=300)
    assert list(counts.types) == ["the", "cat", "sleeps"]


def test_a_worker_that_is_killed_changes_nothing(cluster: Any, text: Path) -> None:
    text.write_bytes((text.read_bytes() + b"\n") * 60)
    killed: list[int] = []

    def kill(state: CountProgress) -> None:
        if not killed and 2 <= state.parts < state.parts_total:
            with distributed.Client(cluster.scheduler_address) as client:
                killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    corpus = Corpus([text])
    address = cluster.scheduler_address
    counts = count_with_dask(corpus, count_settings(corpus), scheduler=address, part_bytes=20_000, on_progress=kill)
    assert killed
    assert content(counts) == content(counted(corpus))


def test_an_unreadable_partition_is_named(cluster: Any, text: Path, tmp_path: Path) -> None:
    bad = tmp_path / "broken.txt.gz"
    bad.write_bytes(b"this is not gzip")
    corpus = Corpus([text, bad])
    with pytest.raises(UserError, match=r"C007.*broken\.txt\.gz"):
        count_with_dask(corpus, count_settings(corpus), scheduler=cluster.scheduler_address, part_bytes=5000)


def test_a_partition_that_vanishes_is_named(
    cluster: Any, text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone.txt"
    gone.write_text("a b c")
    parts = plan_parts(Corpus([text, gone]))
    gone.unlink()
    monkeypatch.setattr("spacy_svd2.tagger.counting.dask.plan_parts", lambda corpus, part_bytes: parts)
    corpus = Corpus([text])
    with pytest.raises(UserError, match=r"C019.*gone\.txt"):
        count_with_dask(corpus, count_settings(corpus), scheduler=cluster.scheduler_address)


def test_a_scheduler_that_is_not_there(text: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spacy_svd2.tagger.counting.dask._CONNECT_SECONDS", 1)
    corpus = Corpus([text])
    with pytest.raises(UserError, match=r"N010.*tcp://127\.0\.0\.1:1"):
        count_with_dask(corpus, count_settings(corpus), scheduler="tcp://127.0.0.1:1")


def test_a_cluster_of_its_own(text: Path) -> None:
    corpus = Corpus([text])
    assert content(count_with_dask(corpus, count_settings(corpus), n_workers=2)) == content(counted(corpus))


def test_a_cluster_without_workers_is_not_waited_for(text: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spacy_svd2.tagger.counting.dask._WARN_SECONDS", 0)
    monkeypatch.setattr("spacy_svd2.tagger.counting.dask._WAIT_SECONDS", 1)
    corpus = Corpus([text])
    options = {"n_workers": 0, "dashboard_address": ":0", "silence_logs": 50}
    with distributed.LocalCluster(processes=True, **options) as cluster:
        address = cluster.scheduler_address
        with pytest.warns(UserWarning, match=f"N101.*{address}"), pytest.raises(UserError, match=f"N016.*{address}"):
            count_with_dask(corpus, count_settings(corpus), scheduler=address)


def test_a_scheduler_that_dies_is_named(text: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "scheduler.json"
    module = "distributed.cli.dask_scheduler"
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    scheduler = subprocess.Popen([sys.executable, "-m", module, *options], stderr=subprocess.DEVNULL)
    corpus = Corpus([text])
    try:
        while not (file.exists() and file.read_text().endswith("}")):
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        with pytest.raises(UserError, match=f"N017.*{address}"):
            count_with_dask(
                corpus, count_settings(corpus), scheduler=address, on_progress=lambda state: scheduler.kill()
            )
    finally:
        scheduler.kill()
        scheduler.wait()
    assert "Traceback" not in capfd.readouterr().err
