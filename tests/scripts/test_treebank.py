import gzip
import shutil
import subprocess
from pathlib import Path

import pytest
import spacy

from scripts.datasets.treebank import collect, divide, fetch
from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.errors import UserError

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def sentence(word: str) -> str:
    return f"1\t{word}\t_\tNOUN\t_\t_\t0\troot\t_\t_\n"


def words(path: Path) -> list[list[str]]:
    return [[token.text for token in doc] for doc in Corpus([path]).docs(spacy.blank("xx"))]


def test_collects_the_parts_only(tmp_path):
    folder = tmp_path / "UD_Test-Tiny"
    (folder / "not-to-release").mkdir(parents=True)
    (folder / "not-to-release" / "old.conllu").write_text(sentence("old"))
    (folder / "LICENSE.txt").write_text("some licence")
    (folder / "b.conllu").write_text(sentence("b"))  # no blank line at its end
    (folder / "a.conllu.gz").write_bytes(
        gzip.compress(b"\xef\xbb\xbf" + sentence("a").encode().replace(b"\n", b"\r\n"))
    )
    (folder / "c.conllu").write_text(sentence("c") + "\n")
    assert collect(folder, tmp_path / "all.conllu") == 3
    assert words(tmp_path / "all.conllu") == [["a"], ["b"], ["c"]]


def test_a_folder_without_parts(tmp_path):
    with pytest.raises(UserError, match="D008"):
        collect(tmp_path, tmp_path / "all.conllu")
    assert not (tmp_path / "all.conllu").exists()


def test_divided_as_the_treebank_is(tmp_path):
    rest = "\t_" * 6
    text = f"1-2\to'r\t_\t_{rest}\n1\to\t_\tADP{rest}\n2\tyr\t_\tDET{rest}\n2.1\tx\t_\tX{rest}\n3\t?\t_\t_{rest}\n\n"
    for part in ("train", "dev", "test"):
        (tmp_path / f"xx_tiny-ud-{part}.conllu").write_text(text + sentence(part) + "\n")
    (tmp_path / "xx_tiny-ud-other.conllu").write_text(sentence("other"))
    assert divide(tmp_path, tmp_path / "learn.tsv", tmp_path / "held.tsv") == (4, 2)
    assert (tmp_path / "held.tsv").read_text("utf8") == "o\tADP\nyr\tDET\n?\tX\n\ntest\tNOUN\n\n"
    assert "test" not in (tmp_path / "learn.tsv").read_text("utf8")
    (tmp_path / "xx_tiny-ud-test.conllu").unlink()
    with pytest.raises(UserError, match="D013.*no test file"):
        divide(tmp_path, tmp_path / "learn.tsv", tmp_path / "held.tsv")


def test_what_is_there_stays(tmp_path):
    folder = tmp_path / "my own name"
    folder.mkdir()
    (folder / "mine.conllu").write_text(sentence("mine"))
    assert fetch(folder, source="no such place") is False
    assert [path.name for path in folder.iterdir()] == ["mine.conllu"]


@pytest.mark.parametrize("name", ["Maltese", "UD_Maltese", "UD_Maltese-MUDT --upload-pack=x", "-UD_Maltese-MUDT"])
def test_not_the_name_of_a_treebank(tmp_path, name):
    with pytest.raises(UserError, match="D006"):
        fetch(tmp_path / name, source=str(tmp_path))


@needs_git
def test_fetches_with_git(tmp_path):
    origin = tmp_path / "origin" / "UD_Test-Tiny"
    origin.mkdir(parents=True)
    (origin / "tiny.conllu").write_text(sentence("tiny"))
    git = ["git", "-C", str(origin), "-c", "user.name=n", "-c", "user.email=e"]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "release"]):
        subprocess.run([*git, *arguments], check=True)
    folder = tmp_path / "assets" / "UD_Test-Tiny"
    assert fetch(folder, source=f"file://{origin.parent}") is True
    assert (folder / "tiny.conllu").read_text() == sentence("tiny")


@needs_git
def test_a_failed_fetch_leaves_nothing(tmp_path):
    folder = tmp_path / "assets" / "UD_Test-None"
    with pytest.raises(UserError, match="D007.*UD_Test-None"):
        fetch(folder, source=f"file://{tmp_path}/origin")
    assert list(folder.parent.iterdir()) == []


def test_no_git(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="D007.*git is not installed"):
        fetch(tmp_path / "UD_Test-Tiny")
