"""No command replaces somebody's file of another kind, nor annotation without being told to."""

import subprocess
import sys
from pathlib import Path

import pytest
from cli_helpers import SMALL, Run, contents, flat

LABELS = "word\ttag\nthe\tDET\ncat\tNOUN\nsleeps\tVERB\nnow\tADV\n"
EXAMPLES = '{"text": "the bank", "spans": []}\n{"text": "a bank", "spans": []}\n'

SVD2 = {
    "label": ["label", "PIPELINE", "-o", "OUT"],
    "report": ["report", "PIPELINE", "-o", "OUT"],
    "evaluate": ["evaluate", "PIPELINE", "GOLD", "-o", "OUT"],
    "train": ["train", "GOLD", "new", *SMALL, "-o", "OUT"],
    "compare": ["compare", "SCORES", "-o", "OUT"],
}
KPCA = {
    "report": ["report", "PIPELINE", "-o", "OUT"],
    "evaluate": ["evaluate", "PIPELINE", "GOLD", "-o", "OUT"],
    "train": ["train", "GOLD", "new", "--fast", "-o", "OUT"],
}


def given(arguments: list[str], **places: Path) -> list[str]:
    return [str(places.get(argument, argument)) for argument in arguments]


@pytest.mark.parametrize("command", SVD2)
def test_other_kinds(
    tiny: Path, trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    scores = tiny / f"scores {command}.json"
    assert run("evaluate", trained, tiny / "gold.tsv", "-o", scores).exit_code == 0
    _try_kinds(run, given(SVD2[command], PIPELINE=trained, GOLD=tiny / "gold.tsv", SCORES=scores))


@pytest.mark.parametrize("command", KPCA)
def test_other_kinds_of_senses(
    samples: Path, senses: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kpca: Run, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    _try_kinds(kpca, given(KPCA[command], PIPELINE=senses, GOLD=samples / "train.tsv"))


def _try_kinds(run: Run, arguments: list[str]) -> None:
    out = Path("OUT")
    for theirs in (LABELS, EXAMPLES, "\ufeff" + EXAMPLES, "# Readme\n"):
        out.write_text(theirs)
        result = run(*arguments)
        assert (result.exit_code, "[L034]" in result.stderr) == (1, True), result.output
        assert "Choose another file, or remove it first." in flat(result.stderr)
        assert contents(Path()) == {"OUT": theirs.encode()}
    out.write_text("")
    assert run(*arguments).exit_code == 0  # an empty file is nobody's
    first = out.read_bytes()
    out.write_bytes(b"\xef\xbb\xbf" + first.replace(b"\n", b"\r\n"))  # as an editor may have saved it
    assert run(*arguments).exit_code == 0  # its own
    assert out.read_bytes().split(b"\n")[0] == first.split(b"\n")[0]


def test_annotation_is_replaced_by_force_only(
    trained: Path, samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, kpca: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    for command, arguments in (
        (kpca, ["convert", samples / "train.tsv", "gold.spacy"]),
        (run, ["suggest", trained, "--jsonl", "gold.spacy"]),
    ):
        Path("gold.spacy").write_text("theirs")
        result = command(*arguments)
        assert (result.exit_code, "[L035]" in result.stderr) == (1, True), result.output
        assert Path("gold.spacy").read_text() == "theirs"
        assert command(*arguments, "--force").exit_code == 0
        assert Path("gold.spacy").read_bytes() != b"theirs"
        Path("gold.spacy").write_text("")
        assert command(*arguments).exit_code == 0  # an empty file is nobody's


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no such device")
def test_a_pipe_is_written_to(tiny: Path, trained: Path) -> None:
    arguments = ["svd2", "evaluate", trained, tiny / "gold.tsv", "-o", "/dev/stdout"]
    done = subprocess.run([sys.executable, "-m", "spacy", *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("{\n")
