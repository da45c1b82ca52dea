import io
import tarfile
from collections import Counter
from pathlib import Path

import pytest

from scripts.datasets import russian
from scripts.datasets.archives import read_tar_members
from spacy_svd2.errors import UserError
from spacy_svd2.senses.corpora.rlwsd import read_word_files

SENSES = "\t\tone\t1\t1\n\t\ttwo\t2\t1\n\t\tOther\t3\t1\n"


def word_file(sizes: dict[str, int]) -> str:
    rows = [f"left {sense} {n}\tword\tright\t{sense}\n" for sense, size in sizes.items() for n in range(size)]
    return SENSES + "".join(rows)


def make_sdist(path: Path, files: dict[str, str]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(f"rl_wsd_labeled-0.1.1/{name}")
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
        link = tarfile.TarInfo("rl_wsd_labeled-0.1.1/rl_wsd_labeled/nouns/RNC/link.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return path


@pytest.fixture
def sdist(tmp_path: Path) -> Path:
    files = {
        "rl_wsd_labeled/nouns/RNC/лук.txt": word_file({"1": 60, "2": 40, "3": 9}),
        "rl_wsd_labeled/verbs/RuTenTen/few.txt": word_file({"1": 30, "2": 29}),
        "rl_wsd_labeled/verbs/RuTenTen/one.txt": word_file({"1": 80}),
        "rl_wsd_labeled/verbs/RuTenTen/other.json": "[]",
        "setup.py": "raise SystemExit('must not run')",
    }
    return make_sdist(tmp_path / "sample.tar.gz", files)


def test_a_fifth_of_each_sense_is_for_testing(sdist: Path, tmp_path: Path) -> None:
    assert russian.convert(sdist, tmp_path / "train", tmp_path / "test") == (80, 20)
    (train,) = read_word_files(tmp_path / "train")
    (test,) = read_word_files(tmp_path / "test")
    assert train.word == test.word == "nouns/RNC/лук"
    assert train.glosses == test.glosses == {"1": "one", "2": "two"}
    assert Counter(item.senses for item in test.instances) == {("1",): 12, ("2",): 8}
    texts = [item.text for item in (*train.instances, *test.instances)]
    assert len(set(texts)) == len(texts) == 100


def test_same_division_again(sdist: Path, tmp_path: Path) -> None:
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        russian.convert(sdist, folder / "train", folder / "test")
    first, second = (
        {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.txt")} for folder in folders
    )
    assert first == second
    assert len(first) == 2


def test_earlier_folders_stay_when_the_archive_is_wrong(sdist: Path, tmp_path: Path) -> None:
    russian.convert(sdist, tmp_path / "train", tmp_path / "test")
    before = sorted(path.read_bytes() for path in (tmp_path / "train").rglob("*.txt"))
    bad = make_sdist(tmp_path / "bad.tar.gz", {"rl_wsd_labeled/nouns/RNC/x.txt": "one\ttwo\n"})
    with pytest.raises(UserError, match="C106"):
        russian.convert(bad, tmp_path / "train", tmp_path / "test")
    assert sorted(path.read_bytes() for path in (tmp_path / "train").rglob("*.txt")) == before


def test_members_are_files_that_match(sdist: Path) -> None:
    found = read_tar_members(sdist, russian.MEMBERS, max_bytes=100_000)
    assert [Path(name).name for name in found] == ["лук.txt", "few.txt", "one.txt"]


@pytest.mark.parametrize(
    ("content", "pattern", "limit", "code"),
    [(None, "*", 10, "D001"), (b"no tar", "*", 10, "D010"), ("sdist", "none/*.txt", 10, "D003")],
)
def test_wrong_archives(sdist: Path, tmp_path: Path, content: object, pattern: str, limit: int, code: str) -> None:
    path = sdist if content == "sdist" else tmp_path / "other.tar.gz"
    if isinstance(content, bytes):
        path.write_bytes(content)
    with pytest.raises(UserError, match=code):
        read_tar_members(path, pattern, max_bytes=limit)


def test_too_large_and_cut_off(sdist: Path) -> None:
    with pytest.raises(UserError, match="D004"):
        read_tar_members(sdist, russian.MEMBERS, max_bytes=1000)
    sdist.write_bytes(sdist.read_bytes()[:-200])
    with pytest.raises(UserError, match="D010"):
        read_tar_members(sdist, russian.MEMBERS, max_bytes=100_000)
