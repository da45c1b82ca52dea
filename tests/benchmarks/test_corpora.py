"""A benchmark that lacks its corpora says what to set."""

import sys
from importlib import import_module
from pathlib import Path

import pytest


@pytest.mark.parametrize("name", ["classes", "hour", "large", "numerics", "plan", "scale", "wsd"])
@pytest.mark.parametrize("folder", [None, "empty"])
def test_missing_corpora(name: str, folder: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [name])
    monkeypatch.delenv("SPACY_SVD2_CORPORA", raising=False)
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):  # what a benchmark sets goes with the test
        monkeypatch.setenv(variable, "1")
    if folder:
        monkeypatch.setenv("SPACY_SVD2_CORPORA", str(tmp_path / folder))
    main = import_module(f"benchmarks.{name}").main
    with pytest.raises(SystemExit, match=r"^No .*SPACY_SVD2_CORPORA"):
        main()
