import gzip
from pathlib import Path

import pytest

from scripts.datasets.senseval2 import NAMES, collect
from spacy_svd2.errors import UserError


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.gz").write_bytes(gzip.compress(name.encode()))
    (folder / "train.key.gz").rename(folder / "train.key")
    (folder / "train.key").write_text("plain")
    return folder


def test_files_are_collected_decompressed(source: Path, tmp_path: Path) -> None:
    collect(source, tmp_path / "out")
    found = {path.name: path.read_text() for path in (tmp_path / "out").iterdir()}
    assert found == {**{name: name for name in NAMES}, "train.key": "plain"}


def test_missing_file(source: Path, tmp_path: Path) -> None:
    (source / "sensemap.gz").unlink()
    with pytest.raises(UserError, match=r"D011.*sensemap"):
        collect(source, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_damaged_file(source: Path, tmp_path: Path) -> None:
    (source / "test.xml.gz").write_bytes(b"no gzip")
    with pytest.raises(UserError, match=r"C101.*test\.xml\.gz"):
        collect(source, tmp_path / "out")
