import sys

import pytest
from typer.testing import CliRunner

from spacy_svd2.datasets import greek_nt
from spacy_svd2.datasets.__main__ import app, main


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
