"""`svd2 tag` writes tags into a copy of the file that the text comes from."""

import re
from pathlib import Path

import pytest
from cli_helpers import Run, flat

TOOLBOX = "\\_sh v3.0  400  Text\n\\ref 1\n\\tx the  cat  sleeps.\n\\ft x\n\\ref 2\n\\tx the  cat\n\\ps det  n\n"
ELAN = '<?xml version="1.0"?><ANNOTATION_DOCUMENT>{}<LINGUISTIC_TYPE LINGUISTIC_TYPE_ID="t"/></ANNOTATION_DOCUMENT>'
TIER = (
    '<TIER TIER_ID="{0}" LINGUISTIC_TYPE_REF="t"><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="{0}1">'
    "<ANNOTATION_VALUE>the cat</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>"
)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    for name in ("a.sfm", "a.txt"):
        (folder / name).write_text(TOOLBOX)
    (folder / "plain.txt").write_text("the cat\n")
    (folder / "a.eaf").write_text(ELAN.format(TIER.format("tx") + TIER.format("gls")))
    return folder


@pytest.mark.parametrize("suffix", ["sfm", "txt"])
def test_toolbox(trained: Path, files: Path, run: Run, tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"out.{suffix}"
    result = run("tag", trained, files / f"a.{suffix}", "-o", out, "--n-process", 2)
    assert result.exit_code == 0, result.output
    assert "Kept 2 parts of speech that the file has; --replace replaces them" in flat(result.output)
    assert "Tagged 3 words of 1 texts" in flat(result.output)
    lines = out.read_text().splitlines(keepends=True)
    assert lines.pop(3).startswith("\\ps C")
    assert "".join(lines) == TOOLBOX
    assert run("tag", trained, files / f"a.{suffix}", "-o", out, "--replace", "--force").exit_code == 0
    assert "det" not in out.read_text()


def test_a_tier(trained: Path, files: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.eaf"
    result = run("tag", trained, files / "a.eaf", "-o", out)
    assert "C064" in result.stderr
    assert run("tag", trained, files / "a.eaf", "-o", out, "--tier", "tx").exit_code == 0
    assert 'TIER_ID="pos"' in out.read_text()
    assert run("tag", trained, files / "a.eaf", "-o", tmp_path / "out.conllu", "--tier", "tx").exit_code == 0
    assert (tmp_path / "out.conllu").read_text().count("\tcat\t") == 1


@pytest.mark.parametrize(
    ("source", "out", "error"),
    [
        (["a.sfm"], "out.flextext", r"L075.*interlinear.*Name the output out\.sfm, or \.conllu"),
        (["plain.txt"], "out.sfm", r"L075.*plain text.*Name the output \.conllu"),
        (["plain.txt"], "out.txt", "L075"),
        (["a.sfm", "a.txt"], "out.sfm", "L074.*2 files"),
        (["."], "out.eaf", "L074.*folder"),
        (["no.sfm"], "out.sfm", "C001"),
        (["a.sfm"], "out.sfm.zst", "L060"),
        (["a.sfm"], "out.docx", "L060.*flextext"),
    ],
)
def test_what_cant_be_a_copy(
    trained: Path, files: Path, run: Run, tmp_path: Path, source: list[str], out: str, error: str
) -> None:
    result = run("tag", trained, *(files / name for name in source), "-o", tmp_path / out)
    assert result.exit_code == 1
    assert re.search(error, flat(result.stderr)), flat(result.stderr)
    assert not (tmp_path / out).exists()


def test_there_is_no_place_for_probabilities(trained: Path, files: Path, run: Run, tmp_path: Path) -> None:
    assert "L076" in run("tag", trained, files / "a.sfm", "-o", tmp_path / "out.sfm", "--probability").stderr


def test_the_file_itself_is_not_overwritten(trained: Path, files: Path, run: Run) -> None:
    result = run("tag", trained, files / "a.sfm", "-o", files / "a.sfm", "--force")
    assert result.exit_code == 1
    assert (files / "a.sfm").read_text() == TOOLBOX
