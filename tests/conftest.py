import os
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
