import random
from pathlib import Path

import pytest


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """A corpus file of 2,000 lines, some of them blank."""
    generator = random.Random(1)
    words = ["The", "the", "cat", "Dog", "ran", "NATO", "don't", "é", ".", "x-ray"]
    lines = [" ".join(generator.choices(words, k=generator.randrange(8))) for _ in range(2000)]
    path = tmp_path / "corpus.txt"
    path.write_bytes("\n".join(lines).encode())
    return path
