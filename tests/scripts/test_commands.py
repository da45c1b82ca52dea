import sys

import pytest
from typer.testing import CliRunner

from scripts.datasets import greek_nt
from scripts.datasets.__main__ import app, main
from spacy_svd2.errors import UserError


def test_converts(make_archive, tmp_path):
    archive = make_archive({greek_nt.MEMBER: "id\ttext\tpos\tmorph\nn40001001001\tκαὶ\tconj\tCONJ\n"})
    result = CliRunner().invoke(app, ["greek-nt", str(archive), str(tmp_path / "greek.tsv")])
    assert result.exit_code == 0
    assert (tmp_path / "greek.tsv").read_text("utf8") == "καὶ\tconj\tCONJ\n"


def test_errors_are_shown_without_traceback(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["datasets", "turkish", str(tmp_path / "none.whl"), str(tmp_path / "out.conllu")])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 1
    assert "D001" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["greek-nt", "file", "file"], "L031"),
        (["turkish", "file", "LINK"], "L031"),
        (["russian", "file", "new", "./new"], "L031"),
        (["russian", "file", "new", "new/test"], "L030"),
        (["russian", "folder/file", "folder", "new"], "L030"),
        (["senseval2", "folder", "folder"], "L030"),
        (["senseval2", "folder", "."], "L030"),
        (["senseval2", "folder", "folder/new"], "L032"),
        (["treebank", "folder", "folder/all.conllu"], "L032"),
        (["divide-treebank", "folder", "new", "folder/test.tsv"], "L032"),
        (["divide", "file", "file", "new"], "L031"),
        (["divide", "file", "new", "file"], "L031"),
        (["divide", "file", "new", "new"], "L031"),
    ],
)
def test_no_command_writes_over_what_it_reads(tmp_path, monkeypatch, arguments, code):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    for path in ("file", "other", "folder/file"):
        (tmp_path / path).write_text("theirs")
    (tmp_path / "link").symlink_to("file")
    result = CliRunner().invoke(app, [argument.replace("LINK", "link") for argument in arguments])
    assert isinstance(result.exception, UserError)
    assert f"[{code}]" in str(result.exception)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "file", "folder", "link", "other"]
    assert {path.read_text() for path in tmp_path.rglob("*") if path.is_file()} == {"theirs"}
