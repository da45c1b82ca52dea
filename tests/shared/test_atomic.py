"""A result is whole or absent, whatever stood at its place and whatever interrupts the writing."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from spacy_svd2.shared.atomic import atomic_path


def write(target: Path, text: str = "new") -> None:
    with atomic_path(target) as path:
        path.write_text(text)


def write_folder(target: Path, text: str = "new") -> None:
    with atomic_path(target) as path:
        path.mkdir()
        (path / "file").write_text(text)


def content(path: Path) -> str:
    return (path / "file" if path.is_dir() else path).read_text()


@pytest.mark.parametrize("old", [None, write, write_folder])
@pytest.mark.parametrize("new", [write, write_folder])
def test_the_old_stays_until_the_new_is_complete(tmp_path: Path, old: "type | None", new: "type") -> None:
    target = tmp_path / "out"
    if old is not None:
        old(target, "old")
    with pytest.raises(RuntimeError), atomic_path(target) as path:
        path.write_text("half")
        raise RuntimeError
    assert (content(target) if old is not None else target.exists()) == ("old" if old is not None else False)
    if old is write_folder and new is write:
        with pytest.raises(IsADirectoryError, match="out"):
            new(target)
        assert content(target) == "old"
    else:
        new(target)
        assert content(target) == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("name", ["old", "new", "x" * 255, "é" * 127, "a\nb", "[e\u0301]*\\d", "**", "?"])
def test_any_name(tmp_path: Path, name: str) -> None:
    for text in ("first", "second"):
        write_folder(tmp_path / name, text)
    assert content(tmp_path / name) == "second"
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("make", [write, write_folder])
def test_a_link_stays_a_link(tmp_path: Path, make: "type", missing: bool) -> None:
    if not missing:
        make(tmp_path / "real", "old")
    (tmp_path / "link").symlink_to("real")
    make(tmp_path / "link", "new")
    assert (tmp_path / "link").readlink() == Path("real")
    assert content(tmp_path / "real") == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "real"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
@pytest.mark.parametrize(("make", "mode"), [(write, 0o600), (write, 0o664), (write_folder, 0o700)])
def test_permissions_are_kept(tmp_path: Path, make: "type", mode: int) -> None:
    make(tmp_path / "out")
    (tmp_path / "out").chmod(mode)
    make(tmp_path / "out")
    assert (tmp_path / "out").stat().st_mode & 0o7777 == mode


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes")
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", str(tmp_path / "pipe")], stdout=subprocess.PIPE) as reader:
        write(tmp_path / "pipe", "new")
        assert reader.communicate()[0] == b"new"
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize("name", [None, "temporary"])
def test_an_error_of_the_system_names_the_target(tmp_path: Path, name: str | None) -> None:
    with pytest.raises(OSError, match="No space left.*out'") as caught, atomic_path(tmp_path / "out") as path:
        raise OSError(errno.ENOSPC, "No space left on device", *([str(path)] if name else []))
    assert caught.value.filename == str(tmp_path / "out")


def test_an_error_about_another_file_names_that(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="input"), atomic_path(tmp_path / "out"):
        (tmp_path / "input").read_text()


def test_interrupted_between_the_two_renames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_folder(tmp_path / "out", "old")

    def interrupted(path: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path / "out", "new")
    assert content(tmp_path / "out") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("succeeds", [False, True])
def test_killed_between_the_two_renames(tmp_path: Path, succeeds: bool) -> None:
    holder = tmp_path / ".svd2.abcdefgh.tmp"
    write_folder(holder / "new", "half")
    write_folder(holder / "old" / "out", "old")
    if succeeds:
        write_folder(tmp_path / "out", "new")
        assert content(holder / "old" / "out") == "old"  # whoever wants it may take it
    else:
        with pytest.raises(RuntimeError), atomic_path(tmp_path / "out"):
            raise RuntimeError
    assert content(tmp_path / "out") == ("new" if succeeds else "old")


def test_what_others_set_aside_stays_there(tmp_path: Path) -> None:
    write_folder(tmp_path / ".svd2.abcdefgh.tmp" / "old" / "out", "old")  # a run that has succeeded clears up
    write_folder(tmp_path / ".svd2.ijklmnop.tmp" / "new", "half")
    write_folder(tmp_path / ".svd2.ijklmnop.tmp" / "old" / "other", "other")
    with pytest.raises(RuntimeError), atomic_path(tmp_path / "out"):
        raise RuntimeError
    assert sorted(path.name for path in tmp_path.iterdir()) == [".svd2.abcdefgh.tmp", ".svd2.ijklmnop.tmp"]


WRITE = """
import sys, time
from pathlib import Path
from spacy_svd2.shared.atomic import atomic_path
with atomic_path(Path(sys.argv[1])) as path:
    path.write_text("half")
    print("ready", flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_half_a_result_is_never_taken_for_a_whole_one(tmp_path: Path, number: int) -> None:
    process = subprocess.Popen([sys.executable, "-c", WRITE, str(tmp_path / "out")], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(number)
    process.communicate()
    with pytest.raises(RuntimeError), atomic_path(tmp_path / "out"):
        raise RuntimeError
    assert not (tmp_path / "out").exists()
    write(tmp_path / "out")
    assert content(tmp_path / "out") == "new"


LOOP = """
import sys
from pathlib import Path
from spacy_svd2.shared.atomic import atomic_path
done = 0
for number in range(12):
    try:
        with atomic_path(Path(sys.argv[1])) as path:
            path.mkdir()
            for name in "ab":
                (path / name).write_text(sys.argv[2] + str(number))
        done += 1
    except OSError:  # another run was at the same place in the same moment
        pass
print(done)
"""


def test_runs_with_one_target_never_leave_a_mixture(tmp_path: Path) -> None:
    command = [sys.executable, "-c", LOOP, str(tmp_path / "out")]
    runs = [subprocess.Popen([*command, str(n)], stdout=subprocess.PIPE, text=True) for n in range(3)]
    assert all(int(run.communicate()[0]) > 0 for run in runs)
    assert [run.returncode for run in runs] == [0, 0, 0]
    assert (tmp_path / "out" / "a").read_text() == (tmp_path / "out" / "b").read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
