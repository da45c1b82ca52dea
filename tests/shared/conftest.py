from pathlib import Path
from typing import Any

import pytest
from component_helpers import TEXTS, both, written
from spacy.language import Language


@pytest.fixture(scope="session")
def nlp() -> Language:
    """Both components, trained; not to be changed."""
    return both()


@pytest.fixture(scope="session")
def expected(nlp: Language) -> list[dict[str, Any]]:
    """All that both write on the texts."""
    return [written(doc) for doc in nlp.pipe(TEXTS)]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both components, trained and saved; not to be changed."""
    folder = tmp_path_factory.mktemp("both") / "saved"
    both().to_disk(folder)
    return folder
