"""A few of the cases that `benchmarks.fuzz` tries by the ten thousand, and the harness itself."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import strategies as st

from benchmarks.fuzz import run
from benchmarks.fuzzing.damage import Case, Target
from spacy_svd2.errors import UserError

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="cases are tried in forks, with limits that Linux has")


@pytest.mark.parametrize(
    ("component", "examples"),
    [
        *(("svd2_tagger", 250), ("kpca_wsd", 250), ("documents", 100), ("formats", 30)),
        *(("tagger settings", 60), ("sense settings", 60)),
    ],
)
def test_hostile_input_is_used_or_refused(component: str, examples: int) -> None:
    command = [sys.executable, "-m", "benchmarks.fuzz", "--component", component, "--examples", str(examples)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=400)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "FAULT" not in done.stdout
    assert "other" in done.stdout


def fail(case: Case) -> str:
    if case.data > b"c":
        raise IndexError("mine")
    return "same"


def crash(case: Case) -> str:
    os.kill(os.getpid(), signal.SIGSEGV)
    return "same"


def write(case: Case) -> str:
    Path("mine").write_text("")
    return "same"


def refuse(case: Case) -> str:
    raise UserError("without a code")


@pytest.mark.parametrize(
    ("check", "what"),
    [(fail, "IndexError: mine"), (crash, "Segmentation fault"), (write, "forbidden"), (refuse, "without a code")],
)
def test_whatever_is_neither_a_result_nor_a_refusal_is_a_fault(
    check: Callable[[Case], str], what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cases = st.sampled_from(b"abcdef").map(lambda byte: Case(f"letter {byte}", bytes([byte])))
    report = run(Target(cases, check), examples=20)
    (found, case), *others = report.faults.values()
    assert what in found
    assert not others
    assert report.answers["FAULT"]
    assert case is not None
    assert check is not fail or case.data == b"d"  # the smallest
