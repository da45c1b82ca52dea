"""A training that is killed or interrupted leaves what stood at its output as it was."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import spacy
from cli_helpers import SMALL, contents, start

from spacy_svd2.tagger.counting.folder import MANIFEST
from spacy_svd2.tagger.counting.scratch import temporary_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes and signals")


def _wait(condition: Callable[[], bool], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.001)
    return True


def _open_when_read(path: Path, process: "subprocess.Popen[str]") -> int:
    """Open a named pipe for writing as soon as the process reads from it."""
    for _ in range(6000):
        assert process.poll() is None, process.communicate()
        try:
            return os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:  # nobody reads yet
            time.sleep(0.01)
    raise AssertionError("the process does not read")


@pytest.fixture
def work(tmp_path: Path, trained: Path) -> Path:
    """A folder with an earlier pipeline at "out" and a named pipe "corpus.txt", at which a training waits."""
    spacy.load(trained).to_disk(tmp_path / "out")
    os.mkfifo(tmp_path / "corpus.txt")
    return tmp_path


@pytest.mark.parametrize(("number", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_while_reading(work: Path, number: int, code: int) -> None:
    before = contents(work / "out")
    process = start("train", work / "corpus.txt", work / "out", *SMALL)
    pipe = _open_when_read(work / "corpus.txt", process)
    os.write(pipe, b"the cat sleeps\n" * 10)
    time.sleep(0.1)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    os.close(pipe)
    assert process.returncode == code
    assert out == ""
    assert "Traceback" not in err
    assert contents(work / "out") == before
    assert sorted(path.name for path in work.iterdir()) == ["corpus.txt", "out"]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_counting_processes_remove_the_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    corpora = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for path in corpora:
        os.mkfifo(path)
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    process = start("train", *corpora, tmp_path / "out", *SMALL, "--n-process", "2")
    pipes = [_open_when_read(path, process) for path in corpora]
    assert list((tmp_path / "tmp").glob("spacy-svd2-*"))
    process.send_signal(number)
    process.communicate(timeout=30)
    assert _wait(lambda: not list((tmp_path / "tmp").glob("spacy-svd2-*")))
    for pipe in pipes:
        os.close(pipe)
    assert not (tmp_path / "out").exists()


def test_the_next_run_removes_what_a_killed_one_left_but_not_what_is_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    own = tmp_path / "tmp" / "spacy-svd2-mine.tmp"
    own.mkdir()
    (own / "notes.txt").write_text("mine")
    os.mkfifo(tmp_path / "a.txt")
    process = start("train", tmp_path / "a.txt", tmp_path / "out", *SMALL, "--max-types", "50")
    pipe = _open_when_read(tmp_path / "a.txt", process)
    with temporary_folder() as in_use:
        (in_use / MANIFEST).write_text("{}")
        process.kill()
        process.communicate(timeout=30)
        os.close(pipe)
        assert len({*(tmp_path / "tmp").iterdir()} - {own, in_use}) == 1
        with temporary_folder() as folder:
            assert {*(tmp_path / "tmp").iterdir()} == {own, in_use, folder}
    assert list((tmp_path / "tmp").iterdir()) == [own]


@pytest.mark.parametrize("delay", [0.0, 0.004, 0.016, 0.05])
def test_while_saving(work: Path, tiny: Path, delay: float) -> None:
    before = contents(work / "out")
    process = start("train", tiny / "corpus.txt", work / "out", *SMALL, "-k", "3")
    assert _wait(lambda: any(work.glob(".svd2.*.tmp/new")) or process.poll() is not None)
    time.sleep(delay)
    process.kill()
    process.communicate()
    after = contents(work / "out")
    labels = spacy.load(work / "out").get_pipe("svd2_tagger").labels
    assert (after == before and len(labels) == 4) or len(labels) == 3
