import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("no wall clock", deadline=None)
settings.load_profile("no wall clock")

CORPORA = "SPACY_SVD2_CORPORA"


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of evaluation corpora that the environment names; the test is skipped without it."""
    folder = os.environ.get(CORPORA, "")
    if not Path(folder).is_dir() or not folder:
        pytest.skip(f"{CORPORA} does not name a folder with the evaluation corpora")
    return Path(folder)


@pytest.fixture(scope="session")
def run_python() -> Callable[..., str]:
    """Run Python in a process of its own; give its output, or fail with what it wrote."""

    def run(*args: str, cwd: Path | None = None, **environment: str) -> str:
        done = subprocess.run(
            [sys.executable, *args],
            check=False,
            capture_output=True,
            text=True,
            cwd=cwd,
            timeout=400,
            env={**os.environ, **environment},
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run
