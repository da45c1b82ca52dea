import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
import spacy
from spacy.language import Language

Write = Callable[[str, str | bytes], str]


@pytest.fixture
def nlp() -> Language:
    return spacy.blank("xx")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file below the test's folder, compressed if its name ends in .gz, and give its path."""

    def write(name: str, content: str | bytes) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content.encode("utf8") if isinstance(content, str) else content
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return str(path)

    return write
