"""What killed runs leave behind is removed by the next one; what others are at work on is not."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from spacy_svd2.shared import atomic
from spacy_svd2.shared.atomic import atomic_path, remove_abandoned

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")

WRITE = """
import sys, time
from pathlib import Path
from spacy_svd2.shared.atomic import atomic_path
with atomic_path(Path(sys.argv[1])) as path:
    path.write_text("half")
    print("ready", flush=True)
    time.sleep(60)
"""


def start_writing(target: Path) -> "subprocess.Popen[str]":
    process = subprocess.Popen([sys.executable, "-c", WRITE, str(target)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def write(target: Path, text: str = "new") -> None:
    with atomic_path(target) as path:
        path.write_text(text)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_the_next_run_clears_up(tmp_path: Path, number: int) -> None:
    process = start_writing(tmp_path / "out")
    write(tmp_path / "out")
    assert len(list(tmp_path.iterdir())) == 2  # the other run is alive: its folder stays
    process.send_signal(number)
    process.communicate()
    write(tmp_path / "other")
    assert len(list(tmp_path.iterdir())) == 3  # it was at work on another target
    write(tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "out"]
    assert (tmp_path / "out").read_text() == "new"


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        (".out.abcdefgh.svd2.tmp", ["out", "something else"]),
        (".out.abcdefgh.svd2.tmp", ["else"]),
        (".out.ABCDEFGH.svd2.tmp", ["out"]),
        (".out.abc.svd2.tmp", ["out"]),
        (".outer.abcdefgh.svd2.tmp", ["out"]),
        ("out.abcdefgh.svd2.tmp", []),
        (".out.20240101.tmp", ["out"]),
        (".out.20240101.tmp", []),
    ],
)
def test_what_is_not_ours_stays(tmp_path: Path, name: str, inside: list[str]) -> None:
    (tmp_path / name).mkdir()
    for file in inside:
        (tmp_path / name / file).write_text("theirs")
    write(tmp_path / "out")
    assert sorted(file.name for file in (tmp_path / name).iterdir()) == sorted(inside)


def test_links_and_files_stay(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "out").write_text("theirs")
    (tmp_path / ".out.abcdefgh.svd2.tmp").symlink_to(tmp_path / "theirs")
    (tmp_path / ".out.ijklmnop.svd2.tmp").write_text("a file")
    write(tmp_path / "out")
    assert (tmp_path / "theirs" / "out").read_text() == "theirs"
    assert (tmp_path / ".out.ijklmnop.svd2.tmp").read_text() == "a file"


def test_killed_between_the_two_moves(tmp_path: Path) -> None:
    holder = tmp_path / ".out.abcdefgh.svd2.tmp"
    for name in ("old", "out"):
        (holder / name).mkdir(parents=True)
        (holder / name / "file").write_text(name)
    with pytest.raises(RuntimeError), atomic_path(tmp_path / "out"):
        raise RuntimeError
    assert (tmp_path / "out" / "file").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_without_locks_nothing_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".out.abcdefgh.svd2.tmp").mkdir()
    monkeypatch.setattr(atomic, "_lock", lambda holder, *, wait=False: None)
    write(tmp_path / "out")
    assert (tmp_path / ".out.abcdefgh.svd2.tmp").is_dir()
    assert (tmp_path / "out").read_text() == "new"


def test_a_folder_removed_before_it_was_locked_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock, calls = atomic._lock, []

    def remove_first(holder: Path, *, wait: bool = False) -> int | None:
        calls.append(holder)
        if len(calls) == 1:
            holder.rmdir()
        return lock(holder, wait=wait)

    monkeypatch.setattr(atomic, "_lock", remove_first)
    write(tmp_path / "out")
    assert (tmp_path / "out").read_text() == "new"
    assert len(calls) == 2


def test_no_file_stays_open(tmp_path: Path) -> None:
    before = len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").exists() else 0
    for _ in range(5):
        write(tmp_path / "out")
    assert before == 0 or len(list(Path("/proc/self/fd").iterdir())) == before


def write_folder(target: Path, text: str) -> None:
    with atomic_path(target) as path:
        path.mkdir()
        (path / "file").write_text(text)


def without_exchange(first: Path, second: Path) -> bool:
    return False


@pytest.mark.parametrize(
    ("name", "exchange"),
    [("old", False), ("older", True), ("x" * 255, True), ("é" * 127, False), ("a\nb", False), ("[e\u0301]*\\d", True)],
)
def test_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, exchange: bool) -> None:
    if not exchange:
        monkeypatch.setattr(atomic, "_exchange", without_exchange)
    for text in ("first", "second"):
        write_folder(tmp_path / name, text)
    assert (tmp_path / name / "file").read_text() == "second"
    process = start_writing(tmp_path / name)
    process.kill()
    process.communicate()
    with pytest.raises(RuntimeError), atomic_path(tmp_path / name):
        raise RuntimeError  # it has cleared up, and nothing else
    assert (tmp_path / name / "file").read_text() == "second"
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["out", "old"])
def test_half_a_result_is_never_taken_for_a_whole_one(tmp_path: Path, name: str) -> None:
    process = start_writing(tmp_path / name)
    process.kill()
    process.communicate()
    with pytest.raises(RuntimeError), atomic_path(tmp_path / name):
        raise RuntimeError
    assert not list(tmp_path.iterdir())


def test_interrupted_between_the_two_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic, "_exchange", without_exchange)
    write_folder(tmp_path / "out", "first")
    rename = Path.rename

    def interrupted(self: Path, target: Path) -> Path:
        if target == tmp_path / "out" and self.name == "out":
            raise KeyboardInterrupt
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path / "out", "second")
    assert (tmp_path / "out" / "file").read_text() == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("folder", [False, True])
def test_a_link_stays_a_link(tmp_path: Path, folder: bool, missing: bool) -> None:
    make = write_folder if folder else write
    if not missing:
        make(tmp_path / "real", "old")
    (tmp_path / "link").symlink_to("real")
    make(tmp_path / "link", "new")
    assert (tmp_path / "link").readlink() == Path("real")
    assert (tmp_path / "real" / "file" if folder else tmp_path / "real").read_text() == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "real"]


@pytest.mark.parametrize("place", ["here", "here/below"])
def test_the_current_directory_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    (tmp_path / place).mkdir(parents=True)
    (tmp_path / "here" / "theirs").write_text("theirs")
    monkeypatch.chdir(tmp_path / place)
    with pytest.raises(OSError, match="current directory"):
        write_folder(tmp_path / "here", "new")
    assert (tmp_path / "here" / "theirs").read_text() == "theirs"


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", str(tmp_path / "pipe")], stdout=subprocess.PIPE) as reader:
        write(tmp_path / "pipe", "new")
        assert reader.communicate()[0] == b"new"
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize("theirs", [write, write_folder])
def test_what_another_run_writes_while_the_old_is_put_back_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, theirs: Callable[[Path, str], None]
) -> None:
    left = tmp_path / ".out.abcdefgh.svd2.tmp" / "old"
    left.mkdir(parents=True)
    (left / "file").write_text("old")
    rename = Path.rename

    def slow(path: Path, target: Path) -> Path:
        monkeypatch.setattr(Path, "rename", rename)
        theirs(target, "theirs")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", slow)
    remove_abandoned([tmp_path / "out"])
    kept = tmp_path / "out"
    assert (kept / "file" if kept.is_dir() else kept).read_text() == "theirs"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


LOOP = """
import sys
from pathlib import Path
from spacy_svd2.shared import atomic
if sys.argv[2] == "without":
    atomic._exchange = lambda first, second: False
for number in range(12):
    with atomic.atomic_path(Path(sys.argv[1])) as path:
        path.mkdir()
        (path / "file").write_text(str(number))
"""


@pytest.mark.parametrize("exchange", ["with", "without"])
def test_many_runs_with_one_target(tmp_path: Path, exchange: str) -> None:
    command = [sys.executable, "-c", LOOP, str(tmp_path / "out"), exchange]
    runs = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [run.communicate()[1] for run in runs] == ["", "", ""]
    assert (tmp_path / "out" / "file").read_text() == "11"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
