"""Counting processes that are killed, that fail, and whose parent dies."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from count_helpers import content, count_settings, counted, files

from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.errors import UserError
from spacy_svd2.tagger.counting.folder import read_counts
from spacy_svd2.tagger.counting.local import count_corpus
from spacy_svd2.tagger.counting.progress import CountProgress

unix = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc and signals")


def command(text: Path, out: Path) -> list[str]:
    return [sys.executable, "-m", "spacy_svd2", "count", str(text), "-o", str(out), "-n", "2", "--shard-mb", "1"]


@pytest.fixture
def long_text(text: Path) -> Path:
    text.write_bytes((text.read_bytes() + b"\n") * 180)
    return text


@unix
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_an_interrupted_count_goes_on_and_loses_nothing(long_text: Path, tmp_path: Path, number: int) -> None:
    out = tmp_path / "counts"
    process = subprocess.Popen(
        command(long_text, out), start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    end = time.monotonic() + 120
    while len(list(out.glob("parts/*.npz"))) < 2:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.01)
    workers = children(process.pid)
    os.kill(process.pid, number)
    _, err = process.communicate(timeout=60)
    assert "Traceback" not in err
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    while any(Path(f"/proc/{worker}/stat").exists() and "(python" in stat(worker) for worker in workers):
        assert time.monotonic() < end, "workers outlive their parent"
        time.sleep(0.05)
    done = {name: at for name, at in files(out).items() if name.endswith(".npz") and ".tmp" not in name}
    corpus = Corpus([long_text])
    assert 2 <= len(done) < corpus.n_bytes >> 20
    count_corpus(corpus, out, count_settings(corpus), n_process=2, part_bytes=1 << 20)
    after = files(out)
    assert {name: after[name] for name in done} == done
    assert content(read_counts(out)[0]) == content(counted(corpus))


@unix
def test_workers_leave_ctrl_c_to_their_parent_from_the_first_moment(text: Path, tmp_path: Path) -> None:
    text.write_bytes((text.read_bytes() + b"\n") * (3 * (1 << 20) // len(text.read_bytes())))
    process = subprocess.Popen(command(text, tmp_path / "counts"), stderr=subprocess.PIPE, text=True)
    pressed: set[int] = set()
    while process.poll() is None:
        for child in children(process.pid):
            if b"spawn_main" in command_line(child):
                os.kill(child, signal.SIGINT)
                pressed.add(child)
        time.sleep(0.02)
    _, err = process.communicate(timeout=60)
    assert len(pressed) == 2
    assert process.returncode == 0, err


@unix
def test_ctrl_c_while_workers_start(long_text: Path, tmp_path: Path) -> None:
    process = subprocess.Popen(
        command(long_text, tmp_path / "counts"), start_new_session=True, stderr=subprocess.PIPE, text=True
    )
    end = time.monotonic() + 120
    while not any(b"spawn_main" in command_line(child) for child in children(process.pid)):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.001)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes of the command
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err


@unix
@pytest.mark.parametrize("ignored", [False, True])
def test_ctrl_c_while_spacy_is_imported(tmp_path: Path, ignored: bool) -> None:
    code = f"""
import os, signal, sys
from spacy_svd2.__main__ import main
class Press:
    def find_spec(self, name, path, target=None):
        if name == "spacy":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Press())
sys.argv[1:] = ["--help"]
signal.signal(signal.SIGINT, signal.SIG_IGN if {ignored} else signal.default_int_handler)
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == (0 if ignored else -signal.SIGINT)
    assert done.stderr == ""


@unix
def test_a_killed_worker_is_an_error_that_keeps_finished_parts(long_text: Path, tmp_path: Path) -> None:
    corpus = Corpus([long_text])

    def kill(state: CountProgress) -> None:
        if state.parts >= 2:
            os.kill(state.workers[0], signal.SIGKILL)

    with pytest.raises(UserError, match="N006.*repeat"):
        count_corpus(corpus, tmp_path / "c", count_settings(corpus), n_process=2, part_bytes=1 << 20, on_progress=kill)
    assert len(list((tmp_path / "c" / "parts").glob("*.npz"))) >= 2
    count_corpus(corpus, tmp_path / "c", count_settings(corpus), n_process=2, part_bytes=1 << 20)
    assert content(read_counts(tmp_path / "c")[0]) == content(counted(corpus))


def test_an_error_in_a_worker_names_file_and_line(text: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.tsv"
    bad.write_text("a\tX\nb\tX\tY\n")
    corpus = Corpus([text, bad])
    with pytest.raises(UserError, match=r"C009.*bad\.tsv', line 2"):
        count_corpus(corpus, tmp_path / "counts", count_settings(corpus), n_process=2)


def children(process: int) -> list[int]:
    try:
        found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return []
    return [int(child) for child in found]


def stat(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return ""


def command_line(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
