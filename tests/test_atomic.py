"""What killed runs leave behind is removed by the next one; what others are at work on is not."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from spacy_svd2 import atomic
from spacy_svd2.atomic import atomic_path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")

WRITE = """
import sys, time
from pathlib import Path
from spacy_svd2.atomic import atomic_path
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
        (".out.abcdefgh.tmp", ["out", "something else"]),
        (".out.abcdefgh.tmp", ["else"]),
        (".out.ABCDEFGH.tmp", ["out"]),
        (".out.abc.tmp", ["out"]),
        (".outer.abcdefgh.tmp", ["out"]),
        ("out.abcdefgh.tmp", []),
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
    (tmp_path / ".out.abcdefgh.tmp").symlink_to(tmp_path / "theirs")
    (tmp_path / ".out.ijklmnop.tmp").write_text("a file")
    write(tmp_path / "out")
    assert (tmp_path / "theirs" / "out").read_text() == "theirs"
    assert (tmp_path / ".out.ijklmnop.tmp").read_text() == "a file"


def test_killed_between_the_two_moves(tmp_path: Path) -> None:
    holder = tmp_path / ".out.abcdefgh.tmp"
    for name in ("old", "out"):
        (holder / name).mkdir(parents=True)
        (holder / name / "file").write_text(name)
    with pytest.raises(RuntimeError), atomic_path(tmp_path / "out"):
        raise RuntimeError
    assert (tmp_path / "out" / "file").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_without_locks_nothing_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".out.abcdefgh.tmp").mkdir()
    monkeypatch.setattr(atomic, "_lock", lambda holder, *, wait=False: None)
    write(tmp_path / "out")
    assert (tmp_path / ".out.abcdefgh.tmp").is_dir()
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
