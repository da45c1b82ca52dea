import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

MakeArchive = Callable[[dict[str, bytes | str]], Path]


@pytest.fixture
def make_archive(tmp_path: Path) -> MakeArchive:
    """Write a zip archive with these files."""

    def make(files: dict[str, bytes | str]) -> Path:
        path = tmp_path / "some-1.0-py3-none-any.whl"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        return path

    return make
