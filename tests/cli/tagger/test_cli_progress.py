"""What takes long shows how far it is: at a terminal, and nowhere else."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from cli_helpers import Run

from spacy_svd2.cli.common import progress
from spacy_svd2.tagger.counting.progress import CountProgress

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)
import pty
import termios

PROGRAM = """
import json, sys
from spacy_svd2.cli.common import progress as stages
from spacy_svd2.cli.tagger.app import app as svd2
from spacy_svd2.cli.senses.app import app as kpca
stages._AFTER_SECONDS = 0
for group, *arguments in json.loads(sys.argv[1]):
    {"svd2": svd2, "kpca": kpca}[group](arguments, standalone_mode=False)
    print("#", file=sys.stderr, flush=True)
"""


def stderr_of(commands: list[list[str]], *, terminal: bool) -> list[str]:
    """What each command writes to stderr, which is a terminal or a pipe."""
    reader, writer = pty.openpty() if terminal else os.pipe()
    if terminal:
        termios.tcsetwinsize(writer, (24, 100))
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, json.dumps(commands)], stdout=subprocess.DEVNULL, stderr=writer, env=environment
    )
    os.close(writer)
    written = b""
    while chunk := _read(reader):
        written += chunk
    os.close(reader)
    assert process.wait() == 0, written.decode()
    return written.decode().split("#")[:-1]


def _read(reader: int) -> bytes:
    try:
        return os.read(reader, 1 << 16)
    except OSError:  # how a terminal says on Linux that nobody writes to it any more
        return b""


@pytest.fixture(scope="module")
def shown(
    tmp_path_factory: pytest.TempPathFactory, tiny: Path, trained: Path, samples: Path, senses: Path, run: Run
) -> dict[str, tuple[str, str]]:
    """What each command writes to a terminal, and to a pipe."""
    folder = tmp_path_factory.mktemp("progress")
    (folder / "words.tsv").write_text("word\ttag\nthe\tDET\ncat\tNOUN\nsleeps\tVERB\nnow\tADV\n", "utf8")
    named, corpus, gold = str(folder / "named"), str(tiny / "corpus.txt"), str(tiny / "gold.tsv")
    for arguments in (["name", trained, folder / "words.tsv", "-o", named], ["count", corpus, "-o", folder / "counts"]):
        assert run(*arguments).exit_code == 0
    test, pipeline = str(samples / "test.tsv"), str(senses)
    commands = {
        "suggest": ["svd2", "suggest", named, "--corpus", corpus],
        "label": ["svd2", "label", named, "--corpus", corpus, "-o", str(folder / "label.html")],
        "evaluate": ["svd2", "evaluate", named, gold],
        "report": ["svd2", "report", named, gold, "-o", str(folder / "report.html")],
        "merge": ["svd2", "merge", str(folder / "counts"), "-o", str(folder / "sum"), "--force"],
        "kpca evaluate": ["kpca", "evaluate", pipeline, test],
        "kpca report": ["kpca", "report", pipeline, test, "-o", str(folder / "senses.html")],
        "kpca explain": ["kpca", "explain", pipeline, "the bank", "--corpus", str(samples / "train.tsv")],
        "kpca convert": ["kpca", "convert", test, str(folder / "test.spacy"), "--force"],
    }
    at_terminal, elsewhere = (stderr_of(list(commands.values()), terminal=terminal) for terminal in (True, False))
    return dict(zip(commands, zip(at_terminal, elsewhere, strict=True), strict=True))


@pytest.mark.parametrize(
    ("command", "parts"),
    [
        ("suggest", ["load the pipeline ...", "choose the words ...", "Looking for lines:"]),
        ("label", ["load the pipeline ...", "choose the words ...", "Looking for lines:"]),
        ("evaluate", ["load the pipeline ...", "Tagging:"]),
        ("report", ["load the pipeline ...", "Tagging:", "make the page ..."]),
        ("merge", ["add up ..."]),
        ("kpca evaluate", ["load the pipeline ...", "Disambiguating:"]),
        ("kpca report", ["load the pipeline ...", "Disambiguating:", "make the page ..."]),
        ("kpca explain", ["load the pipeline ...", "Reading:"]),
        ("kpca convert", ["read and convert ..."]),
    ],
)
def test_progress(shown: dict[str, tuple[str, str]], command: str, parts: list[str]) -> None:
    at_terminal, elsewhere = shown[command]
    places = [at_terminal.find(part) for part in parts]
    assert places == sorted(places)
    assert places[0] >= 0
    small = r"⚠ \[S103\].*?if there is any\."  # which the linear algebra of the processor decides on so small a text
    assert re.sub(small, "", elsewhere, flags=re.DOTALL).strip() == ""


def test_no_speed_before_a_part_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[dict[str, str]] = []
    bar = SimpleNamespace(n=0, set_postfix=lambda values, refresh: shown.append(values), update=int, close=int)
    monkeypatch.setattr(progress, "tqdm", lambda **options: bar)
    with progress.CountDisplay() as show:
        show(CountProgress(bytes_read=10, bytes_total=100, tokens=0, seconds=2.0, parts=0, parts_total=2, workers=[]))
        show(CountProgress(bytes_read=50, bytes_total=100, tokens=60, seconds=3.0, parts=1, parts_total=2, workers=[]))
    assert [(values.get("words/s"), values["parts"]) for values in shown] == [(None, "0/2"), ("20", "1/2")]
    assert show.tokens == 60
