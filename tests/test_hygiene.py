"""No network, and no file written where nobody asked for one: watched by an audit hook, in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

# A file opened to write is told by its mode or flags. That a socket is made is no fault yet: a library that spaCy
# imports makes one, to see what this machine can do.
WATCH = """
import os, sys

ALLOWED = [os.path.realpath(path) for path in os.environ["ALLOWED"].split(os.pathsep)]
FAULTS = []
NETWORK = ("connect", "getaddrinfo", "gethostbyname", "gethostbyaddr", "sendto", "sendmsg", "getnameinfo")
NETWORK = {f"socket.{name}" for name in NETWORK} | {"urllib.Request", "http.client.connect", "ftplib.connect"}
WRITES = ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate", "shutil.rmtree")


def watch(event, arguments):
    if event in NETWORK:
        FAULTS.append(f"{event} {arguments}")
        raise OSError("no network")
    if event in ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"):
        FAULTS.append(f"{event} {arguments[:2]}")
    if event == "open":
        path, mode, flags = arguments
        wanted = any(letter in (mode or "") for letter in "wax+") or (flags or 0) & (os.O_WRONLY | os.O_RDWR)
        if wanted and isinstance(path, (str, bytes)):
            check(os.fsdecode(path))
    elif event in WRITES and isinstance(arguments[0], (str, os.PathLike)):
        check(os.fspath(arguments[0]))


def check(path):
    path = os.path.realpath(path)
    if path != os.devnull and not any(path.startswith(folder + os.sep) or path == folder for folder in ALLOWED):
        FAULTS.append(f"writes {path}")


sys.addaudithook(watch)
"""

IMPORT = """
import importlib, pkgutil
import spacy_svd2
for module in pkgutil.walk_packages(spacy_svd2.__path__, "spacy_svd2."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
import spacy
nlp = spacy.blank("xx")
nlp.add_pipe("svd2_tagger")
nlp.add_pipe("kpca_wsd")
"""

RUN = """
import spacy
from spacy.cli._util import setup_cli


def command(line):
    sys.argv = ["spacy", *line.split()]
    try:
        setup_cli()
    except SystemExit as error:
        if error.code:
            FAULTS.append(f"{line}: exit code {error.code}")


command("svd2 train raw.txt out/tagger --n-tags 3")
command("svd2 name out/tagger words.tsv -o out/named")
command("svd2 evaluate out/named gold.tsv -o out/scores.json")
command("svd2 report out/named -o out/report.html")
command("svd2 label out/tagger -n 5 --corpus raw.txt -o out/label.html")
command("kpca train senses.tsv out/senses --lang en")
command("kpca evaluate out/senses senses.tsv -o out/senses.json")
for path in ("out/named", "out/senses"):
    nlp = spacy.load(path)
    docs = list(nlp.pipe(["the cat sits on the bank", ""] * 3))
    nlp.from_bytes(nlp.to_bytes())
"""


def watched(script: str, cwd: Path) -> list[str]:
    environment = {**os.environ, "ALLOWED": str(cwd), "TMPDIR": str(cwd), "PYTHONDONTWRITEBYTECODE": "1"}
    code = f"{WATCH}\n{script}\nimport json\nprint(); print(json.dumps(FAULTS))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return list(json.loads(done.stdout.splitlines()[-1]))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    lines = [f"{a} {b} {c} ." for a in ("the", "a") for b in ("cat", "dog", "bank") for c in ("sits", "barks", "sings")]
    (tmp_path / "raw.txt").write_text("\n".join(lines), encoding="utf8")
    (tmp_path / "words.tsv").write_text("word\ttag\nthe\tDET\ncat\tNOUN\nsits\tVERB\n", encoding="utf8")
    (tmp_path / "gold.tsv").write_text("the\tDET\ncat\tNOUN\nsits\tVERB\n\n", encoding="utf8")
    senses = [("money", "a", "of money"), ("shore", "the", "of the river"), ("money", "my", "has money")]
    table = [f"{sense}\t{left} \tbank\t {right}" for sense, left, right in senses * 2]
    (tmp_path / "senses.tsv").write_text("\n".join(table), encoding="utf8")
    return tmp_path


def test_importing_opens_no_socket_and_writes_nothing(tmp_path: Path) -> None:
    assert watched(IMPORT, tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_training_and_tagging_open_no_socket_and_write_only_where_they_are_told(folder: Path) -> None:
    before = set(folder.iterdir())
    assert watched(RUN, folder) == []
    assert set(folder.iterdir()) == before
    made = {path.name for path in (folder / "out").iterdir()}
    assert made == {"tagger", "named", "scores.json", "report.html", "label.html", "senses", "senses.json"}


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("import socket\ntry: socket.create_connection(('localhost', 9))\nexcept OSError: pass", "socket"),
        ("open('/tmp/../../nowhere-at-all', 'w') if False else check('/etc/x')", "writes /etc/x"),
    ],
)
def test_the_watch_sees_what_it_should(script: str, fault: str, tmp_path: Path) -> None:
    assert any(found.startswith(fault) for found in watched(script, tmp_path))
